"""How much to try: fewer games where the rules run uncompiled, more when asked."""

from __future__ import annotations

import os

from branchline.core.engine import COMPILED

EFFORT = float(os.environ.get("BRANCHLINE_EFFORT", "1"))
"""Set BRANCHLINE_EFFORT=10 to try ten times as much as a normal run of the tests."""

SLOWDOWN = 20
"""The uncompiled rules are about 60 times slower, but the rest of a test is not."""


def games(compiled: int, uncompiled: int | None = None) -> int:
    """
    How many games a test plays.

    ``games(200)`` is 200 with the compiled rules and 10 without; name the second number where that is not right.
    """
    if COMPILED:
        wanted = compiled
    else:
        wanted = uncompiled if uncompiled is not None else compiled // SLOWDOWN
    return max(1, round(wanted * EFFORT))
