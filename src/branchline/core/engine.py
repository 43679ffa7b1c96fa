"""Which build of the rules runs: the compiled one if it is there and wanted, else the same files uncompiled."""

from __future__ import annotations

import os
import warnings
from typing import TYPE_CHECKING

if TYPE_CHECKING or os.environ.get("BRANCHLINE_PURE"):
    from branchline.core.plain import COMPILED, SIZES, Board, Engine, longest_trails, play_games
else:
    try:
        from branchline.core._native import COMPILED, SIZES, Board, Engine, longest_trails, play_games
    except ImportError:
        from branchline.core.plain import COMPILED, SIZES, Board, Engine, longest_trails, play_games

        warnings.warn(
            "the rules run uncompiled, about 60 times slower; with a C compiler, `make build` makes them fast",
            stacklevel=2,
        )

__all__ = ["COMPILED", "SIZES", "Board", "Engine", "longest_trails", "play_games"]
