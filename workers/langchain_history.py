"""A chat history for LangChain's runnables (RunnableWithMessageHistory) over any recipe."""

from __future__ import annotations

from collections.abc import Sequence

from langchain_core.chat_history import BaseChatMessageHistory
from langchain_core.messages import AIMessage, BaseMessage, HumanMessage, ToolMessage

from memory.conversation import Message
from workers.langchain_messages import as_messages, text_of
from workers.remembering import Remembering
from workers.sync_calls import SyncCalls


class RecipeHistory(BaseChatMessageHistory):
    """Messages come in one by one or many at once, and are kept as whole exchanges: a user's
    message waits for its answer, tool calls and their results stay with it.

    A runnable reads its history before it says what the question is. So what is recalled fits
    what was said last: the message that waits for its answer, else the newest exchange's.
    System messages are the prompt's business and are not kept.
    """

    def __init__(self, remembering: Remembering, *, calls: SyncCalls | None = None) -> None:
        super().__init__()
        self.remembering = remembering
        self._calls = calls or SyncCalls()
        self._waiting: list[BaseMessage] = []
        self._shown: tuple[object, list[BaseMessage]] | None = None

    @property
    def messages(self) -> list[BaseMessage]:  # type: ignore[override]  # an attribute or a property, says the base
        return self._calls.run(self.aget_messages())

    async def aget_messages(self) -> list[BaseMessage]:
        """The same until something is added or tended: runnables tell the new messages by how
        many there were before."""
        memory = await self.remembering.memory()
        state = (memory.last_number, memory.summary_version, len(self._waiting))
        if self._shown is None or self._shown[0] != state:
            recalled = await self.remembering.recalled(await self._said_last())
            self._shown = (state, [*as_messages(recalled), *self._waiting])
        return list(self._shown[1])

    async def aadd_messages(self, messages: Sequence[BaseMessage]) -> None:
        for message in messages:
            if isinstance(message, HumanMessage) and _answered(self._waiting):
                await self._keep_waiting()
            if isinstance(message, HumanMessage | AIMessage | ToolMessage):
                self._waiting.append(message)
        if _answered(self._waiting):
            await self._keep_waiting()

    async def aclear(self) -> None:
        self._waiting, self._shown = [], None
        await self.remembering.forget()

    def add_messages(self, messages: Sequence[BaseMessage]) -> None:
        self._calls.run(self.aadd_messages(messages))

    def clear(self) -> None:
        self._calls.run(self.aclear())

    async def _keep_waiting(self) -> None:
        waiting, self._waiting = self._waiting, []
        await self.remembering.keep([_kept(each) for each in waiting if not _says_nothing(each)])

    async def _said_last(self) -> str:
        said = [text_of(m) for m in self._waiting if isinstance(m, HumanMessage)]
        newest = None if said else await self.remembering.newest()
        return newest.user if newest else "\n".join(said)


def _answered(messages: Sequence[BaseMessage]) -> bool:
    """The last word is the assistant's, and it waits for no tool."""
    last = messages[-1] if messages else None
    return isinstance(last, AIMessage) and not last.tool_calls


def _says_nothing(message: BaseMessage) -> bool:
    """A call of tools without a word; what they gave is kept."""
    return isinstance(message, AIMessage) and bool(message.tool_calls) and not text_of(message)


def _kept(message: BaseMessage) -> Message:
    text = text_of(message)
    if isinstance(message, HumanMessage):
        return Message("user", text)
    return Message("tool" if isinstance(message, ToolMessage) else "assistant", text)
