// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "fairpca/message.h"

namespace fairpca {

/// The problem itself, where messages say in which file or cell it was found.
inline Message innermost(const Message& message) {
  for (const MessageArgument& argument : message.arguments()) {
    if (argument.message) return innermost(*argument.message);
  }
  return message;
}

}  // namespace fairpca
