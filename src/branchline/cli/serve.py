"""``branchline serve``: a place to play, in one command."""

from __future__ import annotations

import gc
import os
import socket
import webbrowser
from argparse import Namespace
from contextlib import closing
from threading import Thread

from branchline.cli.common import Arguments, CommandError, Context, why

FAILED = 1


def settings() -> list[str]:
    """The names of all settings; asking for them needs none of the server's packages."""
    from branchline.server.config import NAMES

    return [field.name for field in NAMES]


def add_arguments(arguments: Arguments) -> None:
    """Each setting is a flag."""
    arguments.add("--config", message="settings.config", metavar="FILE")
    arguments.add("--open", message="cli.open_help", action="store_true")
    for name in settings():
        arguments.add("--" + name.replace("_", "-"), dest=name, message=f"settings.{name}", metavar="VALUE")


def run(found: Namespace, context: Context) -> int:
    """Serve until somebody ends it."""
    try:
        import uvicorn

        from branchline.server.app import make_app
    except ModuleNotFoundError as error:
        raise CommandError("cli.serve_missing", {"value": error.name}) from None
    from branchline.server import journal
    from branchline.server.config import address, read_config

    flags = {name: getattr(found, name) for name in settings() if getattr(found, name) is not None}
    config = read_config(flags, os.environ, found.config)
    journal.begin(config)
    with closing(listen(config.host, config.port)) as door:
        url = address(config.host, door.getsockname()[1])
        database = must_answer(config.database)
        context.write(context.say("cli.serving", url=url, database=database))
        # What was loaded stays: looking through all of it again and again would only hold up players.
        gc.collect()
        gc.freeze()
        gc.set_threshold(20_000, 20, 50)
        server = uvicorn.Server(
            uvicorn.Config(
                make_app(config),
                ws="websockets-sansio",
                ws_max_size=config.message_most * 4,
                ws_per_message_deflate=False,  # The size of a secret tells of it, and a window for each socket is dear.
                log_config=None,
                access_log=False,
                proxy_headers=False,  # The application decides whom to believe.
                server_header=False,
                timeout_graceful_shutdown=5,
                timeout_keep_alive=75,  # Longer than a proxy keeps a connection: it must not be closed under a request.
            )
        )
        if found.open:
            # Connections wait at the door until the server has begun, so the page may be asked for at once.
            Thread(target=webbrowser.open, args=(url,), daemon=True).start()
        try:
            server.run(sockets=[door])
        except KeyboardInterrupt:  # The usual end; everything is kept.
            context.write("")
    return 0 if server.started else FAILED


def must_answer(url: str) -> str:
    """The database as one may show it; a clear refusal where it does not answer."""
    from sqlalchemy.exc import SQLAlchemyError

    from branchline.server.store.store import address, ask, connect

    shown = url.partition("://")[0]  # Whatever is wrong with the rest, a password may be in it.
    try:
        shown = address(url).render_as_string(hide_password=True)
        engine = connect(url, 1, "", durable=False)
        try:
            with engine.connect() as connection:
                ask(connection)
        finally:
            engine.dispose()
    except (SQLAlchemyError, ImportError) as error:
        cause = str(error).partition("\n")[0]
        raise CommandError("cli.no_database", {"value": shown, "why": cause}) from None
    return shown


def listen(host: str, port: int) -> socket.socket:
    """A socket at which the server will answer; a clear refusal where that can't be."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    door = socket.socket(family, socket.SOCK_STREAM)
    door.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        door.bind((host, port))
        door.listen(2048)
    except (OSError, OverflowError) as error:
        door.close()
        raise CommandError("cli.no_door", {"host": host, "port": port, "why": why(error)}) from None
    return door
