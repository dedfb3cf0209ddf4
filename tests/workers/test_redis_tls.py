"""The encrypted link: whom it believes, and what it says when it does not."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from hashlib import sha256
from pathlib import Path

import pytest
import trustme

from tests.servers import Server
from tests.workers.drivers_at_hand import Open
from tests.workers.tls_proxy import HERE, tls_proxy
from workers.link import Script, Unreachable
from workers.redis_link import RedisLink
from workers.trust import Trust

ADD = Script("add", "return redis.call('INCRBY', KEYS[1], ARGV[1])")


@pytest.fixture(scope="module")
def authority() -> trustme.CA:
    return trustme.CA()


@pytest.fixture(scope="module")
def trust(authority: trustme.CA, tmp_path_factory: pytest.TempPathFactory) -> Trust:
    path = tmp_path_factory.mktemp("authority") / "ca.pem"
    authority.cert_pem.write_to_path(str(path))
    return Trust(ca=path)


@pytest.fixture(scope="module")
def guarded() -> Iterator[Server]:
    """A server that lets in ann with the password "s3cr3t", and nobody else."""
    server = Server()
    acl = server.home / "acl"
    digest = sha256(b"s3cr3t").hexdigest()
    acl.write_text(f"user default off\nuser ann on #{digest} ~* &* +@all\n")
    try:
        server.start("--aclfile", str(acl))
        yield server
    finally:
        server.remove()


async def test_an_encrypted_link_does_all_a_plain_one_does(
    server: Server, authority: trustme.CA, trust: Trust, open_one: Open
) -> None:
    heard: asyncio.Queue[bytes] = asyncio.Queue()
    async with (
        tls_proxy(server.socket, authority.issue_cert(HERE)) as proxy,
        await open_one(f"rediss://{proxy.place}", trust=trust) as link,
    ):
        await link.call("DEL", "n", "wake")
        await link.subscribe(["news"], lambda _, what: heard.put_nowait(what), lambda: None)
        await link.call("LPUSH", "wake", "token")
        await link.call("PUBLISH", "news", "سلام")

        assert await link.run(ADD, ["n"], [2]) == 2
        assert await link.wait(["wake"], 5) == "token"
        assert await asyncio.wait_for(heard.get(), 5) == "سلام".encode()


async def test_megabytes_and_many_calls_pass_encrypted(
    server: Server, authority: trustme.CA, trust: Trust, open_one: Open
) -> None:
    payload = bytes(range(256)) * 8000
    async with (
        tls_proxy(server.socket, authority.issue_cert(HERE)) as proxy,
        await open_one(f"rediss://{proxy.place}", trust=trust) as link,
    ):
        await link.call("SET", "big", payload)
        assert await link.call("GET", "big") == payload
        answers = await asyncio.gather(*(link.call("ECHO", n) for n in range(2000)))
        assert answers == [str(n).encode() for n in range(2000)]


async def test_user_password_and_database_are_given_encrypted(
    guarded: Server, authority: trustme.CA, trust: Trust, open_one: Open
) -> None:
    async with tls_proxy(guarded.socket, authority.issue_cert(HERE)) as proxy:
        async with await open_one(f"rediss://ann:s3cr3t@{proxy.place}/3", trust=trust) as link:
            said = await link.call("CLIENT", "INFO")
        with pytest.raises(Unreachable, match="refused the user or the password"):
            await open_one(f"rediss://ann:wrong@{proxy.place}", trust=trust)

    assert isinstance(said, bytes)
    assert b"user=ann" in said
    assert b"db=3" in said


async def test_an_encrypted_link_comes_back_after_a_drop(
    server: Server, authority: trustme.CA, trust: Trust
) -> None:
    async with (
        tls_proxy(server.socket, authority.issue_cert(HERE)) as proxy,
        await RedisLink.open(f"rediss://{proxy.place}", trust=trust) as link,
    ):
        connection = link._calls.ready
        assert connection
        proxy.drop()
        await asyncio.wait_for(connection.closed.wait(), 5)

        assert await asyncio.wait_for(link.call("ECHO", "again"), 5) == b"again"


async def test_a_certificate_of_nobody_we_know_is_refused_in_a_sentence(
    server: Server, authority: trustme.CA, open_one: Open
) -> None:
    async with tls_proxy(server.socket, authority.issue_cert(HERE)) as proxy:
        with pytest.raises(Unreachable, match=r"signed by nobody we know.*REDIS_CA") as refusal:
            await open_one(f"rediss://ann:s3cr3t@{proxy.place}")

        assert "s3cr3t" not in str(refusal.value)
        assert proxy.visits == 0, "the handshake ended, although the certificate is not trusted"


async def test_a_certificate_of_another_authority_is_refused(
    server: Server, trust: Trust, open_one: Open
) -> None:
    async with tls_proxy(server.socket, trustme.CA().issue_cert(HERE)) as proxy:
        with pytest.raises(Unreachable, match="signed by nobody we know"):
            await open_one(f"rediss://{proxy.place}", trust=trust)


async def test_a_certificate_for_another_name_is_refused(
    server: Server, authority: trustme.CA, trust: Trust, open_one: Open
) -> None:
    for name in ("redis.example.org", "127.0.0.2"):
        async with tls_proxy(server.socket, authority.issue_cert(name)) as proxy:
            with pytest.raises(Unreachable, match="is for another name"):
                await open_one(f"rediss://{proxy.place}", trust=trust)


async def test_a_certificate_out_of_date_is_refused(
    server: Server, authority: trustme.CA, trust: Trust, open_one: Open
) -> None:
    yesterday = datetime.now(UTC) - timedelta(days=1)
    old = authority.issue_cert(HERE, not_before=yesterday - timedelta(days=9), not_after=yesterday)
    async with tls_proxy(server.socket, old) as proxy:
        with pytest.raises(Unreachable, match="out of date"):
            await open_one(f"rediss://{proxy.place}", trust=trust)


async def test_anybody_is_believed_when_asked_to(server: Server, open_one: Open) -> None:
    """As hosted servers with certificates of their own need it."""
    async with (
        tls_proxy(server.socket, trustme.CA().issue_cert("elsewhere.example")) as proxy,
        await open_one(f"rediss://{proxy.place}", trust=Trust(verify=False)) as link,
    ):
        assert await link.call("PING") == b"PONG"


async def test_a_server_that_speaks_no_tls_is_named(own_server: Server, open_one: Open) -> None:
    async def hang_up(_reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.write(b"-ERR what?\r\n")
        writer.close()

    plain = await asyncio.start_server(hang_up, HERE, 0)
    async with plain:
        port = plain.sockets[0].getsockname()[1]
        with pytest.raises(Unreachable, match="does the server speak TLS there"):
            await open_one(f"rediss://{HERE}:{port}")


async def test_a_server_that_speaks_only_tls_is_told_from_a_silent_one(
    server: Server, authority: trustme.CA, open_one: Open
) -> None:
    async with tls_proxy(server.socket, authority.issue_cert(HERE)) as proxy:
        with pytest.raises(Unreachable, match="closed the connection"):
            await open_one(f"redis://{proxy.place}", timeout_s=0.3)


@pytest.mark.parametrize("content", [None, "no certificate"])
async def test_a_file_without_authorities_is_refused_in_a_sentence(
    tmp_path: Path, content: str | None, open_one: Open
) -> None:
    path = tmp_path / "ca.pem"
    if content:
        path.write_text(content, encoding="utf-8")
    with pytest.raises(Unreachable, match=r"REDIS_CA names .*ca\.pem"):
        await open_one("rediss://127.0.0.1:1", trust=Trust(ca=path))
