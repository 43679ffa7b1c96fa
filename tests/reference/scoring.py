"""
Final scoring and ranking (SCORE, TIE), with the sheet of every seat.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import product
from typing import Any, Protocol

from .facts import Facts, Rules, Ticket, Track
from .network import components, linked, longest_trail, tour_direct, tour_path


class Holdings(Protocol):
    """
    What scoring looks at.
    """

    tracks: list[str]
    tickets: list[str]
    stations: list[str]
    harbours: list[str]
    score: int
    swapped: int


Outcomes = list[tuple[str, str, int]]
"""Ticket, outcome, points."""


Loans = Mapping[str, str | None]
"""City of a station to the track it borrows."""


def final_scoring(
    facts: Facts, rules: Rules, seats: Sequence[Holdings], loans: Sequence[Loans] | None = None
) -> dict[str, Any]:
    """
    Scores, ranks, winners and one sheet a seat.

    Where several ways to borrow are equally good, `loans` may say which one to take; a worse one is a ValueError.
    """
    wanted: Sequence[Loans | None] = loans or [None] * len(seats)
    sheets = [_sheet(facts, rules, seats, number, wanted[number]) for number in range(len(seats))]
    longest = max(sheet["longest"] for sheet in sheets)
    for sheet in sheets:
        holds = rules.longest_bonus != 0 and sheet["longest"] == longest > 0  # LONGEST-2, LONGEST-3
        sheet["holds_longest"] = holds
        sheet["longest_bonus"] = rules.longest_bonus if holds else 0
        sheet["total"] = (
            sheet["track_points"]
            - sheet["swapped"]
            + sheet["ticket_points"]
            + sheet["station_points"]
            + sheet["district_points"]
            + sheet["harbour_points"]
            + sheet["unbuilt_points"]
            + sheet["longest_bonus"]
        )
    ranks = rank_sheets(rules, sheets)
    return {
        "scores": [sheet["total"] for sheet in sheets],
        "ranks": ranks,
        "winners": [number for number, rank in enumerate(ranks) if rank == 1],
        "sheets": sheets,
    }


def _sheet(facts: Facts, rules: Rules, seats: Sequence[Holdings], number: int, loans: Loans | None) -> dict[str, Any]:
    seat = seats[number]
    own = [facts.tracks[track] for track in seat.tracks]
    outcomes, borrowed = best_borrowing(facts, rules, seats, number, loans)
    harbours = [(city, _harbour_points(facts, rules, city, outcomes)) for city in seat.harbours]
    districts = _districts(facts, rules, own)
    return {
        "track_points": sum(rules.track_points[track.length] for track in own),  # SCORE-2
        "swapped": seat.swapped,
        "tickets": sorted(outcomes),
        "ticket_points": sum(points for _, _, points in outcomes),
        "completed": _completed(outcomes),
        "stations": sorted(zip(seat.stations, borrowed, strict=True)),
        "station_points": rules.station_points * (rules.stations - len(seat.stations)),  # STATION-8
        "longest": longest_trail(own) if rules.longest_bonus else 0,  # LONGEST-4: own tracks only; LONGEST-5
        "districts": districts,
        "district_points": sum(facts.districts[district] for district in districts),
        "harbours": sorted(harbours),
        "harbour_points": sum(points for _, points in harbours),
        "unbuilt": rules.harbours - len(seat.harbours),
        "unbuilt_points": rules.harbour_unbuilt * (rules.harbours - len(seat.harbours)),  # HARBOUR-6
    }


def ticket_outcomes(facts: Facts, rules: Rules, tickets: Sequence[str], tracks: Sequence[Track]) -> Outcomes:
    """
    TICKET-7, TOUR-2…4: how each ticket ends on these tracks.
    """
    groups = components(tracks)
    return [_outcome(rules, facts.tickets[ticket], tracks, groups) for ticket in tickets]


def _outcome(
    rules: Rules, ticket: Ticket, tracks: Sequence[Track], groups: Sequence[frozenset[str]]
) -> tuple[str, str, int]:
    together = linked(ticket.cities, groups)
    if not ticket.is_tour:
        return (ticket.id, "completed", ticket.points) if together else (ticket.id, "failed", -ticket.points)
    follows = tour_path if rules.tour_order == "path" else tour_direct
    if together and follows(ticket.cities, tracks):
        return (ticket.id, "in_order", ticket.points)
    return (ticket.id, "completed", ticket.any_order) if together else (ticket.id, "failed", -ticket.penalty)


def _completed(outcomes: Outcomes) -> int:
    return sum(outcome != "failed" for _, outcome, _ in outcomes)


def best_borrowing(
    facts: Facts, rules: Rules, seats: Sequence[Holdings], number: int, loans: Loans | None = None
) -> tuple[Outcomes, tuple[str | None, ...]]:
    """
    STATION-6: over all ways to lend each station one track or none, most ticket points, then most completed.
    """
    seat = seats[number]
    own = [facts.tracks[track] for track in seat.tracks]
    others = [facts.tracks[track] for other, holder in enumerate(seats) if other != number for track in holder.tracks]
    choices: list[list[Track | None]] = [
        [None, *(track for track in others if city in track.ends)] for city in seat.stations
    ]
    best: tuple[tuple[int, int], Outcomes, tuple[str | None, ...]] | None = None
    asked: tuple[tuple[int, int], Outcomes, tuple[str | None, ...]] | None = None
    for lent in product(*choices):
        outcomes = ticket_outcomes(facts, rules, seat.tickets, own + [track for track in lent if track])
        worth = (sum(points for _, _, points in outcomes), _completed(outcomes))
        way = (worth, outcomes, tuple(track.id if track else None for track in lent))
        if best is None or worth > best[0]:
            best = way
        if loans is not None and dict(zip(seat.stations, way[2], strict=True)) == dict(loans):
            asked = way
    assert best is not None
    if loans is None:
        return best[1], best[2]
    if asked is None or asked[0] != best[0]:
        raise ValueError(f"seat {number} borrows {dict(loans)}: {asked and asked[0]}; best is {best[2]}: {best[0]}")
    return asked[1], asked[2]


def _harbour_points(facts: Facts, rules: Rules, city: str, outcomes: Outcomes) -> int:
    """
    HARBOUR-4, HARBOUR-5: by the completed tickets that name the city, tours of both outcomes too.
    """
    naming = sum(outcome != "failed" and city in facts.tickets[ticket].cities for ticket, outcome, _ in outcomes)
    return rules.harbour_points[min(naming, len(rules.harbour_points) - 1)]


def _districts(facts: Facts, rules: Rules, own: Sequence[Track]) -> list[str]:
    """
    DISTRICT-1: the districts all of whose cities are linked, or visited, in the seat's own network.
    """
    groups = components(own)
    if rules.district_rule == "visited":
        groups = [frozenset[str]().union(*groups)]
    scored = []
    for district in facts.districts:
        members = [city.id for city in facts.cities.values() if city.district == district]
        if members and linked(members, groups):
            scored.append(district)
    return scored


def rank_sheets(rules: Rules, sheets: Sequence[dict[str, Any]]) -> list[int]:
    """
    SCORE-8, TIE: the tests in order among equal scores; lower places are ranked alike (TIE-6).
    """

    def worth(sheet: dict[str, Any]) -> tuple[int, ...]:
        tests = {
            "tickets": sheet["completed"],
            "fewest_stations": -len(sheet["stations"]),
            "most_stations": len(sheet["stations"]),
            "longest": int(sheet["holds_longest"]),
        }
        return (sheet["total"], *(tests[test] for test in rules.tie_breaks))

    worths = [worth(sheet) for sheet in sheets]
    return [1 + sum(other > mine for other in worths) for mine in worths]
