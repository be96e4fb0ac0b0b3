// SPDX-License-Identifier: BSD-3-Clause
#include "manifolds/checks.h"

#include <gtest/gtest.h>

#include "fairpca/manifolds/stiefel.h"

namespace fairpca {
namespace checks_test {

/// Stiefel with one operation at a time done wrong: the checks must see it.
class Broken : public Manifold {
 public:
  enum class Part { kProject, kRetract, kDirection, kTransport, kDimension };
  explicit Broken(Part part) : part_(part) {}
  Index rows() const override { return stiefel_.rows(); }
  Index cols() const override { return stiefel_.cols(); }
  Index dimension() const override {
    return stiefel_.dimension() + (part_ == Part::kDimension ? 1 : 0);
  }
  double inner(const Matrix& v, const Eigen::Ref<const Matrix>& xi,
               const Eigen::Ref<const Matrix>& eta) const override {
    return stiefel_.inner(v, xi, eta);
  }
  Matrix project(const Matrix& v, const Matrix& ambient) const override {
    if (part_ == Part::kProject) return ambient - v * (v.transpose() * ambient) / 2;
    return stiefel_.project(v, ambient);
  }
  Matrix retract(const Matrix& v, const Matrix& xi) const override {
    if (part_ == Part::kRetract) return v + xi;
    return stiefel_.retract(v, part_ == Part::kDirection ? Matrix(1.5 * xi) : xi);
  }
  double violation(const Matrix& v) const override { return stiefel_.violation(v); }
  Matrix random_point(std::uint64_t seed) const override { return stiefel_.random_point(seed); }
  Matrix transport(const Matrix& from, const Matrix& to, const Matrix& xi) const override {
    return part_ == Part::kTransport ? xi : stiefel_.transport(from, to, xi);
  }

 private:
  Part part_;
  Stiefel stiefel_{7, 3};
};

TEST(ChecksTest, EachBrokenOperationIsSeenByItsCheck) {
  EXPECT_GT(check_manifold(Broken(Broken::Part::kProject), 1).idempotence, 1e-3);
  EXPECT_GT(check_manifold(Broken(Broken::Part::kRetract), 1).violation, 1e-3);
  EXPECT_LT(check_manifold(Broken(Broken::Part::kDirection), 1).retraction_order, 1.1);
  EXPECT_GT(check_manifold(Broken(Broken::Part::kTransport), 1).transport_tangency, 1e-3);
  const Broken wrong_dimension(Broken::Part::kDimension);
  const double counted = check_manifold(wrong_dimension, 1).tangent_dimension;
  EXPECT_NEAR(counted, static_cast<double>(wrong_dimension.dimension()) - 1, 1e-12);
}

TEST(ChecksTest, TheSameSeedGivesTheSameMeasurements) {
  const Stiefel stiefel(7, 3);
  EXPECT_EQ(check_manifold(stiefel, 4).retraction_order,
            check_manifold(stiefel, 4).retraction_order);
}

}  // namespace checks_test
}  // namespace fairpca
