// SPDX-License-Identifier: BSD-3-Clause
// How time and memory of every registered method grow with rows, features, dimensions and groups:
//   scaling_benchmark POINTS.csv PAGE.md FIGURES [CAP [AXIS]]
// measures what POINTS.csv does not hold yet, then writes the page and its figures into the folder
// FIGURES.  A fit that needs more than CAP seconds of the processor (default 10) ends its axis.
// With AXIS (rows, features, dimensions or groups) only that one is measured.
#include <cmath>
#include <cstdlib>
#include <exception>
#include <filesystem>
#include <memory>
#include <vector>

#include <fmt/format.h>

#include "scaling/curve.h"
#include "scaling/page.h"
#include "scaling/point.h"

namespace {

using namespace fairpca;
using namespace fairpca::scaling;

class Run {
 public:
  Run(std::filesystem::path file, double cap)
      : file_(std::move(file)), cap_(cap), points_(read_points(file_)) {}

  const std::vector<Point>& points() const { return points_; }

  void measure_axis(Axis axis) {
    for (const Index value : values_on(axis)) {
      for (const Method& method : methods()) measure_one(axis, value, method);
    }
  }

 private:
  void measure_one(Axis axis, Index value, const Method& method) {
    const Curve curve = curve_of(points_, axis, method.id);
    const Sizes sizes = sizes_at(axis, value, method.needs);
    if (curve.holds(value) || curve.ends_before(value, cap_)) return;
    if (!table_ || !(table_->sizes() == sizes)) {
      table_.reset();  // before the next, which may be as large
      table_ = std::make_unique<SyntheticTable>(sizes);
    }
    const Point point = measure(axis, method.id, *table_, cap_);
    append_point(file_, point);
    points_.push_back(point);
    fmt::print(stderr, "{} = {}: {} {:.4g} s, {:.1f} MB, {}\n", letter_of(axis), value, method.id,
               point.seconds, point.memory_bytes / 1e6, point.status);
  }

  std::filesystem::path file_;
  double cap_;
  std::vector<Point> points_;
  std::unique_ptr<SyntheticTable> table_;
};

}  // namespace

int main(int count, char** words) {
  if (count < 4) {
    fmt::print(stderr, "scaling_benchmark POINTS.csv PAGE.md FIGURES [CAP [AXIS]]\n");
    return 2;
  }
  try {
    const double cap = count > 4 ? std::strtod(words[4], nullptr) : 10;
    Run run(words[1], cap);
    for (const Axis axis : kAxes) {
      if (count <= 5 || name_of(axis) == words[5]) run.measure_axis(axis);
    }
    write_page(words[2], words[3], run.points(), cap);
  } catch (const std::exception& error) {
    fmt::print(stderr, "{}\n", error.what());
    return 1;
  }
  return 0;
}
