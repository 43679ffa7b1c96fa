"""
Final scoring: the exact longest trail of all seats and the best use of stations, at the end of random games, of games
by builders of dense networks, and on boards made to be hard.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from random import Random

from benchmarks.harness import Bench
from benchmarks.speed import tables_of
from branchline.core import consts as c
from branchline.core.engine import Engine, longest_trails
from branchline.core.state import State
from branchline.core.turn import clear
from branchline.game.tables import Tables

SHARES = (0.5, 0.9, 0.99, 0.999, 1)


# ---------------------------------------------------------------- where the networks come from
def random_end(t: Tables, seats: int, seed: int) -> Engine:
    """The end of a uniformly random game."""
    engine = Engine.deal(t.board, seats, 0, seed)
    engine.play_out(seed | 1 << 64)
    return engine


def dense_end(t: Tables, seats: int, seed: int) -> Engine:
    """The end of a game among builders who claim what joins their network twice, and short tracks before long ones."""
    m, random = t.map, Random(seed)
    engine = Engine.deal(t.board, seats, 0, seed)
    touched, stations = [0] * seats, random.random() < 0.5
    while not engine.over:
        codes, seat = engine.legal(), engine.cur
        best, code = 0.0, random.choice(codes)
        for it in codes:
            deed, place = it >> c.DEED, it >> c.PLACE & 255
            if deed == c.CLAIM:
                joined = (touched[seat] >> m.end_a[place] & 1) + (touched[seat] >> m.end_b[place] & 1)
                worth = 3 + 3 * joined - m.length[place] + random.random() if joined or not touched[seat] else 0.0
            elif deed in (c.ROW, c.BLIND):
                worth = 0.5 + random.random()
            elif deed == c.STATION:
                worth = 0.7 * stations
            else:
                worth = 0.01
            if worth > best:
                best, code = worth, it
        if code >> c.DEED == c.CLAIM:
            place = code >> c.PLACE & 255
            touched[seat] |= 1 << m.end_a[place] | 1 << m.end_b[place]
        engine.step(code)
    return engine


def dense_network(t: Tables, random: Random, pieces: int, taken: set[int]) -> list[int]:
    """Tracks for all pieces of a seat, as many circles, or as many odd cities, as can be had around a place."""
    m, start = t.map, random.randrange(t.map.n_cities)
    cities, mine, odd = {start}, list[int](), set[int]()
    circles, parity, noise = random.choice((0.5, 3)), random.choice((0, 1.5)), random.choice((0.2, 1, 2, 4))
    while True:
        best, track = 1e9, -1
        for i in range(m.n_tracks):
            a, b = m.end_a[i], m.end_b[i]
            joined = (a in cities) + (b in cities)
            if i in taken or m.length[i] > pieces or not joined:
                continue
            worth = m.length[i] + random.random() * noise
            if joined == 2:
                worth -= circles + parity * ((a not in odd) + (b not in odd))
            if worth < best:
                best, track = worth, i
        if track < 0:
            return mine
        mine.append(track)
        taken |= {track, m.twin[track]} - {-1}
        pieces -= m.length[track]
        cities |= {m.end_a[track], m.end_b[track]}
        odd ^= {m.end_a[track], m.end_b[track]}


def hard_end(t: Tables, seats: int, seed: int, pieces: int = 45) -> Engine:
    """A board where each seat has a dense network of all its pieces, many tickets, and stations in rich cities."""
    m, random = t.map, Random(seed)
    s = State()
    clear(m, s, seats, 0)
    s.phase = c.TURN
    taken: set[int] = set()
    cities = [city for city in range(m.n_cities) if m.cities >> city & 1]
    random.shuffle(cities)
    rich = sorted(cities[:30], key=lambda city: -sum(word.bit_count() for word in m.at[city]))
    for seat in range(seats):
        for track in dense_network(t, random, pieces, taken):
            s.owned[seat][track // c.WORD] |= 1 << track % c.WORD
            s.touched[seat] |= 1 << m.end_a[track] | 1 << m.end_b[track]
        for _ in range(m.stations):
            s.station_cities[seat] |= 1 << rich.pop(0)
            s.stations[seat] -= 1
    for ticket in range(m.n_tickets):
        seat = random.randrange(seats) if random.random() < 0.7 else 0
        s.tickets[seat][ticket // c.WORD] |= 1 << ticket % c.WORD
    return Engine.from_bytes(t.board, s.pack())


# ---------------------------------------------------------------- measuring
def seconds_of(engine: Engine) -> tuple[float, float]:
    """Trails of all seats; and all sheets, stations included. The better of two tries each."""
    trails = whole = 1e9
    batch = [engine]
    for _ in range(2):
        begun = time.perf_counter()
        longest_trails(batch)
        between = time.perf_counter()
        for seat in range(engine.seats):
            engine.sheet(seat)
        trails = min(trails, between - begun)
        whole = min(whole, time.perf_counter() - between)
    return trails, whole


def shares(times: Sequence[float]) -> list[str]:
    """Half of the games take no longer than …, 90 %, 99 %, 99.9 %, all; in microseconds."""
    ordered = sorted(times)
    return [f"{ordered[min(int(share * len(ordered)), len(ordered) - 1)] * 1e6:.0f}" for share in SHARES]


def run(bench: Bench) -> None:
    """All kinds of ends; over 10,000 games in a full run."""
    rows: list[list[object]] = [["us", "seats", "ends", "", "50 %", "90 %", "99 %", "99.9 %", "worst"]]
    worst, ends = 0.0, 0
    kinds = (("random", random_end, 2000), ("dense", dense_end, 300), ("hard", hard_end, 500))
    for name in ("usa", "europe"):
        t = tables_of(name)
        for kind, make, number in kinds:
            for seats in (2, 3, 5):
                measured = [seconds_of(make(t, seats, seed)) for seed in range(bench.some(number))]
                ends += len(measured)
                for column, what in enumerate(("trails", "all sheets")):
                    times = [pair[column] for pair in measured]
                    rows.append([f"{name} {kind}", seats, len(times), what, *shares(times)])
                    worst = max(worst, *times)
    bench.table(rows)
    bench.say("trails: of all seats once. all sheets: trails of all seats again for each seat, tickets, stations")
    bench.target(f"trails and stations of all seats, worst of {ends:,} ends", worst * 1e3, "ms", most=5)
