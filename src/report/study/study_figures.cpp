// SPDX-License-Identifier: BSD-3-Clause
#include "report/study/study_figures.h"

#include <algorithm>
#include <charconv>
#include <cmath>

#include <fmt/format.h>

#include "fairpca/measure/measures.h"
#include "report/figures/biplot_figure.h"

namespace fairpca {
namespace {

constexpr std::size_t kMostLines = 8;  ///< groups in one panel that can be told apart

/// d as a number; a share of the variance is none.
double whole_dimensions(const std::string& text) {
  Index value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  return error == std::errc() && end == text.data() + text.size() ? static_cast<double>(value)
                                                                  : kNoNumber;
}

/// The dimensions that have a place on an axis, ascending.
std::vector<std::string> drawn_dimensions(const ReportView& view) {
  std::vector<std::string> all = view.dimensions();
  std::erase_if(all, [](const std::string& d) { return std::isnan(whole_dimensions(d)); });
  std::stable_sort(all.begin(), all.end(), [](const std::string& a, const std::string& b) {
    return whole_dimensions(a) < whole_dimensions(b);
  });
  return all;
}

std::vector<double> numbers_of(const std::vector<std::string>& dimensions) {
  std::vector<double> numbers;
  for (const std::string& d : dimensions) numbers.push_back(whole_dimensions(d));
  return numbers;
}

ShownNumber of_group(const ReportView& view, const std::string& dimensions,
                     const std::string& measure, const std::string& group) {
  return view.number(dimensions, "pca", ValueKey{measure, Statistic::kValue, group});
}

/// At most kMostLines groups: those of the largest numbers, and the one of the smallest.
std::vector<std::string> extreme_groups(const ReportView& view, const std::string& dimensions,
                                        const std::string& measure,
                                        std::vector<std::string> groups) {
  if (groups.size() <= kMostLines) return groups;
  std::vector<std::string> order = groups;
  std::stable_sort(order.begin(), order.end(), [&](const std::string& a, const std::string& b) {
    return of_group(view, dimensions, measure, a).value >
           of_group(view, dimensions, measure, b).value;
  });
  order[kMostLines - 1] = order.back();
  order.resize(kMostLines);
  std::erase_if(groups, [&](const std::string& name) {
    return std::find(order.begin(), order.end(), name) == order.end();
  });
  return groups;
}

/// How much of a loss is the bias of few rows, where that matters.
std::string bias_words(const ReportView& view, const std::string& dimensions,
                       const std::vector<std::string>& groups) {
  constexpr double kWorthTelling = 0.1;
  double largest = 0;
  for (const std::string& group : groups) {
    const double bias =
        view.number(dimensions, "pca", ValueKey{"loss", Statistic::kBias, group}).value;
    const double loss = of_group(view, dimensions, "loss", group).value;
    if (loss > 0 && bias > 0) largest = std::max(largest, bias / loss);
  }
  if (largest < kWorthTelling) return "";
  return fmt::format(
      " Few rows make a loss look larger than it is: of a number shown, up to {:.0f} % may be "
      "due to that.",
      100 * std::min(largest, 1.0));
}

Figure curves_of_groups(const ReportView& view, const std::string& measure,
                        const std::vector<std::string>& dimensions,
                        const std::vector<std::string>& groups, const std::string& title) {
  GroupCurves curves{.method = "", .curves = {}};
  for (const std::string& group : groups) {
    GroupCurves::Curve& curve = curves.curves.emplace_back();
    curve.group = group;
    for (const std::string& d : dimensions) {
      curve.numbers.push_back(of_group(view, d, measure, group));
    }
  }
  Figure figure = curves_figure("pca-" + measure, title, find_measure(measure).title,
                                numbers_of(dimensions), {curves});
  if (figure.caption.starts_with("Bands")) {
    figure.caption = fmt::format("Bands: {}.", view.interval_words());
  }
  return figure;
}

/// Methods as rows and measures as panels.
class BarsOfMethods {
 public:
  BarsOfMethods(const ReportView& view, std::string dimensions)
      : view_(view), dimensions_(std::move(dimensions)) {
    bars_.methods = view.methods_at(dimensions_, true);
  }

  /// `reference` is drawn as a rule, and the title says what it means.
  void add(const std::string& measure, double reference = kNoNumber,
           const std::string& meaning = "") {
    MethodBars::Measure one{.title = find_measure(measure).title + meaning,
                            .label = "",
                            .numbers = {},
                            .reference = reference,
                            .is_interval = true};
    bool has_numbers = false;
    for (const std::string& method : bars_.methods) {
      one.numbers.push_back(view_.number(dimensions_, method, measure));
      has_numbers |= std::isfinite(one.numbers.back().value);
    }
    if (has_numbers) bars_.measures.push_back(std::move(one));
  }

  std::optional<Figure> figure(const std::string& name, const std::string& title) const {
    if (bars_.measures.empty()) return std::nullopt;
    Figure made = bars_figure(fmt::format("{}-d{}", name, dimensions_),
                              fmt::format("{} ({})", title, dimensions_words(dimensions_)), bars_);
    if (!made.caption.empty()) made.caption = fmt::format("Lines: {}.", view_.interval_words());
    return made;
  }

 private:
  const ReportView& view_;
  std::string dimensions_;
  MethodBars bars_;
};

BiplotPanel panel_of_model(const Model& model) {
  BiplotPanel panel{.title = model.method, .loadings = model.projection.components, .shares = {}};
  for (const double variance : model.projection.component_variance) {
    if (model.total_variance > 0) panel.shares.push_back(variance / model.total_variance);
  }
  return panel;
}

}  // namespace

std::optional<Figure> who_pays_figure(const ReportView& view, const std::string& measure) {
  const std::vector<std::string> dimensions = drawn_dimensions(view);
  const std::string shown = dimensions.empty() ? view.first_dimensions() : dimensions.back();
  const std::vector<std::string> all = view.groups_of(shown, "pca", measure);
  if (all.empty()) return std::nullopt;
  const std::vector<std::string> groups = extreme_groups(view, shown, measure, all);
  const std::string title = fmt::format("PCA: {} of each group", find_measure(measure).title);
  Figure figure;
  if (dimensions.size() > 1) {
    figure = curves_of_groups(view, measure, dimensions, groups, title);
  } else {
    GroupIntervals numbers{.groups = groups, .measures = {{.title = "", .numbers = {}}}};
    for (const std::string& group : groups) {
      numbers.measures[0].numbers.push_back(of_group(view, shown, measure, group));
    }
    figure = group_intervals_figure(
        "pca-" + measure, fmt::format("{} ({})", title, dimensions_words(shown)), numbers);
    figure.caption = fmt::format("Lines: {}.", view.interval_words());
  }
  if (measure == "loss") figure.caption += bias_words(view, shown, groups);
  if (groups.size() < all.size()) {
    figure.caption += fmt::format(
        " The {} of {} groups with the largest numbers at d = {}, and the one with the smallest; "
        "the table below has all.",
        groups.size() - 1, all.size(), shown);
  }
  return figure;
}

std::optional<Figure> costs_by_dimensions_figure(const ReportView& view) {
  const std::vector<std::string> dimensions = drawn_dimensions(view);
  if (dimensions.size() < 2) return std::nullopt;
  MethodCurves curves{.methods = {}, .dimensions = numbers_of(dimensions), .measures = {}};
  for (const std::string& method : view.study.spec.methods) {
    const bool has_numbers = std::any_of(dimensions.begin(), dimensions.end(), [&](const auto& d) {
      return std::isfinite(view.number(d, method, "reconstruction_error").value);
    });
    if (has_numbers) curves.methods.push_back(method);
  }
  if (curves.methods.empty()) return std::nullopt;
  for (const char* measure : {"reconstruction_error", "gap"}) {
    MethodCurves::Measure& one = curves.measures.emplace_back();
    one.title = find_measure(measure).title;
    for (const std::string& method : curves.methods) {
      std::vector<ShownNumber>& line = one.numbers.emplace_back();
      for (const std::string& d : dimensions) line.push_back(view.number(d, method, measure));
    }
  }
  Figure figure = method_curves_figure("costs-by-dimensions",
                                       "Error and gap of every method against d", curves);
  figure.caption = "Rows held out. Intervals are in the tables.";
  return figure;
}

std::optional<Figure> trade_off_figure(const ReportView& view, const std::string& dimensions) {
  FrontNumbers numbers{.dimensions = dimensions_words(dimensions)};
  for (const StudyFront& front : view.study.fronts) {
    if (front.dimensions != dimensions) continue;
    numbers.is_exact = front.is_exact;
    for (const StudyFront::Point& point : front.points) {
      numbers.front.push_back({.x = point.error, .y = point.gap});
    }
  }
  for (const std::string& method : view.methods_at(dimensions, false)) {
    numbers.methods.push_back(
        {.name = method,
         .error = view.number(dimensions, method, "reconstruction_error"),
         .gap = view.number(dimensions, method, "gap"),
         .training_error = view.training_number(dimensions, method, "reconstruction_error"),
         .training_gap = view.training_number(dimensions, method, "gap")});
  }
  Figure figure = front_figure(numbers);
  if (figure.panels.empty()) return std::nullopt;
  figure.id = "trade-off-d" + dimensions;
  figure.caption +=
      fmt::format("{}Lines: {}.", figure.caption.empty() ? "" : " ", view.interval_words());
  if (view.has_splits()) figure.caption += " Rows trained on: those of the first split.";
  return figure;
}

std::optional<Figure> study_projection_figure(const ReportView& view) {
  const StudyProjections& drawn = view.study.projections;
  if (drawn.methods.empty() || drawn.groups.empty()) return std::nullopt;
  ProjectedRows rows{.methods = {},
                     .groups = drawn.groups,
                     .group_names = drawn.group_names,
                     .hidden_groups = drawn.hidden_groups,
                     .of_rows = drawn.of_rows,
                     .min_group_size = view.min_group_size(),
                     .seed = view.study.spec.fit.seed};
  for (const StudyProjections::Method& method : drawn.methods) {
    rows.methods.push_back({method.method, method.coordinates});
  }
  Figure figure = projection_figure(rows);
  figure.id = "projections-d" + drawn.dimensions;
  figure.title =
      fmt::format("Rows held out, under each projection to {}", dimensions_words(drawn.dimensions));
  return figure;
}

std::optional<Figure> leakage_figure(const ReportView& view, const std::string& dimensions) {
  BarsOfMethods bars(view, dimensions);
  bars.add("group_auc_linear", 0.5, " (0.5 is chance)");
  bars.add("group_auc_rbf", 0.5, " (0.5 is chance)");
  bars.add("mmd2_u", 0, " (0 is no difference)");
  return bars.figure("leakage", "What can be seen of the group");
}

std::optional<Figure> decision_figure(const ReportView& view, const std::string& dimensions) {
  BarsOfMethods bars(view, dimensions);
  bars.add("accuracy");
  bars.add("demographic_parity_difference", 0, "");
  bars.add("equal_opportunity_difference", 0, "");
  return bars.figure("decision", "A decision by the coordinates");
}

std::optional<Figure> study_biplot(const ReportView& view, const std::string& dimensions) {
  std::vector<BiplotPanel> panels;
  std::vector<std::string> features;
  for (const std::string& method : {std::string("pca"), view.suggested_method()}) {
    const StudyModelFile* file = view.model(dimensions, method);
    const bool is_drawn = file != nullptr && !file->model.mixture &&
                          (panels.empty() || method != panels.front().title);
    if (!is_drawn || file->model.projection.components.cols() == 0) continue;
    const std::vector<std::string> names = file->model.encoding.names();
    if (!features.empty() && names != features) continue;
    features = names;
    panels.push_back(panel_of_model(file->model));
  }
  if (panels.empty()) return std::nullopt;
  Figure figure = biplot_figure(features, panels);
  figure.id = "biplot-d" + dimensions;
  figure.title =
      fmt::format("How the features enter the components ({})", dimensions_words(dimensions));
  return figure;
}

std::optional<Figure> study_communalities(const ReportView& view, const std::string& dimensions) {
  constexpr std::size_t kMostFeatures = 25;
  std::vector<std::string> features, methods;
  std::vector<std::vector<double>> columns;
  for (const std::string& method : view.methods_at(dimensions, false)) {
    const TaskResult* result = view.study.find(0, dimensions, method);
    if (result->features.empty()) continue;
    std::vector<std::string> names;
    std::vector<double> column;
    for (const FeatureValue& value : result->features) {
      names.push_back(value.feature);
      column.push_back(value.communality);
    }
    if (features.empty()) features = names;
    if (names != features) continue;
    methods.push_back(method);
    columns.push_back(std::move(column));
  }
  if (columns.empty()) return std::nullopt;
  Matrix values(static_cast<Index>(features.size()), static_cast<Index>(methods.size()));
  for (std::size_t m = 0; m < columns.size(); ++m) {
    values.col(static_cast<Index>(m)) =
        Eigen::Map<const Vector>(columns[m].data(), static_cast<Index>(columns[m].size()));
  }
  Figure figure = communality_figure(features, methods, values, kMostFeatures);
  figure.id = "communalities-d" + dimensions;
  figure.title = fmt::format("How much of each feature is kept ({})", dimensions_words(dimensions));
  return figure;
}

std::vector<Figure> study_figures(const ReportView& view) {
  std::vector<Figure> all;
  const auto add = [&all](std::optional<Figure> figure) {
    if (figure) all.push_back(std::move(*figure));
  };
  for (const char* measure : {"reconstruction_error", "loss"}) {
    add(who_pays_figure(view, measure));
  }
  add(costs_by_dimensions_figure(view));
  add(study_projection_figure(view));
  for (const std::string& d : view.dimensions()) {
    add(trade_off_figure(view, d));
    add(leakage_figure(view, d));
    add(decision_figure(view, d));
    add(study_biplot(view, d));
    add(study_communalities(view, d));
  }
  return all;
}

}  // namespace fairpca
