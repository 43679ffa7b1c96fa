"""Checking parameters against each other and against the map."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from branchline.errors import quoted
from branchline.game.parameters import Parameters, plain
from branchline.game.shapes import LIMITS, Findings, Path
from branchline.game.variants import Cards, City, Ticket, Track


class Judge:
    """
    Checks sets of parameters: first the one with every option at its default, then that of every other choice.

    A check is skipped if a parameter that it needs was already found wrong.
    """

    def __init__(self, findings: Findings, bad: set[str], set_at: Mapping[str, Path]) -> None:
        self.findings = findings
        self.bad = bad
        self.set_at = set_at
        """Where the parameters are set that options of the map govern."""
        self.choice: Path = ()
        """The choice of an option that is being judged; empty for the defaults."""
        self._said: set[tuple[str, str, str]] = set()

    def say(self, message: str, name: str, value: object, **more: Any) -> None:
        """Note a problem with a parameter, once: at its own place, or at the choice that causes it."""
        key = (message, name, quoted(value))
        if key not in self._said:
            self._said.add(key)
            value = value if isinstance(value, int) else quoted(plain(value))
            path = self.choice or self.set_at.get(name, ("parameters", name))
            self.findings.add(message, path, value, name=name, **more)

    def fine(self, *names: str) -> bool:
        """Whether these parameters are right in themselves."""
        return not self.bad.intersection(names)

    def parameters(
        self,
        it: Parameters,
        cards: Cards,
        tracks: Mapping[int, Track],
        tickets: Mapping[int, Ticket],
        cities: Mapping[str, City],
    ) -> None:
        """All checks."""
        fine = self.fine
        decks = len(cards.decks)
        low, high = it.seats
        if low > high:
            self.say("seats_order", "seats", low, limit=high)
        if fine("pieces") and len(it.pieces) != decks:
            self.say("pieces_and_decks", "pieces", len(it.pieces), decks=decks)
        even = True
        for name in ("opening_hand", "row"):
            if fine(name) and len(getattr(it, name)) != decks:
                self.say("one_per_deck", name, len(getattr(it, name)), decks=decks)
                even = False
        if fine("row") and not 1 <= sum(it.row) <= LIMITS["row"]:
            self.say("out_of_range", "row", sum(it.row), low=1, high=LIMITS["row"])
        if even and fine("opening_hand", "row", "seats"):
            for number in range(decks):
                need, size = high * it.opening_hand[number] + it.row[number], cards.size(number)
                if need > size:
                    self.say("deck_too_small", "opening_hand", need, deck=cards.decks[number].id, size=size)
        self._tickets(it, tickets)
        self._pieces(it)
        if fine("harbours") and it.harbours:
            if not (cards.decks[0].marked and decks == 2):  # HARBOUR-2
                self.say("harbour_marks", "harbours", it.harbours)
            if not any(city.port for city in cities.values()):  # HARBOUR-1
                self.say("harbour_ports", "harbours", it.harbours)
        if fine("track_points"):
            for length in sorted({track.length for track in tracks.values()} - set(it.track_points)):
                self.say("no_track_points", "track_points", length)
        if fine("tie_breaks"):
            if "longest" in it.tie_breaks and fine("longest_bonus") and not it.longest_bonus:  # TIE-5
                self.say("tie_longest", "tie_breaks", "longest")
            stations = [word for word in it.tie_breaks if word.endswith("_stations")]
            if stations and fine("stations") and not it.stations:
                self.say("tie_stations", "tie_breaks", stations[0])

    def _tickets(self, it: Parameters, tickets: Mapping[int, Ticket]) -> None:
        fine = self.fine
        high = it.seats[1]
        ordinary = sum(not ticket.long for ticket in tickets.values())
        long = len(tickets) - ordinary
        if fine("start_tickets", "start_long"):
            offer = it.start_tickets + it.start_long
            if not 1 <= offer <= LIMITS["offer"]:
                self.say("out_of_range", "start_tickets", offer, low=1, high=LIMITS["offer"])
            elif fine("start_keep") and it.start_keep > offer:
                self.say("more_than", "start_keep", it.start_keep, other="start_tickets + start_long", limit=offer)
        if fine("draw_tickets", "draw_keep") and it.draw_keep > it.draw_tickets:
            self.say("more_than", "draw_keep", it.draw_keep, other="draw_tickets", limit=it.draw_tickets)
        if not tickets or not fine("seats"):
            return
        if fine("start_tickets") and high * it.start_tickets > ordinary:
            self.say("deck_too_small_tickets", "start_tickets", high * it.start_tickets, seats=high, size=ordinary)
        if fine("start_long") and high * it.start_long > long:
            self.say("deck_too_small_long", "start_long", high * it.start_long, seats=high, size=long)
        if fine("start_long") and long and not it.start_long:  # SETUP-6
            self.say("long_never_dealt", "start_long", 0, count=long)

    def _pieces(self, it: Parameters) -> None:
        fine = self.fine
        if not fine("pieces", "pieces_chosen", "pieces_suggested"):
            return
        owned = list(it.pieces.values())
        supply = it.pieces_chosen or sum(owned)
        if it.pieces_chosen and (len(owned) != 2 or it.pieces_chosen > sum(owned)):  # SETUP-8
            self.say("pieces_chosen", "pieces_chosen", it.pieces_chosen, sum=sum(owned), kinds=len(owned))
        elif it.pieces_suggested and (
            not it.pieces_chosen
            or len(it.pieces_suggested) != 2
            or sum(it.pieces_suggested) != it.pieces_chosen
            or any(part > most for part, most in zip(it.pieces_suggested, owned, strict=False))
        ):
            self.say("pieces_suggested", "pieces_suggested", it.pieces_suggested, sum=it.pieces_chosen)
        if fine("end_supply") and it.end_supply >= supply:  # END-1
            self.say("more_than", "end_supply", it.end_supply, other="pieces", limit=supply - 1)
