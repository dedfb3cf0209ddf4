"""A chat in the terminal, over the same lanes, worker, memory and store as every other chat."""

from __future__ import annotations

import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from pathlib import Path

from memory.conversation import Sender
from workers.export_folder import ExportFolder
from workers.finished_turns import FinishedTurns
from workers.jobs import Command, Notice, Outbox, Reply, Turn
from workers.lanes import Put, TurnQueue
from workers.replier import MarkSent, StillOurs, unquestioned
from workers.screens import Screen
from workers.terminal_lock import GatedLanes, terminal_lock

CHAT = "terminal"
COMMANDS = {f"/{command}": command for command in Command}
HELP = (
    "Write a message and it is answered. /new starts a new conversation, /chats lists them and "
    "goes back to one, /retry asks the last question again, /mode shows or chooses how this chat "
    "remembers, /memory shows what is remembered, /facts every fact with its source, /forget "
    "erases one or everything, /persona, /model and /lang show or choose how it is answered, "
    "/export writes all of it to files, /quit ends the chat."
)
UNKNOWN = "There is no such command here. " + HELP


class TerminalReplier:
    """Fulfils the Replier port on a screen. `word` turns a reply into the text to show. Without
    `files` there is nothing to /export."""

    def __init__(
        self, screen: Screen, word: Callable[[Reply], str], files: ExportFolder | None = None
    ) -> None:
        self._screen = screen
        self._word = word
        self._files = files
        self.asked: int = 0

    @asynccontextmanager
    async def working(
        self, turn: Turn, still_ours: StillOurs = unquestioned
    ) -> AsyncIterator[ScreenDraft]:
        yield ScreenDraft(self._screen if turn.update_id == self.asked else None)

    async def deliver(
        self,
        chat: str,
        outbox: Outbox,
        mark_sent: MarkSent,
        still_ours: StillOurs = unquestioned,
    ) -> tuple[int, ...]:
        """Show the reply once; a reply to a turn of an earlier, killed terminal is an aside."""
        still_ours()
        text = self._word(self._with_files(chat, outbox.reply))
        if outbox.reply.notice is Notice.EXPORTED and self._files is not None:
            paths = await self._files.write(chat, outbox.reply.language)
            text = "\n".join([text, *map(str, paths)])
        if outbox.reply.reply_to == self.asked:
            self._screen.reply(text)
        else:
            self._screen.aside(f"(the answer to an earlier message of this chat)\n{text}")
        return ()

    def _with_files(self, chat: str, reply: Reply) -> Reply:
        """What becomes of files that hold what is forgotten."""
        if self._files is None:
            return reply
        match reply.notice:
            case Notice.FORGOTTEN_ALL:
                told = {"files_deleted": self._files.erase(chat)}
            case Notice.FORGOTTEN:
                told = {"files_left": len(self._files.there(chat))}
            case _:
                return reply
        return replace(reply, values={**reply.values, **told})


@dataclass(frozen=True)
class ScreenDraft:
    screen: Screen | None

    async def show(self, text: str) -> None:
        if self.screen is not None:
            self.screen.draft(text)


@dataclass(kw_only=True)
class TerminalChat:
    """Puts what is typed on the terminal's lane and waits until it is answered."""

    queue: TurnQueue
    gate: GatedLanes
    finished: FinishedTurns
    replier: TerminalReplier
    screen: Screen
    home: Path
    clock: Callable[[], float] = time.time
    _last_id: int = field(default=0, init=False)

    async def say(self, line: str) -> None:
        """One line: a message or a command, answered before this returns. Blank lines are
        passed over."""
        text = line.strip()
        command = COMMANDS.get(text.partition(" ")[0])
        if command is not None:
            await self._ask(text.partition(" ")[2].strip(), command)
        elif text.startswith("/") and text[1:].partition(" ")[0].isalpha():
            self.screen.reply(HELP if text in ("/help", "/start") else UNKNOWN)
        elif text:
            await self._ask(text, None)

    async def stop(self) -> None:
        """Stop the turn that is being answered; what it already shows stays."""
        await self.queue.stop(CHAT, self.replier.asked + 1)

    async def _ask(self, text: str, command: Command | None) -> None:
        async with terminal_lock(self.home), self.gate.open_gate():
            turn = self._turn(text, command)
            over = self.finished.watch(turn.update_id)
            self.replier.asked = turn.update_id
            if await self.queue.put(turn) in (Put.STORED, Put.DUPLICATE):
                await over.wait()
            else:
                self.screen.reply("Too many messages are waiting; try again in a moment.")

    def _turn(self, text: str, command: Command | None) -> Turn:
        # Microseconds since 1970: they grow over restarts and stay exact in the server's scores.
        self._last_id = max(self._last_id + 1, int(self.clock() * 1_000_000))
        return Turn(
            chat=CHAT,
            update_id=self._last_id,
            text=text,
            sent_at=datetime.fromtimestamp(self.clock(), UTC),
            sender=Sender("terminal", "you"),
            message_ids=(self._last_id,),
            command=command,
        )


async def run_piped(chat: TerminalChat, lines: AsyncIterator[str]) -> None:
    """One turn a line until the input ends, or nobody reads the replies any more."""
    async for line in lines:
        await chat.say(line)
        if chat.screen.gone:
            return
