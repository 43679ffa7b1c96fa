"""
What proves the dealing of a finished game, and dealing it again (docs/guides/server.md, Fair dealing).

The file holds all that chance was asked for, moves that were taken back too. Whoever noted the promise before the first
card, and gave a salt of its own, needs to trust nobody.
"""

from __future__ import annotations

from typing import Any

from msgspec import Struct, ValidationError, convert, json

from branchline import Game
from branchline.errors import BranchlineError, quoted
from branchline.game.record import Record, move_line
from branchline.server import fair
from branchline.server.problems import refuse
from branchline.server.tables.table import Table
from branchline.server.tables.takeback import TakenBack

FORMAT = "branchline-dealing/1"


class Dealt(Struct, frozen=True, forbid_unknown_fields=True):
    """A row of the log in which chance was asked (``line``: a line of a record), or moves were taken back."""

    row: int
    line: str = ""
    back_to: int | None = None
    seat: int | None = None
    """Whose moves were taken back; None: those of all."""


class Dealing(Struct, frozen=True, forbid_unknown_fields=True):
    """Everything that one needs to deal a game again."""

    table: str
    promise: str
    secret: str
    salts: dict[str, str]
    dealt: int
    """The row in which the game was dealt."""
    first: int | None
    """The seat that begins, if chance did not choose it."""
    record: dict[str, Any]
    """The record of the game without its moves."""
    rows: tuple[Dealt, ...]
    format: str = FORMAT


class Verdict(Struct, frozen=True):
    """Whether a game was dealt as promised; if not, the message says what differs."""

    fair: bool
    message: str
    parameters: dict[str, Any]


def dealing(table: Table) -> Dealing:
    """The proof of a finished game; refused before its end, for it shows all."""
    if table.stage != "over":
        raise refuse("not_over")
    rows = []
    for step in table.steps[table.dealt :]:
        row = step.row
        if isinstance(row.entry, TakenBack):
            rows.append(Dealt(row.seq, back_to=row.entry.to, seat=row.entry.seat))
        elif row.sealed:
            rows.append(Dealt(row.seq, row.sealed.partition("\n")[0]))
    return Dealing(
        table=table.id,
        promise=fair.promise(table.secret),
        secret=table.secret.hex(),
        salts={str(seat): salt for seat, salt in sorted(table.salts.items())},
        dealt=table.dealt,
        first=table.first,
        record=json.decode(table.deal),
        rows=tuple(rows),
    )


def read_dealing(text: str | bytes) -> Dealing:
    """A proof from its JSON; refused if it is none."""
    try:
        return convert(json.decode(text), Dealing)
    except (ValidationError, ValueError, RecursionError) as error:
        raise refuse("no_dealing", why=quoted(str(error), 200)) from None


def verify(proof: Dealing, promise: str | None = None) -> Verdict:
    """Deal a game again; with the promise that somebody noted before, compare that too."""
    try:
        return deal_again(proof, promise)
    except (BranchlineError, ValueError, KeyError, IndexError) as error:
        return Verdict(False, "fair.broken", {"why": quoted(str(error), 300)})


def deal_again(proof: Dealing, promise: str | None) -> Verdict:
    """The same; the proof may break on the way."""
    secret = bytes.fromhex(proof.secret)
    kept = fair.promise(secret)
    if kept != proof.promise or (promise or kept).lower() != kept:
        said = proof.promise if kept != proof.promise else str(promise)
        return Verdict(False, "fair.other_secret", {"value": quoted(said), "there": kept})
    salts = {int(seat): salt for seat, salt in proof.salts.items()}
    record = Record.from_data(proof.record)

    def seed(row: int) -> str:
        return fair.seed(secret, row, salts)

    first = int(seed(proof.dealt), 16) % record.seats if proof.first is None else proof.first
    game = Game.new(record.variant, record.seats, seed(proof.dealt), record.options, first, record.names)
    game.reseed(seed(proof.dealt))
    if game.record().data()["start"] != record.data()["start"]:
        return Verdict(False, "fair.other_deal", {"row": proof.dealt})
    played: list[tuple[Dealt, Game]] = []  # Each move that stands, with the game before it.
    for dealt in proof.rows:
        if dealt.back_to is not None:
            played, game = back(game, played, dealt)
            continue
        said, before = dealt.line.partition(" > ")[0], game.copy()
        seat, _, text = said.partition(" ")
        game.reseed(seed(dealt.row))
        game.play(text, int(seat))
        there = move_line(game, len(game.moves) - 1)
        if there != dealt.line:
            parameters = {"row": dealt.row, "value": quoted(dealt.line, 200), "there": quoted(there, 200)}
            return Verdict(False, "fair.other_cards", parameters)
        played.append((dealt, before))
    number = sum(not row.back_to for row in proof.rows)
    return Verdict(True, "fair.as_promised", {"table": proof.table, "moves": number, "promise": kept})


def back(game: Game, played: list[tuple[Dealt, Game]], taken: Dealt) -> tuple[list[tuple[Dealt, Game]], Game]:
    """The moves that stand after some were taken back, and the game then."""
    assert taken.back_to is not None
    gone = [
        i
        for i, (dealt, _) in enumerate(played)
        if dealt.row > taken.back_to and (taken.seat is None or dealt.line.startswith(f"{taken.seat} "))
    ]
    if not gone:
        return played, game
    again, stand = played[gone[0]][1], played[: gone[0]]
    for i, (dealt, _) in enumerate(played):
        if i > gone[0] and i not in gone:  # Choices at the start, in which chance has no part.
            stand.append((dealt, again.copy()))
            seat, _, text = dealt.line.partition(" ")
            again.play(text, int(seat))
    return stand, again
