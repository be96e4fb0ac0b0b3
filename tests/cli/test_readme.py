# SPDX-License-Identifier: BSD-3-Clause
"""What README shows of the program is what the program says."""

import re
import shlex

from conftest import ROOT


def test_the_console_block_is_real_output(ok):
    [block] = re.findall(r"^```console\n(.*?)^```", (ROOT / "README.md").read_text(), re.M | re.S)
    commands = re.split(r"^\$ fairpca ", block, flags=re.M)[1:]
    assert len(commands) == 3
    for text in commands:
        command, _, shown = text.partition("\n")
        said = ok(*shlex.split(command)).stdout
        # How far rounding leaves the objective from its bound differs between processors.
        rounding = re.compile(r"within \S+e-1[4-9] of")
        assert rounding.sub("within rounding of", shown) == rounding.sub("within rounding of", said)
