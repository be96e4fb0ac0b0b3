// SPDX-License-Identifier: BSD-3-Clause
#include "own_input.h"

#include <optional>
#include <utility>

#include <sys/stat.h>
#include <unistd.h>

#include "messages.h"

namespace fairpca::cli {
namespace {

using FileIdentity = std::pair<dev_t, ino_t>;

/// Which regular file `path` is, "-" the open file `standard`; none where it is not one (yet).
std::optional<FileIdentity> identity_of(const std::string& path, int standard) {
  struct stat facts {};
  const int failed = path == "-" ? fstat(standard, &facts) : stat(path.c_str(), &facts);
  if (failed != 0 || !S_ISREG(facts.st_mode)) return std::nullopt;
  return FileIdentity{facts.st_dev, facts.st_ino};
}

}  // namespace

void reject_own_input(const std::string& output, const std::vector<std::string>& inputs,
                      const std::string& option) {
  if (output.empty()) return;
  const std::optional<FileIdentity> target = identity_of(output, STDOUT_FILENO);
  if (!target) return;
  for (const std::string& input : inputs) {
    if (input.empty() || identity_of(input, STDIN_FILENO) != target) continue;
    reject(cli_message<"output-is-input">("option"_is(option), "file"_is(Place{.file = output}),
                                          "input"_is(Place{.file = input})));
  }
}

}  // namespace fairpca::cli
