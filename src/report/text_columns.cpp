// SPDX-License-Identifier: BSD-3-Clause
#include "report/text_columns.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

#include <fmt/format.h>

#include "text/display_width.h"
#include "text/shown_text.h"

namespace fairpca {
namespace {

constexpr std::size_t kBetweenColumns = 2;
constexpr std::size_t kLeastNameWidth = 10;
constexpr const char* kBold = "\x1b[1m";
constexpr const char* kYellow = "\x1b[33m";
constexpr const char* kPlain = "\x1b[0m";

/// The parts of a header cell that may stand on lines of their own: it breaks behind each of
/// `breaks`; a hyphen stays, a blank goes.
std::vector<std::string> header_parts(const std::string& cell, std::string_view breaks) {
  std::vector<std::string> parts = {""};
  for (const char c : cell) {
    const bool is_break = breaks.find(c) != std::string_view::npos;
    if (!is_break || c == '-') parts.back() += c;
    if (is_break && !parts.back().empty()) parts.emplace_back();
  }
  if (parts.size() > 1 && parts.back().empty()) parts.pop_back();
  return parts;
}

/// As few lines as `width` allows.
std::vector<std::string> header_lines(const std::string& cell, std::string_view breaks,
                                      std::size_t width) {
  std::vector<std::string> lines;
  for (const std::string& part : header_parts(cell, breaks)) {
    if (!lines.empty()) {
      const std::string joined = lines.back() + (lines.back().ends_with('-') ? "" : " ") + part;
      if (display_width(joined) <= width) {
        lines.back() = joined;
        continue;
      }
    }
    lines.push_back(part);
  }
  return lines;
}

std::string line_of(const std::vector<std::string>& cells, const std::vector<std::size_t>& widths) {
  std::string line;
  for (std::size_t i = 0; i < cells.size(); ++i) {
    const std::string cell = i == 0 ? shortened(cells[i], widths[i]) : cells[i];
    const std::string padding(widths[i] - std::min(widths[i], display_width(cell)), ' ');
    if (i > 0) line += std::string(kBetweenColumns, ' ');
    line += i == 0 ? cell + padding : padding + cell;
  }
  return line.erase(line.find_last_not_of(' ') + 1);
}

}  // namespace

/// Some of the columns, the first included, and how wide each is.
struct TextColumns::Layout {
  std::vector<std::size_t> columns, widths;
  std::string_view breaks;  ///< where headers are broken

  std::size_t total() const {
    return std::accumulate(widths.begin(), widths.end(), kBetweenColumns * (widths.size() - 1));
  }
};

TextColumns::TextColumns(std::vector<std::string> header) : marked_{false} {
  lines_.push_back(std::move(header));
}

void TextColumns::add(std::vector<std::string> cells) {
  lines_.push_back(std::move(cells));
  marked_.push_back(false);
}

void TextColumns::mark_last() {
  marked_.back() = true;
}

TextColumns::Layout TextColumns::layout_of(const std::vector<std::size_t>& columns,
                                           std::string_view breaks) const {
  Layout layout{.columns = columns, .widths = {}, .breaks = breaks};
  for (const std::size_t column : columns) {
    std::size_t width = 0;
    for (const std::string& part : header_parts(lines_.front()[column], breaks)) {
      width = std::max(width, display_width(part));
    }
    for (std::size_t i = 1; i < lines_.size(); ++i) {
      width = std::max(width, display_width(lines_[i][column]));
    }
    layout.widths.push_back(width);
  }
  return layout;
}

std::vector<TextColumns::Layout> TextColumns::layouts(std::size_t width) const {
  std::vector<std::size_t> all(lines_.front().size());
  std::iota(all.begin(), all.end(), std::size_t{0});
  Layout layout;
  for (const std::string_view breaks : {"", " ", " -"}) {
    layout = layout_of(all, breaks);
    if (layout.total() <= width) return {layout};
  }
  const auto cut_names = [width](Layout& one) {
    const std::size_t excess = one.total() - std::min(one.total(), width);
    if (one.widths[0] > kLeastNameWidth) {
      one.widths[0] = std::max(kLeastNameWidth, one.widths[0] - std::min(one.widths[0], excess));
    }
    return one.total() <= width;
  };
  if (cut_names(layout)) return {layout};
  std::vector<Layout> blocks;
  std::vector<std::size_t> columns = {0};
  for (std::size_t column = 1; column < all.size(); ++column) {
    columns.push_back(column);
    Layout longer = layout_of(columns, " -");
    if (!cut_names(longer) && columns.size() > 2) {
      columns = {0, column};
      blocks.emplace_back();
    }
    if (blocks.empty()) blocks.emplace_back();
    blocks.back() = layout_of(columns, " -");
    cut_names(blocks.back());
  }
  std::size_t names = blocks.front().widths[0];  // the same in all
  for (const Layout& one : blocks) names = std::min(names, one.widths[0]);
  for (Layout& one : blocks) one.widths[0] = names;
  return blocks;
}

std::string TextColumns::block(const Layout& layout, bool color) const {
  const auto cells_of = [&](const std::vector<std::string>& line) {
    std::vector<std::string> cells;
    for (const std::size_t column : layout.columns) cells.push_back(line[column]);
    return cells;
  };
  const auto colored = [color](const std::string& line, const char* start) {
    return color ? start + line + kPlain + '\n' : line + '\n';
  };
  std::vector<std::vector<std::string>> headers;
  std::size_t height = 0;
  for (std::size_t i = 0; i < layout.columns.size(); ++i) {
    headers.push_back(
        header_lines(lines_.front()[layout.columns[i]], layout.breaks, layout.widths[i]));
    height = std::max(height, headers.back().size());
  }
  std::string text;
  for (std::size_t k = 0; k < height; ++k) {  // the last words of all headers on one line
    std::vector<std::string> cells;
    for (const std::vector<std::string>& header : headers) {
      const std::size_t above = height - header.size();
      cells.push_back(k < above ? "" : header[k - above]);
    }
    text += colored(line_of(cells, layout.widths), kBold);
  }
  text += std::string(layout.total(), '-') + '\n';
  for (std::size_t i = 1; i < lines_.size(); ++i) {
    const std::string line = line_of(cells_of(lines_[i]), layout.widths);
    text += marked_[i] ? colored(line, kYellow) : line + '\n';
  }
  return text;
}

std::string TextColumns::text(const TableStyle& style) const {
  std::string text;
  for (const Layout& layout : layouts(style.width)) {
    if (!text.empty()) text += '\n';
    text += block(layout, style.color);
  }
  return text;
}

std::string number_cell(std::optional<double> value) {
  if (!value || !std::isfinite(*value)) return "-";
  return fmt::format("{:.6g}", *value);
}

std::string percent_cell(std::optional<double> value) {
  if (!value || !std::isfinite(*value)) return "-";
  return fmt::format("{:.2f} %", 100 * *value);
}

std::string name_cell(std::string_view name) {
  return shown_text(name);
}

}  // namespace fairpca
