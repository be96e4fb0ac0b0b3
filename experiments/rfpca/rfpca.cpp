// SPDX-License-Identifier: BSD-3-Clause
#include "experiments/rfpca/rfpca.h"

#include <algorithm>
#include <charconv>

#include "experiments/rfpca/rfpca_dimensions.h"
#include "experiments/rfpca/rfpca_pareto.h"
#include "experiments/rfpca/rfpca_tables.h"
#include "experiments/rfpca/rfpca_toy.h"

namespace fairpca {
namespace {

/// `Figure 12`: 12.
int printed_number_of(const Experiment& experiment) {
  const std::string& text = experiment.number;
  int number = 0;
  const std::size_t begin = text.find(' ') + 1;
  std::from_chars(text.data() + begin, text.data() + text.size(), number);
  return number;
}

}  // namespace

std::vector<Experiment> rfpca_experiments() {
  std::vector<Experiment> figures = rfpca_toy_experiments();
  for (auto make : {rfpca_pareto_experiments, rfpca_dimension_experiments}) {
    std::vector<Experiment> more = make();
    std::move(more.begin(), more.end(), std::back_inserter(figures));
  }
  std::stable_sort(figures.begin(), figures.end(), [](const Experiment& a, const Experiment& b) {
    return printed_number_of(a) < printed_number_of(b);
  });
  std::vector<Experiment> all = rfpca_table_experiments();
  std::move(figures.begin(), figures.end(), std::back_inserter(all));
  return all;
}

}  // namespace fairpca
