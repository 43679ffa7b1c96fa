"""
Width names for annotations, and records.

To Python and mypy these are ints and lists of ints; ``tools/compile_core.py`` reads them as C types.
"""

from __future__ import annotations

import struct
from functools import cache
from typing import Any, Self

u8 = int
i8 = int
i16 = int
i32 = int
u32 = int
i64 = int
u64 = int
u8s = list[int]
i8s = list[int]
i16s = list[int]
i32s = list[int]
u32s = list[int]
u64s = list[int]
u8ss = list[list[int]]
i16ss = list[list[int]]
i32ss = list[list[int]]
u64ss = list[list[int]]
u64sss = list[list[list[int]]]
u64ssss = list[list[list[list[int]]]]

FORMATS = {"u8": "B", "i8": "b", "i16": "h", "i32": "i", "u32": "I", "i64": "q", "u64": "Q"}


def array(*shape: int) -> Any:
    """Shape of an array field, e.g. ``hand: u8ss = array(5, 32)``."""
    return shape


def zeros(shape: tuple[int, ...]) -> Any:
    """A zero, or nested lists of zeros."""
    if not shape:
        return 0
    return [zeros(shape[1:]) for _ in range(shape[0])]


class Record:
    """Integer fields declared once: an object of ints and lists here, a struct in C, bytes between them."""

    def __init__(self) -> None:
        for name, _, shape in self.fields():
            setattr(self, name, zeros(shape))

    @classmethod
    @cache
    def fields(cls) -> tuple[tuple[str, str, tuple[int, ...]], ...]:
        """Name, element type and shape of every field, in order."""
        out = []
        for name, note in cls.__annotations__.items():
            shape = cls.__dict__.get(name, ())
            out.append((name, str(note).rstrip("s"), shape))
        return tuple(out)

    @classmethod
    @cache
    def layout(cls) -> struct.Struct:
        """The C layout of the record, padding included."""
        parts = []
        for _, kind, shape in cls.fields():
            number = 1
            for extent in shape:
                number *= extent
            parts.append(f"{number}{FORMATS[kind]}")
        widest = max((FORMATS[kind] for _, kind, _ in cls.fields()), key=struct.calcsize)
        return struct.Struct("@" + "".join(parts) + "0" + widest)

    def pack(self) -> bytes:
        """The record as the bytes of its C struct."""
        flat: list[int] = []
        for name, _, shape in self.fields():
            flatten(getattr(self, name), len(shape), flat)
        return self.layout().pack(*flat)

    @classmethod
    def unpack(cls, data: bytes) -> Self:
        """The record from the bytes of its C struct."""
        self = cls.__new__(cls)
        flat = cls.layout().unpack(data)
        at = 0
        for name, _, shape in cls.fields():
            value, at = unflatten(flat, at, shape)
            setattr(self, name, value)
        return self

    def copy(self) -> Self:
        """An independent copy."""
        new = self.__new__(type(self))
        for name, _, shape in self.fields():
            value = getattr(self, name)
            if len(shape) == 1:
                value = value[:]
            elif shape:
                value = [copy_rows(x, len(shape) - 1) for x in value]
            setattr(new, name, value)
        return new


def copy_rows(value: Any, depth: int) -> Any:
    """A copy of nested lists."""
    if depth == 1:
        return value[:]
    return [copy_rows(x, depth - 1) for x in value]


def flatten(value: Any, depth: int, out: list[int]) -> None:
    """Append nested lists of ints to one flat list."""
    if depth == 0:
        out.append(value)
    elif depth == 1:
        out.extend(value)
    else:
        for x in value:
            flatten(x, depth - 1, out)


def unflatten(flat: tuple[int, ...], at: int, shape: tuple[int, ...]) -> tuple[Any, int]:
    """Read nested lists of a shape from a flat tuple: the value and the next place."""
    if not shape:
        return flat[at], at + 1
    if len(shape) == 1:
        return list(flat[at : at + shape[0]]), at + shape[0]
    rows = []
    for _ in range(shape[0]):
        value, at = unflatten(flat, at, shape[1:])
        rows.append(value)
    return rows, at
