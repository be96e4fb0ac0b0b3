// SPDX-License-Identifier: BSD-3-Clause
// A service: loads a model once, then projects rows as they come, without allocating.
// `example_row_service 5000000` times so many rows of 100 features and 10 coordinates.
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <vector>

#include "fairpca/model/model_file.h"
#include "wide_model.h"

using namespace fairpca;

static long allocations = 0;  // the service shows that it makes none

void* operator new(std::size_t size) {
  ++allocations;
  if (void* memory = std::malloc(size)) return memory;
  std::abort();
}
void operator delete(void* memory) noexcept {
  std::free(memory);
}
void operator delete(void* memory, std::size_t /*size*/) noexcept {
  std::free(memory);
}

namespace {

/// Coordinates of encoded rows under a linear model; for any thread.
struct RowProjector {
  std::vector<double> mean, weights;  ///< p; p x d, row by row
  std::size_t dimensions;

  explicit RowProjector(const Model& model)
      : mean(model.mean.begin(), model.mean.end()),
        dimensions(static_cast<std::size_t>(model.dimensions())) {
    const RowMatrix all = model.scale.cwiseInverse().asDiagonal() * model.projection.components *
                          model.projection.encode_scale.asDiagonal();
    weights.assign(all.data(), all.data() + all.size());
  }

  void project(const double* row, double* __restrict out) const {
    for (std::size_t j = 0; j < dimensions; ++j) out[j] = 0;
    const double* weight = weights.data();
    for (std::size_t k = 0; k < mean.size(); ++k, weight += dimensions) {
      const double x = row[k] - mean[k];
      for (std::size_t j = 0; j < dimensions; ++j) out[j] += x * weight[j];
    }
  }
};

}  // namespace

int main(int argc, char** argv) {
  const long requests = argc > 1 ? std::atol(argv[1]) : 10'000;
  const RowMatrix rows = RowMatrix::Random(1000, 100);
  const auto file = std::filesystem::temp_directory_path() / "row_service.fpca";
  write_wide_model(rows, file);
  const Model model = read_model(file);
  std::filesystem::remove(file);
  const RowProjector projector(model);
  const RowMatrix expected = model.transform(rows);
  double out[10], error = 0;
  const long before = allocations;
  const auto start = std::chrono::steady_clock::now();
  for (long i = 0; i < requests; ++i) {
    const Index row = i % rows.rows();
    projector.project(rows.data() + row * rows.cols(), out);
    error = std::fmax(error, std::abs(out[i % 10] - expected(row, i % 10)));
  }
  const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - start;
  const long made = allocations - before;
  std::printf("%.0f rows a second, %ld allocations, largest difference %.1e\n",
              static_cast<double>(requests) / seconds.count(), made, error);
  return made == 0 && error < 1e-12 ? 0 : 1;
}
