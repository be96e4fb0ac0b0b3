// SPDX-License-Identifier: BSD-3-Clause
#include "figure/text_box.h"

#include <algorithm>
#include <array>
#include <cstdint>

#include "text/display_width.h"
#include "text/shown_text.h"

namespace fairpca {
namespace {

/// Advance widths of ` ` to `~` in DejaVu Sans, in thousandths of the font size.
constexpr std::array<int, 95> kAdvances = {
    318, 401, 460, 838, 636, 950, 780, 275, 390, 390, 500, 838, 318, 361,  318, 337, 636, 636, 636,
    636, 636, 636, 636, 636, 636, 636, 337, 337, 838, 838, 838, 531, 1000, 684, 686, 698, 770, 632,
    575, 775, 752, 295, 295, 656, 557, 863, 748, 787, 603, 787, 695, 635,  611, 732, 684, 989, 685,
    611, 685, 390, 337, 390, 838, 500, 500, 613, 635, 550, 635, 615, 352,  635, 634, 278, 278, 579,
    278, 974, 634, 612, 635, 635, 411, 521, 392, 634, 592, 818, 592, 592,  525, 636, 337, 636, 838};
// Above the widths of nearly all letters of a script, so that a text, which has several, fits.
constexpr double kLatin = 0.8, kOther = 0.95, kWide = 1.3, kBold = 1.15;

double advance(const ShownCharacter& character) {
  const std::uint32_t code = character.code;
  if (!character.is_utf8 || is_hidden(code)) return 1.05;  // shown as U+FFFD
  if (code < 0x7f) return kAdvances[code - 0x20] / 1000.0;
  const int columns = display_width(code);
  if (columns == 0) return 0;
  if (columns == 2) return kWide;
  if (code == 0x2212) return 0.838;  // minus
  return code < 0x250 ? kLatin : code == 0x2026 ? 1 : kOther;
}

/// Bytes of the longest start of `text` no wider than `width`, with its combining marks.
std::size_t fitting_bytes(std::string_view text, double width, double unit) {
  std::size_t bytes = 0;
  double used = 0;
  while (bytes < text.size()) {
    const ShownCharacter next = first_character(text.substr(bytes));
    used += advance(next) * unit;
    if (used > width) break;
    bytes += next.bytes;
  }
  return bytes;
}

/// Where the longest end of `text` no wider than `width` begins; never at a combining mark.
std::size_t fitting_end(std::string_view text, double width, double size, bool is_bold) {
  double left = text_width(text, size, is_bold);
  const double unit = size * (is_bold ? kBold : 1);
  std::size_t offset = 0;
  while (offset < text.size()) {
    const ShownCharacter next = first_character(text.substr(offset));
    const double wide = advance(next) * unit;
    if (left <= width && wide > 0) break;
    left -= wide;
    offset += next.bytes;
  }
  return offset;
}

}  // namespace

double text_width(std::string_view text, double size, bool is_bold) {
  double width = 0;
  while (!text.empty()) {
    const ShownCharacter next = first_character(text);
    width += advance(next);
    text.remove_prefix(next.bytes);
  }
  return width * size * (is_bold ? kBold : 1);
}

std::string fitted_text(std::string_view text, double width, double size, bool is_bold) {
  if (text_width(text, size, is_bold) <= width) return std::string(text);
  const double unit = size * (is_bold ? kBold : 1), room = std::max(0.0, width - unit);
  const double end = room / 3;
  std::string cut(text.substr(0, fitting_bytes(text, room - end, unit)));
  cut += "…";
  return cut.append(text.substr(fitting_end(text, end, size, is_bold)));
}

std::vector<std::string> wrapped_text(std::string_view text, double width, double size,
                                      bool is_bold, std::size_t most) {
  std::vector<std::string> lines;
  while (!text.empty()) {
    const std::string_view word = text.substr(0, text.find(' '));
    const std::string longer =
        lines.empty() ? std::string(word) : lines.back() + ' ' + std::string(word);
    if (!lines.empty() && text_width(longer, size, is_bold) <= width) {
      lines.back() = longer;
    } else if (lines.size() == most) {
      lines.back() = fitted_text(lines.back() + " …", width, size, is_bold);
      break;
    } else {
      lines.push_back(fitted_text(word, width, size, is_bold));
    }
    text.remove_prefix(std::min(text.size(), word.size() + 1));
  }
  return lines;
}

Box text_box(std::string_view text, double x, double y, Anchor anchor, double size, bool is_bold) {
  const double width = text_width(text, size, is_bold);
  const double left = anchor == Anchor::kStart    ? x
                      : anchor == Anchor::kMiddle ? x - width / 2
                                                  : x - width;
  return {left, y - kAscent * size, left + width, y + kDescent * size};
}

}  // namespace fairpca
