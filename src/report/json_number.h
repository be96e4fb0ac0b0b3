// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cmath>
#include <optional>
#include <string>

#include <nlohmann/json.hpp>

namespace fairpca {

/// Objects keep the order in which they are filled.
using OrderedJson = nlohmann::ordered_json;

/// The number, or null where it is absent or not finite: JSON has neither NaN nor infinity.
inline OrderedJson json_number(std::optional<double> value) {
  return value && std::isfinite(*value) ? OrderedJson(*value) : OrderedJson(nullptr);
}

/// A list of numbers.
template <class Numbers>
OrderedJson json_numbers(const Numbers& values) {
  OrderedJson list = OrderedJson::array();
  for (const double value : values) list.push_back(json_number(value));
  return list;
}

/// Indented, ending in a newline; bytes that are not UTF-8 become U+FFFD.
inline std::string json_text(const OrderedJson& object) {
  return object.dump(2, ' ', false, OrderedJson::error_handler_t::replace) + '\n';
}

}  // namespace fairpca
