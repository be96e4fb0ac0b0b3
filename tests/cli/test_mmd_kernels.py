# SPDX-License-Identifier: BSD-3-Clause
"""`fit --method mmd-fair-pca` with other kernels, constants and inner solvers."""

import numpy as np
import pytest
from conftest import numeric_csv, read_csv

FIT = ("--method", "mmd-fair-pca", "--group", "group", "-d", 2, "--tau", 0.03, "-o", "model.fpca")


@pytest.fixture
def shifted(write):
    draw = np.random.default_rng(3)
    group = np.arange(160) % 2
    X = draw.normal(size=(160, 4)) * [3, 2, 2, 1] + group[:, None] * np.arange(1, 5)
    columns = {"group": group}
    for name, column in zip("abcd", X.T, strict=True):
        columns[name] = [float(x) for x in column]
    return write("shifted.csv", numeric_csv(columns))


def laplace_mmd2(path, table, scale):
    Z = np.array(read_csv(path)[1], dtype=float)
    group = np.array([row[0] for row in read_csv(table)[1]])
    one, other = Z[group == "0"], Z[group == "1"]

    def mean_kernel(a, b):
        return np.exp(-np.abs(a[:, None] - b[None]).sum(axis=2) / scale).mean()

    return mean_kernel(one, one) + mean_kernel(other, other) - 2 * mean_kernel(one, other)


def test_a_laplace_fit_is_measured_and_proved_with_its_own_kernel(ok, shifted, tmp_path):
    report = ok("fit", shifted, *FIT, "--kernel-family", "laplace", "--json").json
    assert report["feasible"] is True and report["mmd2"] <= 0.03 < report["mmd2_pca"]
    ok("transform", "model.fpca", shifted, "-o", "z.csv")
    own = laplace_mmd2(tmp_path / "z.csv", shifted, report["bandwidth"])
    assert own == pytest.approx(report["mmd2"], abs=1e-10)
    provenance = ok("inspect", "model.fpca", "--json").json["provenance"]
    assert provenance["options"]["kernel-family"] == "laplace"
    measured = ok("evaluate", "model.fpca", shifted, "--measures", "mmd2", "--json")
    (value,) = [one["value"] for one in measured.json["measures"] if one["measure"] == "mmd2"]
    assert value == pytest.approx(own, abs=1e-10)
    assert "Laplace kernel" in measured.stderr
    assert "MMD^2 is within tau" in ok("verify", "model.fpca", shifted).stdout


def test_a_level_is_taken_from_permutations_of_the_laplace_kernel(ok, shifted):
    level = ("--tau-level", 0.1, "--permutations", 50, "--kernel-family", "laplace")
    arguments = ("--method", "mmd-fair-pca", "--group", "group", "-d", 1, "-o", "model.fpca")
    report = ok("fit", shifted, *arguments, *level, "--json").json
    assert report["p_value"] >= 0.1
    ok("verify", "model.fpca", shifted)


@pytest.mark.parametrize("inner", ["conjugate-gradient", "trust-region"])
def test_inner_solvers_end_alike(ok, shifted, inner):
    usual = ok("fit", shifted, *FIT, "--json").json
    other = ok("fit", shifted, *FIT, "--inner-solver", inner, "--max-iterations", 3000, "--json")
    assert other.json["feasible"] is True
    assert other.json["objective"] == pytest.approx(usual["objective"], rel=0.02)


def test_constants_of_repms_are_of_repms(ok, refused, shifted):
    given = ("--first-penalty", 0.01, "--penalty-factor", 3)
    refused("fit", shifted, *FIT, *given, says=["--first-penalty", "--solver repms"])
    report = ok("fit", shifted, *FIT, *given, "--solver", "repms", "--json").json
    power = np.log(report["penalty"] / 0.01) / np.log(3)
    assert power > 0.5 and power == pytest.approx(round(power), abs=1e-9)
    refused(
        *("fit", shifted, *FIT, "--kernel-family", "laplace", "--kernel", "fourier"),
        says=["--kernel", "--kernel-family gaussian"],
    )
