// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <memory>
#include <optional>

#include "fairpca/matrix.h"

namespace fairpca {

/// A P = Q R with the column of the largest remainder next, so that R shows the rank of A.
class PivotedQr {
 public:
  /// Pivots up to `threshold` times the largest count as 0 in the rank; by default rounding does.
  explicit PivotedQr(const Matrix& matrix, std::optional<double> threshold = std::nullopt);
  ~PivotedQr();
  PivotedQr(const PivotedQr&) = delete;
  PivotedQr& operator=(const PivotedQr&) = delete;

  Index rank() const;
  /// |R(i, i)|, falling.
  double pivot(Index i) const;
  /// The first columns of Q: with `count` = rank(), a basis of the span of A.
  Matrix first_columns(Index count) const;
  /// The columns of Q behind the first rank(): a basis of what A leaves out.
  Matrix complement() const;
  /// Q v, Q'v.
  Vector apply(const Vector& v) const;
  Vector apply_transposed(const Vector& v) const;

 private:
  struct Factors;
  std::unique_ptr<const Factors> factors_;
};

}  // namespace fairpca
