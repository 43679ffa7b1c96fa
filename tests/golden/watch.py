"""
What a game shows: the rules at work in a record, as short ids.

``coverage.toml`` says in words what each id means and which games must show it. A watcher looks at positions, moves and
events through the public face only; it knows no variant, only parameters.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

import branchline as bl
from branchline.errors import RecordError
from branchline.game import events as e
from branchline.game import moves as mv
from branchline.game.record import play_line

Data = dict[str, Any]
WILD = "wild"


def what_it_shows(record: bl.Record) -> set[str]:
    """Everything that a recorded game shows."""
    game = bl.Game.from_position(record.start, record.names)
    watcher = Watcher(game)
    for number, line in enumerate(record.moves):
        watcher.before(game)
        play_line(game, number, line)
        watcher.after(game)
    return watcher.shown | what_matters(record)


def what_matters(record: bl.Record) -> set[str]:
    """The options without which this very game would have gone another way."""
    shown = set()
    for option, value in record.options.items():
        name = f"{option}={value}" if bl.variant(record.variant).option(option).values else option
        shown.add(f"option-{name}")
        if goes_another_way(record, option):
            shown.add(f"matters-{name}")
    return shown


def goes_another_way(record: bl.Record, option: str) -> bool:
    """Whether some choice or the result is another one with the default of an option."""
    others = {key: value for key, value in record.options.items() if key != option}
    game = bl.Game.from_position(record.start)
    other = bl.Game.from_position({**record.start, "options": others})
    for number, line in enumerate(record.moves):
        seat = int(line.split()[0])
        if other.is_over or game.legal(seat).codes != other.legal(seat).codes:
            return True
        play_line(game, number, line)
        try:
            play_line(other, number, line)
        except RecordError:
            return True
    return game.result != other.result


def cards_of(position: Data) -> int:
    """How many cards could still be drawn from the piles."""
    return sum(pile_size(deck) + sum(deck["discard"].values()) for deck in position["decks"].values())


def pile_size(deck: Data) -> int:
    """How many cards a pile holds, known ones on top included."""
    pile = deck["pile"]
    counts: dict[str, int] = pile.get("rest", pile)
    return len(pile.get("top", ())) + sum(counts.values())


@lru_cache
def twins(variant: bl.Variant) -> tuple[bl.Track, ...]:
    """The tracks of double routes."""
    return tuple(track for track in variant.tracks if track.twin)


class Watcher:
    """Follows one game from its start."""

    def __init__(self, game: bl.Game) -> None:
        self.variant = game.variant
        self.parameters = game.tables.parameters
        self.shown: set[str] = set()
        self.now = game.position()
        self.events_seen = len(game.all_events())
        self.drawn: list[str] = []
        """How the cards of this turn's draw came: ``row`` or ``blind``, with ``-wild`` for a wild."""
        self.stopped = False
        self.dealt = self.now["decision"]["kind"] == "start"
        self.seats = len(self.now["players"])
        self.returned: set[str] = set()
        if self.dealt and any(deck["discard"] for deck in self.now["decks"].values()):
            self.shown.add("row-reset-at-start")
        if self.now["first_seat"]:
            self.shown.add("start-player-not-first")

    # ------------------------------------------------------------ before a move
    def before(self, game: bl.Game) -> None:
        """Look at a decision that is open."""
        if game.decision() != "turn":
            return
        seat = game.to_move
        assert seat is not None
        self.could_pass = game.why_not("pass") is None
        self.could_else = len(game.legal()) > 1
        if not self.now["ticket_deck"]:
            self.shown.add("tickets-gone")
        for id, clause in (("twin-shut", "DOUBLE-3"), ("twin-barred", "DOUBLE-1")):
            if id not in self.shown and any(clause == reason for reason in self.refused_twins(game, seat)):
                self.shown.add(id)

    def refused_twins(self, game: bl.Game, seat: int) -> list[str]:
        """The clauses against the second tracks of double routes that the hand could pay for."""
        owner = {track: i for i, player in enumerate(self.now["players"]) for track in player["tracks"]}
        hand, pieces = self.now["players"][seat]["hand"], self.now["players"][seat]["pieces"]
        clauses = []
        for track in twins(self.variant):
            if track.id in owner or track.twin not in owner or pieces[track.piece] < track.length or track.ferry:
                continue
            for colour in [track.colour] if track.colour else self.variant.cards.colours:
                card = colour if track.piece == next(iter(pieces)) else f"{colour}.ship"
                plain = min(hand.get(card, 0), track.length)
                if plain and plain + hand.get(WILD, 0) >= track.length:
                    cards = (card,) * plain + (WILD,) * (track.length - plain)
                    reason = game.why_not(mv.ClaimTrack(track.id, cards), seat)
                    clauses.append(reason.clause if reason else "")
                    break
        return clauses

    # ------------------------------------------------------------ after a move
    def after(self, game: bl.Game) -> None:
        """Look at what a move did."""
        seat, code, offered, _ = game.moves[-1]
        move = game.codec.move_of(code, offered)
        events = game.all_events()[self.events_seen :]
        self.events_seen += len(events)
        before, self.now = self.now, game.position()
        self.row(before, events)
        if isinstance(move, mv.TakeRow | mv.DrawBlind | mv.StopDrawing):
            self.draw(before, move, events)
        elif isinstance(move, mv.KeepTickets):
            self.keep(before, seat, move)
        elif isinstance(move, mv.ClaimTrack):
            self.claim(before, seat, move, events)
        elif isinstance(move, mv.PaySurcharge):
            self.shown.add("tunnel-paid")
        elif isinstance(move, mv.DeclineTunnel):
            self.decline(before, seat)
        elif isinstance(move, mv.BuildStation):
            number = len(self.now["players"][seat]["stations"])
            self.shown.add(f"station-{number}")
            if WILD in move.cards and number > 1:
                self.shown.add("station-wild")
        elif isinstance(move, mv.BuildHarbour):
            self.shown.add(f"harbour-{len(self.now['players'][seat]['harbours'])}")
            if WILD in move.cards:
                self.shown.add("harbour-wild")
        elif isinstance(move, mv.SwapPieces):
            self.swap(before, seat, move)
        elif isinstance(move, mv.SplitPieces):
            self.split(move)
        elif isinstance(move, mv.PassTurn):
            self.shown.add("pass-instead-of-swap" if self.could_else else "pass-nothing-else")
            if before["last_turns"]:
                self.shown.add("end-pass-in-last-turns")
        for event in events:
            if isinstance(event, e.TurnBegan):
                self.end_of_turn(before, seat)
            elif isinstance(event, e.TicketsOffered):
                self.offer(event)
        if game.is_over:
            self.end(game)

    def row(self, before: Data, events: list[Any]) -> None:
        """Resets, gaps and reshuffles (ROW)."""
        resets = sum(isinstance(event, e.RowReset) for event in events)
        if resets:
            self.shown.add("row-reset")
            if self.now["decision"]["kind"] == "second":
                self.shown.add("row-reset-between-picks")
        if resets > 1:
            self.shown.add("row-reset-twice")
        shuffles = [i for i, event in enumerate(events) if isinstance(event, e.PileShuffled)]
        if shuffles:
            self.shown.add("reshuffle")
            if any(isinstance(event, e.TunnelEntered) for event in events):
                self.shown.add("reshuffle-in-tunnel")
            if any(isinstance(event, e.RowReset) for event in events[: shuffles[-1]]):
                self.shown.add("reshuffle-in-reset")
        wilds = self.now["row"].count(WILD)
        if wilds >= self.parameters.row_reset_wilds and events:
            if resets and resets == self.parameters.row_reset_cap:
                self.shown.add("row-stands-at-cap")
            elif not resets and self.parameters.row_reset_cap:
                self.shown.add("row-stands")
        if None in before["row"] and None not in self.now["row"]:
            self.shown.add("row-gap-filled")

    # ------------------------------------------------------------ draws
    def draw(self, before: Data, move: mv.Move, events: list[Any]) -> None:
        """Cards taken (DRAW)."""
        second = before["decision"]["kind"] == "second"
        if not second:
            self.drawn = []
        if isinstance(move, mv.StopDrawing):
            self.shown.add("draw-stopped")
            self.drawn = []
            return
        if second and WILD in before["row"]:
            self.shown.add("draw-second-beside-wild")
        if isinstance(move, mv.TakeRow):
            self.drawn.append("row-wild" if move.card == WILD else "row")
            if not cards_of(before):
                self.shown.add("draw-not-replaced")
            if move.refill:
                self.shown.add("refill-first" if move.refill == next(iter(before["decks"])) else "refill-second")
        else:
            card = next(event.card for event in events if isinstance(event, e.BlindDrawn))
            self.drawn.append("blind-wild" if card == WILD else "blind")
        if len(before["decks"]) > 1:
            dry = [not pile_size(deck) and not deck["discard"] for deck in before["decks"].values()]
            if any(dry) and not all(dry):
                self.shown.add("draw-one-deck-dry")
        if self.now["decision"]["kind"] != "second":
            self.end_of_draw()

    def end_of_draw(self) -> None:
        """The whole action is done."""
        first, *second = self.drawn
        if first == "row-wild":
            self.shown.add("draw-row-wild")
        elif not second:
            self.shown.add("draw-one-card")
        else:
            self.shown.add(f"draw-{first.split('-')[0]}-{second[0].split('-')[0]}")
            if first == "blind-wild":
                self.shown.add("draw-blind-wild-first")
            if second[0] == "blind-wild":
                self.shown.add("draw-blind-wild-second")
        self.drawn = []

    # ------------------------------------------------------------ tickets
    def offer(self, event: e.TicketsOffered) -> None:
        """Tickets drawn in play (TICKET-1)."""
        assert event.tickets is not None
        if event.number < self.parameters.draw_tickets:
            self.shown.add("tickets-fewer" if event.number > 1 else "tickets-last-one")
        if self.returned & set(event.tickets):
            self.shown.add("tickets-come-again")

    def keep(self, before: Data, seat: int, move: mv.KeepTickets) -> None:
        """Tickets chosen, at the start or in play (TICKET-2, TICKET-6)."""
        at_start = before["decision"]["kind"] == "start"
        when = "start" if at_start else "tickets"
        least = self.parameters.start_keep if at_start else self.parameters.draw_keep
        offer = before["players"][seat]["offer"]
        if len(move.kept) == len(offer):
            if len(offer) > 1:
                self.shown.add(f"{when}-keep-all")
        elif len(move.kept) == least:
            self.shown.add(f"{when}-keep-least")
        if move.under:
            self.shown.add(f"{when}-under")
        if not at_start or self.parameters.start_return == "deck":
            self.returned.update(ticket for i, ticket in enumerate(offer, 1) if i not in move.kept)

    # ------------------------------------------------------------ tracks
    def claim(self, before: Data, seat: int, move: mv.ClaimTrack, events: list[Any]) -> None:
        """A claim (CLAIM), or the way into a tunnel."""
        track = self.variant.track(move.track)
        wilds = move.cards.count(WILD)
        if track.tunnel:
            self.tunnel(wilds == len(move.cards), events)
        if wilds == len(move.cards):
            self.shown.add("claim-all-wild")
        elif wilds:
            self.shown.add("claim-some-wild")
        if track.colour is None and not track.ferry and not track.pair:
            self.shown.add("claim-gray")
        if any(card.endswith(".mark") for card in move.cards):
            self.shown.add("claim-marked")
        owner = {name: i for i, player in enumerate(before["players"]) for name in player["tracks"]}
        if track.twin in owner and owner[track.twin] != seat:
            self.shown.add("twin-both-used")
        if track.ferry:
            few, all_ = wilds == track.ferry, wilds == track.length
            self.shown.add("ferry-all-wild" if all_ else "ferry-icons-only" if few else "ferry-more-wilds")
        if track.pair:
            self.pair(track, move)
        elif track.piece != next(iter(self.parameters.pieces)):
            self.ship(track, move)

    def pair(self, track: bl.Track, move: mv.ClaimTrack) -> None:
        """PAIR: each pair space costs two cards of a colour."""
        self.shown.add("pair-track" if track.pair == track.length else "pair-mixed")
        wilds = move.cards.count(WILD)
        colours = {card.partition(".")[0] for card in move.cards if card != WILD}
        odd = sum(sum(card.partition(".")[0] == colour for card in move.cards) % 2 for colour in colours)
        if wilds:
            self.shown.add("pair-wild")
        if len(colours) > 1 and track.pair == track.length:
            self.shown.add("pair-two-colours")
        if wilds > odd and track.pair == track.length:
            self.shown.add("pair-two-wilds")

    def ship(self, track: bl.Track, move: mv.ClaimTrack) -> None:
        """SHIP: double ships cover two spaces, a surplus is lost."""
        doubles = sum(card.endswith(".double") for card in move.cards)
        if not doubles:
            self.shown.add("ship-no-double")
        elif len(move.cards) + doubles > track.length:
            self.shown.add("ship-surplus")
        else:
            self.shown.add("ship-double")

    def tunnel(self, all_wild: bool, events: list[Any]) -> None:
        """TUNNEL-2 … TUNNEL-7."""
        revealed = [event for event in events if isinstance(event, e.TunnelRevealed)]
        due = any(isinstance(event, e.SurchargeDue) for event in events)
        if len(revealed) < 3:
            self.shown.add("tunnel-fewer-revealed" if revealed else "tunnel-none-revealed")
        elif not due:
            self.shown.add("tunnel-no-surcharge")
        if all_wild:
            self.shown.add("tunnel-wild-base-surcharge" if due else "tunnel-wild-base-free")

    def decline(self, before: Data, seat: int) -> None:
        """TUNNEL-8: by choice, or because nothing could pay."""
        decision, hand = before["decision"], before["players"][seat]["hand"]
        colours = {word.partition("*")[0].partition(".")[0] for word in decision["base"].split()} - {WILD}
        due = sum(card == WILD or card.partition(".")[0] in colours for card in decision["revealed"])
        could = sum(n for card, n in hand.items() if card == WILD or card in colours or card[:-5] in colours)
        self.shown.add("tunnel-declined" if could >= due else "tunnel-cannot-pay")
        if before["last_turns"]:
            self.shown.add("end-decline-in-last-turns")

    # ------------------------------------------------------------ pieces
    def swap(self, before: Data, seat: int, move: mv.SwapPieces) -> None:
        """SWAP: both ways, at any time, below zero."""
        self.shown.add("swap-first-kind" if move.given == next(iter(self.parameters.pieces)) else "swap-second-kind")
        if self.now["players"][seat]["score"] < 0:
            self.shown.add("swap-below-zero")
        if before["last_turns"]:
            self.shown.add("swap-in-last-turns")
        if self.could_pass:
            self.shown.add("swap-instead-of-pass")

    def split(self, move: mv.SplitPieces) -> None:
        """SETUP-8, its two ends and what is suggested."""
        first, second = self.parameters.pieces.values()
        if (move.first, move.second) == self.parameters.pieces_suggested:
            self.shown.add("split-suggested")
        if move.first == min(first, self.parameters.pieces_chosen):
            self.shown.add("split-most-of-first")
        if move.second == min(second, self.parameters.pieces_chosen):
            self.shown.add("split-most-of-second")

    # ------------------------------------------------------------ the end
    def end_of_turn(self, before: Data, seat: int) -> None:
        """END-4: a second seat reaches the limit while the last turns run."""
        pieces = self.now["players"][seat]["pieces"], before["players"][seat]["pieces"]
        now, then = (sum(supply.values()) for supply in pieces)
        if before["last_turns"] and now <= self.parameters.end_supply < then:
            self.shown.add("end-limit-reached-again")

    def end(self, game: bl.Game) -> None:
        """Final scoring."""
        result = game.result
        assert result is not None
        self.shown.add(f"end-{result.how}")
        if self.dealt and result.how == "last_turns" and not self.now["options"]:
            self.shown.add(f"seats-{self.seats}")
        if min(result.scores) < 0:
            self.shown.add("score-below-zero")
        for sheet in result.sheets:
            self.sheet(sheet)
        self.shared(result)
        self.tie(result)

    def sheet(self, sheet: bl.Sheet) -> None:
        """The lines of one seat."""
        completed = set()
        for line in sheet.lines:
            if line.kind == "tickets":
                ticket = self.variant.ticket(line.what)
                kind = "tour" if ticket.is_tour else "long" if ticket.long else "ticket"
                self.shown.add(f"{kind}-{line.outcome.replace('_', '-')}")
                if line.outcome != "failed":
                    completed.add(ticket)
            elif line.kind == "harbours":
                number = sum(line.what in ticket.cities for ticket in completed)
                self.shown.add(f"harbour-{min(number, 3)}-tickets")
                if any(line.what in ticket.cities for ticket in completed if ticket.is_tour):
                    self.shown.add("harbour-tour")
            elif line.kind == "unbuilt" and line.number:
                self.shown.add("harbour-unbuilt")
            elif line.kind == "stations" and line.number:
                self.shown.add("station-unused")
        if self.parameters.stations and len(sheet.loans) == self.parameters.stations:
            self.shown.add("station-all-built")
        for loan in sheet.loans:
            self.shown.add("station-borrows" if loan.track else "station-built-for-nothing")
        if sum(bool(loan.track) for loan in sheet.loans) > 1:
            self.shown.add("station-borrows-twice")

    def shared(self, result: bl.Result) -> None:
        """Bonuses that several seats may get (LONGEST-2, DISTRICT-2)."""
        if self.parameters.longest_bonus:
            holders = sum(sheet.points("longest") > 0 for sheet in result.sheets)
            self.shown.add(f"longest-{('nobody', 'alone')[holders] if holders < 2 else 'shared'}")
        if self.variant.districts:
            scored = [{line.what for line in sheet.lines if line.kind == "districts"} for sheet in result.sheets]
            for district in self.variant.districts:
                seats = sum(district.id in one for one in scored)
                self.shown.add(f"district-{('missed', 'completed')[seats] if seats < 2 else 'shared'}")

    def tie(self, result: bl.Result) -> None:
        """Section 19: the test that decides between the seats with most points."""
        top = [sheet for sheet in result.sheets if sheet.total == max(result.scores)]
        if len(top) < 2:
            return
        built = [len(player["stations"]) for player in self.now["players"]]
        tests = {
            "tickets": lambda sheet: sheet.completed,
            "fewest_stations": lambda sheet: -built[sheet.seat],
            "most_stations": lambda sheet: built[sheet.seat],
            "longest": lambda sheet: sheet.points("longest"),
        }
        for name in self.parameters.tie_breaks:
            best = max(map(tests[name], top))
            top = [sheet for sheet in top if tests[name](sheet) == best]
            if len(top) == 1:
                self.shown.add(f"tie-{name}")
                return
        self.shown.add("tie-shared")


def required(table: Mapping[str, Any], variant: bl.Variant) -> dict[str, str]:
    """The ids that the games of a variant must show, with the words of ``coverage.toml``."""
    out: dict[str, str] = {}
    for row in table["show"]:
        if row["games"] == "all" or variant.id in row["games"]:
            out |= dict(expanded(row, variant))
    return out


def expanded(row: Data, variant: bl.Variant) -> list[tuple[str, str]]:
    """A row of the table for every seat count, option value or tie-break, where it asks for that."""
    low, high = variant.seats
    values = [
        f"{option.id}={value}" for option in variant.options for value in option.values if value != option.default
    ] + [option.id for option in variant.options if option.is_number]
    ties = {"shared": None}
    for option in variant.options:
        if option.parameter == "tie_breaks":
            ties |= dict.fromkeys(name for names in option.values.values() for name in names)
    ties |= dict.fromkeys(variant.parameters.tie_breaks)
    each = {"{seats}": [str(n) for n in range(low, high + 1)], "{option}": values, "{tie}": list(ties)}
    for place, words in each.items():
        if place in row["id"]:
            return [(row["id"].replace(place, word), row["what"].replace(place, word)) for word in words]
    return [(row["id"], row["what"])]
