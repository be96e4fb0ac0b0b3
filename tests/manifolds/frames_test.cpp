// SPDX-License-Identifier: BSD-3-Clause
#include <cmath>
#include <memory>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "dense_oracles.h"
#include "fairpca/manifolds/grassmann.h"
#include "fairpca/manifolds/stiefel.h"
#include "manifolds/checks.h"
#include "text/rejection_of.h"

namespace fairpca {
namespace frames_test {

struct Named {
  std::string name;
  std::unique_ptr<Manifold> manifold;
};

std::vector<Named> frames() {
  std::vector<Named> all;
  for (const auto& [p, d] :
       std::vector<std::pair<Index, Index>>{{2, 1}, {3, 2}, {5, 5}, {10, 3}, {40, 7}, {1, 1}}) {
    for (const Retraction retraction : {Retraction::kQr, Retraction::kPolar}) {
      const char* by = retraction == Retraction::kQr ? "QR" : "polar";
      all.push_back(
          {fmt::format("Stiefel {} {} {}", p, d, by), std::make_unique<Stiefel>(p, d, retraction)});
      all.push_back({fmt::format("Grassmann {} {} {}", p, d, by),
                     std::make_unique<Grassmann>(p, d, retraction)});
    }
  }
  return all;
}

TEST(FramesTest, TheIdentitiesOfAManifoldHoldAtManyRandomPoints) {
  for (const Named& named : frames()) {
    SCOPED_TRACE(named.name);
    const Manifold& manifold = *named.manifold;
    for (std::uint64_t seed = 0; seed < 50; ++seed) {
      const ManifoldErrors errors = check_manifold(manifold, seed);
      EXPECT_LT(errors.idempotence, 1e-14);
      EXPECT_LT(errors.self_adjointness, 1e-14);
      EXPECT_LT(errors.zero_retraction, 1e-14);
      EXPECT_LT(errors.violation, 1e-13);
      EXPECT_LT(errors.transport_tangency, 1e-14);
      EXPECT_LT(errors.gradient_tangency, 1e-14);
      EXPECT_NEAR(errors.tangent_dimension, static_cast<double>(manifold.dimension()), 1e-11);
      if (manifold.dimension() > 0) {
        EXPECT_GT(errors.retraction_order, 1.95);
      }
    }
  }
}

TEST(FramesTest, ManyVectorsAreTransportedAsOne) {
  for (const Named& named : frames()) {
    SCOPED_TRACE(named.name);
    const Manifold& manifold = *named.manifold;
    const Index p = manifold.rows(), d = manifold.cols();
    const Matrix from = manifold.random_point(1), to = manifold.random_point(2);
    Matrix vectors(p, 3 * d);
    for (Index k = 0; k < 3; ++k) {
      vectors.middleCols(k * d, d) =
          manifold.project(from, manifold.random_point(static_cast<std::uint64_t>(3 + k)));
    }
    Matrix expected = vectors;
    for (Index k = 0; k < 3; ++k) {
      expected.middleCols(k * d, d) = manifold.transport(from, to, vectors.middleCols(k * d, d));
    }
    manifold.transport_all(from, to, vectors);
    EXPECT_LT((vectors - expected).norm(), 1e-14 * static_cast<double>(p));
  }
}

TEST(FramesTest, TangentVectorsSatisfyTheEquationsOfTheirSpace) {
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    const Stiefel stiefel(9, 4);
    const Matrix v = stiefel.random_point(seed);
    const Matrix xi = random_tangent(stiefel, v, seed + 1);
    EXPECT_LT((v.transpose() * xi + xi.transpose() * v).norm(), 1e-14);
    EXPECT_GT((v.transpose() * xi).norm(), 1e-3);  // rotations inside the span are included
    EXPECT_NEAR(stiefel.norm(v, xi), 1, 1e-14);

    const Grassmann grassmann(9, 4);
    EXPECT_LT((v.transpose() * random_tangent(grassmann, v, seed + 2)).norm(), 1e-14);
  }
}

TEST(FramesTest, TheProjectionIsTheClosestTangentVector) {
  const Stiefel stiefel(6, 3);
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    const Matrix v = stiefel.random_point(seed);
    const Matrix ambient = stiefel.random_point(seed + 100);
    const Matrix closest = stiefel.project(v, ambient);
    for (std::uint64_t other = 0; other < 5; ++other) {
      const Matrix moved = closest + 0.01 * random_tangent(stiefel, v, other);
      EXPECT_GT((moved - ambient).norm(), (closest - ambient).norm());
    }
  }
}

TEST(FramesTest, TheQrFactorGivesAPositiveUpperTriangle) {
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    const Stiefel stiefel(8, 4);
    const Matrix matrix = stiefel.random_point(seed) * 3 - stiefel.random_point(seed + 50);
    const Matrix q = qr_factor(matrix);
    const Matrix r = q.transpose() * matrix;
    EXPECT_LT((q * r - matrix).norm(), 1e-13);
    EXPECT_LT(Matrix(r.triangularView<Eigen::StrictlyLower>()).norm(), 1e-13);
    EXPECT_GT(r.diagonal().minCoeff(), 0);
  }
}

TEST(FramesTest, ThePolarFactorEqualsThatOfTheSingularValueDecomposition) {
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    const Stiefel stiefel(8, 4);
    const Matrix matrix = stiefel.random_point(seed) * 3 - stiefel.random_point(seed + 50);
    EXPECT_LT((polar_factor(matrix) - dense::polar(matrix)).norm(), 1e-13);
  }
}

TEST(FramesTest, OnTheSphereBothRetractionsFollowTheGreatCircle) {
  // Both are v + xi normalised: the point at the angle atan t.
  for (const Retraction retraction : {Retraction::kQr, Retraction::kPolar}) {
    const Stiefel sphere(5, 1, retraction);
    const Matrix v = sphere.random_point(1), xi = random_tangent(sphere, v, 2);
    const double t = 0.3, angle = std::atan(t);
    const Matrix expected = std::cos(angle) * v + std::sin(angle) * xi;
    EXPECT_LT((sphere.retract(v, t * xi) - expected).norm(), 1e-14);
  }
}

TEST(FramesTest, RandomPointsDependOnTheSeedAlone) {
  const Stiefel stiefel(7, 3);
  EXPECT_EQ(stiefel.random_point(5), stiefel.random_point(5));
  EXPECT_NE(stiefel.random_point(5), stiefel.random_point(6));
}

TEST(FramesTest, RandomPointsAreUniform) {
  // E v_i v_i' = I/p for the columns of a uniform frame.
  const Stiefel stiefel(4, 2);
  Matrix mean = Matrix::Zero(4, 4);
  const int draws = 4000;
  for (int seed = 0; seed < draws; ++seed) {
    const Matrix v = stiefel.random_point(static_cast<std::uint64_t>(seed));
    mean += v.col(1) * v.col(1).transpose() / draws;
  }
  EXPECT_LT((mean - Matrix::Identity(4, 4) / 4).cwiseAbs().maxCoeff(), 5 * 0.25 / std::sqrt(draws));
}

TEST(FramesTest, ImpossibleShapesAreRejected) {
  const Message wide = rejection_of([] { Stiefel(3, 4); });
  EXPECT_EQ(wide.code(), "frame-size");
  EXPECT_EQ(wide.argument("p"), "3");
  EXPECT_EQ(wide.argument("d"), "4");
  EXPECT_EQ(rejection_of([] { Grassmann(3, 0); }).code(), "frame-size");
  const Message angles =
      rejection_of([] { principal_angles(Matrix::Identity(4, 2), Matrix::Identity(4, 3)); });
  EXPECT_EQ(angles.code(), "different-frame-sizes");
  EXPECT_EQ(angles.argument("columns"), "2");
  EXPECT_EQ(angles.argument("other_columns"), "3");
}

}  // namespace frames_test
}  // namespace fairpca
