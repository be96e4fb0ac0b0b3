// SPDX-License-Identifier: BSD-3-Clause
#include "fairpca/rows/schema.h"

#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "rows/column_advice.h"
#include "rows/messages.h"
#include "rows/name_pattern.h"
#include "text/quoted.h"

namespace fairpca {
namespace {

NamedArgument<"table"> table_named(const std::string& file) {
  return file.empty() ? "table"_is("the table") : "table"_is(Place{file});
}

using Positions = std::unordered_map<std::string_view, std::size_t>;

Positions positions_of(const std::vector<std::string>& header, const std::string& file) {
  Positions positions;
  for (std::size_t i = 0; i < header.size(); ++i) {
    const auto [earlier, is_new] = positions.emplace(header[i], i);
    if (is_new) continue;
    reject(rows_message<"duplicate-column">("place"_is(Place{file, 0, header[i]}),
                                            "first"_is(earlier->second + 1), "second"_is(i + 1)));
  }
  return positions;
}

constexpr const char* kProtected = "a protected column";
constexpr const char* kLabel = "the label";
constexpr const char* kWeight = "the weight";
constexpr const char* kChosen = "a chosen feature";
constexpr const char* kDropped = "dropped";
constexpr const char* kKept = "kept";

/// The names in a header.  Those asked for in vain are gathered, to be rejected all at once.
class HeaderNames {
 public:
  HeaderNames(const std::vector<std::string>& header, const std::string& file)
      : header_(header), positions_(positions_of(header, file)), file_(file) {}

  const std::vector<std::string>& header() const { return header_; }
  bool contains(const std::string& name) const { return positions_.contains(name); }
  Place place_of(const std::string& name) const { return {file_, 0, name}; }

  bool require(const std::string& name, const char* role) {
    if (contains(name)) return true;
    unknown_.push_back({name, role});
    return false;
  }

  /// The columns that `given`, a name or a pattern, stands for.
  std::vector<std::size_t> matching(const std::string& given, const char* role) {
    const auto named = positions_.find(given);
    if (named != positions_.end()) return {named->second};
    std::vector<std::size_t> matching;
    for (std::size_t i = 0; is_name_pattern(given) && i < header_.size(); ++i) {
      if (matches_name_pattern(header_[i], given)) matching.push_back(i);
    }
    if (matching.empty()) unknown_.push_back({given, role});
    return matching;
  }

  void reject_unknown() const {
    if (unknown_.empty()) return;
    const auto& [name, role] = unknown_.front();
    if (unknown_.size() > 1) {
      std::string columns;
      for (const Unknown& one : unknown_) {
        columns += fmt::format("{}{} (named as {}; {})", columns.empty() ? "" : ", ",
                               in_quotes(one.name), one.role, advice_for(one.name));
      }
      reject(rows_message<"unknown-columns">(table_named(file_), "columns"_is(columns)));
    }
    if (is_name_pattern(name)) {
      reject(rows_message<"unmatched-pattern">("place"_is(place_of(name)), "role"_is(role),
                                               "advice"_is(advice_for(name))));
    }
    reject(rows_message<"unknown-column">("place"_is(place_of(name)), "role"_is(role),
                                          "advice"_is(advice_for(name))));
  }

 private:
  struct Unknown {
    std::string name;
    const char* role;
  };

  std::string advice_for(const std::string& name) const {
    return column_advice(is_name_pattern(name) ? without_wildcards(name) : name, header_);
  }

  const std::vector<std::string>& header_;
  Positions positions_;
  const std::string& file_;
  std::vector<Unknown> unknown_;
};

/// Rejects one column claimed for two exclusive roles.
class Claims {
 public:
  explicit Claims(HeaderNames& names) : names_(names) {}

  void claim(const std::string& name, const char* role) {
    if (!names_.require(name, role)) return;
    const auto [earlier, is_new] = claimed_.emplace(name, role);
    if (is_new) return;
    if (std::string_view(role) == earlier->second) {
      reject(rows_message<"repeated-role">("place"_is(names_.place_of(name)), "role"_is(role)));
    }
    reject_conflict(name, earlier->second, role);
  }

  [[noreturn]] void reject_conflict(const std::string& name, const char* role,
                                    const char* other) const {
    Message message = rows_message<"conflicting-roles">("place"_is(names_.place_of(name)),
                                                        "role"_is(role), "other"_is(other));
    if (role == kProtected && other == kChosen) {
      message.offer({"keep_protected"}, "makes protected columns features as well");
    }
    reject(message);
  }

  const char* role_of(const std::string& name) const {
    const auto found = claimed_.find(name);
    return found == claimed_.end() ? nullptr : found->second;
  }

 private:
  HeaderNames& names_;
  std::unordered_map<std::string, const char*> claimed_;
};

/// The features fixed by a model.
std::vector<FeatureColumn> fixed_features(const std::vector<FeatureColumn>& features,
                                          const HeaderNames& names, const Claims& claims) {
  std::vector<std::string> missing;
  for (const FeatureColumn& feature : features) {
    if (!names.contains(feature.name)) missing.push_back(feature.name);
    const char* role = claims.role_of(feature.name);
    if (role != nullptr && role != kProtected) {
      claims.reject_conflict(feature.name, "a feature of the model", role);
    }
  }
  if (!missing.empty()) {
    reject(rows_message<"missing-model-columns">(
        "place"_is(names.place_of(missing[0])), "columns"_is(quoted_list(missing)),
        "advice"_is(column_advice(missing[0], names.header()))));
  }
  return features;
}

/// Per column: whether a name or pattern of `given` means it.  A column meant by its name has
/// `role` from then on, and no other; a protected one may be chosen where it is `kept` a feature.
std::vector<char> meant(const std::vector<std::string>& given, const char* role, bool kept,
                        HeaderNames& names, Claims& claims) {
  std::vector<char> is_meant(names.header().size(), 0);
  for (const std::string& name : given) {
    for (const std::size_t i : names.matching(name, role)) is_meant[i] = 1;
    if (!names.contains(name)) continue;
    if (role == kChosen && kept && claims.role_of(name) == kProtected) continue;
    claims.claim(name, role);
  }
  return is_meant;
}

/// Names that are to be categorical features but are none are rejected.
void check_categorical(const std::vector<std::string>& categorical,
                       const std::vector<FeatureColumn>& features, const Claims& claims) {
  std::unordered_set<std::string_view> there;
  for (const FeatureColumn& feature : features) there.insert(feature.name);
  for (const std::string& name : categorical) {
    const char* role = claims.role_of(name);
    if (role == kProtected || there.contains(name)) continue;
    claims.reject_conflict(name, "a categorical feature",
                           role == nullptr || role == kChosen ? "left out of the features" : role);
  }
}

/// The features are the chosen columns, or all, without another role.
std::vector<FeatureColumn> remaining_features(const ColumnRoles& roles, HeaderNames& names,
                                              Claims& claims) {
  const std::vector<std::string>& header = names.header();
  const std::vector<char> chosen =
      meant(roles.chosen, kChosen, roles.keep_protected, names, claims);
  const std::vector<char> dropped = meant(roles.dropped, kDropped, false, names, claims);
  std::unordered_set<std::string_view> categorical;
  for (const std::string& name : roles.categorical) {
    if (names.require(name, "categorical")) categorical.insert(name);
  }
  names.reject_unknown();
  std::vector<FeatureColumn> features;
  for (std::size_t i = 0; i < header.size(); ++i) {
    const char* role = claims.role_of(header[i]);
    const bool is_free = role == nullptr || role == kChosen;
    const bool is_wanted = is_free ? roles.chosen.empty() || chosen[i] != 0
                                   : role == kProtected && roles.keep_protected;
    if (!is_wanted || dropped[i] != 0) continue;
    features.push_back({header[i], categorical.contains(header[i]) ? ColumnKind::kCategorical
                                                                   : ColumnKind::kNumeric});
  }
  check_categorical(roles.categorical, features, claims);
  return features;
}

}  // namespace

std::vector<RenamedColumn> rename_repeated(std::vector<std::string>& names) {
  std::unordered_set<std::string> taken(names.begin(), names.end());
  std::unordered_map<std::string, std::size_t> counts;
  std::vector<RenamedColumn> renamed;
  if (taken.size() == names.size()) return renamed;
  for (std::size_t i = 0; i < names.size(); ++i) {
    const std::string given = names[i];
    std::size_t& count = counts[given];
    if (count++ == 0) continue;
    std::string name = fmt::format("{}.{}", given, count - 1);
    while (!taken.insert(name).second) name = fmt::format("{}.{}", given, count++);
    names[i] = name;
    renamed.push_back({given, std::move(name), i + 1});
  }
  return renamed;
}

std::vector<Message> column_warnings(const Schema& schema, const std::string& file) {
  if (schema.renamed.empty()) return {};
  constexpr std::size_t kMostShown = 10;
  const std::size_t count = schema.renamed.size();
  std::vector<std::string> shown;
  for (const RenamedColumn& column : schema.renamed) {
    if (shown.size() == kMostShown) break;
    shown.push_back(fmt::format("{} (column {})", in_quotes(column.name), column.position));
  }
  if (count > kMostShown) shown.push_back(fmt::format("{} more", count - kMostShown));
  return {rows_message<"renamed-columns">(table_named(file),
                                          "columns"_is(fmt::format("{}", fmt::join(shown, ", "))))};
}

Schema resolve_columns(const std::vector<std::string>& header, const ColumnRoles& roles,
                       const std::string& file) {
  HeaderNames names(header, file);
  Claims claims(names);
  for (const std::string& name : roles.protected_columns) claims.claim(name, kProtected);
  if (roles.label) claims.claim(*roles.label, kLabel);
  if (roles.weight) claims.claim(*roles.weight, kWeight);
  Claims kept(names);  // any column may be kept, whatever else it is
  for (const std::string& name : roles.kept) kept.claim(name, kKept);
  Schema schema;
  if (roles.features) {
    names.reject_unknown();
    schema.features = fixed_features(*roles.features, names, claims);
  } else {
    schema.features = remaining_features(roles, names, claims);
  }
  if (schema.features.empty()) {
    reject(rows_message<"no-features">(table_named(file), "columns"_is(header.size())));
  }
  schema.protected_columns = roles.protected_columns;
  schema.label = roles.label;
  schema.weight = roles.weight;
  schema.kept = roles.kept;
  return schema;
}

}  // namespace fairpca
