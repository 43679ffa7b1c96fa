"""
Walks the tree of decisions in two engines at once: the package's and the second one (tests/reference).

In lockstep, every legal list is compared as a set of texts; the numbers of nodes are then equal. ``tree`` also
follows every card that chance could deal, each engine by its own means.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

from reference.agree import Difference, reference_of
from reference.engine import Pile, Reference, Seat, Surcharge

import branchline as bl
from branchline.core.consts import SURCHARGE

Cards = tuple[str, ...]


def second_engine(game: bl.Game) -> Reference:
    """The second engine at the position of a game."""
    return reference_of(game.variant, dict(game.options), game.position())


SHARED = ("facts", "rules", "payments", "options", "all_cards")
"""What the second engine never changes."""


def clone(it: Reference) -> Reference:
    """A copy that shares only what never changes."""
    new = object.__new__(type(it))
    for name, value in it.__dict__.items():
        setattr(new, name, value if name in SHARED else copied(value))
    return new


def copied(value: Any) -> Any:
    """A copy of everything that a move could change."""
    if isinstance(value, list):
        return [copied(one) for one in value]
    if isinstance(value, Counter):
        return value.copy()
    if isinstance(value, dict):
        return {key: copied(one) for key, one in value.items()}
    if isinstance(value, Seat | Pile | Surcharge):
        part = object.__new__(type(value))
        for name, one in value.__dict__.items():
            setattr(part, name, copied(one))
        return part
    return value


def texts(game: bl.Game) -> list[str]:
    """The legal moves of the seat that the core asks next, in their order."""
    return [str(move) for move in game.legal(game.engine.cur)]


def same_legal(game: bl.Game, other: Reference, path: Cards) -> list[str]:
    """The legal moves, the same in both engines."""
    where = f"after {'; '.join(path) or 'the start'}"
    if game.is_over != (not other.waiting()):
        raise Difference(f"{where}: over is {game.is_over}, in the second engine {not other.waiting()}")
    if game.is_over:
        return []
    seat = game.engine.cur
    moves, others = texts(game), other.legal(seat)
    if set(moves) != others or len(moves) != len(others):
        here, there = sorted(set(moves) - others), sorted(others - set(moves))
        raise Difference(f"{where}, seat {seat}: only the package {here[:8]}, only the second engine {there[:8]}")
    return moves


def agreed_count(game: bl.Game, other: Reference, depth: int, path: Cards = ()) -> int:
    """The number of sequences of ``depth`` decisions, counted by both engines in lockstep."""
    moves = same_legal(game, other, path)
    if depth <= 1:
        return len(moves) if depth else 1
    total = 0
    seat = game.engine.cur
    for move, code in zip(moves, game.legal(seat).codes, strict=True):
        child, twin = game.copy(), clone(other)
        child.play_code(code)
        twin.play(seat, move, drawn(child))
        total += agreed_count(child, twin, depth - 1, (*path, f"{seat} {move}"))
    return total


def drawn(game: bl.Game) -> Cards:
    """The cards that left the piles in the last move."""
    return tuple(game.tables.kinds[kind] for kind in game.moves[-1][3])


# ---------------------------------------------------------------- chance
class Tree(Counter[str]):
    """What a tree holds: ``decisions``, ``moves``, ``outcomes`` of chance, ``ends`` of games."""


def tree(game: bl.Game, depth: int) -> Tree:
    """The whole tree of the package, every outcome of chance followed."""
    found = Tree()
    if game.is_over:
        found["ends"] += 1
    elif depth:
        found["decisions"] += 1
        for code in game.legal(game.engine.cur).codes:
            found["moves"] += 1
            for child in outcomes(game, code):
                found["outcomes"] += 1
                found.update(tree(child, depth - 1))
    return found


def outcomes(game: bl.Game, code: int) -> Iterator[bl.Game]:
    """
    A game after a move, once for every series of cards that chance could deal for it.

    Cards are named one more at a time: the core notes a fault if a named card was not there, and what it drew beyond
    them by chance tells which deck was asked next.
    """
    t = game.tables
    kinds = [kind for kind in range(len(t.kinds)) if about(game)[kind]]
    open_: list[tuple[int, ...]] = [()]
    while open_:
        named = open_.pop()
        child = game.copy()
        put_on_top(child, named)
        child.play_code(code)
        if child.engine.fault:
            continue
        dealt = child.moves[-1][3]
        if len(dealt) == len(named):
            yield child
        else:
            open_ += [(*named, kind) for kind in kinds if t.deck_of[kind] == t.deck_of[dealt[len(named)]]]


def put_on_top(game: bl.Game, named: tuple[int, ...]) -> None:
    """Let these cards come next; unlike `Game.script` a card may come twice, when a reset shuffles it in again."""
    if named:
        s = game.state.copy()
        for deck in range(len(game.tables.decks)):
            cards = [kind for kind in reversed(named) if game.tables.deck_of[kind] == deck]
            s.top[deck][: len(cards)] = cards
            s.top_n[deck] = len(cards)
        game.load(s)


def about(game: bl.Game) -> list[int]:
    """How many cards of each kind could come in one move: all but those in the hands of others."""
    s = game.state
    row = [s.row.count(kind) for kind in range(len(s.pile))]
    mine = s.hand[s.cur]
    if s.phase == SURCHARGE:
        return [1] * len(s.pile)
    return [sum(some) for some in zip(s.pile, s.discard, row, mine, strict=True)]


class CardWantedError(Exception):
    """The second engine needs one more card; these could come."""

    def __init__(self, cards: list[str]) -> None:
        super().__init__(cards)
        self.cards = cards


class Asking(Reference):
    """A second engine that asks when it was told too few cards."""

    def _deal(self, pile: Pile) -> str:
        if not self._coming:
            raise CardWantedError([card for card, number in pile.cards.items() if number > 0])
        return self._coming.pop(0)


def asking(game: bl.Game) -> Asking:
    """The second engine at the position of a game, asking for cards."""
    it = second_engine(game)
    it.__class__ = Asking
    assert isinstance(it, Asking)
    return it


def second_tree(it: Reference, depth: int) -> Tree:
    """The same tree by the second engine alone."""
    found = Tree()
    waiting = it.waiting()
    if not waiting:
        found["ends"] += 1
    elif depth:
        found["decisions"] += 1
        for move in it.legal(waiting[0]):
            found["moves"] += 1
            for child in second_outcomes(it, waiting[0], move):
                found["outcomes"] += 1
                found.update(second_tree(child, depth - 1))
    return found


def second_outcomes(it: Reference, seat: int, move: str) -> Iterator[Reference]:
    """The second engine after a move, once for every series of cards that could be dealt."""
    open_: list[Cards] = [()]
    while open_:
        named = open_.pop()
        child = clone(it)
        try:
            child.play(seat, move, named)
        except CardWantedError as wanted:
            open_ += [(*named, card) for card in wanted.cards]
        else:
            yield child


def split(game: bl.Game, depth: int) -> dict[str, int]:
    """The count by first move."""
    from branchline.game.perft import divide

    offered = game.engine.offered
    return {str(game.codec.move_of(code, offered)): count for code, count in divide(game.engine, depth).items()}


def agreed_split(game: bl.Game, depth: int) -> dict[str, Any]:
    """The count by first move in lockstep; the first difference stands in the place of a count."""
    out: dict[str, Any] = {}
    other = second_engine(game)
    seat = game.engine.cur
    for move, code in zip(texts(game), game.legal(seat).codes, strict=True):
        child, twin = game.copy(), clone(other)
        child.play_code(code)
        try:
            twin.play(seat, move, drawn(child))
            out[move] = agreed_count(child, twin, depth - 1, (f"{seat} {move}",))
        except AssertionError as difference:
            out[move] = str(difference)
    return out
