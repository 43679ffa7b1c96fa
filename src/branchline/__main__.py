"""``python -m branchline``."""

import sys

from branchline.cli.main import main

sys.exit(main())
