"""The mean of a sample, and how far it can be trusted."""

from __future__ import annotations

from collections.abc import Sequence
from math import inf, sqrt
from statistics import fmean, stdev


def mean_error(values: Sequence[float]) -> tuple[float, float]:
    """
    A mean and its standard error, which is infinite as long as there is one value only.

    >>> mean_error([1.0, 3.0])
    (2.0, 1.0)
    """
    return fmean(values), stdev(values) / sqrt(len(values)) if len(values) > 1 else inf
