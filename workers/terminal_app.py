"""Joins a worker, the lanes and a screen into a chat in the terminal."""

from __future__ import annotations

import asyncio
import signal
from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

from workers.app import WorkerSettings, build_worker, open_model, open_summarizer, warm_up
from workers.backend import Backend, ServerSettings, open_backend
from workers.chosen_embedder import open_embedder
from workers.embedder import Embedder
from workers.export import Export, Exported
from workers.export_folder import ExportFolder
from workers.finished_turns import FinishedTurns
from workers.jobs import Reply
from workers.language_model import LanguageModel
from workers.screens import LiveScreen, PipedScreen, Screen, is_a_person
from workers.signals import BOTH, told_of_signals
from workers.terminal import TerminalChat, TerminalReplier, run_piped
from workers.terminal_input import input_lines
from workers.terminal_lock import GatedLanes
from workers.tokens import TokenCounter
from workers.worker import Worker

BOT = "local"
"""The terminal's bot id, in its keys."""


class TerminalSettings(ServerSettings, WorkerSettings, Protocol):
    """What is wanted of the settings for a chat in the terminal."""


@dataclass(frozen=True, slots=True)
class Shown:
    """How things are put for a reader. word: a reply · page: all of a chat, as HTML."""

    word: Callable[[Reply], str]
    page: Callable[[Exported], str]


@dataclass(kw_only=True)
class TerminalApp:
    """A chat and the worker that answers it, in one process."""

    chat: TerminalChat
    worker: Worker
    person: bool
    _signal: signal.Signals | None = None

    async def run(self) -> int:
        """Chat until the input ends; the process' exit status."""
        async with asyncio.TaskGroup() as group:
            group.create_task(self.worker.run())
            talking = group.create_task(self._talk())

            def told(kind: signal.Signals) -> None:
                self._signal = kind
                talking.cancel()

            with told_of_signals(told, (signal.SIGTERM,) if self.person else BOTH):
                await asyncio.wait([talking])
            self._end_worker()
        return 128 + self._signal if self._signal else 0

    def _end_worker(self) -> None:
        """Ctrl-C hands a running turn back at once; it is answered at the next start."""
        self.worker.drain()
        if self._signal is signal.SIGINT:
            self.worker.drain()

    async def _talk(self) -> None:
        if self.person:
            from workers.terminal_person import run_for_a_person  # noqa: PLC0415  # line editing

            await run_for_a_person(self.chat)
        else:
            await run_piped(self.chat, input_lines())


async def chat_in_terminal(settings: TerminalSettings, shown: Shown) -> int:
    """Chat until the input ends; the process' exit status."""
    person = is_a_person()
    screen: Screen = LiveScreen() if person else PipedScreen()
    tokens = TokenCounter(settings.openai_model)
    async with (
        open_backend(settings, BOT, most_turns=1) as backend,
        open_model(settings, tokens.count) as model,
        open_summarizer(settings, tokens.count) as summarizer,
        open_embedder(settings) as embedder,
    ):
        await warm_up(settings, tokens)
        app = _joined(
            settings,
            backend=backend,
            model=model,
            summarizer=summarizer,
            embedder=embedder,
            tokens=tokens,
            screen=screen,
            shown=shown,
        )
        if settings.openai_model is None:
            from workers.offline_model import OFFLINE_LABEL  # noqa: PLC0415  # langchain is heavy

            screen.aside(OFFLINE_LABEL)
        return await app.run()


def _joined(
    settings: TerminalSettings,
    *,
    backend: Backend,
    model: LanguageModel,
    summarizer: LanguageModel | None,
    embedder: Embedder | None,
    tokens: TokenCounter,
    screen: Screen,
    shown: Shown,
) -> TerminalApp:
    gate, finished = GatedLanes(backend.lanes), FinishedTurns(backend.lanes)
    export = Export(backend.store, backend.lanes, shown.page, backend.holdings)
    files = ExportFolder(export, settings.home / "export")
    replier = TerminalReplier(screen, shown.word, files)
    worker = build_worker(
        settings,
        lanes=gate,
        lane=finished,
        tending=backend.lanes,
        choices=backend.lanes,
        store=backend.store,
        vectors=backend.vectors,
        embedder=embedder,
        lost=backend.lost,
        dead=backend.dead,
        replier=replier,
        model=model,
        summarizer=summarizer,
        count=tokens.count,
    )
    chat = TerminalChat(
        queue=backend.lanes,
        gate=gate,
        finished=finished,
        replier=replier,
        screen=screen,
        home=settings.home,
    )
    return TerminalApp(chat=chat, worker=worker, person=isinstance(screen, LiveScreen))
