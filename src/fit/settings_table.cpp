// SPDX-License-Identifier: BSD-3-Clause
#include "fit/settings_table.h"

#include <algorithm>

#include "fairpca/fit/methods.h"
#include "fit/dimensions.h"
#include "moments/moments_options.h"
#include "rows/encode_options.h"

namespace fairpca {
namespace {

constexpr int kMostThreads = 1024;  // a system rarely grants more, and none are needed

OptionValue dimensions_value(const FitSettings& settings) {
  const Dimensions& dimensions = settings.dimensions;
  if (const double* share = std::get_if<double>(&dimensions.wanted)) return *share;
  const std::int64_t least = std::get<Index>(dimensions.wanted);
  if (dimensions.most == 0) return least;
  if (is_by_evidence(dimensions)) return std::string("mle");
  return std::vector<std::int64_t>{least, dimensions.most};
}

void set_dimensions(FitSettings& settings, const OptionValue& value) {
  Dimensions& dimensions = settings.dimensions;
  dimensions.most = 0;
  if (const auto* count = std::get_if<std::int64_t>(&value)) {
    dimensions.wanted = Index{*count};
  } else if (const auto* share = std::get_if<double>(&value)) {
    dimensions.wanted = *share;
  } else if (std::holds_alternative<std::string>(value)) {
    dimensions.wanted = Index{1};
    dimensions.most = kMostByEvidence;
  } else {
    const auto& range = std::get<std::vector<std::int64_t>>(value);
    dimensions.wanted = Index{range.front()};
    dimensions.most = range.back();
  }
}

OptionValue deviation_value(const FitSettings& settings) {
  if (!settings.drop_deviation) return std::vector<double>();
  return std::vector<double>{settings.drop_deviation->low, settings.drop_deviation->high};
}

void set_deviation(FitSettings& settings, const OptionValue& value) {
  const auto& range = std::get<std::vector<double>>(value);
  settings.drop_deviation.reset();
  if (!range.empty()) settings.drop_deviation = {.low = range.front(), .high = range.back()};
}

void add_missing_options(OptionTable<FitSettings>& table) {
  table.choice<MissingCells>("missing", FAIRPCA_MEMBER(missing), missing_words(),
                             "How to handle missing feature values");
  table.choice<MissingCategory>("missing_category", FAIRPCA_MEMBER(missing_category),
                                missing_category_words(),
                                "Missing categories: missing like other values, or a level");
}

OptionTable<FitSettings> make_table() {
  OptionTable<FitSettings> table;
  table
      .add({.name = "dimensions",
            .type = OptionType::kDimensions,
            .help = "Number of components, or a share of the variance, as 0.95, or mle (Minka's "
                    "choice); of mixtures also a range LEAST:MOST",
            .words = {"mle"},
            .separator = ':'},
           dimensions_value, set_dimensions)
      .letter('d');
  table.choice<bool>("share_of", FAIRPCA_MEMBER(dimensions.share_of_worst_group),
                     {{"overall", false}, {"worst-group", true}},
                     "Share of the variance of all rows, or of every group");
  table.part(preparation_options(), FAIRPCA_MEMBER(preparation));
  table
      .add({.name = "drop_deviation",
            .type = OptionType::kNumbers,
            .help = "Drop columns whose standard deviation, before scaling, is at most LOW or at "
                    "least HIGH",
            .range = kNotNegative,
            .least_values = 2,
            .most_values = 2,
            .empty_word = "none"},
           deviation_value, set_deviation)
      .allowed("LOW,HIGH with 0 <= LOW < HIGH, or none");
  add_missing_options(table);
  table.part(grouping_options(), FAIRPCA_MEMBER(grouping));
  table.count("min_group_size", FAIRPCA_MEMBER(min_group_size), count_from(0),
              "Groups with fewer rows are left out of all published numbers");
  table.add(
      {.name = "seed", .type = OptionType::kSeed, .help = "Random seed"},
      [](const FitSettings& settings) { return static_cast<std::int64_t>(settings.seed); },
      [](FitSettings& settings, const OptionValue& value) {
        settings.seed = static_cast<std::uint64_t>(std::get<std::int64_t>(value));
      });
  table.count("threads", FAIRPCA_MEMBER(pass.threads), {.least = 1, .most = kMostThreads},
              "Number of threads; results do not depend on it");
  return table;
}

/// `max_iterations` as the model file has it: `max-iterations`.
std::string hyphenated(std::string name) {
  std::replace(name.begin(), name.end(), '_', '-');
  return name;
}

}  // namespace

const OptionTable<FitSettings>& settings_table() {
  static const OptionTable<FitSettings> table = make_table();
  return table;
}

void check_shared_settings(const FitSettings& settings) {
  settings_table().check(settings);
  const std::optional<DeviationRange>& range = settings.drop_deviation;
  if (!range || range->low < range->high) return;
  for (const OptionSpec& option : shared_options()) {
    if (option.name == "drop_deviation") reject_value(option, deviation_value(settings));
  }
}

const std::vector<OptionSpec>& shared_options() {
  return settings_table().specs();
}

std::map<std::string, std::string> settings_text(const FitSettings& settings) {
  std::map<std::string, std::string> text = {{"method", settings.method}};
  const OptionValues values = settings_table().values(settings);
  for (const OptionSpec& option : shared_options()) {
    const OptionValue& value = values.at(option.name);
    if (option.name == "threads") continue;  // results do not depend on them
    if (option.name != "dimensions" && value == option.default_value) continue;
    text[hyphenated(option.name)] = value_text(option, value);
  }
  const Method& method = find_method(settings.method);
  for (const auto& [name, value] : settings.options) {
    const OptionSpec& option = *find_option(method, name);
    text[hyphenated(name)] = value_text(option, checked_value(option, value));
  }
  return text;
}

}  // namespace fairpca
