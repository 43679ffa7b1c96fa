"""What a seat could do if it were up: the same that a position says in which it is, and nothing that it can't know."""

from __future__ import annotations

from random import Random

import pytest

import branchline as bl
from branchline import Game
from branchline.game.outlook import choice_ahead


@pytest.mark.parametrize("variant", [*bl.variants(), "mini"])
def test_is_what_the_position_would_say(variant: str) -> None:
    random, game, looked = Random(variant), Game.new(variant, seats=2, seed=5), 0
    assert choice_ahead(game, 0) is None, "at the start everybody is up"
    while not game.is_over and len(game.moves) < 120:
        seat = game.to_move
        assert seat is not None
        assert choice_ahead(game, seat) is None, "who is up has the choice in its view"
        other = 1 - seat
        if game.decision() == "turn" and len(game.moves) % 7 == 0:
            position = game.position()
            position["decision"] = {"kind": "turn", "seat": other}
            expected = Game.from_position(position).view(other).choice
            assert choice_ahead(game, other) == expected
            assert choice_ahead(game.view(other).sample_game(random), other) == expected, "it may not depend on secrets"
            looked += 1
        game.play(random.choice(game.legal()), seat)
    assert looked > 3
    while not game.is_over:
        game.play(random.choice(game.legal()))
    assert choice_ahead(game, 0) is None
