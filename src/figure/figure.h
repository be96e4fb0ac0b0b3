// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <limits>
#include <optional>
#include <string>
#include <vector>

namespace fairpca {

/// "No number": what a mark does not have.
inline constexpr double kNoNumber = std::numeric_limits<double>::quiet_NaN();

/// What marks of one name have in common: one entry of the legend.
///
/// -1: by its place in Figure::series, which gives 63 different pairs of colour and shape.
struct Series {
  std::string name;
  int colour = -1, shape = -1, dash = -1;
};

/// One place of a mark, in the units of the axes.  On an axis of categories a coordinate is the
/// number of the category, from 0.
struct MarkPoint {
  double x = kNoNumber, y = kNoNumber;
  double low = kNoNumber, high = kNoNumber;          ///< interval of the number, if there is one
  double box_low = kNoNumber, box_high = kNoNumber;  ///< quartiles, of boxes
  double value = kNoNumber;                          ///< of a cell of a heat map
  std::string label = {};                            ///< what the place is called
};

enum class MarkKind {
  kLine,      ///< a polyline, broken where a number is missing, with a band from low to high
  kScatter,   ///< one shape per point
  kInterval,  ///< a shape, whiskers from low to high, a box between the quartiles
  kBar,       ///< from 0 to the number, whiskers from low to high
  kHeat,      ///< a cell per point: x and y are categories, `value` the colour
  kArrow,     ///< from (0, 0)
  kRule       ///< a straight line through the whole panel, at x or at y, with a label
};

/// Points of one series that are drawn in one way.
struct Mark {
  MarkKind kind = MarkKind::kLine;
  int series = -1;  ///< in Figure::series; -1: of none, drawn in the colour of the text
  std::vector<MarkPoint> points = {};
  bool labelled = false;       ///< write the labels beside the points, where there is room
  bool with_shapes = false;    ///< of a line: also a shape at every point
  double hull_share = 0;       ///< of a scatter: outline the share of points nearest its centre
  bool is_background = false;  ///< thin and pale: context, not what the figure is about
};

enum class AxisKind { kLinear, kLogarithmic, kCategories };

struct FigureAxis {
  std::string label;
  AxisKind kind = AxisKind::kLinear;
  std::vector<std::string> categories = {};
  std::optional<double> low = {}, high = {};  ///< otherwise as the marks need
  bool is_whole = false;                      ///< ticks at whole numbers only
  bool has_zero = false;                      ///< zero is inside
};

/// One coordinate system.
struct Panel {
  std::string title = {};
  FigureAxis x = {}, y = {};
  std::vector<Mark> marks = {};
  bool is_square = false;  ///< one unit of x is as long as one of y (projections, biplots)
};

/// A picture as data: numbers and labels; names may hold any text.
struct Figure {
  std::string id;           ///< name of its files, and of its parts in the SVG: `errors-by-group`
  std::string title;        ///< one line: what there is to see
  std::string description;  ///< for those who cannot see it; empty: composed from the axes
  std::string caption = {};
  std::vector<Series> series = {};
  std::vector<Panel> panels = {};
  bool shares_x = false, shares_y = false;  ///< all panels have the same range
};

}  // namespace fairpca
