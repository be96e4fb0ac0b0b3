// SPDX-License-Identifier: BSD-3-Clause
#include "scaling/theory.h"

#include <algorithm>
#include <iterator>
#include <string_view>

namespace fairpca::scaling {
namespace {

struct Entry {
  std::string_view method;  ///< empty: all that need this of the data
  Needs needs;
  Axis axis;
  double time, memory;
  std::string_view derivation;
};

/// The first entry that fits counts.
constexpr Entry kEntries[] = {
    {"pca", Needs::kMoments, Axis::kGroups, 1, 1,
     "the moments of $G$ groups are merged and measured, $G p^2$, and $G$ eigenproblems tell what "
     "each loses"},
    {"ppca", Needs::kMoments, Axis::kGroups, 1, 1,
     "the moments of $G$ groups are merged and measured, $G p^2$, and $G$ eigenproblems tell what "
     "each loses"},
    {"mean-matching-pca", Needs::kMoments, Axis::kGroups, 2, 1,
     "$G$ moments and eigenproblems, and an orthonormal basis of the mean differences, $p G^2$"},
    {"constrained-fair-pca", Needs::kMoments, Axis::kGroups, 2, 1,
     "a step of the convex program has one eigenproblem and $G$ limits, $G p^2$; a basis of the "
     "means, $p G^2$"},
    {"", Needs::kMoments, Axis::kRows, 1, 0,
     "one pass adds $N p^2 / 2$ products; what follows does not see $N$, and no row is kept but "
     "the 3,000 that the bandwidth is taken from"},
    {"", Needs::kMoments, Axis::kFeatures, 3, 2,
     "$N p^2 / 2$ for the moments, $p^3 / 3$ for each proof that eigenpairs are complete; matrices "
     "of $p^2$"},
    {"", Needs::kMoments, Axis::kDimensions, 1, 1,
     "$p^2 d$ for eigenpairs (at most $p^3$), $3000^2 d / 2$ for the distances behind the "
     "bandwidth; frames of $p d$"},
    {"", Needs::kMoments, Axis::kGroups, 2, 1,
     "$G$ eigenproblems and $G p^2 d$ for products with the frame; $G^2 p d$ for second "
     "derivatives in the weights of the groups; $G$ matrices of $p^2$"},
    {"", Needs::kRowsInMemory, Axis::kRows, 2, 1,
     "$N^2 d / 2$ for all pairs of rows in every step (where a Fourier series serves, at most 3 "
     "dimensions, $N$); the rows once more in memory"},
    {"", Needs::kRowsInMemory, Axis::kFeatures, 3, 2,
     "$N p d + p^2 d$ for a step (rows and covariance times the frame), after $N p^2 / 2$ for the "
     "moments and $p^3 / 3$ for PCA's proof"},
    {"", Needs::kRowsInMemory, Axis::kDimensions, 1, 1,
     "$N^2 d / 2 + N p d$ for a step; frames of $(N + p) d$, and as many pairs of them as the "
     "quasi-Newton method keeps"},
    {"", Needs::kRowsInMemory, Axis::kGroups, 2, 1,
     "one pass over the pairs of rows serves all pairs of groups, $N^2 d / 2 + N G$; each of the "
     "$G (G - 1) / 2$ has a multiplier"},
    {"", Needs::kRowsSeveralPasses, Axis::kRows, 1, 1,
     "$2 N p K d$ for a step of EM; the prepared rows are kept where they fit"},
    {"", Needs::kRowsSeveralPasses, Axis::kFeatures, 3, 2,
     "$2 N p K d$ for a step of EM, after $N p^2 / 2$ for the moments and $p^3 / 3$ for PCA's "
     "proof"},
    {"", Needs::kRowsSeveralPasses, Axis::kDimensions, 2, 1,
     "$2 N p K d$ for the rows of a step of EM, $K p d^2$ to make the loadings orthogonal"},
    {"", Needs::kRowsSeveralPasses, Axis::kGroups, 1, 1,
     "the moments of $G$ groups, $G p^2$; a step of EM sees groups only as weights of rows"},
};

struct Remark {
  std::string_view method;
  Axis axis;
  std::string_view text;
};

constexpr Remark kRemarks[] = {
    {"pca", Axis::kRows,
     "the bandwidth, the median of the distances of 3,000 rows, is computed by every fit whatever "
     "the method; it takes a fifth of what it did before this page was first measured (19 in place "
     "of 90 ms at d = 3, one after the other under the same load), and no longer keeps 36 MB of "
     "distances."},
    {"fair-pca", Axis::kGroups,
     "at 100 groups 45 % of the samples are in products of matrices and about a tenth in the "
     "system's handling of memory; which products was not recorded."},
    {"mmd-fair-pca", Axis::kDimensions,
     "the number of evaluations grows too (column *steps*); why was not looked into."},
    {"mixture-ppca", Axis::kFeatures,
     "from 1,000 to 2,000 features an iteration takes 2.6 times as long (8.4 and 22 ms), where $2 "
     "N p K d$ would double; the cause was not isolated."},
};

}  // namespace

Theory theory_of(const Method& method, Axis axis) {
  const auto found = std::find_if(std::begin(kEntries), std::end(kEntries), [&](const Entry& one) {
    return one.needs == method.needs && one.axis == axis &&
           (one.method.empty() || one.method == method.id);
  });
  if (found == std::end(kEntries)) return {};
  return {found->time, found->memory, std::string(found->derivation)};
}

std::string remark_on(const std::string& method, Axis axis) {
  for (const Remark& remark : kRemarks) {
    if (remark.method == method && remark.axis == axis) return std::string(remark.text);
  }
  return "";
}

}  // namespace fairpca::scaling
