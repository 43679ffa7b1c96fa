"""
Own maps by chance, where every feature may meet every other.
"""

from __future__ import annotations

from random import Random
from typing import Any

from branchline.game.parameters import DEFAULTS, plain
from branchline.game.variants import check

Data = dict[str, Any]

COLOURS = ("red", "blue", "green", "yellow", "black")


def playable_map(random: Random) -> Data:
    """
    A random map that the package accepts.
    """
    while check(data := random_map(random)):
        pass
    return data


def random_map(random: Random) -> Data:
    """
    A small map as one mapping (docs/guides/own-maps.md) with a random choice of features.
    """
    fleets = random.choice((1, 1, 2))
    colours = list(COLOURS[: random.randint(2, 5)])
    pieces = {"train": random.randint(8, 22)}
    if fleets == 2:
        pieces["ship"] = random.randint(6, 18)
    cities = _cities(random)
    names = [city["id"] for city in cities]
    decks = _decks(random, fleets)
    coloured = sum(number for deck in decks for form, number in deck.items() if form not in ("id", "wild"))
    tracks = _tracks(random, names, colours, list(pieces))
    real = [city["id"] for city in cities if not city.get("junction")]
    tickets = _tickets(random, real)
    return {
        "id": "random_map",
        "names": {"en": "Random", "ja": "乱", "zh-Hant": "亂"},
        "cards": {"colours": colours, "decks": decks, "total": coloured * len(colours) + decks[0]["wild"]},
        "parameters": _parameters(random, pieces, tickets, marks=fleets == 2 and decks[0]["marked"] > 0),
        "districts": {"1": {"points": random.randint(1, 5)}, "2": {"points": random.randint(1, 5)}},
        "cities": cities,
        "tracks": tracks,
        "tickets": tickets,
    }


def _cities(random: Random) -> list[Data]:
    cities: list[Data] = []
    for number in range(random.randint(6, 11)):
        city: Data = {"id": f"c{number}", "en": f"C{number}", "ja": f"C{number}", "zh-Hant": f"C{number}"}
        if random.random() < 0.5:
            city["port"] = True
        if number < 5:
            city["district"] = str(1 + number // 3)
        cities.append(city)
    if random.random() < 0.5:
        cities.append({"id": "star", "en": "", "ja": "", "zh-Hant": "", "junction": True})
    return cities


def _tracks(random: Random, cities: list[str], colours: list[str], pieces: list[str]) -> list[Data]:
    links = [(cities[random.randrange(number)], cities[number]) for number in range(1, len(cities))]  # all connected
    for _ in range(random.randint(2, 12)):
        one, other = random.sample(cities, 2)
        links.append((one, other))
    tracks: list[Data] = []
    for number, (a, b) in enumerate(links):
        track: Data = {
            "a": a,
            "b": b,
            "length": random.choice((1, 1, 2, 2, 3, 3, 4, 5)),
            "piece": random.choice(pieces),
        }
        track["colour"] = random.choice(["gray", "gray", *colours])
        kind = random.random()
        if track["piece"] == pieces[0]:
            if kind < 0.25:
                track["tunnel"] = True
            elif kind < 0.45:
                track["pair"] = random.randint(1, min(track["length"], 3))
                if track["pair"] == track["length"]:
                    track["colour"] = "gray"
            if random.random() < 0.2 and not track.get("pair"):
                track["colour"], track["ferry"] = "gray", random.randint(1, min(track["length"], 3))
        tracks.append(track)
        if random.random() < 0.25:
            track["twin"] = f"t{number}"
            tracks.append({**track, "colour": track["colour"] if track["colour"] == "gray" else random.choice(colours)})
    return tracks


def _tickets(random: Random, cities: list[str]) -> list[Data]:
    chosen: dict[tuple[str, ...], Data] = {}
    for _ in range(random.randint(14, 30)):
        stops = random.choice((2, 2, 2, 3, 4))
        order = tuple(random.sample(cities, stops))
        if order in chosen or order[::-1] in chosen:
            continue
        ticket: Data = {"cities": list(order), "points": random.randint(4, 9)}
        if stops > 2:
            ticket |= {"any_order": random.randint(1, 4), "penalty": random.randint(1, 9)}
        chosen[order] = ticket
    return list(chosen.values())


def _decks(random: Random, fleets: int) -> list[Data]:
    wild = random.randint(2, 12)
    first = {"id": "train", "plain": random.randint(1, 8), "marked": random.choice((0, 3)), "wild": wild}
    if fleets == 1:
        return [first]
    return [first, {"id": "ship", "single": random.randint(1, 5), "double": random.choice((0, 2, 4))}]


def _parameters(random: Random, pieces: dict[str, int], tickets: list[Data], *, marks: bool) -> Data:
    fleets = len(pieces)
    start_tickets = random.randint(1, 3)
    stations, harbours, bonus = random.choice((0, 0, 1, 2, 3)), random.choice((0, 1, 3)), random.choice((0, 7))
    ties = ["tickets"] + ["fewest_stations"] * bool(stations) + ["longest"] * bool(bonus)
    parameters: Data = {
        "seats": [2, 5],
        "opening_hand": [random.randint(0, 2) for _ in range(fleets)],
        "row": [random.randint(1, 4) for _ in range(fleets)],
        "row_reset_wilds": random.randint(1, 5),
        "pieces": pieces,
        "stations": stations,
        "station_points": random.randint(1, 5),
        "harbours": harbours if marks else 0,
        "harbour_points": [0, 5, 8, 12],
        "harbour_unbuilt": -2,
        "start_tickets": start_tickets,
        "start_keep": random.randint(1, start_tickets),
        "start_return": random.choice(("deck", "box")),
        "draw_tickets": random.randint(1, 4),
        "draw_keep": 1,
        "twins_open_from": random.randint(2, 6),
        "end_supply": random.randint(0, 6),
        "last_turns": random.randint(1, 2),
        "longest_bonus": bonus,
        "district_rule": random.choice(("linked", "visited")),
        "tour_order": random.choice(("path", "direct")),
        "double_ship_overpay": random.choice(("allow", "forbid")),
        "pair_two_wilds": random.choice(("allow", "forbid")),
        "dry_row": random.choice(("takeable", "locked")),
        "second_draw": random.choice(("required", "optional")),
        "row_reset_cap": random.choice((100, 100, 0, 1)),
        "tie_breaks": random.sample(ties, random.randint(0, len(ties))),
        "track_points": {str(length): length * (length + 1) // 2 for length in range(1, 6)},
    }
    parameters["draw_keep"] = random.randint(1, min(2, parameters["draw_tickets"]))
    if fleets == 2 and random.random() < 0.6:
        parameters["pieces_chosen"] = sum(pieces.values()) - random.randint(1, 5)
        first = min(pieces["train"], parameters["pieces_chosen"] - 1)
        first = max(first, parameters["pieces_chosen"] - pieces["ship"])
        parameters["pieces_suggested"] = [first, parameters["pieces_chosen"] - first]
    if random.random() < 0.3:
        parameters["start_long"] = 1
        plain_tickets = [ticket for ticket in tickets if len(ticket["cities"]) == 2]
        for ticket in random.sample(plain_tickets, min(6, len(plain_tickets))):
            ticket["long"] = True
    return {name: value for name, value in parameters.items() if value != plain(getattr(DEFAULTS, name))}
