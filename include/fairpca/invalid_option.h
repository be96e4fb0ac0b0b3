// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <utility>

#include "fairpca/error.h"

namespace fairpca {

/// An option has a value it cannot have.  what() spells the option as C++ does; a front door that
/// spells it otherwise (`--max-iterations`, `max_iter`) puts its own names around problem().
class InvalidOption : public InvalidArgument {
 public:
  /// `other`: a second option the problem ends with.
  InvalidOption(std::string option, std::string problem, std::string other = "")
      : InvalidArgument(option + problem + other),
        option_(std::move(option)),
        problem_(std::move(problem)),
        other_(std::move(other)) {}

  const std::string& option() const { return option_; }
  const std::string& problem() const { return problem_; }
  const std::string& other() const { return other_; }

 private:
  std::string option_, problem_, other_;
};

}  // namespace fairpca
