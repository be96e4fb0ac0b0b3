// SPDX-License-Identifier: BSD-3-Clause
// Kernel sums with their gradient, two groups, one thread; a pair is one unordered pair of rows;
// seconds are the processor's:
//   45,000 rows, 2 and 10 coordinates: pairs per second of the tiles, in double and single, on each
//   instruction set that the processor has;
//   the Fourier series against the tiles in the same process, with its relative error;
//   1,582 rows (Lee et al.'s Adult) against the closed form with full matrices in NumPy, one thread
//   each, measured in turn (FAIRPCA_PYTHON: an interpreter with NumPy; without it this is left
//   out).
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <memory>
#include <random>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "fairpca/kernels/mmd_contrast.h"
#include "kernels/tiled_kernel_sums.h"

namespace {

using namespace fairpca;

template <class Call>
double seconds(Call&& call) {
  const std::clock_t start = std::clock();
  call();
  return static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
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

/// Ways to the same sums, and the best time of each.
struct Contender {
  std::string name;
  std::unique_ptr<KernelSums> sums;
  Outcome best = {.value = 0, .seconds = 1e9, .gradient = {}};
};

void evaluate(const Problem& problem, Contender& contender) {
  Outcome& best = contender.best;
  const double time = seconds([&] {
    const Matrix between = contender.sums->gram_sums(problem.points, true);
    best.value = problem.contrast.cwiseProduct(between).sum();
    best.gradient = contender.sums->gradient(problem.contrast);
  });
  best.seconds = std::min(best.seconds, time);
}

/// In turn, so that all meet the same machine.
void evaluate(const Problem& problem, std::vector<Contender>& contenders, int repetitions) {
  for (int r = 0; r < repetitions; ++r) {
    for (Contender& contender : contenders) evaluate(problem, contender);
  }
}

Contender contender(const Problem& problem, const std::string& name, KernelMethod method) {
  return {name,
          make_kernel_sums(problem.cells, {.bandwidth = problem.bandwidth, .method = method})};
}

double difference(const Outcome& a, const Outcome& b) {
  return std::max(std::abs(a.value - b.value) / std::abs(b.value),
                  (a.gradient - b.gradient).norm() / b.gradient.norm());
}

template <class Scalar>
void add_tiles(const Problem& problem, const char* precision, std::vector<Contender>& contenders) {
  for (const KernelTile<Scalar>& tile : supported_kernel_tiles<Scalar>()) {
    const auto bits = 8 * sizeof(Scalar) * static_cast<std::size_t>(tile.lanes);
    const char* set = bits == 512 ? "AVX-512" : bits == 256 ? "AVX2" : "baseline";
    const KernelOptions options = {.bandwidth = problem.bandwidth};
    contenders.push_back({fmt::format("{} {}", precision, set),
                          std::make_unique<TiledKernelSums<Scalar>>(problem.cells, options, tile)});
  }
}

void measure_large(Index coordinates) {
  const Problem problem(45000, coordinates);
  std::vector<Contender> contenders;
  add_tiles<double>(problem, "double", contenders);
  add_tiles<float>(problem, "single", contenders);
  if (coordinates <= 2) {
    contenders.push_back(contender(problem, "fourier", KernelMethod::kFourier));
  }
  evaluate(problem, contenders, 5);
  const Outcome& exact = contenders.front().best;
  for (const auto& [name, sums, best] : contenders) {
    fmt::print(
        "N=45000 d={:<2} {:15}: {:7.3f} s, {:6.2f} Gpair/s, {:.4f} of the first's time, "
        "relative error {:.1e}\n",
        coordinates, name, best.seconds, problem.pairs() / best.seconds / 1e9,
        best.seconds / exact.seconds, difference(best, exact));
  }
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
      "    t = time.process_time(); run(); times.append(time.process_time() - t)\n"
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
  std::vector<Contender> contenders;
  contenders.push_back(contender(problem, "tiled", KernelMethod::kTiled));
  contenders.push_back(contender(problem, "automatic", KernelMethod::kAutomatic));
  evaluate(problem, contenders, 30);
  const Outcome &ours = contenders.front().best, &chosen = contenders.back().best;
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
