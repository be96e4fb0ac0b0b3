// SPDX-License-Identifier: BSD-3-Clause
#include "figure_output.h"

#include <filesystem>

#include "figure/svg_text.h"
#include "files/atomic_file.h"
#include "messages.h"
#include "output.h"
#include "own_input.h"

namespace fairpca::cli {

void add_svg_option(CLI::App& command, std::string& file, const std::string& what) {
  command.add_option("--svg", file, what + ", as SVG (-: standard output)")->type_name("FILE");
}

void check_svg_file(const std::string& file, const std::string& output, bool json,
                    const std::vector<std::string>& inputs) {
  if (file.empty()) return;
  reject_own_input(file, inputs, "--svg");
  const auto named = [](const std::string& name) {
    return std::filesystem::absolute(name).lexically_normal();
  };
  if (file == "-" ? json : !output.empty() && output != "-" && named(file) == named(output)) {
    reject(file == "-" ? cli_message<"two-standard-outputs">("one"_is("--json"))
                       : cli_message<"same-outputs">("file"_is(Place{.file = file})));
  }
  if (file == "-" && output == "-") {
    reject(cli_message<"two-standard-outputs">("one"_is("--output -")));
  }
}

void write_svg(const Figure& figure, const std::string& file) {
  if (file.empty()) return;
  if (file == "-") {
    print(svg_text(figure));
    return;
  }
  AtomicFile svg(file);
  svg.write(svg_text(figure));
  svg.commit();
}

}  // namespace fairpca::cli
