"""
A game one can play, copy, look at and write down. The public face of the rules.

The core decides; this layer checks what comes in, names what comes out, and explains what is refused.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Any, overload

from branchline.core import consts as c
from branchline.core.engine import Engine
from branchline.core.state import State
from branchline.errors import MoveError, OptionError, illegal_move, quoted
from branchline.game.codes import Codec
from branchline.game.moves import AnyMove, KeepTickets, Move
from branchline.game.notation import parse_move
from branchline.game.position import STAGES, write_position
from branchline.game.tables import Tables, tables
from branchline.game.telling import HOW, RawEvent, tell
from branchline.game.variants import OptionValue, Variant, load_variant, variant

if TYPE_CHECKING:
    from branchline.game.events import AnyEvent
    from branchline.game.reasons import Reason
    from branchline.game.record import Record
    from branchline.game.sheet import Result, Sheet
    from branchline.game.view import View

RULES_VERSION = 1
"""Raised by a fix of the rules that changes how a recorded game would go on; records keep their own."""

PHASES = {c.TURN: "turn", c.SECOND: "second", c.KEEPING: "keep", c.SURCHARGE: "surcharge", c.OVER: "over"}
SEED_BITS = 96
MOST_BITS = 4096
"""A seed of more bits is a mistake; it could not even be written down."""


@lru_cache(maxsize=256)
def codec(t: Tables) -> Codec:
    """The codec of a variant's tables, made once."""
    return Codec(t)


def resolve(which: str | Variant | Mapping[str, Any]) -> Variant:
    """A variant by id, as it is, or from an own map's data."""
    if isinstance(which, Variant):
        return which
    return variant(which) if isinstance(which, str) else load_variant(which)


def seed_number(seed: int | str) -> int:
    """A seed as the 96 bits that start the generator: numbers as they are, words by their hash."""
    if isinstance(seed, str) and is_text(seed):
        from hashlib import blake2b

        return int.from_bytes(blake2b(seed.encode(), digest_size=SEED_BITS // 8).digest(), "big")
    if isinstance(seed, bool) or not isinstance(seed, int) or seed.bit_length() > MOST_BITS:
        raise OptionError("errors.seed", {"value": quoted(seed)})
    return seed % (1 << SEED_BITS)


def is_text(value: object) -> bool:
    """Whether a value is a text that can be written to a file: without halves of characters."""
    if not isinstance(value, str):
        return False
    try:
        value.encode()
    except UnicodeEncodeError:
        return False
    return True


class LegalMoves(Sequence[AnyMove]):
    """
    The legal moves of one seat: a lazy sequence in the order of the codes.

    ``in`` takes a move or its text.
    """

    __slots__ = ("_game", "_offered", "codes", "seat")

    def __init__(self, game: Game, seat: int | None, codes: list[int], offered: int) -> None:
        self._game = game
        self._offered = offered
        self.seat = seat
        self.codes = codes
        """The same moves as integers."""

    def __len__(self) -> int:
        return len(self.codes)

    @overload
    def __getitem__(self, index: int) -> AnyMove: ...
    @overload
    def __getitem__(self, index: slice) -> list[AnyMove]: ...
    def __getitem__(self, index: int | slice) -> AnyMove | list[AnyMove]:
        move_of, offered = self._game.codec.move_of, self._offered
        if isinstance(index, slice):
            return [move_of(code, offered) for code in self.codes[index]]
        return move_of(self.codes[index], offered)

    def __iter__(self) -> Iterator[AnyMove]:
        move_of, offered = self._game.codec.move_of, self._offered
        return (move_of(code, offered) for code in self.codes)

    def __contains__(self, move: object) -> bool:
        if self.seat is None or not isinstance(move, str | Move):
            return False
        try:
            code = self._game._code(move, self.seat)[1]
        except MoveError:
            return False
        return self._game._owes(self.seat) and self._game._legal_code(code) in self.codes

    def __repr__(self) -> str:
        shown = ", ".join(str(move) for move in self[:6])
        return f"<{len(self)} legal moves: {shown}{', …' if len(self) > 6 else ''}>"


class Game:
    """
    One game.

    >>> import branchline as bl
    >>> game = bl.Game.new("usa", seats=2, seed=7)
    >>> game.waiting
    (0, 1)
    >>> game.play("keep 1 2")
    KeepTickets(kept=(1, 2), under=())
    """

    __slots__ = ("_named", "_raw", "_start", "_state", "codec", "engine", "moves", "names", "seed", "tables")

    def __init__(
        self, t: Tables, engine: Engine, seed: int | str | None, names: tuple[str, ...], start: bytes | None = None
    ) -> None:
        self.tables = t
        self.codec = codec(t)
        self.engine = engine
        """The same game as integers, for those who need speed: nothing is checked there."""
        self.seed = seed
        """The seed, if the whole game came from it."""
        self.names = names
        self.moves: list[tuple[int, int, int, bytes]] = []
        """What was played: seat, code, size of the offer, cards drawn."""
        self._start: bytes = start or engine.data
        self._raw: list[tuple[RawEvent, ...] | list[RawEvent]] = []
        self._named: list[AnyEvent] = []
        self._state: State | None = None

    @classmethod
    def new(
        cls,
        variant: str | Variant | Mapping[str, Any],
        seats: int = 2,
        seed: int | str | None = None,
        options: Mapping[str, object] | None = None,
        first_seat: int = 0,
        names: Sequence[str] = (),
    ) -> Game:
        """
        A fresh game, dealt and waiting for the start decisions.

        The same variant, seats, seed, options and first seat deal the same game on every platform. Without a
        seed a random one is taken from the system.
        """
        which = resolve(variant)
        t = tables(which, which.with_options(options))
        which.check_seats(seats)
        if isinstance(first_seat, bool) or not isinstance(first_seat, int) or not 0 <= first_seat < seats:
            raise OptionError("errors.first_seat", {"value": quoted(first_seat), "most": seats - 1})
        if seed is None:
            seed = int.from_bytes(os.urandom(SEED_BITS // 8), "big")
        engine = Engine.deal(t.board, seats, first_seat, seed_number(seed))
        return cls(t, engine, seed, check_names(names, seats))

    # ------------------------------------------------------------ what it is
    @property
    def variant(self) -> Variant:
        """What is played."""
        return self.tables.variant

    @property
    def options(self) -> Mapping[str, OptionValue]:
        """Every option with its value."""
        return self.tables.settings.options

    @property
    def seats(self) -> int:
        """How many seats."""
        return int(self.engine.seats)

    @property
    def first_seat(self) -> int:
        """The start player."""
        return self.state.first

    @property
    def state(self) -> State:
        """The state of the core to read from; hidden parts included. Changing it changes nothing."""
        if self._state is None:
            self._state = State.unpack(self.engine.data)
        return self._state

    def __repr__(self) -> str:
        now = "over" if self.is_over else f"{self.decision()} of seat {self.to_move}"
        return f"<Game {self.variant.id}, {self.seats} seats, {len(self.moves)} moves, {now}>"

    # ------------------------------------------------------------ whose decision
    @property
    def waiting(self) -> tuple[int, ...]:
        """The seats that owe a decision; () when the game is over."""
        phase = self.engine.phase
        if phase == c.START:
            s = self.state
            order = ((s.first + i) % s.n_seats for i in range(s.n_seats))
            return tuple(seat for seat in order if s.stage[seat] != c.READY)
        return () if phase == c.OVER else (self.engine.cur,)

    @property
    def to_move(self) -> int | None:
        """The first of the seats that owe a decision; None when the game is over."""
        if self.engine.phase == c.START:
            return self.waiting[0]
        return None if self.engine.phase == c.OVER else self.engine.cur

    def decision(self, seat: int | None = None) -> str:
        """The kind of decision that is open (docs/formats/notation.md): of a seat, or of the first that owes one."""
        phase = self.engine.phase
        seat = self._seat(seat)
        return STAGES.get(self.state.stage[seat], "wait") if phase == c.START else PHASES[phase]

    @property
    def is_over(self) -> bool:
        """Whether the game is over."""
        return bool(self.engine.over)

    def _seat(self, seat: int | None) -> int:
        """A seat number, checked."""
        if seat is None:
            to_move = self.to_move
            return self.engine.cur if to_move is None else to_move
        if isinstance(seat, bool) or not isinstance(seat, int) or not 0 <= seat < self.seats:
            raise OptionError("errors.seat", {"value": quoted(seat), "most": self.seats - 1})
        return seat

    def _owes(self, seat: int) -> bool:
        """Whether a seat owes a decision; lets the core ask it first while several do."""
        phase = self.engine.phase
        if phase == c.START:
            if self.state.stage[seat] == c.READY:
                return False
            self.engine.choose_seat(seat)
            return True
        return bool(phase != c.OVER and seat == self.engine.cur)

    # ------------------------------------------------------------ moves
    def legal(self, seat: int | None = None) -> LegalMoves:
        """The legal moves of a seat, of the seat to move by default; empty when it owes no decision."""
        at = self._seat(seat)
        if not self._owes(at):
            return LegalMoves(self, at, [], 0)
        codes = self.engine.legal()
        offered = self.engine.offered if codes[0] >> c.DEED == c.KEEP else 0
        return LegalMoves(self, at, codes, offered)

    def parse(self, text: str) -> AnyMove:
        """The move that a text says; it may be illegal. MoveError if it can't be read."""
        return parse_move(self.tables, text)

    def _code(self, move: AnyMove | Move | str, seat: int) -> tuple[AnyMove, int | None]:
        """A move and the code it would have; None if nothing legal can be meant."""
        if not isinstance(move, str | Move):
            raise MoveError("errors.move_unknown", {"value": quoted(move)})
        said: AnyMove = parse_move(self.tables, move) if isinstance(move, str) else move  # type: ignore[assignment]
        offered = self.state.offer_n[seat] if isinstance(said, KeepTickets) else 0
        try:
            return said, self.codec.code_of(said, offered)
        except (KeyError, TypeError, AttributeError, ValueError, OverflowError):
            raise MoveError("errors.move_unknown", {"value": quoted(move)}) from None

    def _readable(self, move: AnyMove) -> AnyMove:
        """A move made by hand as its text would be read, or MoveError: reasons are given only for moves that can be."""
        try:
            return parse_move(self.tables, str(move))
        except (MoveError, KeyError, TypeError, AttributeError, ValueError, NotImplementedError, RecursionError):
            raise MoveError("errors.move_unknown", {"value": quoted(move)}) from None

    def _legal_code(self, code: int | None) -> int | None:
        """The code if the seat that the core asks may play it; else None."""
        codes = self.engine.legal()
        if code in codes:
            return code
        if code is not None and code >> c.DEED == c.ROW and code & ~65535 in codes:
            # The only deck that can supply need not be named, but may be.
            supplying = [d for d in range(len(self.tables.decks)) if self.state.pile_n[d] + self.state.discard_n[d]]
            if supplying == [(code & 65535) - 1]:
                return code & ~65535
        return None

    def why_not(self, move: AnyMove | str, seat: int | None = None) -> Reason | None:
        """None if the move is legal, else the reason that stands against it."""
        from branchline.game.reasons import Explainer, reason

        at = self._seat(seat)
        said, code = self._code(move, at)
        if self._owes(at) and self._legal_code(code) is not None:
            return None
        if not isinstance(move, str):
            said = self._readable(said)
        if self.is_over:
            return reason("game_over", "END-6")
        if not self._owes(at):
            return reason("not_your_turn", "TURN-1", seat=at, to_move=self.to_move)
        return Explainer(self.codec, self.state, at, self.decision(at)).explain(said)

    def play(self, move: AnyMove | str, seat: int | None = None) -> AnyMove:
        """
        Play a move of a seat, of the seat to move by default, and return it in its canonical form.

        MoveError if the text can't be read, IllegalMoveError with the reason if the rules refuse it; the game
        is then as it was.
        """
        at = self._seat(seat)
        _, code = self._code(move, at)
        code = self._legal_code(code) if self._owes(at) else None
        if code is None:
            refused = self.why_not(move, at)
            assert refused is not None
            raise illegal_move(quoted(str(move), 200), refused)
        return self.play_code(code)

    def play_code(self, code: int) -> AnyMove:
        """Play a legal code of the seat whose decision the core asks for; nothing is checked."""
        offered = self.engine.offered if code >> c.DEED == c.KEEP else 0
        seat = self.engine.cur
        events, drawn = self.engine.step_told(code)
        self._state = None
        self.moves.append((seat, code, offered, drawn))
        self._raw.append(events)
        return self.codec.move_of(code, offered)

    # ------------------------------------------------------------ looking
    def events(self, seat: int | None = None, since: int = 0) -> tuple[AnyEvent, ...]:
        """What happened, as a seat saw it (None: a spectator), from the event with number ``since`` on."""
        if seat is not None:
            seat = self._seat(seat)
        return tuple(event.seen_by(seat) for event in self.all_events()[since:])  # type: ignore[misc]

    def all_events(self) -> list[AnyEvent]:
        """Everything that happened, secrets included."""
        if self._raw:
            for raw in self._raw:
                self._named += tell(self.codec, list(raw))
            self._raw.clear()
        return self._named

    def view(self, seat: int | None = None, since: int = 0) -> View:
        """What a seat may know, or a spectator (None); its log begins with the event with number ``since``."""
        from branchline.game.view import make_view

        return make_view(self, None if seat is None else self._seat(seat), since)

    def sheet(self, seat: int) -> Sheet:
        """The score sheet of a seat as if the game ended now, hidden tickets included."""
        from branchline.game.sheet import make_sheet

        seat = self._seat(seat)
        return make_sheet(self.tables, self.state, seat, self.engine.sheet(seat))

    @property
    def result(self) -> Result | None:
        """Scores, ranks, winners, how it ended, and the sheets; None while the game goes on."""
        if not self.is_over:
            return None
        from branchline.game.sheet import Result

        ranks = self.engine.ranks
        return Result(
            how=HOW[self.engine.ended],
            scores=self.engine.scores,
            ranks=ranks,
            winners=tuple(seat for seat, rank in enumerate(ranks) if rank == 1),
            sheets=tuple(self.sheet(seat) for seat in range(self.seats)),
        )

    # ------------------------------------------------------------ copies
    def copy(self) -> Game:
        """An independent copy."""
        new = Game.__new__(Game)
        new.tables, new.codec, new.engine = self.tables, self.codec, self.engine.copy()
        new.seed, new.names, new._start = self.seed, self.names, self._start
        new.moves, new._raw, new._named = self.moves[:], self._raw[:], self._named[:]
        new._state = None
        return new

    __copy__ = copy

    def __deepcopy__(self, _: object) -> Game:
        return self.copy()

    def key(self) -> bytes:
        """A short key of the whole state, hidden parts included but not the generator: equal games have equal keys."""
        from hashlib import blake2b

        s = self.state.copy()
        s.decisions = s.fault = 0
        s.rng = [0] * 4
        s.deck = [s.deck[(s.deck_head + i) % c.TICKETS] for i in range(c.TICKETS)]
        s.deck_by = [s.deck_by[(s.deck_head + i) % c.TICKETS] for i in range(c.TICKETS)]
        s.deck_head = 0
        s.cur = s.first if s.phase == c.START else s.cur
        return blake2b(s.pack() + self.tables.board.data, digest_size=16).digest()

    def __eq__(self, other: object) -> bool:
        return self.key() == other.key() if isinstance(other, Game) else NotImplemented

    __hash__ = None  # type: ignore[assignment]

    def __reduce__(self) -> tuple[Any, ...]:
        state = (self.engine.data, self.seed, self.names, self._start, self.moves, list(self.all_events()))
        return rebuild, (self.variant, dict(self.tables.settings.changed), *state)

    # ------------------------------------------------------------ data
    def position(self) -> dict[str, Any]:
        """The whole state as JSON-ready data, hidden parts included (docs/formats/position.md)."""
        return write_position(self.tables, self.state)

    @classmethod
    def from_position(cls, data: Mapping[str, Any], names: Sequence[str] = ()) -> Game:
        """The game at a position; PositionError lists everything that can't be."""
        from branchline.game.position_reading import read_position

        t, s = read_position(data)
        return cls(t, Engine.from_bytes(t.board, s.pack()), None, check_names(names, s.n_seats))

    def script(self, deck: str, cards: Sequence[str] | str) -> None:
        """Name the next cards of a pile, in order; PositionError if they can't come from it."""
        from branchline.game.position_reading import script_cards

        self.load(script_cards(self.tables, self.state, deck, cards))

    def script_tickets(self, tickets: Sequence[str]) -> None:
        """Name the next tickets of the deck, in order; PositionError if they are not there."""
        from branchline.game.position_reading import script_tickets

        self.load(script_tickets(self.tables, self.state, tickets))

    def load(self, s: State) -> None:
        """Take over a state that was changed by hand; the game no longer follows from its seed alone."""
        self.engine.load(s.pack())
        self._state = None
        self.seed = None
        if not self.moves:
            self._start = self.engine.data

    def reseed(self, seed: int | str) -> None:
        """Let chance go on from a new seed (a server derives one for each move)."""
        self.engine.seed(seed_number(seed))
        self._state = None
        self.seed = None

    def record(self) -> Record:
        """The whole game as data (docs/formats/record.md)."""
        from branchline.game.record import make_record

        return make_record(self, State.unpack(self._start))

    @classmethod
    def replay(cls, record: Record | Mapping[str, Any] | str, upto: int | None = None) -> Game:
        """Play a record again, or its first ``upto`` moves; RecordError names the move that breaks."""
        from branchline.game.record import replay_record

        return replay_record(record, upto)


def check_names(names: Sequence[str], seats: int) -> tuple[str, ...]:
    """Names of all seats, or none."""
    listed = isinstance(names, list | tuple)
    if not listed or (names and (len(names) != seats or not all(name and is_text(name) for name in names))):
        raise OptionError("errors.names", {"value": quoted(names), "seats": seats})
    return tuple(names)


def rebuild(
    which: Variant,
    options: dict[str, OptionValue],
    data: bytes,
    seed: int | str | None,
    names: tuple[str, ...],
    start: bytes,
    moves: list[tuple[int, int, int, bytes]],
    events: list[AnyEvent],
) -> Game:
    """A game from its pickle."""
    t = tables(which, which.with_options(options))
    game = Game(t, Engine.from_bytes(t.board, data), seed, names, start)
    game.moves = moves
    game._named = events
    return game
