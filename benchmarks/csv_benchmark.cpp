// SPDX-License-Identifier: BSD-3-Clause
// Reading CSV: megabytes of text decoded per second on one core, and memory and speed of `fairpca
// fit` on a file much larger than its memory (goals: under 100 MB, and at least 0.8 of the rate at
// which the same file is decoded by as many threads in the same run).
//
// FAIRPCA_BENCH_CSV_GB: size of that file, 1 unless set.  FAIRPCA_PROGRAM: the program to run.
//
//   csv_benchmark FILE READS THREADS   reads FILE into memory and prints seconds, rows and sums of
//                                      columns as JSON (for csv_rivals_benchmark.py)
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <random>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "fairpca/rows/csv_rows.h"
#include "rows/map_blocks.h"
#include "timing.h"

namespace {

using fairpca::Index;
constexpr int kColumns = 100;

struct CsvFile {
  std::filesystem::path path;
  double sum = 0;  ///< of all numbers in it
  Index rows = 0;
  double bytes = 0;
};

/// Writes random normals, with all their digits or with four decimals, and groups `a` and `b` in a
/// last column if wanted, until `bytes` are reached.
CsvFile write_csv(const std::string& name, double bytes, bool all_digits, bool groups = false) {
  CsvFile file{.path = std::filesystem::temp_directory_path() / name};
  std::ofstream out(file.path, std::ios::binary);
  std::string line;
  for (int j = 1; j <= kColumns; ++j) line += fmt::format("{}x{}", j > 1 ? "," : "", j);
  out << line << (groups ? ",group\n" : "\n");
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
    if (groups) line += engine() % 3 == 0 ? ",a" : ",b";
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
    best = std::min(best, seconds([&] {
                      fairpca::CsvRows rows(file.path, {});
                      while (const auto chunk = rows.next()) chunk->decode();
                    }));
  }
  fmt::print("decode, {:<32} {:6.0f} MB/s on one core (best of 5, {:.0f} MB, {} columns)\n", what,
             file.bytes / best / 1e6, file.bytes / 1e6, kColumns);
  std::filesystem::remove(file.path);
}

/// Runs `fairpca fit` and returns its peak memory in MB.
double run_fit(const CsvFile& file, const std::string& method, const std::string& threads) {
  const char* program = std::getenv("FAIRPCA_PROGRAM");
  if (program == nullptr) throw std::runtime_error("set FAIRPCA_PROGRAM");
  const std::string model = file.path.string() + ".model";
  std::fflush(stdout);  // or the child prints it again
  const pid_t child = fork();
  if (child == 0) {
    if (std::freopen("/dev/null", "w", stdout) == nullptr) _exit(127);
    execl(program, program, "fit", file.path.c_str(), "--method", method.c_str(), "--group",
          "group", "-d", "20", "--threads", threads.c_str(), "-o", model.c_str(), nullptr);
    _exit(127);
  }
  int status = 0;
  rusage usage = {};
  wait4(child, &status, 0, &usage);
  if (status != 0 || !std::filesystem::remove(model)) throw std::runtime_error("the fit failed");
  return static_cast<double>(usage.ru_maxrss) / 1024;
}

/// Decodes a file and drops what it held.
void decode_all(const CsvFile& file, int threads) {
  fairpca::CsvRows rows(file.path, {.protected_columns = {"group"}});
  fairpca::map_blocks(
      rows, {.threads = threads}, [](const fairpca::RowBlock& block) { return block.rows; },
      [](Index) {});
}

void measure_fits() {
  const char* size = std::getenv("FAIRPCA_BENCH_CSV_GB");
  const double gigabytes = size != nullptr ? std::stod(size) : 1;
  const CsvFile file = write_csv("fairpca-bench.csv", gigabytes * 1e9, true, true);
  const auto rate = [&](double time) { return file.bytes / time / 1e6; };
  fmt::print("fits of a {:.1f} GB CSV, {} x {}, d = 20\n", file.bytes / 1e9, file.rows, kColumns);
  for (const int threads : {1, 2}) {
    double decoding = INFINITY;
    for (const std::string method : {"pca", "fair-pca"}) {
      double memory = 0;
      decoding = std::min(decoding, seconds([&] { decode_all(file, threads); }));
      const double fitting =
          seconds([&] { memory = run_fit(file, method, std::to_string(threads)); });
      fmt::print("{:<8} {} threads: {:.0f} MB peak memory, {:.0f} MB/s, {:.2f} of decoding\n",
                 method, threads, memory, rate(fitting), decoding / fitting);
    }
  }
  std::filesystem::remove(file.path);
}

/// The sum of each column of `blocks`: of numbers, or of the lengths of words.
std::vector<double> column_sums(const std::vector<fairpca::RowBlock>& blocks) {
  const auto& features = blocks.front().schema->features;
  std::vector<double> sums(features.size(), 0.0);
  for (const fairpca::RowBlock& block : blocks) {
    Index number = 0;
    std::size_t category = 0;
    for (std::size_t j = 0; j < sums.size(); ++j) {
      if (features[j].kind == fairpca::ColumnKind::kNumeric) {
        sums[j] += block.storage.col(number++).sum();
        continue;
      }
      const fairpca::LevelColumn& column = block.categorical[category++];
      for (const std::int32_t code : column.codes) {
        if (code >= 0) sums[j] += static_cast<double>(column.levels[code].size());
      }
    }
  }
  return sums;
}

void read_file(const std::string& path, int reads, int threads) {
  std::vector<fairpca::RowBlock> blocks;
  double best = INFINITY;
  for (int i = 0; i < reads; ++i) {
    blocks.clear();
    best = std::min(best, seconds([&] {
                      fairpca::CsvRows rows(path, {});
                      fairpca::map_blocks(
                          rows, {.threads = threads}, [](fairpca::RowBlock block) { return block; },
                          [&](fairpca::RowBlock block) { blocks.push_back(std::move(block)); });
                    }));
  }
  Index rows = 0;
  for (const fairpca::RowBlock& block : blocks) rows += block.rows;
  fmt::print("{{\"seconds\": {}, \"rows\": {}, \"sums\": [{}]}}\n", best, rows,
             fmt::join(column_sums(blocks), ", "));
}

}  // namespace

int main(int count, char** arguments) {
  try {
    if (count == 4) {
      read_file(arguments[1], std::stoi(arguments[2]), std::stoi(arguments[3]));
      return 0;
    }
    measure_decoding("16 to 17 significant digits:", true);
    measure_decoding("four decimals:", false);
    measure_fits();
  } catch (const std::exception& problem) {
    fmt::print(stderr, "csv_benchmark: {}\n", problem.what());
    return 1;
  }
}
