// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <vector>

#include "experiments/frmppca/likelihood_claims.h"
#include "experiments/frmppca/likelihood_run.h"
#include "experiments/paper_study.h"

namespace fairpca {

/// A number that the text gives of a figure: that of one group under one method.
struct PublishedGroupValue {
  int figure = 0;
  std::string method, group;
  double value = 0;
  int digits = 2;
};

/// A data set of the dissertation, how it is fitted, and what is said of the figures drawn from it.
struct FrmppcaTable {
  std::string key;    ///< `frmppca-german`: of its runs
  std::string title;  ///< `German credit by sex`
  std::string file;   ///< below the data folder; empty: `generator`
  std::string generator = {};
  ColumnRoles roles = {};
  std::string positive = {};  ///< level of the label; empty: there is no classifier
  LikelihoodSetting setting = {};
  Index quick_rows = 600;  ///< 0: all
  int first_figure = 0;    ///< 5.first: groups' likelihoods; then likelihood, error, ROC-AUC
  std::vector<LikelihoodClaim> claims = {};
  std::vector<PublishedGroupValue> published = {};
};

inline constexpr const char* kSixRacesKey = "frmppca-compas-six";

/// German credit, COMPAS, Adult.
std::vector<FrmppcaTable> frmppca_tables();
/// COMPAS with all six races, which the dissertation has but does not use.
FrmppcaTable compas_of_six_races();
/// Three Gaussians with groups of equal or of 70 % and 30 % of the rows.
FrmppcaTable three_gaussians(bool is_balanced, Index components, int figure);

}  // namespace fairpca
