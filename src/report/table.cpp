// SPDX-License-Identifier: BSD-3-Clause
#include "report/table.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

#include <fmt/format.h>

#include "report/evaluation_table.h"
#include "report/group_order.h"
#include "report/text_columns.h"
#include "text/counted.h"
#include "text/display_width.h"

namespace fairpca {
namespace {

constexpr Index kComponentsShown = 10;
constexpr Index kLoadingsShown = 4;
constexpr std::size_t kConstraintsShown = 10;
constexpr std::size_t kLoadingNameWidth = 24;

/// Lines of prose, each broken where the width asks for it.
std::string prose(std::string_view lines, const TableStyle& style, std::size_t indent = 2) {
  std::string text;
  while (!lines.empty()) {
    const std::size_t end = std::min(lines.find('\n'), lines.size());
    text += wrapped(lines.substr(0, end), style.width, indent) + '\n';
    lines.remove_prefix(std::min(lines.size(), end + 1));
  }
  return text;
}

std::string heading(const Model& model) {
  if (model.mixture) {
    return fmt::format("{}: {} with {} of {}, {}\n", name_cell(model.method),
                       counted(model.mixture->size(), "component", "components"),
                       model.mixture->latent_dimensions(),
                       counted(model.encoding.width(), "dimension", "dimensions"),
                       counted(model.rows, "row", "rows"));
  }
  return fmt::format("{}: {} of {}, {}\n", name_cell(model.method), model.dimensions(),
                     counted(model.encoding.width(), "dimension", "dimensions"),
                     counted(model.rows, "row", "rows"));
}

std::string certificate_lines(const FitReport& report) {
  std::string text = fmt::format("status: {}", to_string(report.status));
  if (!report.withheld.empty()) {
    text += fmt::format(", objective withheld: {}", report.withheld);
  } else if (std::isfinite(report.bound)) {
    text += fmt::format(", objective {}, within {:.1e} of the proven bound{}",
                        number_cell(report.objective), std::max(0.0, report.optimality_gap()),
                        report.certified ? "" : " (not certified)");
  } else if (std::isfinite(report.objective)) {
    text += fmt::format(", objective {}", number_cell(report.objective));
  }
  return text + '\n';
}

/// Four digits; `-` for a number that is withheld.
std::string short_cell(double value) {
  return std::isnan(value) ? "-" : fmt::format("{:.4g}", value);
}

/// `MMD^2: 0.000999 (plain PCA 0.173), tau 0.001, bandwidth 2.146`, or nothing.
std::string mmd_line(const std::optional<MmdSummary>& mmd) {
  if (!mmd) return "";
  std::string text =
      fmt::format("MMD^2: {} (plain PCA {}), tau {}{}, bandwidth {}", short_cell(mmd->mmd2),
                  short_cell(mmd->mmd2_pca), short_cell(mmd->tau),
                  mmd->feasible ? "" : " (not reached)", short_cell(mmd->bandwidth));
  if (mmd->p_value) text += fmt::format(", p-value {}", short_cell(*mmd->p_value));
  return text + '\n';
}

/// The constraints nearest to their tau, where they have different ones.
std::string mmd_constraint_lines(const FitReport& report, const TableStyle& style) {
  if (!report.mmd || !report.mmd->p_value || report.mmd_constraints.size() < 2) return "";
  std::vector<const MmdConstraintSummary*> order;
  for (const MmdConstraintSummary& constraint : report.mmd_constraints) {
    order.push_back(&constraint);
  }
  std::stable_sort(order.begin(), order.end(), [](const auto* a, const auto* b) {
    return a->p_value.value_or(2) < b->p_value.value_or(2);
  });
  TextColumns columns({"pair", "MMD^2", "tau", "p-value"});
  for (std::size_t k = 0; k < std::min(order.size(), kConstraintsShown); ++k) {
    columns.add({name_cell(order[k]->name), number_cell(order[k]->mmd2), number_cell(order[k]->tau),
                 number_cell(order[k]->p_value)});
  }
  std::string text = '\n' + columns.text(style);
  if (order.size() > kConstraintsShown) {
    text += fmt::format("and {} more\n", order.size() - kConstraintsShown);
  }
  return text;
}

/// `largest difference of means: 0.1 (before projection 2.3), delta 0.1, of covariances: ...`: what
/// there is of it.
std::string difference_line(const FitReport& report) {
  if (!report.means) return "";
  const MeanSummary& means = *report.means;
  std::string text = fmt::format("largest difference of means: {} (before projection {}), delta {}",
                                 short_cell(means.mean_difference),
                                 short_cell(means.mean_difference_before), short_cell(means.delta));
  if (report.covariances) {
    const CovarianceSummary& covariances = *report.covariances;
    text += fmt::format(", of covariances: {} (before projection {}), leaked variance {}",
                        short_cell(covariances.covariance_difference),
                        short_cell(covariances.covariance_difference_before),
                        percent_cell(covariances.leaked_variance));
  }
  return text + '\n';
}

/// `gap between errors of groups: 0.1 (plain PCA 0.4), cap 0.1`, of a method with a cap.
std::string gap_line(const FitReport& report) {
  const auto number = [&](std::string_view name) {
    for (const MethodNumber& one : report.numbers) {
      if (one.name == name) return std::optional(std::get<double>(one.value));
    }
    return std::optional<double>();
  };
  const std::optional<double> gap = number("gap"), cap = number("max_gap");
  if (!gap || !cap) return "";
  return fmt::format("gap between errors of groups: {} (plain PCA {}), cap {}\n", short_cell(*gap),
                     short_cell(number("gap_pca").value_or(std::nan(""))), short_cell(*cap));
}

/// `0.52 age, -0.41 sex=Male, ...`: the largest loadings of component j, as many as `width` holds.
std::string largest_loadings(const Model& model, Index component, std::size_t width) {
  const Vector loadings = model.projection.components.col(component);
  std::vector<Index> order(static_cast<std::size_t>(loadings.size()));
  for (std::size_t i = 0; i < order.size(); ++i) order[i] = static_cast<Index>(i);
  std::stable_sort(order.begin(), order.end(),
                   [&](Index a, Index b) { return std::abs(loadings(a)) > std::abs(loadings(b)); });
  const std::size_t name_width = std::min(kLoadingNameWidth, width - std::string("-0.00 ").size());
  std::string text;
  for (Index i = 0; i < std::min<Index>(kLoadingsShown, loadings.size()); ++i) {
    const Index column = order[static_cast<std::size_t>(i)];
    const std::string name = name_cell(model.encoding.names()[static_cast<std::size_t>(column)]);
    const std::string next = fmt::format("{}{:.2f} {}", i == 0 ? "" : ", ", loadings(column),
                                         shortened(name, name_width));
    if (i > 0 && display_width(text) + display_width(next) > width) break;
    text += next;
  }
  return text;
}

std::string component_table(const Model& model, const TableStyle& style) {
  constexpr std::size_t kBeforeLoadings = 21;
  std::string text = style.color ? "\x1b[1mcomponent  variance  largest loadings\x1b[0m\n"
                                 : "component  variance  largest loadings\n";
  const Index shown = std::min(kComponentsShown, model.dimensions());
  for (Index j = 0; j < shown; ++j) {
    const double share = model.total_variance > 0
                             ? model.projection.component_variance(j) / model.total_variance
                             : std::nan("");
    text += fmt::format("{:<9}  {:>8}  {}\n", fmt::format("pc{}", j + 1), percent_cell(share),
                        largest_loadings(model, j, style.width - kBeforeLoadings));
  }
  if (shown < model.dimensions()) {
    text += fmt::format("and {} more\n", model.dimensions() - shown);
  }
  return text;
}

/// A loss is a difference of two variances: below their rounding it shows as 0, not as noise.
std::string loss_cell(const Model& model, std::optional<double> loss) {
  const double rounding = 8 * std::numeric_limits<double>::epsilon() *
                          static_cast<double>(model.encoding.width()) * model.total_variance;
  return number_cell(loss && std::abs(*loss) <= rounding ? 0.0 : loss);
}

std::string mixture_table(const PpcaMixture& mixture, const TableStyle& style) {
  TextColumns columns({"component", "share", "noise variance", "largest variance"});
  for (std::size_t k = 0; k < mixture.components.size(); ++k) {
    const PpcaComponent& component = mixture.components[k];
    columns.add({fmt::format("{}", k + 1), percent_cell(component.weight),
                 number_cell(component.noise_variance),
                 number_cell(component.variance.maxCoeff())});
  }
  return columns.text(style);
}

/// Whether groups have a mean log-likelihood beside their errors.
bool shows_likelihoods(const Model& model) {
  return model.is_probabilistic();
}

TextColumns group_columns(const Model& model) {
  std::vector<std::string> names = {"group", "rows", "share", "reconstruction error", "loss"};
  if (shows_likelihoods(model)) names.push_back("log-likelihood");
  return TextColumns(names);
}

std::optional<double> share_of(const GroupSummary& group, const Model& model) {
  return group.weight ? std::optional(*group.weight / model.weight) : std::nullopt;
}

/// Of the line that sums up: rows of hidden groups may be left out.
std::string overall_name(Index overall_rows, Index rows) {
  return overall_rows == rows ? "all rows" : "published groups";
}

std::optional<double> value_of(const GroupSummary& group, GroupNumber number) {
  if (number == GroupNumber::kLoss) return group.loss;
  if (number == GroupNumber::kError) return group.reconstruction_error;
  return group.log_likelihood;
}

std::optional<double> value_of(const GroupEvaluation& group, GroupNumber number) {
  if (number == GroupNumber::kLoss) return group.loss;
  return number == GroupNumber::kError ? group.reconstruction_error : group.log_likelihood;
}

std::vector<std::string> cells_of(const Model& model, const GroupSummary& group) {
  std::vector<std::string> cells = {
      name_cell(group.name), fmt::format("{}", group.rows), percent_cell(share_of(group, model)),
      number_cell(group.reconstruction_error), loss_cell(model, group.loss)};
  if (shows_likelihoods(model)) {
    cells.push_back(number_cell(value_of(group, GroupNumber::kLogLikelihood)));
  }
  return cells;
}

std::vector<std::string> cells_of(const Model& model, const GroupEvaluation& group,
                                  bool likelihoods) {
  std::vector<std::string> cells = {name_cell(group.name),
                                    fmt::format("{}", group.rows),
                                    number_cell(group.reconstruction_error),
                                    percent_cell(group.explained_variance_ratio),
                                    loss_cell(model, group.loss),
                                    loss_cell(model, group.loss_overall)};
  if (likelihoods) cells.push_back(number_cell(group.log_likelihood));
  return cells;
}

/// `columns` with a line per group, the worst marked; where there are many, only the worst.
template <class AnyGroup, class Cells>
std::string group_table(TextColumns columns, const Model& model,
                        const std::vector<AnyGroup>& groups, const Cells& cells,
                        const TableStyle& style) {
  const GroupNumber number = number_of_method(model.method);
  std::vector<std::optional<double>> values;
  for (const AnyGroup& group : groups) values.push_back(value_of(group, number));
  const ShownGroups shown = shown_groups(values, number, style);
  for (const std::size_t g : shown.order) {
    columns.add(cells(groups[g]));
    if (shown.is_worst[g]) columns.mark_last();
  }
  return shown.heading(number, style) + columns.text(style) + shown.remainder(style);
}

}  // namespace

std::string fit_table(const Fit& fit, const TableStyle& style) {
  TextColumns columns = group_columns(fit.model);
  const Index rows = fit.report.overall_rows;
  std::vector<std::string> all = {overall_name(rows, fit.model.rows), fmt::format("{}", rows),
                                  percent_cell(1), number_cell(fit.report.reconstruction_error),
                                  ""};
  if (shows_likelihoods(fit.model)) {
    all.push_back(number_cell(fit.report.log_likelihood));
  }
  columns.add(std::move(all));
  return prose(heading(fit.model) +
                   fmt::format("explained variance: {}\n",
                               percent_cell(fit.report.explained_variance_ratio)) +
                   certificate_lines(fit.report) + mmd_line(fit.report.mmd),
               style) +
         mmd_constraint_lines(fit.report, style) +
         prose(difference_line(fit.report) + gap_line(fit.report), style) + '\n' +
         group_table(
             std::move(columns), fit.model, fit.model.groups,
             [&](const GroupSummary& group) { return cells_of(fit.model, group); }, style);
}

std::string evaluation_table(const Model& model, const Evaluation& evaluation,
                             const TableStyle& style) {
  const bool likelihoods = evaluation.log_likelihood.has_value();
  std::vector<std::string> names = {"group",
                                    "rows",
                                    "reconstruction error",
                                    "explained variance",
                                    "loss to own PCA",
                                    "loss to overall PCA"};
  if (likelihoods) names.push_back("log-likelihood");
  TextColumns columns(names);
  const Index rows = evaluation.overall_rows;
  std::vector<std::string> all = {overall_name(rows, evaluation.rows),
                                  fmt::format("{}", rows),
                                  number_cell(evaluation.reconstruction_error),
                                  percent_cell(evaluation.explained_variance_ratio),
                                  "",
                                  ""};
  if (likelihoods) all.push_back(number_cell(evaluation.log_likelihood));
  columns.add(std::move(all));
  std::string text = prose(fmt::format("{}, {}, measured on {}\n", name_cell(model.method),
                                       counted(model.dimensions(), "dimension", "dimensions"),
                                       counted(evaluation.rows, "row", "rows")),
                           style);
  text +=
      '\n' + group_table(
                 std::move(columns), model, evaluation.groups,
                 [&](const GroupEvaluation& group) { return cells_of(model, group, likelihoods); },
                 style);
  if (evaluation.groups.size() > 1) {
    text += fmt::format("\ngap between groups: {}\n", number_cell(evaluation.gap));
  }
  const std::string measures = measures_table(evaluation, style);
  if (!measures.empty()) text += '\n' + measures;
  const std::string drift = drift_lines(evaluation.drift, style);
  if (!drift.empty()) text += '\n' + drift;
  return text;
}

std::string model_table(const Model& model, const TableStyle& style) {
  std::string text =
      prose(heading(model) + fmt::format("made by fairpca {}, status {}{}\n",
                                         name_cell(model.provenance.program_version),
                                         name_cell(model.provenance.status),
                                         model.provenance.certified ? ", certified" : ""),
            style);
  for (const auto& [option, value] : model.provenance.options) {
    std::string name = name_cell(option);
    std::replace(name.begin(), name.end(), '-', '_');
    text +=
        fmt::format("  {}\n", shortened(style.spelling({name, name_cell(value)}), style.width - 2));
  }
  text += fmt::format("columns: {} in the table, {} encoded\n", model.encoding.columns().size(),
                      model.encoding.width());
  for (const std::string& column : model.protected_columns) {
    text += shortened("groups by: " + name_cell(column), style.width) + '\n';
  }
  if (model.projection.noise_variance) {
    text += fmt::format("noise variance: {}\n", number_cell(model.projection.noise_variance));
  }
  if (model.certificate) {
    text += fmt::format("certificate: objective {}, bound {}\n",
                        number_cell(model.certificate->objective),
                        number_cell(model.certificate->bound));
  }
  text +=
      '\n' + (model.mixture ? mixture_table(*model.mixture, style) : component_table(model, style));
  if (!model.groups.empty()) {
    text += '\n' + group_table(
                       group_columns(model), model, model.groups,
                       [&](const GroupSummary& group) { return cells_of(model, group); }, style);
  }
  return text;
}

}  // namespace fairpca
