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
/// over at the end is an IoError that names the field.
class JsonFields {
 public:
  using Json = nlohmann::json;

  /// `place` is what messages call the object: "model file: groups[2]".
  JsonFields(const Json& object, std::string place);

  std::string text(const char* key);
  std::optional<std::string> optional_text(const char* key);
  std::vector<std::string> texts(const char* key);
  bool boolean(const char* key);
  Index count(const char* key);                            ///< >= 0
  double number(const char* key);                          ///< finite
  std::optional<double> optional_number(const char* key);  ///< finite, or null
  const Json& array(const char* key);
  const Json& object(const char* key);
  bool has(const char* key) const { return object_.contains(key); }

  /// Every field has been read; another one is refused.
  void finish() const;

  [[noreturn]] void refuse(const std::string& key, const std::string& why) const;
  const std::string& place() const { return place_; }

 private:
  const Json& field(const char* key);

  const Json& object_;
  std::string place_;
  std::set<std::string> read_;
};

/// A text of at most 1 MiB; throws IoError naming `place` for anything else.
std::string bounded_text(const nlohmann::json& value, const std::string& place);

}  // namespace fairpca
