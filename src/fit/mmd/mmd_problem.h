// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <memory>
#include <vector>

#include "fit/mmd/merged_rows.h"
#include "fit/mmd/mmd_constraints.h"
#include "optimize/penalty.h"

namespace fairpca {

/// f(V) = -<S, VV'> / tr S, the explained variance ratio, and h_j(V) = MMD^2 of the j-th pair of
/// groups on z = V'x.  Both see only the subspace.
///
/// Remembers its last pass over the pairs, so that a gradient where the values are known is cheap.
class MmdProblem final : public ConstrainedObjective {
 public:
  /// The rows and the covariance must outlive it, and so must `passes`, where it counts its own.
  MmdProblem(const RowsInMemory& rows, std::vector<ComparedRows> compared, const Matrix& covariance,
             const KernelOptions& kernel, int& passes);
  /// Another problem with its sums computed by another method; the rows are shared.
  MmdProblem(const MmdProblem& other, KernelMethod method);

  /// From now on h_j is the MMD^2 of a pair in its unit: constraints of different sizes get one
  /// limit.
  void measure_in(Vector units) { units_ = std::move(units); }
  const Vector& units() const { return units_; }  ///< 1, unless said otherwise

  Index constraints() const override { return constraints_; }
  double values(const Matrix& point, Vector& constraints, bool keep) const override;
  Matrix gradient(const Matrix& point, const Vector& weights) const override;

  /// z = V'x of all rows.
  RowMatrix project(const Matrix& point) const;
  const std::vector<ComparedRows>& compared() const { return compared_; }
  /// Rows that a pass goes over: equal ones of a cell count once.
  Index distinct_rows() const { return merged_->rows.rows(); }
  const KernelOptions& kernel() const { return kernel_; }
  double explained(const Matrix& point) const;
  /// What the biased estimate would be for groups that are equal: (sum of squared weights) (1 -
  /// mean kernel), the largest over the constraints; the median rule makes that mean about a half.
  double floor() const;
  /// That of each constraint, with the mean kernel of all its rows at a frame.
  Vector floors(const Matrix& point) const;
  /// To within which MMD^2 is known: exponents of single precision are wrong by 1e-6, pair by pair.
  double noise() const;
  /// Whom a constraint compares, and the sizes of the two groups.
  std::pair<std::string, Message> name_and_sizes(Index constraint) const;
  /// Whether the last pass went over every pair, in double precision.
  bool visits_pairs() const { return reason().starts_with("tiled, double"); }
  std::string reason() const { return sums_.front()->reason(); }

 private:
  void make_sums();
  void evaluate(const Matrix& point, bool keep) const;

  const RowsInMemory& rows_;
  std::vector<ComparedRows> compared_;
  std::shared_ptr<const MergedRows> merged_;  ///< what the passes go over
  const Matrix& covariance_;
  KernelOptions kernel_;
  Index constraints_;
  Vector units_;
  std::vector<std::unique_ptr<KernelSums>> sums_;
  mutable Matrix last_point_;
  mutable bool kept_ = false;
  mutable Vector last_values_;
  mutable std::vector<Matrix> last_between_;  ///< of each part
  int& passes_;
};

/// MMD^2 alone, summed over the constraints: the authors' first phase.
class MmdSum final : public Objective {
 public:
  explicit MmdSum(const MmdProblem& problem) : problem_(problem) {}
  double value(const Matrix& point) const override;
  Matrix gradient(const Matrix& point) const override;

 private:
  const MmdProblem& problem_;
};

}  // namespace fairpca
