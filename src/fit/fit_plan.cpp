// SPDX-License-Identifier: BSD-3-Clause
#include "fairpca/fit/fit_plan.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <string_view>
#include <unordered_set>
#include <utility>

#include <fmt/format.h>

#include "fit/messages.h"
#include "moments/moments_memory.h"

namespace fairpca {
namespace {

constexpr Index kMostDimensions = 5;
constexpr Index kMostGroups = 50;  // of a fit that someone still reads
constexpr Index kMostLevelsOfGuess = 12;
constexpr std::size_t kMostGuessed = 2;

/// Words of a name in lower case: `AgeGroup`, `age_group` and `age group` are `age`, `group`.
std::vector<std::string> words_of(const std::string& name) {
  std::vector<std::string> words(1);
  bool was_lower = false;
  for (const char c : name) {
    const auto byte = static_cast<unsigned char>(c);
    const bool is_letter = std::isalpha(byte) != 0;
    const bool starts_word = !is_letter || (std::isupper(byte) != 0 && was_lower);
    if (starts_word && !words.back().empty()) words.emplace_back();
    if (is_letter) words.back() += static_cast<char>(std::tolower(byte));
    was_lower = std::islower(byte) != 0;
  }
  return words;
}

/// How likely a name is that of a protected attribute: 0 first, -1 not at all.
int rank_of_name(const std::string& name) {
  constexpr std::array kWords = {"sex",      "gender",      "race",       "ethnic",  "ethnicity",
                                 "religion", "nationality", "disability", "disabled"};
  constexpr std::array kClasses = {"cat", "category", "group", "band", "class", "range", "bracket"};
  const std::vector<std::string> words = words_of(name);
  const auto has = [&](const std::string& word) {
    return std::find(words.begin(), words.end(), word) != words.end();
  };
  for (std::size_t i = 0; i < kWords.size(); ++i) {
    if (has(kWords[i])) return static_cast<int>(i);
  }
  const bool has_class = std::any_of(kClasses.begin(), kClasses.end(), has);
  if (has("age") && has_class) return 20;
  return has("marital") ? 21 : -1;
}

bool is_category(const ColumnDescription& column) {
  return column.kind == DescribedKind::kCategory;
}

Index encoded_width(const ColumnDescription& column) {
  return is_category(column) ? column.distinct : 1;
}

/// Puts a plan together from a description.
class Planner {
 public:
  Planner(const Description& description, const FitPlanSettings& settings)
      : table_(description), settings_(settings) {}

  FitPlan plan() {
    describe_as_it_stands();
    find_likely_protected();
    choose_groups();
    choose_features();
    if (features_.empty()) {
      plan_.no_suggestion = fit_message<"no-usable-column">();
    } else if (plan_.memory_bytes > static_cast<double>(plan_.memory_limit)) {
      plan_.no_suggestion = fit_message<"plan-beyond-memory">(
          "columns"_is(plan_.encoded_columns), "needed"_is(plan_.memory_bytes / 1e9));
    }
    suggest_description();
    if (!plan_.no_suggestion && is_fair_) suggest_comparison();
    if (!plan_.no_suggestion) suggest_fit();
    return std::move(plan_);
  }

 private:
  void describe_as_it_stands() {
    for (const ColumnDescription& column : table_.columns) {
      if (column.role != ColumnRole::kFeature) continue;
      if (column.advice == ColumnAdvice::kRejected) {
        plan_.rejected.push_back(column.name);
      } else {
        plan_.encoded_columns_of_all += encoded_width(column);
      }
    }
  }

  void find_likely_protected() {
    std::vector<std::pair<int, std::string>> found;
    for (const ColumnDescription& column : table_.columns) {
      const int rank = rank_of_name(column.name);
      const bool can_be = column.distinct_is_exact && column.distinct >= 2 &&
                          column.distinct <= kMostLevelsOfGuess &&
                          (is_category(column) || column.kind == DescribedKind::kNumber);
      const bool is_proxy = column.advice != ColumnAdvice::kUse && !table_.attributes.empty();
      if (column.role != ColumnRole::kFeature || rank < 0 || !can_be || is_proxy) continue;
      found.emplace_back(rank, column.name);
    }
    std::stable_sort(found.begin(), found.end(),
                     [](const auto& a, const auto& b) { return a.first < b.first; });
    for (const auto& [rank, name] : found) {
      plan_.likely_protected.push_back(name);
      const bool is_wanted = rank < 20 || guessed_.empty();
      if (is_wanted && guessed_.size() < kMostGuessed) guessed_.push_back(name);
    }
    if (!table_.attributes.empty()) guessed_.clear();
  }

  const ColumnDescription& column(const std::string& name) const {
    return *std::find_if(table_.columns.begin(), table_.columns.end(),
                         [&](const auto& one) { return one.name == name; });
  }

  static Index small_groups(const DescribedGroups& groups) {
    return std::count_if(groups.groups.begin(), groups.groups.end(),
                         [](const DescribedGroup& group) { return group.is_small; });
  }

  void choose_groups() {
    groups_ = guessed_;
    Index least = kMostGroups, crossed = 1, total = 0;
    for (const std::string& name : guessed_) {
      least = std::min(least, column(name).distinct);
      crossed *= column(name).distinct;
      total += column(name).distinct;
      missing_protected_ = std::max(missing_protected_, column(name).missing);
    }
    bool is_complete = true;
    for (const DescribedGroups& attribute : table_.attributes) {
      const auto levels = static_cast<Index>(attribute.groups.size());
      groups_.push_back(attribute.columns.front());
      least = std::min(least, levels);
      total += levels;
      missing_protected_ = std::max(missing_protected_, attribute.missing);
      is_complete = is_complete && attribute.is_complete;
    }
    const DescribedGroups* whole = table_.crossed              ? &*table_.crossed
                                   : table_.attributes.empty() ? nullptr
                                                               : &table_.attributes.front();
    if (whole != nullptr) crossed = static_cast<Index>(whole->groups.size());
    const bool has_small = whole == nullptr || small_groups(*whole) > 0;
    per_attribute_ =
        groups_.size() > 1 && least >= 2 && settings_.per_attribute.value_or(has_small);
    group_count_ = per_attribute_ ? total : crossed;
    cells_ = crossed;
    is_fair_ = !groups_.empty() && is_complete && group_count_ >= 2 && group_count_ <= kMostGroups;
    if (!is_fair_ && (group_count_ > kMostGroups || !is_complete)) groups_.clear();
  }

  void choose_features() {
    plan_.memory_limit = memory_limit();
    const std::unordered_set<std::string> groups(groups_.begin(), groups_.end());
    std::vector<std::size_t>
        numbered;  // whole numbers that look like identifiers: better than none
    for (std::size_t i = 0; i < table_.columns.size(); ++i) {
      const ColumnDescription& column = table_.columns[i];
      const bool is_free = column.role == ColumnRole::kFeature && !groups.contains(column.name);
      if (is_free && column.advice == ColumnAdvice::kUse) features_.push_back(i);
      if (is_free && is_numbered(column)) numbered.push_back(i);
    }
    if (features_.empty()) features_ = numbered;
    leave_out_ambiguous_names();
    count_encoded();
    while (plan_.memory_bytes > static_cast<double>(plan_.memory_limit) && leave_out_widest()) {
      count_encoded();
    }
  }

  static bool is_numbered(const ColumnDescription& column) {
    return column.kind == DescribedKind::kNumber && column.remarks.size() == 1 &&
           column.remarks.front().code() == "identifier-column";
  }

  /// A number called `job=clerk` beside a category `job` would meet its encoded column.
  void leave_out_ambiguous_names() {
    std::unordered_set<std::string> categories;
    for (const std::size_t i : features_) {
      if (is_category(table_.columns[i])) categories.insert(table_.columns[i].name);
    }
    std::erase_if(features_, [&](std::size_t i) {
      const std::string& name = table_.columns[i].name;
      for (std::size_t at = name.find('='); at != std::string::npos; at = name.find('=', at + 1)) {
        if (categories.contains(name.substr(0, at))) return true;
      }
      return false;
    });
  }

  bool leave_out_widest() {
    const auto widest = std::max_element(features_.begin(), features_.end(), [&](auto a, auto b) {
      return encoded_width(table_.columns[a]) < encoded_width(table_.columns[b]);
    });
    if (widest == features_.end() || encoded_width(table_.columns[*widest]) < 2) return false;
    features_.erase(widest);
    return true;
  }

  void count_encoded() {
    plan_.encoded_columns = 0;
    plan_.encoded_columns_are_exact = true;
    fills_numbers_ = adds_missing_level_ = false;
    for (const std::size_t i : features_) {
      const ColumnDescription& column = table_.columns[i];
      const bool is_incomplete = column.missing > 0;
      plan_.encoded_columns += encoded_width(column) + (is_category(column) && is_incomplete);
      plan_.encoded_columns_are_exact =
          plan_.encoded_columns_are_exact && (!is_category(column) || column.distinct_is_exact);
      fills_numbers_ = fills_numbers_ || (!is_category(column) && is_incomplete);
      adds_missing_level_ = adds_missing_level_ || (is_category(column) && is_incomplete);
    }
    plan_.memory_bytes = moments_memory(static_cast<double>(plan_.encoded_columns),
                                        static_cast<double>(std::max<Index>(cells_, 1)));
    count_incomplete_rows();
  }

  void count_incomplete_rows() {
    if (!table_.patterns_are_complete) {
      plan_.incomplete_rows.reset();
      return;
    }
    const std::unordered_set<std::size_t> used(features_.begin(), features_.end());
    Index rows = 0;
    for (const MissingPattern& pattern : table_.missing_patterns) {
      const bool counts = std::any_of(pattern.columns.begin(), pattern.columns.end(),
                                      [&](std::size_t i) { return used.contains(i); });
      rows += counts ? pattern.rows : 0;
    }
    plan_.incomplete_rows = rows;
  }

  static Setting named(const std::string& option, const std::string& name) {
    return {option, name, true};
  }

  void add_roles(SuggestedCommand& command) const {
    for (const ColumnDescription& column : table_.columns) {
      if (column.role == ColumnRole::kLabel)
        command.settings.push_back(named("label", column.name));
      if (column.role == ColumnRole::kWeight) {
        command.settings.push_back(named("weight", column.name));
      }
    }
  }

  /// Where nobody has named a protected column and some have the name of one.
  void suggest_description() {
    if (plan_.likely_protected.empty() || !table_.attributes.empty()) return;
    SuggestedCommand command{.command = "describe"};
    for (const std::string& name : plan_.likely_protected) {
      command.settings.push_back(named("group", name));
    }
    add_roles(command);
    plan_.next.push_back(std::move(command));
  }

  /// Names the features or the columns left out, whichever is shorter.
  void add_columns(SuggestedCommand& command) const {
    const std::unordered_set<std::size_t> used(features_.begin(), features_.end());
    std::size_t used_bytes = 0, out_bytes = 0;
    for (std::size_t i = 0; i < table_.columns.size(); ++i) {
      const ColumnDescription& column = table_.columns[i];
      const bool has_role =
          std::find(groups_.begin(), groups_.end(), column.name) != groups_.end() &&
          (column.role == ColumnRole::kProtected || table_.attributes.empty());
      if (used.contains(i)) {
        command.features.push_back(column.name);
        used_bytes += column.name.size() + 3;
      } else if (!has_role && column.role != ColumnRole::kLabel &&
                 column.role != ColumnRole::kWeight) {
        command.left_out.push_back(column.name);
        out_bytes += column.name.size() + 3;
      }
    }
    const bool names_features = used_bytes < out_bytes;
    for (const std::string& name : names_features ? command.features : command.left_out) {
      command.settings.push_back(named(names_features ? "features" : "drop", name));
    }
    for (const std::size_t i : features_) {
      const ColumnDescription& column = table_.columns[i];
      if (column.is_named_categorical) {
        command.settings.push_back(named("categorical", column.name));
      }
    }
  }

  Index most_dimensions() const {
    const Index room = std::min(plan_.encoded_columns, table_.rows) - 1;
    return std::clamp<Index>(room, 1, kMostDimensions);
  }

  void add_groups(SuggestedCommand& command) const {
    std::vector<Setting>& settings = command.settings;
    for (const std::string& name : groups_) settings.push_back(named("group", name));
    if (per_attribute_ && is_fair_) settings.push_back({"combine", "per-attribute"});
    if (!groups_.empty() && missing_protected_ > 0) {
      const bool is_group = missing_protected_ >= std::max<Index>(table_.min_group_size, 1);
      settings.push_back({"missing_group", is_group ? "group" : "unconstrained"});
    }
    add_roles(command);
  }

  void add_preparation(SuggestedCommand& command) const {
    command.settings.push_back({"standardize"});
    add_columns(command);
    if (fills_numbers_) command.settings.push_back({"missing", "mean"});
    if (adds_missing_level_) command.settings.push_back({"missing_category", "level"});
  }

  /// Which method, before one of them.
  void suggest_comparison() {
    SuggestedCommand command{.command = "compare"};
    add_groups(command);
    const Index most = most_dimensions();
    command.settings.push_back(
        {"dimensions", most > 2 ? fmt::format("2,{}", most) : fmt::format("{}", most)});
    add_preparation(command);
    plan_.next.push_back(std::move(command));
  }

  void suggest_fit() {
    SuggestedCommand command{.command = "fit"};
    add_groups(command);
    command.settings.push_back({"method", is_fair_ ? "fair-pca" : "pca"});
    command.settings.push_back({"dimensions", fmt::format("{}", most_dimensions())});
    add_preparation(command);
    plan_.next.push_back(std::move(command));
  }

  const Description& table_;
  const FitPlanSettings& settings_;
  FitPlan plan_;
  std::vector<std::string> guessed_, groups_;
  std::vector<std::size_t> features_;
  Index group_count_ = 0, cells_ = 1, missing_protected_ = 0;
  bool per_attribute_ = false, is_fair_ = false;
  bool fills_numbers_ = false, adds_missing_level_ = false;
};

}  // namespace

FitPlan plan_fit(const Description& description, const FitPlanSettings& settings) {
  return Planner(description, settings).plan();
}

}  // namespace fairpca
