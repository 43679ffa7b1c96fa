"""Bit tricks; bits.pxd has the C versions."""

from __future__ import annotations


def bit(n: int) -> int:
    """The word with only bit n (in C a plain shift of a 64-bit one)."""
    return 1 << n


def lowest(x: int) -> int:
    """Index of the lowest set bit."""
    return (x & -x).bit_length() - 1


def count(x: int) -> int:
    """Number of set bits."""
    return x.bit_count()
