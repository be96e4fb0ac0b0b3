// SPDX-License-Identifier: BSD-3-Clause
#include "figure/canvas.h"

#include <array>

#include <fmt/format.h>

#include "figure/xml_text.h"

namespace fairpca {
namespace {

std::string_view anchor_word(Anchor anchor) {
  constexpr std::array<std::string_view, 3> kWords = {"", " text-anchor=\"middle\"",
                                                      " text-anchor=\"end\""};
  return kWords[static_cast<std::size_t>(anchor)];
}

}  // namespace

Box styled_box(double x, double y, const std::string& text, const TextStyle& style) {
  if (!style.is_vertical) return text_box(text, x, y, style.anchor, style.size, style.is_bold);
  // Turned by a quarter to the left: what was right is above.
  const Box flat = text_box(text, 0, 0, style.anchor, style.size, style.is_bold);
  return {x + flat.top, y - flat.right, x + flat.bottom, y - flat.left};
}

void Canvas::text(double x, double y, const std::string& shown, const TextStyle& style,
                  std::string_view full) {
  if (shown.empty()) return;
  svg_ += fmt::format("<text x=\"{}\" y=\"{}\" font-size=\"{}\"{}", length_text(x), length_text(y),
                      length_text(style.size), anchor_word(style.anchor));
  if (style.is_bold) svg_ += " font-weight=\"600\"";
  if (style.is_vertical) {
    svg_ += fmt::format(" transform=\"rotate(-90 {} {})\"", length_text(x), length_text(y));
  }
  if (!style.classes.empty()) svg_ += fmt::format(" class=\"{}\"", style.classes);
  svg_ += '>';
  if (!full.empty() && full != shown) svg_ += fmt::format("<title>{}</title>", xml_text(full));
  svg_ += xml_text(shown) + "</text>\n";
  texts_.push_back({shown, styled_box(x, y, shown, style)});
}

void Canvas::line(double x1, double y1, double x2, double y2, std::string_view attributes) {
  svg_ += fmt::format("<path d=\"M{} {}L{} {}\" {}/>\n", length_text(x1), length_text(y1),
                      length_text(x2), length_text(y2), attributes);
}

}  // namespace fairpca
