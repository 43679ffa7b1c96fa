"""The face of ``_native.pyx`` over the uncompiled planner: the reference, and the fallback."""

from __future__ import annotations

from branchline.core.cards import seed_rng
from branchline.core.consts import OVER
from branchline.core.kinds import u32s
from branchline.core.plain import SILENT, Scratch
from branchline.core.state import Map, State
from branchline.core.turn import clear, deal, step
from branchline.planning.beliefs import deal_again
from branchline.planning.chart import draw_chart
from branchline.planning.plans import consider
from branchline.planning.playouts import forget, play_on, utility
from branchline.planning.policy import choose_move, price_moves
from branchline.planning.quick import quick_move
from branchline.planning.records import Chart, Desk, Mind, Params

COMPILED = False
SOURCE_HASH = ""
SIZES = tuple(record.layout().size for record in (Params, Chart, Mind, Desk))


def dice_of(seed: int) -> u32s:
    """A generator from a seed of up to 96 bits."""
    dice = [0] * 4
    seed_rng(dice, seed & 0xFFFFFFFF, seed >> 32 & 0xFFFFFFFF, seed >> 64 & 0xFFFFFFFF)
    return dice


class Room:
    """What one call works with."""

    def __init__(self, quick: int) -> None:
        self.desk = Desk()
        self.desk.quick = quick
        self.mind = Mind()
        self.out = Scratch()


class Planner:
    """The planner for one board and one set of parameters. It holds no game, so threads may share it."""

    def __init__(self, board: bytes, params: bytes) -> None:
        if len(board) != Map.layout().size or len(params) != SIZES[0]:
            raise ValueError("a board or parameters of another size")
        self.m = Map.unpack(board)
        self.p = Params.unpack(params)
        self.chart = Chart()
        draw_chart(self.m, self.chart)

    def state(self, data: bytes) -> State:
        """A state from its bytes."""
        if len(data) != State.layout().size:
            raise ValueError(f"a state has {State.layout().size} bytes, not {len(data)}")
        return State.unpack(data)

    def choose(self, state: bytes, quick: int = 0) -> int:
        """The code that the planner chooses for the seat ``cur``; quick: as in play-outs."""
        room = Room(quick)
        choose = quick_move if quick else choose_move
        return choose(self.m, self.state(state), self.chart, self.p, room.desk, room.mind, room.out)

    def prices(self, state: bytes, quick: int = 0) -> list[tuple[int, int]]:
        """Every legal code with its price; quick: as in play-outs."""
        room = Room(quick)
        n = price_moves(self.m, self.state(state), self.chart, self.p, room.desk, room.mind, room.out)
        return list(zip(room.out[:n], room.desk.scores[:n], strict=True))

    def plan(self, state: bytes, seat: int) -> bytes:
        """What a seat intends, as the bytes of a Mind."""
        room = Room(0)
        consider(self.m, self.state(state), self.chart, self.p, room.desk, room.mind, seat)
        return room.mind.pack()

    def deal_again(self, state: bytes, seat: int, seed: int) -> bytes:
        """Another world that the seat can't tell from this one."""
        s = self.state(state)
        deal_again(self.m, s, seat, dice_of(seed))
        return s.pack()

    def play_out(self, state: bytes) -> bytes:
        """The game as the planner plays it to the end."""
        room = Room(1)
        s = self.state(state)
        play_on(self.m, s, SILENT, self.chart, self.p, room.desk, room.mind, room.out)
        return s.pack()

    def compare(self, state: bytes, seat: int, codes: list[int], seed: int, worlds: int) -> list[list[int]]:
        """Play each code on in the same worlds: utilities, world by world."""
        room = Room(1)
        base = self.state(state)
        dice = dice_of(seed)
        table = []
        for _ in range(worlds):
            world = base.copy()
            deal_again(self.m, world, seat, dice)
            row = []
            for code in codes:
                s = world.copy()
                forget(room.mind)
                step(self.m, s, SILENT, code)
                play_on(self.m, s, SILENT, self.chart, self.p, room.desk, room.mind, room.out)
                row.append(utility(s, seat))
            table.append(row)
        return table


def match(planners: list[Planner], seats: int, first: int, seed: int) -> tuple[tuple[int, ...], tuple[int, ...], int]:
    """A whole game between planners, one for each seat: final points, ranks and turns."""
    room = Room(1)
    s = State()
    s.rng = dice_of(seed)
    m = planners[0].m
    clear(m, s, seats, first)
    deal(m, s, SILENT)
    while s.phase != OVER:
        one = planners[s.cur]
        step(m, s, SILENT, quick_move(m, s, one.chart, one.p, room.desk, room.mind, room.out))
    return tuple(s.final[:seats]), tuple(s.rank[:seats]), s.turns
