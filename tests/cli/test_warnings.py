# SPDX-License-Identifier: BSD-3-Clause
"""What is said on standard error is said once."""

import numpy as np


def test_small_groups_of_several_attributes_are_not_warned_of_in_the_same_words(ok, write):
    rng = np.random.default_rng(3)
    lines = ["a,b,c,one,two,three"]
    for i in range(60):
        levels = [int(i < 3), int(20 <= i < 23), int(i >= 57)]
        lines.append(",".join(map(str, [*rng.normal(size=3), *levels])))
    data = write("three.csv", "\n".join(lines) + "\n")
    groups = ["--group", "one", "two", "three", "--combine", "per-attribute"]
    fit = ok("fit", data, *groups, "-d", 1, "-o", "model.fpca")
    evaluation = ok("evaluate", "model.fpca", data)
    as_json = ok("evaluate", "model.fpca", data, "--json")
    for result in (fit, evaluation, as_json):
        warnings = [line for line in result.stderr.splitlines() if "warning: " in line]
        assert warnings and len(set(warnings)) == len(warnings)
    assert len(set(as_json.json["warnings"])) == len(as_json.json["warnings"])
