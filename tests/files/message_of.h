// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>

namespace fairpca {

/// The message of the `Error` that `action` throws; "(nothing thrown)" when it throws nothing.
/// Anything else it throws goes on to the test, which fails.
template <class Error, class Action>
std::string message_of(Action&& action) {
  try {
    action();
  } catch (const Error& error) {
    return error.what();
  }
  return "(nothing thrown)";
}

}  // namespace fairpca
