// SPDX-License-Identifier: BSD-3-Clause
#include "fairpca/rows/schema.h"

#include <algorithm>
#include <cctype>
#include <numeric>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <utility>

#include "rows/column_advice.h"
#include "rows/messages.h"
#include "text/quoted.h"

namespace fairpca {
namespace {

std::string lower_case(std::string text) {
  for (char& c : text) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return text;
}

std::size_t edit_distance(const std::string& a, const std::string& b) {
  std::vector<std::size_t> row(b.size() + 1);
  std::iota(row.begin(), row.end(), 0);
  for (std::size_t i = 0; i < a.size(); ++i) {
    std::size_t diagonal = std::exchange(row[0], i + 1);
    for (std::size_t j = 0; j < b.size(); ++j) {
      const std::size_t replaced = diagonal + (a[i] == b[j] ? 0 : 1);
      diagonal = row[j + 1];
      row[j + 1] = std::min({replaced, row[j] + 1, diagonal + 1});
    }
  }
  return row.back();
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
constexpr const char* kDropped = "dropped";
constexpr const char* kKept = "kept";

/// Rejects names that are not in the header, and one column claimed for two exclusive roles.
class Claims {
 public:
  Claims(const std::vector<std::string>& header, const Positions& positions,
         const std::string& file)
      : header_(header), positions_(positions), file_(file) {}

  void must_exist(const std::string& name, const char* role) const {
    if (positions_.contains(name)) return;
    reject(rows_message<"unknown-column">("place"_is(place_of(name)), "role"_is(role),
                                          "advice"_is(column_advice(name, header_))));
  }

  void claim(const std::string& name, const char* role) {
    must_exist(name, role);
    const auto [earlier, is_new] = claimed_.emplace(name, role);
    if (is_new) return;
    if (std::string_view(role) == earlier->second) {
      reject(rows_message<"repeated-role">("place"_is(place_of(name)), "role"_is(role)));
    }
    reject_conflict(name, earlier->second, role);
  }

  [[noreturn]] void reject_conflict(const std::string& name, const char* role,
                                    const char* other) const {
    reject(rows_message<"conflicting-roles">("place"_is(place_of(name)), "role"_is(role),
                                             "other"_is(other)));
  }

  Place place_of(const std::string& name) const { return {file_, 0, name}; }

  const char* role_of(const std::string& name) const {
    const auto found = claimed_.find(name);
    return found == claimed_.end() ? nullptr : found->second;
  }

 private:
  const std::vector<std::string>& header_;
  const Positions& positions_;
  const std::string& file_;
  std::unordered_map<std::string, const char*> claimed_;
};

/// The features fixed by a model.
std::vector<FeatureColumn> fixed_features(const std::vector<FeatureColumn>& features,
                                          const std::vector<std::string>& header,
                                          const Positions& positions, const Claims& claims) {
  std::vector<std::string> missing;
  for (const FeatureColumn& feature : features) {
    if (!positions.contains(feature.name)) missing.push_back(feature.name);
    const char* role = claims.role_of(feature.name);
    if (role != nullptr && role != kProtected) {
      claims.reject_conflict(feature.name, "a feature of the model", role);
    }
  }
  if (!missing.empty()) {
    reject(rows_message<"missing-model-columns">("place"_is(claims.place_of(missing[0])),
                                                 "columns"_is(quoted_list(missing)),
                                                 "advice"_is(column_advice(missing[0], header))));
  }
  return features;
}

/// The features are all columns without another role.
std::vector<FeatureColumn> remaining_features(const std::vector<std::string>& header,
                                              const ColumnRoles& roles, const Claims& claims) {
  std::unordered_set<std::string_view> categorical;
  for (const std::string& name : roles.categorical) {
    claims.must_exist(name, "categorical");
    const char* role = claims.role_of(name);
    if (role != nullptr && role != kProtected) {
      claims.reject_conflict(name, "a categorical feature", role);
    }
    categorical.insert(name);
  }
  std::vector<FeatureColumn> features;
  for (const std::string& name : header) {
    const char* role = claims.role_of(name);
    if (role != nullptr && !(role == kProtected && roles.keep_protected)) continue;
    features.push_back(
        {name, categorical.contains(name) ? ColumnKind::kCategorical : ColumnKind::kNumeric});
  }
  return features;
}

}  // namespace

Schema resolve_columns(const std::vector<std::string>& header, const ColumnRoles& roles,
                       const std::string& file) {
  const Positions positions = positions_of(header, file);
  Claims claims(header, positions, file);
  for (const std::string& name : roles.protected_columns) claims.claim(name, kProtected);
  if (roles.label) claims.claim(*roles.label, kLabel);
  if (roles.weight) claims.claim(*roles.weight, kWeight);
  Claims kept(header, positions, file);  // any column may be kept, whatever else it is
  for (const std::string& name : roles.kept) kept.claim(name, kKept);
  Schema schema;
  if (roles.features) {
    schema.features = fixed_features(*roles.features, header, positions, claims);
  } else {
    for (const std::string& name : roles.dropped) claims.claim(name, kDropped);
    schema.features = remaining_features(header, roles, claims);
  }
  if (schema.features.empty()) {
    reject(rows_message<"no-features">(
        file.empty() ? "table"_is("the table") : "table"_is(Place{file}),
        "columns"_is(header.size())));
  }
  schema.protected_columns = roles.protected_columns;
  schema.label = roles.label;
  schema.weight = roles.weight;
  schema.kept = roles.kept;
  return schema;
}

std::vector<std::string> nearest_names(const std::string& name,
                                       const std::vector<std::string>& names) {
  constexpr std::size_t kMaxCompared = 256, kMaxOffered = 3;
  const std::string wanted = lower_case(name.substr(0, kMaxCompared));
  // Any single letter is one step from any other: that is no likeness.
  const std::size_t near = wanted.size() < 2    ? 0
                           : wanted.size() == 2 ? 1
                                                : std::max<std::size_t>(2, wanted.size() / 2);
  std::vector<std::pair<std::size_t, std::size_t>> found;  // distance, position
  for (std::size_t i = 0; i < names.size(); ++i) {
    const std::string candidate = lower_case(names[i].substr(0, kMaxCompared));
    const bool contained = wanted.size() >= 3 && candidate.find(wanted) != candidate.npos;
    const std::size_t distance = edit_distance(wanted, candidate);
    if (contained || distance <= near)
      found.emplace_back(contained ? std::min<std::size_t>(distance, 1) : distance, i);
  }
  std::sort(found.begin(), found.end());
  std::vector<std::string> nearest;
  for (std::size_t i = 0; i < std::min(found.size(), kMaxOffered); ++i) {
    nearest.push_back(names[found[i].second]);
  }
  return nearest;
}

}  // namespace fairpca
