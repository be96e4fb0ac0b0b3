// SPDX-License-Identifier: BSD-3-Clause
#include "report/text_columns.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include <fmt/format.h>

#include "text/shown_text.h"

namespace fairpca {
namespace {

/// Characters shown: bytes that do not continue a UTF-8 sequence.
std::size_t width(const std::string& cell) {
  return static_cast<std::size_t>(std::count_if(
      cell.begin(), cell.end(), [](unsigned char byte) { return (byte & 0xC0U) != 0x80U; }));
}

}  // namespace

TextColumns::TextColumns(std::vector<std::string> header) {
  lines_.push_back(std::move(header));
}

void TextColumns::add(std::vector<std::string> cells) {
  lines_.push_back(std::move(cells));
}

std::string TextColumns::text() const {
  std::vector<std::size_t> widths(lines_.front().size(), 0);
  for (const auto& line : lines_) {
    for (std::size_t i = 0; i < line.size(); ++i) widths[i] = std::max(widths[i], width(line[i]));
  }
  std::string text;
  const auto append = [&](const std::vector<std::string>& line) {
    std::string row;
    for (std::size_t i = 0; i < line.size(); ++i) {
      const std::string padding(widths[i] - width(line[i]), ' ');
      if (i > 0) row += "  ";
      row += i == 0 ? line[i] + padding : padding + line[i];
    }
    row.erase(row.find_last_not_of(' ') + 1);
    text += row + '\n';
  };
  append(lines_.front());
  std::size_t total = 2 * (widths.size() - 1);
  for (const std::size_t one : widths) total += one;
  text += std::string(total, '-') + '\n';
  for (std::size_t i = 1; i < lines_.size(); ++i) append(lines_[i]);
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
