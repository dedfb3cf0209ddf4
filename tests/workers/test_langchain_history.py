"""The chat history for LangChain's runnables, with langchain-core's own runnable around it."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Any

import pytest
from langchain_core.language_models.fake_chat_models import FakeListChatModel
from langchain_core.messages import (
    AIMessage,
    BaseMessage,
    HumanMessage,
    SystemMessage,
    ToolMessage,
)
from langchain_core.runnables import RunnableLambda
from langchain_core.runnables.history import RunnableWithMessageHistory

from memory.kind import MemoryOptions
from workers.langchain_history import RecipeHistory
from workers.langchain_memory import history_for
from workers.remembering import LocalStore

CALL = {"name": "weather", "args": {"in": "Tehran"}, "id": "c1"}


def history(recipe: str = "window", store: LocalStore | None = None, **more: Any) -> RecipeHistory:
    return history_for(recipe, session="anna", store=store or LocalStore(), **more)


def said(messages: Sequence[BaseMessage]) -> list[tuple[str, str]]:
    return [(message.type, message.text) for message in messages]


@pytest.fixture
def seen() -> list[list[BaseMessage]]:
    return []


def runnable(
    store: LocalStore, seen: list[list[BaseMessage]], recipe: str = "window"
) -> RunnableWithMessageHistory:
    """A chat model whose prompts are seen, with a history made anew at every call."""

    def listen(prompt: list[BaseMessage]) -> list[BaseMessage]:
        seen.append(prompt)
        return prompt

    chat = RunnableLambda(listen) | FakeListChatModel(
        responses=[f"answer {n}" for n in range(1, 9)]
    )
    return RunnableWithMessageHistory(
        chat, lambda session_id: history_for(recipe, session=session_id, store=store)
    )


def config(session: str) -> Any:
    return {"configurable": {"session_id": session}}


@pytest.mark.filterwarnings("ignore:.*RunnableWithMessageHistory is deprecated")
def test_a_runnable_remembers_each_session(seen: list[list[BaseMessage]]) -> None:
    chat = runnable(LocalStore(), seen)
    chat.invoke([HumanMessage("I am Anna")], config("anna"))
    chat.invoke([HumanMessage("I am Bob")], config("bob"))
    chat.invoke([HumanMessage("who am I?")], config("anna"))
    assert said(seen[2]) == [
        ("human", "I am Anna"),
        ("ai", "answer 1"),
        ("human", "who am I?"),
    ]


@pytest.mark.filterwarnings("ignore:.*RunnableWithMessageHistory is deprecated")
async def test_a_runnable_may_be_awaited(seen: list[list[BaseMessage]]) -> None:
    chat = runnable(LocalStore(), seen)
    for text in ("one", "two"):
        await chat.ainvoke([HumanMessage(text)], config("anna"))
    assert [text for _, text in said(seen[1])] == ["one", "answer 1", "two"]


@pytest.mark.filterwarnings("ignore:.*RunnableWithMessageHistory is deprecated")
def test_what_was_shown_is_never_stored_again(seen: list[list[BaseMessage]]) -> None:
    """mem0#4573: recalled memories were stored as new ones."""
    store = LocalStore()
    chat = runnable(store, seen, "full")
    for number in range(1, 8):
        chat.invoke([HumanMessage(f"order HX-{number} is late")], config("anna"))
    kept = asyncio.run(history_for("full", session="anna", store=store).remembering.memory())
    assert [e.user for e in kept.exchanges] == [f"order HX-{n} is late" for n in range(1, 8)]


def test_a_message_waits_for_its_answer_and_is_shown_meanwhile() -> None:
    """langmem#111: the newest human message disappeared."""
    talk = history()
    talk.add_user_message("hello")
    assert said(talk.messages) == [("human", "hello")]
    talk.add_ai_message("hi")
    assert said(talk.messages) == [("human", "hello"), ("ai", "hi")]
    talk.add_user_message("how are you?")
    assert said(talk.messages)[-1] == ("human", "how are you?")


def test_what_waits_for_an_answer_decides_what_is_recalled() -> None:
    talk = history("knn", options=MemoryOptions(window_pairs=1, recalled=1))
    for text in ("my cat is called Miso", "the train is late", "rain again", "it is cold"):
        talk.add_messages([HumanMessage(text), AIMessage("ok")])
    talk.add_user_message("what is my cat called?")
    system = talk.messages[0]
    assert isinstance(system, SystemMessage)
    assert "Miso" in system.text


def test_a_reply_in_two_messages_leaves_no_answer_without_a_question() -> None:
    """here: a window of one held two answers and no question."""
    talk = history(options=MemoryOptions(window_pairs=1))
    talk.add_messages([HumanMessage("tell me"), AIMessage("first"), AIMessage("second")])
    assert said(talk.messages) == [("human", "tell me"), ("ai", "first\nsecond")]
    talk.add_ai_message("third")
    assert [message.type for message in talk.messages] == ["human", "ai"]


def test_tool_calls_and_their_results_stay_in_one_exchange() -> None:
    """langmem#126, llama_index#14014: results without their call; a call has no text."""
    talk = history()
    talk.add_messages([HumanMessage("weather?"), AIMessage("", tool_calls=[CALL])])
    talk.add_messages([ToolMessage("12 degrees", tool_call_id="c1"), AIMessage("It is 12.")])
    kept = asyncio.run(talk.remembering.memory()).exchanges
    assert len(kept) == 1
    assert [m.role for m in kept[0].messages] == ["user", "tool", "assistant"]
    assert said(talk.messages) == [("human", "weather?"), ("ai", "It is 12.")]


def test_system_messages_are_not_kept() -> None:
    talk = history()
    talk.add_messages([SystemMessage("Be kind."), HumanMessage("hello"), AIMessage("hi")])
    assert said(talk.messages) == [("human", "hello"), ("ai", "hi")]


async def test_clear_forgets_all_sync_and_async() -> None:
    for clear in ("clear", "aclear"):
        talk = history("full")
        talk.add_messages([HumanMessage("hello"), AIMessage("hi")])
        talk.add_user_message("waiting")
        cleared = getattr(talk, clear)()
        if cleared is not None:
            await cleared
        assert talk.messages == await talk.aget_messages() == []


def test_what_is_shown_is_a_copy() -> None:
    talk = history()
    talk.add_messages([HumanMessage("hello"), AIMessage("hi")])
    talk.messages.clear()
    assert len(talk.messages) == 2


def test_another_history_of_the_session_sees_what_this_one_added() -> None:
    store = LocalStore()
    one, other = history(store=store), history(store=store)
    assert one.messages == other.messages == []
    one.add_messages([HumanMessage("hello"), AIMessage("hi")])
    assert said(other.messages) == said(one.messages) == [("human", "hello"), ("ai", "hi")]
