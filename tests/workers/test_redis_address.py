"""Addresses of one server and of several, read from one line."""

from __future__ import annotations

from pathlib import Path

import pytest

from workers.redis_address import Address, BadAddress, Several, read_address, read_url, unix_url
from workers.trust import Trust

TRUST = Trust(ca=Path("ca.pem"))


@pytest.mark.parametrize(
    ("url", "address"),
    [
        ("redis://host", Address(host="host")),
        ("redis://host:7000/3", Address(host="host", port=7000, db=3)),
        ("redis://[::1]:7000/", Address(host="::1", port=7000)),
        ("redis://:p%40ss@host", Address(host="host", password="p@ss")),
        ("rediss://ann:x@host", Address(host="host", user="ann", password="x", trust=TRUST)),
        ("unix:///run/a%20b.sock?db=2", Address(path="/run/a b.sock", db=2)),
        ("unix://ann:x@/s", Address(path="/s", user="ann", password="x")),
    ],
)
def test_one_server_is_read(url: str, address: Address) -> None:
    assert read_url(url, TRUST) == address
    assert read_address(url, TRUST) == address


def test_sentinels_are_read_with_whom_they_lead_to() -> None:
    url = "redis+sentinel://ann:x@one,two:5000,[::1]/lanes%2Fa/4"
    several = read_url(url, TRUST)
    who = Address(host="one", port=26379, user="ann", password="x", db=4)
    addresses = (who, who.at("two", 5000), who.at("::1", 26379))
    assert several == Several("sentinel", addresses, "lanes/a")


def test_the_servers_of_a_cluster_are_read() -> None:
    assert read_url("redis+cluster://one:1,two") == Several(
        "cluster", (Address(host="one", port=1), Address(host="two"))
    )


@pytest.mark.parametrize("kind", ["sentinel", "cluster"])
def test_several_servers_are_believed_as_one_is(kind: str) -> None:
    several = read_url(f"rediss+{kind}://one,two" + ("/lanes" if kind == "sentinel" else ""), TRUST)
    assert isinstance(several, Several)
    assert [address.trust for address in several.addresses] == [TRUST, TRUST]


@pytest.mark.parametrize(
    "url",
    [
        "",
        "host",
        "http://host",
        "redis://",
        "redis://:6379",
        "redis://a,b",
        "redis://host:port",
        "redis://host:70000",
        "redis://host/a",
        "redis://host/1/2",
        "redis://host?db=1",
        "redis+other://host",
        "redis+sentinel://host",
        "redis+sentinel:///lanes",
        "redis+sentinel://host/lanes/x",
        "redis+cluster://host/1",
        "redis+cluster://one,,two",
        "unix://host/s",
        "unix:///s?database=1",
        "unix+cluster:///s",
    ],
)
def test_what_is_no_address_is_refused_without_quoting_it(url: str) -> None:
    with pytest.raises(BadAddress) as refusal:
        read_url(url.replace("://", "://me:hush@"))
    assert "hush" not in str(refusal.value)
    with pytest.raises(BadAddress):
        read_url(url)


def test_several_servers_are_not_one() -> None:
    with pytest.raises(BadAddress):
        read_address("redis+cluster://one,two")


def test_an_address_shows_no_secret() -> None:
    several = read_url("redis+sentinel://ann:s3cr3t@one,two/lanes")
    assert "s3cr3t" not in repr(several)


def test_a_socket_s_path_comes_back_whole(tmp_path: Path) -> None:
    path = tmp_path / "a b%20c?#.sock"
    assert read_address(unix_url(path)).path == str(path)
