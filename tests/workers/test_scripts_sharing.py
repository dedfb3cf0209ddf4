"""Scripts carry the shared functions that they use, and no others."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from workers import scripts
from workers.scripts.sharing import with_what_it_uses

SHARED = """-- What all share.

-- Adds.
local function add(a, b)
  return a + b
end

local function twice(a) return add(a, a) end

local function never() return 0 end
"""


def test_a_script_gets_what_it_calls_and_what_that_calls() -> None:
    source = with_what_it_uses("-- never\nreturn twice(2)\n", SHARED)
    assert re.findall(r"^local function (\w+)", source, re.MULTILINE) == ["add", "twice"]
    assert source.startswith("-- Adds.\n")
    assert source.endswith("end\n\n-- never\nreturn twice(2)\n")


def test_a_script_that_calls_nothing_stays_as_it_is() -> None:
    assert with_what_it_uses("return again_twice(1)\n", SHARED) == "return again_twice(1)\n"


@pytest.mark.parametrize("name", scripts.names())
def test_no_script_calls_a_shared_function_that_it_does_not_carry(name: str) -> None:
    shared = (Path(scripts.__file__).parent / "lane_record.lua").read_text(encoding="utf-8")
    source = scripts.load(name)[0].source
    for function in re.findall(r"^local function (\w+)", shared, re.MULTILINE):
        called = re.search(rf"(?<!function )\b{function}\(", source) is not None
        assert called == (f"local function {function}(" in source), function
