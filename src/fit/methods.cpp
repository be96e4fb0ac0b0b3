// SPDX-License-Identifier: BSD-3-Clause
#include "fairpca/fit/methods.h"

#include <algorithm>
#include <optional>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "fairpca/error.h"
#include "fairpca/fit/constrained_fair_pca.h"
#include "fairpca/fit/fair_mixture_ppca.h"
#include "fairpca/fit/fair_pca.h"
#include "fairpca/fit/gap_capped_pca.h"
#include "fairpca/fit/mean_matching_pca.h"
#include "fairpca/fit/mixture_ppca.h"
#include "fairpca/fit/mmd_fair_pca.h"
#include "fairpca/fit/pca.h"
#include "fairpca/fit/ppca.h"
#include "fairpca/fit/robust_fair_pca.h"
#include "fit/dimensions.h"
#include "fit/messages.h"
#include "fit/model_certificate.h"
#include "fit/published_rows.h"
#include "fit/settings_table.h"
#include "model/messages.h"
#include "moments/moments_digest.h"
#include "options/messages.h"
#include "text/quoted.h"

namespace fairpca {
namespace {

std::string advice(const std::string& name, const std::vector<std::string>& names) {
  if (names.empty()) return "it has none";
  const std::vector<std::string> nearest = nearest_names(name, names);
  if (nearest.empty()) return fmt::format("there are {}", fmt::join(names, ", "));
  return fmt::format("did you mean {}?", fmt::join(nearest, ", "));
}

/// An option of another solver than the one chosen is a mistake, not a wish without effect.
void check_needs(const Method& method, const OptionValues& given) {
  for (const OptionSpec& option : method.options) {
    if (!option.needs || !given.contains(option.name)) continue;
    const OptionNeed& need = *option.needs;
    const OptionSpec& other = *find_option(method, need.option);
    const auto found = given.find(need.option);
    const OptionValue value =
        found == given.end() ? other.default_value : checked_value(other, found->second);
    if (need.holds(value)) continue;
    reject(option_message<"option-without-effect">(
        "option"_is(OptionName{option.name}), "need"_is(Setting{need.option, need.text()}),
        "other"_is(OptionName{need.option}), "value"_is(value_text(other, value))));
  }
}

/// Why there are fewer groups than a method needs.
std::string lack_of_groups(const GroupMoments& moments, const PreparedMoments& prepared) {
  if (!prepared.groups.empty()) {
    return fmt::format("all rows are in group {}", in_quotes(prepared.groups.front().group.name));
  }
  if (moments.protected_columns().empty()) return "no protected column was given";
  return fmt::format("every row lacks a level of {}", quoted_list(moments.protected_columns()));
}

void check_groups(const Method& method, const GroupMoments& moments,
                  const PreparedMoments& prepared) {
  const auto count = static_cast<Index>(prepared.groups.size());
  if (count >= method.min_groups) return;
  reject(fit_message<"too-few-groups">("method"_is(method.id), "needed"_is(method.min_groups),
                                       "reason"_is(lack_of_groups(moments, prepared))));
}

void check_input(const Method& method, const FitInput& input, const OptionValues& options) {
  if (input.moments == nullptr || input.prepared == nullptr) {
    reject(fit_message<"needs-moments">("method"_is(method.id)));
  }
  if (method.needs != Needs::kMoments && input.rows == nullptr) {
    reject(fit_message<"needs-rows">("method"_is(method.id)));
  }
  check_options(method, options);
  check_groups(method, *input.moments, *input.prepared);
}

}  // namespace

const std::vector<Method>& methods() {
  static const std::vector<Method> all = {pca_method(),
                                          ppca_method(),
                                          fair_pca_method(),
                                          robust_fair_pca_method(),
                                          gap_capped_pca_method(),
                                          mean_matching_pca_method(),
                                          constrained_fair_pca_method(),
                                          mmd_fair_pca_method(),
                                          mixture_ppca_method(),
                                          fair_mixture_ppca_method()};
  return all;
}

const Method& find_method(std::string_view id) {
  std::vector<std::string> ids;
  for (const Method& method : methods()) {
    if (method.id == id) return method;
    ids.push_back(method.id);
  }
  reject(fit_message<"method-unknown">("name"_is(Quoted{id}),
                                       "advice"_is(advice(std::string(id), ids))));
}

const OptionSpec* find_option(const Method& method, std::string_view name) {
  const auto found = std::find_if(method.options.begin(), method.options.end(),
                                  [name](const OptionSpec& spec) { return spec.name == name; });
  return found == method.options.end() ? nullptr : &*found;
}

void check_options(const Method& method, const OptionValues& given) {
  std::vector<std::string> names;
  for (const OptionSpec& option : method.options) names.push_back(option.name);
  for (const auto& [name, value] : given) {
    const OptionSpec* option = find_option(method, name);
    if (option == nullptr) {
      reject(option_message<"option-unknown">("owner"_is(method.id), "name"_is(Quoted{name}),
                                              "advice"_is(advice(name, names))));
    }
    checked_value(*option, value);
  }
  for (const auto& [one, other] : method.exclusive_options) {
    if (!given.contains(one) || !given.contains(other)) continue;
    reject(option_message<"option-exclusive">("option"_is(OptionName{one}),
                                              "other"_is(OptionName{other})));
  }
  check_needs(method, given);
  if (method.check) method.check(given);
}

void check_settings(const FitSettings& settings) {
  const Method& method = find_method(settings.method);
  check_options(method, settings.options);
  check_shared_settings(settings);
  if (is_by_evidence(settings.dimensions)) {
    if (method.chooses_dimensions) {
      reject(fit_message<"dimensions-by-evidence">("option"_is(OptionName{"dimensions"}),
                                                   "method"_is(method.id)));
    }
  } else if (settings.dimensions.most > 0 && !method.chooses_dimensions) {
    reject(fit_message<"dimensions-not-a-range">("option"_is(OptionName{"dimensions"}),
                                                 "method"_is(method.id)));
  }
  if (settings.missing == MissingCells::kModel && !method.models_missing_cells) {
    Message message = model_message<"no-model-of-missing-cells">("option"_is(OptionName{"missing"}),
                                                                 "method"_is(Quoted{method.id}));
    message.offer({"missing", "drop-row"}, "leaves out the rows with missing cells");
    reject(std::move(message));
  }
  const bool has_own_means = method.has_own_means || settings.missing == MissingCells::kModel;
  if (settings.preparation.center == Center::kGroup && has_own_means) {
    reject(fit_message<"center-not-overall">("option"_is(OptionName{"center"}),
                                             "method"_is(method.id)));
  }
}

Fit fit_method(const Method& method, const FitInput& input, const OptionValues& options) {
  check_input(method, input, options);
  std::optional<std::string> digest;
  FitInput with_digest = input;
  with_digest.beside = [&](Index d) {
    digest = moments_digest(*input.moments);
    if (input.beside) input.beside(d);
  };
  Fit fit = method.fit(with_digest, options);
  withhold(input, method.fairness, fit);
  fit.model.certificate = model_certificate(input, fit.report, digest);
  return fit;
}

std::vector<Fit> fit_method_all(const Method& method, const FitInput& input,
                                const std::vector<OptionValues>& grid) {
  for (const OptionValues& options : grid) check_input(method, input, options);
  std::vector<Fit> fits = method.fit_all(input, grid);
  for (Fit& fit : fits) withhold(input, method.fairness, fit);
  return fits;
}

}  // namespace fairpca
