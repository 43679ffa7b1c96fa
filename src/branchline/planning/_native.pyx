# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""The compiled face of the planner. plain.py is the same face over the uncompiled files."""

cimport cython
from libc.stdint cimport int32_t, uint8_t, uint32_t, uint64_t, int64_t
from libc.stdlib cimport calloc, free
from libc.string cimport memset, memcpy
from cpython.bytes cimport PyBytes_FromStringAndSize, PyBytes_AsString
from branchline.core._rules cimport (
    map_t, state_t, tape_t, clear, deal, step, seed_rng, below, OVER, MAX_CODES, SEATS,
)
from branchline.planning._plans cimport (
    params_t, chart_t, mind_t, desk_t, draw_chart, price_moves, choose_move, quick_move, consider, forget, play_on, utility,
    deal_again,
)

include "_stamp.pxi"

COMPILED = True
SIZES = (sizeof(params_t), sizeof(chart_t), sizeof(mind_t), sizeof(desk_t))

cdef tape_t SILENT
memset(&SILENT, 0, sizeof(tape_t))

cdef struct room_t:  # everything that one thread works with
    state_t base
    state_t s
    desk_t desk
    mind_t mind
    int32_t out[MAX_CODES]


cdef inline void seed_words(uint32_t *rng, object seed):
    seed_rng(rng, <uint32_t> (seed & 0xFFFFFFFF), <uint32_t> (seed >> 32 & 0xFFFFFFFF), <uint32_t> (seed >> 64 & 0xFFFFFFFF))


@cython.final
cdef class Planner:
    """The planner for one board and one set of parameters. It holds no game, so threads may share it."""
    cdef map_t m
    cdef chart_t chart
    cdef params_t p

    def __init__(self, bytes board not None, bytes params not None):
        if <size_t> len(board) != sizeof(map_t) or <size_t> len(params) != sizeof(params_t):
            raise ValueError("a board or parameters of another size")
        memcpy(&self.m, PyBytes_AsString(board), sizeof(map_t))
        memcpy(&self.p, PyBytes_AsString(params), sizeof(params_t))
        memset(&self.chart, 0, sizeof(chart_t))
        draw_chart(&self.m, &self.chart)

    cdef room_t *room(self, bytes state, int quick) except NULL:
        """Room for one call, with the state in it."""
        if <size_t> len(state) != sizeof(state_t):
            raise ValueError(f"a state has {sizeof(state_t)} bytes, not {len(state)}")
        cdef room_t *room = <room_t *> calloc(1, sizeof(room_t))
        if room == NULL:
            raise MemoryError
        memcpy(&room.base, PyBytes_AsString(state), sizeof(state_t))
        room.s = room.base
        room.desk.quick = quick
        return room

    def choose(self, bytes state not None, int quick=0):
        """The code that the planner chooses for the seat ``cur``; quick: as in play-outs."""
        cdef room_t *room = self.room(state, quick)
        cdef int code
        with nogil:
            if quick:
                code = quick_move(&self.m, &room.s, &self.chart, &self.p, &room.desk, &room.mind, room.out)
            else:
                code = choose_move(&self.m, &room.s, &self.chart, &self.p, &room.desk, &room.mind, room.out)
        free(room)
        return code

    def prices(self, bytes state not None, int quick=0):
        """Every legal code with its price; quick: as in play-outs."""
        cdef room_t *room = self.room(state, quick)
        cdef int n, i
        with nogil:
            n = price_moves(&self.m, &room.s, &self.chart, &self.p, &room.desk, &room.mind, room.out)
        priced = [(room.out[i], room.desk.scores[i]) for i in range(n)]
        free(room)
        return priced

    def plan(self, bytes state not None, int seat):
        """What a seat intends, as the bytes of a Mind."""
        cdef room_t *room = self.room(state, 0)
        with nogil:
            consider(&self.m, &room.s, &self.chart, &self.p, &room.desk, &room.mind, seat)
        data = PyBytes_FromStringAndSize(<char *> &room.mind, sizeof(mind_t))
        free(room)
        return data

    def deal_again(self, bytes state not None, int seat, object seed):
        """Another world that the seat can't tell from this one."""
        cdef room_t *room = self.room(state, 1)
        cdef uint32_t dice[4]
        seed_words(dice, seed)
        deal_again(&self.m, &room.s, seat, dice)
        data = PyBytes_FromStringAndSize(<char *> &room.s, sizeof(state_t))
        free(room)
        return data

    def play_out(self, bytes state not None):
        """The game as the planner plays it to the end."""
        cdef room_t *room = self.room(state, 1)
        with nogil:
            play_on(&self.m, &room.s, &SILENT, &self.chart, &self.p, &room.desk, &room.mind, room.out)
        data = PyBytes_FromStringAndSize(<char *> &room.s, sizeof(state_t))
        free(room)
        return data

    def compare(self, bytes state not None, int seat, list codes not None, object seed, int worlds):
        """Play each code on in the same worlds: utilities, world by world. The interpreter lock is released."""
        cdef room_t *room = self.room(state, 1)
        cdef uint32_t dice[4]
        cdef int n = len(codes)
        cdef int i, w
        cdef int32_t code
        cdef state_t world
        cdef int32_t *wanted = <int32_t *> calloc(n, sizeof(int32_t))
        cdef int32_t *found = <int32_t *> calloc(n * worlds, sizeof(int32_t))
        for i in range(n):
            wanted[i] = codes[i]
        seed_words(dice, seed)
        with nogil:
            for w in range(worlds):
                world = room.base
                deal_again(&self.m, &world, seat, dice)
                for i in range(n):
                    room.s = world
                    forget(&room.mind)
                    step(&self.m, &room.s, &SILENT, wanted[i])
                    play_on(&self.m, &room.s, &SILENT, &self.chart, &self.p, &room.desk, &room.mind, room.out)
                    found[w * n + i] = utility(&room.s, seat)
        table = [[found[w * n + i] for i in range(n)] for w in range(worlds)]
        free(wanted)
        free(found)
        free(room)
        return table


def match(list planners not None, int seats, int first, object seed):
    """A whole game between planners, one for each seat: final points and ranks."""
    cdef Planner one = planners[0]
    cdef room_t *room = <room_t *> calloc(1, sizeof(room_t))
    cdef state_t *s = &room.s
    cdef int32_t code
    if room == NULL:
        raise MemoryError
    room.desk.quick = 1
    seed_words(s.rng, seed)
    clear(&one.m, s, seats, first)
    deal(&one.m, s, &SILENT)
    while s.phase != OVER:
        one = planners[s.cur]
        code = quick_move(&one.m, s, &one.chart, &one.p, &room.desk, &room.mind, room.out)
        step(&one.m, s, &SILENT, code)
    final = tuple([s.final[i] for i in range(seats)])
    ranks = tuple([s.rank[i] for i in range(seats)])
    turns = s.turns
    free(room)
    return final, ranks, turns
