// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "fairpca/matrix.h"
#include "fairpca/mixture/mixture_choices.h"

namespace fairpca {

struct MixtureScores;
struct MixtureSums;
struct PpcaMixture;
struct RowPreparation;
struct StartRows;

/// Rows of all cells by their hashes: kHashBins x cells.
using HashCounts = Eigen::Array<Index, Eigen::Dynamic, Eigen::Dynamic>;
inline constexpr Index kHashBins = 256;

/// Where among the hashes of a cell its held-out rows end: the bin of that hash, and its rank
/// there.
struct HeldOutPlace {
  Index bin = 0, rank = 0;
};

/// Prepared rows, in this process or on other machines: what the EM of mixtures asks of them.
///
/// Each question is one pass over the rows.  Codes of cells go from 0 to cell_count() - 1.
class MixtureRows {
 public:
  virtual ~MixtureRows() = default;

  virtual Index dim() const = 0;
  virtual Index cell_count() const = 0;

  /// sum w per cell.
  virtual Vector weight_per_cell() = 0;
  /// See draw_start_rows() in mixture_start.h.
  virtual StartRows start_rows(const Vector& cell_weights, Index expected_rows, std::uint64_t seed,
                               Index wanted) = 0;
  /// The E-step, v_i = w_i cell_weights[cell of i].
  virtual MixtureSums sums(const PpcaMixture& mixture, const Vector& cell_weights,
                           MStep m_step) = 0;
  /// See score() in mixture_scores.h.
  virtual MixtureScores scores(const PpcaMixture& mixture, const Vector& scale) = 0;

  /// Sets `share` of the rows of every cell apart, rounded down: those with the smallest hashes of
  /// `seed` and row number.  Their code is the number of cells higher from now on.  Two passes.
  void hold_out(double share, std::uint64_t seed);

 protected:
  virtual HashCounts count_hashes(std::uint64_t seed) = 0;
  /// Per cell, all hashes in the bin of its place.
  virtual std::vector<std::vector<double>> hashes_at(const std::vector<HeldOutPlace>& places,
                                                     std::uint64_t seed) = 0;
  /// Rows of cell c with a hash of `seed` below below[c] are held out.
  virtual void set_held_out(std::vector<double> below, std::uint64_t seed) = 0;
};

/// A source of rows that other machines hold: they are prepared there, never read here.
class RemoteSource {
 public:
  virtual ~RemoteSource() = default;
  virtual std::unique_ptr<MixtureRows> prepare(const RowPreparation& preparation) = 0;
};

}  // namespace fairpca
