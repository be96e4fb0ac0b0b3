// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "experiments/method_values.h"
#include "fairpca/rows/schema.h"

namespace fairpca {

/// A table of the dissertation, and what it says of the figures drawn from it.
struct FrmppcaTable {
  std::string id, title, file;
  ColumnRoles roles;
  std::string positive;  ///< level of the label
  int first_figure = 0;  ///< 5.first: groups' likelihoods; then likelihood, error, ROC-AUC
  std::vector<ClaimSpec> claims;

  std::string figure(int offset) const { return "5." + std::to_string(first_figure + offset); }
};

/// German credit, COMPAS, Adult.
std::vector<FrmppcaTable> frmppca_tables();

/// What the dissertation says of every run: the aim of the method.
std::vector<ClaimSpec> claims_of_frmppca(const std::string& figure);

}  // namespace fairpca
