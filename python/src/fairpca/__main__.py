# SPDX-License-Identifier: BSD-3-Clause
"""``python -m fairpca`` is the command ``fairpca``."""

import sys

from fairpca._command import main

if __name__ == "__main__":
    sys.exit(main())
