"""
Perft: the numbers of decision sequences of ``tests/perft``, and in lockstep with the second engine where that is quick.

The name of a test says which: ``agreed`` counts were once counted by both engines in lockstep; what is a ``lock`` only
guards against change. ``make perft`` goes deeper.
"""

from __future__ import annotations

import pytest
from perft.check import all_positions, check_agreed, check_count, check_tree, game_of, missing, order
from scale import games

POSITIONS = all_positions()
MOST = games(500_000, 6_000)
"""No more sequences are counted here."""
MOST_IN_LOCKSTEP = games(20_000, 2_000)
MOST_OUTCOMES = games(6_000, 200)


def counts(most: int, *, agreed: bool) -> list[object]:
    """The positions and depths with at most so many sequences."""
    return [
        pytest.param(id, depth, id=f"{id}-{depth}-{'agreed' if depth <= entry['agreed'] else 'lock'}")
        for id, entry in POSITIONS.items()
        for depth, count in enumerate(entry["counts"], 1)
        if count <= most and (depth <= entry["agreed"] or not agreed)
    ]


@pytest.mark.parametrize(("id", "depth"), counts(MOST, agreed=False))
def test_count(id: str, depth: int) -> None:
    check_count(POSITIONS[id], depth)


@pytest.mark.parametrize(("id", "depth"), counts(MOST_IN_LOCKSTEP, agreed=True))
def test_second_engine_agrees(id: str, depth: int) -> None:
    check_agreed(POSITIONS[id], depth)


def trees() -> list[str]:
    """The positions whose whole tree is small enough."""
    return [id for id, entry in POSITIONS.items() if "tree" in entry and entry["tree"]["outcomes"] <= MOST_OUTCOMES]


@pytest.mark.parametrize("id", trees())
def test_tree_with_chance(id: str) -> None:
    """Every card that chance could deal is followed, by each engine alone."""
    check_tree(POSITIONS[id])


@pytest.mark.parametrize("id", POSITIONS)
def test_order(id: str) -> None:
    """Seeded players depend on the order of the legal list."""
    assert order(game_of(POSITIONS[id])) == POSITIONS[id]["order"]


def test_every_game_is_counted() -> None:
    assert not missing()


def test_a_wrong_count_tells_the_split() -> None:
    """A failure names the first moves with their counts, so that one can go on from there."""
    entry = POSITIONS["mini-tunnel"]
    wrong = {**entry, "counts": [entry["counts"][0], entry["counts"][1] + 1]}
    for check in (check_count, check_agreed):
        with pytest.raises(AssertionError, match=r"(?s)mini-tunnel, depth 2: \d+ sequences, not \d+.*decline +\d+"):
            check(wrong, 2)
