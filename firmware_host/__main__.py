"""`python -m firmware_host` is `firmware-host`."""

import sys

from firmware_host.cli import main

sys.exit(main())
