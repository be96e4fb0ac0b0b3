// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "scaling/grid.h"
#include "scaling/table.h"

namespace fairpca::scaling {

/// One fit of one method, measured in a process of its own on one thread.
struct Point {
  Axis axis = Axis::kRows;
  std::string method;
  Sizes sizes;
  std::string status;       ///< of the fit; `over-cap`: ended by the cap; `rejected`: not allowed
  double seconds = 0;       ///< of the processor, the mean of the repetitions
  double memory_bytes = 0;  ///< the most held during the fit, beyond the table
  Index eigensolves = 0, iterations = 0;

  Index value() const;    ///< its size on the axis
  bool is_whole() const;  ///< the fit came to its end
  double steps() const;   ///< of the search; 1 of a method without one
};

/// Short fits are repeated until they take 0.2 s together: the clock of a process may have ticks of
/// some milliseconds.
Point measure(Axis axis, const std::string& method, const SyntheticTable& table, double cap);

/// The points of a file that measured before; none where there is no file.
std::vector<Point> read_points(const std::filesystem::path& file);
void append_point(const std::filesystem::path& file, const Point& point);

}  // namespace fairpca::scaling
