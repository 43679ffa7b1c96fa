"""A few kills; `make crash` does hundreds."""

from __future__ import annotations

from typing import Any

import pytest
from crash import crash


@pytest.mark.slow_uncompiled
def test_kills_with_sqlite() -> None:
    assert crash(3, houses=3, gap=(0.0, 0.5)) == []


@pytest.mark.slow_uncompiled
def test_kills_of_one_of_two_processes(postgres: Any, redis: Any) -> None:
    assert crash(3, "postgresql", 2, houses=3, gap=(0.0, 0.5), postgres=postgres, redis=redis) == []
