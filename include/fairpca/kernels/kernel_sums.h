// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "fairpca/matrix.h"

namespace fairpca {

/// Rows ordered by cell; a cell is what kernel sums are kept apart by (a group, or a part of one).
struct CellRows {
  std::vector<Index> begin = {0};  ///< rows of cell c: begin[c] to begin[c + 1] - 1
  Vector weights;                  ///< > 0, one per row, of sum 1 in every cell
  /// Where a weight is a count of equal rows: how many rows each cell stands for.  Else empty.
  Vector counts = {};

  Index cells() const { return static_cast<Index>(begin.size()) - 1; }
  Index rows() const { return begin.back(); }
  /// Sum of the squared weights of a cell: what pairs of a row with itself add to the sums.
  double self_weight(Index cell) const;
  /// 1 / the rows that a cell counts as: self_weight, or 1 / counts, as each copy of a row has only
  /// itself.
  double inverse_rows(Index cell) const;

  /// Rows of equal weight within each cell, given the number of rows of each.
  static CellRows uniform(const std::vector<Index>& counts);
  /// Throws InvalidArgument for an empty cell or a weight that is not finite and > 0.
  void validate() const;
};

/// kTiled and kTiledSingle visit every pair, in double or single precision; kFourier sums the
/// kernel's Fourier series on a grid (at most three coordinates); kRandomFeatures draws frequencies
/// and is no more than an estimate, with errors of a few percent.
enum class KernelMethod { kAutomatic, kTiled, kTiledSingle, kFourier, kRandomFeatures };

/// kGaussian: k(z, z') = exp(-|z - z'|^2 / (2 s^2)), the same for every rotation of the points.
/// kLaplace: exp(-|z - z'|_1 / s), which is not.
enum class KernelFamily { kGaussian, kLaplace };

struct KernelOptions {
  double bandwidth = 1;                            ///< s of the kernel; finite and > 0
  KernelMethod method = KernelMethod::kAutomatic;  ///< of the Laplace kernel every pair is visited
  int threads = 1;
  Index random_features = 2048;  ///< frequencies of kRandomFeatures
  std::uint64_t seed = 0;        ///< of kRandomFeatures
  KernelFamily family = KernelFamily::kGaussian;
  void validate() const;  ///< throws InvalidArgument, naming the field and its range
};

/// Sums of a kernel within and between cells, and the gradients of their combinations.
///
/// One pass over the pairs serves any number of cells; no matrix of rows x rows is ever held.
/// Same bits for any number of threads.  Memory: rows x (coordinates + 1) x (cells + 16) numbers
/// for the tiles, rows x coordinates for the others.
class KernelSums {
 public:
  virtual ~KernelSums() = default;

  /// cells x cells: sum over rows i of g, j of h of w_i w_j k(z_i, z_j), i = j included.  `points`
  /// has a row per row, in the order of the cells.  With `keep` gradient() may be asked for next.
  virtual Matrix gram_sums(const RowMatrix& points, bool keep) = 0;

  /// The gradient of sum_gh contrast_gh gram_sums_gh with respect to the points last given (rows x
  /// coordinates); `contrast` is symmetric.
  virtual RowMatrix gradient(const Matrix& contrast) const = 0;

  /// How the last sums were computed and why: `tiled: 3 coordinates ...`.
  virtual std::string reason() const = 0;
};

/// kAutomatic takes the Fourier series where it is cheaper than the tiles, pass by pass.
std::unique_ptr<KernelSums> make_kernel_sums(CellRows cells, const KernelOptions& options);

}  // namespace fairpca
