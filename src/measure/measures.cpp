// SPDX-License-Identifier: BSD-3-Clause
#include "fairpca/measure/measures.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "fairpca/rows/schema.h"
#include "measure/messages.h"
#include "measure/registered_measures.h"

namespace fairpca {
std::string_view to_string(Statistic statistic) {
  switch (statistic) {
    case Statistic::kValue:
      return "value";
    case Statistic::kDifference:
      return "difference";
    case Statistic::kSignedDifference:
      return "signed_difference";
    case Statistic::kWorst:
      return "worst";
    case Statistic::kBias:
      return "bias";
    case Statistic::kPValue:
      return "p_value";
  }
  return "";
}

const std::vector<Measure>& measures() {
  static const std::vector<Measure> all = [] {
    std::vector<Measure> made;
    for (const RegisteredMeasure& entry : registered_measures()) made.push_back(entry.measure);
    return made;
  }();
  return all;
}

const Measure& find_measure(std::string_view id) {
  std::vector<std::string> ids;
  for (const Measure& measure : measures()) {
    if (measure.id == id) return measure;
    ids.push_back(measure.id);
  }
  const std::vector<std::string> nearest = nearest_names(std::string(id), ids);
  reject(measure_message<"measure-unknown">(
      "name"_is(Quoted{id}),
      "advice"_is(nearest.empty() ? fmt::format("there are {}", fmt::join(ids, ", "))
                                  : fmt::format("did you mean {}?", fmt::join(nearest, ", ")))));
}

}  // namespace fairpca
