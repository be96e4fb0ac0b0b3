// SPDX-License-Identifier: BSD-3-Clause
// Whatever multipliers a file holds, the bound that is proven from them holds.
#include <cmath>
#include <limits>
#include <random>

#include <gtest/gtest.h>

#include "dense_oracles.h"
#include "fairpca/verify/verify.h"
#include "fit/grouped_rows.h"
#include "model/random_model.h"

namespace fairpca {
namespace any_multipliers_test {

constexpr Index kColumns = 4;

struct Posed {
  GroupMoments moments;
  Model model;
};

Posed posed(const std::string& method, const OptionValues& options,
            const std::vector<Index>& sizes) {
  const GroupedRows data = random_groups(sizes, kColumns, 3);
  MatrixRows source(data.table());
  Posed result{accumulate_moments(source), {}};
  result.model = fit(data, {.method = method, .options = options, .dimensions = {Index{2}}}).model;
  return result;
}

/// The objective of many frames, as verify_model() computes it: the smallest.
double least_objective(const Posed& posed, const std::string& feasible_claim = "") {
  double least = std::numeric_limits<double>::infinity();
  for (unsigned seed = 0; seed < 400; ++seed) {
    Model other = posed.model;
    other.projection.components = dense::thin_q(random_rows(kColumns, 2, seed));
    const Verification verification = verify_model(other, posed.moments);
    bool is_feasible = true;
    for (const VerifiedClaim& claim : verification.claims) {
      if (claim.id == feasible_claim) is_feasible = claim.status == ClaimStatus::kProven;
    }
    if (is_feasible) least = std::min(least, *verification.objective);
  }
  return least;
}

class AnyMultipliersTest : public ::testing::Test {
 protected:
  double number(double low, double high) {
    return std::uniform_real_distribution<double>(low, high)(engine_);
  }
  void expect_valid(Posed& posed, const std::function<void(Multipliers&)>& draw,
                    const std::string& feasible_claim = "") {
    const double least = least_objective(posed, feasible_claim);
    ASSERT_TRUE(std::isfinite(least));
    for (int trial = 0; trial < 60; ++trial) {
      draw(posed.model.certificate->multipliers);
      const Verification verification = verify_model(posed.model, posed.moments);
      if (!verification.bound) continue;
      EXPECT_LE(*verification.bound, least) << trial;
      EXPECT_LE(*verification.bound, *verification.objective + 1e-12) << trial;
    }
  }
  std::mt19937_64 engine_{7};
};

TEST_F(AnyMultipliersTest, FairPcaOfAnyCriterion) {
  for (const std::string criterion : {"loss", "error", "nash"}) {
    for (const std::vector<Index>& sizes : {std::vector<Index>{40, 30}, {30, 20, 25}}) {
      Posed posed_one = posed("fair-pca", {{"criterion", criterion}}, sizes);
      expect_valid(posed_one, [&](Multipliers& all) {
        for (double& weight : all.dual_weights) weight = number(-0.2, 3);
      });
    }
  }
}

TEST_F(AnyMultipliersTest, RobustFairPcaOfTwoGroupsByAnyAngles) {
  for (const double lambda : {0.0, 0.3, 2.0}) {
    Posed posed_one = posed("robust-fair-pca", {{"lambda", lambda}, {"alpha", 0.4}}, {40, 30});
    expect_valid(posed_one, [&](Multipliers& all) {
      all.support_angles.resize(4);
      for (double& angle : all.support_angles) angle = number(-3.2, 3.2);
    });
  }
}

TEST_F(AnyMultipliersTest, RobustFairPcaOfThreeGroupsByAnyWeightsOfPairs) {
  for (const double lambda : {0.1, 1.0}) {
    Posed posed_one = posed("robust-fair-pca", {{"lambda", lambda}, {"alpha", 0.2}}, {40, 30, 20});
    expect_valid(posed_one, [&](Multipliers& all) {
      all.pair_weights.clear();
      for (Index a = 0; a < 3; ++a) {
        for (Index b = 0; b < 3; ++b) all.pair_weights.push_back({a, b, number(0, 1)});
      }
    });
  }
}

TEST_F(AnyMultipliersTest, GapCappedPcaByAnyWeightsOfGroups) {
  for (const std::vector<Index>& sizes : {std::vector<Index>{40, 30}, {30, 20, 25}}) {
    Posed posed_one = posed("gap-capped-pca", {{"relative_max_gap", 0.8}}, sizes);
    expect_valid(
        posed_one,
        [&](Multipliers& all) {
          for (double& weight : all.dual_weights) weight = number(-3, 3);
        },
        "constraint");
  }
}

TEST_F(AnyMultipliersTest, ConstrainedFairPcaAsPrintedByAnyPrices) {
  Posed posed_one =
      posed("constrained-fair-pca",
            {{"relative_delta", 0.8}, {"mu", 5.0}, {"formulation", "printed"}}, {40, 30});
  expect_valid(
      posed_one,
      [&](Multipliers& all) {
        all.dual_weights = {number(0, 20)};
        for (LowRankMatrix& factor : all.covariance_multipliers) factor.left *= number(0, 3);
      },
      "constraint");
}

TEST_F(AnyMultipliersTest, ConstrainedFairPcaByAnyPrices) {
  for (const double mu : {0.0, 0.1}) {
    Posed posed_one =
        posed("constrained-fair-pca", {{"relative_delta", 0.8}, {"mu", mu}}, {40, 30});
    expect_valid(
        posed_one,
        [&](Multipliers& all) {
          all.dual_weights = {number(0, 20)};
          all.covariance_multipliers.clear();
          for (int k = 0; mu > 0 && k < 2; ++k) {
            const auto seed = static_cast<unsigned>(engine_());
            all.covariance_multipliers.push_back(
                {0.3 * random_rows(kColumns, 2, seed), random_rows(kColumns, 2, seed + 1)});
          }
        },
        "constraint");
  }
}

}  // namespace any_multipliers_test
}  // namespace fairpca
