"""
Secrecy (INFO-1 … INFO-3, TICKET-5, SETUP-7): what a seat can't know never reaches it, and what is public always does.

Two games that differ only in what a viewer can't know look the same to it, byte for byte, now and while both go on.
The leaks patched in at the end show that these tests would notice.
"""

from __future__ import annotations

import copy
import gc
import pickle
from collections import Counter
from collections.abc import Callable
from random import Random
from types import GetSetDescriptorType
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scale import games
from strategies import NAMES, Data, fresh_game, likely_texts, moments, pile_counts, some_game, taste, variant_of
from twin_worlds import kept, twin

import branchline as bl
from branchline.game import events as happened
from branchline.game import view as views
from branchline.game.view import SeatView, View

encode = msgspec.json.encode
VIEWERS = st.one_of(st.none(), st.integers(0, 4))


def viewer_of(game: bl.Game, number: int | None) -> int | None:
    """A seat of the game, or a spectator."""
    return None if number is None else number % game.seats


# ---------------------------------------------------------------- two games that look the same
def refusal(game: bl.Game, text: str, seat: int) -> str:
    """What the answer to a move is, without playing it."""
    try:
        return str(game.why_not(text, seat))
    except bl.BranchlineError as error:
        return error.say()


def assert_same(one: bl.Game, two: bl.Game, viewer: int | None, texts: tuple[str, ...] = ()) -> None:
    """Everything that the viewer can get hold of is equal in both games."""
    first, second = one.view(viewer), two.view(viewer)
    assert encode(first) == encode(second)
    assert first == second
    assert repr(first) == repr(second)
    assert first.legal() == second.legal()
    assert encode(one.events(viewer)) == encode(two.events(viewer))
    assert (one.waiting, one.to_move, one.is_over, repr(one)) == (two.waiting, two.to_move, two.is_over, repr(two))
    if viewer is None:
        return
    assert one.legal(viewer).codes == two.legal(viewer).codes
    assert list(one.legal(viewer)) == list(two.legal(viewer))
    for text in texts:
        assert refusal(one, text, viewer) == refusal(two, text, viewer)


def some_texts(game: bl.Game, viewer: int | None, random: Random) -> tuple[str, ...]:
    """Moves that the viewer might try."""
    return () if viewer is None else tuple(likely_texts(game, viewer, random, []))[::4]


def step_both(one: bl.Game, two: bl.Game, viewer: int | None, random: Random) -> bool:
    """
    Play one decision in both games, the same as far as all can see; False where they part in the open.

    What only another seat sees is played differently: the card of its blind draw, which tickets it keeps.
    """
    seat = random.choice(one.waiting)
    both = set(two.legal(seat).codes).intersection(one.legal(seat).codes)
    if not both:
        return False
    code = random.choice(sorted(both))
    other = code
    move = str(one.play(one.codec.move_of(code, one.state.offer_n[seat]), seat))
    if seat == viewer and move == "tickets" and not give_tickets(two, one.view(seat).own.offer or ()):
        return False
    drawn = [one.tables.kinds[card] for card in one.moves[-1][3]]
    if seat != viewer and move.startswith("keep"):
        alike = [code for code in two.legal(seat).codes if kept(str(two.codec.move_of(code, 6))) == kept(move)]
        other = random.choice(alike)
    if drawn:
        first = drawn[0]
        if seat != viewer and move.startswith("blind"):
            deck = one.tables.deck_of[one.tables.kind_index[first]]
            pile = [
                card
                for i, card in enumerate(two.tables.kinds)
                if two.tables.deck_of[i] == deck and (two.state.pile[i] or not two.state.pile_n[deck])
            ]
            first = random.choice(pile) if pile else first
        try:
            for deck_name in two.tables.decks:
                deck = two.tables.deck_index[deck_name]
                cards = [c for c in [first, *drawn[1:]] if two.tables.deck_of[two.tables.kind_index[c]] == deck]
                two.script(deck_name, cards)
        except bl.PositionError:
            return False
    two.play(two.codec.move_of(other, two.state.offer_n[seat]), seat)
    return not two.engine.fault and drawn[1:] == [two.tables.kinds[card] for card in two.moves[-1][3][1:]]


def give_tickets(game: bl.Game, wanted: tuple[str | None, ...]) -> bool:
    """Swap tickets within the deck so that these are drawn next; False if one is not there."""
    s = game.state.copy()
    deck = [(s.deck_head + i) % len(s.deck) for i in range(s.deck_n)]
    for place, name in zip(deck, wanted, strict=False):
        there = [other for other in deck if game.tables.tickets[s.deck[other]] == name]
        if not there:
            return False
        s.deck[place], s.deck[there[0]] = s.deck[there[0]], s.deck[place]
    game.load(s)
    return True


def check_pair(game: bl.Game, viewer: int | None, seed: int, steps: int) -> int:
    """A game and its twin are the same to the viewer and stay so; how many decisions they went together."""
    random = Random(seed)
    one, two = twin(game, viewer, random, same_counts=steps > 0)
    assert_same(one, two, viewer, some_texts(one, viewer, random))
    for number in range(steps):
        if one.is_over or not step_both(one, two, viewer, random):
            return number
        if one.is_over:
            # All tickets are shown: the two games part in the open.
            return number
        assert_same(one, two, viewer)
    return steps


@pytest.mark.parametrize("name", NAMES)
def test_what_is_hidden_does_not_show(name: str) -> None:
    for seed in range(games(8, 2)):
        game = some_game(name, seed)
        for viewer in (None, *range(game.seats)):
            check_pair(game, viewer, seed, 0)


@given(moments, VIEWERS, st.integers(0, 2**32 - 1))
def test_what_is_hidden_does_not_show_at_any_moment(game: bl.Game, number: int | None, seed: int) -> None:
    check_pair(game, viewer_of(game, number), seed, 0)


@pytest.mark.parametrize("name", NAMES)
def test_what_is_hidden_does_not_show_later(name: str) -> None:
    together = 0
    for seed in range(games(8, 6)):
        game = some_game(name, seed, most=80)
        together += check_pair(game, viewer_of(game, (None, 0, 1, 2)[seed % 4]), seed, 12)
    assert together


@pytest.mark.parametrize("name", NAMES)
def test_the_start_tells_only_that_a_choice_was_made(name: str) -> None:
    """SETUP-7, SETUP-8, INFO-3: what others have put down is no part of a view until all are in."""
    for seed in range(games(2, 1)):
        game = fresh_game(name, seed)
        random = Random(seed)
        while game.waiting and game.decision() in ("start", "split"):
            for viewer in (None, *range(game.seats)):
                check_pair(game, viewer, seed, 0)
            view = game.view(None)
            p = game.tables.parameters
            for seat, player in enumerate(view.seats):
                committed = player.waiting != "start"
                assert (player.tickets_held, player.tickets_boxed, player.box) == (0, 0, {})
                assert player.pieces == dict(p.pieces)
                assert player.offer_size == len(game.position()["players"][seat]["offer"])
                chosen = sum(isinstance(e, happened.ChoiceMade) and e.seat == seat for e in view.log)
                assert committed == (chosen > 0)
            seat = random.choice(game.waiting)
            game.play_code(random.choice(game.legal(seat).codes))


# ---------------------------------------------------------------- a view holds data and nothing else
PLAIN = (str, int, float, bool, type(None), tuple, dict, list, bytes)


def reachable(root: object) -> list[object]:
    """Every object that one can get to from this one, classes and their own things aside."""
    found: dict[int, object] = {}
    todo = [root]
    while todo:
        it = todo.pop()
        if id(it) in found or isinstance(it, type | GetSetDescriptorType):
            continue
        found[id(it)] = it
        todo += gc.get_referents(it)
        todo += list(getattr(it, "__dict__", {}).values())
    return list(found.values())


@pytest.mark.parametrize("name", NAMES)
def test_a_view_holds_plain_data_only(name: str) -> None:
    modules = {views.__name__, happened.__name__, bl.Result.__module__}
    for seed in range(games(4, 1)):
        game = some_game(name, seed)
        for viewer in (None, 0):
            view = game.view(viewer)
            view.legal()
            for it in reachable(view):
                assert type(it) in PLAIN or type(it).__module__ in modules, type(it)
            again = pickle.loads(pickle.dumps(view))
            assert encode(again) == encode(view)
            assert msgspec.json.decode(encode(view), type=View) == view
            assert encode(copy.deepcopy(view)) == encode(view)


@given(moments, VIEWERS)
def test_no_secret_ticket_is_named(game: bl.Game, number: int | None) -> None:
    """Tickets that others hold are in no byte of a view, unless the viewer has had them itself."""
    viewer = viewer_of(game, number)
    if game.is_over:
        return
    view = game.view(viewer)
    own: set[str] = set()
    for event in game.all_events():
        if isinstance(event, happened.TicketsOffered | happened.TicketsKept) and event.seat == viewer:
            for listed in vars_of(event):
                own.update(listed)
    if viewer is not None:
        me = game.position()["players"][viewer]
        own.update([*me["tickets"], *me["boxed"], *me["offer"]])
    own.update(view.ticket_deck_known.values())
    text = msgspec.json.encode(msgspec.structs.replace(view, map=None)).decode()
    for seat, player in enumerate(game.position()["players"]):
        if seat != viewer:
            for ticket in {*player["tickets"], *player["boxed"], *player["offer"]} - own:
                # A track may have the name of a ticket.
                if ticket not in game.tables.track_index:
                    assert f'"{ticket}"' not in text


def vars_of(event: bl.Event) -> list[tuple[str, ...]]:
    """The lists of an event."""
    return [value for value in msgspec.structs.astuple(event) if isinstance(value, tuple)]


@given(moments, VIEWERS, st.integers(0, 2**32 - 1))
def test_a_world_follows_from_the_view_alone(game: bl.Game, number: int | None, seed: int) -> None:
    viewer = viewer_of(game, number)
    one, two = twin(game, viewer, Random(seed))
    there = one.view(viewer).sample_game(Random(seed))
    here = msgspec.json.decode(encode(two.view(viewer)), type=View).sample_game(Random(seed))
    assert there.position() == here.position()
    assert there.key() == here.key()
    assert there.events(viewer) == here.events(viewer)


# ---------------------------------------------------------------- what is public is there
def payment(cards: Any) -> Counter[str]:
    """Cards as counts."""
    return Counter(cards)


class Onlooker:
    """Somebody at the table who remembers everything that was shown, and nothing else."""

    def __init__(self, game: bl.Game) -> None:
        t, p = game.tables, game.tables.parameters
        self.deck_of = {kind.id: kind.deck for kind in game.variant.cards.kinds}
        opening = dict(zip(t.decks, p.opening_hand, strict=True))
        self.hands = [Counter(opening) for _ in range(game.seats)]
        self.known: list[Counter[str]] = [Counter() for _ in range(game.seats)]
        self.tickets = [0] * game.seats
        self.base: Counter[str] = Counter()
        self.deck: list[int | None] = [None] * game.view(None).ticket_deck
        self.offers: list[list[int | None]] = [[] for _ in range(game.seats)]

    def out(self, seat: int, cards: Any) -> None:
        """Cards leave a hand for all to see."""
        paid = Counter(cards)
        self.known[seat] -= paid
        for card, n in paid.items():
            self.hands[seat][self.deck_of[card]] -= n

    def see(self, event: Any) -> None:
        """Take in an event."""
        if isinstance(event, happened.RowTaken):
            self.known[event.seat][event.card] += 1
            self.hands[event.seat][self.deck_of[event.card]] += 1
        elif isinstance(event, happened.BlindDrawn):
            assert event.card is None
            self.hands[event.seat][event.deck] += 1
        elif isinstance(event, happened.TicketsKept):
            assert event.kept is None
            assert event.others is None
            self.tickets[event.seat] += event.number
            self.offers[event.seat] = []
            if not event.boxed:
                self.deck += [event.seat] * event.given_back
        elif isinstance(event, happened.TicketsOffered):
            assert event.tickets is None
            self.offers[event.seat] = [self.deck.pop(0) for _ in range(event.number)]
        elif isinstance(event, happened.TrackClaimed):
            if self.base:  # a tunnel: its base is out already
                self.base = Counter()
            else:
                self.out(event.seat, event.cards)
        elif isinstance(event, happened.TunnelEntered):
            self.base = Counter(event.base)
            self.out(event.seat, event.base)
        elif isinstance(event, happened.TunnelDeclined):
            self.known[event.seat] += self.base
            for card, n in self.base.items():
                self.hands[event.seat][self.deck_of[card]] += n
            self.base = Counter()
        elif isinstance(event, happened.SurchargePaid | happened.StationBuilt | happened.HarbourBuilt):
            self.out(event.seat, event.cards)

    def check(self, view: View) -> None:
        """The view says what the onlooker knows."""
        assert view.ticket_deck_seen == placed(self.deck)
        for seat, player in enumerate(view.seats):
            assert player.known == dict(+self.known[seat])
            assert Counter(player.hand_decks) == self.hands[seat]
            assert player.hand_size == self.hands[seat].total()
            assert player.tickets_held == self.tickets[seat]
            assert player.offer_seen == placed(self.offers[seat])


def placed(seats: list[int | None]) -> dict[str, int]:
    """The places where a seat stands."""
    return {str(place): seat for place, seat in enumerate(seats) if seat is not None}


@pytest.mark.parametrize("name", NAMES)
def test_the_counts_of_a_view_are_what_everybody_saw(name: str) -> None:
    """Known cards, hands by deck, tickets held and put back follow from the log of a spectator, at every moment."""
    for seed in range(games(4, 1)):
        random = Random(f"{name} {seed}")
        game = fresh_game(name, seed)
        onlooker, heard, likes = Onlooker(game), 0, taste(random)
        for _ in range(games(150, 60)):
            if game.is_over:
                break
            seat = random.choice(game.waiting)
            codes = game.legal(seat).codes
            weights = [likes[code >> 24] for code in codes]
            game.play_code(random.choices(codes, weights)[0])
            for event in game.events(None, heard):
                onlooker.see(event)
                heard += 1
            onlooker.check(game.view(random.choice((None, *range(game.seats)))))


def check_public(view: View, position: Data, game: bl.Game) -> None:
    """INFO-1, INFO-3: everything public of a position is in the view."""
    start = position["decision"]["kind"] == "start"
    assert list(view.row) == position["row"]
    for deck in view.decks:
        there = position["decks"][deck.deck]
        assert deck.pile == pile_counts(there["pile"]).total()
        assert deck.discard == there["discard"]
    assert view.ticket_deck == len(position["ticket_deck"])
    assert view.ticket_deck_seen == position["ticket_deck_seen"]
    for player, there in zip(view.seats, position["players"], strict=True):
        assert list(player.tracks) == there["tracks"]
        assert list(player.stations) == there["stations"]
        assert list(player.harbours) == there["harbours"]
        assert player.stations_left == game.tables.parameters.stations - len(there["stations"])
        assert player.harbours_left == game.tables.parameters.harbours - len(there["harbours"])
        assert (player.score, player.swapped) == (there["score"], there["swapped"])
        assert player.pieces == there["pieces"]
        assert player.box == ({} if start else there["box"])
        assert player.hand_size == sum(there["hand"].values())
        assert player.known == there["known"]
        assert player.tickets_held == len(there["tickets"])
        assert player.tickets_boxed == len(there["boxed"])
        assert player.offer_size == len(there["offer"])
        assert player.offer_seen == there["offer_seen"]
    assert (view.turns, view.passes, view.first_seat) == tuple(position[k] for k in ("turns", "passes", "first_seat"))
    left = position["last_turns"]
    assert (view.last_turns, view.trigger) == ((left["left"], left["trigger"]) if left else (None, None))
    decision = position["decision"]
    assert view.decision == decision["kind"]
    assert view.waiting == game.waiting
    assert (view.tunnel is not None) == (decision["kind"] == "surcharge")
    if view.tunnel is not None:
        assert [view.tunnel.seat, view.tunnel.track, view.tunnel.base, list(view.tunnel.revealed)] == [
            decision[key] for key in ("seat", "track", "base", "revealed")
        ]
    assert {**game.options} == view.options
    assert (view.result is not None) == game.is_over


def check_own(view: View, position: Data) -> None:
    """A seat's own secrets are in its view, and it may move what the rules allow."""
    assert view.seat is not None
    mine, there = view.own, position["players"][view.seat]
    assert mine.hand == there["hand"]
    assert list(mine.tickets or ()) == there["tickets"]
    assert list(mine.boxed or ()) == there["boxed"]
    assert list(mine.offer or ()) == there["offer"]
    assert list(mine.chosen or ()) == there["chosen"]
    by_me = {
        place: position["ticket_deck"][int(place)]
        for place, by in position["ticket_deck_seen"].items()
        if by == view.seat
    }
    assert view.ticket_deck_known == by_me
    assert (view.choice is not None) == (view.seat in view.waiting)


@given(moments)
def test_what_is_public_is_in_every_view(game: bl.Game) -> None:
    position = game.position()
    for viewer in (None, *range(game.seats)):
        view = game.view(viewer)
        check_public(view, position, game)
        if viewer is not None:
            check_own(view, position)
            assert view.legal() == list(game.legal(viewer))
        for player in view.seats:
            if player.seat != viewer:
                assert (player.hand, player.boxed, player.chosen) == (None, None, None)
                assert (player.tickets is not None) == game.is_over


def test_payments_and_reveals_are_in_every_log() -> None:
    """INFO-1: what is paid and revealed is told to everybody alike."""
    public = (
        happened.TrackClaimed,
        happened.TunnelEntered,
        happened.TunnelRevealed,
        happened.SurchargePaid,
        happened.StationBuilt,
        happened.HarbourBuilt,
        happened.RowTaken,
        happened.RowFilled,
        happened.PiecesSplit,
        happened.PiecesSwapped,
    )
    seen: Counter[type] = Counter()
    for name in NAMES:
        for seed in range(games(4, 1)):
            game = some_game(name, seed)
            for event in game.all_events():
                if isinstance(event, public):
                    seen[type(event)] += 1
                    assert all(event.seen_by(viewer) == event for viewer in (None, *range(game.seats)))
    assert set(seen) == set(public)


# ---------------------------------------------------------------- tickets that go back
def ticket_game(variant: str = "usa") -> bl.Game:
    tickets = [ticket.id for ticket in bl.variant(variant).tickets[:8]]
    return bl.Game.from_position(
        {"variant": variant, "players": [{}, {}], "ticket_deck": tickets, "row": ["red"] * 2 + ["blue"] * 3}
    )


def test_returned_tickets_are_known_to_who_returned_them_by_place() -> None:
    """TICKET-6, INFO-2: the last one returned is the new bottom; only who put them there knows them."""
    game = ticket_game()
    deck = game.position()["ticket_deck"]
    game.play("tickets")
    game.play("keep 2 under 3 1")
    assert game.position()["ticket_deck"] == [*deck[3:], deck[2], deck[0]]
    assert game.view(0).ticket_deck_known == {"5": deck[2], "6": deck[0]}
    assert game.view(1).ticket_deck_known == {}
    assert game.view(None).ticket_deck_known == {}
    game.play("tickets")
    assert game.view(0).ticket_deck_known == {"2": deck[2], "3": deck[0]}
    game.play("keep 1 2 3")
    game.play("row red")
    game.play("row blue")
    game.play("tickets")
    # Seat 1 looks at a ticket that seat 0 knows, at its place in the offer; the next one is still in the deck.
    assert game.view(0).seats[1].offer == (None, None, deck[2])
    assert game.view(None).seats[1].offer is None
    assert game.view(0).ticket_deck_known == {"0": deck[0]}
    assert game.view(0).sample_game(Random(0)).view(0) == game.view(0)
    game.play("keep 1 under 3 2")
    assert game.view(0).ticket_deck_known == {"0": deck[0]}
    assert game.view(1).ticket_deck_known == {"1": deck[2], "2": deck[7]}


def test_start_tickets_go_under_the_deck_in_seat_order_from_the_start_player() -> None:
    """SETUP-7: whoever chooses first, and each seat knows its own."""
    game = bl.Game.new("usa", seats=3, seed=5, first_seat=1)
    offers = [game.position()["players"][seat]["offer"] for seat in range(3)]
    deck = game.position()["ticket_deck"]
    for seat in (0, 2, 1):
        assert game.view(None).ticket_deck == len(deck)
        game.play("keep 1 3", seat)
    assert game.position()["ticket_deck"] == [*deck, offers[1][1], offers[2][1], offers[0][1]]
    n = len(deck)
    for place, seat in enumerate((1, 2, 0)):
        assert game.view(seat).ticket_deck_known == {str(n + place): offers[seat][1]}


def test_boxed_tickets_stay_unseen() -> None:
    """SETUP-6: also after the end, when all held tickets are revealed (SCORE-3)."""
    game = bl.Game.new("europe", seats=2, seed=5)
    game.play("keep 1 2", 0)
    game.play("keep 1 2 3", 1)
    assert [player.tickets_boxed for player in game.view(0).seats] == [2, 1]
    assert game.view(0).seats[1].boxed is None
    assert len(game.view(1).own.boxed or ()) == 1
    position = game.position()
    position["decision"] = {"kind": "over"}
    over = bl.Game.from_position(position)
    assert over.view(0).seats[1].tickets == tuple(position["players"][1]["tickets"])
    assert over.view(0).seats[1].boxed is None
    assert over.view(0).seats[1].hand is None
    check_pair(over, 0, 1, 0)


# ---------------------------------------------------------------- these tests notice
def leak(**fields: Callable[[Any, int], Any]) -> Callable[[pytest.MonkeyPatch], None]:
    """A patch after which the view of a seat says more than it should."""

    def patch(monkeypatch: pytest.MonkeyPatch) -> None:
        right = views.seat_view

        def wrong(game: Any, s: Any, shown: SeatView, viewer: int | None) -> SeatView:
            said = right(game, s, shown, viewer)
            return msgspec.structs.replace(said, **{name: tell(game, shown.seat) for name, tell in fields.items()})

        monkeypatch.setattr(views, "seat_view", wrong)

    return patch


def told(cls: type) -> Callable[[pytest.MonkeyPatch], None]:
    """A patch after which everybody is told all of an event."""
    return lambda monkeypatch: monkeypatch.setattr(cls, "seen_by", lambda self, seat: self)


def deck_leak(monkeypatch: pytest.MonkeyPatch) -> None:
    """The next ticket shows."""
    right = views.make_view

    def wrong(game: bl.Game, seat: int | None, *args: Any) -> View:
        deck = game.position()["ticket_deck"]
        return msgspec.structs.replace(
            right(game, seat, *args), ticket_deck_known={str(i): t for i, t in enumerate(deck)}
        )

    monkeypatch.setattr(views, "make_view", wrong)


def wild_leak(monkeypatch: pytest.MonkeyPatch) -> None:
    """A pile size gives away one bit of a hand."""
    right = views.deck_view

    def wrong(t: Any, s: Any, deck: int) -> views.DeckView:
        said = right(t, s, deck)
        return msgspec.structs.replace(said, pile=said.pile + s.hand[1][t.map.wild] % 2)

    monkeypatch.setattr(views, "deck_view", wrong)


LEAKS = {
    "hand": leak(hand=lambda game, seat: game.position()["players"][seat]["hand"]),
    "known": leak(known=lambda game, seat: {"wild": game.state.hand[seat][game.tables.map.wild]}),
    "tickets": leak(tickets=lambda game, seat: tuple(game.position()["players"][seat]["tickets"])),
    "offer": leak(offer=lambda game, seat: tuple(game.position()["players"][seat]["offer"])),
    "boxed": leak(boxed=lambda game, seat: tuple(game.position()["players"][seat]["boxed"])),
    "chosen": leak(chosen=lambda game, seat: tuple(game.position()["players"][seat]["chosen"])),
    "deck": deck_leak,
    "one bit": wild_leak,
    "blind": told(happened.BlindDrawn),
    "offered": told(happened.TicketsOffered),
    "kept": told(happened.TicketsKept),
}


def look_around() -> None:
    """What the leaks are looked for in."""
    for seed in range(25):
        game = some_game("europe", seed, most=30)
        check_pair(game, None if seed % 3 == 0 else 0, seed, 10)


def test_without_a_leak_all_is_well() -> None:
    look_around()


@pytest.mark.parametrize("which", LEAKS)
def test_a_leak_is_noticed(which: str, monkeypatch: pytest.MonkeyPatch) -> None:
    LEAKS[which](monkeypatch)
    with pytest.raises(AssertionError):
        look_around()


def test_every_name_is_tried() -> None:
    """The maps of these tests have everything that can be hidden."""
    assert {variant_of(name).parameters.start_return for name in NAMES} == {"deck", "box"}
    assert any(variant_of(name).parameters.start_long for name in NAMES)
    assert any(variant_of(name).parameters.pieces_chosen for name in NAMES)
    assert {len(variant_of(name).cards.decks) for name in NAMES} == {1, 2}
