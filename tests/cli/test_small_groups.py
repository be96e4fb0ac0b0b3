# SPDX-License-Identifier: BSD-3-Clause
"""Groups below the minimum size: nothing published tells their numbers, also not by subtraction."""

import io
import itertools
import json
import re
import zipfile

import numpy as np
import pytest
from conftest import method_ids, numeric_csv, read_csv

SETTINGS = {  # of methods whose defaults take long or need more
    "robust-fair-pca": ["--lambda", 0.5],
    "constrained-fair-pca": ["--relative-delta", 0.5],
    "mmd-fair-pca": ["--tau", 0.3, "--max-rounds", 2],
    "mixture-ppca": ["-k", 2],
    "fair-mixture-ppca": ["-k", 2, "--max-steps", 3, "--keep-models"],
}
SIZES = {"one": {"a": 60, "b": 40, "c": 3}, "two": {"a": 60, "b": 40, "c": 3, "d": 2}}


def table(sizes, shift=0.0):
    """Six columns in groups of `sizes`; rows of groups below 10 are moved by `shift`."""
    rng = np.random.default_rng(3)
    columns = {f"x{j}": [] for j in range(1, 7)} | {"group": [], "town": []}
    for g, (name, size) in enumerate(sizes.items()):
        for i in range(size):
            row = rng.normal(size=6) * (1 + (np.arange(6) + g) % 4) + 0.5 * g
            row += shift * rng.normal(size=6) * (size < 10)
            for j in range(6):
                columns[f"x{j + 1}"].append(float(row[j]))
            columns["group"].append(name)
            columns["town"].append("xy"[i % 2])
    return numeric_csv(columns)


@pytest.fixture(params=SIZES)
def sizes(request):
    return SIZES[request.param]


@pytest.fixture
def data(write, sizes):
    return write("data.csv", table(sizes))


def numbers_in(value, name=""):
    """Every number of a JSON value that depends on the data, with where it stands."""
    if isinstance(value, dict):
        skipped = {"seconds", "peak_memory_bytes", "rows", "levels", "iterations", "eigensolves"}
        for key, part in value.items():
            if key not in skipped:
                yield from numbers_in(part, f"{name}.{key}")
    elif isinstance(value, list):
        for i, part in enumerate(value):
            yield from numbers_in(part, f"{name}[{i}]")
    elif isinstance(value, str):
        for text in re.findall(r"[-+]?\d+\.\d+(?:[eE][-+]?\d+)?", value):
            yield name, float(text)
    elif isinstance(value, (int, float)) and not isinstance(value, bool):
        yield name, float(value)


def model_numbers(path):
    """Meta data of a model, and the errors that its variances tell."""
    with zipfile.ZipFile(path) as archive:
        meta = json.loads(archive.read("meta.json"))
        arrays = {
            name[:-4]: np.load(io.BytesIO(archive.read(name)))
            for name in archive.namelist()
            if name.endswith(".npy")
        }
    yield from numbers_in(meta, "model")
    if "component_variance" in arrays:
        left = meta["total_variance"] - arrays["component_variance"].sum()
        yield "model: variance left", float(left)
        if meta["noise_variance"]:
            across = arrays["mean"].size - arrays["components"].shape[1]
            yield "model: noise across", meta["noise_variance"] * across


def test_no_means_of_groups_are_kept_where_one_is_hidden(ok, data, sizes, tmp_path):
    distributions = {"group_means.npy", "group_deviations.npy"}
    fit = ["fit", data, "--group", "group", "--drop", "town", "-d", 2, "-o", "m.fpca"]
    for least in (10, 0):  # with the mean of all rows those of others would tell the hidden one's
        ok(*fit, "--min-group-size", least)
        with zipfile.ZipFile(tmp_path / "m.fpca") as archive:
            assert (distributions & set(archive.namelist()) == set()) == (least > 0)


def attacks(published, groups, key="reconstruction_error"):
    """What a reader can make of published numbers to get at the one number that is missing."""
    known = [(g["rows"], g[key]) for g in groups if g[key] is not None]
    missing = sum(g["rows"] for g in groups if g[key] is None)
    total = sum(g["rows"] for g in groups)
    seen = sum(rows * value for rows, value in known)
    for name, x in published:
        yield name, x
        yield f"all rows less the others: {name}", (total * x - seen) / missing
        yield f"minus: {name}", -x
        for (_, value), sign in itertools.product(known, (1, -1)):
            yield f"a group's and {sign} {name}", value + sign * x


def assert_withheld(published, truth, groups, key="reconstruction_error"):
    for name, guess in attacks(published, groups, key):
        for secret in truth:
            assert guess != pytest.approx(secret, rel=1e-5, abs=1e-9), (name, secret)


def fit(run, data, method, *options):
    arguments = ["fit", data, "--group", "group", "--drop", "town", "-d", 2, "--method", method]
    result = run(*arguments, *SETTINGS.get(method, []), *options, "-o", "model.fpca", "--json")
    assert result.code in (0, 1), result.stderr
    return result


@pytest.mark.parametrize("method", method_ids())
def test_a_fit_keeps_the_numbers_of_hidden_groups(run, data, sizes, method, tmp_path):
    open_fit = fit(run, data, method, "--min-group-size", 0).json
    hidden = [name for name, size in sizes.items() if size < 10]
    secrets = {g["name"]: g for g in open_fit["groups"] if g["name"] in hidden}
    assert all(group["reconstruction_error"] is not None for group in secrets.values())

    result = fit(run, data, method)
    report = result.json
    for group in report["groups"]:
        if group["name"] in hidden:
            assert group["rows"] == sizes[group["name"]]
            assert {group["weight"], group["reconstruction_error"], group["loss"]} == {None}
            assert group.get("log_likelihood") is None
            assert ("log_likelihood" in group) == ("log_likelihood" in secrets[group["name"]])
        else:
            assert group["reconstruction_error"] is not None
    is_fair = method not in ("pca", "ppca", "mixture-ppca")
    published = [*numbers_in(report), *model_numbers(tmp_path / "model.fpca")]
    published += numbers_in(result.stderr, "stderr")
    for step in sorted(tmp_path.glob("model.step*")):
        published += model_numbers(step)
    keys = ["reconstruction_error", "loss", "log_likelihood"]
    # A fair method may make a hidden group's number equal to a published group's.
    shown = [x for group in report["groups"] for key in keys if (x := group.get(key)) is not None]
    for key in keys:
        if key in report["groups"][0]:
            truth = [group[key] for group in secrets.values()]
            truth = [x for x in truth if not np.isclose(x, shown, rtol=1e-4).any()]
            assert truth or is_fair
            assert_withheld(published, truth, report["groups"], key)

    withheld = ["objective", "bound", "optimality_gap", "dual_weights"]
    if is_fair or len(hidden) == 1:
        assert [report[key] for key in withheld] == [None] * 4
    elif method == "pca":
        assert report["objective"] == open_fit["objective"]
    assert report["status"] == open_fit["status"]
    if len(hidden) == 1:
        assert report["overall_rows"] == 100
        assert "overall numbers are of the 100 rows of published groups" in result.stderr
    else:
        assert "overall_rows" not in report
        assert report["reconstruction_error"] == open_fit["reconstruction_error"]


@pytest.mark.parametrize("method", ["pca", "ppca", "fair-mixture-ppca"])
def test_overall_numbers_of_a_fit_are_those_of_the_published_groups(run, write, method):
    report = fit(run, write("data.csv", table(SIZES["one"])), method).json
    shown = [group for group in report["groups"] if group["reconstruction_error"] is not None]
    for key in ["reconstruction_error", "log_likelihood"]:
        if key in report:
            mean = sum(g["rows"] * g[key] for g in shown) / sum(g["rows"] for g in shown)
            assert report[key] == pytest.approx(mean, rel=1e-9)
    if "worst_log_likelihood" in report:
        worst = min(group["log_likelihood"] for group in shown)
        assert report["worst_log_likelihood"] == worst


def test_the_tables_show_no_number_of_a_hidden_group(ok, write):
    data = write("data.csv", table(SIZES["one"]))
    common = [data, "--group", "group", "--drop", "town", "-d", 2]
    fitted = ok("fit", *common, "-o", "model.fpca").stdout
    assert re.search(r"^c +3 +- +- +-$", fitted, re.M)
    assert re.search(r"^published groups +100 ", fitted, re.M) and "all rows" not in fitted
    assert "status: optimal, objective withheld: group 'c' has 3 rows" in fitted
    assert re.search(r"^c +3 +- +- +-$", ok("inspect", "model.fpca").stdout, re.M)
    measured = ok("evaluate", "model.fpca", data).stdout
    assert re.search(r"^c +3 +- +- +- +-$", measured, re.M)
    assert re.search(r"^published groups +100 ", measured, re.M)
    path = ok("path", *common, "--lambdas", 1).stdout
    assert re.search(r"^c( +-)+$", path, re.M) and not re.search(r"^c .*\d", path, re.M)


def without_costs(report):
    return {key: report[key] for key in report if key not in ("seconds", "peak_memory_bytes")}


GROUPINGS = {
    "one column": ["--group", "group"],
    "crossed": ["--group", "group", "--group", "town"],
    "each column": ["--group", "group", "--group", "town", "--combine", "per-attribute"],
}


@pytest.mark.parametrize("grouping", GROUPINGS)
@pytest.mark.parametrize("method", ["pca", "ppca", "mixture-ppca"])
def test_an_evaluation_does_not_depend_on_the_rows_of_a_single_hidden_group(
    ok, run, write, method, grouping
):
    sizes = {"a": 60, "b": 40, "c": 1}
    data = write("data.csv", table(sizes))
    common = ["--group", "group", "--drop", "town", "-d", 2, "--method", method]
    run("fit", write("train.csv", table({"a": 50, "b": 50})), *common, "-o", "model.fpca")
    reports = []
    for shift in [0, 3, 100]:
        data = write("data.csv", table(sizes, shift))
        for center in ["overall", "group"] if method == "pca" else ["overall"]:
            how = [*GROUPINGS[grouping], "--center", center, "--json"]
            result = ok("evaluate", "model.fpca", data, *how)
            reports.append((center, without_costs(result.json), result.stderr))
            group = next(g for g in result.json["groups"] if g["levels"].get("group") == "c")
            assert group["reconstruction_error"] is None and group["loss_overall"] is None
    assert all(one == other for one in reports for other in reports if one[0] == other[0])
    assert reports[0][1]["reconstruction_error"] is not None
    assert reports[0][1]["overall_rows"] == 100


@pytest.mark.parametrize("method", ["pca", "ppca"])
def test_two_hidden_groups_enter_overall_numbers_and_nothing_else(ok, write, method):
    sizes = {"a": 60, "b": 40, "c": 3, "d": 4}
    common = ["--group", "group", "--drop", "town", "-d", 2, "--method", method]
    ok("fit", write("train.csv", table({"a": 50, "b": 50})), *common, "-o", "model.fpca")
    reports = []
    for shift in [0, 3]:
        data = write("data.csv", table(sizes, shift))
        reports.append(without_costs(ok("evaluate", "model.fpca", data, "--json").json))
    overall = {"reconstruction_error", "explained_variance_ratio", "log_likelihood"}
    differing = {key for key in reports[0] if reports[0][key] != reports[1][key]}
    assert differing == overall & reports[0].keys()


def test_the_gap_is_between_published_groups(ok, data, sizes):
    common = ["--group", "group", "--drop", "town", "-d", 2]
    ok("fit", data, *common, "-o", "model.fpca")
    report = ok("evaluate", "model.fpca", data, "--json").json
    errors = [group["reconstruction_error"] for group in report["groups"]][:2]
    assert report["gap"] == abs(errors[0] - errors[1])
    alone = ok("evaluate", "model.fpca", data, "--min-group-size", 50, "--json").json
    assert alone["gap"] is None
    everything = ok("evaluate", "model.fpca", data, "--min-group-size", 0, "--json").json
    errors = [group["reconstruction_error"] for group in everything["groups"]]
    assert everything["gap"] == pytest.approx(max(errors) - min(errors), rel=1e-12)


def path_of(ok, data, *options):
    command = ["path", data, "--group", "group", "--drop", "town", "-d", 2, "--lambdas", "0,1"]
    return ok(*command, "-o", "front.csv", *options, "--json")


def test_a_path_keeps_the_numbers_of_hidden_groups(ok, data, sizes, tmp_path):
    hidden = [g for g, size in enumerate(sizes.values()) if size < 10]
    everything = path_of(ok, data, "--min-group-size", 0).json
    result = path_of(ok, data)
    path = result.json
    assert path["groups"] == list(sizes)
    assert len(path["errors_front"]) == len(everything["errors_front"])
    points = list(
        zip(
            path["errors_front"] + path["marks"],
            everything["errors_front"] + everything["marks"],
            strict=True,
        )
    )
    for point, known in points:
        for g, error in enumerate(point["group_errors"]):
            if g in hidden:
                assert error is None
            else:
                assert error == pytest.approx(known["group_errors"][g], rel=1e-9)
        assert point["weights"] is None
        assert point["gap"] == abs(point["group_errors"][0] - point["group_errors"][1])
        groups = [
            {"rows": size, "error": error}
            for size, error in zip(sizes.values(), point["group_errors"], strict=True)
        ]
        secrets = [known["group_errors"][g] for g in hidden]
        assert_withheld(list(numbers_in(point)), secrets, groups, "error")
        if point.get("name") != "pca" or len(hidden) == 1:
            assert point["bound"] is None and point.get("objective") is None
    header, rows = read_csv(tmp_path / "front.csv")
    for name in [list(sizes)[g] for g in hidden]:
        assert {row[header.index(f"error {name}")] for row in rows} == {""}
        assert {row[header.index(f"weight {name}")] for row in rows} == {""}
    cells = [float(cell) for row in rows for cell in row[2:] if cell]
    told = list(numbers_in(result.stderr)) + [("csv", cell) for cell in cells]
    for name, number in told:
        for _, known in points:
            for g in hidden:
                assert number != pytest.approx(known["group_errors"][g], rel=1e-6), name


def test_a_path_of_two_groups_does_not_tell_one_by_the_other(ok, write, tmp_path):
    data = write("data.csv", table({"a": 60, "c": 3}))
    everything = path_of(ok, data, "--min-group-size", 0, "--max-gap", 1).json
    path = path_of(ok, data, "--max-gap", 1).json
    assert everything["errors_front"] and everything["gap_front"]
    assert path["errors_front"] == path["gap_front"] == []
    assert path["distance"] is None and path["equal_error"] is None
    known = {mark["name"]: mark for mark in everything["marks"]}
    for mark in path["marks"]:
        assert mark["gap"] is None and mark["objective"] is None and mark["bound"] is None
        assert mark["status"] == known[mark["name"]]["status"]
        if mark["name"] in ("equal-error", "max-gap"):
            assert mark["error"] is None and mark["group_errors"] == [None, None]
        else:
            assert mark["error"] == mark["group_errors"][0] and mark["group_errors"][1] is None


def test_other_attributes_do_not_tell_the_overall_error(ok, write):
    """The groups of `town` are published without the rows of the hidden group of `group`."""
    both = ["--group", "group", "--group", "town", "--combine", "per-attribute", "-d", 2]
    data = write("data.csv", table(SIZES["one"]))
    ok("fit", data, *both, "-o", "model.fpca")
    everything = ok("evaluate", "model.fpca", data, "--min-group-size", 0, "--json").json
    secret = everything["groups"][2]["reconstruction_error"]
    for report in [
        ok("fit", data, *both, "-o", "model.fpca", "--json").json,
        ok("evaluate", "model.fpca", data, "--json").json,
    ]:
        a, b, c, x, y = report["groups"]
        assert c["reconstruction_error"] is None
        total = x["rows"] * x["reconstruction_error"] + y["rows"] * y["reconstruction_error"]
        seen = a["rows"] * a["reconstruction_error"] + b["rows"] * b["reconstruction_error"]
        assert (total - seen) / 3 != pytest.approx(secret, rel=1e-2)
        rows = 50  # of each town, without those of c
        assert rows * (x["reconstruction_error"] + y["reconstruction_error"]) == pytest.approx(
            seen, rel=1e-9
        )
    path = ok("path", data, *both, "--lambdas", 1, "--json").json
    assert path["errors_front"] == []
    pca = path["marks"][0]
    assert pca["group_errors"][2] is None
    assert pca["error"] == pytest.approx(np.mean(pca["group_errors"][3:]), rel=1e-9)


def test_weights_of_a_hidden_group_do_not_follow_from_the_total(ok, write):
    text = table(SIZES["one"]).splitlines()
    lines = [text[0] + ",w"] + [f"{line},{1 + i % 7 / 8}" for i, line in enumerate(text[1:])]
    data = write("data.csv", "\n".join(lines) + "\n")
    common = ["--group", "group", "--drop", "town", "--weight", "w", "-d", 2]
    ok("fit", data, *common, "-o", "model.fpca")
    model = ok("inspect", "model.fpca", "--json").json
    weights = [group["weight"] for group in model["groups"]]
    assert weights[2] is None and model["weight"] == pytest.approx(weights[0] + weights[1])


def test_numbers_in_messages_are_withheld_names_are_not(run, write):
    data = write("data.csv", table({"1": 60, "2": 40, "30": 3}))
    common = ["--group", "group", "--drop", "town", "-d", 2, "--method", "constrained-fair-pca"]
    command = ["fit", data, *common, "--delta", 1e-3, "--mu", 0.5, "--max-iterations", 3]
    result = run(*command, "-o", "model.fpca", "--json")
    assert "group '30' has 3 rows" in result.stderr
    method = [text for text in result.json["warnings"] if "(withheld)" in text]
    assert method and not any(re.search(r"\d\.\d", text) for text in method)


PAIRS = {
    "one column": ["--group", "group", "--drop", "town"],
    "each column": ["--group", "group", "--group", "town", "--combine", "per-attribute"],
}


@pytest.mark.parametrize("grouping", PAIRS)
def test_constraints_of_mmd_tell_only_of_pairs_of_published_groups(
    ok, run, data, sizes, grouping, tmp_path
):
    level = ["--tau-level", 0.1, "--permutations", 19, "--max-rounds", 2, "--json"]
    common = ["fit", data, *PAIRS[grouping], "-d", 2, "--method", "mmd-fair-pca", *level]
    everything = run(*common, "--min-group-size", 0, "-o", "open.fpca").json
    result = run(*common, "-o", "model.fpca")
    report = result.json
    names = [one["name"] for one in everything["constraints"]]
    assert [one["name"] for one in report["constraints"]] == names
    secrets = [everything["tau_factor"]]
    for one, known in zip(report["constraints"], everything["constraints"], strict=True):
        assert one["tau"] is None and one["p_value"] is None
        groups = [part.strip("'").split("=")[-1] for part in one["name"].split(" against ")]
        has_hidden = any(sizes.get(group, 100) < 10 for group in groups)
        # With a single hidden group its rows are left out of what is said of the towns.
        left_out = "x" in groups and len(sizes) == 3
        if has_hidden or left_out:
            assert one["mmd2"] is None
            secrets.append(known["mmd2"])
        else:
            assert one["mmd2"] == known["mmd2"]
        secrets.append(known["tau"])
    for key in ["mmd2", "mmd2_pca", "tau", "tau_factor", "p_value", "penalty", "dual_weights"]:
        assert report[key] is None, key
    assert "tau-factor" not in ok("inspect", "model.fpca", "--json").json["provenance"]["options"]
    published = [*numbers_in(report), *model_numbers(tmp_path / "model.fpca")]
    for name, number in published + list(numbers_in(result.stderr, "stderr")):
        for secret in secrets:
            assert number != pytest.approx(secret, rel=1e-6), name
