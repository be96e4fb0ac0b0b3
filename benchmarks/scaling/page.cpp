// SPDX-License-Identifier: BSD-3-Clause
#include "scaling/page.h"

#include <chrono>
#include <cmath>
#include <fstream>
#include <optional>
#include <set>
#include <stdexcept>
#include <string>
#include <thread>

#include <fmt/chrono.h>
#include <fmt/format.h>

#include "figure/svg_text.h"
#include "scaling/curve.h"
#include "scaling/figures.h"
#include "scaling/theory.h"

namespace fairpca::scaling {
namespace {

/// Slopes that exceed theory by more are marked: seconds of a shared machine are not exact.
constexpr double kAllowed = 0.3;

double seconds_of(const Point& point) {
  return point.seconds;
}
double megabytes_of(const Point& point) {
  return std::max(0.1, point.memory_bytes / 1e6);
}
double steps_of(const Point& point) {
  return point.steps();
}

/// `1,000,000`.
std::string grouped(Index number) {
  std::string text = std::to_string(number);
  for (std::size_t at = text.size(); at > 3;) text.insert(at -= 3, 1, ',');
  return text;
}

std::string slope_text(const std::optional<double>& slope, bool is_marked = false) {
  if (!slope) return "";
  const std::string text = fmt::format("{:.2f}", std::abs(*slope) < 0.005 ? 0.0 : *slope);
  return is_marked ? "**" + text + "**" : text;
}

std::string theory_text(double exponent) {
  return std::isnan(exponent) ? "?" : fmt::format("{:g}", exponent);
}

/// The first value of a line `name : value` of a file of facts.
std::string fact(const char* file, const std::string& name) {
  std::ifstream in(file);
  for (std::string line; std::getline(in, line);) {
    const std::size_t colon = line.find(':');
    if (line.rfind(name, 0) == 0 && colon != std::string::npos) {
      return line.substr(line.find_first_not_of(" \t", colon + 1));
    }
  }
  return "unknown";
}

/// Of the last 1, 5 and 15 minutes.
std::string load() {
  std::ifstream in("/proc/loadavg");
  std::string one, five, fifteen;
  in >> one >> five >> fifteen;
  return one + " " + five + " " + fifteen;
}

std::string head(double cap) {
  const auto now = std::chrono::system_clock::to_time_t(std::chrono::system_clock::now());
  return fmt::format(
      R"(# How time and memory grow

Which sizes of a problem are out of reach, and what makes them so? `fit` of every registered method with its default options (of
`constrained-fair-pca` with `relative_delta` 0.1), while one of rows $N$, features $p$, dimensions $d$ and groups $G$ grows. Written by
`make bench-scaling`: it measures what `build-bench/scaling.csv` does not hold yet. Delete that file to measure everything again.

Seconds are those of the processor, on one thread, from rows in memory to the model; memory is the largest amount held during the fit
beyond the rows themselves. Each fit has a process of its own, in which it is repeated up to 0.2 s. A fit that needs more than {:g} s ends the curve, and so does one that
would need more if time grew in proportion to the size. The rows are synthetic: groups differ in their means and in covariances that
do not commute, and variances fall as $1/j$.

| machine | |
|---|---|
| processor | {}, {} cores visible |
| memory | {:.0f} GiB |
| load when written | {} |
| date | {:%Y-%m-%d} |

)",
      cap, fact("/proc/cpuinfo", "model name"), std::thread::hardware_concurrency(),
      std::stod(fact("/proc/meminfo", "MemTotal")) / (1 << 20), load(), fmt::gmtime(now));
}

std::string figures_text() {
  return R"(![Seconds of a fit against rows, features, dimensions and groups](../pictures/scaling-time.svg)

![Memory of a fit against rows, features, dimensions and groups](../pictures/scaling-memory.svg)

## Slopes

A slope is the exponent of growth over the upper half of an axis: the least-squares line through the logarithms, of the points above the
geometric mean of its ends and of three at least. *Theory* is the largest exponent that the operations of the method allow, for one
step of an iterative method; smaller slopes mean that smaller terms still dominate at these sizes. *Steps* is the slope of the number of
iterations (of evaluations of the MMD), which theory does not bound. A slope that exceeds theory and steps together by more than
0.3 is bold.
)";
}

std::string fixed_text(Axis axis) {
  const std::string moments = fixed_sizes(axis, Needs::kMoments);
  const std::string passes = fixed_sizes(axis, Needs::kRowsSeveralPasses);
  const std::string memory = fixed_sizes(axis, Needs::kRowsInMemory);
  if (moments == passes && moments == memory) return fmt::format("{}.", moments);
  return fmt::format("{}; mixtures {}; MMD {}.", moments, passes, memory);
}

/// Why a curve has no more points.
std::string end_text(const Curve& curve, Axis axis) {
  if (curve.points.empty()) return "none";
  const Index last = curve.points.back().value();
  const std::string to = grouped(last);
  return last == values_on(axis).back() ? to : to + " (cap)";
}

std::string slope_row(const std::vector<Point>& points, Axis axis, const Method& method) {
  const Curve curve = curve_of(points, axis, method.id);
  const Theory theory = theory_of(method, axis);
  const auto time = growth(curve, seconds_of), memory = growth(curve, megabytes_of);
  const auto steps = growth(curve, steps_of);
  const double more_steps = std::max(0.0, steps.value_or(0));
  return fmt::format("| `{}` | {} | {} | {} | {} | {} | {} |\n", method.id, end_text(curve, axis),
                     slope_text(time, time.value_or(0) > theory.time + more_steps + kAllowed),
                     theory_text(theory.time), slope_text(steps),
                     slope_text(memory, memory.value_or(0) > theory.memory + kAllowed),
                     theory_text(theory.memory));
}

/// Methods of one derivation share a line.
std::string derivations(Axis axis) {
  std::string text = "\nWhere theory's exponents come from:\n\n";
  std::set<std::string> told;
  for (const Method& method : methods()) {
    const std::string derivation = theory_of(method, axis).derivation;
    if (derivation.empty() || !told.insert(derivation).second) continue;
    std::string names;
    for (const Method& other : methods()) {
      if (theory_of(other, axis).derivation != derivation) continue;
      names += fmt::format("{}`{}`", names.empty() ? "" : ", ", other.id);
    }
    text += fmt::format("- {}: {}.\n", names, derivation);
  }
  return text;
}

std::string remarks(Axis axis) {
  std::string text;
  for (const Method& method : methods()) {
    const std::string remark = remark_on(method.id, axis);
    if (!remark.empty()) text += fmt::format("- `{}`: {}\n", method.id, remark);
  }
  return text.empty() ? text : "\nWhat profiles say:\n\n" + text;
}

std::string slopes(const std::vector<Point>& points, Axis axis) {
  std::string text =
      fmt::format("\n### {}, {}\n\n{}\n\n", name_of(axis), letter_of(axis), fixed_text(axis));
  text[text.find("### ") + 4] ^= ' ';  // a heading begins with a capital
  text += fmt::format("| method | largest {} | time | theory | steps | memory | theory |\n",
                      letter_of(axis));
  text += "|---|---|---|---|---|---|---|\n";
  for (const Method& method : methods()) text += slope_row(points, axis, method);
  return text + derivations(axis) + remarks(axis);
}

std::string cell(const Curve& curve, Index value) {
  for (const Point& point : curve.points) {
    if (point.value() != value) continue;
    return fmt::format("{:.2g} s, {:.0f} MB", point.seconds, megabytes_of(point));
  }
  return "";
}

std::string numbers(const std::vector<Point>& points, Axis axis) {
  std::string text = fmt::format("\n| {} |", letter_of(axis)), rule = "|---|";
  for (const Index value : values_on(axis)) {
    text += fmt::format(" {} |", grouped(value));
    rule += "---|";
  }
  text += "\n" + rule + "\n";
  for (const Method& method : methods()) {
    const Curve curve = curve_of(points, axis, method.id);
    text += fmt::format("| `{}` |", method.id);
    for (const Index value : values_on(axis)) text += fmt::format(" {} |", cell(curve, value));
    text += "\n";
  }
  return text;
}

void write_text(const std::filesystem::path& file, const std::string& text) {
  std::ofstream out(file, std::ios::binary);
  if (!(out << text).flush()) throw std::runtime_error(file.string() + " cannot be written");
}

}  // namespace

void write_page(const std::filesystem::path& page, const std::filesystem::path& figures,
                const std::vector<Point>& points, double cap) {
  write_text(figures / "scaling-time.svg",
             svg_text(growth_figure(points, "scaling-time", "Time of a fit",
                                    "seconds of the processor", seconds_of)));
  write_text(figures / "scaling-memory.svg",
             svg_text(growth_figure(points, "scaling-memory", "Memory of a fit beyond the rows",
                                    "megabytes", megabytes_of)));
  std::string text = head(cap) + figures_text();
  for (const Axis axis : kAxes) text += slopes(points, axis);
  text += "\n## Measured points\n";
  for (const Axis axis : kAxes) text += numbers(points, axis);
  write_text(page, text);
}

}  // namespace fairpca::scaling
