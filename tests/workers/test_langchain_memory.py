"""The LangChain face, with LangChain's own classes around it; and the faults that users reported
of the classic memories (numbers of langchain's issues, and "here" for what was seen by running)."""

from __future__ import annotations

import asyncio
import re
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from langchain_core.embeddings import Embeddings
from langchain_core.language_models.fake_chat_models import FakeListChatModel
from langchain_core.messages import (
    AIMessage,
    BaseMessage,
    HumanMessage,
    SystemMessage,
    trim_messages,
)
from langchain_core.prompt_values import PromptValue
from langchain_core.prompts import ChatPromptTemplate, MessagesPlaceholder
from langchain_core.runnables import RunnableLambda
from structlog.testing import capture_logs

from memory.conversation import ConversationId
from memory.kind import MemoryOptions
from memory.recipes import RECIPES, UnknownRecipe
from tests.fakes.embedder import meaning_of
from tests.processes import ROOT
from workers.keys import Keys
from workers.langchain_memory import RecipeMemory, history_for, memory_for
from workers.redis_link import RedisLink
from workers.remembering import LocalStore
from workers.server_store import ServerStore
from workers.sync_calls import WouldWaitForItself

HERE = ConversationId("here")
SUMMARY = "The user plants beans by the old wall."
SMALL = MemoryOptions(threshold_tokens=120, summary_tokens=60, window_pairs=1)


class Meanings(Embeddings):
    def embed_documents(self, texts: list[str]) -> list[list[float]]:
        return [meaning_of(text) for text in texts]

    def embed_query(self, text: str) -> list[float]:
        return meaning_of(text)


def summarizer() -> FakeListChatModel:
    return FakeListChatModel(responses=[SUMMARY])


def tell(memory: RecipeMemory, *texts: str) -> None:
    for text in texts:
        memory.save_context({"input": text}, {"output": f"noted: {text}"})


def garden(first: int, last: int) -> list[str]:
    return [f"today I planted row {n} of the beans by the old wall" for n in range(first, last + 1)]


def shown(memory: RecipeMemory, question: str = "") -> list[BaseMessage]:
    messages: list[BaseMessage] = memory.load_memory_variables({"input": question})["history"]
    return messages


def stored(memory: RecipeMemory) -> Any:
    """The memory behind the face, as its store has it."""
    return asyncio.run(memory.remembering.memory())


@pytest.mark.parametrize("recipe", RECIPES)
def test_every_recipe_keeps_shows_and_forgets(recipe: str) -> None:
    memory = memory_for(recipe)
    assert memory.memory_variables == ["history"]
    assert memory.load_memory_variables({}) == {"history": ""}
    tell(memory, "my order is HX-48213", "and my cat is Miso")
    text = memory.load_memory_variables({"input": "which order?"})["history"]
    assert "HX-48213" in text
    assert "Miso" in text
    memory.clear()
    assert memory.load_memory_variables({"input": "which order?"}) == {"history": ""}


def test_a_list_of_kinds_is_a_recipe_and_a_wrong_name_is_told_at_once() -> None:
    memory = memory_for("facts,vectors,window")
    tell(memory, "hello")
    assert "hello" in memory.load_memory_variables({})["history"]
    with pytest.raises(UnknownRecipe, match="nonsense"):
        memory_for("nonsense")


def test_a_text_reads_like_a_talk() -> None:
    memory = memory_for("window", memory_key="talk")
    tell(memory, "hello")
    assert memory.load_memory_variables({}) == {"talk": "Human: hello\nAI: noted: hello"}


def test_messages_are_langchains_own_and_can_be_trimmed_by_it() -> None:
    memory = memory_for("window", return_messages=True)
    tell(memory, "hello", "bye")
    messages = shown(memory)
    assert [type(m) for m in messages] == [HumanMessage, AIMessage] * 2
    kept = trim_messages(messages, max_tokens=2, token_counter=len, start_on="human")
    assert [m.text for m in kept] == ["bye", "noted: bye"]


def test_it_serves_a_chain() -> None:
    memory = memory_for("full", return_messages=True)
    prompt = ChatPromptTemplate.from_messages(
        [("system", "Be kind."), MessagesPlaceholder("history"), ("human", "{input}")]
    )
    seen: list[list[BaseMessage]] = []

    def listen(value: PromptValue) -> PromptValue:
        seen.append(value.to_messages())
        return value

    chain = (
        prompt
        | RunnableLambda(listen)
        | FakeListChatModel(responses=["Hello Sara.", "You are Sara."])
    )
    for text in ("I am Sara", "who am I?"):
        inputs = {"input": text}
        answer = chain.invoke({**inputs, **memory.load_memory_variables(inputs)})
        memory.save_context(inputs, {"output": answer})
    assert [m.text for m in seen[1]] == ["Be kind.", "I am Sara", "Hello Sara.", "who am I?"]
    assert "You are Sara." in str(memory.load_memory_variables({}))


def test_what_was_said_is_picked_by_its_key() -> None:
    memory = memory_for("window", input_key="question", output_key="answer")
    memory.save_context(
        {"question": "how?", "style": "short"}, {"answer": "so", "source": "a book"}
    )
    assert memory.load_memory_variables({"question": "?", "style": "short"}) == {
        "history": "Human: how?\nAI: so"
    }


def test_the_memorys_own_variable_and_stop_words_are_not_what_was_said() -> None:
    memory = memory_for("window")
    memory.save_context({"input": "a", "history": "old", "stop": ["\n"]}, {"text": "b"})
    assert memory.load_memory_variables({})["history"] == "Human: a\nAI: b"


def test_among_several_keys_without_a_name_the_error_names_the_keys_and_no_values() -> None:
    with pytest.raises(ValueError, match=r"input_key is wanted.*\(a, b\)") as refused:
        memory_for("window").save_context({"a": "secret", "b": "secret"}, {"output": "x"})
    assert "secret" not in str(refused.value)


def test_messages_may_be_said_too_and_pictures_are_left_out() -> None:
    """langchain#38258: the bytes of a picture were counted as text."""
    picture = {"type": "image_url", "image_url": {"url": "data:image/png;base64," + "A" * 90_000}}
    memory = memory_for("window")
    memory.save_context(
        {"input": [HumanMessage([{"type": "text", "text": "look"}, picture])]},
        {"output": AIMessage("a cat")},
    )
    assert memory.load_memory_variables({}) == {"history": "Human: look\nAI: a cat"}


def test_half_a_character_is_kept_and_shown_as_a_sign() -> None:
    memory = memory_for("window", return_messages=True)
    tell(memory, "a\udc80b")
    assert shown(memory)[0].text == "a\ufffdb"


async def test_async_does_what_sync_does() -> None:
    """here: the async save left the summary empty, the async clear left it standing."""
    sync, other = (
        memory_for("summary_buffer", options=SMALL, chat_model=summarizer()) for _ in range(2)
    )
    await asyncio.to_thread(tell, sync, *garden(1, 9))
    for text in garden(1, 9):
        await other.asave_context({"input": text}, {"output": f"noted: {text}"})
    asked = {"input": "what did I plant?"}
    said = await other.aload_memory_variables(asked)
    assert said == await asyncio.to_thread(sync.load_memory_variables, asked)
    assert SUMMARY in said["history"]
    await other.aclear()
    await asyncio.to_thread(sync.clear)
    for memory in (sync, other):
        assert await memory.aload_memory_variables(asked) == {"history": ""}
        left = await memory.remembering.memory()
        assert (len(left.exchanges), left.watermark, dict(left.states)) == (0, 0, {})


def test_the_summary_comes_first_as_a_system_message_and_then_the_users() -> None:
    memory = memory_for(
        "summary_buffer",
        options=SMALL,
        chat_model=summarizer(),
        return_messages=True,
    )
    tell(memory, *garden(1, 9))
    messages = shown(memory)
    assert isinstance(messages[0], SystemMessage)
    assert SUMMARY in messages[0].text
    assert [m.type for m in messages[1:]] == ["human", "ai"] * (len(messages) // 2)
    assert 1 < len(messages) < 18


def test_without_a_chat_model_everything_stays_word_for_word() -> None:
    memory = memory_for("summary_buffer", options=SMALL)
    tell(memory, *garden(1, 9))
    text = memory.load_memory_variables({})["history"]
    assert all(f"row {n} " in text for n in range(1, 10))


class Raising(FakeListChatModel):
    def _call(self, *args: Any, **kwargs: Any) -> str:
        raise ConnectionError("my card is 6037-9918")


@pytest.mark.parametrize(
    "failing",
    [
        Raising(responses=["x"]),
        FakeListChatModel(responses=[""]),
        FakeListChatModel(responses=[" \n"]),
        FakeListChatModel(responses=["word " * 5000]),
    ],
    ids=["raises", "says nothing", "blank", "says too much"],
)
def test_a_summary_that_fails_costs_no_message(failing: FakeListChatModel) -> None:
    """langchain#38867; here: six of eight messages gone without a summary, and without an error."""
    memory = memory_for("summary_buffer", options=SMALL, chat_model=failing)
    with capture_logs() as lines:
        tell(memory, *garden(1, 9))
    text = memory.load_memory_variables({})["history"]
    assert all(f"row {n} " in text for n in range(1, 10))
    assert "memory not tended" in {line["event"] for line in lines}
    assert "6037-9918" not in str(lines)


def test_a_summarizer_that_fails_is_not_asked_at_every_save() -> None:
    chat = FakeListChatModel(responses=[""])
    memory = memory_for("summary_buffer", options=SMALL, chat_model=chat)
    tell(memory, *garden(1, 5))
    with capture_logs() as lines:
        tell(memory, *garden(6, 30))
    assert len([line for line in lines if line["event"] == "memory not tended"]) <= 1


@pytest.mark.parametrize(("k", "pairs"), [(0, 0), (1, 1), (2, 2), (9, 4)])
def test_k_means_k_and_0_means_none(k: int, pairs: int) -> None:
    """langchain#2796, Flowise#2920: 0 gave everything, k gave k + 1."""
    memory = memory_for("window", options=MemoryOptions(window_pairs=k), return_messages=True)
    tell(memory, "one", "two", "three", "four")
    texts = [m.text for m in shown(memory)]
    expected = ["one", "two", "three", "four"][4 - pairs :]
    assert texts[::2] == expected
    assert texts[1::2] == [f"noted: {text}" for text in expected]


def test_a_pair_that_does_not_fit_is_left_out_whole() -> None:
    """here: the history began with an orphaned answer, or was empty and gone."""
    memory = memory_for("window", prompt_tokens=300, return_messages=True)
    memory.save_context({"input": "word " * 2000}, {"output": "short"})
    memory.save_context({"input": "hello"}, {"output": "hi"})
    assert [m.text for m in shown(memory)] == ["hello", "hi"]
    assert len(stored(memory).exchanges) == 2


def test_making_a_memory_of_a_store_changes_nothing_in_it() -> None:
    """llama_index#13308: re-creating the memory erased the history."""
    store = LocalStore()
    tell(memory_for("full", store=store, session="anna"), "my order is HX-48213")
    again = memory_for("full", store=store, session="anna")
    assert "HX-48213" in again.load_memory_variables({})["history"]


def test_sessions_know_nothing_of_each_other() -> None:
    """llama_index's vector block gave Bob what Alice had said."""
    store = LocalStore()
    embeddings = ("listed", Meanings())
    anna, bob = (
        memory_for("full", store=store, session=name, embeddings=embeddings)
        for name in ("anna", "bob")
    )
    tell(anna, "my secret is 4417", *garden(1, 9))
    tell(bob, *garden(1, 9))
    assert "4417" not in bob.load_memory_variables({"input": "what is my secret?"})["history"]
    anna.clear()
    assert "row 9" in bob.load_memory_variables({})["history"]


def test_embeddings_find_in_other_words_what_the_window_has_lost() -> None:
    options = MemoryOptions(window_pairs=1, recalled=1)
    memory = memory_for("knn", options=options, embeddings=("listed", Meanings()))
    tell(memory, "my automobile is red", "the tea is hot", "i like the sea", "snow fell")
    text = memory.load_memory_variables({"input": "ماشین"})["history"]
    assert "automobile" in text
    assert "tea" not in text
    memory.clear()
    assert asyncio.run(memory.remembering.store.vectors.load(HERE))["vectors"] == {}


def test_embeddings_that_fail_cost_no_answer() -> None:
    class Broken(Meanings):
        def embed_documents(self, texts: list[str]) -> list[list[float]]:
            raise ConnectionError("my card is 6037-9918")

    memory = memory_for("knn", embeddings=("broken", Broken()))
    with capture_logs() as lines:
        tell(memory, "hello")
    assert "hello" in memory.load_memory_variables({"input": "hello"})["history"]
    assert lines[0]["reason"] == "ConnectionError"
    assert "6037" not in str(lines)


def test_many_threads_lose_nothing() -> None:
    memory = memory_for("buffer")
    with ThreadPoolExecutor(8) as threads:
        list(threads.map(lambda n: tell(memory, f"thing {n}."), range(40)))
    text = memory.load_memory_variables({})["history"]
    assert sorted(map(int, re.findall(r"Human: thing (\d+)\.", text))) == list(range(40))


async def test_sync_methods_work_where_a_loop_is_running_as_in_a_notebook() -> None:
    memory = memory_for("window")
    tell(memory, "hello")
    assert "hello" in memory.load_memory_variables({})["history"]


async def test_on_a_server_it_outlives_the_process(link: RedisLink) -> None:
    keys = Keys(prefix="test", bot="langchain")
    first, second = ServerStore(link, keys), ServerStore(link, keys)
    memory = memory_for(
        "full",
        store=first,
        options=SMALL,
        chat_model=summarizer(),
        embeddings=("listed", Meanings()),
    )
    for text in garden(1, 9):
        await memory.asave_context({"input": text}, {"output": "noted"})
    again = memory_for("full", store=second, options=SMALL, embeddings=("listed", Meanings()))
    text = (await again.aload_memory_variables({"input": "beans"}))["history"]
    assert SUMMARY in text
    assert "row 9" in text
    assert len((await second.vectors.load(HERE))["vectors"]) == 9
    await again.aclear()
    assert await memory.aload_memory_variables({"input": "beans"}) == {"history": ""}
    assert not (await first.vectors.load(HERE)).get("vectors")


async def test_with_a_server_the_sync_methods_work_from_other_threads_only(
    link: RedisLink,
) -> None:
    memory = memory_for("window", store=ServerStore(link, Keys(prefix="test", bot="x")))
    await asyncio.to_thread(tell, memory, "hello")
    with pytest.raises(WouldWaitForItself, match="async method"):
        memory.load_memory_variables({})
    assert "hello" in (await memory.aload_memory_variables({}))["history"]


async def test_two_programs_that_save_at_once_lose_nothing(link: RedisLink) -> None:
    keys = Keys(prefix="test", bot="x")
    memories = [memory_for("buffer", store=ServerStore(link, keys)) for _ in range(3)]
    saves = [
        memory.asave_context({"input": f"thing {n}-{i}."}, {"output": "ok"})
        for i, memory in enumerate(memories)
        for n in range(5)
    ]
    await asyncio.gather(*saves)
    text = (await memories[0].aload_memory_variables({}))["history"]
    assert len(re.findall(r"Human: thing", text)) == 15


@pytest.mark.filterwarnings("ignore:.*RunnableWithMessageHistory is deprecated")
def test_the_readmes_example_runs(capsys: pytest.CaptureFixture[str]) -> None:
    blocks = re.findall(r"```python\n(.*?)```", (ROOT / "README.md").read_text("utf-8"), re.DOTALL)
    (example,) = (block for block in blocks if "langchain" in block)
    given: dict[str, Any] = {"chat": FakeListChatModel(responses=["Hello Anna.", "You are Anna."])}
    exec(example, given)
    assert "HX-48213" in capsys.readouterr().out
    for text in ("I am Anna", "who am I?"):
        given["talk"].invoke([HumanMessage(text)], {"configurable": {"session_id": "anna"}})
    kept = history_for(session="anna", store=given["store"]).messages
    assert [m.text for m in kept] == ["I am Anna", "Hello Anna.", "who am I?", "You are Anna."]
