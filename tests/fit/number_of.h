// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string_view>

#include <gtest/gtest.h>

#include "fairpca/fit/fit_result.h"

namespace fairpca {

/// A method's own number; the test fails if it has none of this name.
template <class Value = double>
Value number_of(const SolveSummary& summary, std::string_view name) {
  for (const MethodNumber& number : summary.numbers) {
    if (number.name == name) return std::get<Value>(number.value);
  }
  ADD_FAILURE() << "no number is called " << name;
  return {};
}

}  // namespace fairpca
