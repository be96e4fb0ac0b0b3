// SPDX-License-Identifier: BSD-3-Clause
#include "report/measures_json.h"

#include <utility>

#include "report/json_number.h"
#include "report/methods_json.h"

namespace fairpca {

const char* direction_word(Direction direction) {
  switch (direction) {
    case Direction::kLower:
      return "lower";
    case Direction::kHigher:
      return "higher";
    case Direction::kNearZero:
      return "nearer 0";
    case Direction::kNearHalf:
      return "nearer 0.5";
    case Direction::kNone:
      return "none";
  }
  return "";
}

const char* measure_needs_word(MeasureNeeds needs) {
  switch (needs) {
    case MeasureNeeds::kMoments:
      return "moments";
    case MeasureNeeds::kRows:
      return "rows";
    case MeasureNeeds::kLabel:
      return "label";
  }
  return "";
}

std::string measures_json(const std::vector<Measure>& measures) {
  OrderedJson list = OrderedJson::array();
  for (const Measure& measure : measures) {
    OrderedJson statistics = OrderedJson::array();
    for (const Statistic statistic : measure.statistics) statistics.push_back(to_string(statistic));
    list.push_back({{"id", measure.id},
                    {"title", measure.title},
                    {"summary", measure.summary},
                    {"definition", measure.definition},
                    {"fairness", fairness_word(measure.fairness)},
                    {"better", direction_word(measure.direction)},
                    {"needs", measure_needs_word(measure.needs)},
                    {"statistics", std::move(statistics)},
                    {"has_groups", measure.has_groups},
                    {"needs_training", measure.needs_training},
                    {"needs_likelihood", measure.needs_likelihood},
                    {"uncertainty", measure.uncertainty},
                    {"paper", measure.paper}});
  }
  return json_text({{"measures", std::move(list)}});
}

}  // namespace fairpca
