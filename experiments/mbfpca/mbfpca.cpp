// SPDX-License-Identifier: BSD-3-Clause
#include "experiments/mbfpca/mbfpca.h"

#include <algorithm>
#include <iterator>

#include "experiments/mbfpca/biplots.h"
#include "experiments/mbfpca/communality_figures.h"
#include "experiments/mbfpca/eigenvector_figure.h"
#include "experiments/mbfpca/synthetic1_figure.h"
#include "experiments/mbfpca/synthetic2_figures.h"
#include "experiments/mbfpca/table1.h"

namespace fairpca {
namespace {

/// The number of a figure; 0 of a table, which stand first.
int figure_number(const Experiment& experiment) {
  const std::string prefix = "Figure ";
  return experiment.number.starts_with(prefix) ? std::stoi(experiment.number.substr(prefix.size()))
                                               : 0;
}

}  // namespace

std::vector<Experiment> mbfpca_experiments() {
  std::vector<Experiment> all = {mbfpca_table_experiment()};
  const auto add = [&all](std::vector<Experiment> more) {
    std::move(more.begin(), more.end(), std::back_inserter(all));
  };
  all.push_back(mbfpca_synthetic1_experiment());
  all.push_back(mbfpca_eigenvector_experiment());
  add(mbfpca_synthetic2_experiments());
  add(mbfpca_communality_experiments());
  add(mbfpca_biplot_experiments());
  std::stable_sort(all.begin(), all.end(), [](const Experiment& a, const Experiment& b) {
    return figure_number(a) < figure_number(b);
  });
  return all;
}

}  // namespace fairpca
