// SPDX-License-Identifier: BSD-3-Clause
#include <cmath>
#include <memory>
#include <string>
#include <vector>

#include "csv_text.h"
#include "data_options.h"
#include "fairpca/fit/fairness_path.h"
#include "fairpca/moments/moments_file.h"
#include "figure_output.h"
#include "fit/path/path_options.h"
#include "interrupt.h"
#include "messages.h"
#include "output.h"
#include "own_input.h"
#include "progress_bar.h"
#include "report/figures/path_figure.h"
#include "report/json.h"
#include "report/path_table.h"
#include "report/peak_memory.h"
#include "rows/stopwatch.h"
#include "spec_options.h"
#include "spelling.h"
#include "subcommands.h"
#include "table_opener.h"
#include "table_output.h"
#include "terminal.h"

namespace fairpca::cli {
namespace {

struct PathArguments {
  std::string rows, moments, output, svg;
  bool json = false, all_groups = false;
  DataArguments data;
  OptionValues given;
};

void append_point(std::string& text, const std::string& front, const std::string& mark,
                  const PathPoint& point, double bound) {
  append_cell(text, front);
  text += ',';
  append_cell(text, mark);
  for (const double value : {point.error, point.gap}) {
    text += ',';
    if (std::isfinite(value)) append_number(text, value);
  }
  for (const std::vector<double>* values : {&point.group_errors, &point.weights}) {
    for (std::size_t g = 0; g < point.group_errors.size(); ++g) {
      text += ',';
      if (g < values->size() && std::isfinite((*values)[g])) append_number(text, (*values)[g]);
    }
  }
  text += ',';
  if (std::isfinite(bound)) append_number(text, bound);
  text += '\n';
}

/// The columns of front_lines().
std::vector<std::string> front_columns(const FairnessPath& path) {
  std::vector<std::string> names = {"front", "mark", "error", "gap"};
  for (const std::string& group : path.groups) names.push_back("error " + group);
  for (const std::string& group : path.groups) names.push_back("weight " + group);
  names.emplace_back("bound");
  return names;
}

/// One line per point: `errors` and `gap` for the fronts, in order, then the marked projections.
std::string front_lines(const FairnessPath& path) {
  std::string text;
  for (const PathPoint& point : path.errors_front) {
    append_point(text, "errors", "", point, point.bound);
  }
  for (const PathPoint& point : path.gap_front) append_point(text, "gap", "", point, point.bound);
  for (const PathMark& mark : path.marks) append_point(text, "", mark.name, mark.point, mark.bound);
  return text;
}

void write_front(const FairnessPath& path, const std::string& file) {
  TableOutput output(file, front_columns(path));
  const std::size_t points = path.errors_front.size() + path.gap_front.size() + path.marks.size();
  output.write(output.part(front_lines(path)), static_cast<Index>(points));
  output.commit();
}

TimedPath find_path(const PathArguments& args) {
  const PathOptions options = path_options().read(args.given);
  FitSettings settings = read_settings(args.given);
  ProgressBar bar("read");
  settings.pass = bar.pass(settings.pass.threads);
  if (args.moments.empty()) {
    return path_rows(*args.data.open_table(args.rows), settings, options);
  }
  settings.grouping.columns = args.data.roles.protected_columns;
  Stopwatch watch;
  const GroupMoments moments = read_moments(args.moments);
  const double seconds = watch.lap();
  TimedPath result = path_moments(moments, settings, options);
  result.read_seconds = seconds;
  return result;
}

ExitCode run(const PathArguments& args, const CLI::App& command) {
  if (args.rows.empty() == args.moments.empty()) {
    reject(cli_message<"one-source">("command"_is("path")));
  }
  if (!args.moments.empty()) reject_table_options(command);
  if (args.json && args.output == "-") reject(cli_message<"two-outputs">());
  reject_own_input(args.output, {args.moments});
  reject_own_input(args.output, args.data.files(args.rows));
  std::vector<std::string> inputs = args.data.files(args.rows);
  inputs.push_back(args.moments);
  check_svg_file(args.svg, args.output, args.json, inputs);
  words_format(args.output, "the names of its points");
  const auto [path, read_seconds, solve_seconds] = find_path(args);
  if (interrupted()) throw Stopped();

  Stopwatch watch;
  if (!args.output.empty()) write_front(path, args.output);
  if (!args.svg.empty()) write_svg(path_figure(path), args.svg);
  const RunCosts costs{.read_seconds = read_seconds,
                       .solve_seconds = solve_seconds,
                       .write_seconds = watch.lap(),
                       .peak_memory_bytes = peak_memory_bytes()};
  for (const Message& message : path.notes) note(message);
  for (const Message& warning : path.warnings) note(warning);
  if (args.json) {
    print_report(path_json(path, costs, spelled_as_flags), args.output);
  } else if (args.output != "-" && args.svg != "-") {
    print_report(path_table(path, table_style(args.all_groups)), args.output);
  }
  return path.converged() ? ExitCode::kDone : ExitCode::kNotMet;
}

}  // namespace

Action add_path(CLI::App& program) {
  auto args = std::make_shared<PathArguments>();
  CLI::App* command =
      program.add_subcommand("path", "What fairness costs: fronts of error against error and gap");
  command->add_option("DATA", args->rows, data_help())->type_name("");
  add_group_options(*command, args->data);
  add_feature_options(*command, args->data);
  add_preparation_options(*command, args->given, "The path");
  add_options(*command, path_options().specs(), args->given, "The path");
  command
      ->add_option("-o,--output", args->output, "CSV or CSV.gz of all points (-: standard output)")
      ->type_name("FRONT");
  add_svg_option(*command, args->svg, "Picture of the fronts and marks");
  command->add_flag("--json", args->json, "Report as JSON instead of a table");
  add_all_groups_option(*command, args->all_groups);
  add_grouping_options(*command, args->given);
  add_label_options(*command, args->data);
  add_table_options(*command, args->data, args->given);
  add_shared_options(*command, {"missing_category"}, args->given, "Reading the table");
  command->add_option("--moments", args->moments, "Moments file instead of DATA")
      ->type_name("FILE")
      ->group("Reading the table");
  show_first(*command, {"--group", "--features", "--drop", "--dimensions", "--standardize"});
  command->footer(
      "Examples:\n"
      "  fairpca path data.csv --group sex -d 5 --standardize -o front.csv\n"
      "  fairpca path data.csv --group sex -d 5 --standardize --svg front.svg\n"
      "  fairpca path data.csv --group sex -d 3 --max-gap 0.1 --lambdas 0,1,10 --json\n"
      "Exit code: 0 done, 1 a mark without its tolerance or gap, 2 bad usage or input.");
  return [args, command] { return run(*args, *command); };
}

}  // namespace fairpca::cli
