"""Which build of the planner runs: the same as of the rules, see ``branchline.core.engine``."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

if TYPE_CHECKING or os.environ.get("BRANCHLINE_PURE"):
    from branchline.planning.plain import COMPILED, Planner, match
else:
    try:
        from branchline.planning._native import COMPILED, Planner, match
    except ImportError:
        from branchline.planning.plain import COMPILED, Planner, match

__all__ = ["COMPILED", "Planner", "match"]
