"""
Positions by chance, from the middle and the end of games that nobody played.

Random games seldom complete a ticket or run out of cards; here hands, networks and piles are of any size.
"""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

from .facts import Facts, Rules

Data = dict[str, Any]


def random_position(facts: Facts, rules: Rules, seats: int, random: Random) -> Data:
    """
    A whole position without variant and options; the game may be over.
    """
    players = _networks(facts, rules, seats, random)
    _buildings(facts, rules, players, random)
    ticket_deck = _tickets(facts, rules, players, random)
    decks, row = _cards(facts, rules, players, random)
    position: Data = {
        "first_seat": random.randrange(seats),
        "players": players,
        "row": row,
        "decks": decks,
        "ticket_deck": ticket_deck,
        "last_turns": None,
        "passes": 0,
        "turns": random.randrange(100),
    }
    if random.random() < 0.2:
        left = random.randint(1, rules.last_turns * seats)
        position["last_turns"] = {"left": left, "trigger": random.randrange(seats)}
    position["decision"] = {"kind": "turn", "seat": random.randrange(seats)}
    if random.random() < 0.4:
        position["last_turns"] = {"left": 0, "trigger": random.randrange(seats)}
        position["decision"] = {"kind": "over", "how": "last_turns"}
    return position


def _networks(facts: Facts, rules: Rules, seats: int, random: Random) -> list[Data]:
    """
    Tracks for every seat, growing from what it has; the pieces that are left; with a split also the box.
    """
    owned: list[list[str]] = [[] for _ in range(seats)]
    left = [dict(rules.pieces) for _ in range(seats)]
    total = [rules.pieces_chosen or sum(rules.pieces.values()) for _ in range(seats)]
    goal = [random.choice((0.3, 0.8, 1.0)) * number for number in total]
    free = list(facts.tracks.values())
    for _ in range(2 * len(free)):
        if not free:
            break
        seat = random.randrange(seats)
        mine = {city for track in owned[seat] for city in facts.tracks[track].ends}
        near = [track for track in free if not mine or mine & set(track.ends)] or free
        track = random.choice(near if random.random() < 0.8 else free)
        placed = sum(rules.pieces.values()) - sum(left[seat].values())
        if track.length > left[seat][track.piece] or placed + track.length > goal[seat]:
            continue
        owned[seat].append(track.id)
        left[seat][track.piece] -= track.length
        free.remove(track)
        if track.twin and facts.tracks[track.twin] in free and seats < rules.twins_open_from:
            free.remove(facts.tracks[track.twin])
        if track.twin in owned[seat]:  # DOUBLE-1
            owned[seat].remove(track.id)
            left[seat][track.piece] += track.length
    players = []
    for seat in range(seats):
        player: Data = {"tracks": owned[seat], "pieces": left[seat], "box": {}, "swapped": 0}
        if rules.pieces_chosen:
            boxed = sum(rules.pieces.values()) - rules.pieces_chosen
            first, second = rules.pieces
            ones = random.randint(max(0, boxed - left[seat][second]), min(boxed, left[seat][first]))
            player["box"] = {first: ones, second: boxed - ones}
            player["pieces"] = {piece: number - player["box"][piece] for piece, number in left[seat].items()}
            player["swapped"] = random.choice((0, 0, 3))
        players.append(player)
    return players


def _buildings(facts: Facts, rules: Rules, players: list[Data], random: Random) -> None:
    cities = [city for city in facts.cities.values() if not city.junction]
    random.shuffle(cities)
    for player in players:
        player["stations"] = [cities.pop().id for _ in range(random.randint(0, rules.stations)) if cities]
        player["harbours"] = []
    ports = [city.id for city in facts.cities.values() if city.port and not city.junction]
    for port in random.sample(ports, len(ports)):
        player = random.choice(players)
        touched = {city for track in player["tracks"] for city in facts.tracks[track].ends}
        if port in touched and len(player["harbours"]) < random.randint(0, rules.harbours):
            player["harbours"].append(port)


def _tickets(facts: Facts, rules: Rules, players: list[Data], random: Random) -> list[str]:
    ordinary = [ticket.id for ticket in facts.tickets.values() if not ticket.long]
    long = [ticket.id for ticket in facts.tickets.values() if ticket.long]
    random.shuffle(ordinary)
    random.shuffle(long)
    for player in players:
        number = random.randint(0, len(ordinary) // (len(players) + 1))
        touched = {city for track in player["tracks"] for city in facts.tracks[track].ends}
        if random.random() < 0.7:  # tickets that may be complete first, tours before all
            ordinary.sort(key=lambda ticket: _hopes(facts.tickets[ticket].cities, touched))
        player["tickets"] = ordinary[:number] + long[: rules.start_long]
        del ordinary[:number], long[: rules.start_long]
    return ordinary[: random.choice((0, 3, len(ordinary)))]


def _hopes(cities: tuple[str, ...], touched: set[str]) -> tuple[int, int]:
    return (len(set(cities) - touched), -len(cities))


def _cards(facts: Facts, rules: Rules, players: list[Data], random: Random) -> tuple[Data, list[str | None]]:
    """
    Hands, row, pile and discard of any size; gaps in the row only where there is nothing to fill them with.
    """
    hands: list[Counter[str]] = [Counter() for _ in players]
    decks: Data = {}
    row: list[str | None] = []
    dry = random.random() < 0.2
    for deck, share in zip(facts.deck_ids, rules.row, strict=True):
        cards = [card for card, number in facts.printed.items() for _ in range(number) if facts.deck_of[card] == deck]
        random.shuffle(cards)
        shown = random.randint(0, share) if dry else share
        row += [*cards[:shown], *[None] * (share - shown)]
        del cards[:shown]
        for hand in hands:
            number = random.randint(0, max(0, len(cards) // random.choice((2, 4, 10))))
            hand.update(cards[:number])
            del cards[:number]
        cut = random.choice((0, random.randint(0, len(cards)), len(cards)))
        pile, discard = (cards[:cut], cards[cut:]) if not dry else ([], [])
        if random.random() < 0.3:
            discard = discard[:2]
        decks[deck] = {"pile": dict(Counter(pile)), "discard": dict(Counter(discard))}
    if not any(piles["pile"] or piles["discard"] for piles in decks.values()):
        random.shuffle(row)
    elif None in row:
        row = [card for card in row if card is not None]
    for player, hand in zip(players, hands, strict=True):
        player["hand"] = dict(hand)
        player["known"] = {card: random.randint(0, number) for card, number in hand.items()}
    return decks, row
