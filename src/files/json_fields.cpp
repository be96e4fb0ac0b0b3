// SPDX-License-Identifier: BSD-3-Clause
#include "files/json_fields.h"

#include <cmath>

#include <fmt/format.h>

#include "files/messages.h"
#include "text/quoted.h"

namespace fairpca {
namespace {

constexpr std::size_t kMaxTextBytes = std::size_t{1} << 20;

[[noreturn]] void reject_as_damaged(const std::string& file, const std::string& reason) {
  reject(files_message<"damaged-archive">("place"_is(Place{.file = file}), "reason"_is(reason)));
}

}  // namespace

std::string bounded_text(const nlohmann::json& value, const std::string& file,
                         const std::string& path) {
  if (!value.is_string()) reject_as_damaged(file, path + " is not a text");
  const auto& text = value.get_ref<const std::string&>();
  if (text.size() > kMaxTextBytes) {
    reject_as_damaged(file, fmt::format("{} is a text of more than {} bytes", path, kMaxTextBytes));
  }
  return text;
}

JsonFields::JsonFields(const Json& object, std::string file, std::string path)
    : object_(object), file_(std::move(file)), path_(std::move(path)) {
  if (object.is_object()) return;
  reject_as_damaged(file_, (path_.empty() ? "meta.json" : path_) + " is not a JSON object");
}

std::string JsonFields::path_of(const std::string& key) const {
  return fmt::format("{}{}\"{}\"", path_, path_.empty() ? "" : ": ", key);
}

void JsonFields::reject(const std::string& key, const std::string& why) const {
  reject_as_damaged(file_, fmt::format("{} {}", path_of(key), why));
}

const JsonFields::Json& JsonFields::field(const char* key) {
  const auto found = object_.find(key);
  if (found == object_.end()) reject(key, "is missing");
  read_.insert(key);
  return *found;
}

std::string JsonFields::text(const char* key) {
  return bounded_text(field(key), file_, path_of(key));
}

std::optional<std::string> JsonFields::optional_text(const char* key) {
  if (field(key).is_null()) return std::nullopt;
  return text(key);
}

std::vector<std::string> JsonFields::texts(const char* key) {
  std::vector<std::string> list;
  for (const Json& value : array(key)) {
    list.push_back(bounded_text(value, file_, fmt::format("{}[{}]", path_of(key), list.size())));
  }
  return list;
}

std::vector<std::optional<std::string>> JsonFields::optional_texts(const char* key) {
  std::vector<std::optional<std::string>> list;
  for (const Json& value : array(key)) {
    const std::string path = fmt::format("{}[{}]", path_of(key), list.size());
    list.push_back(value.is_null() ? std::nullopt
                                   : std::optional(bounded_text(value, file_, path)));
  }
  return list;
}

bool JsonFields::boolean(const char* key) {
  const Json& value = field(key);
  if (!value.is_boolean()) reject(key, "is neither true nor false");
  return value.get<bool>();
}

Index JsonFields::count(const char* key) {
  const Json& value = field(key);
  constexpr std::uint64_t kMaxCount = std::uint64_t{1} << 62;
  if (!value.is_number_unsigned() || value.get<std::uint64_t>() > kMaxCount) {
    reject(key, "is not a count");
  }
  return static_cast<Index>(value.get<std::uint64_t>());
}

double JsonFields::number(const char* key) {
  const Json& value = field(key);
  if (!value.is_number() || !std::isfinite(value.get<double>())) reject(key, "is not a number");
  return value.get<double>();
}

std::optional<double> JsonFields::optional_number(const char* key) {
  if (field(key).is_null()) return std::nullopt;
  return number(key);
}

const JsonFields::Json& JsonFields::array(const char* key) {
  const Json& value = field(key);
  if (!value.is_array()) reject(key, "is not an array");
  return value;
}

const JsonFields::Json& JsonFields::object(const char* key) {
  const Json& value = field(key);
  if (!value.is_object()) reject(key, "is not an object");
  return value;
}

const JsonFields::Json& JsonFields::value(const char* key) {
  return field(key);
}

void JsonFields::finish() const {
  for (const auto& item : object_.items()) {
    if (!read_.contains(item.key())) {
      reject_as_damaged(file_, fmt::format("{}{}unknown field {}", path_, path_.empty() ? "" : ": ",
                                           in_quotes(item.key())));
    }
  }
}

}  // namespace fairpca
