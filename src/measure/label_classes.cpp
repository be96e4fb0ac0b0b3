// SPDX-License-Identifier: BSD-3-Clause
#include "measure/label_classes.h"

#include <algorithm>
#include <map>
#include <set>

#include "measure/messages.h"
#include "text/parse_number.h"
#include "text/quoted.h"

namespace fairpca {
namespace {

void collect_levels(const RowKeys& keys, const std::vector<Index>& rows,
                    std::set<std::string>& levels) {
  std::vector<bool> is_seen(keys.cells.size(), false);
  for (const Index row : rows) {
    is_seen[static_cast<std::size_t>(keys.cell[static_cast<std::size_t>(row)])] = true;
  }
  for (std::size_t c = 0; c < keys.cells.size(); ++c) {
    if (is_seen[c] && keys.cells[c].label) levels.insert(*keys.cells[c].label);
  }
}

std::vector<std::string> in_order(const std::set<std::string>& levels) {
  std::vector<std::string> order(levels.begin(), levels.end());
  std::map<std::string, double> numbers;
  for (const std::string& level : order) {
    double number = 0;
    if (read_number(level, number) != NumberText::kFinite) return order;
    numbers.emplace(level, number);
  }
  std::stable_sort(order.begin(), order.end(), [&](const std::string& a, const std::string& b) {
    return numbers.at(a) < numbers.at(b);
  });
  return order;
}

std::vector<std::int32_t> classes_of(const RowKeys& keys, const std::vector<Index>& rows,
                                     const std::vector<std::string>& levels) {
  std::vector<std::int32_t> of_cell(keys.cells.size(), -1);
  for (std::size_t c = 0; c < keys.cells.size(); ++c) {
    const auto found = std::find(levels.begin(), levels.end(), keys.cells[c].label);
    if (found != levels.end()) of_cell[c] = static_cast<std::int32_t>(found - levels.begin());
  }
  std::vector<std::int32_t> classes(keys.cell.size(), -1);
  for (const Index row : rows) {
    const auto i = static_cast<std::size_t>(row);
    classes[i] = of_cell[static_cast<std::size_t>(keys.cell[i])];
  }
  return classes;
}

}  // namespace

LabelClasses LabelClasses::of(const MeasureContext& context) {
  const MeasureInput& input = context.input;
  std::set<std::string> levels;
  collect_levels(*input.evaluated.keys, context.evaluated.overall, levels);
  if (context.training != nullptr) {
    collect_levels(*input.training->keys, context.training->overall, levels);
  }
  LabelClasses made;
  made.levels = in_order(levels);
  made.evaluated = classes_of(*input.evaluated.keys, context.evaluated.overall, made.levels);
  if (context.training != nullptr) {
    made.training = classes_of(*input.training->keys, context.training->overall, made.levels);
  }
  const std::string& positive = input.settings.positive;
  const auto found = std::find(made.levels.begin(), made.levels.end(), positive);
  if (!positive.empty() && found == made.levels.end()) {
    reject(measure_message<"positive-unknown">(
        "option"_is(OptionName{"positive"}), "level"_is(Quoted{positive}),
        "advice"_is("there are " + quoted_list(made.levels))));
  }
  if (made.count() == 2) {
    made.positive = positive.empty() ? 1 : static_cast<std::int32_t>(found - made.levels.begin());
  }
  return made;
}

std::vector<std::int32_t> LabelClasses::rated() const {
  if (positive >= 0) return {positive};
  std::vector<std::int32_t> all;
  for (std::int32_t k = 0; k < count(); ++k) all.push_back(k);
  return all;
}

}  // namespace fairpca
