"""
The longest trail: LONGEST-1, exact however dense the network.

Trying every trail from every odd city is right and short, but takes milliseconds on the densest networks. Here only
the tracks to leave out are searched for, core by core between bridges; brute force in the tests agrees.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from branchline.core.bits import *
from branchline.core.consts import *

if TYPE_CHECKING:
    from branchline.core.kinds import *
    from branchline.core.state import *


def longest_trail(m: Map, own: u64s, up: u8s) -> int:
    """
    LONGEST-1, exact.

    In a component with at most two odd cities all tracks make one trail. Elsewhere both ends of a longest trail are odd
    cities, and it uses all their tracks, or else it could go on.
    """
    total: i32s = [0] * 64
    odd_of: u64s = [0] * 64
    odd: u64 = 0
    for word in range(m.n_words):
        tracks: u64 = own[word]
        while tracks:
            track = word * WORD + lowest(tracks)
            tracks &= tracks - 1
            a, b = m.end_a[track], m.end_b[track]
            total[up[a]] += m.length[track]
            odd ^= bit(a) ^ bit(b)
    cities: u64 = odd
    while cities:
        city = lowest(cities)
        cities &= cities - 1
        odd_of[up[city]] |= bit(city)
    best = 0
    for city in range(m.n_cities):
        if total[city] > best and count(odd_of[city]) <= 2:
            best = total[city]
    ends: u64 = 0
    for city in range(m.n_cities):
        if total[city] > best:
            ends |= odd_of[city]
    if ends:
        best = search_trails(m, own, ends, best)
    return best


def search_trails(m: Map, own: u64s, ends: u64, best: int) -> int:
    """
    The longest trail between two of these cities, or ``best`` if that is longer.

    A bridge (a track that alone joins two parts of a network) is used once at most. So a trail is a chain of bridges
    and of trails in the cores between them, and what can follow a bridge does not depend on the way to it.
    """
    bridges: u64s = [0] * 3
    rest: u64s = [0] * 3  # tracks of the cores
    kept: u64s = [0] * 3
    marks: u64s = [0] * 3
    next_to: u64s = [0] * 64
    core: u64s = [0] * 64  # cities of the core of each city
    size: i32s = [0] * 64  # and the length of its tracks
    after: i32s = [0] * 384  # the longest trail that begins with a bridge, from either end; 0: not asked yet
    free: u8s = [0] * 64  # tracks at a city of which nothing is decided
    depth: u8s = [0] * 64
    starts: u64 = ends
    while starts:
        city: int = lowest(starts)
        starts &= starts - 1
        if depth[city] == 0:
            find_bridges(m, own, city, -1, 1, depth, bridges)
    odd: u64 = 0
    for word in range(m.n_words):
        tracks: u64 = own[word] & ~bridges[word]
        rest[word] = tracks
        while tracks:
            track: int = word * WORD + lowest(tracks)
            tracks &= tracks - 1
            a: int = m.end_a[track]
            b: int = m.end_b[track]
            next_to[a] |= bit(b)
            next_to[b] |= bit(a)
            odd ^= bit(a) ^ bit(b)
            size[a] += m.length[track]
            free[a] += 1
            free[b] += 1
    for i in range(m.n_cities):
        if core[i] == 0:
            here: u64 = connected(next_to, i)
            length = 0
            cities: u64 = here
            while cities:
                length += size[lowest(cities)]
                cities &= cities - 1
            cities = here
            while cities:
                core[lowest(cities)] = here
                size[lowest(cities)] = length
                cities &= cities - 1
    starts = ends
    others: u64 = ends
    while starts:
        city = lowest(starts)
        starts &= starts - 1
        others ^= bit(city)  # inside its core this start has now been tried with every end
        keep(m, rest, kept, marks, free, city)
        best = trim(m, rest, kept, next_to, free, city, -1, others, odd & core[city], core[city], size[city], best)
        best = cross(m, rest, kept, next_to, free, bridges, core, size, after, city, -1, ends, odd, best)
        unkeep(m, kept, marks, free)
    return best


def find_bridges(m: Map, own: u64s, city: int, via: int, deep: int, depth: u8s, bridges: u64s) -> int:
    """Go through a network in depth, and tell how far up the tracks from here lead, other than the one taken."""
    depth[city] = deep
    top: int = deep
    for word in range(m.n_words):
        tracks: u64 = own[word] & m.at[city][word]
        while tracks:
            track: int = word * WORD + lowest(tracks)
            tracks &= tracks - 1
            if track == via:
                continue
            step: int = m.end_a[track] ^ m.end_b[track] ^ city
            if depth[step]:
                top = min(top, depth[step])
            else:
                up: int = find_bridges(m, own, step, track, deep + 1, depth, bridges)
                top = min(top, up)
                if up > deep:
                    bridges[word] |= bit(track % WORD)
    return top


def cross(
    m: Map,
    rest: u64s,
    kept: u64s,
    next_to: u64s,
    free: u8s,
    bridges: u64s,
    core: u64s,
    size: i32s,
    after: i32s,
    city: int,
    via: int,
    ends: u64,
    odd: u64,
    best: int,
) -> int:
    """The longest trail that leaves the core of a city over a bridge, other than the one by which it came."""
    exits: u64 = core[city]
    while exits:
        door: int = lowest(exits)
        exits &= exits - 1
        for word in range(m.n_words):
            ways: u64 = bridges[word] & m.at[door][word]
            while ways:
                track: int = word * WORD + lowest(ways)
                ways &= ways - 1
                if track == via:
                    continue
                step: int = m.end_a[track] ^ m.end_b[track] ^ door
                side: int = track * 2 + (door == m.end_a[track])
                if after[side] == 0:
                    far: int = trim(
                        m, rest, kept, next_to, free, step, -1, ends, odd & core[step], core[step], size[step], 0
                    )
                    after[side] = m.length[track] + cross(
                        m, rest, kept, next_to, free, bridges, core, size, after, step, track, ends, odd, far
                    )
                if size[city] + after[side] > best:
                    near: int = trim(
                        m,
                        rest,
                        kept,
                        next_to,
                        free,
                        city,
                        door,
                        0,
                        odd & core[city],
                        core[city],
                        size[city],
                        best - after[side],
                    )
                    best = near + after[side]
    return best


def trim(
    m: Map,
    rest: u64s,
    kept: u64s,
    next_to: u64s,
    free: u8s,
    start: int,
    end: int,
    ends: u64,
    odd: u64,
    here: u64,
    left: int,
    best: int,
) -> int:
    """
    The longest trail in a core from a start to an end, or to any of ``ends`` if that is -1; else ``best`` if longer.

    A trail takes all tracks if each city has an even number of them, the start and the end counted once more. So the
    search is for the tracks to leave out: each step asks which of them it is at one of the cities that are not even.
    ``here`` are the cities still connected with the start, ``left`` is the length of the tracks between them.
    """
    if left <= best:
        return best
    must: u64 = odd ^ bit(start)
    if end >= 0:
        must ^= bit(end)
    if must == 0 or (end < 0 and must & (must - 1) == 0):
        return left
    city: int = -1
    fewest: int = 255
    cities: u64 = must
    waste = 0
    longest = 0
    while cities:
        i: int = lowest(cities)
        cities &= cities - 1
        if free[i] < fewest:
            city = i
            fewest = free[i]
        n: int = 99
        if free[i]:
            n = m.length[shortest(m, rest, kept, i)]
        waste += n
        if n > longest:
            longest = n
    # One wasted track serves two cities at most; an open end wastes none.
    if left - (waste - (longest if end < 0 else 0) + 1) // 2 <= best:
        return best
    marks: u64s = [0] * 3
    if end < 0 and ends & bit(city):
        keep(m, rest, kept, marks, free, city)
        best = trim(m, rest, kept, next_to, free, start, city, ends, odd, here, left, best)
        unkeep(m, kept, marks, free)
    while free[city]:
        track: int = shortest(m, rest, kept, city)
        word: int = track // WORD
        a: int = m.end_a[track]
        b: int = m.end_b[track]
        both: u64 = bit(a) | bit(b)
        cut(m, rest, next_to, free, track)
        now: u64 = here
        lost: int = m.length[track]
        if not next_to[a] & bit(b):
            now = connected(next_to, start)
            if now != here:
                lost = lost_with(m, rest, kept, here & ~now, lost)
                if end >= 0 and not now & bit(end):
                    lost = -1
        if lost >= 0:
            best = trim(
                m,
                rest,
                kept,
                next_to,
                free,
                start,
                end,
                ends & ~both,
                (odd ^ both) & now,
                now,
                left - lost,
                best,
            )
        rest[word] ^= bit(track % WORD)
        next_to[a] |= bit(b)
        next_to[b] |= bit(a)
        # From here on it stays: what can be had without it has been seen.
        kept[word] |= bit(track % WORD)
        marks[word] |= bit(track % WORD)
    unkeep(m, kept, marks, free)
    return best


def shortest(m: Map, rest: u64s, kept: u64s, city: int) -> int:
    """The shortest track of a city that may still be left out."""
    best: int = -1
    for word in range(m.n_words):
        tracks: u64 = rest[word] & ~kept[word] & m.at[city][word]
        while tracks:
            track: int = word * WORD + lowest(tracks)
            tracks &= tracks - 1
            if best < 0 or m.length[track] < m.length[best]:
                best = track
    return best


def connected(next_to: u64s, city: int) -> u64:
    """The cities connected with a city."""
    found: u64 = bit(city)
    edge: u64 = found
    while edge:
        near: u64 = next_to[lowest(edge)] & ~found
        edge = (edge & (edge - 1)) | near
        found |= near
    return found


def keep(m: Map, rest: u64s, kept: u64s, marks: u64s, free: u8s, city: int) -> None:
    """Decide that all tracks of a city stay; ``marks`` are those that were open."""
    for word in range(m.n_words):
        marks[word] = rest[word] & m.at[city][word] & ~kept[word]
        kept[word] |= marks[word]
        tracks: u64 = marks[word]
        while tracks:
            track: int = word * WORD + lowest(tracks)
            tracks &= tracks - 1
            free[m.end_a[track]] -= 1
            free[m.end_b[track]] -= 1


def unkeep(m: Map, kept: u64s, marks: u64s, free: u8s) -> None:
    """Take such decisions back."""
    for word in range(m.n_words):
        tracks: u64 = marks[word]
        kept[word] ^= tracks
        marks[word] = 0
        while tracks:
            track: int = word * WORD + lowest(tracks)
            tracks &= tracks - 1
            free[m.end_a[track]] += 1
            free[m.end_b[track]] += 1


def cut(m: Map, rest: u64s, next_to: u64s, free: u8s, track: int) -> None:
    """Leave a track out."""
    a: int = m.end_a[track]
    b: int = m.end_b[track]
    rest[track // WORD] ^= bit(track % WORD)
    free[a] -= 1
    free[b] -= 1
    for word in range(m.n_words):
        if rest[word] & m.at[a][word] & m.at[b][word]:
            return  # another track joins them
    next_to[a] &= ~bit(b)
    next_to[b] &= ~bit(a)


def lost_with(m: Map, rest: u64s, kept: u64s, cities: u64, lost: int) -> int:
    """What is lost with cities that were cut off, or -1 if a track was to be kept among them."""
    twice = 0
    while cities:
        city = lowest(cities)
        cities &= cities - 1
        for word in range(m.n_words):
            tracks: u64 = rest[word] & m.at[city][word]
            if tracks & kept[word]:
                return -1
            while tracks:
                twice += m.length[word * WORD + lowest(tracks)]
                tracks &= tracks - 1
    return lost + twice // 2
