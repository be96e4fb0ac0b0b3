// SPDX-License-Identifier: BSD-3-Clause
#include "report/figures/biplot_figure.h"

#include <algorithm>
#include <numeric>

#include <fmt/format.h>

namespace fairpca {
namespace {

constexpr std::size_t kMostMixturePanels = 6;

/// Places of the features of largest communality, the largest first.
std::vector<Index> strongest_features(const std::vector<BiplotPanel>& panels, std::size_t most) {
  Vector communality = Vector::Zero(panels.front().loadings.rows());
  for (const BiplotPanel& panel : panels) communality += panel.loadings.rowwise().squaredNorm();
  std::vector<Index> order(static_cast<std::size_t>(communality.size()));
  std::iota(order.begin(), order.end(), 0);
  std::stable_sort(order.begin(), order.end(),
                   [&](Index a, Index b) { return communality(a) > communality(b); });
  order.resize(std::min(order.size(), most));
  return order;
}

std::string component_label(const BiplotPanel& panel, std::size_t component) {
  return component < panel.shares.size() ? fmt::format("component {} ({:.1f} % of the variance)",
                                                       component + 1, 100 * panel.shares[component])
                                         : fmt::format("component {}", component + 1);
}

Panel arrow_panel(const BiplotPanel& given, const std::vector<std::string>& features,
                  const std::vector<Index>& chosen) {
  Panel panel{.title = given.title,
              .x = {.label = component_label(given, 0)},
              .y = {.label = component_label(given, 1)},
              .is_square = true};
  Mark arrows{.kind = MarkKind::kArrow, .series = 0, .labelled = true};
  for (const Index j : chosen) {
    arrows.points.push_back({.x = given.loadings(j, 0),
                             .y = given.loadings(j, 1),
                             .label = features[static_cast<std::size_t>(j)]});
  }
  panel.marks.push_back({.kind = MarkKind::kRule, .points = {{.x = 0}, {.y = 0}}});
  panel.marks.push_back(std::move(arrows));
  return panel;
}

/// One component has no plane: a bar per feature.
Panel bar_panel(const BiplotPanel& given, const std::vector<std::string>& features,
                const std::vector<Index>& chosen) {
  Panel panel{.title = given.title,
              .x = {.label = "loading on " + component_label(given, 0)},
              .y = {.label = "", .kind = AxisKind::kCategories}};
  Mark bars{.kind = MarkKind::kBar, .series = 0};
  for (const Index j : chosen) {
    bars.points.push_back(
        {.x = given.loadings(j, 0), .y = static_cast<double>(panel.y.categories.size())});
    panel.y.categories.push_back(features[static_cast<std::size_t>(j)]);
  }
  panel.marks.push_back(std::move(bars));
  return panel;
}

BiplotPanel model_panel(const Model& model) {
  BiplotPanel panel{.title = "", .loadings = model.projection.components, .shares = {}};
  if (!(model.total_variance > 0)) return panel;
  for (const double variance : model.projection.component_variance) {
    panel.shares.push_back(variance / model.total_variance);
  }
  return panel;
}

std::vector<BiplotPanel> mixture_panels(const PpcaMixture& mixture) {
  std::vector<std::size_t> order(mixture.components.size());
  std::iota(order.begin(), order.end(), 0);
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
    return mixture.components[a].weight > mixture.components[b].weight;
  });
  order.resize(std::min(order.size(), kMostMixturePanels));
  std::vector<BiplotPanel> panels;
  for (const std::size_t k : order) {
    const PpcaComponent& part = mixture.components[k];
    panels.push_back({.title = fmt::format("Mixture component {}: {:.0f} % of the rows", k + 1,
                                           100 * part.weight),
                      .loadings = part.frame,
                      .shares = {}});
  }
  return panels;
}

}  // namespace

Figure biplot_figure(const std::vector<std::string>& features,
                     const std::vector<BiplotPanel>& panels, std::size_t most) {
  Figure figure{.id = "biplot",
                .title = "How the features enter the components",
                .description = "",
                .series = {{.name = "feature"}}};
  const std::vector<Index> chosen = strongest_features(panels, most);
  for (const BiplotPanel& panel : panels) {
    figure.panels.push_back(panel.loadings.cols() > 1 ? arrow_panel(panel, features, chosen)
                                                      : bar_panel(panel, features, chosen));
  }
  const std::size_t count = features.size();
  figure.caption = chosen.size() < count
                       ? fmt::format(
                             "The {} of {} features with the largest communality (sum of squared "
                             "loadings over all components).",
                             chosen.size(), count)
                       : fmt::format("All {} features.", count);
  return figure;
}

Figure biplot_figure(const Model& model) {
  Figure figure =
      biplot_figure(model.encoding.names(), model.mixture ? mixture_panels(*model.mixture)
                                                          : std::vector{model_panel(model)});
  figure.title += fmt::format(" ({}, d = {})", model.method, model.dimensions());
  if (model.mixture && model.mixture->components.size() > kMostMixturePanels) {
    figure.caption += fmt::format(" The {} of {} mixture components with the largest weight.",
                                  kMostMixturePanels, model.mixture->components.size());
  }
  return figure;
}

}  // namespace fairpca
