// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <vector>

#include "fairpca/message.h"

namespace fairpca {

/// The codes of several messages, in their order.
inline std::vector<std::string> codes_of(const std::vector<Message>& messages) {
  std::vector<std::string> codes;
  for (const Message& message : messages) codes.emplace_back(message.code());
  return codes;
}

}  // namespace fairpca
