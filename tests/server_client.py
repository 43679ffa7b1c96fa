"""
A client of the server without a network: requests, streams and sockets straight into the application.

``run(test)`` starts a server on a fresh database with a clock that stands still, in the event loop of the test.
"""

from __future__ import annotations

import asyncio
import gzip
import json
import tempfile
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import branchline as bl
from branchline.server.app import make_app, site_of
from branchline.server.clock import FakeClock
from branchline.server.config import Config
from branchline.server.site import Site

SECONDS = 10.0
"""How long a test waits for something that must come."""


@dataclass
class Answer:
    """What a request brought back."""

    status: int
    headers: dict[str, str]
    text: str

    @property
    def data(self) -> Any:
        """The JSON."""
        return json.loads(self.text)


@dataclass
class Client:
    """A browser, or a program with a token. ``seen`` is every byte that it ever received."""

    app: Any
    headers: dict[str, str] = field(default_factory=dict)
    cookies: dict[str, str] = field(default_factory=dict)
    seen: list[str] = field(default_factory=list)
    address: str = "127.0.0.1"
    scheme: str = "http"
    without: tuple[str, ...] = ()
    """Headers that it does not send."""

    def scope(self, kind: str, method: str, path: str) -> dict[str, Any]:
        """What ASGI calls a request."""
        parts = urlsplit(path)
        headers = {"host": "test", "origin": f"{self.scheme}://test", **self.headers}
        for name in self.without:
            headers.pop(name, None)
        if self.cookies:
            headers["cookie"] = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
        return {
            "type": kind,
            "asgi": {"version": "3.0"},
            "http_version": "1.1",
            "method": method,
            "scheme": self.scheme.replace("http", "ws") if kind == "websocket" else self.scheme,
            "path": parts.path,
            "raw_path": parts.path.encode(),
            "query_string": parts.query.encode(),
            "root_path": "",
            "headers": [(name.encode(), value.encode()) for name, value in headers.items()],
            "client": (self.address, 1),
            "server": ("test", 80),
            "subprotocols": [],
            "state": {},
        }

    async def send(self, method: str, path: str, body: bytes = b"") -> Answer:
        """A request from its first byte to the last of its answer."""
        sent = False
        status, headers, data = 0, {}, b""

        async def receive() -> dict[str, Any]:
            nonlocal sent
            if sent:
                await asyncio.Event().wait()
            sent = True
            return {"type": "http.request", "body": body, "more_body": False}

        async def answer(message: dict[str, Any]) -> None:
            nonlocal status, headers, data
            if message["type"] == "http.response.start":
                status = message["status"]
                headers = {name.decode().lower(): value.decode() for name, value in message["headers"]}
            else:
                data += message.get("body", b"")

        async with asyncio.timeout(SECONDS):
            await asyncio.sleep(
                0
            )  # On a network others would have their turn: who asks in a loop must not hold all up.
            await self.app(self.scope("http", method, path), receive, answer)
        if "set-cookie" in headers:
            name, _, value = headers["set-cookie"].partition(";")[0].partition("=")
            self.cookies[name] = value
            if not value:
                del self.cookies[name]
        if headers.get("content-encoding") == "gzip":
            data = gzip.decompress(data)
        self.seen.append(data.decode())
        return Answer(status, headers, data.decode())

    async def get(self, path: str) -> Answer:
        """Read something."""
        return await self.send("GET", path)

    async def delete(self, path: str) -> Answer:
        """Remove something."""
        return await self.send("DELETE", path)

    async def post(self, path: str, data: Any = None) -> Answer:
        """Send JSON."""
        return await self.send("POST", path, json.dumps({} if data is None else data).encode())

    @asynccontextmanager
    async def stream(self, path: str) -> AsyncIterator[AsyncIterator[Any]]:
        """The lines of a stream, decoded."""
        queue: asyncio.Queue[bytes | None] = asyncio.Queue()
        gone = asyncio.Event()

        async def receive() -> dict[str, Any]:
            await gone.wait()
            return {"type": "http.disconnect"}

        async def answer(message: dict[str, Any]) -> None:
            if message["type"] == "http.response.start":
                assert message["status"] == 200, message
            elif message.get("body"):
                self.seen.append(message["body"].decode())
                queue.put_nowait(message["body"])
            if message["type"] == "http.response.body" and not message.get("more_body"):
                queue.put_nowait(None)

        async def lines() -> AsyncIterator[Any]:
            while (chunk := await asyncio.wait_for(queue.get(), SECONDS)) is not None:
                if chunk.strip():
                    yield json.loads(chunk)

        task = asyncio.ensure_future(self.app(self.scope("http", "GET", path), receive, answer))
        try:
            yield lines()
        finally:
            gone.set()
            await asyncio.wait_for(task, SECONDS)

    @asynccontextmanager
    async def socket(self, path: str = "/api/socket") -> AsyncIterator[Socket]:
        """A WebSocket."""
        socket = Socket(self)
        task = asyncio.ensure_future(self.app(self.scope("websocket", "GET", path), socket.incoming.get, socket.answer))
        socket.task = task
        socket.incoming.put_nowait({"type": "websocket.connect"})
        try:
            first = await socket.next()
            if first["type"] == "websocket.close":
                socket.closed = first.get("code", 1000)
            yield socket
        finally:
            socket.incoming.put_nowait({"type": "websocket.disconnect", "code": 1000})
            await asyncio.wait_for(task, SECONDS)


class Socket:
    """One WebSocket from the outside."""

    def __init__(self, client: Client) -> None:
        self.client = client
        self.incoming: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        self.outgoing: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        self.closed: int | None = None
        self.task: asyncio.Future[None] | None = None
        self.taking = asyncio.Event()
        self.taking.set()

    async def answer(self, message: dict[str, Any]) -> None:
        """What the server sends; it waits while the client does not take it."""
        await self.taking.wait()
        self.client.seen.append(message.get("text", ""))
        self.outgoing.put_nowait(message)

    async def next(self) -> dict[str, Any]:
        """The next message as ASGI has it."""
        return await asyncio.wait_for(self.outgoing.get(), SECONDS)

    def say(self, data: Any) -> None:
        """Send JSON, or text as it is."""
        text = data if isinstance(data, str) else json.dumps(data)
        self.incoming.put_nowait({"type": "websocket.receive", "text": text})

    async def hear(self) -> Any:
        """The next message, decoded; the code if the server closes."""
        message = await self.next()
        if message["type"] == "websocket.close":
            self.closed = message.get("code", 1000)
            return self.closed
        return json.loads(message["text"])


@dataclass
class Server:
    """A running server with its clock."""

    app: Any
    site: Site
    clock: FakeClock

    def client(self) -> Client:
        """A browser that was never here."""
        return Client(self.app)

    def client_at(self, scheme: str) -> Client:
        """A browser that was never here, by http or https."""
        return Client(self.app, scheme=scheme)

    async def guest(self, name: str, colour: str = "") -> Client:
        """A browser that came in as a guest."""
        client = self.client()
        answer = await client.post("/api/guests", {"name": name, "colour": colour})
        assert answer.status == 201, answer.text
        return client


@asynccontextmanager
async def serving(config: Config, clock: FakeClock | None = None) -> AsyncIterator[Server]:
    """A server of a configuration."""
    clock = clock or FakeClock()
    app = make_app(config, clock)
    async with app.router.lifespan_context(app):
        yield Server(app, site_of(app), clock)


def fresh_database(folder: Path) -> str:
    """Where a test keeps its data, unless it says so itself."""
    return f"sqlite:///{folder / 'test.db'}"


RATES = (
    "address_rate",
    "person_rate",
    "message_rate",
    "sign_in_rate",
    "guest_rate",
    "table_rate",
    "picture_rate",
    "review_rate",
)
UNLIMITED = dict.fromkeys(RATES, 0.0)
"""The clock stands still: nobody would ever get a second chance."""


def run(test: Callable[[Server], Awaitable[None]], **settings: Any) -> None:
    """Run a test with a server on a fresh database."""
    with tempfile.TemporaryDirectory() as folder:
        settings.setdefault("database", fresh_database(Path(folder)))
        settings = {**UNLIMITED, **settings}

        async def main() -> None:
            async with serving(Config(**settings)) as server:
                await test(server)

        asyncio.run(main())


# ---------------------------------------------------------------- what most tests do
async def ok(answer: Awaitable[Answer]) -> Any:
    """The data of an answer that must be good."""
    found = await answer
    assert found.status in (200, 201), found.text
    return found.data


async def opened(host: Client, **setup: Any) -> str:
    """A table at which the host has the first seat."""
    setup = {"variant": "mini", "seats": 2, **setup}
    return str((await ok(host.post("/api/tables", {"setup": setup})))["table"])


async def ask(client: Client, table: str, do: str, **parameters: Any) -> Any:
    """A command that must be carried out."""
    return await ok(client.post(f"/api/tables/{table}/commands", {"do": do, **parameters}))


async def news(client: Client, table: str, seat: int | None = None, since: int = 0) -> Any:
    """What a client sees of a table."""
    eyes = "" if seat is None else f"&seat={seat}"
    return await ok(client.get(f"/api/tables/{table}?since={since}{eyes}"))


async def two_at_a_table(server: Server, **setup: Any) -> tuple[Client, Client, str]:
    """Two guests at a table whose game has started."""
    ada, ben = await server.guest("Ada"), await server.guest("Ben")
    table = await opened(ada, **setup)
    await ask(ben, table, "take_seat")
    await ask(ada, table, "start")
    return ada, ben, table


def some_move(view: Any, number: int = 0) -> str:
    """A legal move, said from the form of the choice alone, as a client does."""
    choice = view["game"]["choice"]
    moves: list[str] = []
    if choice["keep_of"]:
        moves.append("keep " + " ".join(str(i + 1) for i in range(choice["keep_of"])))
    for verb, places in (("claim", "claims"), ("station", "stations"), ("harbour", "harbours")):
        moves += [
            f"{verb} {place} {payment}" for c in choice[places] for place in c["places"] for payment in c["payments"]
        ]
    moves += [f"pay {payment}" for payment in choice["pay"]]
    moves += [f"row {c['card']}" + (f" refill {c['refills'][0]}" if c["refills"] else "") for c in choice["row"]]
    moves += ["blind" if len(view["game"]["decks"]) == 1 else f"blind {deck}" for deck in choice["blind"]]
    moves += ["stop"] * choice["stop"] + ["decline"] * choice["decline"] + ["tickets"] * choice["tickets"]
    if choice["split_most"]:
        total = bl.variant(view["game"]["variant"]).parameters.pieces_chosen
        moves.append(f"split {choice['split_least']} {total - choice['split_least']}")
    moves += ["pass"] * choice["passing"]
    return moves[number % len(moves)]
