// SPDX-License-Identifier: BSD-3-Clause
// Moments of rows in memory, two groups interleaved at random, against dgemm of the same shape.
//
// Rates: N p (p + 1) flops over the time of accumulate_moments (finiteness check, gathering and
// centring included) against 2 N p^2 over the time of A'A by dgemm.  With T threads the rival is T
// calls of the serial dgemm at once, each on its share of the rows.  Both run in turn in one
// process; the ratio is the median over the turns.
#include <cmath>
#include <cstdio>
#include <fstream>
#include <random>
#include <string>
#include <thread>
#include <vector>

#include <Eigen/src/misc/blas.h>
#include <fmt/format.h>

#include "fairpca/moments/group_moments.h"
#include "fairpca/rows/matrix_rows.h"
#include "timing.h"

namespace {

using fairpca::GroupMoments;
using fairpca::Index;
using fairpca::Matrix;
using fairpca::RowMatrix;

struct Shape {
  Index rows, cols;
  int turns;
  double goal;
};

struct Data {
  RowMatrix rows;
  fairpca::LevelColumn group;
};

Data random_rows(const Shape& shape) {
  std::mt19937_64 engine(5);
  Data data;
  data.rows.resize(shape.rows, shape.cols);
  for (Index i = 0; i < data.rows.size(); ++i) {
    data.rows.data()[i] = 10.0 + static_cast<double>(engine() >> 11) * 0x1p-53;
  }
  data.group.levels = {"a", "b"};
  for (Index i = 0; i < shape.rows; ++i) {
    data.group.codes.push_back(static_cast<std::int32_t>(engine() >> 63));
  }
  return data;
}

fairpca::MatrixRows source_of(const Data& data) {
  fairpca::Table table;
  for (Index j = 0; j < data.rows.cols(); ++j) {
    table.schema.features.push_back({fmt::format("x{}", j + 1), fairpca::ColumnKind::kNumeric});
  }
  table.schema.protected_columns = {"group"};
  table.numeric = data.rows;
  table.protected_levels = {data.group};
  table.rows = data.rows.rows();
  return fairpca::MatrixRows(std::move(table));
}

/// A'A of the rows, cut into one share per thread.
void multiply_by_dgemm(const RowMatrix& rows, std::vector<Matrix>& products) {
  const auto multiply = [&](std::size_t share) {
    const auto shares = static_cast<Index>(products.size());
    const Index first = rows.rows() * static_cast<Index>(share) / shares;
    const int p = static_cast<int>(rows.cols());
    const int n = static_cast<int>(rows.rows() * static_cast<Index>(share + 1) / shares - first);
    const double one = 1, zero = 0;
    const double* data = rows.data() + first * p;
    dgemm_("N", "T", &p, &p, &n, &one, data, &p, data, &p, &zero, products[share].data(), &p);
  };
  std::vector<std::jthread> others;
  for (std::size_t share = 1; share < products.size(); ++share)
    others.emplace_back(multiply, share);
  multiply(0);
}

/// Entries of each group's scatter against sums in extended precision.
bool is_right(const Data& data, const GroupMoments& moments) {
  std::mt19937_64 engine(6);
  if (moments.cells().size() != data.group.levels.size()) return false;
  std::int32_t code = 0;
  for (const auto& [key, cell] : moments.cells()) {
    for (int sample = 0; sample < 20; ++sample) {
      const auto i = static_cast<Index>(engine() % data.rows.cols());
      const auto j = static_cast<Index>(engine() % (i + 1));
      long double sum_i = 0, sum_j = 0, n = 0, product = 0;
      for (Index row = 0; row < data.rows.rows(); ++row) {
        if (data.group.codes[row] != code) continue;
        n += 1;
        sum_i += data.rows(row, i);
        sum_j += data.rows(row, j);
        product += static_cast<long double>(data.rows(row, i)) * data.rows(row, j);
      }
      const auto expected = static_cast<double>(product - sum_i * sum_j / n);
      const double tolerance =
          1e-11 * std::sqrt(cell.lower_scatter()(i, i) * cell.lower_scatter()(j, j));
      if (std::abs(cell.lower_scatter()(i, j) - expected) > tolerance) return false;
    }
    ++code;
  }
  return true;
}

/// A field of /proc/self/status, in megabytes.
double megabytes(const std::string& field) {
  std::ifstream status("/proc/self/status");
  for (std::string line; std::getline(status, line);) {
    if (line.starts_with(field + ":")) return std::stod(line.substr(field.size() + 1)) / 1024;
  }
  return 0;
}

/// What `call` needs beyond what was there before.
template <class Call>
double extra_megabytes(Call&& call) {
  std::ofstream("/proc/self/clear_refs") << "5";  // forget the highest use so far
  const double before = megabytes("VmRSS");
  call();
  return megabytes("VmHWM") - before;
}

bool run(const Shape& shape, const Data& data, int threads) {
  fairpca::MatrixRows source = source_of(data);
  const auto accumulate = [&] {
    source.rewind();
    return fairpca::accumulate_moments(source, {.threads = threads, .observer = {}});
  };
  if (!is_right(data, accumulate())) {
    fmt::print(stderr, "N {} p {} threads {}: the moments are wrong\n", shape.rows, shape.cols,
               threads);
    return false;
  }
  const auto n = static_cast<double>(shape.rows), p = static_cast<double>(shape.cols);
  std::vector<Matrix> products(static_cast<std::size_t>(threads), Matrix(shape.cols, shape.cols));
  std::vector<double> ours, rival, ratios;
  for (int turn = 0; turn < shape.turns; ++turn) {
    rival.push_back(2e-9 * n * p * p / seconds([&] { multiply_by_dgemm(data.rows, products); }));
    ours.push_back(1e-9 * n * p * (p + 1) / seconds(accumulate));
    ratios.push_back(ours.back() / rival.back());
  }
  const double block = 4096 * p * 8e-6, matrix = p * p * 8e-6;
  fmt::print("| {} | {} | {} | {:.1f} | {:.1f} | **{:.2f}** | {:.2f} | {:.0f} | {:.0f} |\n",
             shape.rows, shape.cols, threads, median(ours), median(rival), median(ratios),
             shape.goal, extra_megabytes(accumulate), threads * (2 * 2 * matrix + block));
  std::fflush(stdout);
  return true;
}

std::string processor() {
  std::ifstream info("/proc/cpuinfo");
  for (std::string line; std::getline(info, line);) {
    if (line.starts_with("model name")) return line.substr(line.find(':') + 2);
  }
  return "unknown processor";
}

}  // namespace

int main() {
  fmt::print("Machine: {}, {} threads; g++ {}; medians of interleaved turns; 2 groups.\n\n",
             processor(), std::thread::hardware_concurrency(), __VERSION__);
  fmt::print(
      "| N | p | threads | moments Gflop/s | dgemm Gflop/s | ratio | goal | MB | allowed MB |\n");
  fmt::print("|---|---|---|---|---|---|---|---|---|\n");
  bool all_right = true;
  for (const Shape& shape : {Shape{1'000'000, 100, 9, 0.55}, Shape{13'232, 1764, 7, 0.90}}) {
    const Data data = random_rows(shape);
    for (const int threads : {1, 2}) all_right = run(shape, data, threads) && all_right;
  }
  return all_right ? 0 : 1;
}
