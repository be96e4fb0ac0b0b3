# SPDX-License-Identifier: BSD-3-Clause
"""`fairpca fit`: right numbers, the same from every door, byte for byte."""

import gzip
import zipfile

import numpy as np
import pytest
from conftest import DATA, numeric_csv, read_numbers
from sklearn.decomposition import PCA
from sklearn.preprocessing import OneHotEncoder

FIT_KEYS = {
    "method",
    "requested_dimensions",
    "dimensions",
    "groups",
    "reconstruction_error",
    "explained_variance_ratio",
    "objective",
    "bound",
    "optimality_gap",
    "certified",
    "dual_weights",
    "status",
    "converged",
    "eigensolves",
    "iterations",
    "seconds",
    "peak_memory_bytes",
    "warnings",
}


def random_rows(rows, columns, seed):
    rng = np.random.default_rng(seed)
    scales = np.linspace(3, 0.5, columns)
    mixing = np.linalg.qr(rng.normal(size=(columns, columns)))[0]
    return rng.normal(size=(rows, columns)) * scales @ mixing + 100


def write_rows(write, name, rows, extra=None):
    columns = {f"x{j + 1}": rows[:, j].tolist() for j in range(rows.shape[1])}
    return write(name, numeric_csv(columns | (extra or {})))


def assert_equal_up_to_sign(ours, theirs, tolerance):
    signs = np.sign(np.sum(ours * theirs, axis=0))
    scale = np.abs(theirs).max()
    np.testing.assert_allclose(ours * signs, theirs, rtol=0, atol=tolerance * scale)


@pytest.mark.parametrize("standardize", [False, True])
def test_coordinates_equal_those_of_scikit_learn(ok, write, tmp_path, standardize):
    rows = random_rows(500, 12, seed=1)
    data = write_rows(write, "rows.csv", rows)
    ok("fit", data, "-d", 5, "-o", "m.fpca", *(["--standardize"] if standardize else []))
    ok("transform", "m.fpca", data, "-o", "out.csv")
    header, ours = read_numbers(tmp_path / "out.csv")
    if standardize:
        rows = (rows - rows.mean(axis=0)) / rows.std(axis=0)
    assert header == ["pc1", "pc2", "pc3", "pc4", "pc5"]
    theirs = PCA(5, svd_solver="full").fit_transform(rows)
    assert_equal_up_to_sign(ours, theirs, 1e-10)


def test_adult_with_two_protected_columns_equals_scikit_learn(ok, tmp_path):
    data = DATA / "frmppca/adult.csv.gz"
    if not data.exists():
        pytest.skip(f"no data set at {data}")
    options = ["--group", "sex", "--group", "race", "--label", "income", "--standardize"]
    fit = ok("fit", data, *options, "-d", 5, "-o", "adult.fpca", "--json").json
    ok("transform", "adult.fpca", data, "-o", "out.csv")
    _, ours = read_numbers(tmp_path / "out.csv")

    with gzip.open(data, "rt") as file:
        table = np.array([line.strip().split(",") for line in file])
    header, cells = table[0].tolist(), table[1:]
    number = {"age", "fnlwgt", "education-num", "capital-gain", "capital-loss", "hours-per-week"}
    blocks = []
    for name in header:
        column = cells[:, header.index(name)][:, None]
        if name in {"sex", "race", "income"}:
            continue
        encoder = OneHotEncoder(sparse_output=False)
        blocks.append(column.astype(float) if name in number else encoder.fit_transform(column))
    rows = np.hstack(blocks)
    rows = (rows - rows.mean(axis=0)) / rows.std(axis=0)
    pca = PCA(5, svd_solver="full").fit(rows)
    assert_equal_up_to_sign(ours, pca.transform(rows), 1e-10)
    assert fit["explained_variance_ratio"] == pytest.approx(
        pca.explained_variance_ratio_.sum(), rel=1e-10
    )

    assert len(fit["groups"]) == 10
    women = (cells[:, header.index("sex")] == "Female") & (
        cells[:, header.index("race")] == "Black"
    )
    [group] = [g for g in fit["groups"] if g["name"] == "Female, Black"]
    assert group["levels"] == {"sex": "Female", "race": "Black"}
    assert group["rows"] == women.sum()
    residual = rows[women] - pca.inverse_transform(pca.transform(rows[women]))
    assert group["reconstruction_error"] == pytest.approx(
        np.square(residual).sum(axis=1).mean(), rel=1e-9
    )


def test_peak_memory_is_not_that_of_the_process_that_started_the_program(ok, people):
    large = bytearray(b"x" * 200_000_000)
    fit = ok("fit", people, "--group", "sex", "--drop", "paid", "-d", 2, "-o", "m", "--json").json
    assert 1_000_000 < fit["peak_memory_bytes"] < len(large)


def test_json_has_the_promised_keys_and_nothing_else_is_on_stdout(ok, people):
    result = ok("fit", people, "--group", "sex", "--label", "paid", "-d", 2, "-o", "m", "--json")
    fit = result.json
    assert set(fit) >= FIT_KEYS
    assert set(fit["seconds"]) == {"read", "solve", "evaluate", "write"}
    assert fit["dimensions"] == fit["requested_dimensions"] == 2
    assert fit["certified"] is True and fit["converged"] is True
    assert fit["peak_memory_bytes"] > 1_000_000
    assert [group["name"] for group in fit["groups"]] == ["Female", "Male"]
    assert sum(group["rows"] for group in fit["groups"]) == 60


def test_the_table_names_the_groups(ok, people):
    table = ok("fit", people, "--group", "sex", "--label", "paid", "-d", 2, "-o", "m").stdout
    assert "Female" in table and "Male" in table


@pytest.mark.parametrize("method", ["pca", "ppca"])
def test_model_bytes_do_not_depend_on_threads(ok, write, tmp_path, method):
    rng = np.random.default_rng(3)
    rows = random_rows(20_000, 20, seed=2)
    extra = {
        "city": rng.choice([f"c{i}" for i in range(30)], len(rows)).tolist(),
        "group": rng.integers(0, 3, len(rows)).tolist(),
    }
    data = write_rows(write, "rows.csv", rows, extra)
    files = []
    for threads in [1, 2, 3, 7]:
        options = ["--method", method, "--group", "group", "--threads", threads, "--standardize"]
        ok("fit", data, *options, "-d", 4, "-o", f"m{threads}")
        files.append((tmp_path / f"m{threads}").read_bytes())
    assert files.count(files[0]) == 4


def test_every_form_of_the_same_rows_gives_the_same_model(ok, write, tmp_path):
    rows = random_rows(3000, 6, seed=4)
    group = (np.arange(3000) % 2).tolist()
    plain = write_rows(write, "rows.csv", rows, {"group": group})
    packed = write("rows.csv.gz", plain.read_text())
    crlf = write("crlf.csv", plain.read_text().replace("\n", "\r\n"))
    bom = write("bom.csv", "\ufeff" + plain.read_text())
    tabs = write("tabs.csv", plain.read_text().replace(",", "\t"))
    np.save(tmp_path / "rows.npy", rows)
    write("group.txt", "".join(f"{g}\n" for g in group))
    fit = ["--group", "group", "-d", 3, "-o"]
    ok("fit", plain, *fit, "plain")
    ok("fit", packed, *fit, "packed")
    ok("fit", crlf, *fit, "crlf")
    ok("fit", bom, *fit, "bom")
    ok("fit", tabs, *fit, "tabs", "--delimiter", "tab")
    ok("fit", "-", *fit, "stdin", stdin=plain.read_bytes())
    ok("fit", "rows.npy", "--group-file", "group.txt", "-d", 3, "-o", "npy")
    expected = (tmp_path / "plain").read_bytes()
    for name in ["packed", "crlf", "bom", "tabs", "stdin", "npy"]:
        assert (tmp_path / name).read_bytes() == expected, name


def test_a_delimiter_that_is_not_the_tables_is_hinted_at(run, ok, write):
    commas = write("commas.csv", "a,b\n" + "".join(f"{i},{i * i}\n" for i in range(12)))
    hint = run("fit", commas, "-d", 1, "-o", "m", "--delimiter", ";").stderr
    assert "one column, 'a,b'" in hint and "use --delimiter ,\n" in hint
    tabs = write("tabs.csv", commas.read_text().replace(",", "\t"))
    assert "--delimiter tab" in run("fit", tabs, "-d", 1, "-o", "m").stderr
    one = write("one.csv", '"a,b"\n' + "".join(f"{i}\n" for i in range(12)))
    for table, *options in ([commas], [tabs, "--delimiter", "tab"], [one]):
        assert "delimiter" not in ok("fit", table, "-d", 1, "-o", "m", *options).stderr


def test_a_fortran_ordered_npy_is_the_same_table(ok, tmp_path):
    rows = random_rows(500, 6, seed=4)
    np.save(tmp_path / "c.npy", rows)
    np.save(tmp_path / "f.npy", np.asfortranarray(rows))
    np.save(tmp_path / "single.npy", rows.astype(np.float32))
    np.save(tmp_path / "rounded.npy", rows.astype(np.float32).astype(np.float64))
    for name in ["c", "f", "single", "rounded"]:
        ok("fit", f"{name}.npy", "-d", 3, "-o", name)
    assert (tmp_path / "c").read_bytes() == (tmp_path / "f").read_bytes()
    assert (tmp_path / "single").read_bytes() == (tmp_path / "rounded").read_bytes()


def test_a_fit_from_moments_is_the_fit_from_rows(ok, people):
    roles = ["--group", "sex", "--label", "paid"]
    ok("moments", people, *roles, "-o", "people.moments")
    fits = []
    for source in [[people, "--label", "paid"], ["--moments", "people.moments"]]:
        options = ["--group", "sex", "-d", 2, "--standardize", "-o", "m", "--json"]
        fits.append(ok("fit", *source, *options).json)
    for ours, theirs in zip(fits[0]["groups"], fits[1]["groups"], strict=True):
        assert ours["rows"] == theirs["rows"]
        for key in ["reconstruction_error", "loss"]:
            assert ours[key] == pytest.approx(theirs[key], rel=1e-9, abs=1e-12)


def test_merged_moments_equal_those_of_all_rows(ok, people, write, tmp_path):
    header, *lines = people.read_text().splitlines(keepends=True)
    write("a.csv", header + "".join(lines[:17]))
    write("b.csv", header + "".join(lines[17:]))
    roles = ["--group", "sex", "--label", "paid"]
    ok("moments", "a.csv", *roles, "-o", "a.moments")
    ok("moments", "a.moments", "b.csv", *roles, "-o", "both.moments")
    fits = []
    for source in [["--moments", "both.moments"], [people, "--label", "paid"]]:
        fits.append(ok("fit", *source, "--group", "sex", "-d", 2, "-o", "m", "--json").json)
    for key in ["reconstruction_error", "explained_variance_ratio"]:
        assert fits[0][key] == pytest.approx(fits[1][key], rel=1e-8)
    for ours, theirs in zip(fits[0]["groups"], fits[1]["groups"], strict=True):
        assert ours["rows"] == theirs["rows"]
        assert ours["loss"] == pytest.approx(theirs["loss"], rel=1e-9, abs=1e-7)


def test_a_share_of_variance_takes_the_fewest_components_that_reach_it(ok, write):
    rows = random_rows(400, 8, seed=6)
    data = write_rows(write, "rows.csv", rows)
    ratios = np.cumsum(PCA().fit(rows).explained_variance_ratio_)
    fit = ok("fit", data, "-d", "0.8", "-o", "m", "--json").json
    assert fit["dimensions"] == 1 + np.searchsorted(ratios, 0.8)
    assert fit["explained_variance_ratio"] >= 0.8


def test_a_share_of_the_worst_group_is_reached_in_every_group(ok, write):
    rng = np.random.default_rng(8)
    rows = np.vstack([rng.normal(size=(200, 6)) * [5, 1, 1, 1, 1, 1], rng.normal(size=(50, 6))])
    data = write_rows(write, "rows.csv", rows, {"g": [0] * 200 + [1] * 50})
    options = ["--group", "g", "-d", "0.8", "-o", "m", "--json"]
    overall = ok("fit", data, *options).json
    worst = ok("fit", data, *options, "--share-of", "worst-group").json
    assert worst["dimensions"] > overall["dimensions"]


def test_weights_count_as_repetitions(ok, write):
    rows = random_rows(50, 4, seed=9)
    weights = np.random.default_rng(9).integers(1, 4, 50)
    weighted = write_rows(write, "weighted.csv", rows, {"w": weights.tolist()})
    repeated = write_rows(write, "repeated.csv", np.repeat(rows, weights, axis=0))
    one = ok("fit", weighted, "--weight", "w", "-d", 2, "-o", "m", "--json").json
    two = ok("fit", repeated, "-d", 2, "-o", "m", "--json").json
    assert one["reconstruction_error"] == pytest.approx(two["reconstruction_error"], rel=1e-12)


def test_small_groups_are_warned_of_and_left_out_of_the_model(ok, write, tmp_path):
    rows = random_rows(40, 4, seed=10)
    data = write_rows(write, "rows.csv", rows, {"g": ["a"] * 39 + ["alone"]})
    result = ok("fit", data, "--group", "g", "-d", 2, "-o", "m", "--json")
    assert any("alone" in warning for warning in result.json["warnings"])
    with zipfile.ZipFile(tmp_path / "m") as archive:
        assert "meta.json" in archive.namelist()
    [_, alone] = ok("inspect", "m", "--json").json["groups"]
    assert alone["name"] == "alone" and alone.get("reconstruction_error") is None


def test_constant_columns_are_kept_named_and_scaled_safely(ok, write):
    rows = random_rows(40, 3, seed=11)
    data = write_rows(write, "rows.csv", rows, {"same": [7] * 40})
    result = ok("fit", data, "-d", 2, "--standardize", "-o", "m", "--json")
    assert any("same" in warning for warning in result.json["warnings"])
    ok("transform", "m", data, "-o", "out.csv")


def test_a_question_mark_is_a_level_unless_named_missing(ok, write, refused):
    text = "job,x,y\n" + "?,1,2\nclerk,2,1\nnurse,4,4\n" * 5
    data = write("jobs.csv", text)
    columns = ok("fit", data, "-d", 1, "-o", "m", "--json") and ok("inspect", "m").stdout
    assert "job" in columns
    refused("fit", data, "-d", 1, "-o", "m", "--na", "?", says=["job", "missing"])


def test_missing_numbers_can_be_filled_or_dropped(ok, write):
    data = write("gaps.csv", "x,y\n1,2\n,3\n4,NA\n5,9\n7,1\nNaN,4\n")
    filled = ok("fit", data, "-d", 1, "--missing", "mean", "-o", "m", "--json").json
    whole = write("filled.csv", "x,y\n1,2\n4.25,3\n4,3.8\n5,9\n7,1\n4.25,4\n")
    expected = ok("fit", whole, "-d", 1, "-o", "m", "--json").json
    assert filled["reconstruction_error"] == pytest.approx(expected["reconstruction_error"])
    dropped = ok("fit", data, "-d", 1, "--missing", "drop-row", "-o", "m", "--json").json
    rows = write("dropped.csv", "x,y\n1,2\n5,9\n7,1\n")
    expected = ok("fit", rows, "-d", 1, "-o", "m", "--json").json
    assert dropped["reconstruction_error"] == pytest.approx(expected["reconstruction_error"])


def test_values_of_a_repeatable_option_may_follow_each_other(ok, people, tmp_path):
    ok("fit", people, "--drop", "paid", "city", "--group", "sex", "-d", 2, "-o", "one")
    ok("fit", "--drop", "paid", "--drop", "city", people, "--group", "sex", "-d", 2, "-o", "two")
    assert (tmp_path / "one").read_bytes() == (tmp_path / "two").read_bytes()


def test_divide_by_scales_errors_by_its_square(ok, people):
    options = ["--drop", "sex", "paid", "-d", 2, "-o", "m", "--json"]
    plain = ok("fit", people, *options).json["reconstruction_error"]
    divided = ok("fit", people, *options, "--divide-by", 10).json["reconstruction_error"]
    # An error is a difference of traces: exact to rounding of the total variance, not of itself.
    assert divided == pytest.approx(plain / 100, rel=1e-8)


def test_evaluate_forms_a_models_groups_as_its_fit_did(ok, people):
    fit = ["fit", people, "--group", "sex", "--group", "city", "--label", "paid", "-d", "1"]
    fitted = ok(*fit, "--combine", "per-attribute", "--json", "-o", "model.fpca").json
    rows = ok("evaluate", "model.fpca", people, "--json").json
    assert [g["name"] for g in rows["groups"]] == [g["name"] for g in fitted["groups"]]
    crossed = ok("evaluate", "model.fpca", people, "--combine", "intersection", "--json").json
    assert len(crossed["groups"]) == 6
