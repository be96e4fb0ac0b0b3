// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <vector>

#include "fairpca/mixture/mixture_choices.h"
#include "fairpca/model/ppca_mixture.h"
#include "mixture/prepared_rows.h"

namespace fairpca {

/// What the M-step needs of rows seen under one mixture, with r_ik = v_i P(k | x_i) and
/// y_ik = frame_k'(x_i - mean_k): an accumulator of sums, so blocks, threads, files and machines
/// add up (docs/methods/mixture-ppca.md).  Means and frames are the old mixture's.
struct MixtureSums {
  Vector weights;               ///< K: sum_i r_ik
  Matrix shifts;                ///< p x K: sum_i r_ik (x_i - mean_k)
  Matrix cross;                 ///< p x K q: sum_i r_ik (x_i - mean_k) y_ik', block k
  Vector squares;               ///< K: sum_i r_ik |x_i - mean_k|^2
  std::vector<Matrix> scatter;  ///< MStep::kExact: sum_i r_ik (x_i - mean_k)(x_i - mean_k)', lower
  double log_likelihood = 0;    ///< sum_i v_i ln p(x_i)
  Vector cell_log_likelihood;   ///< per cell: sum_i w_i ln p(x_i), w_i the row's own weight

  /// Adds the sums of other rows under the same mixture.
  void merge(const MixtureSums& other);
};

/// The E-step: rows of a block under a mixture.  const and safe on any thread.
class ExpectationStep {
 public:
  /// `cell_weights`: v_i = w_i cell_weights[cell of i].
  ExpectationStep(const PpcaMixture& mixture, Vector cell_weights, MStep m_step);

  /// 4 n p K (q + 1) flops in two matrix products, or what the deviations of the rows make of them
  /// (RowDeviations); n p^2 K more for MStep::kExact.  Two numbers of a row near a mean cancel:
  /// densities have an error of eps |x|^2 / s^2.
  MixtureSums operator()(const PreparedBlock& block) const;

 private:
  struct Workspace;
  Workspace workspace(Index rows) const;
  void add_tile(const PreparedBlock& block, Index first, Workspace& work, MixtureSums& sums) const;
  void multiply(const PreparedBlock& block, Index first, Index n, Workspace& work) const;
  void set_weights(const PreparedBlock& block, Index first, Index n, Workspace& work) const;
  void weigh(Index n, Workspace& work) const;
  void add_products(const PreparedBlock& block, Index first, Index n, Workspace& work) const;
  double count_row(const PreparedBlock& block, Index row, double log_density,
                   MixtureSums& sums) const;
  void add_scatter(const PreparedBlock& block, Index first, Index n, const Workspace& work,
                   MixtureSums& sums) const;
  void add_incomplete(const PreparedBlock& block, MixtureSums& sums) const;
  void finish(const PreparedBlock& block, Workspace& work, MixtureSums& sums) const;

  PpcaMixture mixture_;
  Vector cell_weights_;
  MStep m_step_;
  RowMatrix table_;          ///< p x padded(K(q+1)): the frames, then the means
  Vector offsets_;           ///< K(q+1): frame_k'mean_k, then |mean_k|^2 / 2
  Vector inverse_variance_;  ///< K q
  Vector inverse_noise_;     ///< K
  Vector constants_;         ///< K
};

}  // namespace fairpca
