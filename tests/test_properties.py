"""
What holds of every game at every moment (DATA-8, SCORE-2, TURN-2, and the promises of the readable face).

Whole games are played by a state machine and by chance; what holds at one moment is asked of games at any moment.
"""

from __future__ import annotations

import json
import pickle
from collections import Counter
from collections.abc import Iterable
from itertools import pairwise
from math import factorial
from random import Random
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule
from scale import games
from strategies import (
    NAMES,
    PACKAGED,
    Data,
    card_counts,
    code_set,
    code_space,
    fresh_game,
    likely_texts,
    moments,
    names,
    piece_sums,
    play_one,
    seeds,
    some_game,
    taste,
    ticket_list,
    variant_of,
    whole_game,
)

import branchline as bl
from branchline.words import LANGUAGES, has

KEEP = 5
"""The codes that say which tickets are kept begin with this (core/consts.py)."""


# ---------------------------------------------------------------- what is asked
class Conserved:
    """Cards, tickets, pieces and buildings of a game: as many in the end as at the start (DATA-8)."""

    def __init__(self, game: bl.Game) -> None:
        position = game.position()
        self.cards = card_counts(position)
        self.tickets = ticket_list(position)
        self.pieces = piece_sums(game.variant, position)
        self.owned = dict(game.tables.parameters.pieces)
        printed = {kind.id: kind.count for kind in game.variant.cards.kinds}
        assert all(number <= printed[card] for card, number in self.cards.items())
        assert len(set(self.tickets)) == len(self.tickets)

    def check(self, game: bl.Game) -> None:
        position = game.position()
        assert card_counts(position) == self.cards
        assert ticket_list(position) == self.tickets
        assert piece_sums(game.variant, position) == self.pieces
        players = position["players"]
        for key in ("tracks", "stations", "harbours"):
            taken = [name for player in players for name in player[key]]
            assert len(set(taken)) == len(taken)
        s, p = game.state, game.tables.parameters
        for seat, player in enumerate(players):
            assert len(player["stations"]) + s.stations[seat] == p.stations
            assert len(player["harbours"]) + s.harbours[seat] == p.harbours
            assert all(0 <= n <= self.owned[piece] for piece, n in self.pieces[seat].items())
            assert all(0 <= n <= player["hand"].get(card, 0) for card, n in player["known"].items())


def check_lists(game: bl.Game) -> None:
    """The legal lists: sorted, without repeats, never empty while somebody waits, every text of its own."""
    assert bool(game.waiting) != game.is_over
    for seat in range(game.seats):
        legal = game.legal(seat)
        assert bool(legal) == (seat in game.waiting)
        codes = legal.codes
        assert all(one < two for one, two in pairwise(codes))
        assert code_set(game.tables).issuperset(codes)


def check_texts(game: bl.Game, random: Random, most: int = 60) -> None:
    """Text and code of legal moves: there and back, each once."""
    for seat in game.waiting:
        legal = game.legal(seat)
        offered = len(game.view(seat).own.offer or ())
        moves = list(legal) if len(legal) <= most else [legal[random.randrange(len(legal))] for _ in range(most)]
        for move in moves:
            text = str(move)
            assert game.parse(text) == move
            code = game.codec.code_of(move, offered)
            assert code is not None
            assert game.codec.move_of(code, offered) == move
            assert move in legal
            assert text in legal
            assert game.why_not(text, seat) is None
        texts = [str(move) for move in legal]
        assert len(set(texts)) == len(texts)


def check_refusals(game: bl.Game, seat: int, texts: Iterable[str]) -> None:
    """
    A text is played if it says a legal move; else it is refused with a reason, and the game is as it was.
    """
    key, position, log = game.key(), game.position(), len(game.events())
    legal = game.legal(seat)
    legal_texts = {str(move) for move in legal}
    for text in texts:
        try:
            move = game.parse(text)
        except bl.MoveError:
            assert text not in legal
            with pytest.raises(bl.MoveError) as unread:
                game.play(text, seat)
            assert type(unread.value) is bl.MoveError
        else:
            if text in legal:
                played = str(game.copy().play(text, seat))
                assert played in legal_texts
                assert played == str(move) or (played.startswith("row ") and str(move).startswith(f"{played} refill "))
            else:
                assert str(move) not in legal_texts
                assert move not in legal
                check_refusal(game, seat, text)
        assert game.key() == key
    assert (game.position(), len(game.events())) == (position, log)


def check_refusal(game: bl.Game, seat: int, text: str) -> None:
    """An illegal move is refused with the reason that `why_not` gives."""
    reason = game.why_not(text, seat)
    assert reason is not None
    with pytest.raises(bl.IllegalMoveError) as refused:
        game.play(text, seat)
    assert refused.value.reason == reason
    check_reason(reason)


def check_reason(reason: bl.Reason) -> None:
    """A reason has a clause of the rules and a sentence in every language."""
    family, dash, number = reason.clause.partition("-")
    assert family.isupper()
    assert dash
    assert number.isdigit()
    assert has(f"reasons.{reason.id}")
    sentences = {reason.words(lang) for lang in LANGUAGES}
    assert len(sentences) == len(LANGUAGES)
    assert all("{" not in sentence for sentence in sentences)
    assert reason.id != "not_legal", f"no reason of its own: {reason}"


def check_round_trips(game: bl.Game) -> None:
    """Position, record, view and pickle: there and back, as data and as JSON."""
    position = game.position()
    again = bl.Game.from_position(position, game.names)
    assert again.position() == position
    assert again.key() == game.key()
    assert again == game
    assert again.result == game.result
    through = json.loads(json.dumps(position))
    assert through == position
    assert bl.Game.from_position(through).key() == game.key()
    record = game.record()
    assert bl.Record.from_text(record.to_text()) == record
    assert bl.Record.from_json(record.to_json()) == record
    assert bl.Record.from_data(record.data()) == record
    replayed = bl.Game.replay(record.to_text())
    assert replayed.key() == game.key()
    assert replayed.record() == record
    assert replayed.position() == position, "a game goes on from its record as it would have"
    restored = pickle.loads(pickle.dumps(game))
    assert restored.key() == game.key()
    assert restored.position() == position
    assert restored.record() == record
    for seat in (*range(game.seats), None):
        view = game.view(seat)
        assert restored.view(seat) == view
        assert restored.events(seat) == game.events(seat) == view.log
        assert msgspec.json.decode(msgspec.json.encode(view), type=type(view)) == view


def check_score(game: bl.Game) -> None:
    """The running score recounted (SCORE-2), and sheets that add up."""
    points = game.tables.parameters.track_points
    tracks = {track.id: track for track in game.variant.tracks}
    position = game.position()
    for seat, player in enumerate(position["players"]):
        recount = sum(points[tracks[track].length] for track in player["tracks"])
        assert player["score"] == recount - player["swapped"]
        sheet = game.sheet(seat)
        assert sheet.total == sum(line.points for line in sheet.lines) == sum(sheet.sums.values())
        assert sheet.points("tracks") == recount
        assert sheet.points("swaps") == -player["swapped"]
        assert {line.what for line in sheet.lines if line.kind == "tickets"} == set(player["tickets"])
        fates = Counter(line.outcome for line in sheet.lines if line.kind == "tickets")
        assert sheet.completed == fates["completed"] + fates["in_order"]
    result = game.result
    assert (result is None) != game.is_over
    if result is not None:
        assert result.scores == tuple(sheet.total for sheet in result.sheets)
        assert result.sheets == tuple(game.sheet(seat) for seat in range(game.seats))
        best = max(result.scores)
        assert result.winners
        assert all(result.scores[seat] == best and result.ranks[seat] == 1 for seat in result.winners)
        order = sorted(range(game.seats), key=lambda seat: result.ranks[seat])
        assert all(result.scores[a] >= result.scores[b] for a, b in pairwise(order))


# ---------------------------------------------------------------- whole games
class Games(RuleBasedStateMachine):
    """One game of any variant; between its moves, everything one may ask of it."""

    game: bl.Game

    @initialize(name=names, seed=seeds)
    def begin(self, name: str, seed: int) -> None:
        self.game = fresh_game(name, seed)
        self.conserved = Conserved(self.game)
        self.memory: list[str] = []
        self.copies: list[tuple[bl.Game, bytes, Data]] = []

    @precondition(lambda self: not self.game.is_over)
    @rule(seat=st.integers(0, 4), place=st.integers(0, 10**6))
    def play(self, seat: int, place: int) -> None:
        waiting = self.game.waiting
        at = waiting[seat % len(waiting)]
        legal = self.game.legal(at)
        move = legal[place % len(legal)]
        self.memory.append(str(move))
        assert self.game.play(move if place % 2 else str(move), at) == move

    @precondition(lambda self: not self.game.is_over)
    @rule(seed=seeds, moves=st.integers(2, 40))
    def go_on(self, seed: int, moves: int) -> None:
        random = Random(seed)
        likes = taste(random)
        for _ in range(moves):
            if self.game.is_over:
                break
            before = self.game.legal(self.game.waiting[0])
            self.memory.append(str(before[random.randrange(len(before))]))
            play_one(self.game, random, likes)
            self.conserved.check(self.game)

    @rule(seed=seeds)
    def try_what_is_not_legal(self, seed: int) -> None:
        random = Random(seed)
        seat = random.randrange(self.game.seats)
        check_refusals(self.game, seat, likely_texts(self.game, seat, random, self.memory))

    @rule(seed=seeds)
    def say_all_moves(self, seed: int) -> None:
        check_texts(self.game, Random(seed))

    @rule()
    def write_down(self) -> None:
        check_round_trips(self.game)

    @rule()
    def copy(self) -> None:
        if len(self.copies) < 3:
            self.copies.append((self.game.copy(), self.game.key(), self.game.position()))

    @precondition(lambda self: self.copies)
    @rule(seed=seeds)
    def play_a_copy(self, seed: int) -> None:
        game, key, position = self.copies.pop()
        assert game.key() == key, "playing on changed the copy"
        assert game.position() == position
        here = self.game.key(), self.game.position()
        random = Random(seed)
        likes = taste(random)
        for _ in range(10):
            if game.is_over:
                break
            play_one(game, random, likes)
        assert (self.game.key(), self.game.position()) == here, "playing the copy changed the game"

    @invariant()
    def hold(self) -> None:
        self.conserved.check(self.game)
        check_lists(self.game)

    @invariant()
    def score(self) -> None:
        check_score(self.game)


TestGames = Games.TestCase
TestGames.settings = settings(max_examples=games(30, 4), stateful_step_count=25)


@pytest.mark.parametrize("name", PACKAGED)
def test_whole_games(name: str) -> None:
    for seed in range(games(6, 1)):
        random = Random(f"{name} {seed}")
        game = fresh_game(name, seed)
        conserved = Conserved(game)
        likes = taste(random)
        likes[11] = 0.02
        memory: list[str] = []
        while not game.is_over:
            check_lists(game)
            if random.random() < 0.05:
                seat = random.choice(game.waiting)
                check_refusals(game, seat, likely_texts(game, seat, random, memory))
            _, move = play_one(game, random, likes)
            memory.append(str(move))
            conserved.check(game)
        check_score(game)
        check_round_trips(game)
        assert game.legal() == [] or len(game.legal()) == 0
        assert game.waiting == ()
        assert game.to_move is None
        reason = game.why_not(memory[-1])
        assert reason is not None
        assert reason.clause == "END-6"


# ---------------------------------------------------------------- moments
@given(moments, seeds)
def test_each_legal_move_applies(game: bl.Game, seed: int) -> None:
    random = Random(seed)
    key = game.key()
    for seat in game.waiting:
        legal = list(game.legal(seat))
        for move in legal if len(legal) < 15 else random.sample(legal, 15):
            copy = game.copy()
            assert copy.play(move, seat) == move
            assert copy.key() != key
            assert len(copy.moves) == len(game.moves) + 1
    assert game.key() == key


@given(moments, seeds)
def test_every_other_move_is_refused_with_a_reason(game: bl.Game, seed: int) -> None:
    random = Random(seed)
    seat = random.randrange(game.seats)
    check_refusals(game, seat, likely_texts(game, seat, random, []))


@given(moments, seeds)
def test_texts_go_there_and_back(game: bl.Game, seed: int) -> None:
    check_texts(game, Random(seed))


@given(moments)
def test_data_goes_there_and_back(game: bl.Game) -> None:
    check_round_trips(game)


@given(moments)
def test_scores_can_be_recounted(game: bl.Game) -> None:
    check_score(game)


@pytest.mark.parametrize("name", NAMES)
def test_every_code_is_one_move_and_one_text(name: str) -> None:
    """The dense index: codes, moves and texts stand one to one."""
    game = fresh_game(name, 1)
    codec = game.codec
    p = game.tables.parameters
    texts = set()
    for code in code_space(game.tables):
        if code >> 24 != KEEP:
            move = codec.move_of(code)
            assert codec.code_of(move) == code
            assert game.parse(str(move)) == move
            texts.add(str(move))
            continue
        mask, order = code >> 16 & 255, code & 65535
        for offered in range(mask.bit_length(), max(p.start_tickets + p.start_long, p.draw_tickets) + 1):
            if order < factorial(offered - mask.bit_count()):
                move = codec.move_of(code, offered)
                assert codec.code_of(move, offered) == code
                assert game.parse(str(move)) == move
                texts.add(f"{offered} {move}")
    assert len(texts) >= len(code_space(game.tables))


# ---------------------------------------------------------------- relabelling seats
def rotated(position: Data, by: int) -> Data:
    """The same position with every seat called ``by`` higher."""
    n = len(position["players"])

    def seat(old: int) -> int:
        return (old + by) % n

    players: list[Any] = [None] * n
    for old, player in enumerate(position["players"]):
        seen = {place: seat(other) for place, other in player["offer_seen"].items()}
        players[seat(old)] = {**player, "offer_seen": seen}
    out = {**position, "players": players, "first_seat": seat(position["first_seat"])}
    out["ticket_deck_seen"] = {place: seat(other) for place, other in position["ticket_deck_seen"].items()}
    if "seat" in position["decision"]:
        out["decision"] = {**position["decision"], "seat": seat(position["decision"]["seat"])}
    if position["last_turns"]:
        out["last_turns"] = {**position["last_turns"], "trigger": seat(position["last_turns"]["trigger"])}
    return out


@given(names, seeds, st.integers(1, 4))
def test_seats_are_only_labels(name: str, seed: int, by: int) -> None:
    """Seats called otherwise: the same moves, chances, sheets and results, for the seats so called."""
    random = Random(seed)
    game = bl.Game.from_position(some_game(name, seed).position())
    other = bl.Game.from_position(rotated(game.position(), by))
    likes = taste(random)
    for _ in range(12):
        assert other.position() == rotated(game.position(), by)
        for seat in range(game.seats):
            there = (seat + by) % game.seats
            assert list(other.legal(there)) == list(game.legal(seat))
            sheet = game.sheet(seat)
            assert other.sheet(there) == msgspec.structs.replace(sheet, seat=there)
        if game.is_over:
            break
        seat, move = play_one(game, random, likes)
        other.play(move, (seat + by) % game.seats)
    result, result_there = game.result, other.result
    if result is not None:
        assert result_there is not None
        for seat in range(game.seats):
            there = (seat + by) % game.seats
            assert result.scores[seat] == result_there.scores[there]
            assert result.ranks[seat] == result_there.ranks[there]
            assert (seat in result.winners) == (there in result_there.winners)


# ---------------------------------------------------------------- the start
@given(names, seeds)
def test_start_choices_come_in_any_order(name: str, seed: int) -> None:
    """SETUP-7, SETUP-8: whoever chooses first, the game is the same."""
    first, second = fresh_game(name, seed), fresh_game(name, seed)
    random = Random(seed)
    choices: dict[int, list[bl.Move]] = {seat: [] for seat in range(first.seats)}
    while first.waiting and first.decision() in ("start", "split"):
        seat, move = play_one(first, random, [1.0] * 14)
        choices[seat].append(move)
    while any(choices.values()):
        seat = random.choice([seat for seat, left in choices.items() if left])
        move = choices[seat].pop(0)
        assert seat in second.waiting
        assert second.play(move, seat) == move
    assert second.position() == first.position()
    assert second.key() == first.key()
    assert [second.view(seat).own for seat in range(second.seats)] == [first.view(s).own for s in range(first.seats)]


@given(names, seeds)
def test_seeds_deal_the_same_game(name: str, seed: int) -> None:
    one, two = whole_game(name, seed), whole_game(name, seed)
    assert one.record() == two.record()
    assert one.result == two.result
    assert variant_of(name).fingerprint == one.variant.fingerprint
