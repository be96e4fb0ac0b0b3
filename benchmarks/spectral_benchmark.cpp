// SPDX-License-Identifier: BSD-3-Clause
// Top-d eigenpairs with their inertia check against LAPACK's dsyevr for the same d + 1 pairs
// (the solver also reports eigenvalue d + 1), interleaved in one process, one thread.
#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <fstream>
#include <random>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <Eigen/QR>

#include "fairpca/matrix.h"
#include "fairpca/spectral/top_eigenpairs.h"
#include "timing.h"

extern "C" void dsyevr_(const char* jobz, const char* range, const char* uplo, const int* n,
                        double* a, const int* lda, const double* vl, const double* vu,
                        const int* il, const int* iu, const double* abstol, int* m, double* w,
                        double* z, const int* ldz, int* isuppz, double* work, const int* lwork,
                        int* iwork, const int* liwork, int* info);

namespace {

using fairpca::Index;
using fairpca::Matrix;
using fairpca::Vector;

struct Problem {
  Index p, d;
  double exponent;
  int repetitions;
};

Matrix rotated_power_law(const Problem& problem) {
  std::mt19937_64 engine(7);
  std::normal_distribution<double> normal;
  const Index p = problem.p;
  const Matrix gaussian = Matrix::NullaryExpr(p, p, [&] { return normal(engine); });
  const Matrix q = Eigen::HouseholderQR<Matrix>(gaussian).householderQ();
  const Vector values =
      Vector::LinSpaced(p, 1, static_cast<double>(p)).array().pow(-problem.exponent);
  const Matrix product = q * values.asDiagonal() * q.transpose();
  return (product + product.transpose()) / 2;
}

/// The `count` largest eigenvalues (with vectors, which are thrown away), smallest first.
Vector lapack_top(const Matrix& symmetric, int count) {
  Matrix a = symmetric;
  const int p = static_cast<int>(a.rows()), first = p - count + 1;
  const double unused = 0;
  Vector values(p);
  Matrix vectors(p, count);
  std::vector<int> support(static_cast<std::size_t>(2 * count)),
      ints(static_cast<std::size_t>(10 * p));
  std::vector<double> doubles(static_cast<std::size_t>(100 * p));
  const int doubles_size = 100 * p, ints_size = 10 * p;
  int found = 0, info = 0;
  dsyevr_("V", "I", "L", &p, a.data(), &p, &unused, &unused, &first, &p, &unused, &found,
          values.data(), vectors.data(), &p, support.data(), doubles.data(), &doubles_size,
          ints.data(), &ints_size, &info);
  if (info != 0 || found != count) std::exit(1);
  return values.head(count);
}

std::string processor() {
  std::ifstream info("/proc/cpuinfo");
  for (std::string line; std::getline(info, line);) {
    if (line.starts_with("model name")) return line.substr(line.find(':') + 2);
  }
  return "unknown processor";
}

bool run(const Problem& problem) {
  const Matrix a = rotated_power_law(problem);
  const int pairs = static_cast<int>(problem.d) + 1;
  fairpca::SpectralSolver solver, unchecked({.inertia_check = false});

  const fairpca::TopEigenpairs top = solver.top(a, problem.d);
  const double expected = lapack_top(a, pairs).tail(problem.d).sum();
  if (!top.certified || std::abs(top.values.sum() - expected) > 1e-12 * expected) {
    fmt::print(stderr, "p {} d {}: sum {} (certified {}), dsyevr {}\n", problem.p, problem.d,
               top.values.sum(), top.certified, expected);
    return false;
  }
  double ours = 1e9, without_check = 1e9, lapack = 1e9;
  for (int i = 0; i < problem.repetitions; ++i) {
    ours = std::min(ours, seconds([&] { solver.top(a, problem.d); }));
    lapack = std::min(lapack, seconds([&] { lapack_top(a, pairs); }));
    without_check = std::min(without_check, seconds([&] { unchecked.top(a, problem.d); }));
  }
  fmt::print("| {} | {} | {} | {} | {:.2f} | {:.2f} | {:.2f} | **{:.2f}** |\n", problem.p,
             problem.d, problem.exponent,
             top.method == fairpca::EigenMethod::kLanczos ? "Lanczos" : "dense",
             1e3 * without_check, 1e3 * ours, 1e3 * lapack, ours / lapack);
  std::fflush(stdout);
  return true;
}

}  // namespace

int main() {
  fmt::print("Machine: {}; g++ {}; one thread; best of several, interleaved.\n\n", processor(),
             __VERSION__);
  fmt::print("| p | d | exponent | method | ours, unchecked ms | ours ms | dsyevr ms | ratio |\n");
  fmt::print("|---|---|---|---|---|---|---|---|\n");
  bool all_right = true;
  for (const Problem& problem :
       {Problem{50, 5, 0.75, 200}, Problem{100, 10, 0.75, 200}, Problem{300, 20, 0.75, 50},
        Problem{576, 20, 0.75, 20}, Problem{1764, 20, 0.75, 7}, Problem{1764, 20, 0.25, 7},
        Problem{1764, 50, 0.75, 7}}) {
    all_right = run(problem) && all_right;
  }
  return all_right ? 0 : 1;
}
