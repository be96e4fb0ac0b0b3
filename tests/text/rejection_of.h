// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <gtest/gtest.h>

#include "fairpca/error.h"
#include "text/make_message.h"

namespace fairpca {

inline constexpr MessageSpec kNothingRejected{"nothing-rejected", MessageKind::kNote, ""};

/// The message of the rejection that `call` ends with; the test fails if there is none.
template <class Call>
Message rejection_of(const Call& call) {
  try {
    call();
  } catch (const InvalidArgument& error) {
    return error.message();
  } catch (const IoError& error) {
    return error.message();
  }
  ADD_FAILURE() << "nothing was rejected";
  return {kNothingRejected, {}};
}

}  // namespace fairpca
