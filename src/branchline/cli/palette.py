"""Colours on the terminal, and the letters that say the same without them."""

from __future__ import annotations

from functools import lru_cache

from branchline.game.variants import Variant

COLOURS = {
    "purple": 134,
    "white": 255,
    "blue": 33,
    "yellow": 220,
    "orange": 208,
    "black": 242,
    "red": 196,
    "green": 34,
    "pink": 212,
    "gray": 250,
    "wild": 231,
}
"""Colours of cards and tracks out of the 256 of terminals; black is a dark gray, for most terminals are black."""
DARK = {"purple", "blue", "black", "red", "green"}
"""Colours on which white letters are read best."""
SEATS = ("38;5;203", "38;5;75", "38;5;119", "38;5;227", "38;5;177")
ANY = "·"
"""The letter of a gray track."""


def track_style(colour: str | None) -> tuple[str, ...]:
    """The style of an open track."""
    number = COLOURS.get(colour or "gray")
    return () if number is None else (f"38;5;{number}",)


def card_style(colour: str) -> tuple[str, ...]:
    """The style of a card: its colour as ground."""
    number = COLOURS.get(colour)
    if number is None:
        return ("7",)
    return ("1", f"48;5;{number}", "38;5;231" if colour in DARK else "38;5;16")


def seat_style(seat: int) -> tuple[str, ...]:
    """The style of what belongs to a seat."""
    return (SEATS[seat % len(SEATS)],)


@lru_cache(maxsize=32)
def letters(colours: tuple[str, ...]) -> dict[str, str]:
    """One letter a colour, none twice: its first letter, or a later one where that is taken."""
    out: dict[str, str] = {}
    for colour in sorted(colours, key=lambda colour: colour == "black"):  # K, as printers call it, beside blue
        free = [char for char in (colour[::-1] if colour == "black" else colour).upper() if char not in out.values()]
        out[colour] = free[0] if free else "?"
    return out


def letter(colour: str | None, variant: Variant) -> str:
    """The letter of a colour; a dot for gray."""
    return ANY if colour is None else letters(variant.cards.colours)[colour]
