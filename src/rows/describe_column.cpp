// SPDX-License-Identifier: BSD-3-Clause
#include "rows/describe_column.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <cmath>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "rows/messages.h"
#include "text/quoted.h"

namespace fairpca {
namespace {

// Thresholds, each explained in docs/describe.md.
constexpr Index kRowsToJudge = 20;             // fewer say nothing about identifiers
constexpr Index kRowsToCompare = 30;           // ... nor about proxies
constexpr double kNearlyAllDistinct = 0.98;    // of the texts of an identifier
constexpr double kAllDistinctEstimate = 0.95;  // three standard errors of the estimate below 1
constexpr Index kManyLevels = 100;
constexpr Index kFewLevels = 20;
constexpr double kDominantShare = 0.99;
constexpr double kMostlyMissing = 0.5;
constexpr double kWrittenShare = 0.9;
constexpr double kPredictedShare = 0.99;
constexpr double kLargestBase = 0.95;
constexpr double kExplainedShare = 0.9;
constexpr Index kMostCodes = 10;
constexpr std::size_t kLevelsKept = 10;

double share(Index part, Index whole) {
  return whole == 0 ? 0 : static_cast<double>(part) / static_cast<double>(whole);
}

/// Rounded down, so that what is not all never reads as 100 %.
std::string percent(double share) {
  const double tenths = std::floor(1000 * share + 1e-9);
  return fmt::format("{:.1f} %", tenths / 10);
}

std::string lower_case(std::string_view text) {
  std::string lower(text);
  for (char& c : lower) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return lower;
}

/// `id`, `person_id`, `customerID`, `Unnamed: 0`.
bool is_identifier_name(const std::string& name) {
  constexpr std::array kNames = {"",    "id",    "index",    "key", "uuid", "guid",   "rows",
                                 "row", "rowid", "rownames", "nr",  "no",   "number", "unnamed: 0"};
  constexpr std::array kEnds = {"_id", "-id", " id", ".id", "_key", "uuid", "guid", "_number"};
  const std::string lower = lower_case(name);
  if (std::find(kNames.begin(), kNames.end(), lower) != kNames.end()) return true;
  if (std::any_of(kEnds.begin(), kEnds.end(),
                  [&](const char* end) { return lower.ends_with(end); })) {
    return true;
  }
  const bool ends_in_capitals = name.ends_with("Id") || name.ends_with("ID");
  return ends_in_capitals && name.size() > 2 &&
         std::islower(static_cast<unsigned char>(name[name.size() - 3])) != 0;
}

/// Makes the description of one column from its summary.
class Describer {
 public:
  Describer(const ColumnFacts& facts, const ColumnSummary& summary,
            const std::vector<ComparedColumn>& targets)
      : facts_(facts), summary_(summary), targets_(targets) {
    out_.name = facts.name;
    out_.role = facts.role;
    out_.is_named_categorical = facts.is_categorical;
    out_.missing = summary.missing;
    out_.kind = kind();
    out_.distinct_is_exact = summary.levels.is_exact();
    out_.distinct = summary.levels.distinct(is_number());
    if (!out_.distinct_is_exact) out_.distinct = std::min(out_.distinct, present());
  }

  ColumnDescription describe() {
    add_numbers();
    add_levels();
    remark_on_cells();
    if (!is_rejected()) remark_on_values();
    if (out_.advice != ColumnAdvice::kRejected && facts_.role == ColumnRole::kFeature) {
      remark_on_proxies();
      remark_on_codes();
      remark_on_missing_marks();
    }
    if (facts_.role != ColumnRole::kFeature) out_.advice = ColumnAdvice::kUse;
    return std::move(out_);
  }

 private:
  Index present() const { return summary_.rows - summary_.missing; }
  bool is_number() const { return out_.kind == DescribedKind::kNumber; }
  bool is_category() const { return out_.kind == DescribedKind::kCategory; }
  bool is_rejected() const { return out_.advice == ColumnAdvice::kRejected; }
  bool is_constant() const { return out_.distinct_is_exact && out_.distinct == 1; }

  DescribedKind kind() const {
    if (facts_.is_date && present() > 0) return DescribedKind::kDate;
    if (present() == 0) return DescribedKind::kEmpty;
    if (facts_.is_categorical) return DescribedKind::kCategory;
    if (summary_.starts_with_number) return DescribedKind::kNumber;
    return summary_.starts_with_date ? DescribedKind::kDate : DescribedKind::kCategory;
  }

  void remark(Message message, ColumnAdvice advice) {
    out_.remarks.push_back(std::move(message));
    out_.advice = std::max(out_.advice, advice);
  }

  void add_numbers() {
    if (!is_number() || summary_.spread.count == 0) return;
    const SpreadSum& spread = summary_.spread;
    out_.numbers =
        NumberSummary{.minimum = summary_.minimum,
                      .maximum = summary_.maximum,
                      .mean = spread.mean,
                      .deviation = std::sqrt(spread.squares / static_cast<double>(spread.count)),
                      .all_whole = summary_.all_whole};
  }

  void add_levels() {
    if (is_number() && (!out_.distinct_is_exact || out_.distinct > kMostCodes)) return;
    std::vector<const LevelCount*> order;
    for (const LevelCount& level : summary_.levels.levels()) order.push_back(&level);
    std::sort(order.begin(), order.end(), [](const LevelCount* a, const LevelCount* b) {
      return a->rows != b->rows ? a->rows > b->rows : a->text < b->text;
    });
    for (std::size_t i = 0; i < std::min(order.size(), kLevelsKept); ++i) {
      out_.levels.push_back({order[i]->text, order[i]->rows});
    }
    out_.level_error = summary_.levels.error();
  }

  /// What `fit` would reject.
  void remark_on_cells() {
    const auto column = "column"_is(Quoted{facts_.name});
    if (out_.kind == DescribedKind::kEmpty) {
      remark(rows_message<"empty-column">(), ColumnAdvice::kRejected);
    } else if (out_.kind == DescribedKind::kDate) {
      remark(rows_message<"date-column">("value"_is(Quoted{summary_.first_value->text}), column),
             ColumnAdvice::kRejected);
    }
    if (is_number() && summary_.first_text) {
      remark(rows_message<"mixed-column">("value"_is(Quoted{summary_.first_text->text}),
                                          "row"_is(summary_.first_text->row), column),
             ColumnAdvice::kRejected);
    }
    if (is_number() && summary_.first_unusable_number) {
      const NotedCell& cell = *summary_.first_unusable_number;
      remark(rows_message<"unusable-number">("value"_is(Quoted{cell.text}), "row"_is(cell.row)),
             ColumnAdvice::kRejected);
    }
    if (!is_number() && summary_.first_not_utf8) {
      remark(rows_message<"not-utf-8-column">("row"_is(summary_.first_not_utf8->row)),
             ColumnAdvice::kRejected);
    }
  }

  /// What a feature should not be, though `fit` would take it; at most one remark.
  void remark_on_values() {
    const bool is_written = is_category() && !facts_.is_categorical &&
                            static_cast<double>(summary_.written_numbers) >=
                                kWrittenShare * static_cast<double>(present());
    if (is_constant()) {
      const std::string& value = summary_.first_value->text;
      remark(rows_message<"constant-column">("value"_is(Quoted{value})), ColumnAdvice::kLeaveOut);
    } else if (is_written) {
      const NotedCell& cell = *summary_.first_written_number;
      remark(rows_message<"written-numbers">("value"_is(Quoted{cell.text}), "row"_is(cell.row)),
             ColumnAdvice::kLeaveOut);
    } else if (is_identifier()) {
      remark(rows_message<"identifier-column">("distinct"_is(distinct_text()),
                                               "rows"_is(Counted{present(), "row", "rows"})),
             ColumnAdvice::kLeaveOut);
    } else if (has_many_levels()) {
      remark(rows_message<"many-levels">("levels"_is(distinct_text())), ColumnAdvice::kLeaveOut);
    } else if (!out_.levels.empty() && out_.distinct > 1 &&
               share(out_.levels.front().rows, present()) >= kDominantShare) {
      const CountedLevel& level = out_.levels.front();
      remark(rows_message<"dominant-level">("value"_is(Quoted{level.level}),
                                            "share"_is(percent(share(level.rows, present())))),
             ColumnAdvice::kUse);
    }
    if (share(summary_.missing, summary_.rows) > kMostlyMissing) {
      remark(rows_message<"mostly-missing">(), ColumnAdvice::kLeaveOut);
    }
  }

  std::string distinct_text() const {
    return fmt::format("{}{}", out_.distinct_is_exact ? "" : "about ", out_.distinct);
  }

  bool is_identifier() const {
    if (present() < kRowsToJudge || facts_.role != ColumnRole::kFeature) return false;
    const double distinct = share(out_.distinct, present());
    const bool has_name = is_identifier_name(facts_.name);
    const double enough =
        out_.distinct_is_exact ? (is_number() ? 1.0 : kNearlyAllDistinct) : kAllDistinctEstimate;
    if (is_category()) return distinct >= enough || (has_name && distinct > 0.5);
    if (!is_number() || !summary_.all_whole) return false;
    if (has_name && distinct > 0.5) return true;
    const double span = summary_.maximum - summary_.minimum + 1;
    return distinct >= enough &&
           (summary_.is_increasing || span <= 2 * static_cast<double>(present()));
  }

  bool has_many_levels() const {
    if (!is_category()) return false;
    const bool are_sparse = out_.distinct > kFewLevels && 2 * out_.distinct > present();
    return out_.distinct > kManyLevels || are_sparse;
  }

  void remark_on_proxies() {
    if (present() < kRowsToCompare || is_constant()) return;
    for (std::size_t t = 0; t < targets_.size(); ++t) {
      if (!targets_[t].is_comparable) continue;
      const auto other = "other"_is(Quoted{targets_[t].name});
      const double predicted = predicted_share(t), explained = explained_share(t);
      if (predicted >= kPredictedShare) {
        remark(rows_message<"proxy-of-column">(other, "share"_is(percent(predicted))),
               ColumnAdvice::kLeaveOut);
      } else if (explained >= kExplainedShare) {
        remark(rows_message<"proxy-by-variance">(other, "share"_is(percent(explained))),
               ColumnAdvice::kLeaveOut);
      }
    }
  }

  /// Share of the rows whose target level is the most frequent one at their value; 0 where the
  /// largest target level alone says nearly as much, or values are too rare to say anything.
  double predicted_share(std::size_t target) const {
    if (!summary_.levels.has_joint() || 10 * out_.distinct > present()) return 0;
    Index right = 0, all = 0;
    std::vector<Index> sums;
    for (const LevelCount& level : summary_.levels.levels()) {
      if (level.joint.size() <= target || level.joint[target].empty()) continue;
      const std::vector<Index>& joint = level.joint[target];
      sums.resize(std::max(sums.size(), joint.size()));
      for (std::size_t code = 0; code < joint.size(); ++code) {
        sums[code] += joint[code];
        all += joint[code];
      }
      right += *std::max_element(joint.begin(), joint.end());
    }
    if (all < kRowsToCompare) return 0;
    const double base = share(*std::max_element(sums.begin(), sums.end()), all);
    return base > kLargestBase ? 0 : share(right, all);
  }

  /// Share of the variance that lies between the levels of the target (eta squared).
  double explained_share(std::size_t target) const {
    if (!is_number() || summary_.spread_by_target.size() <= target) return 0;
    SpreadSum total;
    double within = 0;
    Index levels = 0;
    for (const SpreadSum& sum : summary_.spread_by_target[target]) {
      total.merge(sum);
      within += sum.squares;
      levels += sum.count > 0 ? 1 : 0;
    }
    if (levels < 2 || total.count < kRowsToCompare * levels || !(total.squares > 0)) return 0;
    return 1 - within / total.squares;
  }

  /// Levels that people write for a missing value.
  void remark_on_missing_marks() {
    constexpr std::array kMarks = {"?", "-", "--", ".", "#N/A", "NULL", "None", "missing"};
    if (!is_category()) return;
    for (const LevelCount& level : summary_.levels.levels()) {
      if (std::find(kMarks.begin(), kMarks.end(), level.text) == kMarks.end()) continue;
      remark(rows_message<"perhaps-missing">("value"_is(Quoted{level.text}),
                                             "rows"_is(Counted{level.rows, "row", "rows"})),
             ColumnAdvice::kUse);
    }
  }

  void remark_on_codes() {
    const bool few = out_.distinct_is_exact && out_.distinct > 2 && out_.distinct <= kMostCodes;
    if (!is_number() || !few || !summary_.all_whole || present() < 5 * kMostCodes) return;
    remark(rows_message<"perhaps-codes">("distinct"_is(out_.distinct),
                                         "column"_is(Quoted{facts_.name})),
           ColumnAdvice::kUse);
  }

  const ColumnFacts& facts_;
  const ColumnSummary& summary_;
  const std::vector<ComparedColumn>& targets_;
  ColumnDescription out_;
};

}  // namespace

ColumnDescription describe_column(const ColumnFacts& facts, const ColumnSummary& summary,
                                  const std::vector<ComparedColumn>& targets) {
  return Describer(facts, summary, targets).describe();
}

}  // namespace fairpca
