// SPDX-License-Identifier: BSD-3-Clause
#include <cmath>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "report/finding_words.h"
#include "report/json_number.h"
#include "report/study/study_report.h"
#include "report/study/study_sections.h"
#include "report/text_columns.h"
#include "text/counted.h"

namespace fairpca {
namespace {

/// A text in YAML: JSON's quotes are YAML's too.
std::string yaml_text(const std::string& text) {
  return OrderedJson(text).dump(-1, ' ', true, OrderedJson::error_handler_t::replace);
}

/// Plain text in Markdown: what would be markup is escaped, lines stay lines.
std::string markdown_text(const std::string& text) {
  std::string escaped;
  for (const char c : text) {
    if (c == '\n' || c == '\r') {
      escaped += ' ';
      continue;
    }
    if (std::string_view("\\`*_{}[]<>#|~&!").find(c) != std::string_view::npos) escaped += '\\';
    escaped += c;
  }
  return escaped;
}

std::string table_line(const std::vector<std::string>& cells) {
  std::string line = "|";
  for (const std::string& cell : cells) line += ' ' + cell + " |";
  return line + '\n';
}

std::string markdown_table(const DocumentTable& table) {
  std::vector<std::string> header, rule;
  for (const std::string& name : table.header) {
    header.push_back(markdown_text(name));
    rule.emplace_back("---");
  }
  std::string text = table_line(header) + table_line(rule);
  for (const std::vector<TableCell>& row : table.rows) {
    std::vector<std::string> cells;
    for (const TableCell& cell : row) {
      std::string content = markdown_text(cell.text);
      if (!cell.detail.empty()) content += fmt::format(" ({})", markdown_text(cell.detail));
      cells.push_back(std::move(content));
    }
    text += table_line(cells);
  }
  return text;
}

std::string bullets(const std::vector<std::string>& items) {
  std::string text;
  for (const std::string& item : items) text += "- " + markdown_text(item) + '\n';
  return text;
}

/// The numbers of the suggested method, as model hubs read them.
std::string model_index(const ReportView& view) {
  const std::string method = view.suggested_method(), d = view.first_dimensions();
  std::string lines;
  for (const std::string& measure : view.findings.measures) {
    const ShownNumber number = view.number(d, method, measure);
    if (!std::isfinite(number.value)) continue;
    lines += fmt::format("      - type: {}\n        name: {}\n        value: {}\n", measure,
                         yaml_text(find_measure(measure).title), number.value);
  }
  if (lines.empty()) return "";
  return fmt::format(
      "model-index:\n- name: {}\n  results:\n  - task:\n      type: feature-extraction\n"
      "    dataset:\n      type: tabular\n      name: {}\n    metrics:\n{}",
      yaml_text(fmt::format("{}-d{}", method, d)),
      yaml_text("data with digest " + view.study.origin.data_digest), lines);
}

std::string front_matter(const ReportView& view) {
  return "---\nlibrary_name: fairpca\npipeline_tag: feature-extraction\ntags:\n- fairness\n"
         "- dimensionality-reduction\n- pca\n- tabular\n" +
         model_index(view) + "---\n";
}

std::string model_words(const ReportView& view) {
  const StudyModelFile* file = view.model(view.first_dimensions(), view.suggested_method());
  if (file == nullptr) return "No method is suggested: none was measured.\n";
  return fmt::format(
      "- Method: `{}`, {}\n- File: `{}`, SHA-256 `{}`\n- Made by fairpca {}\n- Loads without "
      "executing code: `fairpca.load(\"{}\")`, `fairpca transform`\n",
      file->method, dimensions_words(file->dimensions), file->file, file->digest,
      view.study.origin.program_version, file->file);
}

}  // namespace

std::string model_card(const ReportView& view) {
  const std::string d = view.first_dimensions(), method = view.suggested_method();
  std::string text = front_matter(view);
  text += fmt::format(
      "# Model card: {}\n\nThis card supports documentation and certifies nothing. "
      "`report.html` beside it tells the whole story.\n\n",
      method.empty() ? "comparison without a suggested model"
                     : fmt::format("{} with {}", method, dimensions_words(d)));
  text += "## Model\n" + model_words(view);
  text +=
      "\n## Intended use\nReduces the features of a row to a few coordinates for a later "
      "model, such that groups are treated alike in the sense of the method. The protected "
      "columns are not needed to transform rows. Not a decision about people.\n";
  text += "\n## Findings\n";
  const std::vector<std::string> findings = main_findings(view);
  text += findings.empty() ? "These rows cannot say whether any group is served worse.\n"
                           : bullets(findings);
  const StudyPlan& plan = view.study.plan;
  text += fmt::format(
      "\n## Data\n{} used, {}; digest `{}`.\n\n", counted(plan.used_rows, "row", "rows"),
      counted(plan.groups.size(), "group", "groups"), view.study.origin.data_digest);
  DocumentTable groups{.caption = "", .header = {"group", "rows"}, .rows = {}};
  for (const StudyGroup& group : plan.groups) {
    groups.rows.push_back(
        {{.text = name_cell(group.name)}, {.text = fmt::format("{}", group.rows)}});
  }
  text += markdown_table(groups);
  text += fmt::format("\n## Evaluation\nRows held out; in parentheses the {}.\n\n",
                      view.interval_words());
  text += markdown_table(methods_table(view, d, view.findings.measures, ""));
  text += "\n## Limits\n" + bullets(caveats(view));
  if (!view.study.origin.command.empty()) {
    text += "\n## How it was made\n\n    " + view.study.origin.command + '\n';
  }
  return text + "\n## References\n" + bullets(references(view));
}

}  // namespace fairpca
