// SPDX-License-Identifier: BSD-3-Clause
#include "rows/column_summary.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <functional>
#include <utility>

#include <fmt/format.h>

#include "rows/chunk_digests.h"
#include "rows/csv_cells.h"
#include "text/date_text.h"
#include "text/parse_number.h"
#include "text/shown_text.h"
#include "text/written_number.h"

namespace fairpca {
namespace {

/// Squares of larger numbers overflow when they are summed up.
constexpr double kLargestUsable = 1e140;
constexpr std::size_t kTextsAmongNumbers = 4;
/// Contents are polynomials of their cells' digests at this place, modulo 2^64.
constexpr std::uint64_t kContentBase = 0x9e3779b97f4a7c15;

std::uint64_t power(std::uint64_t base, Index exponent) {
  std::uint64_t result = 1;
  for (; exponent > 0; exponent /= 2, base *= base) {
    if (exponent % 2 == 1) result *= base;
  }
  return result;
}

/// Of its bits (the last steps of MurmurHash3, in the constants of SplitMix64).
std::uint64_t digest_of_number(double number) {
  auto bits = std::bit_cast<std::uint64_t>(number == 0 ? 0.0 : number);
  bits = (bits ^ (bits >> 30)) * 0xbf58476d1ce4e5b9;
  bits = (bits ^ (bits >> 27)) * 0x94d049bb133111eb;
  return bits ^ (bits >> 31);
}

/// What one distinct value of a block is.
struct ValueFacts {
  enum class Kind { kMissing, kNumber, kUnusableNumber, kText };
  Kind kind = Kind::kText;
  double number = 0;
  bool is_date = false, is_written_number = false, is_utf8 = true;
};

ValueFacts facts_of_number(double number) {
  if (std::isnan(number)) return {.kind = ValueFacts::Kind::kMissing};
  const bool is_usable = std::abs(number) <= kLargestUsable;
  return {.kind = is_usable ? ValueFacts::Kind::kNumber : ValueFacts::Kind::kUnusableNumber,
          .number = number};
}

ValueFacts facts_of_text(std::string_view text, const MissingMarks& marks) {
  if (marks.contains(text)) return {.kind = ValueFacts::Kind::kMissing};
  double number = 0;
  switch (read_number(trimmed(text), number)) {
    case NumberText::kFinite:
      return facts_of_number(number);
    case NumberText::kInfinite:
    case NumberText::kTooLarge:
      return {.kind = ValueFacts::Kind::kUnusableNumber};
    case NumberText::kNone:
      break;
  }
  const bool is_date = looks_like_date(text);
  return {.kind = ValueFacts::Kind::kText,
          .is_date = is_date,
          .is_written_number = !is_date && looks_like_written_number(text),
          .is_utf8 = is_utf8(text)};
}

std::vector<ValueFacts> facts_of(const ColumnCells& cells, const BlockLevels& levels,
                                 const MissingMarks& marks) {
  std::vector<ValueFacts> facts;
  facts.reserve(levels.values.size());
  for (const BlockLevels::Value& value : levels.values) {
    facts.push_back(cells.are_numbers() ? facts_of_number(cells.number(value.first_row))
                                        : facts_of_text(cells.text(value.first_row), marks));
  }
  return facts;
}

std::string text_of(const ColumnCells& cells, Index row) {
  return cells.are_numbers() ? fmt::format("{}", cells.number(row)) : level_text(cells.text(row));
}

/// Fills the summary of one column of a block.
class BlockSummary {
 public:
  BlockSummary(const ColumnCells& cells, const BlockLevels& levels, std::vector<ValueFacts> facts,
               Index first_row, ColumnSummary& out)
      : cells_(cells), levels_(levels), facts_(std::move(facts)), first_row_(first_row), out_(out) {
    out_.rows = static_cast<Index>(levels.codes.size());
  }

  void note_values() {
    for (std::size_t i = 0; i < facts_.size(); ++i) note_value(levels_.values[i], facts_[i]);
  }

  void add_numbers(const std::vector<TargetCodes>& targets) {
    if (out_.number_cells == 0) return;
    for (const std::int32_t code : levels_.codes) {
      if (facts_[code].kind == Kind::kNumber) add_number(facts_[code].number);
    }
    for (const TargetCodes& target : targets) add_spread(target);
  }

  void add_levels(const std::vector<TargetCodes>& targets, const LevelLimits& limits) {
    const CodeMaps same = identity(targets);
    const bool with_joint = levels_.values.size() <= limits.joint_levels;
    std::vector<std::vector<std::vector<Index>>> joint(with_joint ? facts_.size() : 0);
    count_joint(targets, joint);
    const Index taken = levels_.values.size() > limits.levels ? taken_from_all(limits) : 0;
    for (std::size_t i = 0; i < facts_.size(); ++i) {
      const BlockLevels::Value& value = levels_.values[i];
      if (facts_[i].kind == Kind::kMissing || value.rows <= taken) continue;
      out_.levels.add(
          {.digest = value.digest,
           .value_digest = value_digest(i),
           .text = text_of(cells_, value.first_row),
           .rows = value.rows - taken,
           .joint = with_joint ? std::move(joint[i]) : std::vector<std::vector<Index>>()},
          same);
    }
    out_.levels.settle();
  }

  void add_content() {
    for (const std::int32_t code : levels_.codes) {
      out_.content = out_.content * kContentBase + levels_.values[code].digest;
    }
  }

  void mark_missing(std::vector<char>& row_missing) const {
    row_missing.assign(levels_.codes.size(), 0);
    if (out_.missing == 0) return;
    for (std::size_t row = 0; row < levels_.codes.size(); ++row) {
      row_missing[row] = facts_[levels_.codes[row]].kind == Kind::kMissing ? 1 : 0;
    }
  }

 private:
  using Kind = ValueFacts::Kind;

  /// Values come in the order in which they are met, so the first of a kind is the first cell.
  void note(std::optional<NotedCell>& first, Index row) const {
    if (!first) first = NotedCell{first_row_ + row + 1, text_of(cells_, row)};
  }

  void note_value(const BlockLevels::Value& value, const ValueFacts& facts) {
    if (facts.kind == Kind::kMissing) {
      out_.missing += value.rows;
      return;
    }
    if (!out_.first_value) {
      out_.starts_with_number = facts.kind != Kind::kText;
      out_.starts_with_date = facts.is_date;
    }
    note(out_.first_value, value.first_row);
    if (facts.kind == Kind::kNumber) out_.number_cells += value.rows;
    if (facts.kind == Kind::kUnusableNumber) note(out_.first_unusable_number, value.first_row);
    if (facts.kind != Kind::kText) return;
    note(out_.first_text, value.first_row);
    if (out_.texts_among_numbers.size() < kTextsAmongNumbers) {
      out_.texts_among_numbers.push_back(text_of(cells_, value.first_row));
    }
    if (facts.is_date) out_.date_cells += value.rows;
    if (facts.is_written_number) {
      out_.written_numbers += value.rows;
      note(out_.first_written_number, value.first_row);
    }
    if (!facts.is_utf8) note(out_.first_not_utf8, value.first_row);
  }

  void add_number(double number) {
    if (out_.spread.count == 0) {
      out_.first_number = number;
    } else {
      out_.is_increasing = out_.is_increasing && number > out_.last_number;
    }
    out_.last_number = number;
    out_.minimum = std::min(out_.minimum, number);
    out_.maximum = std::max(out_.maximum, number);
    out_.all_whole = out_.all_whole && number == std::floor(number);
    out_.spread.add(number);
  }

  void add_spread(const TargetCodes& target) {
    std::vector<SpreadSum>& sums = out_.spread_by_target.emplace_back(target.levels);
    for (std::size_t row = 0; row < levels_.codes.size(); ++row) {
      const ValueFacts& facts = facts_[levels_.codes[row]];
      const std::int32_t code = target.codes[row];
      if (code >= 0 && facts.kind == Kind::kNumber) sums[code].add(facts.number);
    }
  }

  std::uint64_t value_digest(std::size_t value) const {
    const bool is_number = facts_[value].kind == Kind::kNumber;
    return is_number ? digest_of_number(facts_[value].number) : levels_.values[value].digest;
  }

  /// As LevelCounts::settle() does, for more values than the limit, most of them rare: what counts
  /// lose so that few of them are left.
  Index taken_from_all(const LevelLimits& limits) {
    std::vector<Index> rows;
    std::vector<std::uint64_t> digests;
    for (std::size_t i = 0; i < facts_.size(); ++i) {
      if (facts_[i].kind == Kind::kMissing) continue;
      rows.push_back(levels_.values[i].rows);
      digests.push_back(value_digest(i));
    }
    if (rows.size() <= limits.levels) return 0;
    const auto first_out = rows.begin() + static_cast<std::ptrdiff_t>(limits.levels);
    std::nth_element(rows.begin(), first_out, rows.end(), std::greater<>());
    out_.levels.estimate(digests, *first_out);
    return *first_out;
  }

  void count_joint(const std::vector<TargetCodes>& targets,
                   std::vector<std::vector<std::vector<Index>>>& joint) const {
    if (joint.empty()) return;
    for (std::vector<std::vector<Index>>& of_level : joint) {
      for (const TargetCodes& target : targets) of_level.emplace_back(target.levels);
    }
    for (std::size_t t = 0; t < targets.size(); ++t) {
      for (std::size_t row = 0; row < levels_.codes.size(); ++row) {
        const std::int32_t code = targets[t].codes[row];
        if (code >= 0) ++joint[levels_.codes[row]][t][code];
      }
    }
  }

  static CodeMaps identity(const std::vector<TargetCodes>& targets) {
    CodeMaps maps;
    for (const TargetCodes& target : targets) {
      std::vector<std::int32_t>& map = maps.emplace_back();
      for (std::size_t code = 0; code < target.levels; ++code) {
        map.push_back(static_cast<std::int32_t>(code));
      }
    }
    return maps;
  }

  const ColumnCells& cells_;
  const BlockLevels& levels_;
  std::vector<ValueFacts> facts_;
  Index first_row_;
  ColumnSummary& out_;
};

/// Keeps what was found first.
template <class Found>
void keep_first(std::optional<Found>& first, std::optional<Found>& later) {
  if (!first) first = std::move(later);
}

void merge_spreads(std::vector<std::vector<SpreadSum>>& sums,
                   const std::vector<std::vector<SpreadSum>>& more, const CodeMaps& code_of) {
  sums.resize(std::max(sums.size(), more.size()));
  for (std::size_t t = 0; t < more.size(); ++t) {
    for (std::size_t code = 0; code < more[t].size(); ++code) {
      if (code_of[t][code] < 0) continue;
      const auto to = static_cast<std::size_t>(code_of[t][code]);
      if (sums[t].size() <= to) sums[t].resize(to + 1);
      sums[t][to].merge(more[t][code]);
    }
  }
}

}  // namespace

std::string level_text(std::string_view text) {
  constexpr std::size_t kBytes = 200;
  if (text.size() <= kBytes) return std::string(text);
  std::size_t end = kBytes;
  while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xC0U) == 0x80U) --end;
  return std::string(text.substr(0, end));
}

void SpreadSum::add(double value) {
  ++count;
  const double step = value - mean;
  mean += step / static_cast<double>(count);
  squares += step * (value - mean);
}

void SpreadSum::merge(const SpreadSum& other) {
  if (other.count == 0) return;
  const auto n = static_cast<double>(count), m = static_cast<double>(other.count);
  const double step = other.mean - mean;
  count += other.count;
  mean += step * m / (n + m);
  squares += other.squares + step * step * n * m / (n + m);
}

void ColumnSummary::merge(ColumnSummary&& other, const CodeMaps& code_of) {
  if (!first_value) {
    starts_with_number = other.starts_with_number;
    starts_with_date = other.starts_with_date;
  }
  rows += other.rows;
  missing += other.missing;
  number_cells += other.number_cells;
  date_cells += other.date_cells;
  written_numbers += other.written_numbers;
  keep_first(first_value, other.first_value);
  keep_first(first_text, other.first_text);
  keep_first(first_unusable_number, other.first_unusable_number);
  keep_first(first_not_utf8, other.first_not_utf8);
  keep_first(first_written_number, other.first_written_number);
  for (std::string& text : other.texts_among_numbers) {
    if (texts_among_numbers.size() == kTextsAmongNumbers) break;
    const auto end = texts_among_numbers.end();
    if (std::find(texts_among_numbers.begin(), end, text) != end) continue;
    texts_among_numbers.push_back(std::move(text));
  }
  if (other.spread.count > 0) {
    const bool follows = spread.count == 0 || other.first_number > last_number;
    is_increasing = is_increasing && other.is_increasing && follows;
    if (spread.count == 0) first_number = other.first_number;
    last_number = other.last_number;
  }
  minimum = std::min(minimum, other.minimum);
  maximum = std::max(maximum, other.maximum);
  all_whole = all_whole && other.all_whole;
  spread.merge(other.spread);
  merge_spreads(spread_by_target, other.spread_by_target, code_of);
  content = content * power(kContentBase, other.rows) + other.content;
  levels.merge(std::move(other.levels), code_of);
}

bool ColumnCells::is_missing(Index row, const MissingMarks& marks) const {
  return are_numbers() ? std::isnan(number(row)) : marks.contains(text(row));
}

std::string_view ColumnCells::text(Index row) const {
  if (texts_ != nullptr) return (*texts_)[static_cast<std::size_t>(row)];
  const std::int32_t code = levels_->codes[static_cast<std::size_t>(row)];
  return code < 0 ? std::string_view() : std::string_view(levels_->levels[code]);
}

std::uint64_t ColumnCells::digest(Index row) const {
  return are_numbers() ? digest_of_number(number(row)) : digest_of(text(row));
}

BlockLevels distinct_values(const ColumnCells& cells, Index rows) {
  const auto slots = std::bit_ceil(static_cast<std::size_t>(2 * rows + 2));
  std::vector<std::int32_t> table(slots, -1);
  BlockLevels levels;
  levels.codes.reserve(static_cast<std::size_t>(rows));
  for (Index row = 0; row < rows; ++row) {
    const std::uint64_t digest = cells.digest(row);
    std::size_t slot = digest & (slots - 1);
    while (table[slot] >= 0 && levels.values[table[slot]].digest != digest) {
      slot = (slot + 1) & (slots - 1);
    }
    if (table[slot] < 0) {
      table[slot] = static_cast<std::int32_t>(levels.values.size());
      levels.values.push_back({digest, row, 0});
    }
    ++levels.values[table[slot]].rows;
    levels.codes.push_back(table[slot]);
  }
  return levels;
}

TargetCodes target_codes(const ColumnCells& cells, const BlockLevels& levels,
                         const MissingMarks& marks, std::size_t most) {
  TargetCodes target;
  std::vector<std::int32_t> code_of;
  for (const BlockLevels::Value& value : levels.values) {
    const bool counts = target.levels < most && !cells.is_missing(value.first_row, marks);
    code_of.push_back(counts ? static_cast<std::int32_t>(target.levels++) : -1);
  }
  for (const std::int32_t code : levels.codes) target.codes.push_back(code_of[code]);
  return target;
}

ColumnSummary summarize_column(const ColumnCells& cells, const BlockLevels& levels,
                               const MissingMarks& marks, const LevelLimits& limits,
                               const std::vector<TargetCodes>& targets, Index first_row,
                               std::vector<char>& row_missing) {
  ColumnSummary summary(limits);
  BlockSummary block(cells, levels, facts_of(cells, levels, marks), first_row, summary);
  block.note_values();
  block.add_numbers(targets);
  block.add_levels(targets, limits);
  block.add_content();
  block.mark_missing(row_missing);
  return summary;
}

}  // namespace fairpca
