"""
Records: a whole game as data and as text, and playing it again (docs/formats/record.md).

The dealt cards stand in the record, so replaying needs no random generator.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from msgspec import UNSET, Struct, UnsetType, ValidationError, convert, to_builtins

from branchline.core import consts as c
from branchline.core.state import State
from branchline.errors import BranchlineError, OptionError, RecordError, quoted
from branchline.game.position import write_position
from branchline.game.variants import OptionValue

if TYPE_CHECKING:
    from branchline.game.game import Game

FORMAT = "branchline-record/1"
HEADER = "branchline record 1"


class FinalResult(Struct, frozen=True, forbid_unknown_fields=True):
    """How the game ended."""

    how: str
    scores: tuple[int, ...]
    ranks: tuple[int, ...]
    winners: tuple[int, ...]


class Record(Struct, frozen=True, forbid_unknown_fields=True):
    """A game from the start to now."""

    variant: str
    seats: int
    start: dict[str, Any]
    moves: tuple[str, ...]
    format: str = FORMAT
    rules: int = 1
    options: dict[str, OptionValue] = {}
    names: tuple[str, ...] = ()
    first_seat: int = 0
    seed: int | str | None = None
    map: dict[str, Any] | UnsetType = UNSET
    result: FinalResult | None = None

    def data(self) -> dict[str, Any]:
        """The record as JSON-ready data."""
        plain = to_builtins(self)
        return {key: plain[key] for key in KEYS if key in plain}

    def to_json(self) -> str:
        """The record as one line of JSON."""
        return json.dumps(self.data(), ensure_ascii=False, separators=(",", ":"))

    def to_text(self) -> str:
        """The record as text: a header line a field, then a line a move."""
        data = self.data()
        moves, result = data.pop("moves"), data.pop("result")
        data.pop("format")
        head = [
            f"{key}: {value if key == 'variant' else json.dumps(value, ensure_ascii=False)}"
            for key, value in data.items()
        ]
        return "\n".join([HEADER, *head, "", *moves, f"result: {json.dumps(result, ensure_ascii=False)}", ""])

    @classmethod
    def from_data(cls, data: Any) -> Record:
        """A record from data; RecordError if it is none."""
        if isinstance(data, Mapping) and data.get("format") != FORMAT:
            raise RecordError("errors.record_format", {"value": quoted(data.get("format")), "possible": FORMAT})
        try:
            return convert(data, cls)
        except (ValidationError, UnicodeError, RecursionError) as error:
            raise RecordError("errors.record_shape", {"value": quoted(str(error), 200)}) from None

    @classmethod
    def from_json(cls, text: str) -> Record:
        """A record from JSON text."""
        if not isinstance(text, str):
            return cls.from_data(text)
        try:
            data = json.loads(text)
        except (ValueError, RecursionError) as error:
            # A ValueError may also be a number of too many digits.
            broken_json = RecordError("errors.record_json", {"value": quoted(str(error), 200)})
            raise cut_json(text, broken_json) or broken_json from None
        return cls.from_data(data)

    @classmethod
    def from_text(cls, text: str) -> Record:
        """A record from its text form."""
        if not isinstance(text, str):
            return cls.from_data(text)
        lines = text.replace("\r\n", "\n").split("\n")
        if lines[0].strip() != HEADER:
            raise RecordError("errors.record_format", {"value": quoted(lines[0]), "possible": HEADER})
        data: dict[str, Any] = {"format": FORMAT}
        moves: list[str] = []
        in_moves = False
        for number, line in enumerate(lines[1:], 2):
            key, colon, value = line.partition(": ")
            if not line.strip():
                in_moves = True
            elif colon and key not in data and (key == "result" if in_moves else key in HEAD):
                try:
                    data[key] = value if key == "variant" else json.loads(value)
                except (ValueError, RecursionError):
                    raise RecordError("errors.record_line", {"line": number, "value": quoted(line)}) from None
            elif in_moves and not colon and "result" not in data:
                moves.append(line)
            else:
                raise RecordError("errors.record_line", {"line": number, "value": quoted(line)})
        if "result" not in data:
            cut = RecordError("errors.record_cut", {"line": len(lines)})
            raise broken(len(moves), "", cut) if in_moves else cut
        return cls.from_data({**data, "moves": moves})


KEYS = (
    "format",
    "rules",
    "variant",
    "map",
    "options",
    "seats",
    "names",
    "first_seat",
    "seed",
    "start",
    "moves",
    "result",
)
HEAD = tuple(key for key in KEYS if key not in ("format", "moves", "result"))
"""The fields that have a header line in the text form."""


def make_record(game: Game, start: State) -> Record:
    """The record of a game."""
    from branchline.game.game import RULES_VERSION

    t = game.tables
    result = game.result
    final = FinalResult(result.how, result.scores, result.ranks, result.winners) if result else None
    return Record(
        rules=RULES_VERSION,
        variant=game.variant.id,
        map=UNSET if game.variant.packaged else game.variant.data(layout=False),
        options=dict(t.settings.changed),
        seats=game.seats,
        names=game.names,
        first_seat=start.first,
        seed=game.seed,
        start=write_position(t, start),
        moves=tuple(move_line(game, number) for number in range(len(game.moves))),
        result=final,
    )


def move_line(game: Game, number: int) -> str:
    """The line of a move: seat, text, and the cards that chance dealt."""
    seat, code, offered, drawn = game.moves[number]
    text = f"{seat} {game.codec.move_of(code, offered)}"
    return f"{text} > {' '.join(game.tables.kinds[kind] for kind in drawn)}" if drawn else text


def read_record(record: Record | Mapping[str, Any] | str) -> Record:
    """A record from whatever form it comes in."""
    if isinstance(record, Record):
        return record
    if isinstance(record, str):
        return Record.from_json(record) if record.lstrip().startswith("{") else Record.from_text(record)
    return Record.from_data(record)


def broken(move: int, text: str, cause: BranchlineError) -> RecordError:
    """The error of a record that breaks at a move."""
    return RecordError("errors.record_move", {"move": move, "value": quoted(text, 120)}).because(cause)


def cut_json(text: str, cause: BranchlineError) -> RecordError | None:
    """The error of a JSON record that breaks off among its moves: at which of them."""
    begun = re.search(r'"moves"\s*:\s*\[', text)
    if begun is None:
        return None
    read, skip = json.JSONDecoder().raw_decode, re.compile(r"\s*")
    at, number = begun.end(), 0
    while True:
        at = skip.match(text, at).end()  # type: ignore[union-attr]
        if text[at : at + 1] == "]":
            return None
        try:
            _, end = read(text, at)
        except (ValueError, RecursionError):
            return broken(number, text[at : at + 120], cause)
        at = skip.match(text, end).end()  # type: ignore[union-attr]
        number += 1
        if text[at : at + 1] == ",":
            at += 1
        elif text[at : at + 1] != "]":
            return broken(number, text[at : at + 120], cause)


def replay_record(source: Record | Mapping[str, Any] | str, upto: int | None) -> Game:
    """Play the first moves of a record, all by default."""
    record = read_record(source)
    if upto is not None and (isinstance(upto, bool) or not isinstance(upto, int) or upto < 0):
        raise RecordError("errors.record_upto", {"value": quoted(upto), "most": len(record.moves)})
    game = begin_replay(record)
    for number, line in enumerate(record.moves if upto is None else record.moves[:upto]):
        play_line(game, number, line)
    if len(game.moves) == len(record.moves):
        check_result(record, game)
    if game.is_over:
        game.seed = record.seed
    return game


def begin_replay(record: Record) -> Game:
    """The game before the first move of a record."""
    from branchline.game.game import RULES_VERSION, Game

    if not 1 <= record.rules <= RULES_VERSION:
        raise RecordError("errors.record_rules", {"value": quoted(record.rules), "possible": RULES_VERSION})
    try:
        game = Game.from_position(dict(record.start), record.names)
        check_head(record, game)
    except RecordError:
        raise
    except BranchlineError as error:
        raise RecordError("errors.record_start").because(error) from None
    game.seed = record.seed
    return game


def check_head(record: Record, game: Game) -> None:
    """The header must agree with the start."""
    said = {
        "variant": record.variant,
        "options": dict(record.options),
        "seats": record.seats,
        "first_seat": record.first_seat,
    }
    there = {
        "variant": game.variant.id,
        "options": dict(game.tables.settings.changed),
        "seats": game.seats,
        "first_seat": game.first_seat,
    }
    for key, value in said.items():
        if value != there[key]:
            raise RecordError("errors.record_head", {"key": key, "value": quoted(value), "start": quoted(there[key])})


def play_line(game: Game, number: int, line: str) -> None:
    """Play one line of a record: the move, with the cards that were dealt."""
    said, _, dealt = line.partition(" > ")
    seat, _, text = said.partition(" ")
    if not seat.isascii() or not seat.isdigit() or len(seat) > 2 or int(seat) >= game.seats:
        raise broken(number, line, OptionError("errors.seat", {"value": quoted(seat, 20), "most": game.seats - 1}))
    cards = dealt.split()
    unknown = [card for card in cards if card not in game.tables.kind_index]
    if unknown:
        raise broken(number, line, RecordError("errors.unknown_card", {"value": quoted(unknown[0], 40)}))
    try:
        there = play_dealt(game, text, int(seat), [game.tables.kind_index[card] for card in cards])
    except BranchlineError as error:
        raise broken(number, line, error) from None
    if there is not None:
        said = quoted(" ".join(cards) or "-", 200)
        came = quoted(" ".join(game.tables.kinds[kind] for kind in there) or "-", 200)
        raise broken(number, line, RecordError("errors.record_dealt", {"value": said, "there": came}))
    right = move_line(game, number)
    if line != right:
        raise broken(number, line, RecordError("errors.record_canonical", {"there": quoted(right, 200)}))


def play_dealt(game: Game, text: str, seat: int, cards: list[int]) -> bytes | None:
    """
    Play a move so that exactly these cards come; the cards that came instead, if others did.

    The generator may go first: where it still deals what it dealt then, it stands afterwards where it stood, and the
    game goes on as it would have. Where it does not, the cards of the record decide.
    """
    before = game.engine.copy()
    game.play(text, seat)
    if list(game.moves[-1][3]) == cards:
        return None
    game.engine = before
    game.moves.pop()
    game._raw.pop()
    game._state = None
    game.seed = None
    play_scripted(game, text, seat, cards)
    there = game.moves[-1][3]
    return there if game.engine.fault or list(there) != cards else None


def play_scripted(game: Game, text: str, seat: int, cards: list[int]) -> None:
    """Play a move with these cards on top of the piles. The core notes a fault if one is not there."""
    s = game.state
    s.fault = 0
    tops = {}
    for deck in range(len(game.tables.decks)):
        mine = [kind for kind in cards if game.tables.deck_of[kind] == deck]
        known = s.top[deck][: s.top_n[deck]][::-1]
        # If the start names other cards than the record, they come, and the caller sees the difference.
        if mine and all(one == two for one, two in zip(known, mine, strict=False)):
            tops[deck] = mine + known[len(mine) :]
    if all(len(top) <= c.DECK_CARDS for top in tops.values()):
        for deck, top in tops.items():
            s.top[deck] = top[::-1] + [0] * (c.DECK_CARDS - len(top))
            s.top_n[deck] = len(top)
        game.engine.load(s.pack())
        game._state = None
        game.play(text, seat)
        return
    # Resets of the row can deal more cards than the known top of a pile has room for: such a step, a rare one, is
    # done by the uncompiled rules, whose lists may be as long as they like.
    from branchline.core.plain import Board, Engine

    engine, plain = game.engine, Engine.from_bytes(Board(game.tables.board.data), s.pack())
    for deck, top in tops.items():
        plain.s.top[deck] = top[::-1]
        plain.s.top_n[deck] = len(top)
    game.engine = plain
    try:
        game.play(text, seat)
    finally:
        game.engine = engine
        game._state = None
    for top in plain.s.top:
        top[:] = [*top[: c.DECK_CARDS], *[0] * (c.DECK_CARDS - len(top))]
    plain.s.top_n = [min(n, c.DECK_CARDS) for n in plain.s.top_n]
    engine.load(plain.data)


def check_result(record: Record, game: Game) -> None:
    """The result must be what comes out."""
    result = game.result
    there = result and FinalResult(result.how, result.scores, result.ranks, result.winners)
    if record.result != there:
        raise RecordError(
            "errors.record_result",
            {"value": quoted(to_builtins(record.result), 300), "there": quoted(to_builtins(there), 300)},
        )
