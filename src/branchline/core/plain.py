"""The face of ``_native.pyx`` over the uncompiled rules: the reference, and the fallback where nothing is compiled."""

from __future__ import annotations

from typing import Any

from branchline.core import turn
from branchline.core.cards import seed_rng
from branchline.core.consts import EVENTS, MAX_CODES, OVER, READY, START
from branchline.core.kinds import u32s
from branchline.core.scoring import best_trail, tally
from branchline.core.state import Map, Sheet, State, Tape

COMPILED = False
SOURCE_HASH = ""
SIZES = tuple(record.layout().size for record in (Map, State, Tape, Sheet))

SILENT = Tape.__new__(Tape)
SILENT.on = 0


class Scratch(list[int]):
    """A list that grows when written past its end: room for codes without filling 16,384 zeros."""

    def __setitem__(self, index: Any, value: Any) -> None:
        if index >= len(self):
            if index >= MAX_CODES:
                raise IndexError(f"more than {MAX_CODES} legal codes")
            self.extend([0] * (index - len(self) + 1))
        super().__setitem__(index, value)


def seed_words(rng: u32s, seed: int) -> None:
    """Start a generator from up to 96 bits."""
    seed_rng(rng, seed & 0xFFFFFFFF, seed >> 32 & 0xFFFFFFFF, seed >> 64 & 0xFFFFFFFF)


class Board:
    """A map."""

    def __init__(self, data: bytes) -> None:
        if len(data) != SIZES[0]:
            raise ValueError(f"a map has {SIZES[0]} bytes, not {len(data)}")
        self.m = Map.unpack(data)

    @property
    def data(self) -> bytes:
        """The map as bytes."""
        return self.m.pack()


class Engine:
    """One game as integers. Nothing is checked: :class:`branchline.Game` does that."""

    __slots__ = ("board", "s")
    s: State

    def __init__(self, board: Board) -> None:
        self.board = board

    @staticmethod
    def deal(board: Board, seats: int, first: int, seed: int) -> Engine:
        """A fresh game, dealt from a seed of up to 96 bits."""
        self = Engine(board)
        self.s = State()
        seed_words(self.s.rng, seed)
        turn.clear(board.m, self.s, seats, first)
        turn.deal(board.m, self.s, SILENT)
        return self

    @staticmethod
    def from_bytes(board: Board, data: bytes) -> Engine:
        """The game with this state."""
        self = Engine(board)
        self.load(data)
        return self

    def copy(self) -> Engine:
        """An independent copy."""
        new = Engine(self.board)
        new.s = self.s.copy()
        return new

    def copy_from(self, other: Engine) -> None:
        """Become equal to another game of the same board."""
        self.s = other.s.copy()

    def load(self, data: bytes) -> None:
        """Take over a state."""
        if len(data) != SIZES[1]:
            raise ValueError(f"a state has {SIZES[1]} bytes, not {len(data)}")
        self.s = State.unpack(data)

    @property
    def data(self) -> bytes:
        """The state as bytes."""
        return self.s.pack()

    def legal(self) -> list[int]:
        """The legal codes of the seat ``cur``, in rising order."""
        out = Scratch()
        return out[: turn.legal(self.board.m, self.s, out)]

    def step(self, code: int) -> None:
        """Carry out a legal code."""
        turn.step(self.board.m, self.s, SILENT, code)

    def step_told(self, code: int) -> tuple[list[tuple[int, int, int, int, int]], bytes]:
        """Carry out a legal code and tell the events and the cards drawn."""
        tape = Told()
        turn.step(self.board.m, self.s, tape, code)
        return tape.lines(), bytes(tape.drawn[: tape.drawn_n])

    def seed(self, seed: int) -> None:
        """Let chance go on from a seed of up to 96 bits."""
        seed_words(self.s.rng, seed)

    def choose_seat(self, seat: int) -> None:
        """While several seats owe a decision: whose comes next."""
        if self.s.phase == START and self.s.stage[seat] != READY:
            self.s.cur = seat

    def play_out(self, seed: int) -> None:
        """Play uniformly random codes to the end."""
        dice = [0] * 4
        seed_words(dice, seed)
        turn.play_out(self.board.m, self.s, SILENT, dice, Scratch())

    def sheet(self, seat: int) -> bytes:
        """The score sheet of a seat, as if the game ended now, as the bytes of a Sheet."""
        sheet = Sheet()
        tally(
            self.board.m,
            self.s,
            seat,
            best_trail(self.board.m, self.s),
            sheet.lines,
            sheet.fate,
            sheet.borrowed,
            sheet.borrowed_at,
            sheet.harbour_at,
            sheet.harbour_line,
        )
        return sheet.pack()

    @property
    def cur(self) -> int:
        """The seat whose decision is next."""
        return self.s.cur

    @property
    def offered(self) -> int:
        """How many tickets the seat ``cur`` chooses from."""
        return self.s.offer_n[self.s.cur]

    @property
    def phase(self) -> int:
        """The kind of decision."""
        return self.s.phase

    @property
    def over(self) -> bool:
        """Whether the game is over."""
        return self.s.phase == OVER

    @property
    def fault(self) -> int:
        """Whether a scripted card was not there."""
        return self.s.fault

    @property
    def seats(self) -> int:
        """How many seats."""
        return self.s.n_seats

    @property
    def turns(self) -> int:
        """Turns taken."""
        return self.s.turns

    @property
    def decisions(self) -> int:
        """Decisions made."""
        return self.s.decisions

    @property
    def ended(self) -> int:
        """How the game ended."""
        return self.s.ended

    @property
    def scores(self) -> tuple[int, ...]:
        """Final points when the game is over, running points before."""
        points = self.s.final if self.s.phase == OVER else self.s.score
        return tuple(points[: self.s.n_seats])

    @property
    def ranks(self) -> tuple[int, ...]:
        """Ranks when the game is over."""
        return tuple(self.s.rank[: self.s.n_seats])

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Engine) and self.board is other.board and self.data == other.data

    def __hash__(self) -> int:
        return hash(self.data)


class Told(Tape):
    """A tape that grows line by line, instead of being filled with zeros for every step."""

    def __init__(self) -> None:
        self.on = 1
        self.n = 0
        self.drawn_n = 0
        self.events = Lines()
        self.drawn = Scratch()

    def lines(self) -> list[tuple[int, int, int, int, int]]:
        """The events written."""
        return [(a, b, c, d, e) for a, b, c, d, e in self.events[: min(self.n, EVENTS)]]


class Lines(list[list[int]]):
    """Event lines made when first asked for."""

    def __getitem__(self, index: Any) -> Any:
        if isinstance(index, int) and index >= len(self):
            self.append([0] * 5)
        return super().__getitem__(index)


def play_games(board: Board, seats: int, seed: int, games: int) -> tuple[int, int]:
    """Whole random games: decisions in all, and a checksum of scores and chance."""
    decisions = check = 0
    for i in range(games):
        game = Engine.deal(board, seats, i % seats, (seed + i) & 0xFFFFFFFFFFFFFFFF)
        game.play_out((seed + i) & 0xFFFFFFFFFFFFFFFF | 1 << 64)
        decisions += game.decisions
        for points in game.scores:
            check = (check * 1000003 + points + 1000) % 2147483647
        check = (check * 1000003 + game.s.rng[0] + game.decisions) % 2147483647
    return decisions, check


def longest_trails(engines: list[Engine]) -> list[int]:
    """The longest trail of all seats of each game, for measuring."""
    return [best_trail(engine.board.m, engine.s) for engine in engines]
