// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string_view>

#include "fairpca/options/option.h"
#include "options/messages.h"

namespace fairpca {

/// For a field of an options struct that no interface offers by name: throws InvalidArgument
/// (`option-value`) unless `value` is in `range`.
inline void check_field(std::string_view name, double value, const NumberRange& range) {
  if (range.contains(value)) return;
  reject(option_message<"option-value">("option"_is(OptionName{name}), "allowed"_is(range.text()),
                                        "value"_is(value)));
}

}  // namespace fairpca
