// SPDX-License-Identifier: BSD-3-Clause
#include "experiments/method_values.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

namespace fairpca {
namespace {

std::string label_of(LikelihoodMeasure measure) {
  constexpr const char* kLabels[] = {"log-likelihood", "reconstruction error", "ROC-AUC"};
  return kLabels[static_cast<std::size_t>(measure)];
}

LineFigure empty_figure(const MethodValues& values, LikelihoodMeasure measure,
                        const std::string& number, const std::string& title) {
  LineFigure figure{.id = "figure-" + number,
                    .title = title,
                    .x_label = "step of APStar",
                    .y_label = label_of(measure)};
  const auto count = static_cast<Index>(values.steps.size());
  figure.x = Vector::LinSpaced(count, 0, static_cast<double>(count - 1));
  return figure;
}

void add_line(LineFigure& figure, FigureLine line, const Vector& values) {
  figure.lines.push_back(std::move(line));
  figure.values.conservativeResize(figure.x.size(), figure.values.cols() + 1);
  figure.values.rightCols(1) = values;
}

/// The value of one line (0: all rows; g + 1: group g).
double value_at(const GroupValues& values, std::size_t line) {
  return line == 0 ? values.overall : values.groups.at(line - 1);
}

Vector along_steps(const MethodValues& values, LikelihoodMeasure measure, std::size_t line) {
  Vector result(static_cast<Index>(values.steps.size()));
  for (std::size_t i = 0; i < values.steps.size(); ++i) {
    result(static_cast<Index>(i)) = value_at(values.steps[i][measure], line);
  }
  return result;
}

/// The largest change of a group's value between two steps, over steps [from, to).
double largest_move(const MethodValues& values, LikelihoodMeasure measure, std::size_t from,
                    std::size_t to) {
  double most = 0;
  for (std::size_t i = from + 1; i < to; ++i) {
    for (std::size_t g = 0; g < values.groups.size(); ++g) {
      most = std::max(most, std::abs(values.steps[i][measure].groups[g] -
                                     values.steps[i - 1][measure].groups[g]));
    }
  }
  return most;
}

/// Compares `number` of every pair, and shows it for all methods.
template <class Number>
Claim compared(const std::string& what, const ClaimSpec& spec, const MethodValues& values,
               const Number& number) {
  Claim claim{.here = what + ':', .holds = true};
  for (const MethodValues::Entry& entry : values.methods) {
    claim.here += fmt::format("{} {} {:.4g}", &entry == &values.methods.front() ? "" : ",",
                              entry.method, number(entry.values[spec.measure]));
  }
  for (const auto& [first, second] : spec.pairs) {
    claim.holds &= number(values.of(first)[spec.measure]) >
                   spec.times * number(values.of(second)[spec.measure]);
  }
  return claim;
}

Claim settling_claim(const ClaimSpec& spec, const MethodValues& values) {
  const std::size_t count = values.steps.size();
  const std::size_t stretch = std::min<std::size_t>(11, count / 2 + 1);
  const double first = largest_move(values, spec.measure, 0, stretch);
  const double last = largest_move(values, spec.measure, count - stretch, count);
  return {.here = fmt::format("largest move of a group in one step: {:.3g} in the first {}, {:.3g} "
                              "in the last {}",
                              first, stretch - 1, last, stretch - 1),
          .holds = last < first};
}

Claim unlabelled_claim(const ClaimSpec& spec, const MethodValues& values) {
  const std::string label = label_of(spec.measure);
  switch (spec.kind) {
    case ClaimSpec::Kind::kOrder:
      return compared(label, spec, values, [](const GroupValues& v) { return v.overall; });
    case ClaimSpec::Kind::kGap:
      return compared("gap of the " + label, spec, values,
                      [](const GroupValues& v) { return v.gap(); });
    case ClaimSpec::Kind::kWorst:
      return compared(label + " of the worst group", spec, values,
                      [](const GroupValues& v) { return v.worst(); });
    case ClaimSpec::Kind::kSettles:
      break;
  }
  return settling_claim(spec, values);
}

}  // namespace

double GroupValues::gap() const {
  return *std::max_element(groups.begin(), groups.end()) - worst();
}

double GroupValues::worst() const {
  return *std::min_element(groups.begin(), groups.end());
}

GroupValues GroupValues::mean_of(std::vector<double> groups, const std::vector<double>& shares) {
  GroupValues values;
  for (std::size_t g = 0; g < groups.size(); ++g) values.overall += shares.at(g) * groups[g];
  values.groups = std::move(groups);
  return values;
}

const ModelValues& MethodValues::of(const std::string& method) const {
  return std::find_if(methods.begin(), methods.end(),
                      [&](const Entry& entry) { return entry.method == method; })
      ->values;
}

LineFigure steps_of_groups(const MethodValues& values, LikelihoodMeasure measure,
                           const std::string& number, const std::string& title) {
  LineFigure figure = empty_figure(values, measure, number, title);
  for (std::size_t g = 0; g < values.groups.size(); ++g) {
    add_line(figure, {values.groups[g], static_cast<int>(g), 0},
             along_steps(values, measure, g + 1));
  }
  return figure;
}

LineFigure steps_of_methods(const MethodValues& values, LikelihoodMeasure measure,
                            const std::string& number, const std::string& title) {
  LineFigure figure = empty_figure(values, measure, number, title);
  int colour = 0;
  for (const MethodValues::Entry& entry : values.methods) {
    for (std::size_t line = 0; line <= values.groups.size(); ++line) {
      const std::string who = line == 0 ? "all rows" : values.groups[line - 1];
      add_line(figure, {entry.method + ", " + who, colour, static_cast<int>(line)},
               &entry == &values.searched()
                   ? along_steps(values, measure, line)
                   : Vector::Constant(figure.x.size(), value_at(entry.values[measure], line)));
    }
    ++colour;
  }
  return figure;
}

Summary summary_of(const MethodValues& values) {
  Summary summary;
  for (const MethodValues::Entry& entry : values.methods) {
    summary.lines.push_back({entry.method, {}});
  }
  const auto add_column = [&](const std::string& name, const auto& number) {
    summary.columns.push_back(name);
    for (std::size_t i = 0; i < values.methods.size(); ++i) {
      summary.lines[i].values.push_back(number(values.methods[i].values));
    }
  };
  constexpr const char* kShort[] = {"log-likelihood", "error", "AUC"};
  for (const LikelihoodMeasure m :
       {LikelihoodMeasure::kLogLikelihood, LikelihoodMeasure::kError, LikelihoodMeasure::kAuc}) {
    if (values.searched().values[m].groups.empty()) continue;
    const std::string name = kShort[static_cast<std::size_t>(m)];
    add_column(name, [&](const ModelValues& v) { return v[m].overall; });
    if (m == LikelihoodMeasure::kLogLikelihood) {
      add_column("worst group", [&](const ModelValues& v) { return v[m].worst(); });
    }
    add_column(m == LikelihoodMeasure::kLogLikelihood ? "gap" : name + " gap",
               [&](const ModelValues& v) { return v[m].gap(); });
  }
  return summary;
}

Claim check_claim(const ClaimSpec& spec, const MethodValues& values) {
  Claim claim = unlabelled_claim(spec, values);
  claim.figure = spec.figure;
  claim.paper = spec.paper;
  return claim;
}

}  // namespace fairpca
