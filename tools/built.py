"""
Say whether the compiled rules are there and fresh, and remove them when they are stale.

A build that fails leaves the compiled rules of the last one behind; they must never run in place of changed sources.
"""

from __future__ import annotations

import importlib
import sys
import warnings

import compile_core


def main() -> int:
    """Print one line; the exit code is always 0, because uncompiled rules are slow but right."""
    warnings.simplefilter("ignore")
    stale = False
    for unit in compile_core.UNITS:
        try:
            native = importlib.import_module(f"branchline.{unit.folder.name}._native")
            fresh = compile_core.source_hash(unit) == native.SOURCE_HASH
        except ImportError:
            fresh = False
        if not fresh:
            stale = True
            for file in (*unit.folder.glob("*.so"), *unit.folder.glob("*.pyd")):
                file.unlink()
    if not stale:
        print("The rules are compiled.")
        return 0
    print("The rules are NOT compiled: all works, but about 60 times slower; see `make build`.", file=sys.stderr)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
