// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "figure/text_box.h"

namespace fairpca {

/// Font sizes of a drawing, in its own units: pixels where it is shown at its natural width.
inline constexpr double kTitleSize = 15, kPanelTitleSize = 12, kTextSize = 11;

struct TextStyle {
  double size = kTextSize;
  Anchor anchor = Anchor::kStart;
  std::string_view classes = {};
  bool is_bold = false;
  bool is_vertical = false;  ///< read from bottom to top; the anchor is along the line
};

/// A text of a drawing and the room it takes.
struct DrawnText {
  std::string text;
  Box box;
};

/// Elements of an SVG, collected in order, and the texts among them.
class Canvas {
 public:
  void add(std::string_view element) { svg_ += element; }

  /// A text; `full` is shown on hover where `shown` is a shortened form of it.
  void text(double x, double y, const std::string& shown, const TextStyle& style,
            std::string_view full = {});

  /// Rules of the grid and axes.
  void line(double x1, double y1, double x2, double y2, std::string_view attributes);

  const std::string& svg() const { return svg_; }
  const std::vector<DrawnText>& texts() const { return texts_; }

 private:
  std::string svg_;
  std::vector<DrawnText> texts_;
};

/// The box of a text in its style.
Box styled_box(double x, double y, const std::string& text, const TextStyle& style);

}  // namespace fairpca
