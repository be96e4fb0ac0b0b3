// SPDX-License-Identifier: BSD-3-Clause
// Reading CSV: megabytes of text decoded per second on one core (target: 200), and the peak memory
// of `fairpca fit` on a file much larger than it (target: under 300 MB for 5 GB).
//
// FAIRPCA_BENCH_CSV_GB: size of that file, 1 unless set.  FAIRPCA_PROGRAM: the program to run.
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <random>
#include <stdexcept>
#include <string>

#include <fmt/format.h>

#include "fairpca/rows/csv_rows.h"

namespace {

using fairpca::Index;
constexpr int kColumns = 100;

struct CsvFile {
  std::filesystem::path path;
  double sum = 0;  ///< of all numbers in it
  Index rows = 0;
  double bytes = 0;
};

/// Writes random normals, with all their digits or with four decimals, until `bytes` are reached.
CsvFile write_csv(const std::string& name, double bytes, bool all_digits) {
  CsvFile file{.path = std::filesystem::temp_directory_path() / name};
  std::ofstream out(file.path, std::ios::binary);
  std::string line;
  for (int j = 1; j <= kColumns; ++j) line += fmt::format("{}x{}", j > 1 ? "," : "", j);
  out << line << '\n';
  std::mt19937_64 engine(17);
  std::normal_distribution<double> normal;
  while (file.bytes < bytes) {
    line.clear();
    for (int j = 0; j < kColumns; ++j) {
      std::array<char, 32> text;
      const double number = all_digits ? normal(engine) : std::round(normal(engine) * 1e4) / 1e4;
      const auto end = std::to_chars(text.data(), text.data() + text.size(), number).ptr;
      if (j > 0) line += ',';
      line.append(text.data(), end);
      file.sum += number;
    }
    line += '\n';
    out << line;
    file.bytes += static_cast<double>(line.size());
    ++file.rows;
  }
  if (!out.flush()) throw std::runtime_error("cannot write " + file.path.string());
  return file;
}

double decode_sum(const CsvFile& file) {
  fairpca::CsvRows rows(file.path, {});
  double sum = 0;
  Index count = 0;
  while (const auto chunk = rows.next()) {
    const fairpca::RowBlock block = chunk->decode();
    count += block.rows;
    for (Index i = 0; i < block.rows; ++i) {
      for (Index j = 0; j < kColumns; ++j) sum += block.numeric(i, j);
    }
  }
  return count == file.rows ? sum : std::nan("");
}

void measure_decoding(const std::string& what, bool all_digits) {
  const CsvFile file = write_csv("fairpca-bench.csv", 200e6, all_digits);
  const double sum = decode_sum(file);
  if (!(std::abs(sum - file.sum) <= 1e-9 * static_cast<double>(file.rows * kColumns))) {
    throw std::runtime_error("the numbers read are not those written");
  }
  double best = INFINITY;
  for (int repeat = 0; repeat < 5; ++repeat) {
    const auto start = std::chrono::steady_clock::now();
    fairpca::CsvRows rows(file.path, {});
    while (const auto chunk = rows.next()) chunk->decode();
    const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - start;
    best = std::min(best, seconds.count());
  }
  fmt::print("decode, {:<32} {:6.0f} MB/s on one core (best of 5, {:.0f} MB, {} columns)\n", what,
             file.bytes / best / 1e6, file.bytes / 1e6, kColumns);
  std::filesystem::remove(file.path);
}

void measure_memory() {
  const char* program = std::getenv("FAIRPCA_PROGRAM");
  if (program == nullptr) throw std::runtime_error("set FAIRPCA_PROGRAM");
  const char* size = std::getenv("FAIRPCA_BENCH_CSV_GB");
  const double gigabytes = size != nullptr ? std::stod(size) : 1;
  const CsvFile file = write_csv("fairpca-bench.csv", gigabytes * 1e9, /*all_digits=*/true);
  const std::string model = file.path.string() + ".model";
  const auto start = std::chrono::steady_clock::now();
  const pid_t child = fork();
  if (child == 0) {
    if (std::freopen("/dev/null", "w", stdout) == nullptr) _exit(127);
    execl(program, program, "fit", file.path.c_str(), "-d", "20", "-o", model.c_str(), nullptr);
    _exit(127);
  }
  int status = 0;
  rusage usage = {};
  wait4(child, &status, 0, &usage);
  const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - start;
  std::filesystem::remove(file.path);
  if (status != 0 || !std::filesystem::remove(model)) throw std::runtime_error("the fit failed");
  fmt::print(
      "fit of a {:.1f} GB CSV, {} x {}, d = 20: {:.0f} MB peak memory, {:.1f} s, {:.0f} MB/s\n",
      file.bytes / 1e9, file.rows, kColumns, static_cast<double>(usage.ru_maxrss) / 1024,
      seconds.count(), file.bytes / seconds.count() / 1e6);
}

}  // namespace

int main() {
  try {
    measure_decoding("16 to 17 significant digits:", true);
    measure_decoding("four decimals:", false);
    measure_memory();
  } catch (const std::exception& problem) {
    fmt::print(stderr, "csv_benchmark: {}\n", problem.what());
    return 1;
  }
}
