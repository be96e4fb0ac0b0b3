// SPDX-License-Identifier: BSD-3-Clause
#include "experiments/frmppca/step_figure.h"

#include <algorithm>
#include <cmath>
#include <functional>

#include <fmt/format.h>

#include "experiments/frmppca/likelihood_run.h"

namespace fairpca {
namespace {

/// A number of one run at a step; NaN where it has none.
using NumberAtStep = std::function<double(const MethodValues&, std::size_t step)>;

MarkPoint point_over_seeds(const SeedValues& seeds, std::size_t step, const NumberAtStep& number) {
  MarkPoint point{.x = static_cast<double>(step), .y = number(seeds.front(), step)};
  if (seeds.size() == 1) return point;
  for (const MethodValues& values : seeds) {
    const double here = step < values.steps.size() ? number(values, step) : kNoNumber;
    if (std::isnan(here)) continue;
    point.low = std::isnan(point.low) ? here : std::min(point.low, here);
    point.high = std::isnan(point.high) ? here : std::max(point.high, here);
  }
  return point;
}

/// The value of one line (0: all rows; g + 1: group g).
double value_at(const GroupValues& values, std::size_t line) {
  return line == 0 ? values.overall : values.groups.at(line - 1);
}

Figure empty_step_figure(LikelihoodMeasure measure, const std::string& id,
                         const std::string& title) {
  Figure figure{.id = id, .title = title, .description = ""};
  figure.panels.push_back(
      {.x = {.label = "step of APStar", .is_whole = true}, .y = {.label = label_of(measure)}});
  return figure;
}

void add_step_line(Figure& figure, Series series, const SeedValues& seeds, bool is_level,
                   const NumberAtStep& number) {
  Mark mark{.series = static_cast<int>(figure.series.size())};
  figure.series.push_back(std::move(series));
  const std::size_t count = seeds.front().steps.size();
  for (std::size_t step = 0; step < count; ++step) {
    if (is_level && step > 0 && step + 1 < count) continue;
    mark.points.push_back(point_over_seeds(seeds, step, number));
  }
  figure.panels.front().marks.push_back(std::move(mark));
}

void add_searched_line(Figure& figure, Series series, const SeedValues& seeds,
                       LikelihoodMeasure measure, std::size_t line) {
  add_step_line(figure, std::move(series), seeds, false,
                [=](const MethodValues& values, std::size_t step) {
                  return value_at(values.steps[step][measure], line);
                });
}

void add_level_line(Figure& figure, Series series, const SeedValues& seeds,
                    LikelihoodMeasure measure, const std::string& method, std::size_t line) {
  add_step_line(figure, std::move(series), seeds, true,
                [=](const MethodValues& values, std::size_t) {
                  return value_at(values.of(method)[measure], line);
                });
}

/// The search and the mixture of its class again, at a scale of their own: beside the others they
/// are too near each other to be told apart.
void add_close_panel(Figure& figure) {
  Panel close = figure.panels.front();
  figure.panels.front().title = "all methods";
  close.title = fmt::format("{} and {}, nearer", kFairMixture, shown_method(kMixture));
  std::erase_if(close.marks, [&figure](const Mark& mark) {
    const std::string& name = figure.series[static_cast<std::size_t>(mark.series)].name;
    return !name.starts_with(kFairMixture) && !name.starts_with(shown_method(kMixture));
  });
  figure.panels.push_back(std::move(close));
}

}  // namespace

Figure steps_of_groups(const SeedValues& seeds, LikelihoodMeasure measure, const std::string& id,
                       const std::string& title) {
  Figure figure = empty_step_figure(measure, id, title);
  const std::vector<std::string>& groups = seeds.front().groups;
  for (std::size_t g = 0; g < groups.size(); ++g) {
    add_searched_line(figure, {.name = groups[g], .colour = static_cast<int>(g), .dash = 0}, seeds,
                      measure, g + 1);
  }
  return figure;
}

Figure steps_of_methods(const SeedValues& seeds, LikelihoodMeasure measure, const std::string& id,
                        const std::string& title) {
  Figure figure = empty_step_figure(measure, id, title);
  const MethodValues& shown = seeds.front();
  const bool has_both = shown.has(kGaussianMixture), has_many = shown.groups.size() > 2;
  int colour = 0;
  for (const MethodValues::Entry& entry : shown.methods) {
    const bool is_searched = &entry == &shown.searched();
    const std::size_t groups = is_searched || !has_many ? shown.groups.size() : 0;
    for (std::size_t line = 0; line <= groups; ++line) {
      // Many groups of one method in one colour could not be told apart by their dashes.
      Series series{
          .name = fmt::format("{}, {}", has_both ? shown_method(entry.method) : entry.method,
                              line == 0 ? "all rows" : shown.groups[line - 1]),
          .colour = colour + (has_many ? static_cast<int>(line) : 0),
          .dash = static_cast<int>(line)};
      if (is_searched) {
        add_searched_line(figure, std::move(series), seeds, measure, line);
      } else {
        add_level_line(figure, std::move(series), seeds, measure, entry.method, line);
      }
    }
    ++colour;
  }
  if (has_both) add_close_panel(figure);
  return figure;
}

}  // namespace fairpca
