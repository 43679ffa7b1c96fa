"""Print the path of this interpreter if Branchline's environment can be made from it: ``usable_python.py Python.h``."""

import sys

if sys.version_info < (3, 11):  # noqa: UP036  (any interpreter may be asked)
    sys.exit("too old")

import ensurepip  # noqa: F401
import sysconfig
import venv  # noqa: F401
from pathlib import Path

if sys.argv[1:] == ["Python.h"] and not Path(sysconfig.get_path("include"), "Python.h").exists():
    sys.exit("cannot compile")
print(sys.executable)
