// SPDX-License-Identifier: BSD-3-Clause
#include "model/json_fields.h"

#include <cmath>

#include <fmt/format.h>

#include "fairpca/error.h"
#include "rows/message_text.h"

namespace fairpca {
namespace {

constexpr std::size_t kMaxTextBytes = std::size_t{1} << 20;

}  // namespace

std::string bounded_text(const nlohmann::json& value, const std::string& place) {
  if (!value.is_string()) throw IoError(fmt::format("{} is not a text", place));
  const auto& text = value.get_ref<const std::string&>();
  if (text.size() > kMaxTextBytes) {
    throw IoError(fmt::format("{} is a text of more than {} bytes", place, kMaxTextBytes));
  }
  return text;
}

JsonFields::JsonFields(const Json& object, std::string place)
    : object_(object), place_(std::move(place)) {
  if (!object.is_object()) throw IoError(fmt::format("{} is not a JSON object", place_));
}

void JsonFields::refuse(const std::string& key, const std::string& why) const {
  throw IoError(fmt::format("{}: \"{}\" {}", place_, key, why));
}

const JsonFields::Json& JsonFields::field(const char* key) {
  const auto found = object_.find(key);
  if (found == object_.end()) refuse(key, "is missing");
  read_.insert(key);
  return *found;
}

std::string JsonFields::text(const char* key) {
  return bounded_text(field(key), fmt::format("{}: \"{}\"", place_, key));
}

std::optional<std::string> JsonFields::optional_text(const char* key) {
  if (field(key).is_null()) return std::nullopt;
  return text(key);
}

std::vector<std::string> JsonFields::texts(const char* key) {
  std::vector<std::string> list;
  for (const Json& value : array(key)) {
    list.push_back(bounded_text(value, fmt::format("{}: \"{}\"[{}]", place_, key, list.size())));
  }
  return list;
}

bool JsonFields::boolean(const char* key) {
  const Json& value = field(key);
  if (!value.is_boolean()) refuse(key, "is neither true nor false");
  return value.get<bool>();
}

Index JsonFields::count(const char* key) {
  const Json& value = field(key);
  constexpr std::uint64_t kMaxCount = std::uint64_t{1} << 62;
  if (!value.is_number_unsigned() || value.get<std::uint64_t>() > kMaxCount) {
    refuse(key, "is not a count");
  }
  return static_cast<Index>(value.get<std::uint64_t>());
}

double JsonFields::number(const char* key) {
  const Json& value = field(key);
  if (!value.is_number() || !std::isfinite(value.get<double>())) refuse(key, "is not a number");
  return value.get<double>();
}

std::optional<double> JsonFields::optional_number(const char* key) {
  if (field(key).is_null()) return std::nullopt;
  return number(key);
}

const JsonFields::Json& JsonFields::array(const char* key) {
  const Json& value = field(key);
  if (!value.is_array()) refuse(key, "is not an array");
  return value;
}

const JsonFields::Json& JsonFields::object(const char* key) {
  const Json& value = field(key);
  if (!value.is_object()) refuse(key, "is not an object");
  return value;
}

void JsonFields::finish() const {
  for (const auto& item : object_.items()) {
    if (!read_.contains(item.key())) {
      throw IoError(fmt::format("{}: unknown field {}", place_, in_quotes(item.key())));
    }
  }
}

}  // namespace fairpca
