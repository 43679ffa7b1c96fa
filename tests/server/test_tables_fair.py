"""Fair dealing: a finished game is dealt again from its secret; a dealing that was touched is found out."""

from __future__ import annotations

import asyncio
import hashlib
import json
from pathlib import Path
from random import Random
from typing import Any

import pytest
from msgspec import json as msgspec_json
from msgspec.structs import replace
from pure_tables import Pure, started
from server_client import Server, ask, news, ok, opened, run, serving

from branchline.cli.main import main
from branchline.server.config import Config
from branchline.server.problems import RefusedError
from branchline.server.tables import lobby, play
from branchline.server.tables.absence import Resign
from branchline.server.tables.consent import Back, Propose, Vote
from branchline.server.tables.dealing import Dealing, dealing, read_dealing, verify
from branchline.server.tables.setup import Setup
from branchline.server.tables.takeback import TakeBack

VARIANTS = ("usa", "europe", "london", "world", "great_lakes", "mini")


def finished(variant: str, seats: int = 3) -> Pure:
    """A game with salts, played to its end, with moves taken back now and then."""
    random = Random(variant)
    pure = Pure()
    pure.do(lobby.Open(setup=Setup(variant=variant, seats=seats)))
    for seat in range(seats):
        pure.do(lobby.TakeSeat(seat=seat), f"p{seat}")
    pure.do(lobby.AddSalt(salt="my-own-salt"), "p1")
    pure.do(play.Start())
    pure.any_move(random)
    pure.do(TakeBack(), f"p{pure.table.moves[-1].seat}")
    while pure.table.stage == "playing":
        pure.any_move(random)
        if random.random() < 0.1 and pure.table.stage == "playing":
            to = random.choice(pure.table.moves[-5:]).row - 1
            row = pure.do(Propose(matter=Back(to)), "p0").seq
            for seat in range(1, seats):
                pure.do(Vote(proposal=row, agree=True), f"p{seat}")
    return pure


@pytest.mark.parametrize("variant", VARIANTS)
def test_a_game_was_dealt_as_promised(variant: str) -> None:
    pure = finished(variant)
    proof = read_dealing(msgspec_json.encode(dealing(pure.table)))
    promise = pure.table.steps[0].row.entry.promise  # type: ignore[attr-defined]
    verdict = verify(proof, promise)
    assert verdict.fair, verdict
    assert hashlib.sha256(bytes.fromhex(proof.secret)).hexdigest() == promise


def changed(proof: Dealing) -> list[tuple[str, Dealing, str | None]]:
    """Proofs that a cheating server might show."""
    other = "00" * 32
    record = json.loads(json.dumps(proof.record))
    hands = record["start"]["players"]
    hands[0]["hand"], hands[1]["hand"] = hands[1]["hand"], hands[0]["hand"]
    dealt = next(i for i, row in enumerate(proof.rows) if " > " in row.line)
    line = proof.rows[dealt].line
    cards = line.partition(" > ")[2].split()
    swapped = line.replace(cards[0], next(card for card in ("red", "blue") if card != cards[0]), 1)
    rows = list(proof.rows)
    rows[dealt] = replace(rows[dealt], line=swapped if " > " in swapped else line + " red")
    return [
        ("other_secret", replace(proof, secret=other), None),
        ("other_secret", proof, other),
        ("other_deal", replace(proof, salts={**proof.salts, "1": "another"}), None),
        ("other_deal", replace(proof, record=record), None),
        ("other_cards", replace(proof, rows=tuple(rows)), None),
        ("broken", replace(proof, rows=proof.rows[3:]), None),
        ("broken", replace(proof, record={}), None),
        ("broken", replace(proof, secret="secret"), None),
    ]


def test_what_was_touched_is_found_out() -> None:
    proof = dealing(finished("usa").table)
    assert verify(proof).fair
    for number, (message, touched, promise) in enumerate(changed(proof)):
        verdict = verify(touched, promise)
        assert not verdict.fair, number
        assert verdict.message in (f"fair.{message}", "fair.broken"), (number, verdict)
        assert verdict.message == f"fair.{message}" or message == "other_cards", (number, verdict)


def test_nothing_is_proven_before_the_end() -> None:
    pure = started()
    with pytest.raises(RefusedError):
        dealing(pure.table)
    pure.do(Resign(), "p0")
    assert verify(dealing(pure.table)).fair


def test_what_is_no_proof() -> None:
    for text in ("", "{}", "[1]", "{" * 10_000, '{"format":"x"}'):
        with pytest.raises(RefusedError):
            read_dealing(text)


def test_the_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """On a file, on a database, on a server; and in what language one likes."""
    database = tmp_path / "kept.db"
    kept: dict[str, Any] = {}

    async def begin() -> None:
        async with serving(Config(database=f"sqlite:///{database}")) as server:
            ada = await server.guest("Ada")
            table = await opened(ada)
            await ask(ada, table, "seat_bot", bot="random")
            await ask(ada, table, "add_salt", salt="pepper")
            await ask(ada, table, "start")
            assert (await ada.get(f"/api/tables/{table}/dealing")).data["id"] == "server.not_over"
            await ask(ada, table, "stand_in", bot="random")
            for _ in range(2000):
                seen = await news(ada, table, None, 10_000)
                if seen["view"]["stage"] == "over":
                    break
                await asyncio.sleep(0.002)
            kept.update(table=table, promise=seen["view"]["fair"]["promise"])
            kept["proof"] = (await ada.get(f"/api/tables/{table}/dealing")).text

    asyncio.run(begin())
    file = tmp_path / "dealing.json"
    file.write_text(kept["proof"])
    assert main(["verify", str(file), "--promise", kept["promise"]]) == 0
    assert "as promised" in capsys.readouterr().out
    assert main(["--lang", "ja", "verify", kept["table"], "--database", str(database)]) == 0
    assert "約束どおり" in capsys.readouterr().out
    assert main(["--lang", "zh-Hant", "verify", str(file), "--promise", "0" * 64]) == 1
    assert "不符" in capsys.readouterr().out
    for wrong in (
        [],
        [str(tmp_path / "none")],
        ["x", "--database", str(tmp_path / "none.db")],
        ["x", "--database", str(database)],
        ["http://127.0.0.1:9/t/x"],
        ["x", "--database", "mars://x"],
    ):
        assert main(["verify", *wrong]) == 2, wrong
        assert capsys.readouterr().err.startswith("branchline: ")


def test_a_secret_is_kept_until_the_end() -> None:
    async def test(server: Server) -> None:
        ada = await server.guest("Ada")
        table = await opened(ada)
        await ask(ada, table, "seat_bot", bot="random")
        live = await server.site.tables.get(table)
        await ask(ada, table, "start")
        secret = live.table.secret.hex()
        assert secret not in "".join(ada.seen)
        await ask(ada, table, "resign")
        assert (await ok(ada.get(f"/api/tables/{table}/dealing")))["secret"] == secret

    run(test)


def test_the_server_deals_again() -> None:
    async def test(server: Server) -> None:
        ada = await server.guest("Ada")
        table = await opened(ada)
        await ask(ada, table, "seat_bot", bot="random")
        await ask(ada, table, "start")
        assert (await ada.get(f"/api/tables/{table}/verdict")).data["id"] == "server.not_over"
        await ask(ada, table, "resign")
        found = await ok(ada.get(f"/api/tables/{table}/verdict"))
        assert (found["fair"], found["message"]) == (True, "fair.as_promised")
        assert found["parameters"]["promise"] in found["sentence"]
        ada.headers["accept-language"] = "ja"
        found = await ok(ada.get(f"/api/tables/{table}/verdict?promise={'0' * 64}"))
        assert (found["fair"], found["message"]) == (False, "fair.other_secret")
        assert "約束と違います" in found["sentence"]

    run(test)
