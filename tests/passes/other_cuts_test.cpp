// SPDX-License-Identifier: BSD-3-Clause
// The same rows in other partitions: what is equal, and how nearly.
#include <cmath>
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "passes/pass_request.h"
#include "passes/pass_result.h"
#include "passes/pass_rows.h"
#include "passes/pass_values.h"

namespace fairpca {
namespace other_cuts_test {

const std::vector<std::vector<Index>> kCuts = {{200, 0, 1, 499}, {1, 698, 1}, {350, 350}};

/// The sums of the first E-step of a fit, folded as the driver folds them.
MixtureSums first_sums(const PassSetup& setup, SplitTable table) {
  const RunPass engine = table.engine();
  std::optional<MixtureSums> first;
  const RunPass noting = [&](const PassTask& task,
                             const std::function<void(std::string_view)>& take) {
    const bool is_first = !first && parse_request(task.request).kind == PassKind::kSums;
    std::optional<MixtureSums> sums;
    engine(task, [&](std::string_view bytes) {
      if (is_first) add_value(parse_result(bytes).value, sums);
      take(bytes);
    });
    if (is_first) first = std::move(sums);
  };
  fit_passes(setup, noting);
  return first.value();
}

template <class Numbers>
double relative_difference(const Numbers& a, const Numbers& b) {
  return (a - b).cwiseAbs().maxCoeff() / b.cwiseAbs().maxCoeff();
}

/// The largest of all sums, each relative to the largest number of its kind.
double sums_difference(const MixtureSums& a, const MixtureSums& b) {
  double largest =
      std::max({relative_difference(a.weights, b.weights), relative_difference(a.shifts, b.shifts),
                relative_difference(a.cross, b.cross), relative_difference(a.squares, b.squares),
                relative_difference(a.cell_log_likelihood, b.cell_log_likelihood),
                std::abs(a.log_likelihood / b.log_likelihood - 1)});
  for (std::size_t k = 0; k < b.scatter.size(); ++k) {
    largest = std::max(largest, relative_difference(a.scatter[k], b.scatter[k]));
  }
  return largest;
}

TEST(OtherCutsTest, TheFirstSumsOfEmAreTheSameToRounding) {
  for (const char* method : {"mixture-ppca", "fair-mixture-ppca"}) {
    for (const char* m_step : {"latent", "exact"}) {
      for (const unsigned seed : {5U, 6U, 7U}) {
        SCOPED_TRACE(method);
        SCOPED_TRACE(m_step);
        const PassRows rows = pass_rows(seed);
        PassSetup setup = mixture_setup(method);
        setup.settings.options["m_step"] = std::string(m_step);
        setup.settings.options["max_iterations"] = std::int64_t{1};
        const MixtureSums whole = first_sums(setup, split(rows, {700}));
        for (const std::vector<Index>& cut : kCuts) {
          EXPECT_LE(sums_difference(first_sums(setup, split(rows, cut)), whole), 1e-12);
        }
      }
    }
  }
}

// Projections are compared, since signs and the order of tied directions are a matter of rounding.
// Two methods find a weight by a search that ends at a tolerance, which amplifies rounding (8e-12
// and 3e-10 were measured).
TEST(OtherCutsTest, MomentMethodsProjectOnTheSameSubspaceToRounding) {
  for (const unsigned seed : {5U, 6U, 7U}) {
    const PassRows rows = pass_rows(seed);
    for (const auto& [method, bound] :
         {std::pair("pca", 1e-12), std::pair("ppca", 1e-12), std::pair("fair-pca", 1e-12),
          std::pair("mean-matching-pca", 1e-12), std::pair("constrained-fair-pca", 1e-12),
          std::pair("robust-fair-pca", 1e-9), std::pair("gap-capped-pca", 1e-9)}) {
      SCOPED_TRACE(method);
      const PassSetup setup = setup_for(method);
      SplitTable one = split(rows, {700});
      const Fit whole = fit_passes(setup, one.engine()).fit;
      for (const std::vector<Index>& cut : kCuts) {
        SplitTable table = split(rows, cut);
        const Fit fit = fit_passes(setup, table.engine()).fit;
        const double difference = projection_difference(fit.model, whole.model);
        EXPECT_LE(difference, bound);
        EXPECT_LE(relative_difference(fit.model.mean, whole.model.mean), 1e-14);
      }
    }
  }
}

}  // namespace other_cuts_test
}  // namespace fairpca
