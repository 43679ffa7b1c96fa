"""
Building a variant from parts of the right shape, and checking them against each other.

Each check notes what is wrong and goes on, and skips what it can't judge because a part was already found wrong.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from math import comb
from typing import Any

from branchline.game.judging import Judge
from branchline.game.parameters import DEFAULTS, Parameters, Table
from branchline.game.shapes import (
    GRAY,
    KEY,
    LIMITS,
    POINTS,
    VARIANT_KEYS,
    WORD,
    Findings,
    Path,
    close_to,
    read_cards,
    read_names,
    read_options,
    read_parameters,
    read_rows,
)
from branchline.game.variants import (
    Cards,
    City,
    District,
    Option,
    Ticket,
    Track,
    Variant,
    common_options,
)

Row = dict[str, Any]


def build(findings: Findings, data: Mapping[str, Any]) -> Variant | None:
    """The variant that a map describes, or None after noting everything that is wrong with it."""
    data = findings.table(data, ()) or {}
    if data.pop("unreadable", None) is None:
        findings.keys(data, (), (*VARIANT_KEYS, "cities", "tracks", "tickets", "layout"), ("id", "names", "cards"))
    id = findings.name(data["id"], ("id",)) if "id" in data else None
    names = read_names(findings, data["names"], ("names",)) if "names" in data else Table[str, str]()
    notes = read_names(findings, data["notes"], ("notes",)) if "notes" in data else Table[str, str]()
    if "order" in data:
        findings.number(data["order"], ("order",), 0, 9999)
    if "hidden" in data:
        findings.flag(data["hidden"], ("hidden",))
    cards = read_cards(findings, data["cards"]) if "cards" in data else None
    own = read_options(findings, data.get("options"))
    governed = {option["parameter"]: name for name, option in own.items()}
    values, bad = read_parameters(findings, data.get("parameters"), governed)
    values |= {option["parameter"]: option["values"][option["default"]] for option in own.values()}
    parameters = DEFAULTS.with_values(values)
    options = tuple(Option(name, **option) for name, option in own.items()) + common_options(parameters)
    presets = _read_presets(findings, data.get("presets"), options)
    worth = _read_districts(findings, data.get("districts"))
    city_rows, track_rows, ticket_rows = [
        read_rows(findings, data.get(table), table) for table in ("cities", "tracks", "tickets")
    ]
    if id is None or cards is None or city_rows is None or track_rows is None or ticket_rows is None:
        return None  # what is left can't be compared with what is missing

    cities = _cities(findings, city_rows, worth)
    districts = tuple(
        District(key, points, tuple(city.id for city in cities.values() if city.district == key))
        for key, points in worth.items()
    )
    tracks = _tracks(findings, track_rows, cities, cards, parameters, bad)
    _check_twins(findings, track_rows, tracks)
    tickets = _tickets(findings, ticket_rows, cities)
    if len(tracks) == len(track_rows):  # else a track that could not be read may be what is missing
        _check_connections(findings, cities, tracks, tickets, districts)
    set_at: dict[str, Path] = {
        option["parameter"]: ("options", name, "values", option["default"]) for name, option in own.items()
    }
    judge = Judge(findings, bad, set_at)
    judge.parameters(parameters, cards, tracks, tickets, cities)
    for name, option in own.items():
        for word, value in option["values"].items():
            if word != option["default"]:
                judge.choice = ("options", name, "values", word)
                meant = parameters.with_values({option["parameter"]: value})
                judge.parameters(meant, cards, tracks, tickets, cities)
    if findings.problems:
        return None
    return Variant(
        id, names, notes, parameters, cards, tuple(cities.values()), tuple(tracks.values()), tuple(tickets.values()),
        districts, options, presets,
    )  # fmt: skip


# Districts, presets


def _read_districts(findings: Findings, value: object) -> dict[str, int]:
    districts: dict[str, int] = {}
    data = findings.table({} if value is None else value, ("districts",)) or {}
    if len(data) > LIMITS["districts"]:
        findings.add("too_many", ("districts",), len(data), limit=LIMITS["districts"])
    for key, item in data.items():
        path: Path = ("districts", key)
        entry = findings.table(item, path)
        if findings.name(key, path, KEY) and entry is not None and findings.keys(entry, path, ("points",), ("points",)):
            districts[key] = findings.number(entry["points"], (*path, "points"), 1, POINTS) or 1
    return districts


def _read_presets(
    findings: Findings, value: object, options: tuple[Option, ...]
) -> Mapping[str, Mapping[str, str | int | None]]:
    from branchline.errors import OptionError

    presets: dict[str, Mapping[str, str | int | None]] = {}
    by_id = {option.id: option for option in options}
    for name, item in (findings.table({} if value is None else value, ("presets",)) or {}).items():
        findings.name(name, ("presets", name), WORD)
        entry = findings.table(item, ("presets", name)) or {}
        chosen: dict[str, str | int | None] = {}
        for id, choice in entry.items():
            path = ("presets", name, id)
            if id not in by_id:
                findings.unknown("not_one_of", path, id, list(by_id))
                continue
            try:
                chosen[id] = by_id[id].read(choice)
            except OptionError as error:
                findings.add(error.message.removeprefix("errors."), path, choice, **_without_value(error.parameters))
        presets[name] = Table(chosen)
    return Table(presets)


def _without_value(parameters: Mapping[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in parameters.items() if name != "value"}


# Cities


def _cities(findings: Findings, rows: list[Row], districts: Mapping[str, int]) -> dict[str, City]:
    cities: dict[str, City] = {}
    for number, row in enumerate(rows):
        id = row.get("id")
        path: Path = ("cities", number)
        if id is None:
            continue
        if id in cities:
            findings.add("duplicate_city", (*path, "id"), id)
            continue
        district = row.get("district")
        junction, port = row.get("junction", False), row.get("port", False)
        if district is not None and district not in districts:
            findings.unknown("unknown_district", (*path, "district"), district, list(districts))
        if junction and (port or district):  # DATA-9
            findings.add("junction_city", (*path, "port" if port else "district"), id)
        names = Table({lang: row[lang] for lang in ("en", "ja", "zh-Hant") if lang in row})
        cities[id] = City(id, number, names, port, district, junction)
    return cities


# Tracks


def _numbered(ids: list[str]) -> list[str]:
    """Ids with a number each where several are alike (docs/formats/notation.md)."""
    counts, seen = Counter(ids), Counter[str]()
    numbered = []
    for id in ids:
        seen[id] += 1
        numbered.append(f"{id}.{seen[id]}" if counts[id] > 1 else id)
    return numbered


def joined(ends: list[list[str]]) -> list[str]:
    """Ids for lists of cities; the same two cities in the other order get the id of the first mention."""
    first: dict[frozenset[str], str] = {}
    ids = []
    for cities in ends:
        id = "-".join(cities)
        ids.append(first.setdefault(frozenset(cities), id) if len(cities) == 2 else id)
    return _numbered(ids)


def _tracks(
    findings: Findings,
    rows: list[Row],
    cities: Mapping[str, City],
    cards: Cards,
    parameters: Parameters,
    bad: set[str],
) -> dict[int, Track]:
    """The tracks between two known cities, by row; other faults leave a track usable for the checks that follow."""
    usable: dict[int, Row] = {}
    seen: dict[tuple[Any, ...], int] = {}
    for number, row in enumerate(rows):
        path: Path = ("tracks", number)
        a, b, length = row.get("a"), row.get("b"), row.get("length")
        for end in ("a", "b"):
            if end in row and row[end] not in cities:
                findings.unknown("unknown_city", (*path, end), row[end], list(cities))
        colour, piece = row.get("colour"), row.get("piece")
        if colour is not None and colour not in (GRAY, *cards.colours):
            findings.unknown("unknown_colour", (*path, "colour"), colour, [*cards.colours, GRAY])
        if "pieces" not in bad and piece is not None and piece not in parameters.pieces:
            findings.unknown("unknown_piece", (*path, "piece"), piece, list(parameters.pieces))
        if a is not None and a == b:
            findings.add("track_to_itself", (*path, "b"), b)
        elif a in cities and b in cities and length and colour and piece:
            flags = tuple(row.get(key, 0) for key in ("ferry", "tunnel", "pair"))
            same = (frozenset((a, b)), length, colour, piece, *flags)
            if same in seen and not (row.get("twin") and row.get("twin") == rows[seen[same]].get("twin")):
                line = findings.locate(("tracks", seen[same]))[1]
                findings.add("duplicate_track", path, f"{a}-{b}", first=line or seen[same] + 1)
            seen.setdefault(same, number)
            usable[number] = row
            _check_spaces(findings, path, row, piece, parameters)
            _check_payment(findings, path, row, cards, parameters, bad)
    ids = dict(zip(usable, joined([[row["a"], row["b"]] for row in usable.values()]), strict=True))
    groups: dict[str, list[int]] = {}
    for number, row in usable.items():
        if "twin" in row:
            groups.setdefault(row["twin"], []).append(number)
    twins = {}
    for group in groups.values():
        if len(group) == 2:
            twins[group[0]], twins[group[1]] = ids[group[1]], ids[group[0]]
    tracks = {}
    for number, row in usable.items():
        colour = None if row["colour"] == GRAY else row["colour"]
        spaces = {key: row[key] for key in ("ferry", "tunnel", "pair") if key in row}
        tracks[number] = Track(
            ids[number],
            number,
            row["a"],
            row["b"],
            row["length"],
            colour,
            row["piece"],
            twin=twins.get(number),
            **spaces,
        )
    return tracks


def _check_spaces(findings: Findings, path: Path, row: Row, piece: str, parameters: Parameters) -> None:
    """Icons and pair spaces that fit the track (DATA-1)."""
    length, ferry, tunnel, pair = row["length"], row.get("ferry", 0), row.get("tunnel", False), row.get("pair", 0)
    if ferry > length:
        findings.add("too_many_spaces", (*path, "ferry"), ferry, length=length)
    if pair > length:
        findings.add("too_many_spaces", (*path, "pair"), pair, length=length)
    if ferry and row["colour"] != GRAY:  # FERRY-1
        findings.add("ferry_colour", (*path, "colour"), row["colour"])
    second = piece in list(parameters.pieces)[1:]
    for key, marked in (("ferry", ferry), ("tunnel", tunnel), ("pair", pair)):
        if marked and second:  # PAIR-1, SHIP-1: these are paid with cards of the first deck
            findings.add("first_piece_only", (*path, key), key, piece=piece, first=next(iter(parameters.pieces)))
    if pair and (ferry or tunnel):
        findings.add("pair_mixed", (*path, "pair"), pair)


def _check_payment(
    findings: Findings, path: Path, row: Row, cards: Cards, parameters: Parameters, bad: set[str]
) -> None:
    """A track that somebody can pay for."""
    length, pair, ferry, piece = row["length"], row.get("pair", 0), row.get("ferry", 0), row["piece"]
    if "pieces" in bad or piece not in parameters.pieces:
        return
    owned = parameters.pieces[piece]
    if length > owned:  # CLAIM-3
        findings.add("too_few_pieces", (*path, "length"), length, piece=piece, owned=owned)
    number = list(parameters.pieces).index(piece)
    if number >= len(cards.decks):
        return
    deck, wilds = cards.decks[number], cards.decks[0].wild
    reach = deck.plain + deck.marked + deck.single + 2 * deck.double + wilds
    if length > reach and not pair:
        findings.add("too_few_cards", (*path, "length"), length, most=reach)
    if ferry > wilds:  # FERRY-3
        findings.add("too_few_wilds", (*path, "ferry"), ferry, most=wilds)
    if pair:  # PAIR-1: a pair space takes two cards; every multiset of them is a payment with a number of its own
        kinds = sum(kind.deck == deck.id for kind in cards.kinds)
        paid = length + min(pair, length)
        payments = comb(kinds + paid - 1, paid)
        if paid > LIMITS["pair_cards"]:
            findings.add("pair_cards", (*path, "pair"), pair, cards=paid, limit=LIMITS["pair_cards"])
        elif payments > LIMITS["pair_payments"]:
            findings.add("pair_payments", (*path, "pair"), pair, payments=payments, limit=LIMITS["pair_payments"])


def _check_twins(findings: Findings, rows: list[Row], tracks: Mapping[int, Track]) -> None:
    """Double routes: two tracks of equal ends, length and kind (DOUBLE-2)."""
    groups: dict[str, list[int]] = {}
    for number, row in enumerate(rows):
        if "twin" in row:
            groups.setdefault(row["twin"], []).append(number)
    for word, group in groups.items():
        if len(group) != 2:
            if {} in rows:  # a line that could not be read may be the other track
                continue
            alone = [other for other in groups if other != word and len(groups[other]) == 1]
            close = close_to(word, alone) if len(group) == 1 else None
            for number in group[2:] or group:
                message = "twin_count_close" if close else "twin_count"
                findings.add(message, ("tracks", number, "twin"), word, count=len(group), close=close)
            continue
        if not all(number in tracks for number in group):
            continue
        one, other = (tracks[number] for number in group)
        path: Path = ("tracks", group[1])
        if {one.a, one.b} != {other.a, other.b}:
            findings.add("twin_ends", (*path, "twin"), word, one=one.id, other=other.id)
        elif one.length != other.length:
            findings.add("twin_length", (*path, "length"), other.length, wanted=one.length, other=one.id)
        elif one.piece != other.piece:  # DOUBLE-4
            findings.add("twin_piece", (*path, "piece"), other.piece, wanted=one.piece, other=one.id)


# Tickets


def _tickets(findings: Findings, rows: list[Row], cities: Mapping[str, City]) -> dict[int, Ticket]:
    """The tickets that are right in themselves, by row."""
    usable: dict[int, Row] = {}
    seen: dict[tuple[Any, ...], int] = {}
    for number, row in enumerate(rows):
        path: Path = ("tickets", number)
        stops, points = row.get("cities"), row.get("points")
        if stops is None:
            continue
        good = True
        for stop in stops:
            if stop not in cities:
                findings.unknown("unknown_city", (*path, "cities"), stop, list(cities))
                good = False
            elif cities[stop].junction:  # DATA-9
                findings.add("ticket_junction", (*path, "cities"), stop)
                good = False
        if len(set(stops)) < len(stops):
            findings.add("ticket_same_city", (*path, "cities"), "-".join(stops))
            good = False
        any_order, penalty = row.get("any_order"), row.get("penalty")
        if len(stops) == 2:
            for key in ("any_order", "penalty"):
                if row.get(key) is not None:
                    findings.add("tour_only", (*path, key), row[key])
        else:
            for key in ("any_order", "penalty"):
                if key not in row:
                    findings.add("tour_value", (*path, key), key)
            if points and any_order and any_order > points:  # TOUR-1: high, middle
                findings.add("tour_order", (*path, "any_order"), any_order, points=points)
            if row.get("long"):
                findings.add("tour_long", (*path, "long"), "-".join(stops))
        if good and points:
            key_ = (frozenset(stops) if len(stops) == 2 else tuple(stops), points, row.get("long", False))
            if key_ in seen:
                line = findings.locate(("tickets", seen[key_]))[1]
                findings.add("duplicate_ticket", path, "-".join(stops), first=line or seen[key_] + 1)
            seen.setdefault(key_, number)
            usable[number] = row | {"any_order": any_order or points, "penalty": penalty or points}
    ids = dict(zip(usable, joined([row["cities"] for row in usable.values()]), strict=True))
    tickets = {}
    for number, row in usable.items():
        values = row["points"], row["any_order"], row["penalty"]
        tickets[number] = Ticket(ids[number], number, tuple(row["cities"]), *values, row.get("long", False))
    return tickets


# What hangs together


def _check_connections(
    findings: Findings,
    cities: Mapping[str, City],
    tracks: Mapping[int, Track],
    tickets: Mapping[int, Ticket],
    districts: tuple[District, ...],
) -> None:
    """Cities without tracks, tickets and districts that nobody could ever connect."""
    group = {id: id for id in cities}

    def root(id: str) -> str:
        while group[id] != id:
            group[id] = group[group[id]]
            id = group[id]
        return id

    for track in tracks.values():
        group[root(track.a)] = root(track.b)
    touched = {end for track in tracks.values() for end in (track.a, track.b)}
    for city in cities.values():
        if city.id not in touched:
            findings.add("city_alone", ("cities", city.index, "id"), city.id)
    for ticket in tickets.values():
        if not touched.issuperset(ticket.cities):
            continue  # said of the city
        if len({root(city) for city in ticket.cities}) > 1:
            findings.add("ticket_unreachable", ("tickets", ticket.index, "cities"), ticket.id)
    for district in districts:
        path: Path = ("districts", district.id)
        if not district.cities:
            findings.add("district_empty", path, district.id)
        elif touched.issuperset(district.cities) and len({root(city) for city in district.cities}) > 1:
            findings.add("district_unreachable", path, district.id)
