"""The arrays of the core are never written past their end: a map that could do so is refused."""

from __future__ import annotations

from itertools import combinations
from typing import Any

import pytest

import branchline as bl
from branchline.core.consts import MAX_CODES
from branchline.game.space import longest_list


def sea_of_gray(tracks: int) -> dict[str, Any]:
    """A map of long gray tracks and a rich deck: a full hand has very many payments."""
    cities = [f"c{i}" for i in range(20)]
    pairs = list(combinations(cities, 2))
    return {
        "id": "gray",
        "names": dict.fromkeys(("en", "ja", "zh-Hant"), "Gray"),
        "cards": {
            "colours": list("abcdefg"),
            "decks": [
                {"id": "train", "plain": 5, "marked": 5, "wild": 20},
                {"id": "ship", "single": 15, "double": 15},
            ],
            "total": 300,
        },
        "parameters": {
            "opening_hand": [2, 2],
            "row": [3, 3],
            "pieces": {"train": 100, "ship": 100},
            "start_tickets": 1,
            "start_keep": 1,
            "draw_tickets": 1,
        },
        "cities": [{"id": city, "en": city, "ja": city, "zh-Hant": city, "port": True} for city in cities],
        "tracks": [
            {"a": a, "b": b, "length": 6, "colour": "gray", "piece": ("train", "ship")[i % 2]}
            for i, (a, b) in enumerate(pairs[:tracks])
        ],
        "tickets": [{"cities": list(pair), "points": 5} for pair in pairs[:19]],
    }


def test_a_map_with_too_many_moves_is_refused() -> None:
    with pytest.raises(bl.VariantError, match=f"at most {MAX_CODES}") as caught:
        bl.load_variant(sea_of_gray(190))
    assert "are possible. Fewer gray or pair tracks, colours or stations help." in str(caught.value)


def test_a_map_just_below_the_limit_is_played() -> None:
    variant = bl.load_variant(sea_of_gray(55))
    assert MAX_CODES // 2 < longest_list(variant) <= MAX_CODES
    hand = {kind.id: kind.count for kind in variant.cards.kinds}
    game = bl.Game.from_position({"variant": variant.data(), "players": [{"hand": hand}, {}], "row": []})
    assert MAX_CODES // 2 < len(game.legal()) <= longest_list(variant)


@pytest.mark.parametrize("name", [*bl.variants(), "mini"])
def test_no_hand_of_the_package_comes_near(name: str) -> None:
    variant = bl.variant(name)
    hand = {kind.id: kind.count for kind in variant.cards.kinds}
    game = bl.Game.from_position({"variant": name, "players": [{"hand": hand}, {}], "row": []})
    assert len(game.legal()) <= longest_list(variant) <= MAX_CODES
