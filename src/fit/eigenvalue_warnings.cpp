// SPDX-License-Identifier: BSD-3-Clause
#include "fit/eigenvalue_warnings.h"

#include <fmt/format.h>

#include "fairpca/counted.h"

namespace fairpca {

std::vector<std::string> eigenvalue_warnings(const TopEigenpairs& pairs) {
  const Index d = pairs.values.size(), p = pairs.vectors.rows();
  const double largest = pairs.values(0);
  if (!(largest > 0)) return {"all rows are equal: there is no variance to describe"};
  constexpr double kNoVariance = 1e-12, kTie = 1e-9;
  const Index rank = (pairs.values.array() > kNoVariance * largest).count();
  if (rank < d) {
    return {fmt::format("only {} of the {} carry variance: the rows lie in {}", rank,
                        counted(d, "component", "components"),
                        counted(rank, "dimension", "dimensions"))};
  }
  if (d < p && pairs.gap() <= kTie * largest) {
    return {fmt::format(
        "eigenvalues {} and {} are equal to {:.0e} of the largest: which components are kept is "
        "arbitrary; take one dimension more or less",
        d, d + 1, kTie)};
  }
  return {};
}

}  // namespace fairpca
