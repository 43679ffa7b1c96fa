"""What all tests share: the profiles of Hypothesis, the marks, and the line that says which rules run."""

from __future__ import annotations

import os

import pytest
import real_servers
from hypothesis import HealthCheck, settings
from scale import games

from branchline.core.engine import COMPILED

SLOW_HEALTH = [HealthCheck.too_slow, HealthCheck.data_too_large]

# The same examples in every run, so that a failure is a failure for everybody; `fuzz` looks for new ones.
settings.register_profile(
    "ci",
    derandomize=True,
    deadline=None,
    database=None,
    print_blob=True,
    max_examples=games(100, 25),
    suppress_health_check=SLOW_HEALTH,
)
settings.register_profile(
    "fuzz", deadline=None, print_blob=True, max_examples=games(2000, 200), suppress_health_check=SLOW_HEALTH
)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "ci"))

REASONS = {
    "compiled_only": "says something of the compiled rules",
    "slow_uncompiled": "takes too long with uncompiled rules",
}


def pytest_report_header() -> str:
    """The first lines of a run say which rules it is about."""
    return f"rules: {'compiled' if COMPILED else 'UNCOMPILED'}"


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """So do the last ones: a quiet run prints no header."""
    terminalreporter.write_line(f"rules: {'compiled' if COMPILED else 'UNCOMPILED'}")
    if missing := real_servers.missing():
        terminalreporter.write_line(f"NOT TESTED with {' and '.join(missing)}: not on this machine", yellow=True)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Tests for compiled rules are skipped without them; every skip is listed with its reason (``-rs``)."""
    if COMPILED:
        return
    for item in items:
        for mark, reason in REASONS.items():
            if item.get_closest_marker(mark):
                item.add_marker(pytest.mark.skip(reason=reason))
