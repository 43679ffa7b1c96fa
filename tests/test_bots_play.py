"""The bots of the package at play: legal everywhere, honest, steady, and each with the habits it is known for."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import count
from statistics import fmean

import pytest
from bot_games import play_one
from peeking import peeks, positions
from scale import games

import branchline as bl
from branchline import bots
from branchline.bots.bot import Clock
from branchline.bots.characters import Habits, all_habits
from branchline.bots.ismcts import Ismcts
from branchline.bots.sight import NEVER, Sight
from branchline.game import moves as mv
from branchline.game.view import View
from branchline.planning.weights import params
from branchline.words import LANGUAGES

ALL = (*bl.variants(), "mini")
QUICK = tuple(name for name in bots.trials() if ":" not in name)


def play(names: list[str], variant: str, seed: int, **more: object) -> tuple[bl.Game, list[bots.Driver]]:
    """A whole game."""
    game = bl.Game.new(variant, seats=len(names), seed=seed, **more)  # type: ignore[arg-type]
    drivers = [bots.Driver(bots.make(name, f"{seed}/{seat}"), name) for seat, name in enumerate(names)]
    while (seat := game.to_move) is not None:
        answer = drivers[seat].play(game, seat)
        assert not answer.fault, (names[seat], variant, seed, answer)
    return game, drivers


# ---------------------------------------------------------------- everywhere
@pytest.mark.parametrize("variant", ALL)
def test_every_bot_plays_legally_with_any_seats_and_options(variant: str) -> None:
    seats: Counter[int] = Counter()
    for seed in range(12):
        game, faults = play_one(variant, f"{variant}/{seed}", QUICK)
        assert not faults
        assert game.is_over
        seats[game.seats] += 1
    assert len(seats) > 2 or games(12, 2) < 12


def test_nobody_tries_the_same_tunnel_for_ever() -> None:
    """Both could pay the tunnel and never the surcharge, and went on like that. An arena found it."""
    game = bl.Game.new("mini", 2, "1/1")
    drivers = [bots.Driver(bots.make(name, f"1/1/{seat}/bot")) for seat, name in enumerate(("greedy", "racer"))]
    while (seat := game.to_move) is not None and len(game.moves) < 200:
        drivers[seat].play(game, seat)
    assert game.is_over


@pytest.mark.parametrize("variant", ["mini", "london"])
def test_ismcts_plays_legally(variant: str) -> None:
    play(["ismcts:iterations=5", "racer"], variant, 3)


@pytest.mark.parametrize("variant", ALL)
def test_no_bot_peeks(variant: str) -> None:
    hidden = 0
    for number, (game, other, seat) in enumerate(positions(variant, games(12, 1), seed=7)):
        hidden += game.key() != other.key()
        for name in bots.trials():
            assert not peeks(name, game, other, seat, number), name
    assert hidden > 2 or games(12, 3) < 12


class Fickle(bots.Bot):
    """Chooses by what it should not know: how often it was asked before, in whatever game."""

    asked = 0

    def choose(self, view: View, moves: Sequence[mv.AnyMove], clock: Clock) -> mv.AnyMove:
        Fickle.asked += 1
        return moves[Fickle.asked % 2]


def test_a_bot_that_peeks_is_found() -> None:
    name = f"python:{__name__}:Fickle"
    assert all(peeks(name, game, other, seat, 1) for game, other, seat in positions("mini", 3, seed=1))


@pytest.mark.parametrize("name", bots.trials())
def test_the_same_seed_makes_the_same_choices(name: str) -> None:
    records = {str(play([name, name], "mini", 11)[0].record().to_json()) for _ in range(2)}
    assert len(records) == 1


@pytest.mark.parametrize("name", bots.trials())
def test_bots_can_begin_in_the_middle(name: str) -> None:
    """A bot made afresh at each decision never fails."""
    game = bl.Game.new("mini", seats=2, seed=4)
    number = 0
    while (seat := game.to_move) is not None:
        number += 1
        assert not bots.Driver(bots.make(name, number)).play(game, seat).fault


@pytest.mark.parametrize("variant", ALL)
def test_bots_say_why(variant: str) -> None:
    said: Counter[str] = Counter()
    for seed, name in enumerate(QUICK):
        game = bl.Game.new(variant, seats=2, seed=seed)
        drivers = [bots.Driver(bots.make(name, seat), explain=True) for seat in range(2)]
        while (seat := game.to_move) is not None:
            remark = drivers[seat].play(game, seat).remark
            if remark:
                said[remark.message] += 1
                for lang in LANGUAGES:
                    text = remark.words(game.variant, lang, ("Ann", "Bo"))
                    assert text
                    assert "{" not in text
                    assert "_" not in text or lang == "en", text
    assert len(said) > 5


# ---------------------------------------------------------------- habits
Seen = tuple[View, tuple[mv.AnyMove, ...], mv.AnyMove]


def moves_of(name: str, variant: str = "usa", number: int = 3) -> Iterator[Seen]:
    """What a bot sees and chooses, in games against greedy."""
    for seed in range(number):
        game = bl.Game.new(variant, seats=2, seed=seed)
        players = [bots.make(name, seed), bots.make("greedy", seed)]
        while (seat := game.to_move) is not None:
            view, moves = game.view(seat), tuple(game.legal(seat))
            move = players[seat].choose(view, moves, Clock())
            if seat == 0:
                yield view, moves, move
            game.play(move, seat)


@pytest.mark.parametrize("name", ["racer", "long_route", "path"])
def test_who_draws_no_tickets(name: str) -> None:
    assert not any(isinstance(move, mv.DrawTickets) for _, moves, move in moves_of(name) if len(moves) > 1)


@pytest.mark.parametrize("name", ["hungry", "one_step", "greedy"])
def test_who_draws_tickets(name: str) -> None:
    assert any(isinstance(move, mv.DrawTickets) for _, _, move in moves_of(name))


@pytest.mark.parametrize(("name", "kept"), [("racer", 2), ("long_route", 2), ("path", 3), ("one_step", 3)])
def test_how_many_start_tickets_they_keep(name: str, kept: int) -> None:
    found = [move for view, _, move in moves_of(name) if view.decision == "start"]
    assert {len(move.kept) for move in found if isinstance(move, mv.KeepTickets)} == {kept}


def test_racer_claims_long_tracks_while_there_are_any() -> None:
    for view, _, move in moves_of("racer"):
        if isinstance(move, mv.ClaimTrack) and view.last_turns is None and view.own.pieces["train"] >= 6:
            assert view.resolve().track(move.track).length >= 5


def test_path_looks_at_no_card_of_the_row_while_there_is_a_pile() -> None:
    for _, moves, move in moves_of("path"):
        assert not isinstance(move, mv.TakeRow) or mv.DrawBlind() not in moves


def test_wary_draws_no_tickets_near_the_end() -> None:
    drawn = [view for view, moves, move in moves_of("wary", number=8) if isinstance(move, mv.DrawTickets) and moves[1:]]
    assert all(view.seats[1].pieces["train"] > 15 for view in drawn)


# ---------------------------------------------------------------- levels
def claims_of(name: str) -> list[tuple[int, int]]:
    """The lengths of the tracks that a level claims, and how many cards it then has in hand."""
    found = []
    for view, _, move in moves_of(name, number=4):
        if isinstance(move, mv.ClaimTrack):
            found.append((view.resolve().track(move.track).length, len(view.own.hand)))
    return found


@pytest.mark.slow_uncompiled
def test_levels_do_what_is_told_of_them() -> None:
    lengths, hands = {}, {}
    for name in ("momo", "otis", "lotte", "kenji"):
        claims = claims_of(name)
        lengths[name] = fmean(length for length, _ in claims)
        hands[name] = fmean(hand for _, hand in claims)
    assert lengths["lotte"] > lengths["kenji"] > lengths["momo"]  # the dreamer of long tracks
    assert hands["otis"] > hands["kenji"] > hands["momo"]  # the hoarder; the child that claims whatever it can
    drawn = {
        name: sum(isinstance(move, mv.DrawTickets) for _, _, move in moves_of(name, number=4))
        for name in ("tomas", "kenji")
    }
    assert drawn["tomas"] > drawn["kenji"] + 1  # the ticket hunter


@pytest.mark.slow_uncompiled
def test_the_guard_stands_in_the_way() -> None:
    said: Counter[str] = Counter()
    for seed in range(4):
        game = bl.Game.new("usa", seats=2, seed=seed)
        drivers = [bots.Driver(bots.make("vera", seed), explain=True), bots.Driver(bots.make("greedy", seed))]
        while (seat := game.to_move) is not None:
            remark = drivers[seat].play(game, seat).remark
            said[remark.message if remark else ""] += 1
    assert said["plans.in_the_way"] >= 2


def test_habits_of_a_board() -> None:
    made = Habits(sight=40, tickets=3, until=20, values={"off": 1, "deny": 2}, on={"usa": {"sight": 50, "off": 7}})
    assert made.at("usa") == Habits(sight=50, tickets=3, until=20, values={"off": 7, "deny": 2})
    assert made.at("europe") == Habits(sight=40, tickets=3, until=20, values={"off": 1, "deny": 2})
    for habits in all_habits().values():
        for board in ("", *bl.variants()):
            params(dict(habits.at(board).changes))
        assert set(habits.on) <= set(bl.variants())


@pytest.mark.slow_uncompiled
def test_who_is_stronger() -> None:
    """Far enough apart that a few games tell: nobody loses to chance, and racer beats greedy."""
    wins: Counter[str] = Counter()
    for seed in range(games(40, 2)):
        for names in (["racer", "greedy"], ["greedy", "racer"], ["greedy", "random"]):
            result = play(names, "usa", seed)[0].result
            assert result is not None
            wins[f"{'+'.join(sorted(names))} {names[result.winners[0]]}"] += 1
    assert wins["greedy+racer racer"] > wins["greedy+racer greedy"]
    assert wins["greedy+random random"] == 0


# ---------------------------------------------------------------- the search
def test_ismcts_uses_its_iterations_and_heeds_the_clock() -> None:
    game = bl.Game.new("usa", seats=2, seed=1)
    view, moves = game.view(0), tuple(game.legal(0))
    bot = bots.make("ismcts:iterations=30", 1)
    assert isinstance(bot, Ismcts)
    assert bot.choose(view, moves, Clock()) in moves
    assert bot.tried == 30
    for text in ("ismcts:iterations=1000000", "ismcts:budget=60s"):
        bot = bots.make(text, 1)
        clock = Clock(0.1, count(step=0.001).__next__)  # each look at it takes a millisecond
        assert bot.choose(view, moves, clock) in moves
        assert 0.05 < clock.used < 0.1
    assert bots.make("ismcts:budget=50ms", 1).choose(view, moves, Clock()) in moves


@pytest.mark.slow_uncompiled
def test_ismcts_finds_the_winning_claim() -> None:
    """On the last turn with a ticket one claim short, search sees what completes it."""
    wins = 0
    for seed in range(4):
        game, _ = play(["ismcts:iterations=150", "random"], "mini", seed)
        assert game.result is not None
        wins += 0 in game.result.winners
    assert wins >= 3


# ---------------------------------------------------------------- what they see
def sight(game: bl.Game, seat: int) -> Sight:
    """What a seat sees."""
    return Sight(game.view(seat), tuple(game.legal(seat)))


@pytest.mark.parametrize("variant", ALL)
def test_ticket_status_agrees_with_the_score_sheet(variant: str) -> None:
    """Without stations, whether a ticket is done has one author: the score sheet."""
    for seed in range(games(6, 2)):
        seats = bl.variant(variant).seats[0]
        game, _ = play(["greedy", "one_step", "path", "racer", "wary"][:seats], variant, seed)
        for seat in range(seats):
            view = game.view(seat)
            seen = Sight(view, ())
            if view.own.stations:
                continue
            done = {line.what for line in game.sheet(seat).lines if line.kind == "tickets" and line.outcome != "failed"}
            assert {it.id for it in seen.tickets} - {it.id for it in seen.open_tickets} == done


def test_free_tracks_are_those_that_nobody_has_shut() -> None:
    game, _ = play(["greedy", "racer"], "usa", 2)
    for seat in range(2):
        net = Sight(game.view(seat), ()).net
        owned = {track for player in game.view(None).seats for track in player.tracks}
        twins = {game.variant.track(id).twin for id in owned}
        assert net.free == {track.id for track in game.variant.tracks} - owned - twins


def test_ways_are_the_cheapest() -> None:
    net = sight(bl.Game.new("usa", seats=2, seed=1), 0).net
    assert net.way("seattle", "portland").cost == 1
    assert net.way("los_angeles", "new_york").cost == 20
    assert net.fewest("los_angeles", "new_york").cost >= 20
    assert net.way("los_angeles", "new_york", 7).cost == NEVER
    net.look_from("seattle")
    assert net.way("seattle", "miami").cost == net.way("miami", "seattle").cost == 22


def test_payments_spare_wilds_and_needed_colours() -> None:
    position = {
        "format": "branchline-position/1",
        "variant": "usa",
        "players": [{"hand": {"red": 3, "blue": 2, "wild": 1}, "tickets": ["denver-el_paso"]}, {}],
        "decision": {"kind": "turn", "seat": 0},
    }
    seen = sight(bl.Game.from_position(position), 0)
    gray = next(track for track in seen.claims if seen.ground.tracks[track].colour is None and seen.length(track) == 2)
    assert set(seen.payment(seen.claims[gray]).cards) == {"red"}
    assert set(seen.payment(seen.claims[gray], {("red", 0): 3}).cards) == {"blue"}
    assert seen.missing("denver-santa_fe" if "denver-santa_fe" in seen.ground.tracks else gray) == 0
