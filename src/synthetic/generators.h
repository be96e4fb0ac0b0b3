// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <functional>

#include "fairpca/synthetic/synthetic.h"

namespace fairpca {

/// What a generator is asked for, its sizes settled.
struct DrawRequest {
  std::uint64_t seed = 0;
  Index rows = 0, features = 0;
  std::function<Flow()> observer;

  /// Throws Stopped where the observer wants it; asks before a few of the rows only.
  void before_row(Index row) const;
};

/// A generator with its sizes in the paper.
struct Generator {
  SyntheticSpec spec;
  Index rows = 0;
  Index features = 0;
  Index max_features = 0;  ///< features, unless the generator can make more
  std::function<SyntheticData(const DrawRequest&)> draw;
};

/// Vu et al. (2022), section D.2.1; the training size or the test size.
Generator rfpca_toy();
Generator rfpca_toy_test();

/// Lee et al. (2022), sections 8.1 and H.
Generator mbf_1();
Generator mbf_2();

/// Nascimento (2025), section 5.1; half the rows or 70 % of them in group 0.
Generator frmppca_balanced();
Generator frmppca_unbalanced();

/// Rows not yet drawn, `n` x `p`, with columns x1..xp; the first `group_0_rows` are in group 0.
SyntheticData two_blocks(Index n, Index p, Index group_0_rows);

}  // namespace fairpca
