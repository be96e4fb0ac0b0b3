#!/usr/bin/env bash
# Runs every benchmark of a build folder and writes what they print, with the machine, to a file.
#   benchmarks/run.sh BUILD_FOLDER PYTHON PYTHON_WITH_ENGINES RESULT.md
set -euo pipefail
build=$1 python=$2 engines=$3 result=$4
mkdir -p "$(dirname "$result")"
draft=$(mktemp)
trap 'rm -f "$draft"' EXIT

fact() { sed -n "s/^$1[[:space:]]*: //p" /proc/cpuinfo | head -n 1; }
{
  echo "# Benchmarks"
  echo
  echo "Written by \`make bench\`; each program checks its result once before it times it. Ratios"
  echo "compare things measured in one run, interleaved; what each rate means is in its program."
  echo
  echo "| machine | |"
  echo "|---|---|"
  echo "| processor | $(fact 'model name'), $(nproc) cores visible |"
  echo "| memory | $(awk '/MemTotal/ {printf "%.0f GiB", $2 / 1048576}' /proc/meminfo) |"
  echo "| system | $(. /etc/os-release && echo "$PRETTY_NAME"), Linux $(uname -r) |"
  echo "| compiler | $(${CXX:-c++} --version | head -n 1) |"
  echo "| OpenBLAS | $(dpkg-query -W -f '${Version}' libopenblas-serial-dev 2>/dev/null || echo unknown), serial |"
  echo "| load before | $(cut -d' ' -f1-3 /proc/loadavg) |"
  echo "| date | $(date -u +%F) |"
} >"$draft"

for program in "$build"/benchmarks/*_benchmark; do
  name=$(basename "$program")
  [[ $name == scaling_benchmark ]] && continue  # has a page of its own: make bench-scaling
  echo "== $name" >&2
  {
    echo
    echo "## ${name%_benchmark}"
    echo
    echo "\`$name\`"
    echo
    echo '```'
  } >>"$draft"
  FAIRPCA_PROGRAM="$build/fairpca" FAIRPCA_PYTHON="$python" "$program" | tee -a "$draft"
  echo '```' >>"$draft"
done
echo "== csv_rivals_benchmark" >&2
printf '\n## csv against polars and DuckDB\n\n`csv_rivals_benchmark.py`\n\n' >>"$draft"
"$python" benchmarks/csv_rivals_benchmark.py "$build/benchmarks/csv_benchmark" | tee -a "$draft"
echo "== python_benchmark" >&2
printf '\n## python\n\n`python_benchmark.py`\n\n' >>"$draft"
PYTHONPATH="$build/python" "$python" benchmarks/python_benchmark.py | tee -a "$draft"
echo "== search_benchmark" >&2
printf '\n## search\n\n`search_benchmark.py`\n\n' >>"$draft"
PYTHONPATH="$build/python" "$python" benchmarks/search_benchmark.py | tee -a "$draft"
echo "== stream_benchmark" >&2
printf '\n## streams\n\n`stream_benchmark.py`\n\n' >>"$draft"
PYTHONPATH="$build/python" "$python" benchmarks/stream_benchmark.py | tee -a "$draft"
for engine in dask spark; do
  echo "== engines_benchmark $engine" >&2
  printf '\n## %s\n\n`engines_benchmark.py %s`\n\n' "$engine" "$engine" >>"$draft"
  PYTHONPATH="$build/python" "$engines" benchmarks/engines_benchmark.py "$engine" | tee -a "$draft"
done
echo "== likelihood_benchmark" >&2
printf '\n## likelihood\n\n`likelihood_benchmark.py`\n\n' >>"$draft"
FAIRPCA_PROGRAM="$build/fairpca" PYTHONPATH="$build/python" \
  "$python" benchmarks/likelihood_benchmark.py | tee -a "$draft"
echo "== representation_benchmark" >&2
printf '\n## representation\n\n`representation_benchmark.py`\n\n' >>"$draft"
PYTHONPATH="$build/python" "$python" benchmarks/representation_benchmark.py | tee -a "$draft"
echo "== compare_benchmark" >&2
printf '\n## compare\n\n`compare_benchmark.py`\n\n' >>"$draft"
FAIRPCA_PROGRAM="$build/fairpca" "$python" benchmarks/compare_benchmark.py | tee -a "$draft"
cp "$draft" "$result"
echo "Wrote $result" >&2
