"""``branchline admin``: people, tables, backups and the way to another database, while a server runs."""

from __future__ import annotations

import asyncio
import gzip
import re
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest
import server_client
from server_client import Client, Server, ask, news, ok, opened, serving, some_move, two_at_a_table
from sqlalchemy import select

from branchline.cli.admin import ACTIONS
from branchline.cli.main import main
from branchline.server.callers import HOLDS
from branchline.server.clock import FakeClock
from branchline.server.config import Config
from branchline.server.store.schema import metadata
from branchline.server.store.store import connect
from branchline.words import LANGUAGES, has

Say = Callable[..., Awaitable[tuple[int, str, str]]]


def admin(capsys: pytest.CaptureFixture[str], database: str) -> Callable[..., tuple[int, str, str]]:
    """The command on a database: exit code, output, errors."""

    def call(*words: str) -> tuple[int, str, str]:
        capsys.readouterr()
        code = main(["--lang", "en", "admin", *words, "--database", database])
        out, err = capsys.readouterr()
        return code, out, err

    return call


@pytest.fixture
def keeping(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Callable[..., None]:
    """A test with a running server, and the command on its database."""

    def run(test: Callable[..., Awaitable[None]]) -> None:
        database = server_client.fresh_database(tmp_path)
        call = admin(capsys, database)

        clock = FakeClock()

        async def say(*words: str) -> tuple[int, str, str]:
            said = await asyncio.to_thread(call, *words)
            await clock.advance(HOLDS)  # Without a bus the server learns of people by looking again.
            return said

        async def body() -> None:
            async with serving(Config(database=database), clock) as server:
                await test(server, say)

        asyncio.run(body())

    return run


async def id_of(client: Client) -> str:
    return str((await ok(client.get("/api/me")))["id"])


def contents(url: str) -> dict[str, list[Any]]:
    engine = connect(url, 1, "", durable=False)
    with engine.connect() as connection:
        found = {
            table.name: sorted(map(repr, connection.execute(select(table)).all()))
            for table in metadata.sorted_tables
            if table.name not in ("leases", "processes")
        }
    engine.dispose()
    return found


async def played(server: Server) -> tuple[Client, str]:
    """A server with a bit of everything: people, a running game, a finished one, talk, a report."""
    ada, ben, table = await two_at_a_table(server, talk="free")
    line = (await ok(ben.post(f"/api/tables/{table}/talk", {"what": {"kind": "words", "text": "hé 你好 🚂"}})))["seq"]
    await ok(ada.post(f"/api/tables/{table}/talk/report", {"number": line, "why": "rude"}))
    _, _, over = await two_at_a_table(server)
    for number in range(400):
        seen = await news(ada, table, 0)
        if seen["view"]["stage"] == "over" or number > 6:
            break
        for seat, client in enumerate((ada, ben)):
            seen = await news(client, table, seat)
            if seat in seen["view"]["game"]["waiting"]:
                body = {"move": some_move(seen["view"], number), "expected": seen["seq"], "seat": seat}
                await ok(client.post(f"/api/tables/{table}/moves", body))
    await ask(ada, table, "resign")
    return ada, over


# ---------------------------------------------------------------- people and tables
def test_people(keeping: Any) -> None:
    async def test(server: Server, say: Say) -> None:
        ada, ben = await server.guest("Ada"), await server.guest("Ben")
        id = await id_of(ada)
        _, out, _ = await say("users")
        assert "Ada" in out
        assert "Ben" in out
        assert "Ben" not in (await say("users", "ada"))[1]
        assert id in (await say("user", id))[1]
        await say("rename", id, "Ada", "L.")
        assert (await ok(ada.get("/api/me")))["name"] == "Ada L."
        await say("block", id)
        refused = await ada.get("/api/me")
        assert (refused.status, refused.data["id"]) == (403, "server.blocked")
        async with ada.socket() as socket:
            assert socket.closed == 1008
        assert (await ben.get("/api/me")).status == 200
        await say("unblock", id)
        assert (await ada.get("/api/me")).status == 200
        code, _, err = await say("user", "nobody")
        assert (code, "nobody" in err) == (2, True)

    keeping(test)


def test_a_new_way_to_sign_in(keeping: Any) -> None:
    async def test(server: Server, say: Say) -> None:
        ada = await server.guest("Ada")
        id = await id_of(ada)
        assert "--yes" in (await say("reset", id))[1]
        assert (await ada.get("/api/me")).status == 200
        _, out, _ = await say("reset", id, "--yes")
        found = re.search(r"Sign in as (\S+)\s+with\s+the\s+password\s+(\S+)", out)
        assert found
        assert (await ada.get("/api/me")).status == 401
        again = server.client()
        await ok(again.post("/api/sessions", {"login": found[1], "password": found[2]}))
        assert await id_of(again) == id

    keeping(test)


def test_forgetting_a_person(keeping: Any) -> None:
    async def test(server: Server, say: Say) -> None:
        ada, ben, table = await two_at_a_table(server)
        await news(ada, table, 0)
        id = await id_of(ada)
        await say("delete", id)
        assert (await ada.get("/api/me")).status == 200
        await say("delete", id, "--yes")
        assert (await ada.get("/api/me")).status == 401
        server.site.tables.look_for_missed()
        await server.site.tables.close()
        assert id not in str(await news(ben, table, 1))

    keeping(test)


def test_what_was_reported(keeping: Any) -> None:
    """It is listed, shown with what was said around it, removed for all, or needs nothing; who said it is silenced."""

    async def test(server: Server, say: Say) -> None:
        ada, ben, table = await two_at_a_table(server, talk="free")
        talk = f"/api/tables/{table}/talk"
        for number, (who, text) in enumerate(
            ((ada, "good luck"), (ben, "buy stamps"), (ben, "buy more"), (ada, "no")), 1
        ):
            await ok(who.post(talk, {"what": {"kind": "words", "text": text}, "key": str(number)}))
        await ok(ben.post(talk, {"what": {"kind": "phrase", "phrase": "thanks"}, "key": "bye"}))
        for number, why in ((2, "spam"), (3, "rude"), (5, "other")):
            await ok(ada.post(f"{talk}/report", {"number": number, "why": why}))
        _, out, _ = await say("reports")
        assert [word in out for word in ("buy stamps", "buy more", "Thank you!", "spam", "rude", "Ben", table)] == [
            True
        ] * 7
        _, out, _ = await say("report", "1")
        assert [word in out for word in ("good luck", "> ", "buy stamps", "Ada", "at the table")] == [True] * 5
        _, out, _ = await say("unsay", "1")
        assert "--yes" in out
        async with ada.socket() as socket:
            socket.say({"do": "watch_talk", "table": table})
            assert "buy stamps" in str(await socket.hear())
            await say("unsay", "1", "--yes")
            server.site.talks.look_for_missed()
            assert (await socket.hear())["lines"][-1]["what"] == {"kind": "removed", "number": 2}
        assert "buy stamps" not in str(await ok(ben.get(talk)))
        assert (await say("report", "1"))[0] == 2
        await say("hush", "2")
        await server.site.tables.catch_up(await server.site.tables.get(table))
        refused = await ben.post(talk, {"what": {"kind": "phrase", "phrase": "bye"}, "key": "again"})
        assert refused.data["id"] == "server.hushed"
        await say("dismiss", "2")
        _, out, _ = await say("reports")
        assert ("buy more" in out, "Thank you!" in out) == (False, True)
        for wrong in ("2", "nothing", "9" * 30, "-1"):
            assert (await say("report", "--", wrong))[0] == 2

    keeping(test)


def test_tables(keeping: Any, tmp_path: Path) -> None:
    async def test(server: Server, say: Say) -> None:
        ada, _, table = await two_at_a_table(server)
        lobby = await opened(ada)
        _, out, _ = await say("tables", "--stage", "playing")
        assert table in out
        assert lobby not in out
        assert lobby in (await say("tables", await id_of(ada)))[1]
        assert "Ada" in (await say("table", table))[1]
        file = tmp_path / "log.json"
        await say("export", table, str(file))
        assert '"promise"' in file.read_text()
        assert '"what": "opened"' in (await say("export", table))[1]
        assert (await say("export", table, str(file)))[0] == 2
        await say("close", table)
        assert (await news(ada, table))["view"]["stage"] == "playing"
        await say("close", table, "--yes")
        await say("close", lobby, "--yes")
        server.site.tables.look_for_missed()
        await server.site.tables.close()
        assert (await news(ada, table))["view"]["ending"]["how"] == "abandoned"
        assert (await ada.get(f"/api/tables/{lobby}")).status == 404
        assert (await say("tables", "--stage", "odd"))[0] == 2

    keeping(test)


def test_a_table_that_was_removed_takes_nothing(keeping: Any) -> None:
    """A server that has not noticed yet must not begin a log in the middle."""

    async def test(server: Server, say: Say) -> None:
        ada = await server.guest("Ada")
        lobby = await opened(ada)
        await say("close", lobby, "--yes")
        answer = await ada.post(f"/api/tables/{lobby}/commands", {"do": "seat_bot", "bot": "random"})
        assert (answer.status, answer.data["id"]) == (404, "server.no_such_table")

    keeping(test)


def test_pruning(keeping: Any) -> None:
    async def test(server: Server, say: Say) -> None:
        server.clock.time = 1_000_000_000.0
        old = await server.guest("Old")
        lobby = await opened(old)
        ada, _, table = await two_at_a_table(server)
        server.clock.time = FakeClock().now()
        young = await server.guest("Young")
        _, out, _ = await say("prune", "--days", "100")
        assert "1 tables" in out
        assert "1 running" in out
        assert "3 guests" in out
        assert (await old.get(f"/api/tables/{lobby}")).status == 200
        code, out, err = await say("prune", "--days", "100", "--yes")
        assert (code, err) == (0, "")
        assert (await ada.get("/api/me")).status == 401
        assert (await young.get("/api/me")).status == 200
        server.site.tables.look_for_missed()
        await server.site.tables.close()
        assert (await young.get(f"/api/tables/{lobby}")).status == 404
        assert (await young.get(f"/api/tables/{table}")).data["view"]["stage"] == "over"
        assert "0 tables" in (await say("prune", "--days", "100"))[1]

    # The clock of the command is real; that of the server stands in the year 2027.
    keeping(test)


def test_ratings_are_counted_anew(keeping: Any) -> None:
    async def test(server: Server, say: Say) -> None:
        await played(server)
        assert "1 game" in (await say("ratings"))[1]

    keeping(test)


# ---------------------------------------------------------------- backups
@pytest.mark.usefixtures("each_database")
@pytest.mark.parametrize("name", ["all.backup.gz", "all.db"])
def test_backup_and_return(
    keeping: Any, tmp_path: Path, capsys: pytest.CaptureFixture[str], each_database: str, name: str
) -> None:
    """What was there comes back, from a running server, into either kind of database, and the game goes on."""
    if name.endswith(".db") and each_database != "sqlite":
        name = "again.backup.gz"
    kept: dict[str, Any] = {}

    async def test(server: Server, say: Say) -> None:
        ada, table = await played(server)
        code, _, err = await say("backup", str(tmp_path / name))
        assert (code, err) == (0, ""), err
        kept.update(contents=contents(server.site.config.database), cookies=ada.cookies, table=table)
        assert (tmp_path / name).stat().st_mode & 0o077 == 0
        assert (await say("backup", str(tmp_path / name)))[0] == 2  # It is there.

    keeping(test)
    assert not list(tmp_path.glob("*.part"))
    target = f"sqlite:///{tmp_path / 'returned.db'}"
    call = admin(capsys, target)
    code, _, err = call("restore", str(tmp_path / name))
    assert (code, err) == (0, "")
    assert contents(target) == kept["contents"]
    code, _, err = call("restore", str(tmp_path / name))
    assert code == 2
    assert "not empty" in err

    async def go_on() -> None:
        async with serving(Config(database=target), FakeClock()) as server:
            ada = server.client()
            ada.cookies = kept["cookies"]
            await ask(ada, await opened(ada), "seat_bot", bot="random")

    asyncio.run(go_on())


def test_from_sqlite_to_postgresql_and_back(
    keeping: Any, tmp_path: Path, capsys: pytest.CaptureFixture[str], postgres: Any
) -> None:
    target, back = postgres.database(), f"sqlite:///{tmp_path / 'back.db'}"
    kept: dict[str, Any] = {}

    async def test(server: Server, say: Say) -> None:
        await played(server)
        code, _, err = await say("migrate", "--to", target)
        assert (code, err) == (0, "")
        kept.update(contents(server.site.config.database))

    keeping(test)
    assert contents(target) == kept

    async def go_on() -> None:
        """Numbers that the database gives out go on after the last."""
        async with serving(Config(database=target), FakeClock()) as server:
            ada, ben, table = await two_at_a_table(server, talk="free")
            said = {"what": {"kind": "words", "text": "x"}}
            line = (await ok(ben.post(f"/api/tables/{table}/talk", said)))["seq"]
            await ok(ada.post(f"/api/tables/{table}/talk/report", {"number": line, "why": "rude"}))

    asyncio.run(go_on())
    assert admin(capsys, target)("migrate", "--to", back)[0] == 0
    assert contents(back) == contents(target)
    assert len(contents(back)["reports"]) == 2
    assert "not empty" in admin(capsys, target)("migrate", "--to", back)[2]


def test_a_backup_of_an_earlier_release(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """It is put into the tables of its time, and these are brought up to today."""
    file, target = tmp_path / "old.backup.gz", f"sqlite:///{tmp_path / 'new.db'}"
    lines = [
        '{"format":"branchline-backup/1","revision":"0001","tables":["people"]}',
        '{"table":"people","columns":["id","name","colour","language","created"]}',
        '["abc","Ada","red","en",1.5]',
        '{"rows":1}',
    ]
    with gzip.open(file, "wt") as out:
        out.write("\n".join(lines) + "\n")
    assert admin(capsys, target)("restore", str(file))[0] == 0
    engine = connect(target, 1, "", durable=False)
    with engine.connect() as connection:
        row = connection.execute(select(metadata.tables["people"])).one()
        assert (row.name, row.account, row.blocked) == ("Ada", False, False)
    engine.dispose()


def packed(line: str) -> bytes:
    """A line as a backup has it; two workers of a test run must see the same bytes, so they bear no date."""
    return gzip.compress(line.encode() + b"\n", mtime=0)


HEAD = '{"format":"branchline-backup/1","revision":"%s","tables":[%s]}'
BROKEN = {
    "empty": (b"", "format"),
    "not packed": (b"nothing like it", "line 1"),
    "no head": (packed("{}"), "line"),
    "another format": (packed('{"format":"other/1","revision":"0001","tables":[]}'), "format"),
    "no rows": (packed(HEAD % ("0001", '"people"')), "broke off"),
    "cut off": (packed(HEAD % ("0001", '"people"'))[:-12], "line 1"),
    "of a later release": (packed(HEAD % ("0099", "")), "0099"),
    "a database": (b"SQLite format 3\0" + b"x" * 100, ""),
}


@pytest.mark.parametrize(("data", "said"), BROKEN.values(), ids=BROKEN.keys())
def test_backups_that_are_none(tmp_path: Path, capsys: pytest.CaptureFixture[str], data: bytes, said: str) -> None:
    """Nothing half-done: the database is as empty as it was."""
    file, target = tmp_path / "x.backup.gz", f"sqlite:///{tmp_path / 'new.db'}"
    file.write_bytes(data)
    code, _, err = admin(capsys, target)("restore", str(file))
    assert code == 2
    assert said in err
    engine = connect(target, 1, "", durable=False)
    with engine.connect() as connection:
        tables = connection.exec_driver_sql("SELECT count(*) FROM sqlite_master").scalar()
    assert tables == 0
    engine.dispose()


# ---------------------------------------------------------------- the command
def test_mistakes(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    database = f"sqlite:///{tmp_path / 'none.db'}"
    call = admin(capsys, database)
    for words, said in (
        (("users",), "none.db"),
        (("dance",), "Possible: users"),
        (("user",), "user ID"),
        (("rename", "x"), "ID NAME"),
        (("restore", str(tmp_path / "none")), "none"),
    ):
        code, _, err = call(*words)
        assert code == 2, words
        assert said in err
    assert not (tmp_path / "none.db").exists()
    code = main(["admin", "users", "--database", "postgresql://nobody@127.0.0.1:1/x"])
    assert code == 2
    assert "Traceback" not in capsys.readouterr().err


@pytest.mark.parametrize("lang", LANGUAGES)
def test_all_actions_are_told(capsys: pytest.CaptureFixture[str], lang: str) -> None:
    assert main(["--lang", lang, "admin"]) == 0
    out = capsys.readouterr().out
    assert all(re.search(rf"^  {action}\b", out, re.MULTILINE) for action in ACTIONS)
    assert all(has(f"admin.about_{action}") for action in ACTIONS)
    assert [action for action in ACTIONS if not has(f"admin.form_{action}")] == [
        "reports",
        "ratings",
    ]  # which take nothing
