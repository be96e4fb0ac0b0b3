#!/usr/bin/env bash
# `make demo`: generates one of the papers' data sets, fits it, and says what to try next.
#   examples/demo.sh PROGRAM FOLDER
set -euo pipefail
program=$1 folder=$2
mkdir -p "$folder"

if [[ -t 1 ]]; then bold=$'\e[1m' dim=$'\e[2m' plain=$'\e[0m'; else bold='' dim='' plain=''; fi
say() { printf '\n%s%s%s\n' "$bold" "$1" "$plain"; }
run() {
  printf '%s$ %s%s\n' "$dim" "$*" "$plain"
  "$@"
}

say "1. Two groups that vary in different directions (the toy data of Vu et al., 2022)"
run "$program" synth rfpca-toy --seed 1 -o "$folder/toy.csv"
head -n 4 "$folder/toy.csv"

say "2. Plain PCA with one component: which group pays for it?"
run "$program" fit "$folder/toy.csv" --group group -d 1 -o "$folder/pca.fpca"

say "3. Fair PCA: both groups lose the same against a PCA of their own, and no projection does better"
run "$program" fit "$folder/toy.csv" --group group -d 1 --method fair-pca -o "$folder/fair.fpca"

say "4. What fairness costs: from PCA to equal errors"
run "$program" path "$folder/toy.csv" --group group -d 1 -o "$folder/front.csv"

say "5. The model projects new rows; nobody's group is needed"
run "$program" transform "$folder/fair.fpca" "$folder/toy.csv" --keep group -o "$folder/pc.csv"
head -n 4 "$folder/pc.csv"

say "What to try next"
cat <<END
  $program fit YOUR.csv --group COLUMN -d 5 --standardize --method fair-pca -o model.fpca
  $program evaluate $folder/pca.fpca $folder/toy.csv --json
  $program inspect $folder/pca.fpca
  $program synth --list
  $program fit --help
END
