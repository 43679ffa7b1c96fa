"""
Games by chance on the package's engine, move by move compared with the second engine.

::

    agree("europe", seats=3, options={"dry_row": "locked"}, seed=7)

A game is played to its end on the package first, through its public face. Legal moves and positions are noted.
Then its record is played through the second engine, and whatever differs first is raised as a `Difference`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from math import comb
from random import Random
from typing import Any

import branchline as bl

from .engine import ImpossibleError, Reference
from .facts import Facts, Rules, count_cards
from .payments import Payments
from .random_positions import random_position

Data = dict[str, Any]

KINDS = (
    "row", "blind", "stop", "tickets", "keep", "claim", "pay", "decline", "station", "harbour", "swap", "split", "pass",
)  # fmt: skip


class Difference(AssertionError):  # noqa: N818
    """
    The two engines disagree.
    """


@dataclass
class Step:
    """
    One decision of the package's game: what was legal for whom, and what was played.
    """

    kinds: dict[int, str]
    """The kind of decision of every waiting seat."""
    counts: dict[int, int]
    """Number of legal moves of every waiting seat."""
    moves: dict[int, list[str]]
    """The moves themselves, where they were all written down."""
    position: Data | None
    seat: int
    text: str


@dataclass
class Played:
    """
    A game of the package, as far as it came.
    """

    start: Data
    steps: list[Step] = field(default_factory=list)
    record: list[str] = field(default_factory=list)
    last: Data | None = None
    """The position at the end."""
    over: bool = False
    result: Any = None
    error: Exception | None = None


@dataclass
class Agreed:
    """
    What a game that agreed was like, for counting.
    """

    decisions: int
    how: str | None
    deeds: Counter[str]


def agree(
    variant: Any,
    seats: int,
    options: Mapping[str, Any] | None = None,
    seed: int = 0,
    max_decisions: int = 2000,
    *,
    every: int = 10,
    thin: bool = False,
) -> Agreed:
    """
    Play one game by chance on both engines; `Difference` if they disagree.

    Positions are compared every so many decisions, and at the end.
    With `thin`, most cards and tickets are taken out before the first decision, so that decks run dry.
    """
    readable = bl.variant(variant) if isinstance(variant, str) else variant
    random = Random(f"{readable.id} {seats} {seed}")
    first_seat = random.randrange(seats)
    about = f"{readable.id}, {seats} seats, options {dict(options or {})}, first seat {first_seat}, seed {seed}"
    about += ", thin" * thin
    try:
        game = bl.Game.new(variant, seats=seats, seed=seed, options=dict(options or {}), first_seat=first_seat)
        problems = start_problems(reference_of(readable, dict(options or {}), game.position()))
        if problems:
            raise Difference(f"a start that the rules do not deal: {problems}")
        if thin:
            game = bl.Game.from_position({**thin_out(game.position(), random), "variant": variant})
        played = play_by_chance(game, random, max_decisions, every)
        return compare(readable, dict(options or {}), played)
    except Difference as difference:
        raise Difference(f"{about}: {difference}") from difference.__cause__


def agree_from_chance(
    variant: Any, seats: int, options: Mapping[str, Any] | None = None, seed: int = 0, max_decisions: int = 40
) -> Agreed:
    """
    Put both engines at a position by chance, play on for a while, and compare as in `agree`.
    """
    readable = bl.variant(variant) if isinstance(variant, str) else variant
    random = Random(f"{readable.id} {seats} {seed} position")
    options = dict(options or {})
    about = f"{readable.id}, {seats} seats, options {options}, seed {seed}, position by chance"
    facts, rules = facts_of(readable), Rules.read(readable.with_options(options).parameters)
    position = {"options": options, "seed": seed, **random_position(facts, rules, seats, random)}
    try:
        game = bl.Game.from_position({**position, "variant": variant})
        played = play_by_chance(game, random, max_decisions, 4)
        reference = reference_of(readable, options, position)
        _same_position(reference, played.start, "at the start")
        return compare(readable, options, played)
    except Difference as difference:
        raise Difference(f"{about}: {difference}") from difference.__cause__


def thin_out(position: Data, random: Random) -> Data:
    """
    The same start with fewer cards and tickets, wilds more often left in than others.
    """
    share, wild_share = random.choice(((0, 0), (0.05, 0.3), (0.1, 1), (0.3, 0.1))), random.random()
    decks = {}
    for deck, piles in position["decks"].items():
        left = {}
        for card, number in _pile_counts(piles["pile"]).items():
            most = share[1] if card == "wild" and wild_share < 0.7 else share[0]
            left[card] = sum(random.random() < most for _ in range(number))
        decks[deck] = {"pile": left, "discard": {}}
    tickets = position["ticket_deck"][: random.choice((0, 2, 5, 100))]
    return {**position, "decks": decks, "ticket_deck": tickets}


# -- the package's side --


def play_by_chance(game: Any, random: Random, max_decisions: int, every: int) -> Played:
    """
    Play with a random taste for each kind of move, perhaps after drawing cards for a while; note what the package says.
    """
    taste = {kind: random.choice((0.05, 0.3, 1, 1, 4)) for kind in KINDS}
    taste["swap"] = random.choice((0.02, 0.02, 0.5))  # nothing comes of swaps, and there are always some
    hoarding = {**taste, **dict.fromkeys(("claim", "station", "harbour", "swap"), 0.02)}
    hoard = random.choice((0, 0, 40, 120))
    played = Played(game.position())
    try:
        while game.waiting and len(played.steps) < max_decisions:
            step = _choose(game, random, hoarding if len(played.steps) < hoard else taste)
            if len(played.steps) % every == 0:
                step.position = game.position()
            game.play(step.text, seat=step.seat)
            played.steps.append(step)
        played.last = game.position()
        played.over = bool(game.is_over)
        played.result = game.result if played.over else None
    except Exception as error:
        played.error = error
    played.record = [str(line) for line in _lines(game.record())]
    return played


def _lines(record: Any) -> Sequence[Any]:
    lines = record["moves"] if isinstance(record, Mapping) else record.moves
    return list(lines)


def _choose(game: Any, random: Random, taste: Mapping[str, float]) -> Step:
    waiting = tuple(game.waiting)
    counts: dict[int, int] = {}
    written: dict[int, list[str]] = {}
    legal = {}
    for seat in waiting:
        moves = legal[seat] = game.legal(seat)
        counts[seat] = len(moves)
        if counts[seat] <= 60 or random.random() < 60 / counts[seat] + 0.1:
            written[seat] = [str(move) for move in moves]
    seat = random.choice(waiting)
    if seat in written:
        candidates = _some(written[seat], random)
    else:
        number = counts[seat]
        places = {*range(min(number, 20)), *range(max(0, number - 3), number)}
        places.update(random.randrange(number) for _ in range(12))
        candidates = [str(legal[seat][place]) for place in sorted(places)]
    return Step(
        {seat: game.decision(seat) for seat in waiting},
        counts,
        written,
        None,
        seat,
        _by_taste(candidates, random, taste),
    )


def _some(texts: list[str], random: Random) -> list[str]:
    return texts if len(texts) <= 60 else [*texts[:20], *random.sample(texts, 20), *texts[-3:]]


def _by_taste(candidates: list[str], random: Random, taste: Mapping[str, float]) -> str:
    """
    A kind of move by taste first, then any move of that kind.
    """
    kinds: dict[str, list[str]] = {}
    for text in candidates:
        kinds.setdefault(text.split()[0], []).append(text)
    kind = random.choices(list(kinds), [taste.get(kind, 1) for kind in kinds])[0]
    return random.choice(kinds[kind])


# -- the second engine's side --


_PAYMENTS: dict[tuple[Any, ...], Payments] = {}
_FACTS: dict[int, tuple[Any, Facts]] = {}


def reference_of(readable: Any, options: Mapping[str, Any], position: Data) -> Reference:
    """
    The second engine at a position; what it has learnt of a variant's payments is shared between games.
    """
    facts = facts_of(readable)
    rules = Rules.read(readable.with_options(options).parameters)
    key = (id(readable), rules.double_ship_overpay, rules.pair_two_wilds)
    if key not in _PAYMENTS:
        _PAYMENTS[key] = Payments(facts, rules)
    return Reference(facts, rules, position, _PAYMENTS[key])


def facts_of(readable: Any) -> Facts:
    """
    The facts of a variant, read once.
    """
    if id(readable) not in _FACTS:
        if len(_FACTS) > 20:
            _FACTS.clear()
            _PAYMENTS.clear()
        _FACTS[id(readable)] = (readable, Facts.read(readable))
    return _FACTS[id(readable)][1]


def compare(readable: Any, options: Mapping[str, Any], played: Played) -> Agreed:
    """
    Play the record through the second engine; raise the first difference.
    """
    reference = reference_of(readable, options, played.start)
    _same_position(reference, played.start, "at the start")
    deeds: Counter[str] = Counter()
    for number, step in enumerate(played.steps):
        when = f"before move {number} ({step.seat} {step.text})"
        _same_legal(reference, step, when)
        if step.position is not None:
            _same_position(reference, step.position, when)
        seat, text, drawn = read_line(played.record[number])
        if (seat, text) != (step.seat, step.text):
            raise Difference(f"{when} the record says {played.record[number]!r}")
        try:
            reference.play(seat, text, drawn)
        except ImpossibleError as error:
            raise Difference(f"move {number}, {played.record[number]!r}: {error}\n{_tail(played, number)}") from error
        deeds[text.split()[0]] += 1
    if played.error is not None:
        raise Difference(f"the package fails after move {len(played.steps) - 1}: {played.error!r}") from played.error
    assert played.last is not None
    _same_position(reference, played.last, "at the end")
    if played.over != (not reference.waiting()):
        raise Difference(f"package: over is {played.over}; reference: {reference.waiting()} to move")
    if played.over:
        _same_result(reference, played.result)
    problems = reference.audit()
    if problems:
        raise Difference(f"at the end: {problems}")
    return Agreed(len(played.steps), reference.how or None, deeds)


def read_line(line: str) -> tuple[int, str, list[str]]:
    """
    A move of a record: seat, text, cards that left the piles.

    >>> read_line("0 row red > blue wild")
    (0, 'row red', ['blue', 'wild'])
    """
    seat, _, rest = line.partition(" ")
    text, _, drawn = rest.partition(">")
    return int(seat), text.strip(), drawn.split()


def _tail(played: Played, number: int) -> str:
    """
    The moves that led here.
    """
    return "\n".join(f"  {place}: {played.record[place]}" for place in range(max(0, number - 6), number + 1))


def _same_legal(reference: Reference, step: Step, when: str) -> None:
    if tuple(step.counts) != reference.waiting():
        raise Difference(f"{when}: the package waits for {tuple(step.counts)}, the reference {reference.waiting()}")
    kinds = {seat: reference.decision(seat) for seat in step.kinds}
    if step.kinds != kinds:
        raise Difference(f"{when}: decisions {step.kinds}, by the reference {kinds}")
    for seat, count in step.counts.items():
        expected = reference.legal(seat)
        if seat in step.moves:
            got = set(step.moves[seat])
            if got != expected or len(step.moves[seat]) != len(got):
                raise Difference(
                    f"{when}, legal moves of seat {seat}\n  package only: {_few(got - expected)}\n"
                    f"  reference only: {_few(expected - got)}\n  twice: {_few(_twice(step.moves[seat]))}\n"
                    f"  hand: {dict(+reference.seats[seat].hand)}"
                )
        elif count != len(expected):
            raise Difference(f"{when}: seat {seat} has {count} legal moves, by the reference {len(expected)}")


def _few(texts: set[str]) -> str:
    return f"{len(texts)} {sorted(texts)[:12]}"


def _twice(texts: Sequence[str]) -> set[str]:
    return {text for text, number in Counter(texts).items() if number > 1}


# -- positions --


def normal(position: Mapping[str, Any]) -> Data:
    """
    A position as plain counts and sorted lists where order means nothing.
    """
    return {
        "variant": position["variant"] if isinstance(position["variant"], str) else position["variant"]["id"],
        "first_seat": position["first_seat"],
        "players": [_normal_seat(player) for player in position["players"]],
        "row": list(position["row"]),
        "decks": {
            deck: {"pile": _pile_counts(piles["pile"]), "discard": dict(count_cards(piles["discard"]))}
            for deck, piles in position["decks"].items()
        },
        "ticket_deck": list(position["ticket_deck"]),
        "ticket_deck_seen": dict(position["ticket_deck_seen"]),
        "decision": _normal_decision(position["decision"]),
        "last_turns": position["last_turns"],
        "passes": position["passes"],
        "turns": position["turns"],
    }


def _normal_seat(player: Mapping[str, Any]) -> Data:
    return {
        "hand": dict(count_cards(player["hand"])),
        "known": dict(count_cards(player["known"])),
        "tracks": sorted(player["tracks"]),
        "tickets": sorted(player["tickets"]),
        "pieces": dict(player["pieces"]),
        "box": {piece: number for piece, number in (player["box"] or {}).items() if number},
        "stations": sorted(player["stations"]),
        "harbours": sorted(player["harbours"]),
        "score": player["score"],
        "swapped": player["swapped"],
        "boxed": sorted(player["boxed"]),
        "offer": list(player["offer"]),
        "offer_seen": dict(player["offer_seen"]),
        "chosen": list(player["chosen"]),
    }


def _pile_counts(pile: Any) -> dict[str, int]:
    if isinstance(pile, Mapping) and ("top" in pile or "rest" in pile):
        return dict(count_cards(pile.get("rest")) + count_cards(pile.get("top")))
    return dict(count_cards(pile))


def _normal_decision(decision: Mapping[str, Any]) -> Data:
    shown = dict(decision)
    for cards in ("base", "revealed"):
        if cards in shown:
            shown[cards] = dict(count_cards(shown[cards]))
    return shown


def _same_position(reference: Reference, position: Mapping[str, Any], when: str) -> None:
    got, expected = normal(position), normal(reference.summary())
    differing = list(_differences(got, expected, ""))
    if differing:
        raise Difference(f"position {when}:\n  " + "\n  ".join(differing))


def _differences(got: Any, expected: Any, place: str) -> list[str]:
    if isinstance(got, dict) and isinstance(expected, dict):
        keys = [*got, *(key for key in expected if key not in got)]
        return [line for key in keys for line in _differences(got.get(key), expected.get(key), f"{place}.{key}")]
    if isinstance(got, list) and isinstance(expected, list) and len(got) == len(expected):
        pairs = enumerate(zip(got, expected, strict=True))
        return [line for number, (one, two) in pairs for line in _differences(one, two, f"{place}[{number}]")]
    return [] if got == expected else [f"{place.lstrip('.')}: package {got!r}, reference {expected!r}"]


# -- the start --


def start_problems(reference: Reference) -> list[str]:
    """
    What is not as SETUP deals it.
    """
    rules, facts = reference.rules, reference.facts
    problems = []
    for number, seat in enumerate(reference.seats):
        for deck, dealt in zip(facts.deck_ids, rules.opening_hand, strict=True):
            held = sum(count for card, count in seat.hand.items() if facts.deck_of[card] == deck)
            if held != dealt:
                problems.append(f"seat {number} holds {held} {deck} cards")
        long = [facts.tickets[ticket].long for ticket in seat.offer]
        if long != [True] * rules.start_long + [False] * rules.start_tickets:
            problems.append(f"seat {number} is offered {seat.offer}")
        if seat.score or seat.swapped or seat.tracks or seat.tickets or seat.boxed or seat.known:
            problems.append(f"seat {number} has something already")
        if not rules.pieces_chosen and seat.pieces != rules.pieces:
            problems.append(f"seat {number} has pieces {seat.pieces}")
    ordinary = sum(not ticket.long for ticket in facts.tickets.values())
    if len(reference.ticket_deck) != ordinary - rules.start_tickets * len(reference.seats):
        problems.append(f"{len(reference.ticket_deck)} tickets in the deck")
    if any(facts.tickets[ticket].long for ticket in reference.ticket_deck):
        problems.append("a long ticket in the deck")  # SETUP-6
    problems += _row_problems(reference)
    return problems


def _row_problems(reference: Reference) -> list[str]:
    """
    SETUP-3, SETUP-4, ROW-4: the shares of the decks, and no row that ought to be dealt anew.
    """
    rules, facts = reference.rules, reference.facts
    problems = []
    shown = Counter(facts.deck_of[card] for card in reference.row if card is not None)
    if all(not pile.dry for pile in reference.piles.values()):
        for deck, share in zip(facts.deck_ids, rules.row, strict=True):
            if shown[deck] != share:
                problems.append(f"{shown[deck]} {deck} cards in the first row")
    wilds = reference.row.count("wild")
    if wilds >= rules.row_reset_wilds and _luck_of_a_row(reference) ** rules.row_reset_cap < 1e-9:
        problems.append(f"a first row with {wilds} wilds")
    return problems


def _luck_of_a_row(reference: Reference) -> float:
    """
    How likely it is that a row is dealt which must be dealt anew: then the cap of ROW-6 may be met honestly.
    """
    first, *others = reference.facts.deck_ids
    pool = Counter(card for card in reference.row if card is not None)
    for pile in reference.piles.values():
        pool.update(pile.cards + pile.discard)
    cards = sum(number for card, number in pool.items() if reference.facts.deck_of[card] == first)
    size = sum(reference.rules.row)
    shown = min(cards, max(reference.rules.row[0], size - (pool.total() - cards)) if others else size)
    wilds = pool["wild"]
    good = sum(
        comb(wilds, number) * comb(cards - wilds, shown - number) for number in range(reference.rules.row_reset_wilds)
    )
    return 1 - good / comb(cards, shown)


# -- the result --


def _same_result(reference: Reference, result: Any) -> None:
    """
    Compare scores, ranks and every line; of several equally good ways to borrow (STATION-6) the package chooses.
    """
    loans = [{loan.city: loan.track for loan in sheet.loans} for sheet in result.sheets]
    try:
        expected = reference.result(loans)
    except ValueError as error:
        raise Difference(f"result: {error}") from error
    got = {name: getattr(result, name) for name in ("how", "scores", "ranks", "winners")}
    whole = {name: list(value) if isinstance(value, tuple) else value for name, value in got.items()}
    differing = _differences(whole, {name: expected[name] for name in whole}, "")
    for number, (one, two) in enumerate(zip(result.sheets, expected["sheets"], strict=True)):
        differing += _differences(sheet_data(one), _sheet_in_lines(reference, number, two), f".sheets[{number}]")
    if differing:
        raise Difference("result:\n  " + "\n  ".join(differing))


def sheet_data(sheet: Any) -> Data:
    """
    A sheet of the package: sums by kind, and the lines that name something.
    """
    sums = Counter(dict.fromkeys(SHEET_KINDS, 0))
    for line in sheet.lines:
        sums[line.kind] += line.points
    return {
        "seat": sheet.seat,
        "total": sheet.total,
        "completed": sheet.completed,
        "trail": sheet.trail,
        "sums": dict(sums),
        "lines": sorted(f"{line.kind} {line.what} {line.outcome} {line.points}" for line in sheet.lines if line.what),
    }


SHEET_KINDS = ("tracks", "swaps", "tickets", "stations", "longest", "districts", "harbours", "unbuilt")


def _sheet_in_lines(reference: Reference, number: int, sheet: Data) -> Data:
    facts, rules = reference.facts, reference.rules
    sums = ("track", "swapped", "ticket", "station", "longest", "district", "harbour", "unbuilt")
    points = [-sheet["swapped"] if name == "swapped" else sheet.get(f"{name}_points", 0) for name in sums]
    points[sums.index("longest")] = sheet["longest_bonus"]
    lines = [
        f"tracks {track}  {rules.track_points[facts.tracks[track].length]}" for track in reference.seats[number].tracks
    ]
    lines += [f"tickets {ticket} {outcome} {worth}" for ticket, outcome, worth in sheet["tickets"]]
    lines += [f"districts {district}  {facts.districts[district]}" for district in sheet["districts"]]
    lines += [f"harbours {city}  {worth}" for city, worth in sheet["harbours"]]
    return {
        "seat": number,
        "total": sheet["total"],
        "completed": sheet["completed"],
        "trail": sheet["longest"],
        "sums": dict(zip(SHEET_KINDS, points, strict=True)),
        "lines": sorted(lines),
    }
