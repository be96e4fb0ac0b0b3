// SPDX-License-Identifier: BSD-3-Clause
// Kernel sums with their gradient, two groups, one thread; a pair is one unordered pair of rows:
//   45,000 rows, 2 and 10 coordinates: pairs per second of the tiles, in double and single;
//   the Fourier series against the tiles in the same process, with its relative error;
//   1,582 rows (Lee et al.'s Adult) against the closed form with full matrices in NumPy, one thread
//   each, measured in turn (FAIRPCA_PYTHON: an interpreter with NumPy; without it this is left
//   out).
#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <random>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "fairpca/kernels/mmd_contrast.h"

namespace {

using namespace fairpca;

template <class Call>
double seconds(Call&& call) {
  const auto start = std::chrono::steady_clock::now();
  call();
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

struct Problem {
  CellRows cells;
  RowMatrix points;
  Matrix contrast;
  double bandwidth;

  Problem(Index rows, Index coordinates)
      : cells(CellRows::uniform({rows / 3, rows - rows / 3})),
        points(rows, coordinates),
        contrast(Matrix::Zero(2, 2)),
        bandwidth(std::sqrt(0.7 * static_cast<double>(coordinates))) {
    mmd_contrast(cells, Vector::Unit(2, 0), Vector::Unit(2, 1), MmdEstimator::kBiased)
        .add_to(contrast, 1);
    std::mt19937_64 engine(7);
    std::normal_distribution<double> normal;
    for (Index i = 0; i < rows; ++i) {
      for (Index k = 0; k < coordinates; ++k) points(i, k) = normal(engine);
      if (i < rows / 3) points(i, 0) += 0.1;
    }
  }
  double pairs() const {
    const double n = static_cast<double>(points.rows());
    return n * (n - 1) / 2;
  }
};

struct Outcome {
  double value = 0, seconds = 0;
  RowMatrix gradient;
};

Outcome evaluate(const Problem& problem, KernelMethod method, int repetitions) {
  const auto sums =
      make_kernel_sums(problem.cells, {.bandwidth = problem.bandwidth, .method = method});
  Outcome best;
  best.seconds = 1e9;
  for (int r = 0; r < repetitions; ++r) {
    const double time = seconds([&] {
      const Matrix between = sums->gram_sums(problem.points, true);
      best.value = problem.contrast.cwiseProduct(between).sum();
      best.gradient = sums->gradient(problem.contrast);
    });
    best.seconds = std::min(best.seconds, time);
  }
  return best;
}

double difference(const Outcome& a, const Outcome& b) {
  return std::max(std::abs(a.value - b.value) / std::abs(b.value),
                  (a.gradient - b.gradient).norm() / b.gradient.norm());
}

void measure_large(Index coordinates) {
  const Problem problem(45000, coordinates);
  const Outcome exact = evaluate(problem, KernelMethod::kTiled, 5);
  const auto line = [&](const char* name, const Outcome& other) {
    fmt::print(
        "N=45000 d={:<2} {:8}: {:7.3f} s, {:6.2f} Gpair/s, {:.4f} of the tiles' time, "
        "relative error {:.1e}\n",
        coordinates, name, other.seconds, problem.pairs() / other.seconds / 1e9,
        other.seconds / exact.seconds, difference(other, exact));
  };
  line("tiled", exact);
  line("single", evaluate(problem, KernelMethod::kTiledSingle, 5));
  if (coordinates <= 2) line("fourier", evaluate(problem, KernelMethod::kFourier, 5));
}

/// Seconds of one value and gradient by full matrices in NumPy; negative where there is none.
double numpy_seconds(Index rows, Index coordinates) {
  const char* const python = std::getenv("FAIRPCA_PYTHON");
  if (python == nullptr) return -1;
  const std::string code = fmt::format(
      "import time, numpy as np\n"
      "n, d = {}, {}\n"
      "z = np.random.default_rng(0).normal(size=(n, d)); s2 = 0.7 * d\n"
      "w = np.r_[np.full(n // 3, 1 / (n // 3)), np.full(n - n // 3, -1 / (n - n // 3))]\n"
      "def run():\n"
      "    q = (z * z).sum(1)\n"
      "    K = np.exp((z @ z.T - q[:, None] / 2 - q / 2) / s2) * w[:, None] * w\n"
      "    return K.sum(), -2 / s2 * (K.sum(1)[:, None] * z - K @ z)\n"
      "times = []\n"
      "for _ in range(15):\n"
      "    t = time.perf_counter(); run(); times.append(time.perf_counter() - t)\n"
      "print(min(times))",
      rows, coordinates);
  const std::string command = fmt::format("OPENBLAS_NUM_THREADS=1 '{}' -c '{}'", python, code);
  FILE* const pipe = popen(command.c_str(), "r");
  if (pipe == nullptr) return -1;
  double time = -1;
  if (std::fscanf(pipe, "%lf", &time) != 1) time = -1;
  pclose(pipe);
  return time;
}

void measure_small(Index coordinates) {
  const Problem problem(1582, coordinates);
  const double numpy = numpy_seconds(1582, coordinates);
  const Outcome ours = evaluate(problem, KernelMethod::kTiled, 30);
  const Outcome chosen = evaluate(problem, KernelMethod::kAutomatic, 30);
  fmt::print("N=1582 d={:<2}: tiled {:.3f} ms, automatic {:.3f} ms", coordinates,
             1e3 * ours.seconds, 1e3 * chosen.seconds);
  if (numpy > 0) {
    fmt::print(", NumPy {:.3f} ms: {:.1f} x", 1e3 * numpy,
               numpy / std::min(ours.seconds, chosen.seconds));
  }
  fmt::print("\n");
}

}  // namespace

int main() {
  for (const Index coordinates : {2, 10}) measure_small(coordinates);
  for (const Index coordinates : {2, 10}) measure_large(coordinates);
}
