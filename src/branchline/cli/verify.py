"""``branchline verify``: was a game of a server dealt as promised?"""

from __future__ import annotations

from argparse import Namespace
from pathlib import Path

from branchline.cli.common import Arguments, CommandError, Context, read_text, why

UNFAIR = 1
MOST_BYTES = 10_000_000
SECONDS = 20.0


def add_arguments(arguments: Arguments) -> None:
    """What can be said after ``verify``."""
    arguments.add("game", message="fair.file_help", nargs="?", metavar="GAME")
    arguments.add("--promise", message="fair.promise_help", metavar="HASH")
    arguments.add("--database", message="fair.database_help", metavar="URL")


def run(found: Namespace, context: Context) -> int:
    """Get the proof, deal again, say what came out."""
    if not found.game:
        raise CommandError("fair.which")
    from branchline.server.tables.dealing import read_dealing, verify

    if found.database:
        text = from_database(found.database, found.game)
    elif found.game.startswith(("http://", "https://")):
        text = from_server(found.game)
    else:
        text = read_text(found.game)
    verdict = verify(read_dealing(text), found.promise)
    context.write(*context.terminal.wrap(context.say(verdict.message, **verdict.parameters)))
    return 0 if verdict.fair else UNFAIR


def from_server(address: str) -> str:
    """The proof from a server: the address of the table on its pages or in its interface, or of the proof itself."""
    from urllib.error import URLError
    from urllib.parse import urlsplit
    from urllib.request import urlopen

    parts = urlsplit(address)
    id = parts.path.removesuffix("/dealing").rstrip("/").rpartition("/")[2]
    try:
        with urlopen(f"{parts.scheme}://{parts.netloc}/api/tables/{id}/dealing", timeout=SECONDS) as answer:
            text: str = answer.read(MOST_BYTES).decode()
            return text
    except (URLError, OSError, ValueError) as error:
        raise CommandError("fair.no_answer", {"value": address, "why": str(error)}) from None


def from_database(url: str, id: str) -> str:
    """The proof from a database; a bare path means a file of SQLite."""
    try:
        from sqlalchemy.exc import SQLAlchemyError

        from branchline.server.store import logs
        from branchline.server.store.store import connect
    except ModuleNotFoundError as error:
        raise CommandError("cli.serve_missing", {"value": error.name}) from None
    from msgspec import json

    from branchline.server.tables.dealing import dealing

    if "://" not in url:
        if not Path(url).is_file():
            raise CommandError("cli.cannot_read", {"value": url, "why": why(FileNotFoundError(url))})
        url = f"sqlite:///{url}"
    try:
        engine = connect(url, 1, "", durable=False)
        with engine.connect() as connection:
            return json.encode(dealing(logs.load(connection, id))).decode()
    except SQLAlchemyError as error:
        raise CommandError("cli.cannot_read", {"value": url, "why": str(error).partition("\n")[0]}) from None
