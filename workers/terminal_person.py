"""The terminal chat as a person uses it: line editing, and Ctrl-C that stops an answer."""

from __future__ import annotations

import asyncio
import signal

from prompt_toolkit import PromptSession

from workers.terminal import TerminalChat

WELCOME = "Hafez remembers this chat. /help says what else there is; Ctrl-D or /quit ends it."


async def run_for_a_person(chat: TerminalChat) -> None:
    """Ask for lines until Ctrl-D, /quit or Ctrl-C at the prompt. What was typed can be had back
    with the arrow keys until the chat ends; it is kept in no file beside the memory."""
    chat.screen.aside(WELCOME + "\n")
    session: PromptSession[str] = PromptSession()
    while True:
        try:
            line = await session.prompt_async("you> ")
        except (EOFError, KeyboardInterrupt):
            return
        if line.strip() in ("/quit", "/exit"):
            return
        await _answer(chat, line)


async def _answer(chat: TerminalChat, line: str) -> None:
    """One turn, during which Ctrl-C stops the answer instead of the chat."""
    loop = asyncio.get_running_loop()
    stopping: set[asyncio.Task[None]] = set()

    def stop() -> None:
        stopping.add(asyncio.create_task(chat.stop()))

    loop.add_signal_handler(signal.SIGINT, stop)
    try:
        await chat.say(line)
        await asyncio.gather(*stopping)
    finally:
        loop.remove_signal_handler(signal.SIGINT)
