// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "command_line_text.h"
#include "data_options.h"
#include "fairpca/fit/fit.h"
#include "fairpca/fit/methods.h"
#include "fairpca/measure/measures.h"
#include "fairpca/rows/schema.h"
#include "files/atomic_file.h"
#include "interrupt.h"
#include "messages.h"
#include "output.h"
#include "own_input.h"
#include "progress_bar.h"
#include "report/compare.h"
#include "report/study/study_report.h"
#include "spec_options.h"
#include "spelling.h"
#include "study/messages.h"
#include "study/run_study.h"
#include "subcommands.h"
#include "table_opener.h"
#include "terminal.h"
#include "text/quoted.h"

namespace fairpca::cli {
namespace {

struct CompareArguments {
  std::string rows, folder, page;
  bool json = false, resume = false, dry_run = false;
  DataArguments data;
  OptionValues given;
};

/// The table with the column that keeps rows together, which is no feature.
DataArguments with_split_column(DataArguments data, const std::string& column) {
  if (column.empty()) return data;
  ColumnRoles& roles = data.roles;
  roles.kept.push_back(column);
  const auto is_in = [&column](const std::vector<std::string>& names) {
    return std::find(names.begin(), names.end(), column) != names.end();
  };
  const bool has_role = is_in(roles.protected_columns) || is_in(roles.chosen) ||
                        is_in(roles.dropped) || roles.label == column || roles.weight == column;
  if (!has_role) roles.dropped.push_back(column);
  return data;
}

/// Opens the table; a column to split by that it has not is named once, with those like it.
std::unique_ptr<RowSource> open_to_compare(const CompareArguments& args, const std::string& by) {
  try {
    return with_split_column(args.data, by).open_table(args.rows);
  } catch (const InvalidArgument&) {
    if (by.empty() || args.rows == "-") throw;
    args.data.open_table(args.rows);  // says what else is wrong
    DataArguments plain = args.data;
    plain.roles = {};
    const std::unique_ptr<RowSource> all = plain.open_table(args.rows);
    std::vector<std::string> names;
    for (const FeatureColumn& column : all->schema().features) {
      names.push_back(column.name);
    }
    if (std::find(names.begin(), names.end(), by) != names.end()) throw;
    const std::vector<std::string> near = nearest_names(by, names);
    reject(study_message<"split-by-column">(
        "option"_is(OptionName{"split_by"}), "place"_is(Place{.file = args.rows}),
        "column"_is(Quoted{by}),
        "advice"_is(near.empty() ? std::string() : "; did you mean " + in_quotes(near[0]) + "?")));
  }
}

/// What was typed about the data and must be typed again for a fit.
std::vector<std::string> data_words(const CompareArguments& args) {
  std::vector<std::string> words;
  const DataArguments& data = args.data;
  add_repeated_words("group", data.roles.protected_columns, words);
  for (const std::string& file : data.group_files) {
    words.push_back("--group-file " + shell_word(file));
  }
  const auto add = [&words](const char* flag, const std::string& value) {
    if (!value.empty()) words.push_back(std::string(flag) + ' ' + shell_word(value));
  };
  add("--label", data.roles.label.value_or(""));
  add("--label-file", data.label_file);
  add("--weight", data.roles.weight.value_or(""));
  add("--weight-file", data.weight_file);
  add_repeated_words("features", data.roles.chosen, words);
  add_repeated_words("drop", data.roles.dropped, words);
  add_repeated_words("categorical", data.roles.categorical, words);
  if (data.roles.keep_protected) words.emplace_back("--keep-protected");
  const char delimiter = data.open.csv.delimiter;
  if (delimiter != CsvOptions().delimiter) {
    words.push_back("--delimiter " + (delimiter == '\t' ? "tab" : shell_word({&delimiter, 1})));
  }
  if (data.no_header) words.emplace_back("--no-header");
  add_repeated_words("na", data.open.csv.na_strings, words);
  return words;
}

/// Without the folders of this machine, where it has any.
std::string portable_path(const std::string& path) {
  const std::filesystem::path given(path);
  return given.is_absolute() ? given.filename().string() : path;
}

/// The options given, those of `specs` in their order.
void add_given_words(const CompareArguments& args, const std::vector<OptionSpec>& specs,
                     std::vector<std::string>& words) {
  for (const OptionSpec& option : specs) {
    const auto given = args.given.find(option.name);
    if (given == args.given.end() || option.name == "dimensions" || option.name == "threads") {
      continue;
    }
    const bool is_flag = option.type == OptionType::kFlag;
    std::string value = is_flag ? "" : value_text(option, given->second);
    if (option.name == "splits") value = portable_path(value);
    words.push_back(flag_of(option.name) + (is_flag ? "" : ' ' + shell_word(value)));
  }
}

/// The command that makes this study again, whatever it was resumed, timed or shown with.
std::string study_command(const CompareArguments& args, const StudySpec& spec) {
  CompareArguments portable = args;
  portable.rows = portable_path(args.rows);
  for (std::string& file : portable.data.group_files) {
    const std::size_t path = file.find('=') + 1;  // 0 without a name
    file = file.substr(0, path) + portable_path(file.substr(path));
  }
  portable.data.label_file = portable_path(args.data.label_file);
  portable.data.weight_file = portable_path(args.data.weight_file);
  std::vector<std::string> words = {"fairpca", "compare", data_word(portable.rows)};
  for (std::string& word : data_words(portable)) words.push_back(std::move(word));
  words.push_back("-d " + shell_word(spec.study.dimensions));
  add_given_words(args, study_options().specs(), words);
  add_given_words(args, shared_options(), words);
  words.emplace_back("-o study");
  return command_lines(words, 0);
}

/// The names of all columns of the table; where it has some that cannot be features (dates in a
/// Parquet file), of those alone that were dropped by name.
std::vector<std::string> names_of_table(const CompareArguments& args) {
  DataArguments plain = args.data;
  plain.roles = {};
  plain.open.csv.as_text = true;  // dates and empty columns have names, too
  plain.group_files.clear();
  plain.label_file.clear();
  plain.weight_file.clear();
  try {
    const Schema all = plain.open_table(args.rows)->schema();
    std::vector<std::string> names = all.kept;  // of a CSV read as text
    for (const FeatureColumn& column : all.features) names.push_back(column.name);
    return names;
  } catch (const InvalidArgument&) {
    return args.data.roles.dropped;
  }
}

/// Columns of the table that have no role, where the table can be opened once more to see them.
std::vector<StudyColumns::LeftOut> unused_columns(const CompareArguments& args) {
  const ColumnRoles& roles = args.data.roles;
  if (args.rows == "-" || (roles.chosen.empty() && roles.dropped.empty())) return {};
  const Schema used = args.data.open_table(args.rows)->schema();
  std::vector<StudyColumns::LeftOut> unused;
  for (const std::string& name : names_of_table(args)) {
    const bool is_used =
        std::any_of(used.features.begin(), used.features.end(),
                    [&](const FeatureColumn& feature) { return feature.name == name; });
    if (is_used) continue;
    unused.push_back({name, roles.chosen.empty() ? "dropped" : "not chosen"});
  }
  return unused;
}

/// The command that fits the method suggested to all rows.
std::string fit_command(const CompareArguments& args, const SuggestedFit& fit, std::size_t width) {
  std::vector<std::string> words = {"fairpca", "fit", data_word(args.rows)};
  for (std::string& word : data_words(args)) words.push_back(std::move(word));
  words.push_back("--method " + fit.method);
  words.push_back("-d " + fit.dimensions);
  for (const auto& [name, value] : fit.options) {
    words.push_back(flag_of(name) + ' ' + shell_word(value));
  }
  add_given_words(args, shared_options(), words);
  words.emplace_back("-o model.fpca");
  return command_lines(words, width);
}

StudySpec spec_of(const CompareArguments& args) {
  if (args.data.roles.protected_columns.empty() && args.data.group_files.empty()) {
    reject(study_message<"study-without-groups">());
  }
  OptionValues shared = args.given;
  shared.erase("dimensions");  // a list here, checked with the study
  FitSettings settings = read_settings(shared);
  const StudySettings study = study_options().read(args.given);
  if (args.given.contains("test_fraction")) {
    for (const char* other : {"cv", "splits"}) {
      if (!args.given.contains(other)) continue;
      reject(study_message<"exclusive-splits">("option"_is(OptionName{"test_fraction"}),
                                               "other"_is(OptionName{other})));
    }
  }
  return checked_spec(settings, study, spelled_as_flags);
}

ExitCode dry_run(const CompareArguments& args, const StudyResult& result) {
  for (const std::string& text : result.notes) note(text);
  for (const std::string& warning : result.warnings) note("warning: " + warning);
  print(args.json ? study_plan_json(result.spec, result.plan)
                  : study_plan_text(result.spec, result.plan, table_style()));
  return ExitCode::kDone;
}

/// Long work is announced to whoever waits for it.
void announce(const StudySpec& spec, const StudyPlan& plan) {
  constexpr double kLong = 30;
  if (plan.estimated_seconds < kLong) return;
  note(fmt::format(
      "{} tasks of {} methods, about {}{}", plan.tasks.size() - plan.finished, spec.methods.size(),
      duration_text(plan.estimated_seconds),
      plan.finished > 0 ? fmt::format("; {} were finished before", plan.finished) : std::string()));
}

/// Before the work: whether the page can be written, and is no input.
void check_page(const CompareArguments& args) {
  if (args.page.empty()) return;
  reject_own_input(args.page, {args.rows}, "--report");
  const AtomicFile probe(args.page);  // not kept
}

/// Into the folder, and the page where it was asked for.
void write_reports(const CompareArguments& args) {
  const StudyReport report = read_report(args.folder);
  write_report(report, args.folder);
  if (args.page.empty()) return;
  AtomicFile file(args.page);
  file.write(report_html(report.view()));
  file.commit();
}

ExitCode run(const CompareArguments& args) {
  StudySpec spec = spec_of(args);
  check_page(args);
  ProgressBar bar("compare");
  spec.fit.pass = bar.pass(spec.fit.pass.threads);
  const StudyObserver observer{
      .planned =
          [&](const StudyPlan& plan) {
            if (!args.dry_run) announce(spec, plan);
            return Flow::kContinue;
          },
      .progressed =
          [&](const StudyProgress& progress) { bar.show(progress.share, progress.task); }};
  StudyResult result;
  try {
    result = run_study([&] { return open_to_compare(args, spec.study.splits.by); }, spec,
                       {.folder = args.folder,
                        .resumes = args.resume,
                        .is_dry_run = args.dry_run,
                        .command = study_command(args, spec),
                        .unused_columns = unused_columns(args)},
                       observer);
  } catch (const Stopped&) {
    if (!std::filesystem::exists(std::filesystem::path(args.folder) / "study.json")) throw;
    bar.wipe();
    note(cli_message<"study-stopped">("signal"_is(interruption()),
                                      "file"_is(Place{.file = args.folder})));
    return static_cast<ExitCode>(interrupted_exit_code());
  }
  if (args.dry_run) return dry_run(args, result);
  bar.wipe();
  for (const std::string& text : result.notes) note(text);
  for (const std::string& warning : result.warnings) note("warning: " + warning);
  write_reports(args);
  const Findings findings = find_out(result);
  const StudyView view{
      .study = result,
      .findings = findings,
      .folder = args.folder,
      .command = [&](std::size_t width) { return fit_command(args, findings.suggested, width); }};
  print_report(args.json ? compare_json(view) : compare_table(view, table_style()), args.folder);
  const bool has_all = std::all_of(result.tasks.begin(), result.tasks.end(),
                                   [](const auto& task) { return task.result.problem.empty(); });
  return has_all ? ExitCode::kDone : ExitCode::kNotMet;
}

/// --methods or --measures: a name that there is none of is answered with those like it.
void add_ids(CLI::App& command, std::string_view name, OptionValues& given, const char* group) {
  const OptionSpec& spec = spec_named(study_options().specs(), name);
  const bool is_method = name == "methods";
  add_text_option(
      command, {.spec = spec, .help = spec.help, .default_text = spec.empty_word, .group = group},
      [&given, &spec, is_method](const std::string& text) {
        std::size_t begin = text == spec.empty_word ? text.size() + 1 : 0;
        while (begin <= text.size()) {
          const std::size_t end = std::min(text.find(',', begin), text.size());
          const std::string word = text.substr(begin, end - begin);
          is_method ? void(find_method(word)) : void(find_measure(word));
          begin = end + 1;
        }
        given[spec.name] = parse_value(spec, text);
      });
}

void add_study_options(CLI::App& command, CompareArguments& args) {
  const std::vector<OptionSpec>& specs = study_options().specs();
  const auto add = [&](const char* group, const std::vector<std::string_view>& names) {
    for (const std::string_view name : names) {
      add_option(command, spec_named(specs, name), args.given, group);
    }
  };
  add("Options", {"dimensions"});
  add_ids(command, "methods", args.given, "Options");
  command.get_option("--dimensions")->required()->type_name("LIST");
  command.add_option("-o,--output", args.folder, "Folder for tables and models")->type_name("DIR");
  command.add_option("--report", args.page, "The report as one HTML file, also in DIR")
      ->type_name("FILE");
  command.add_flag("--resume", args.resume, "Go on with the study in DIR");
  command.add_flag("--dry-run", args.dry_run, "Show what would be done, and how long it takes");
  command.add_flag("--json", args.json, "Report as JSON instead of tables");
  const char* group = "Splits, tuning, measures";
  add(group, {"test_fraction", "cv", "splits", "split_by", "repeats"});
  add(group, {"tune", "tune_by", "keep_variance"});
  add_ids(command, "measures", args.given, group);
  add(group, {"classifier", "positive"});
  for (const char* flag : {"--methods", "--measures"}) {
    command.get_option(flag)->type_name("all|ID,...");
  }
  command.get_option("--splits")->type_name("FILE");
  command.get_option("--split-by")->type_name("COL");
}

}  // namespace

Action add_compare(CLI::App& program) {
  auto args = std::make_shared<CompareArguments>();
  CLI::App* command =
      program.add_subcommand("compare", "Fit, measure and compare methods on held-out rows");
  command->add_option("DATA", args->rows, data_help())->type_name("")->required();
  add_group_options(*command, args->data);
  add_label_options(*command, args->data);
  add_feature_options(*command, args->data);
  add_study_options(*command, *args);
  add_shared_options(*command,
                     {"share_of", "standardize", "divide_by", "center", "drop_deviation", "seed"},
                     args->given, "The fits");
  add_grouping_options(*command, args->given);
  add_table_options(*command, args->data, args->given);
  add_shared_options(*command, {"missing_category"}, args->given, "Reading the table");
  show_first(*command, {"--group", "--label", "--features", "--drop", "--standardize"});
  command->footer(
      "Examples:\n"
      "  fairpca compare data.csv --group sex --label income -d 2,5,10 -o study\n"
      "  fairpca compare data.csv --group sex -d 5 --cv 5 --tune -o study --resume\n"
      "Exit code: 0 done, 1 a method could not be fitted, 2 bad usage or input.");
  return [args] {
    if (args->folder.empty() && !args->dry_run) {
      reject(cli_message<"argument-required">("name"_is("-o/--output DIR")));
    }
    return run(*args);
  };
}

}  // namespace fairpca::cli
