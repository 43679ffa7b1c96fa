"""
A client of servers on this machine, over real sockets, and servers as processes: for kills, for load, for bots.

Written for itself, so that a failure of the server is not hidden by what a library does about it.
"""

from __future__ import annotations

import asyncio
import json
import os
import signal
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Any

from real_servers import free_port
from websockets.asyncio.client import ClientConnection, connect

BEGIN_SECONDS = 600.0
"""How long a server may take to begin on a machine that has much else to do. One that has died is noticed at once."""
ANSWER_SECONDS = 20.0
GONE = (OSError, EOFError, TimeoutError, asyncio.IncompleteReadError, ValueError)
"""What a request raises when the server is not there any more."""


class Server:
    """``branchline serve`` as a process of its own, at the same port every time."""

    def __init__(self, database: str, folder: Path, **settings: Any) -> None:
        self.port = free_port()
        rates = (
            "address_rate",
            "person_rate",
            "message_rate",
            "sign_in_rate",
            "guest_rate",
            "table_rate",
            "sockets_most",
        )
        self.settings = {"port": self.port, "database": database, **dict.fromkeys(rates, 0), **settings}
        self.log = folder / f"server-{self.port}.log"
        self.process: subprocess.Popen[bytes] | None = None

    @property
    def url(self) -> str:
        """Where it is."""
        return f"http://127.0.0.1:{self.port}"

    def start(self) -> None:
        """Begin; it answers a little later."""
        environment = {name: value for name, value in os.environ.items() if not name.startswith("BRANCHLINE_")}
        environment |= {f"BRANCHLINE_{name.upper()}": str(value) for name, value in self.settings.items()}
        with self.log.open("ab") as log:
            command = [sys.executable, "-m", "branchline.cli.main", "serve"]
            self.process = subprocess.Popen(command, env=environment, stdout=log, stderr=log)

    def wait(self) -> None:
        """Wait until it answers."""
        end = time.monotonic() + BEGIN_SECONDS
        while not self.ready():
            if time.monotonic() > end or (self.process is not None and self.process.poll() is not None):
                raise TimeoutError(f"the server did not begin:\n{self.log.read_text()[-2000:]}")
            time.sleep(0.05)

    def ready(self) -> bool:
        """Whether it answers."""
        try:
            with urllib.request.urlopen(f"{self.url}/api/ready", timeout=5) as answer:
                return bool(answer.status == 200)
        except (OSError, urllib.error.URLError):
            return False

    def kill(self, number: signal.Signals = signal.SIGKILL) -> None:
        """End it, at once."""
        if self.process is not None:
            self.process.send_signal(number)
            self.process.wait()
            self.process = None


class Http:
    """A connection that is kept, with a cookie or token."""

    def __init__(self, port: int, headers: dict[str, str] | None = None) -> None:
        self.port, self.headers = port, headers or {}
        self.pipe: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None
        self.turn = asyncio.Lock()

    async def send(self, method: str, path: str, data: Any = None) -> tuple[int, Any]:
        """A request and its answer; one of ``GONE`` if there is none."""
        body = b"" if data is None else json.dumps(data).encode()
        head = [f"{method} {path} HTTP/1.1", "host: 127.0.0.1", f"content-length: {len(body)}"]
        head += [f"{name}: {value}" for name, value in self.headers.items()]
        request = "\r\n".join([*head, "", ""]).encode() + body
        async with self.turn, asyncio.timeout(ANSWER_SECONDS):
            try:
                if self.pipe is None:
                    self.pipe = await asyncio.open_connection("127.0.0.1", self.port, limit=2**22)
                reader, writer = self.pipe
                writer.write(request)
                return await self.answer(reader)
            except BaseException:
                self.close()
                raise

    async def answer(self, reader: asyncio.StreamReader) -> tuple[int, Any]:
        """Read an answer."""
        lines = (await reader.readuntil(b"\r\n\r\n")).decode().split("\r\n")
        headers = dict(line.lower().split(": ", 1) for line in lines[1:] if line)
        for line in lines[1:]:
            if line.lower().startswith("set-cookie: "):
                self.headers["cookie"] = line.partition(": ")[2].partition(";")[0]
        body = await reader.readexactly(int(headers.get("content-length", "0")))
        if headers.get("connection") == "close":
            self.close()
        data = json.loads(body) if body and "json" in headers.get("content-type", "") else body.decode() or None
        return int(lines[0].split()[1]), data

    def close(self) -> None:
        """Hang up."""
        if self.pipe is not None:
            with suppress(OSError, RuntimeError):
                self.pipe[1].close()
            self.pipe = None

    async def good(self, method: str, path: str, data: Any = None) -> Any:
        """The answer of a request that must succeed."""
        status, answer = await self.send(method, path, data)
        assert status in (200, 201), (status, path, data, answer)
        return answer

    @asynccontextmanager
    async def socket(self) -> AsyncIterator[ClientConnection]:
        """A WebSocket of the same person."""
        headers = {name: value for name, value in self.headers.items() if name in ("cookie", "authorization")}
        async with connect(
            f"ws://127.0.0.1:{self.port}/api/socket",
            additional_headers=headers,
            max_size=2**22,
            compression=None,
            open_timeout=ANSWER_SECONDS,
            close_timeout=0.1,
            ping_interval=None,
        ) as socket:
            yield socket
