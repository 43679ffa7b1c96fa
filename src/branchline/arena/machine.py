"""On what a report was made: the processor, how many cores, which version."""

from __future__ import annotations

import os
import platform
import subprocess
from pathlib import Path


def machine() -> str:
    """The processor and the cores that this process may use."""
    model = platform.processor() or platform.machine()
    cpuinfo = Path("/proc/cpuinfo")
    if cpuinfo.exists():
        lines = [line for line in cpuinfo.read_text("utf-8", "replace").splitlines() if line.startswith("model name")]
        model = lines[0].partition(":")[2].strip() if lines else model
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    return f"{model}, {cores} × CPU, Python {platform.python_version()}"


def commit() -> str:
    """The commit of the source tree that runs; ``–`` where there is none."""
    here = Path(__file__).parent
    words = ("git", "-C", str(here), "describe", "--always", "--dirty", "--exclude=*")
    try:
        found = subprocess.run(words, capture_output=True, text=True, timeout=10, check=True)
    except (OSError, subprocess.SubprocessError):
        return "–"
    return found.stdout.strip() or "–"
