// SPDX-License-Identifier: BSD-3-Clause
#include <array>
#include <filesystem>
#include <fstream>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "data_options.h"
#include "fairpca/counted.h"
#include "fairpca/error.h"
#include "fairpca/moments/moments_file.h"
#include "output.h"
#include "own_input.h"
#include "progress_bar.h"
#include "subcommands.h"

namespace fairpca::cli {
namespace {

struct MomentsArguments {
  std::vector<std::string> inputs;
  std::string output;
  DataArguments data;
};

/// Whether `path` holds an archive rather than a table, by its first bytes.  Pipes are left alone:
/// what is read from them is gone.
bool is_archive(const std::string& path) {
  std::error_code ignored;
  if (!std::filesystem::is_regular_file(path, ignored)) return false;
  std::array<char, 4> start = {};
  std::ifstream(path, std::ios::binary).read(start.data(), start.size());
  return std::string_view(start.data(), start.size()) == "PK\x03\x04";
}

ExitCode run(const MomentsArguments& args) {
  if (args.data.missing == MissingCells::kMean) {
    throw InvalidArgument(
        "--missing mean needs the mean of all rows, and a moments file may hold a part of them; "
        "use "
        "error or drop-row, or fit from the rows");
  }
  for (const std::string& input : args.inputs)
    refuse_own_input(args.output, args.data.files(input));
  std::optional<GroupMoments> sum;
  for (const std::string& input : args.inputs) {
    GroupMoments part = [&] {
      if (is_archive(input)) return read_moments(input);
      const std::unique_ptr<RowSource> rows = args.data.open_table(input);
      ProgressBar bar(input);
      return accumulate_moments(*rows, bar.pass(args.data.threads), args.data.missing,
                                {MissingCells::kDropRow});
    }();
    if (sum) {
      sum->merge(std::move(part));
    } else {
      sum = std::move(part);
    }
  }
  write_moments(*sum, args.output);
  note(fmt::format("{}: {}, {}, {}", args.output, counted(sum->rows(), "row", "rows"),
                   counted(sum->dim(), "column", "columns"),
                   counted(sum->cells().size(), "cell", "cells")));
  return ExitCode::kDone;
}

}  // namespace

Action add_moments(CLI::App& program) {
  auto args = std::make_shared<MomentsArguments>();
  CLI::App* command = program.add_subcommand(
      "moments", "Sum up tables, once, in a small file that fit --moments reads");
  command
      ->add_option("DATA", args->inputs,
                   "CSV, CSV.gz, NPY or moments files, of different rows; merged by column name")
      ->type_name("")
      ->required();
  command->add_option("-o,--output", args->output, "Moments file to write; none of DATA")
      ->type_name("FILE")
      ->required();
  add_group_options(*command, args->data);
  add_label_options(*command, args->data);
  add_feature_options(*command, args->data);
  add_table_options(*command, args->data);
  command->footer(
      "Examples:\n"
      "  fairpca moments january.csv --group sex -o january.moments\n"
      "  fairpca moments january.moments february.moments -o year.moments\n"
      "  fairpca fit --moments year.moments --group sex -d 5 -o model.fpca");
  return [args] { return run(*args); };
}

}  // namespace fairpca::cli
