// SPDX-License-Identifier: BSD-3-Clause
#include <cmath>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "choice.h"
#include "costs.h"
#include "csv_text.h"
#include "data_options.h"
#include "fairpca/error.h"
#include "fairpca/fit/fairness_path.h"
#include "fairpca/moments/moments_file.h"
#include "fairpca/report/path.h"
#include "interrupt.h"
#include "output.h"
#include "own_input.h"
#include "preparation_options.h"
#include "progress_bar.h"
#include "subcommands.h"

namespace fairpca::cli {
namespace {

struct PathArguments {
  std::string rows, moments, output;
  bool json = false;
  DataArguments data;
  PreparationArguments preparation;
  PathOptions options;
};

GroupMoments read(const PathArguments& args) {
  if (!args.moments.empty()) return read_moments(args.moments);
  const std::unique_ptr<RowSource> rows = args.data.open_table(args.rows);
  ProgressBar bar("read");
  return accumulate_moments(*args.data.in_groups(*rows), bar.pass(args.data.threads),
                            args.data.missing);
}

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

/// One line per point: `errors` and `gap` for the fronts, in order, then the marked projections.
std::string front_csv(const FairnessPath& path) {
  std::vector<std::string> names = {"front", "mark", "error", "gap"};
  for (const std::string& group : path.groups) names.push_back("error " + group);
  for (const std::string& group : path.groups) names.push_back("weight " + group);
  names.emplace_back("bound");
  std::string text = header_line(names);
  for (const PathPoint& point : path.errors_front) {
    append_point(text, "errors", "", point, point.bound);
  }
  for (const PathPoint& point : path.gap_front) append_point(text, "gap", "", point, point.bound);
  for (const PathMark& mark : path.marks) append_point(text, "", mark.name, mark.point, mark.bound);
  return text;
}

void warn_if_incomplete(FairnessPath& path) {
  if (path.complete) return;
  const std::string where =
      std::isfinite(path.distance)
          ? fmt::format("only within {:.3g} of their polylines", path.distance)
          : "not within the tolerance of their polylines";
  path.warnings.push_back(fmt::format("the fronts are {}; allow more with --max-points", where));
}

bool met(const FairnessPath& path) {
  for (const PathMark& mark : path.marks) {
    const bool settled = mark.status == Status::kOptimal || mark.status == Status::kConverged ||
                         mark.status == Status::kInfeasible;
    if (!settled) return false;
    if (mark.name == "max-gap" && mark.status == Status::kInfeasible) return false;
  }
  return path.complete;
}

ExitCode run(const PathArguments& args) {
  if (args.rows.empty() == args.moments.empty()) {
    throw InvalidArgument("path needs either DATA or --moments FILE");
  }
  if (args.json && args.output == "-") {
    throw InvalidArgument("--json and --output - would both write to standard output; give a file");
  }
  refuse_own_input(args.output, {args.moments});
  refuse_own_input(args.output, args.data.files(args.rows));
  args.options.validate();
  const Dimensions dimensions = args.preparation.parsed_dimensions();
  Stopwatch watch;
  const GroupMoments moments = read(args);
  RunCosts costs{.read_seconds = watch.lap()};
  FitSettings settings{.dimensions = dimensions,
                       .grouping = args.data.grouping,
                       .preparation = args.preparation.preparation,
                       .min_group_size = args.data.min_group_size};
  if (!args.moments.empty()) settings.grouping.columns = args.data.roles.protected_columns;
  FairnessPath path = published_path(moments, settings, args.options,
                                     [] { return interrupted() ? Flow::kStop : Flow::kContinue; });
  if (interrupted()) throw Stopped();
  warn_if_incomplete(path);
  costs.solve_seconds = watch.lap();

  if (!args.output.empty()) {
    Output output(args.output);
    output.write(front_csv(path));
    output.commit();
  }
  costs.write_seconds = watch.lap();
  costs.peak_memory_bytes = peak_memory_bytes();
  for (const std::string& warning : path.warnings) note("warning: " + warning);
  if (args.json) {
    print_report(path_json(path, costs), args.output);
  } else if (args.output != "-") {
    print_report(path_table(path), args.output);
  }
  return met(path) ? ExitCode::kDone : ExitCode::kNotMet;
}

void add_path_options(CLI::App& command, PathArguments& args) {
  const char* group = "The path";
  add_preparation_options(command, args.preparation, group);
  command
      .add_option("--max-gap", args.options.max_gap,
                  "Two groups: mark the projection of least error whose gap is at most this")
      ->type_name("GAP")
      ->check(number_of_range("a number >= 0"))
      ->group(group);
  command
      .add_option("--lambdas", args.options.lambdas,
                  "Prices of robust fair PCA to mark, separated by commas")
      ->delimiter(',')
      ->check(number_of_range("numbers >= 0, separated by commas"))
      ->type_name("L,...")
      ->capture_default_str()
      ->group(group);
  command.add_option("--alpha", args.options.alpha, "Its radii: alpha / sqrt(rows of the group)")
      ->type_name("A")
      ->check(number_of_range("a number >= 0"))
      ->capture_default_str()
      ->group(group);
  command
      .add_option("--tolerance", args.options.tolerance,
                  "Distance allowed between front and polyline, relative to PCA's error")
      ->type_name("T")
      ->check(number_of_range("a number in (0, 1)"))
      ->capture_default_str()
      ->group(group);
  command.add_option("--max-points", args.options.max_points, "Most points of a front")
      ->type_name("N")
      ->check(CLI::Range(3, std::numeric_limits<int>::max()).description(""))
      ->capture_default_str()
      ->group(group);
}

}  // namespace

Action add_path(CLI::App& program) {
  auto args = std::make_shared<PathArguments>();
  CLI::App* command = program.add_subcommand(
      "path", "What fairness costs: exact fronts of error against error and against gap");
  command->add_option("DATA", args->rows, "CSV, CSV.gz or NPY (-: standard input)")->type_name("");
  command->add_option("--moments", args->moments, "Moments file instead of DATA")
      ->type_name("FILE");
  command->add_option("-o,--output", args->output, "CSV of all points (-: standard output)")
      ->type_name("FRONT");
  command->add_flag("--json", args->json, "Report as JSON instead of a table");
  add_path_options(*command, *args);
  add_group_options(*command, args->data);
  add_grouping_options(*command, args->data);
  add_feature_options(*command, args->data);
  add_label_options(*command, args->data);
  add_table_options(*command, args->data);
  command->footer(
      "Examples:\n"
      "  fairpca path adult.csv.gz --group sex --label income -d 5 --standardize -o front.csv\n"
      "  fairpca path data.csv --group sex -d 3 --max-gap 0.1 --lambdas 0,1,10 --json\n"
      "Exit code: 0 done, 1 a mark without its tolerance or gap, 2 bad usage or input.");
  return [args] { return run(*args); };
}

}  // namespace fairpca::cli
