"""The planner and the search on it: legal everywhere, alike compiled and uncompiled, blind for what is hidden."""

from __future__ import annotations

import os
import tomllib
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from importlib import import_module
from pathlib import Path
from random import Random
from typing import Any

import compile_core
import pytest
import tune
from scale import games
from test_compiled_agrees import VARIANTS, chosen_variant, option_choices

import branchline as bl
from branchline import bots
from branchline.bots.bot import Clock
from branchline.bots.search import SearchBot
from branchline.core import consts as c
from branchline.core.engine import Engine
from branchline.core.state import State
from branchline.game.game import Game
from branchline.game.tables import Tables, tables
from branchline.planning import engine, plain
from branchline.planning.records import Chart, Desk, Mind, Params
from branchline.planning.search import Search, candidates
from branchline.planning.table import Table
from branchline.planning.weights import params, table, values


def compiled() -> Any:
    """The compiled planner; a failure where it is missing or stale."""
    if os.environ.get("BRANCHLINE_PURE"):
        pytest.skip("BRANCHLINE_PURE is set: nothing to compare")
    native = import_module("branchline.planning._native")
    fresh = compile_core.source_hash(compile_core.PLANS)
    assert fresh == native.SOURCE_HASH, "the compiled planner is STALE: run `make build`"
    return native


def some_table(name: str, random: Random) -> Tables:
    """A variant with some options, as tables."""
    variant = chosen_variant(name, random)
    options = random.choice(list(option_choices(variant)))
    return tables(variant, variant.with_options({"turn_limit": 300} | options))


def planner(t: Tables, seats: int, face: Any = engine) -> Any:
    """The planner of a board."""
    return face.Planner(t.map.pack(), params(values(t.variant.id, seats)).pack())


def walk(t: Tables, seats: int, random: Random, choose: Any, stray: float) -> Iterator[Engine]:
    """A game in which ``choose`` decides, but for some moves by chance that lead off its paths."""
    game = Engine.deal(t.board, seats, random.randrange(seats), random.getrandbits(90))
    while not game.over:
        game.choose_seat(random.randrange(seats))
        yield game
        game.step(random.choice(game.legal()) if random.random() < stray else choose(game.data))


# ---------------------------------------------------------------- everywhere
@pytest.mark.parametrize("name", VARIANTS)
def test_it_plays_legally_to_the_end(name: str) -> None:
    for seed in range(games(12, 1)):
        random = Random(f"{name} {seed}")
        t = some_table(name, random)
        seats = random.randint(*t.parameters.seats)
        mind = planner(t, seats)
        for game in walk(t, seats, random, mind.choose, random.choice((0, 0.1, 0.5))):
            legal = game.legal()
            assert mind.choose(game.data) in legal
            if random.random() < 0.01:
                assert [code for code, _ in mind.prices(game.data)] == legal
                assert State.unpack(mind.play_out(game.data)).phase == c.OVER


@pytest.mark.parametrize("name", VARIANTS)
def test_in_play_outs_it_chooses_what_has_the_best_price(name: str) -> None:
    """There it does not price what can't be the best; the choice is the same."""
    for seed in range(games(6, 1)):
        random = Random(f"{name} {seed} quick")
        t = some_table(name, random)
        seats = random.randint(*t.parameters.seats)
        mind = planner(t, seats)
        for game in walk(t, seats, random, mind.choose, random.choice((0.1, 0.4))):
            if random.random() < games(4, 1) / 12:
                prices = mind.prices(game.data, 1)
                best = max(price for _, price in prices)
                assert mind.choose(game.data, 1) == next(code for code, price in prices if price == best)


@pytest.mark.parametrize("quick", [0, 1])
def test_the_very_last_turn_is_exact(quick: int) -> None:
    """No move brings more points: tickets that it completes and the longest trail counted, also in play-outs."""
    variant = bl.variant("usa")
    t = tables(variant, variant.with_options())
    with_trail = 0
    for seed in range(games(60, 1)):
        random = Random(f"{seed} last")
        mind = planner(t, 2)
        for game in walk(t, 2, random, lambda data, mind=mind: mind.choose(data, 1), 0.1):
            state = State.unpack(game.data)
            if state.turns_left != 1 or state.phase != c.TURN:
                continue
            seat, results = game.cur, {}
            for code in game.legal():
                if code >> c.DEED == c.CLAIM:
                    end = game.copy()
                    end.step(code)
                    results[code] = end.scores[seat]
            if results:
                chosen = mind.choose(game.data, quick)
                assert results[chosen] == max(results.values())
                by_points = max(t.map.points[t.map.length[code >> c.PLACE & 255]] for code in results)
                with_trail += results[chosen] - state.score[seat] > by_points
    assert with_trail or games(60, 1) == 1


@pytest.mark.parametrize("name", VARIANTS)
def test_compiled_and_uncompiled_agree(name: str) -> None:
    native = compiled()
    for seed in range(games(2)):
        random = Random(seed)
        t = some_table(name, random)
        seats = random.randint(*t.parameters.seats)
        both = [planner(t, seats, face) for face in (native, plain)]
        for game in walk(t, seats, random, both[0].choose, 0.2):
            if random.random() < (0.02 if name == "wide" else 0.15):
                one, other = (it.prices(game.data) for it in both)
                assert one == other
                one, other = (Mind.unpack(it.plan(game.data, game.cur)) for it in both)
                assert vars(one) == vars(other)
            if random.random() < 0.02:
                codes, number = random.sample(game.legal(), 1), random.getrandbits(90)
                one, other = (it.deal_again(game.data, game.cur, number) for it in both)
                assert one == other
                if name != "wide":
                    one, other = (it.compare(game.data, game.cur, codes, number, 1) for it in both)
                    assert one == other


@pytest.mark.parametrize("name", bl.variants())
def test_whole_games_agree(name: str) -> None:
    native = compiled()
    variant = bl.variant(name)
    t = tables(variant, variant.with_options())
    for seats in range(variant.seats[0], variant.seats[1] + 1):
        one, other = (face.match([planner(t, seats, face)] * seats, seats, 1, 5 << 70) for face in (native, plain))
        assert one == other


@pytest.mark.compiled_only
def test_records_have_their_size() -> None:
    sizes = tuple(record.layout().size for record in (Params, Chart, Mind, Desk))
    assert compiled().SIZES == plain.SIZES == sizes


@pytest.mark.compiled_only
def test_both_faces_are_alike() -> None:
    def public(face: Any) -> set[str]:
        return {attribute for attribute in dir(face.Planner) if not attribute.startswith("_")}

    assert public(plain) - {"state"} == public(compiled())


def test_the_compiled_unit_has_no_name_twice() -> None:
    rules, plans = (
        {node.name for node in compile_core.joined(unit).body if hasattr(node, "name")} for unit in compile_core.UNITS
    )
    assert rules & plans == set()
    assert len(plans) == len(compile_core.joined(compile_core.PLANS).body)


# ---------------------------------------------------------------- what it may know
@pytest.mark.parametrize("name", VARIANTS)
def test_dealt_again_the_view_is_the_same(name: str) -> None:
    hidden = 0
    for seed in range(games(3, 1)):
        random = Random(f"{name} {seed} again")
        t = some_table(name, random)
        seats = random.randint(*t.parameters.seats)
        mind = planner(t, seats)
        for game in walk(t, seats, random, mind.choose, 0.3):
            if random.random() < 0.05:
                seat = random.randrange(seats)
                other = Engine.from_bytes(t.board, mind.deal_again(game.data, seat, random.getrandbits(60)))
                hidden += other.data != game.data
                assert Game(t, other, None, ()).view(seat) == Game(t, game.copy(), None, ()).view(seat)
                if game.cur == seat:
                    assert mind.prices(other.data) == mind.prices(game.data)
    assert hidden


def test_all_hidden_cards_and_tickets_move() -> None:
    """Over many worlds every hidden card and ticket is somewhere else at times, as likely as its number says."""
    variant = bl.variant("europe")
    t = tables(variant, variant.with_options())
    mind = planner(t, 3)
    random = Random(3)
    game = next(it for i, it in enumerate(walk(t, 3, random, mind.choose, 0.1)) if i == 40)
    state = State.unpack(game.data)
    hand = state.hand[1]
    unknown = sum(hand) - sum(state.known[1])
    number = games(2000, 200)
    totals = [0] * c.KINDS
    tickets = {0, 1}
    for seed in range(number):
        world = State.unpack(mind.deal_again(game.data, 0, seed))
        assert sum(world.hand[1]) == sum(hand)
        assert world.hand[0] == state.hand[0]
        for kind in range(t.map.n_kinds):
            totals[kind] += world.hand[1][kind] - state.known[1][kind]
        tickets.add(world.tickets[1][0])
    pool = [
        t.copies[k] - state.hand[0][k] - state.discard[k] - sum(state.known[q][k] for q in (1, 2)) - state.row.count(k)
        for k in range(t.map.n_kinds)
    ]
    for kind in range(t.map.n_kinds):
        assert totals[kind] / number == pytest.approx(
            unknown * pool[kind] / sum(pool), abs=0.25 if number > 1000 else 1
        )
    assert len(tickets) > 20


# ---------------------------------------------------------------- strength
def test_the_planner_beats_what_others_published() -> None:
    """Far from its measured strength (see docs/guides/bots.md), so that chance never fails it."""
    for name, least in (("greedy", 0.75), ("racer", 0.7)):
        won = 0
        number = games(10, 1)
        for seed in range(number):
            for seat in range(2):
                game = Game.new("usa", seats=2, seed=seed)
                drivers = [bots.Driver(bots.make("planner" if i == seat else name, seed)) for i in range(2)]
                while (mover := game.to_move) is not None:
                    drivers[mover].play(game, mover)
                won += game.result is not None and game.result.ranks[seat] == 1
        assert won >= least * number * 2 or number < 10


def test_search_is_as_sure_of_its_choice_as_it_says() -> None:
    game = Game.new("usa", seats=2, seed=2)
    moves = tuple(game.legal(0))
    chosen = []
    for threads in (1, 2, 3):
        bot = SearchBot(Random(1), playouts=games(400, 20), threads=threads)
        chosen.append(bot.choose(game.view(0), moves, Clock()))
        search = bot.last[0] if bot.last else None
        assert search is not None
        assert search.playouts >= games(400, 20) // 2
        assert search.gains[0] == [0] * len(search.gains[0])
        bot.close()
    assert len(set(map(str, chosen))) == 1, "threads change nothing"


def test_without_evidence_the_planner_decides() -> None:
    game = Game.new("usa", seats=2, seed=2)
    search = Search(Table(game.view(0)), Random(1), doubt=2.0)
    assert search.codes[0] == search.table.planner.choose(search.bases[0])
    search.gains = [[0, 0, 0, 0], [-10, 30, -20, 25], *([-5] * 4 for _ in search.codes[2:])]
    assert search.best() == 0
    search.gains[1] = [20, 30, 20, 25]
    assert search.best() == 1
    search.halve()
    assert search.alive[:2] == [0, 1]
    assert len(search.alive) <= len(search.codes) // 2 + 1


def test_candidates_are_few_and_different() -> None:
    claim, draw = c.CLAIM << c.DEED, c.ROW << c.DEED
    prices = [(claim | 7 << c.PLACE | i, 100 - i) for i in range(5)] + [(draw | i << c.PLACE, i) for i in range(9)]
    prices += [(c.TAKE << c.DEED, -50000), (c.STATION << c.DEED, -100000)]
    codes = candidates(prices, 6)
    assert codes[0] == claim | 7 << c.PLACE
    assert len([code for code in codes if code >> c.DEED == c.CLAIM]) == 2
    assert len(codes) == 7
    assert c.TAKE << c.DEED in codes
    assert c.STATION << c.DEED not in codes


@pytest.mark.slow_uncompiled
def test_search_heeds_the_clock(monkeypatch: pytest.MonkeyPatch) -> None:
    """On a machine where a play-out takes two milliseconds."""
    now = 0.0

    def play(self: Search, portions: int, worlds: int) -> None:
        nonlocal now
        before = self.playouts
        real(self, portions, worlds)
        now += 0.002 * (self.playouts - before)

    real = Search.play
    monkeypatch.setattr(Search, "play", play)
    game = Game.new("usa", seats=2, seed=2)
    moves = tuple(game.legal(0))
    bot = SearchBot(Random(1), time=0.3)
    little, much = Clock(0.2, lambda: now), Clock(0.9, lambda: now)
    assert bot.choose(game.view(0), moves, little) in moves
    assert 0.1 < now < 0.2
    bot.choose(game.view(0), moves, much)
    assert 0.45 < now < 0.55  # as long as it wants to think, not as long as it may


def test_more_workers_give_the_same_table() -> None:
    game = Game.new("usa", seats=2, seed=2)
    found = []
    for workers in (None, ThreadPoolExecutor(2)):
        search = Search(Table(game.view(0)), Random(4), workers=workers)
        search.play(4, games(4, 1))
        found.append(search.gains)
    assert found[0] == found[1]


def test_nobody_enters_the_same_tunnel_for_ever() -> None:
    """Who can't pay the surcharge that is to be feared draws cards first. A review found this: it never ended."""
    record = Path(__file__).with_name("tunnel_for_ever.json").read_text("utf-8")
    game = Game.replay(record, 17)
    game.play("swap 1 train ship", 1)
    table = Table(game.view(2))
    for seed in range(games(20, 4)):
        world = table.planner.deal_again(table.world(Random(seed)), 2, seed)
        assert State.unpack(table.planner.play_out(world)).turns < 100


@pytest.mark.parametrize("name", ["europe", "mini", "world"])
def test_plans_end_wherever_they_begin(name: str) -> None:
    """Also in positions that no planner would have come to."""
    for seed in range(games(30, 2)):
        random = Random(seed)
        game = Game.new(name, seats=random.randint(*bl.variant(name).seats), seed=seed)
        moves = random.randrange(20, 200)
        while not game.is_over and len(game.moves) < moves:
            game.play(random.choice(game.legal()))
        if not game.is_over:
            table = Table(game.view(game.waiting[0]))
            end = State.unpack(table.planner.play_out(table.world(random)))
            assert end.turns - game.view().turns < 400


# ---------------------------------------------------------------- parameters
def test_weights_name_parameters_and_variants() -> None:
    names = {name for name, _, _ in Params.fields()}
    assert set(table()["default"]) == names
    for title, chosen in table().items():
        assert set(chosen) <= names, title
        variant, _, seats = title.rpartition("-")
        if title == "default" or title in bl.variants():
            continue
        fewest, most = bl.variant(variant).seats
        assert fewest <= int(seats) <= most
    with pytest.raises(KeyError):
        params({"courage": 1})


def test_tuning_can_be_repeated() -> None:
    found = [tune.tune("mini", 2, games(12, 2), 20, 7, 0) for _ in range(2)]
    assert found[0] == found[1]


def test_weights_are_saved_beside_others(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    names = values("mini", 2)
    file = tmp_path / "weights.toml"
    default = "\n".join(f"{name} = 1" for name in names)
    file.write_text(f"# Words.\n\n[default]\n{default}\n\n[a-2]\nturn = 3\n\n[b-2]\nturn = 4\n")
    monkeypatch.setattr(tune, "FILE", file)
    for value in (9, 8):
        tune.save("a-2", dict.fromkeys(names, 1) | {"card": value})
    read = tomllib.loads(file.read_text())
    assert read["a-2"] == {"card": 8}
    assert read["b-2"] == {"turn": 4}
    assert file.read_text().startswith("# Words.\n")
