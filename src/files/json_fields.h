// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "fairpca/matrix.h"

namespace fairpca {

/// Reads one JSON object field by field; whatever is missing, of another type, out of range or left
/// over at the end is an IoError (`damaged-archive`) that names the field.
class JsonFields {
 public:
  using Json = nlohmann::json;

  /// Messages name the file, and `path` where the object stands in it: "groups[2]"; empty: the
  /// whole.
  JsonFields(const Json& object, std::string file, std::string path = "");

  std::string text(const char* key);
  std::optional<std::string> optional_text(const char* key);
  std::vector<std::string> texts(const char* key);
  std::vector<std::optional<std::string>> optional_texts(const char* key);  ///< null: no text
  bool boolean(const char* key);
  Index count(const char* key);                            ///< >= 0
  double number(const char* key);                          ///< finite
  std::optional<double> optional_number(const char* key);  ///< finite, or null
  const Json& array(const char* key);
  const Json& object(const char* key);
  const Json& value(const char* key);  ///< of any type
  bool has(const char* key) const { return object_.contains(key); }

  /// Every field has been read; another one is rejected.
  void finish() const;

  [[noreturn]] void reject(const std::string& key, const std::string& why) const;

 private:
  const Json& field(const char* key);

  /// `groups[2]: "rows"`.
  std::string path_of(const std::string& key) const;

  const Json& object_;
  std::string file_, path_;
  std::set<std::string> read_;
};

/// A text of at most 1 MiB; throws IoError naming `file` and `path` for anything else.
std::string bounded_text(const nlohmann::json& value, const std::string& file,
                         const std::string& path);

}  // namespace fairpca
