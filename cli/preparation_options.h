// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <variant>

#include <CLI/CLI.hpp>

#include "fairpca/fit/fit.h"

namespace fairpca::cli {

/// How many dimensions, of rows prepared how.
struct PreparationArguments {
  std::string dimensions;  ///< as given: a count or a share
  Dimensions target;       ///< all but the count or share
  Preparation preparation;

  /// `5` is a count, `0.9` a share of the variance.  Throws InvalidArgument for anything else.
  Dimensions parsed_dimensions() const;
};

/// -d --share-of --standardize --divide-by --center, under the heading `group`.
void add_preparation_options(CLI::App& app, PreparationArguments& args, const std::string& group);

}  // namespace fairpca::cli
