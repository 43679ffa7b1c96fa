"""
Possible worlds: games that agree with a view.

The model. The viewer knows its own cards and tickets, everything public, the cards that others took openly, how many
cards of each deck a hand holds, and the tickets that it put under the deck itself. Every other card lies in another
hand or in a pile, every other ticket with another seat, in the deck or out of the game.

* Cards: the unseen cards of a deck are dealt uniformly to the unseen places of that deck, in hands and in the pile.
* Tickets: the same, but long ones apart. Each seat was dealt its share of them at the start, and which of its start
  tickets it kept is uniform; the others are out of the game, or in the deck where start tickets go back there
  (PAR-11), or were never dealt.
* Choices put down in secret at the start: each legal one is equally likely.

What a perfect memory of the log could exclude beyond that (who declined what, which pile a card came from before a
reshuffle, who drew a ticket that the viewer had put back) is left to the beliefs of a bot.
"""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

from branchline.core import consts as c
from branchline.core.engine import Engine
from branchline.core.state import State
from branchline.core.turn import clear, legal
from branchline.game.events import TicketsKept
from branchline.game.moves import KeepTickets, SplitPieces
from branchline.game.notation import parse_cards, parse_move
from branchline.game.position import PHASE_OF, STAGES, set_bits
from branchline.game.tables import tables
from branchline.game.telling import HOW_CODES

if TYPE_CHECKING:
    from branchline.game.game import Game
    from branchline.game.moves import AnyMove
    from branchline.game.view import SeatView, View


class Worlds:
    """The worlds of one view: what is common to all is worked out once."""

    def __init__(self, view: View) -> None:
        from branchline.game.game import codec

        variant = view.resolve()
        self.view = view
        self.t = tables(variant, variant.with_options(view.options))
        self.codec = codec(self.t)
        self.unseen = list(self.t.copies)
        self.unseen_tickets = set(range(len(self.t.tickets)))
        self.hidden: list[list[int]] = [[] for _ in self.t.decks]
        """Of each deck: how many cards the viewer can't see in each hand."""
        self.base = self.common()

    # ------------------------------------------------------------ what all worlds share
    def common(self) -> State:
        """The state with everything that the view tells; hidden cards are still missing."""
        t, view = self.t, self.view
        s = State()
        clear(t.map, s, len(view.seats), view.first_seat)
        s.pile = [0] * len(s.pile)
        s.turns, s.passes = view.turns, view.passes
        if view.last_turns is not None:
            s.turns_left, s.trigger = view.last_turns, view.trigger or 0
        for slot, card in enumerate(view.row):
            if card is not None:
                kind = t.kind_index[card]
                s.row[slot] = kind
                s.row_n += 1
                s.row_wilds += kind == t.map.wild
                s.row_of[t.deck_of[kind]] += 1
                self.unseen[kind] -= 1
        for deck, entry in enumerate(view.decks):
            s.pile_n[deck] = entry.pile
            for card, n in entry.discard.items():
                kind = t.kind_index[card]
                s.discard[kind] = n
                s.discard_n[deck] += n
                self.unseen[kind] -= n
        for player in view.seats:
            self.seat(s, player)
        self.decision(s)
        for place, name in view.ticket_deck_known.items():
            self.unseen_tickets.discard(t.ticket_index[name])
            s.deck[int(place)] = t.ticket_index[name]
        for place, by in view.ticket_deck_seen.items():
            s.deck_by[int(place)] = by + 1
        s.deck_n = view.ticket_deck
        return s

    def seat(self, s: State, player: SeatView) -> None:
        """Everything public of one seat, and the viewer's own secrets."""
        t = self.t
        m = t.map
        p = player.seat
        for name in player.tracks:
            i = t.track_index[name]
            s.owned[p][i // c.WORD] |= 1 << i % c.WORD
            s.open[i // c.WORD] &= ~(1 << i % c.WORD)
            s.touched[p] |= 1 << m.end_a[i] | 1 << m.end_b[i]
            twin = m.twin[i]
            if twin >= 0:
                if s.n_seats < m.twins_open_from:
                    s.open[twin // c.WORD] &= ~(1 << twin % c.WORD)
                else:
                    s.barred[p][twin // c.WORD] |= 1 << twin % c.WORD
        s.score[p], s.swapped[p] = player.score, player.swapped
        for name, n in player.pieces.items():
            s.supply[p][t.piece_index[name]] = n
        for name, n in player.box.items():
            s.box[p][t.piece_index[name]] = n
        s.station_cities[p] = sum(1 << t.city_index[city] for city in player.stations)
        s.stations[p] = player.stations_left
        s.harbour_cities[p] = sum(1 << t.city_index[city] for city in player.harbours)
        s.harbours[p] = player.harbours_left
        for name, n in player.known.items():
            s.known[p][t.kind_index[name]] = n
        # The view names all cards of the viewer's hand, and of others those that everybody has seen.
        for name, n in (player.known if player.hand is None else player.hand).items():
            s.hand[p][t.kind_index[name]] = n
            self.unseen[t.kind_index[name]] -= n
        for deck, name in enumerate(t.decks):
            seen = sum(n for kind, n in enumerate(s.hand[p][: len(t.kinds)]) if t.deck_of[kind] == deck)
            self.hidden[deck].append(player.hand_decks[name] - seen)
        for names, words in ((player.tickets, s.tickets[p]), (player.boxed, s.boxed[p])):
            for name in names or ():
                i = t.ticket_index[name]
                words[i // c.WORD] |= 1 << i % c.WORD
                self.unseen_tickets.discard(i)
        s.offer_n[p] = player.offer_size
        for place, ticket in enumerate(player.offer or ()):
            if ticket is not None:
                s.offer[p][place] = t.ticket_index[ticket]
                self.unseen_tickets.discard(t.ticket_index[ticket])
        for place_name, by in player.offer_seen.items():
            s.offer_by[p][int(place_name)] = by + 1

    def decision(self, s: State) -> None:
        """Whose decision of what kind, with what pending."""
        t, view = self.t, self.view
        if view.decision == "over":
            s.phase = c.OVER
            s.cur = s.first
            result = view.result
            assert result is not None
            s.ended = HOW_CODES[result.how]
            s.final[: s.n_seats] = result.scores
            s.rank[: s.n_seats] = result.ranks
            return
        s.cur = view.waiting[0]
        if view.decision == "start":
            s.phase = c.START
            return
        s.phase = PHASE_OF[view.decision]
        if view.tunnel is not None:
            track = t.track_index[view.tunnel.track]
            base = parse_cards(t, view.tunnel.base.split(), view.tunnel.base)
            payment = self.codec.track_payment(track, base)
            assert payment is not None
            s.pending = c.CLAIM << c.DEED | track << c.PLACE | payment
            shown = [t.kind_index[card] for card in view.tunnel.revealed]
            s.shown[: len(shown)] = shown
            s.shown_n = len(shown)
            s.surcharge = view.tunnel.surcharge
            for kind in (*shown, *(t.kind_index[card] for card in base)):
                self.unseen[kind] -= 1

    # ------------------------------------------------------------ one world
    def state(self, rng: Random) -> State:
        """One world as a state."""
        s = self.base.copy()
        s.rng = [rng.getrandbits(32) for _ in range(4)]
        self.deal_cards(s, rng)
        self.deal_tickets(s, rng)
        if s.phase == c.START:
            self.choose(s, rng)
        return s

    def deal_cards(self, s: State, rng: Random) -> None:
        """Unseen cards to hidden hands and piles, deck by deck. With a short deck some of them are nowhere."""
        for deck, hidden in enumerate(self.hidden):
            pool = [kind for kind, n in enumerate(self.unseen) if self.t.deck_of[kind] == deck for _ in range(n)]
            rng.shuffle(pool)
            at = 0
            for p, n in enumerate(hidden):
                for kind in pool[at : at + n]:
                    s.hand[p][kind] += 1
                at += n
            for kind in pool[at : at + s.pile_n[deck]]:
                s.pile[kind] += 1

    def deal_tickets(self, s: State, rng: Random) -> None:
        """Unseen tickets to other seats, offers and the deck."""
        view, m = self.view, self.t.map
        long = [i for i in sorted(self.unseen_tickets) if m.long[i]]
        pool = [i for i in sorted(self.unseen_tickets) if not m.long[i]]
        rng.shuffle(long)
        rng.shuffle(pool)
        held = [player.tickets_held if player.tickets is None else 0 for player in view.seats]
        boxed = [player.tickets_boxed if player.boxed is None else 0 for player in view.seats]
        came_back = []
        for player in view.seats:
            p = player.seat
            if s.phase == c.START and player.offer_size:
                self.deal_offer(s, player, long, pool)
                continue
            for place in self.long_places(player, rng)[: len(long)]:
                if place == "hand":
                    self.put(s, p, long.pop(), True)
                    held[p] -= 1
                elif place == "box":
                    self.put(s, p, long.pop(), False)
                    boxed[p] -= 1
                elif place == "deck":
                    came_back.append(long.pop())
        if came_back:
            # What came back under the deck can be drawn again, but is not among what was kept at the start.
            for player in view.seats:
                start = sum(m.long[i] for i in set_bits(s.tickets[player.seat]))
                for _ in range(min(held[player.seat], self.kept_at_start(player) - start)):
                    self.put(s, player.seat, (pool or long).pop(), True)
                    held[player.seat] -= 1
            pool += came_back
            rng.shuffle(pool)
        for player in view.seats:
            p = player.seat
            for _ in range(held[p]):
                self.put(s, p, (pool or long).pop(), True)
            for _ in range(boxed[p]):
                self.put(s, p, (pool or long).pop(), False)
            for i in range(player.offer_size if s.phase != c.START else 0):
                if not (player.offer and player.offer[i]):
                    s.offer[p][i] = (pool or long).pop()
        for i in range(s.deck_n):
            if str(i) not in view.ticket_deck_known:
                s.deck[i] = (pool or long).pop()

    def deal_offer(self, s: State, player: SeatView, long: list[int], pool: list[int]) -> None:
        """Start tickets that a seat looks at: its long ones come first."""
        known = player.offer or (None,) * player.offer_size
        longs = self.t.map.start_long - sum(self.t.map.long[self.t.ticket_index[name]] for name in known if name)
        for place, ticket in enumerate(known):
            if ticket is None:
                s.offer[player.seat][place] = (long if long and longs > 0 else pool or long).pop()
                longs -= 1

    def long_places(self, player: SeatView, rng: Random) -> list[str]:
        """
        Where the unseen ones of the long tickets are that a seat was dealt at the start.

        In its hand or in the box; in the deck where start tickets go back there; nowhere in a puzzle that is not
        what a start leaves.
        """
        m = self.t.map
        if not m.start_long:
            return []
        dealt = m.start_long + m.start_tickets
        own = (*(player.tickets or ()), *(player.boxed or ()))
        if player.seat == self.view.seat:
            own += tuple(self.view.ticket_deck_known.values())
        seen = sum(m.long[self.t.ticket_index[name]] for name in own)
        if player.tickets is not None:
            away = ["box"] * (player.tickets_boxed if player.boxed is None else 0) if m.start_box else ["deck"] * dealt
            return away[: max(m.start_long - seen, 0)]
        gone = player.tickets_boxed if m.start_box else dealt - self.kept_at_start(player)
        places = ["hand"] * min(player.tickets_held, dealt - gone) + ["box" if m.start_box else "deck"] * gone
        places += ["nowhere"] * (dealt - len(places))
        rng.shuffle(places)
        return places[: m.start_long]

    def kept_at_start(self, player: SeatView) -> int:
        """How many of its start tickets a seat kept: that was seen by all."""
        dealt = self.t.map.start_long + self.t.map.start_tickets
        for event in self.view.log:
            if isinstance(event, TicketsKept) and event.seat == player.seat:
                return min(event.number, dealt)
        return min(player.tickets_held, dealt)

    def put(self, s: State, p: int, ticket: int, kept: bool) -> None:
        """A ticket held, or put out of the game."""
        words = s.tickets[p] if kept else s.boxed[p]
        words[ticket // c.WORD] |= 1 << ticket % c.WORD

    def choose(self, s: State, rng: Random) -> None:
        """SETUP-7: choices that others have put down are any legal ones; the viewer's own are known."""
        view = self.view
        for player in view.seats:
            p = player.seat
            if player.chosen is not None:
                s.stage[p] = c.OWES_TICKETS if player.offer_size else self.after_tickets()
                for text in player.chosen:
                    move = parse_move(self.t, text)
                    if isinstance(move, KeepTickets):
                        s.choice[p] = self.codec.code_of(move, player.offer_size) or 0
                        s.stage[p] = self.after_tickets()
                    elif isinstance(move, SplitPieces):
                        s.split[p] = move.first
                        s.stage[p] = c.READY
                continue
            s.stage[p] = c.OWES_TICKETS if player.offer_size else self.after_tickets()
            s.cur = p
            while STAGES.get(s.stage[p]) != player.waiting:
                self.choose_one(s, p, rng)
        s.cur = view.waiting[0]

    def after_tickets(self) -> int:
        """What a seat owes when its start tickets are chosen."""
        return c.OWES_SPLIT if self.t.map.pieces_chosen else c.READY

    def choose_one(self, s: State, p: int, rng: Random) -> None:
        """One choice of a seat."""
        out = [0] * c.MAX_CODES
        codes = out[: legal(self.t.map, s, out)]
        code = rng.choice(codes)
        if s.stage[p] == c.OWES_TICKETS:
            s.choice[p] = code
            s.stage[p] = self.after_tickets()
        else:
            s.split[p] = code & 255
            s.stage[p] = c.READY

    def engine(self, rng: Random) -> Engine:
        """One world as integers, for search."""
        return Engine.from_bytes(self.t.board, self.state(rng).pack())

    def game(self, rng: Random) -> Game:
        """One world as a game; its log is what the viewer saw."""
        from branchline.game.game import Game

        names = tuple(player.name for player in self.view.seats)
        game = Game(self.t, self.engine(rng), None, names if all(names) else ())
        game._named = list(self.view.log)
        return game


def legal_moves(view: View) -> list[AnyMove]:
    """
    The legal moves of the viewer, from the view alone.

    They depend on nothing hidden, so any world has them.
    """
    if view.seat is None or view.seat not in view.waiting:
        return []
    return list(view.sample_game(Random(0)).legal(view.seat))
