// SPDX-License-Identifier: BSD-3-Clause
#include "fit/minka_evidence.h"

#include <cmath>
#include <limits>

#include <gtest/gtest.h>

namespace fairpca {
namespace minka_evidence_test {

/// Differences to the first, which the constant does not enter.
Vector beside_first(const Vector& evidence) {
  return evidence.array() - evidence(0);
}

TEST(MinkaEvidenceTest, AgreesWithScikitLearn) {
  // sklearn.decomposition._pca._assess_dimension(spectrum, k, 50), k = 1..5, of scikit-learn 1.9.1.
  const Vector spectrum{{9.0, 4.0, 1.5, 0.5, 0.4, 0.3}};
  const Vector theirs{{-105.07598429719258, -75.8744597252052, -65.5168720166771, -68.013304646285,
                       -70.14868258772995}};
  EXPECT_LE((beside_first(minka_log_evidence(spectrum, 50)) - beside_first(theirs)).norm(),
            1e-12 * theirs.norm());
}

TEST(MinkaEvidenceTest, DoesNotDependOnTheUnit) {
  const Vector spectrum{{9.0, 4.0, 1.5, 0.5, 0.4, 0.3}};
  const Vector expected = minka_log_evidence(spectrum, 50);
  for (const double unit : {1e-30, 1e30}) {
    EXPECT_LE((minka_log_evidence(unit * spectrum, 50) - expected).norm(), 1e-12 * expected.norm());
  }
}

TEST(MinkaEvidenceTest, DirectionsWithoutVarianceHaveNone) {
  const Vector evidence = minka_log_evidence(Vector{{1.0, 1e-30, 1e-30, 0.0}}, 10);
  EXPECT_TRUE(std::isfinite(evidence(0)));
  EXPECT_EQ(evidence(1), -std::numeric_limits<double>::infinity());
  EXPECT_EQ(evidence(2), -std::numeric_limits<double>::infinity());
}

TEST(MinkaEvidenceTest, TiesStayFinite) {
  EXPECT_TRUE(minka_log_evidence(Vector{{2.0, 2.0, 2.0, 1.0}}, 100).allFinite());
}

}  // namespace minka_evidence_test
}  // namespace fairpca
