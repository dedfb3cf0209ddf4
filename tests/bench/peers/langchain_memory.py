"""LangChain's summarising memories over the bench's talks, in an environment of their own.

Reads {"threshold", "keep"} (tokens, messages) from standard input, and prints for each memory,
language and failure what is left: JSON, one object.
"""

from __future__ import annotations

import json
import re
import sys
import time
import warnings
from collections.abc import Sequence
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[3]))

from langchain.agents.middleware import SummarizationMiddleware
from langchain_core.language_models import BaseChatModel
from langchain_core.messages import AIMessage, AnyMessage, BaseMessage, HumanMessage
from langchain_core.outputs import ChatGeneration, ChatResult

from tests.bench.peers.talks import FAILURES, Script, count, talk, values

_LINE = re.compile(r"^(?:Human|AI): (.+)$", re.MULTILINE)
_ELEMENT = re.compile(r"<message type=\"(?:human|ai)\">(.*?)</message>", re.DOTALL)
_SO_FAR = "Here is a summary of the conversation to date:"


class ScriptedChat(BaseChatModel):
    """Answers a prompt for a summary by the script."""

    script: Any
    profile: Any = None

    @property
    def _llm_type(self) -> str:
        return "scripted"

    def _generate(
        self, messages: list[BaseMessage], stop: Any = None, run_manager: Any = None, **more: Any
    ) -> ChatResult:
        prompt = "\n".join(str(message.content) for message in messages)
        previous, said = _parted(prompt)
        text = self.script.answer(prompt, previous, said)
        return ChatResult(generations=[ChatGeneration(message=AIMessage(text))])

    def get_num_tokens(self, text: str) -> int:
        return count(text)

    def get_num_tokens_from_messages(self, messages: list[BaseMessage], tools: Any = None) -> int:
        return _tokens(messages)


def _parted(prompt: str) -> tuple[str, list[str]]:
    """The summary so far and what was said, from either memory's prompt."""
    if "Current summary:" in prompt:
        _, _, material = prompt.rpartition("Current summary:")
        previous, _, lines = material.partition("New lines of conversation:")
        return previous.strip(), _LINE.findall(lines)
    said = _ELEMENT.findall(prompt)
    before = [text.removeprefix(_SO_FAR).strip() for text in said if text.startswith(_SO_FAR)]
    return "".join(before[:1]), [text for text in said if not text.startswith(_SO_FAR)]


def _tokens(messages: Sequence[BaseMessage]) -> int:
    return sum(count(str(message.content)) for message in messages)


def middleware(language: str, failure: str, asked: dict[str, int]) -> dict[str, Any]:
    script = Script(failure)
    memory = SummarizationMiddleware(
        model=ScriptedChat(script=script),
        trigger=("tokens", asked["threshold"]),
        keep=("messages", asked["keep"]),
        token_counter=_tokens,
    )
    messages: list[AnyMessage] = []
    for question, answer in talk(language):
        messages.append(HumanMessage(question))
        try:
            changed = memory.before_model({"messages": messages}, None)
        except (RuntimeError, TimeoutError):
            changed = None
        if changed:
            messages = [m for m in changed["messages"] if m.type != "remove"]
        messages.append(AIMessage(answer))
    return _left(script, [str(message.content) for message in messages])


def summary_buffer(language: str, failure: str, asked: dict[str, int]) -> dict[str, Any]:
    from langchain_classic.memory import ConversationSummaryBufferMemory

    script = Script(failure)
    memory = ConversationSummaryBufferMemory(
        llm=ScriptedChat(script=script),
        max_token_limit=asked["threshold"],
        return_messages=True,
    )
    for question, answer in talk(language):
        try:
            memory.save_context({"input": question}, {"output": answer})
        except (RuntimeError, TimeoutError):
            continue
    shown = memory.load_memory_variables({})["history"]
    return _left(script, [str(message.content) for message in shown])


def _left(script: Script, shown: Sequence[str]) -> dict[str, Any]:
    whole = "\n".join(shown)
    return {
        "values": sum(value in whole for value in values()),
        "kept": shown,
        "calls": script.calls,
        "tokens": script.tokens,
    }


def main() -> None:
    warnings.simplefilter("ignore")
    time.sleep = lambda _seconds: None  # it waits between its tries; that is not measured
    asked = json.loads(sys.stdin.read())
    memories = {"SummarizationMiddleware": middleware, "summary buffer": summary_buffer}
    found = {
        name: {
            language: {failure: run(language, failure, asked) for failure in ("", *FAILURES)}
            for language in asked["languages"]
        }
        for name, run in memories.items()
    }
    print(json.dumps(found))


if __name__ == "__main__":
    main()
