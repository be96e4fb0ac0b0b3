// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>
#include <map>
#include <set>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "measure/measure_setup.h"
#include "measure/messages.h"
#include "measure/registered_measures.h"
#include "text/display_width.h"
#include "text/quoted.h"

namespace fairpca {
namespace {

constexpr Index kFewRows = 100;  // below, bootstrap intervals are too narrow (statistics.md)

void check_measure_input(const MeasureInput& input) {
  for (const std::string& id : input.settings.measures) find_measure(id);
  if (!(input.evaluated.moments->encoding() == input.model.encoding)) {
    reject(measure_message<"different-encoding">());
  }
  if (!input.model.mixture) return;
  if (input.evaluated.scored == nullptr) reject(measure_message<"mixture-needs-rows">());
  if (input.settings.center == Center::kGroup) {
    reject(measure_message<"center-of-mixture">("option"_is(OptionName{"center"})));
  }
}

/// Why the data do not allow a measure; empty: they do.
enum class Lack { kNothing, kLabel, kRows, kLikelihood };

Lack lack_of(const Measure& measure, const MeasureInput& input) {
  const bool has_rows = input.evaluated.keys != nullptr && input.evaluated.scored != nullptr;
  if (measure.needs_likelihood &&
      (!has_rows || input.evaluated.scored->log_likelihood.size() == 0)) {
    return input.model.is_probabilistic() && !has_rows ? Lack::kRows : Lack::kLikelihood;
  }
  if (measure.needs == MeasureNeeds::kMoments) return Lack::kNothing;
  if (measure.needs == MeasureNeeds::kLabel && !input.evaluated.moments->label_column()) {
    return Lack::kLabel;
  }
  return has_rows ? Lack::kNothing : Lack::kRows;
}

/// Families to run, each once, in the order of the registry; notes on what is left out.
std::vector<MeasureFamily> families_for(const MeasureInput& input, Measured& measured) {
  const std::vector<std::string>& asked = input.settings.measures;
  std::vector<MeasureFamily> families;
  std::map<Lack, std::vector<std::string>> left_out;
  for (const auto& [measure, family] : registered_measures()) {
    const bool is_named = std::find(asked.begin(), asked.end(), measure.id) != asked.end();
    if (!asked.empty() && !is_named) continue;
    const Lack lack = lack_of(measure, input);
    if (lack != Lack::kNothing) {
      if (is_named || lack == Lack::kLabel) left_out[lack].push_back(measure.id);
      continue;
    }
    if (std::find(families.begin(), families.end(), family) == families.end()) {
      families.push_back(family);
    }
  }
  for (const auto& [lack, ids] : left_out) {
    const std::string names = fmt::format("{}", fmt::join(ids, ", "));
    if (lack == Lack::kLabel) {
      measured.notes.push_back(measure_message<"measures-without-label">("measures"_is(names)));
    } else if (lack == Lack::kRows) {
      measured.notes.push_back(measure_message<"measures-without-rows">("measures"_is(names)));
    } else {
      measured.notes.push_back(measure_message<"measures-without-likelihood">(
          "measures"_is(names), "method"_is(Quoted{input.model.method})));
    }
  }
  return families;
}

void note_few_rows(const MeasureContext& context, Measured& measured) {
  if (!context.input.settings.has_intervals || context.input.evaluated.keys == nullptr) return;
  std::vector<std::string> few;
  for (std::size_t g = 0; g < context.evaluated.names.size(); ++g) {
    if (static_cast<Index>(context.evaluated.rows[g].size()) < kFewRows) {
      few.push_back(shortened(context.evaluated.names[g], 48));
    }
  }
  if (few.empty()) return;
  measured.notes.push_back(measure_message<"intervals-of-few-rows">(
      "groups"_is(quoted_list(few)), "minimum"_is(Counted{kFewRows, "row", "rows"})));
}

/// Values in the order of the registry; those of a measure as its family gave them.
void put_in_order(Measured& measured) {
  std::map<std::string, std::size_t> order;
  for (const Measure& measure : measures()) order.emplace(measure.id, order.size());
  std::stable_sort(measured.values.begin(), measured.values.end(),
                   [&](const MeasuredValue& a, const MeasuredValue& b) {
                     return order.at(a.measure) < order.at(b.measure);
                   });
}

}  // namespace

bool MeasureContext::wants(std::string_view measure) const {
  const std::vector<std::string>& asked = input.settings.measures;
  return asked.empty() || std::find(asked.begin(), asked.end(), measure) != asked.end();
}

Measured measure(const MeasureInput& input) {
  check_measure_input(input);
  const MeasureSetup setup(input);
  const MeasureContext context = setup.context();
  Measured measured;
  measured.warnings = setup.disclosure().warnings();
  for (const MeasureFamily family : families_for(input, measured)) family(context, measured);
  note_few_rows(context, measured);
  put_in_order(measured);
  return measured;
}

}  // namespace fairpca
