// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace fairpca {

/// A rectangle of the drawing; y grows downwards.
struct Box {
  double left = 0, top = 0, right = 0, bottom = 0;
  double width() const { return right - left; }
  double height() const { return bottom - top; }
  bool overlaps(const Box& other) const {
    return left < other.right && other.left < right && top < other.bottom && other.top < bottom;
  }
  bool contains(const Box& other) const {
    return left <= other.left && top <= other.top && right >= other.right && bottom >= other.bottom;
  }
  Box grown(double margin) const {
    return {left - margin, top - margin, right + margin, bottom + margin};
  }
};

/// Of the font: how far a line reaches above and below its baseline, in font sizes.
inline constexpr double kAscent = 0.93, kDescent = 0.24;
inline constexpr double kLineHeight = 1.25;

/// An upper limit of the width of `text` at this size in the sans-serif fonts browsers choose
/// (DejaVu Sans is the widest of them); emoji and East Asian characters included.
double text_width(std::string_view text, double size, bool is_bold = false);

/// `text`, or its start and end around `…`, no wider than `width`: names that differ only at one
/// end stay different.
std::string fitted_text(std::string_view text, double width, double size, bool is_bold = false);

/// Lines no wider than `width`, broken at blanks; a word that is too wide is cut by fitted_text().
/// At most `most` lines, the last one ending in `…` where there are more.
std::vector<std::string> wrapped_text(std::string_view text, double width, double size,
                                      bool is_bold = false, std::size_t most = 100);

/// Where a text stands relative to its anchor point.
enum class Anchor { kStart, kMiddle, kEnd };

/// The box of a text whose baseline begins, is centred or ends at (x, y).
Box text_box(std::string_view text, double x, double y, Anchor anchor, double size,
             bool is_bold = false);

}  // namespace fairpca
