# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""The compiled face of the rules. plain.py is the same face over the uncompiled files."""

cimport cython
from libc.stdint cimport int32_t, uint8_t, uint32_t, uint64_t, int64_t
from libc.string cimport memset, memcpy
from cpython.bytes cimport PyBytes_FromStringAndSize, PyBytes_AsString
from branchline.core._rules cimport (
    map_t, state_t, tape_t, sheet_t, clear, deal, legal, step, tally, best_trail, play_out, below, seed_rng,
    OVER, START, READY, MAX_CODES, LINES,
)

include "_stamp.pxi"

COMPILED = True
SIZES = (sizeof(map_t), sizeof(state_t), sizeof(tape_t), sizeof(sheet_t))

# Steps with events run under the interpreter lock and share this tape; all others only read that it is off.
cdef tape_t TOLD
cdef tape_t SILENT
memset(&TOLD, 0, sizeof(tape_t))
memset(&SILENT, 0, sizeof(tape_t))


cdef inline void seed_words(uint32_t *rng, object seed):
    seed_rng(rng, <uint32_t> (seed & 0xFFFFFFFF), <uint32_t> (seed >> 32 & 0xFFFFFFFF), <uint32_t> (seed >> 64 & 0xFFFFFFFF))


@cython.final
cdef class Board:
    """A compiled map."""
    cdef map_t m

    def __init__(self, bytes data not None):
        if <size_t> len(data) != sizeof(map_t):
            raise ValueError(f"a map has {sizeof(map_t)} bytes, not {len(data)}")
        memcpy(&self.m, PyBytes_AsString(data), sizeof(map_t))

    @property
    def data(self):
        return PyBytes_FromStringAndSize(<char *> &self.m, sizeof(map_t))


@cython.final
@cython.freelist(256)
cdef class Engine:
    """One game as integers. Nothing is checked: :class:`branchline.Game` does that."""
    cdef state_t s
    cdef readonly Board board

    def __cinit__(self, Board board not None):
        self.board = board

    @staticmethod
    def deal(Board board not None, int seats, int first, object seed):
        """A fresh game, dealt from a seed of up to 96 bits."""
        cdef Engine self = Engine.__new__(Engine, board)
        memset(&self.s, 0, sizeof(state_t))
        seed_words(self.s.rng, seed)
        clear(&board.m, &self.s, seats, first)
        deal(&board.m, &self.s, &SILENT)
        return self

    @staticmethod
    def from_bytes(Board board not None, bytes data not None):
        """The game with this state."""
        cdef Engine self = Engine.__new__(Engine, board)
        self.load(data)
        return self

    cpdef Engine copy(self):
        """An independent copy."""
        cdef Engine new = Engine.__new__(Engine, self.board)
        new.s = self.s
        return new

    def copy_from(self, Engine other not None):
        """Become equal to another game of the same board."""
        self.s = other.s

    def load(self, bytes data not None):
        """Take over a state."""
        if <size_t> len(data) != sizeof(state_t):
            raise ValueError(f"a state has {sizeof(state_t)} bytes, not {len(data)}")
        memcpy(&self.s, PyBytes_AsString(data), sizeof(state_t))

    @property
    def data(self):
        """The state as bytes."""
        return PyBytes_FromStringAndSize(<char *> &self.s, sizeof(state_t))

    def legal(self):
        """The legal codes of the seat ``cur``, in rising order."""
        cdef int32_t out[MAX_CODES]
        cdef int n = legal(&self.board.m, &self.s, out)
        cdef int i
        return [out[i] for i in range(n)]

    def step(self, int code):
        """Carry out a legal code."""
        step(&self.board.m, &self.s, &SILENT, code)

    def step_told(self, int code):
        """Carry out a legal code and tell the events and the cards drawn."""
        cdef int i
        TOLD.on = 1
        TOLD.n = 0
        TOLD.drawn_n = 0
        step(&self.board.m, &self.s, &TOLD, code)
        TOLD.on = 0
        events = [
            (TOLD.events[i][0], TOLD.events[i][1], TOLD.events[i][2], TOLD.events[i][3], TOLD.events[i][4])
            for i in range(TOLD.n)
        ]
        return events, PyBytes_FromStringAndSize(<char *> TOLD.drawn, TOLD.drawn_n)

    def seed(self, object seed):
        """Let chance go on from a seed of up to 96 bits."""
        seed_words(self.s.rng, seed)

    def choose_seat(self, int seat):
        """While several seats owe a decision: whose comes next."""
        if self.s.phase == START and self.s.stage[seat] != READY:
            self.s.cur = seat

    def play_out(self, object seed):
        """Play uniformly random codes to the end, without the interpreter lock."""
        cdef uint32_t dice[4]
        cdef int32_t out[MAX_CODES]
        seed_words(dice, seed)
        with nogil:
            play_out(&self.board.m, &self.s, &SILENT, dice, out)

    def sheet(self, int seat):
        """The score sheet of a seat, as if the game ended now, as the bytes of a Sheet."""
        cdef sheet_t sheet
        cdef int greatest
        memset(&sheet, 0, sizeof(sheet_t))
        with nogil:
            greatest = best_trail(&self.board.m, &self.s)
            tally(&self.board.m, &self.s, seat, greatest, sheet.lines, sheet.fate, sheet.borrowed, sheet.borrowed_at,
                  sheet.harbour_at, sheet.harbour_line)
        return PyBytes_FromStringAndSize(<char *> &sheet, sizeof(sheet_t))

    @property
    def cur(self):
        return self.s.cur

    @property
    def phase(self):
        return self.s.phase

    @property
    def offered(self):
        """How many tickets the seat ``cur`` chooses from."""
        return self.s.offer_n[self.s.cur]

    @property
    def over(self):
        return self.s.phase == OVER

    @property
    def fault(self):
        return self.s.fault

    @property
    def seats(self):
        return self.s.n_seats

    @property
    def turns(self):
        return self.s.turns

    @property
    def decisions(self):
        return self.s.decisions

    @property
    def ended(self):
        return self.s.ended

    @property
    def scores(self):
        """Final points when the game is over, running points before."""
        cdef int i
        if self.s.phase == OVER:
            return tuple([self.s.final[i] for i in range(self.s.n_seats)])
        return tuple([self.s.score[i] for i in range(self.s.n_seats)])

    @property
    def ranks(self):
        cdef int i
        return tuple([self.s.rank[i] for i in range(self.s.n_seats)])

    def __eq__(self, other):
        return isinstance(other, Engine) and self.board is (<Engine> other).board and self.data == (<Engine> other).data

    def __hash__(self):
        return hash(self.data)


def play_games(Board board not None, int seats, object seed, int games):
    """Whole random games without the interpreter lock: decisions in all, and a checksum of scores and chance."""
    cdef state_t s
    cdef uint32_t dice[4]
    cdef int32_t out[MAX_CODES]
    cdef uint64_t first = seed
    cdef int64_t decisions = 0
    cdef uint64_t check = 0
    cdef int i, p
    with nogil:
        for i in range(games):
            memset(&s, 0, sizeof(state_t))
            seed_rng(s.rng, <uint32_t> (first + i), <uint32_t> ((first + i) >> 32), 0)
            seed_rng(dice, <uint32_t> (first + i), <uint32_t> ((first + i) >> 32), 1)
            clear(&board.m, &s, seats, i % seats)
            deal(&board.m, &s, &SILENT)
            play_out(&board.m, &s, &SILENT, dice, out)
            decisions += s.decisions
            for p in range(seats):
                check = (check * 1000003 + <uint64_t> (s.final[p] + 1000)) % 2147483647
            check = (check * 1000003 + s.rng[0] + <uint64_t> s.decisions) % 2147483647
    return decisions, check


def longest_trails(list engines not None):
    """The longest trail of all seats of each game, for measuring."""
    return [best_trail(&(<Engine> engine).board.m, &(<Engine> engine).s) for engine in engines]
