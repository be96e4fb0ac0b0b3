# SPDX-License-Identifier: BSD-3-Clause
"""`fairpca verify`: what a model claims is proven again, and what does not hold is found."""

import io
import json
import subprocess
import sys
import zipfile
from pathlib import Path

import numpy as np
import pytest

SCRIPT = Path(__file__).resolve().parents[2] / "docs/formats/verify.py"


@pytest.fixture
def data(tmp_path):
    """A table with two columns of groups, of two and of four levels, and a label."""
    random = np.random.default_rng(4)
    rows = 240
    sex = random.integers(0, 2, rows)
    race = random.integers(0, 4, rows)
    x = random.normal(size=(rows, 10)) * [3, 2, 1.5, 1, 0.9, 0.8, 0.7, 0.6, 0.5, 0.4]
    x[:, 0] += sex
    x[:, 1] *= 1 + race
    lines = ["a,b,c,d,e,f,g,h,i,j,sex,race,y"]
    lines += [
        ",".join(f"{value:.6f}" for value in row) + f",{'FM'[s]},{'abcd'[r]},{i % 2}"
        for i, (row, s, r) in enumerate(zip(x, sex, race, strict=True))
    ]
    path = tmp_path / "data.csv"
    path.write_text("\n".join(lines) + "\n")
    return path


def rewritten(path, to, edit):
    """The model with `edit(meta, arrays)` applied, as the program writes archives."""
    with zipfile.ZipFile(path) as archive:
        entries = {name: archive.read(name) for name in archive.namelist()}
    meta = json.loads(entries.pop("meta.json"))
    arrays = {name: np.load(io.BytesIO(content)) for name, content in entries.items()}
    edit(meta, arrays)
    start = f'{{"format":"{meta.pop("format")}","version":{meta.pop("version")},\n'
    entries = {"meta.json": (start + json.dumps(meta, indent=2)[2:]).encode()}
    for name in sorted(arrays):
        file = io.BytesIO()
        np.lib.format.write_array(file, np.ascontiguousarray(arrays[name]), version=(1, 0))
        entries[name] = file.getvalue()
    with zipfile.ZipFile(to, "w") as archive:
        for name, content in entries.items():
            info = zipfile.ZipInfo(name)
            info.create_system, info.external_attr = 0, 0
            archive.writestr(info, content)
        for info in archive.infolist():
            info.external_attr = 0


FITS = {
    "pca": ["--method", "pca"],
    "ppca": ["--method", "ppca"],
    "loss": ["--method", "fair-pca", "--standardize"],
    "nash": ["--method", "fair-pca", "--criterion", "nash", "--center", "group"],
    "nested": ["--method", "fair-pca", "--nested"],
    "robust": ["--method", "robust-fair-pca", "--lambda", "1"],
    "capped": ["--method", "gap-capped-pca", "--relative-max-gap", "0.7"],
    "means": ["--method", "mean-matching-pca", "--positive", "1", "--label", "y"],
    "constrained": ["--method", "constrained-fair-pca", "--relative-delta", "0.3", "--mu", "0.01"],
    "dropped": ["--method", "fair-pca", "--drop-deviation", "0.5,100"],
}
GROUPS = {
    "two": ["--group", "sex"],
    "four": ["--group", "race"],
    "crossed": ["--group", "sex", "--group", "race"],
    "each": ["--group", "sex", "--group", "race", "--combine", "per-attribute"],
}


@pytest.mark.parametrize("groups", GROUPS)
@pytest.mark.parametrize("fit", FITS)
def test_every_fit_is_proven_again_from_rows_and_from_moments(ok, data, fit, groups):
    protected = GROUPS[groups]
    named = {*protected, *FITS[fit]}
    drop = [w for name in ("sex", "race", "y") if name not in named for w in ("--drop", name)]
    ok("fit", data, *protected, *FITS[fit], *drop, "-d", 2, "-o", "m.fpca")
    done = ok("verify", "m.fpca", data)
    assert "every claim of the file was proven again" in done.stdout, done.stdout
    label = ["--label", "y"] if "y" in FITS[fit] else []
    plain = [word for word in protected if word not in ("--combine", "per-attribute")]
    ok("moments", data, *plain, *label, *drop, "-o", "d.moments")
    claims = ok("verify", "m.fpca", "--moments", "d.moments", "--json").json
    assert claims["ok"], claims
    assert {claim["status"] for claim in claims["claims"]} <= {"proven", "reported"}


def test_an_edited_bound_other_data_and_another_frame_are_found(ok, run, data, tmp_path):
    ok(
        "fit",
        data,
        "--group",
        "sex",
        "--drop",
        "race",
        "--drop",
        "y",
        "--method",
        "fair-pca",
        "-d",
        2,
        "-o",
        "m.fpca",
    )

    def statuses(edit):
        rewritten(tmp_path / "m.fpca", tmp_path / "t.fpca", edit)
        done = run("verify", "t.fpca", data, "--json")
        assert done.code == 1, done.stdout + done.stderr
        return {claim["claim"]: claim["status"] for claim in json.loads(done.stdout)["claims"]}

    def raise_bound(meta, _):
        meta["certificate"]["bound"] += 1e-6 * meta["total_variance"]

    def swap_columns(_, arrays):
        arrays["components.npy"][[0, 1]] = arrays["components.npy"][[1, 0]]

    def flatter(meta, _):
        meta["groups"][0]["reconstruction_error"] *= 0.5

    def shift_means(_, arrays):
        arrays["group_means.npy"] += 1

    def loosen(meta, _):
        meta["certificate"]["tolerance"] = 0.9

    assert statuses(raise_bound)["bound"] == "failed"
    assert statuses(swap_columns)["objective"] == "failed"
    assert statuses(flatter)["numbers"] == "failed"
    assert statuses(shift_means)["numbers"] == "failed"
    assert statuses(loosen)["tolerance"] == "failed"
    other = tmp_path / "other.csv"
    other.write_text(data.read_text().replace(",M,", ",F,", 1))
    done = run("verify", "m.fpca", other)
    assert done.code == 1
    assert "failed       same problem: other data" in done.stdout


def test_what_cannot_be_proven_is_said_and_is_exit_code_1(ok, run, data):
    drop = ["--drop", "race", "--drop", "y", "-d", 2]
    ok("fit", data, "--group", "sex", "--method", "mmd-fair-pca", "--tau", 0.05, *drop, "-o", "m")
    ok("moments", data, "--group", "sex", "--drop", "race", "--drop", "y", "-o", "d.moments")
    by_moments = run("verify", "m", "--moments", "d.moments")
    assert by_moments.code == 1 and "not checked  constraint" in by_moments.stdout
    assert "proven       constraint" in ok("verify", "m", data).stdout
    ok("fit", data, "--group", "sex", "--method", "mixture-ppca", "-k", 2, *drop, "-o", "x")
    mixture = run("verify", "x", data)
    assert mixture.code == 1 and "recomputed, nothing proven" in mixture.stdout
    assert "proven       log likelihoods" in mixture.stdout


def test_small_groups_withhold_the_certificate(ok, run, data):
    ok(
        "fit",
        data,
        "--group",
        "race",
        "--drop",
        "sex",
        "--drop",
        "y",
        "--method",
        "fair-pca",
        "--min-group-size",
        60,
        "-d",
        2,
        "-o",
        "m.fpca",
    )
    done = run("verify", "m.fpca", data)
    assert done.code == 1
    assert "withheld: group" in done.stdout
    assert ok("inspect", "m.fpca", "--json").json["certificate"] is None


def test_damaged_files_and_wrong_usage_are_exit_code_2(ok, run, data, tmp_path):
    ok("fit", data, "--group", "sex", "--drop", "race", "--drop", "y", "-d", 2, "-o", "m.fpca")
    damaged = tmp_path / "damaged.fpca"
    content = bytearray((tmp_path / "m.fpca").read_bytes())
    content[len(content) // 2] ^= 1
    damaged.write_bytes(content)
    assert run("verify", damaged, data).code == 2
    assert run("verify", "m.fpca").code == 2
    assert run("verify", "m.fpca", data, "--moments", "d.moments").code == 2


def test_weights_are_part_of_the_problem(ok, run, data, tmp_path):
    table = data.read_text().splitlines()
    weighted = tmp_path / "weighted.csv"
    lines = [table[0] + ",w"] + [line + f",{1 + i % 3}" for i, line in enumerate(table[1:])]
    weighted.write_text("\n".join(lines) + "\n")
    options = ["--group", "sex", "--drop", "race", "--drop", "y", "--weight", "w"]
    ok("fit", weighted, *options, "--method", "robust-fair-pca", "-d", 2, "-o", "m.fpca")
    ok("verify", "m.fpca", weighted, "--weight", "w")
    without = run("verify", "m.fpca", weighted)
    assert without.code == 1
    assert "--weight COL gives the weights that the fit had" in without.stdout


@pytest.mark.parametrize("groups", ["sex", "race"])
@pytest.mark.parametrize(
    "fit", ["pca", "loss", "error", "nash", "means", "equal", "limit", "standardized"]
)
def test_the_script_of_the_documentation_proves_it_too(ok, data, tmp_path, fit, groups):
    options = {
        "pca": ["pca"],
        "loss": ["fair-pca"],
        "error": ["fair-pca", "--criterion", "error"],
        "nash": ["fair-pca", "--criterion", "nash"],
        "means": ["mean-matching-pca"],
        "equal": ["constrained-fair-pca"],
        "limit": ["constrained-fair-pca", "--relative-delta", "0.4"],
        "standardized": ["fair-pca", "--standardize"],
    }[fit]
    drop = [word for name in ("sex", "race", "y") if name != groups for word in ("--drop", name)]
    ok("fit", data, "--group", groups, *drop, "--method", *options, "-d", 2, "-o", "m.fpca")
    ok("moments", data, "--group", groups, *drop, "-o", "d.moments")

    def script(model):
        command = [sys.executable, SCRIPT, tmp_path / model, tmp_path / "d.moments"]
        return subprocess.run(command, capture_output=True, text=True, check=False)

    done = script("m.fpca")
    assert done.returncode == 0, done.stdout + done.stderr

    def raise_bound(meta, _):
        meta["certificate"]["bound"] += 1e-3 * meta["total_variance"]

    rewritten(tmp_path / "m.fpca", tmp_path / "t.fpca", raise_bound)
    assert script("t.fpca").returncode == 1
    assert len(SCRIPT.read_text().splitlines()) <= 60
