// SPDX-License-Identifier: BSD-3-Clause
#include "experiments/compared_table.h"

#include <algorithm>
#include <cctype>
#include <cmath>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "study/study_files.h"

namespace fairpca {
namespace {

const char* word_of(Verdict verdict) {
  switch (verdict) {
    case Verdict::kBetter:
      return "better";
    case Verdict::kEqual:
      return "equal";
    case Verdict::kWorse:
      return "worse";
    case Verdict::kNone:
      break;
  }
  return "";
}

std::string decimal_text(double value, int digits) {
  if (!std::isfinite(value)) return "";
  const bool is_tiny = value != 0 && std::abs(value) < 0.5 * std::pow(10.0, -digits);
  return is_tiny ? fmt::format("{:.2e}", value) : fmt::format("{:.{}f}", value, digits);
}

std::string mean_text(const MeanValue& value, int digits) {
  if (!std::isfinite(value.mean)) return "-";
  std::string text = decimal_text(value.mean, digits);
  if (std::isfinite(value.deviation)) text += " ± " + decimal_text(value.deviation, digits);
  return text;
}

double difference(const ComparedCell& cell) {
  return cell.ours.mean - cell.published.mean;
}

/// Row, method, measure, published, own, ours, difference, verdict.
std::vector<std::string> fields_of(const ComparedCell& cell) {
  return {cell.row,
          cell.method,
          cell.measure,
          mean_text(cell.published, cell.digits),
          mean_text(cell.own, cell.digits),
          mean_text(cell.ours, cell.digits),
          decimal_text(difference(cell), cell.digits),
          word_of(cell.verdict())};
}

std::vector<std::string> header_fields(const ComparedTable& table) {
  return {"data",
          "method",
          "measure",
          table.is_printed ? "published" : "stored",
          "paper's algorithm here",
          "our solver here",
          "difference",
          "verdict"};
}

std::string counts_text(const ComparedTable& table) {
  const auto shown = std::count_if(table.cells.begin(), table.cells.end(),
                                   [](const ComparedCell& cell) { return !cell.is_judged; });
  std::string text =
      fmt::format("Ours against what was {}: better {}, equal {}, worse {}, without a number {}",
                  table.is_printed ? "published" : "stored by others",
                  table.count(Verdict::kBetter), table.count(Verdict::kEqual),
                  table.count(Verdict::kWorse), table.count(Verdict::kNone) - shown);
  if (shown > 0) text += fmt::format(", not judged {}", shown);
  return text + '.';
}

/// Letters that a terminal shows, not bytes.
std::size_t letters_in(const std::string& text) {
  return static_cast<std::size_t>(std::count_if(text.begin(), text.end(), [](char byte) {
    return (static_cast<unsigned char>(byte) & 0xC0U) != 0x80U;
  }));
}

/// Rows of a method, each once; those that `is_asked` alone.
template <typename Asked>
std::vector<std::string> rows_of_method(const ComparedTable& table, const std::string& method,
                                        const Asked& is_asked) {
  std::vector<std::string> rows;
  for (const ComparedCell& cell : table.cells) {
    const bool is_new = std::find(rows.begin(), rows.end(), cell.row) == rows.end();
    if (cell.method == method && is_asked(cell) && is_new) rows.push_back(cell.row);
  }
  return rows;
}

constexpr std::size_t kManyRows = 4, kFewRows = 3;

/// `Biodeg RFPCA, LFW RFPCA`; of many rows `all RFPCA rows but Letter`, `RFPCA on Biodeg, ...`.
std::string rows_with(const ComparedTable& table, const std::string& reason,
                      const std::string& method) {
  const auto has_reason = [&](const ComparedCell& cell) { return cell.reason == reason; };
  const std::vector<std::string> rows = rows_of_method(table, method, has_reason);
  const std::vector<std::string> others =
      rows_of_method(table, method, [&rows](const ComparedCell& cell) {
        return std::find(rows.begin(), rows.end(), cell.row) == rows.end();
      });
  if (rows.size() < kManyRows) {
    std::vector<std::string> words;
    for (const std::string& row : rows) words.push_back(fmt::format("{} {}", row, method));
    return fmt::format("{}", fmt::join(words, ", "));
  }
  if (others.empty()) return fmt::format("all {} rows", method);
  if (others.size() > kFewRows) return fmt::format("{} on {}", method, fmt::join(rows, ", "));
  return fmt::format("all {} rows but {}", method, fmt::join(others, ", "));
}

/// Reasons, each once, with the rows they are about.
std::vector<std::string> reasons_of(const ComparedTable& table) {
  std::vector<std::pair<std::string, std::vector<std::string>>> reasons;
  for (const ComparedCell& cell : table.cells) {
    if (cell.reason.empty()) continue;
    auto found = std::find_if(reasons.begin(), reasons.end(),
                              [&](const auto& one) { return one.first == cell.reason; });
    if (found == reasons.end()) found = reasons.insert(found, {cell.reason, {}});
    std::vector<std::string>& methods = found->second;
    const bool is_new = std::find(methods.begin(), methods.end(), cell.method) == methods.end();
    if (is_new) methods.push_back(cell.method);
  }
  std::vector<std::string> texts;
  for (const auto& [reason, methods] : reasons) {
    std::vector<std::string> who;
    for (const std::string& method : methods) who.push_back(rows_with(table, reason, method));
    texts.push_back(ended_sentence(fmt::format("{}: {}", fmt::join(who, "; "), reason)));
  }
  return texts;
}

}  // namespace

std::string ended_sentence(std::string text) {
  if (text.empty()) return text;
  text[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(text[0])));
  return text.ends_with('.') ? text : text + '.';
}

Verdict ComparedCell::verdict() const {
  if (!is_judged || !std::isfinite(published.mean) || !std::isfinite(ours.mean))
    return Verdict::kNone;
  // Half a unit of the last printed digit, and what rounding adds to it.
  const double printed = 0.5 * std::pow(10.0, -digits) * (1 + 1e-9);
  const double width = std::isfinite(published.deviation) ? published.deviation : 0;
  const double apart = difference(*this);
  if (std::abs(apart) <= std::max(printed, width)) return Verdict::kEqual;
  return (apart > 0) == is_higher_better ? Verdict::kBetter : Verdict::kWorse;
}

int ComparedTable::count(Verdict verdict) const {
  return static_cast<int>(
      std::count_if(cells.begin(), cells.end(),
                    [verdict](const ComparedCell& cell) { return cell.verdict() == verdict; }));
}

std::string compared_csv(const ComparedTable& table) {
  std::string text =
      "data,method,measure,published,published_deviation,paper_algorithm,"
      "paper_algorithm_deviation,ours,ours_deviation,difference,verdict,reason\n";
  const auto number = [](double value) {
    return std::isfinite(value) ? fmt::format("{}", value) : std::string();
  };
  for (const ComparedCell& cell : table.cells) {
    text +=
        fmt::format("{},{},{},{},{},{},{},{},{},{},{},{}\n", csv_field(cell.row),
                    csv_field(cell.method), csv_field(cell.measure), number(cell.published.mean),
                    number(cell.published.deviation), number(cell.own.mean),
                    number(cell.own.deviation), number(cell.ours.mean), number(cell.ours.deviation),
                    number(difference(cell)), word_of(cell.verdict()), csv_field(cell.reason));
  }
  return text;
}

std::string compared_text(const ComparedTable& table) {
  std::vector<std::vector<std::string>> lines = {header_fields(table)};
  for (const ComparedCell& cell : table.cells) lines.push_back(fields_of(cell));
  std::vector<std::size_t> widths(lines.front().size(), 0);
  for (const auto& line : lines) {
    for (std::size_t i = 0; i < line.size(); ++i) {
      widths[i] = std::max(widths[i], letters_in(line[i]));
    }
  }
  std::string text = table.title + '\n';
  for (const auto& line : lines) {
    std::string shown;
    for (std::size_t i = 0; i < line.size(); ++i) {
      shown += line[i] + std::string(widths[i] - letters_in(line[i]) + 2, ' ');
    }
    text += "  " + shown.substr(0, shown.find_last_not_of(' ') + 1) + '\n';
  }
  text += counts_text(table) + '\n';
  for (const std::string& reason : reasons_of(table)) text += reason + '\n';
  for (const std::string& note : table.notes) text += ended_sentence(note) + '\n';
  return text;
}

std::string compared_markdown(const ComparedTable& table) {
  std::string text = fmt::format("**{}.** {}\n\n", table.title, counts_text(table));
  text += fmt::format("| {} |\n|", fmt::join(header_fields(table), " | "));
  for (std::size_t i = 0; i < header_fields(table).size(); ++i) text += i < 3 ? "---|" : "---:|";
  text += '\n';
  for (const ComparedCell& cell : table.cells) {
    text += fmt::format("| {} |\n", fmt::join(fields_of(cell), " | "));
  }
  text += '\n';
  for (const std::string& reason : reasons_of(table)) text += fmt::format("- {}\n", reason);
  for (const std::string& note : table.notes) {
    text += fmt::format("- {}\n", ended_sentence(note));
  }
  return text + '\n';
}

}  // namespace fairpca
