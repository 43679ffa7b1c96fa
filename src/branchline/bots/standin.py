"""The safe default: a move for a bot that gives none. Quick, never senseless, and it brings a game to its end."""

from __future__ import annotations

from collections.abc import Sequence

from branchline.bots.sight import given_up
from branchline.game import moves as mv
from branchline.game.view import View

FULL_HAND = 10
"""With so many cards it claims rather than draws."""


def stand_in(view: View, moves: Sequence[mv.AnyMove]) -> mv.AnyMove:
    """
    A move that does no harm.

    It keeps the fewest and cheapest tickets, draws blind until its hand is full, and then claims the longest track it
    can, tunnels last.
    """
    variant = view.resolve()
    first = moves[0]
    if isinstance(first, mv.KeepTickets):
        offer = [variant.ticket(id) if id else None for id in view.own.offer or ()]

        def burden(move: mv.AnyMove) -> tuple[int, int]:
            assert isinstance(move, mv.KeepTickets)
            kept = [offer[place - 1] for place in move.kept]
            return len(kept), sum(ticket.penalty for ticket in kept if ticket)

        return min(moves, key=burden)
    if isinstance(first, mv.SplitPieces):
        suggested = variant.parameters.pieces_suggested[:1] or (first.first,)
        return min(moves, key=lambda move: abs(getattr(move, "first", 0) - suggested[0]))
    by_kind: dict[type, list[mv.AnyMove]] = {}
    for move in moves:
        by_kind.setdefault(type(move), []).append(move)
    claims = [move for move in by_kind.get(mv.ClaimTrack, []) if isinstance(move, mv.ClaimTrack)]
    claims = [move for move in claims if not variant.track(move.track).tunnel] or claims
    if mv.DrawBlind in by_kind or mv.TakeRow in by_kind:
        claims = [move for move in claims if move.track != given_up(view)]
    if claims and (view.own.hand_size >= FULL_HAND or mv.DrawBlind not in by_kind):
        return max(claims, key=lambda move: (variant.track(move.track).length, -move.cards.count("wild")))
    for kind in (mv.PaySurcharge, mv.DeclineTunnel, mv.DrawBlind, mv.StopDrawing, mv.TakeRow, mv.PassTurn):
        if kind in by_kind:
            return by_kind[kind][0]
    return first
