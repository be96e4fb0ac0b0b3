// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "fairpca/matrix.h"
#include "fit/mean_constraints/messages.h"

namespace fairpca {

/// Why d dimensions are too many where `constraint`, a setting or words such as `matching the
/// means`, rules out `excluded` of the p directions.
inline Message lack_of_directions(Index d, Index excluded, Index p,
                                  const NamedArgument<"constraint">& constraint) {
  const auto option = "option"_is(OptionName{"dimensions"});
  if (excluded == p) {
    return mean_constraints_message<"no-direction-left">(option, "value"_is(d), constraint,
                                                         "columns"_is(p));
  }
  return mean_constraints_message<"too-few-directions">(option, "value"_is(d), constraint,
                                                        "excluded"_is(excluded), "columns"_is(p),
                                                        "most"_is(p - excluded));
}

}  // namespace fairpca
