"""Every key carries prefix and bot, all keys of a shard share a slot, and scripts touch none that
they do not declare."""

from __future__ import annotations

import binascii
import re
from collections.abc import AsyncIterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import cast

import pytest

from memory.conversation import ConversationId, pair
from memory.store import Tended
from tests.servers import Server
from tests.workers.lanes_at_hand import LEASE_MS, RedisAtHand, answered, take, turn
from workers import scripts
from workers.access import Entry, Standing
from workers.card_mending import mended_cards
from workers.jobs import ChatSettings, Reply
from workers.keys import OF_CHAT, OF_CONVERSATION, OF_SHARD, Keys
from workers.lanes import Put
from workers.limits import Most, Used
from workers.placeholders import Placeholder
from workers.redis_access import RedisAccess
from workers.redis_audit import RedisAudit
from workers.redis_lanes import RedisLanes
from workers.redis_limits import RedisAccounts, RedisPace
from workers.redis_link import Argument, RedisLink, Response, Script
from workers.redis_placeholders import RedisPlaceholders
from workers.redis_spending import RedisSpending
from workers.redis_store import RedisStore
from workers.redis_vectors import RedisVectors
from workers.schema import check_schema
from workers.scripts import reading
from workers.scripts.feedback import set_feedback
from workers.server_store import ServerStore
from workers.spending import Bucket

CHATS = ["terminal", "123", "-100123", "-100123/42", "چت"]
HERE = ConversationId("7", 2)


def slot_tag(name: str) -> str:
    """What Redis Cluster hashes: the part in the first braces."""
    return name[name.index("{") + 1 : name.index("}")]


def test_many_names_are_the_names_one_by_one_for_every_owner_alike() -> None:
    for keys in (Keys("hafez", "123", shards=16), Keys("hafez", "124", shards=16)):
        for owner in ("7", ConversationId("7", 1), ConversationId("7", 2)):
            assert keys.names(tuple(OF_CHAT), owner) == tuple(keys.name(w, owner) for w in OF_CHAT)


@pytest.mark.parametrize("chat", CHATS)
def test_a_chat_s_keys_share_a_slot_with_its_shard_s(chat: str) -> None:
    keys = Keys("hafez", "123", shards=16)
    names = [keys.name(what, chat) for what in (*OF_SHARD, *OF_CHAT)]
    names += [keys.name(what, ConversationId(chat, 3)) for what in (*OF_CONVERSATION, *OF_CHAT)]
    names += [keys.name(what, keys.shard_of(chat)) for what in OF_SHARD]
    assert len({slot_tag(name) for name in names}) == 1
    assert slot_tag(names[0]) == f"hafez:123:s{keys.shard_of(chat):02d}"


def test_a_chat_keeps_its_shard_for_ever() -> None:
    """Data is found again only if this never changes."""
    keys = Keys("hafez", "1", shards=64)
    assert [keys.shard_of(chat) for chat in CHATS[:4]] == [1, 18, 13, 35]
    assert keys.shard_of("123") == binascii.crc32(b"123") % 64


def test_chats_spread_over_the_shards() -> None:
    keys = Keys("hafez", "1", shards=8)
    counts = [0] * 8
    for chat in range(8000):
        counts[keys.shard_of(str(chat))] += 1
    assert min(counts) > 800


def test_no_two_keys_have_one_name() -> None:
    keys = Keys("hafez", "1")
    names = [keys.name(what, "7") for what in (*OF_SHARD, *OF_CHAT)]
    for number in (1, 2):
        names += [keys.name(what, ConversationId("7", number)) for what in OF_CONVERSATION]
    assert len(set(names)) == len(names)


def test_a_conversation_s_key_wants_a_conversation() -> None:
    with pytest.raises(KeyError):
        Keys("hafez", "1").name("log", "7")


@pytest.mark.parametrize(("prefix", "bot"), [("", "1"), ("a{b", "1"), ("a", "1}"), ("a b", "1")])
def test_prefix_and_bot_cannot_break_out_of_the_braces(prefix: str, bot: str) -> None:
    with pytest.raises(ValueError, match="prefix and bot id"):
        Keys(prefix, bot)


@pytest.mark.parametrize("name", scripts.names())
def test_a_script_says_on_top_what_it_takes_and_gives(name: str) -> None:
    source = (Path(scripts.__file__).parent / f"{name}.lua").read_text(encoding="utf-8")
    for said in ("-- KEYS: ", "-- ARGV: ", "-- Result: ", "-- Atomic: "):
        if said == "-- ARGV: " and "ARGV" not in source:
            continue
        assert said in source
    keys = re.findall(r"redis\.call\('(?!PUBLISH)\w+', ([^,)]+)", source)
    assert all(re.fullmatch(r"\w+|KEYS\[\d+\]", key) for key in keys), "builds a key"


class OnlyDeclared:
    """A link that lets the server refuse every key which a script did not declare."""

    def __init__(self, link: RedisLink, limited: RedisLink) -> None:
        self._link = link
        self._limited = limited
        self.ran: set[str] = set()
        self.subscribe = link.subscribe
        self.wait = link.wait
        self.call = link.call

    async def run(
        self, script: Script, keys: Sequence[str], args: Sequence[Argument] = ()
    ) -> Response:
        await self._link.call("ACL", "SETUSER", "limited", "resetkeys", *(f"~{k}" for k in keys))
        self.ran.add(script.name)
        return await self._limited.run(script, keys, args)


@pytest.fixture
async def only_declared(link: RedisLink, server: Server) -> AsyncIterator[OnlyDeclared]:
    rights = ("reset", "on", ">pass", "+@all", "&*")
    await link.call("ACL", "SETUSER", "limited", *rights)
    url = server.url.replace("unix://", "unix://limited:pass@", 1)
    async with await RedisLink.open(url) as limited:
        yield OnlyDeclared(link, limited)
    await link.call("ACL", "DELUSER", "limited")


async def use_everything(at_hand: RedisAtHand, link: scripts.Runs) -> None:
    """Every script, and every branch that touches a key."""
    await check_schema(link, at_hand.keys)
    await use_the_lanes(at_hand)
    await use_tending(at_hand)
    await use_the_audit(at_hand, link)
    memory = await at_hand.store.load(HERE)
    tended = Tended(1, {"summary": {"version": 1, "state": {}}})
    await at_hand.store.commit_tended(memory, tended)
    vectors = RedisVectors(cast("RedisLink", link), at_hand.keys)
    for model in ("one", "two"):
        await vectors.add(HERE, model, {memory.last_number: "AA=="})
        assert await vectors.load(HERE)
    await use_cards(at_hand)
    await use_access(RedisAccess(link, at_hand.keys))
    await use_limits(link, at_hand.keys)
    await use_deletions(at_hand.lanes)
    await use_closing(at_hand.lanes)
    store = ServerStore(cast("RedisLink", link), at_hand.keys)
    await store.add(HERE, pair(memory.last_number + 1, "hi", "hello"))
    buckets = [Bucket("sends_of_group", 3, 5), Bucket("sends_of_bot", 0.1, 20)]
    spending = RedisSpending(link, at_hand.keys)
    await spending.spend("7", buckets)
    await spending.hold("7", buckets[1], 3)
    await RedisPlaceholders(cast("RedisLink", link), at_hand.keys).keep("7", Placeholder(1, 2))
    await set_feedback(link, at_hand.keys, HERE, 1, 1)
    await at_hand.store.replace(HERE, pair(2, "said otherwise", "then"))
    await at_hand.store.erase(HERE, [1, 2])
    await at_hand.store.expire(HERE, 9)


async def use_access(access: RedisAccess) -> None:
    await access.offer("CODE")
    await access.enter(5, Entry(Standing.DENIED))
    await access.pair(1, "Eve", "GUESS")
    await access.pair(1, "Omid", "CODE")
    await access.entries()


async def use_deletions(lanes: RedisLanes) -> None:
    said = replace(turn(1, "deleted"), message_ids=(5,))
    await lanes.put(said)
    await lanes.put(replace(said, update_id=2, text="", deleted=True))


async def use_closing(lanes: RedisLanes) -> None:
    await lanes.put(turn(1, "blocked"))
    await lanes.wait(5)  # for the token that names it
    leases = (await lanes.lease("w", 99)).leases
    (lease,) = (lease for lease in leases if lease.chat == "blocked")
    await lanes.close(lease)
    await lanes.closed_chats()


async def use_limits(link: scripts.Runs, keys: Keys) -> None:
    for update_id in (1, 2):
        await RedisPace(link, keys).take("7", update_id, 1)
    accounts = RedisAccounts(link, keys)
    for call, most in (("a", Most(9, 9)), ("b", Most(9, 9)), ("c", Most(1, 1))):
        await accounts.reserve("7", call, 2, most, 1000)
    await accounts.settle("7", "a", Used(1, 1))
    await accounts.usage("7")


async def use_the_lanes(at_hand: RedisAtHand) -> None:
    lanes = at_hand.lanes
    for update_id in range(1, 9):
        await lanes.put(turn(update_id))
    lease, opened = await take(lanes)
    await lanes.beat([lease])
    await lanes.hand_back(lease)
    lease, opened = await take(lanes)
    chosen = ChatSettings(2, "knn")
    done = answered(1, conversation=2, settings=chosen, tend=True)
    await lanes.commit(lease, opened.turns, done)
    await lanes.mark_sent(lease, 0, [1])
    await lanes.release(lease)

    lease, opened = await take(lanes)
    await lanes.fail(lease, opened.turns, "x", 1000, Reply())
    await at_hand.pass_time(1000)
    lease, opened = await take(lanes)
    await lanes.rejoin("7", 3, 4)
    await lanes.beside("7")
    await lanes.stop("7", 4)
    await lanes.drop(lease, opened.turns)
    lease, opened = await take(lanes)
    await lanes.stop("7", 5)
    await lanes.fail(lease, opened.turns, "x", 1000, Reply())
    lease, opened = await take(lanes)
    await lanes.fail(lease, opened.turns, "x", None, Reply())
    await lanes.release(lease)
    lease, opened = await take(lanes)
    await lanes.stop("7", 7)
    await lanes.release(lease)
    await lanes.depths()
    for letter in await lanes.dead_letters(5):
        await lanes.requeue(letter)
        await lanes.purge([letter])
    await lanes.settings_of("7")
    lease, opened = await take(lanes)
    await lanes.fail(lease, opened.turns, "x", 1000, Reply())
    await lanes.stop("7", 8)
    await take(lanes)
    await at_hand.pass_time(LEASE_MS)
    await at_hand.link.call("ZADD", at_hand.keys.name("turns", "7"), 0, "damaged")
    await take(lanes)


async def use_tending(at_hand: RedisAtHand) -> None:
    lanes = at_hand.lanes
    (tending,) = await lanes.lease_tending("w", 1)
    await lanes.ask_tending(HERE)
    await lanes.beat_tending(tending)
    await lanes.finish_tending(tending, None)
    (tending,) = await lanes.lease_tending("w", 1)
    await lanes.finish_tending(tending, 1000)
    await at_hand.pass_time(1000)
    await lanes.lease_tending("w", 1)
    await at_hand.pass_time(LEASE_MS)
    await lanes.lease_tending("w", 1)


async def use_cards(at_hand: RedisAtHand) -> None:
    memory = await at_hand.store.load(HERE)
    await at_hand.store.read(memory, [1])
    cards = at_hand.keys.name("cards", HERE)
    await at_hand.link.call("HSET", cards, "1", "damaged", "77", "without an exchange")
    assert len(await mended_cards(at_hand.link, at_hand.keys, HERE, ())) == 1
    assert await at_hand.link.call("HKEYS", cards) == [b"1"]
    assert await reading.keep_index(
        at_hand.link, at_hand.keys, HERE, last=1, expired="", index=b"damaged"
    )
    assert await RedisStore(at_hand.link, at_hand.keys).load(HERE) == memory


async def use_the_audit(at_hand: RedisAtHand, link: scripts.Runs) -> None:
    audit = RedisAudit(link, at_hand.keys)
    await audit.begin("w", 60)
    lanes, names = at_hand.lanes, at_hand.keys.name
    for chat in ("audited", "lost", "forgotten"):
        await lanes.put(turn(1, chat))
    await at_hand.link.call("LREM", names("ready", "lost"), 1, "lost")
    await at_hand.link.call("LREM", names("ready", "forgotten"), 1, "forgotten")
    await at_hand.link.call("HDEL", names("own", "forgotten"), "forgotten")
    await at_hand.link.call("ZREM", names("lease", "7"), "7")
    await at_hand.link.call("ZREM", names("tending_lease", "7"), str(HERE))
    await lanes.lease("w", 9)
    found = await audit.mend()
    assert (found.lanes, found.tendings) == (3, 1)
    (tending,) = await lanes.lease_tending("w", 1)
    await lanes.finish_tending(tending, None)
    for untended in (await audit.mend()).untended:
        assert await audit.decide(untended, tend=True)


async def test_scripts_touch_only_keys_that_they_declare(only_declared: OnlyDeclared) -> None:
    link = cast("RedisLink", only_declared)
    await use_everything(RedisAtHand(link), link)
    assert only_declared.ran == set(scripts.names())


async def test_every_key_carries_prefix_and_bot(link: RedisLink) -> None:
    at_hand = RedisAtHand(link)
    await use_everything(at_hand, link)
    everything = await link.call("KEYS", "*")
    assert isinstance(everything, list)
    assert len(everything) > 10
    assert all(re.match(rb"\{test:1(:s00)?\}:", cast("bytes", name)) for name in everything)


async def test_idle_chats_leave_nothing_but_what_has_an_owner(link: RedisLink) -> None:
    at_hand = RedisAtHand(link)
    await at_hand.lanes.put(turn(1))
    lease, opened = await take(at_hand.lanes)
    await at_hand.lanes.commit(lease, opened.turns, answered(1, settings=ChatSettings()))
    await at_hand.lanes.mark_sent(lease, 0, [1])
    await at_hand.lanes.release(lease)
    await at_hand.lanes.wait(0.01)
    left = {name.partition("}:")[2].partition(":")[0] for name in await at_hand.names()}
    assert left == {"fence", "waiting", "seen", "settings", "log", "meta", "cards", "reply_ids"}
    await at_hand.pass_time(49 * 3_600_000)
    assert not [name for name in await at_hand.names() if ":seen:" in name]


async def test_bots_and_prefixes_on_one_server_do_not_see_each_other(link: RedisLink) -> None:
    bots = [RedisAtHand(link, Keys(*names)) for names in (("a", "1"), ("a", "2"), ("b", "1"))]
    for number, bot in enumerate(bots):
        assert await bot.lanes.put(turn(1, text=f"for {number}")) is Put.STORED
        await bot.lanes.ask_tending(HERE)
    for number, bot in enumerate(bots):
        assert (await bot.lanes.stop("7", 1)).dropped == 0
        lease, opened = await take(bot.lanes)
        assert opened.turns[0].text == f"for {number}"
        await bot.lanes.commit(lease, opened.turns, answered(1, text=f"from {number}"))
        assert len(await bot.lanes.lease_tending("w", 9)) == 1
    for number, bot in enumerate(bots):
        (exchange,) = (await bot.store.load(answered().conversation)).exchanges
        assert exchange.assistant == f"from {number}"
