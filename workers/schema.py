"""The number of the data's shape, and the check at start that data and program fit together."""

from __future__ import annotations

from workers import scripts
from workers.keys import Keys
from workers.starting import CannotStart

SCHEMA = 1


class SchemaRefused(CannotStart):
    """The stored data does not fit this program; the text is a sentence for whoever runs it."""


async def check_schema(link: scripts.Runs, keys: Keys) -> None:
    """Write schema and shard count at first start, compare them ever after; raises
    SchemaRefused. Nothing older than schema 1 was ever written, so there is nothing to migrate."""
    stored = await scripts.check_schema(link, keys, SCHEMA, keys.shards)
    schema, shards = (_whole(number) for number in stored)
    if schema is None or shards is None:
        raise SchemaRefused(
            f"The data under the prefix {keys.prefix} is not Hafez's; choose another HAFEZ_PREFIX."
        )
    if schema > SCHEMA:
        raise SchemaRefused(
            f"The data was written by a newer Hafez (schema {schema}, this one knows {SCHEMA}); "
            "start that version, or choose another HAFEZ_PREFIX."
        )
    if shards != keys.shards:
        raise SchemaRefused(
            f"The data was laid out in {shards} shards, but HAFEZ_SHARDS asks for {keys.shards}; "
            f"set HAFEZ_SHARDS={shards}."
        )


def _whole(number: bytes | None) -> int | None:
    return int(number) if number and number.isdigit() and number != b"0" else None
