// SPDX-License-Identifier: BSD-3-Clause
#include <filesystem>
#include <memory>
#include <string>

#include <fmt/format.h>

#include "files/atomic_file.h"
#include "output.h"
#include "report/study/study_report.h"
#include "subcommands.h"

namespace fairpca::cli {
namespace {

struct ReportArguments {
  std::string folder, page;
};

ExitCode run_report(const ReportArguments& args) {
  const StudyReport report = read_report(args.folder);
  if (args.page == "-") {
    print(report_html(report.view()));
    return ExitCode::kDone;
  }
  std::string page = args.page;
  if (page.empty()) {
    write_report(report, args.folder);
    page = (std::filesystem::path(args.folder) / "report.html").string();
  } else {
    AtomicFile file(page);
    file.write(report_html(report.view()));
    file.commit();
  }
  print_report(fmt::format("The report is {}: open it in a browser.\n", page), page);
  return ExitCode::kDone;
}

}  // namespace

Action add_report(CLI::App& program) {
  auto args = std::make_shared<ReportArguments>();
  CLI::App* command =
      program.add_subcommand("report", "The report of a comparison, as one HTML file");
  command->add_option("DIR", args->folder, "Folder written by compare")->type_name("")->required();
  command
      ->add_option("-o,--output", args->page,
                   "The page (-: standard output); without it, page, report.json, card.md and "
                   "figures are written into DIR")
      ->type_name("FILE");
  command->footer(
      "Needs the folder alone, no data.  compare writes the same report.\n"
      "Examples:\n"
      "  fairpca compare data.csv --group sex -d 2,5 -o study\n"
      "  fairpca report study -o report.html");
  return [args] { return run_report(*args); };
}

}  // namespace fairpca::cli
