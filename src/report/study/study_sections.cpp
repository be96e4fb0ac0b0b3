// SPDX-License-Identifier: BSD-3-Clause
#include "report/study/study_sections.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "report/finding_words.h"
#include "report/study/study_figures.h"
#include "report/text_columns.h"
#include "text/counted.h"

namespace fairpca {
namespace {

Paragraph note_text(std::string text) {
  return {.text = std::move(text), .is_note = true};
}

/// The level of the label that counts as positive.
std::string positive_level(const ReportView& view) {
  const std::vector<std::string>& levels = view.study.plan.label_levels;
  const std::string& asked = view.study.spec.study.positive;
  return !asked.empty() || levels.empty() ? asked : levels.back();
}

/// Held-out rows of a group in the first split; none where it has no numbers.
std::optional<Index> held_out_rows(const ReportView& view, const std::string& group) {
  const TaskResult* result = view.study.find(0, view.first_dimensions(), "pca");
  if (result == nullptr) return std::nullopt;
  for (const GroupError& error : result->held_out) {
    if (error.group == group) return error.rows;
  }
  return std::nullopt;
}

}  // namespace

std::string group_remark(const ReportView& view, const StudyGroup& group) {
  if (group.rows < view.min_group_size()) {
    return fmt::format("too small: fewer than {} rows, in no number", view.min_group_size());
  }
  const std::string d = view.first_dimensions();
  const std::vector<std::string> judged = view.groups_of(d, "pca", "reconstruction_error");
  const bool is_judged = std::find(judged.begin(), judged.end(), group.name) != judged.end();
  return judged.empty() || is_judged ? "" : "too small to judge: too few rows held out";
}

namespace {

DocumentTable groups_table(const ReportView& view) {
  DocumentTable table{
      .caption = "Groups", .header = {"group", "rows", "share", "held out"}, .rows = {}};
  const StudyPlan& plan = view.study.plan;
  bool has_remarks = false;
  for (const StudyGroup& group : plan.groups) {
    const double share =
        static_cast<double>(group.rows) / static_cast<double>(std::max<Index>(plan.used_rows, 1));
    const std::string remark = group_remark(view, group);
    has_remarks |= !remark.empty();
    const bool is_hidden = group.rows < view.min_group_size();
    const std::optional<Index> held_out = held_out_rows(view, group.name);
    table.rows.push_back(
        {{.text = name_cell(group.name)},
         {.text = fmt::format("{}", group.rows), .sort_by = static_cast<double>(group.rows)},
         is_hidden ? TableCell{.text = "–"}
                   : TableCell{.text = fmt::format("{:.1f} %", 100 * share), .sort_by = share},
         {.text = held_out ? fmt::format("{}", *held_out) : "–",
          .sort_by = held_out ? static_cast<double>(*held_out) : kNoNumber},
         {.text = remark}});
  }
  if (has_remarks) {
    table.header.emplace_back("remark");
  } else {
    for (std::vector<TableCell>& row : table.rows) row.pop_back();
  }
  return table;
}

std::string split_words(const StudyPlan& plan) {
  if (plan.splits == 1) {
    return fmt::format("{} rows were trained on, {} held out and measured.", plan.training_rows,
                       plan.test_rows);
  }
  return fmt::format("{} splits, each with about {} rows trained on and {} held out and measured.",
                     plan.splits, plan.training_rows, plan.test_rows);
}

/// Errors and losses of every group under PCA and the suggested method.
DocumentTable group_numbers_table(const ReportView& view, const std::string& dimensions) {
  DocumentTable table{
      .caption = fmt::format("Every group ({}, rows held out)", dimensions_words(dimensions)),
      .header = {"group"},
      .rows = {}};
  std::vector<std::pair<std::string, std::string>> columns;  // method, measure
  for (const std::string& method : {std::string("pca"), view.suggested_method()}) {
    if (method.empty() || (method == "pca" && !columns.empty())) continue;
    for (const char* measure : {"reconstruction_error", "loss"}) {
      columns.emplace_back(method, measure);
      table.header.push_back(fmt::format("{}: {}", method, find_measure(measure).title));
    }
  }
  for (const std::string& group : view.groups_of(dimensions, "pca", "reconstruction_error")) {
    std::vector<TableCell>& row = table.rows.emplace_back();
    row.push_back({.text = name_cell(group)});
    for (const auto& [method, measure] : columns) {
      row.push_back(number_cell(
          view.number(dimensions, method, ValueKey{measure, Statistic::kValue, group})));
    }
  }
  table.legend = fmt::format("Below a number, its {}.", view.interval_words());
  return table;
}

std::string front_problem(const ReportView& view, const std::string& dimensions) {
  for (const StudyFront& front : view.study.fronts) {
    if (front.dimensions == dimensions) return front.problem;
  }
  return "";
}

/// Methods that have no numbers at a dimension, and why.
BulletList failures(const ReportView& view, const std::string& dimensions) {
  BulletList list;
  for (const std::string& method : view.study.spec.methods) {
    const TaskResult* result = view.study.find(0, dimensions, method);
    if (result != nullptr && !result->problem.empty()) {
      list.items.push_back(fmt::format("{}: {}", method, result->problem));
    }
  }
  return list;
}

}  // namespace

Section finding_section(const ReportView& view) {
  Section section{.id = "finding", .heading = "The finding", .blocks = {}};
  const std::vector<std::string> sentences = main_findings(view);
  if (sentences.empty()) {
    add_block(section, {Paragraph{"These rows cannot say whether any group is served worse: no "
                                  "difference between groups has an interval that backs it."}});
    return section;
  }
  for (const std::string& sentence : sentences) add_block(section, {Paragraph{sentence}});
  add_block(
      section,
      {note_text(
          "In parentheses, 95 % intervals. They hold together for all groups, methods and costs of "
          "one kind of fairness, and are therefore wider than those of the tables. All numbers are "
          "of rows that no method was fitted to. Whoever chooses a method by them gets optimistic "
          "numbers for it.")});
  return section;
}

Section data_section(const ReportView& view) {
  Section section{.id = "data", .heading = "The data", .blocks = {}};
  const StudyPlan& plan = view.study.plan;
  const StudyColumns& columns = view.study.columns;
  std::string text = counted(plan.rows, "row", "rows");
  if (plan.used_rows < plan.rows) text += fmt::format(", of which {} are used", plan.used_rows);
  text += fmt::format("; {} used, which become {} once categories have a column for each level. {}",
                      counted(columns.used.size(), "column is", "columns are"),
                      counted(plan.columns, "number", "numbers"), split_words(plan));
  if (plan.label) {
    text += fmt::format(" The label is {}, with {}.", name_cell(*plan.label),
                        counted(plan.label_levels.size(), "class", "classes"));
  }
  add_block(section, {Paragraph{text}});
  add_block(section, {groups_table(view)});
  DocumentTable used{
      .caption = "Columns", .header = {"column", "part it plays", "missing cells"}, .rows = {}};
  for (const std::string& name : columns.used) {
    const auto missing = std::find_if(columns.missing.begin(), columns.missing.end(),
                                      [&](const auto& one) { return one.name == name; });
    const Index cells = missing == columns.missing.end() ? 0 : missing->cells;
    used.rows.push_back(
        {{.text = name_cell(name)},
         {.text = "feature"},
         {.text = fmt::format("{}", cells), .sort_by = static_cast<double>(cells)}});
  }
  for (const StudyColumns::LeftOut& left : columns.left_out) {
    used.rows.push_back(
        {{.text = name_cell(left.name)}, {.text = "not a feature: " + left.reason}, {.text = "–"}});
  }
  if (!used.rows.empty()) add_block(section, {std::move(used)});
  return section;
}

Section who_pays_section(const ReportView& view) {
  Section section{.id = "who-pays", .heading = "Who pays for plain PCA", .blocks = {}};
  add_block(
      section,
      {Paragraph{"PCA describes the average row well. A group that differs from the average "
                 "may be described worse: its reconstruction error is larger. The loss compares "
                 "a group with a PCA of its own: it is 0 where nothing could be gained."}});
  add_figure(section, who_pays_figure(view, "reconstruction_error"));
  add_figure(section, who_pays_figure(view, "loss"));
  for (const std::string& d : view.dimensions()) {
    DocumentTable table = group_numbers_table(view, d);
    if (table.rows.empty()) continue;
    add_block(section, {.content = std::move(table), .choice = d});
  }
  if (section.blocks.size() == 1) {
    add_block(section, {note_text("There are no numbers of PCA to show.")});
  }
  return section;
}

Section cost_section(const ReportView& view) {
  Section section{.id = "cost", .heading = "What fairness costs", .blocks = {}};
  add_block(section,
            {Paragraph{"A projection that treats groups alike may describe all rows a little "
                       "worse. To the left is less error, below is a smaller gap between the "
                       "groups' errors; methods near the lower left corner are better in both."}});
  for (const std::string& d : view.dimensions()) {
    add_figure(section, trade_off_figure(view, d), d);
    const std::string problem = front_problem(view, d);
    if (!problem.empty()) {
      add_block(section,
                {.content = note_text(fmt::format("No exact front: {}.", problem)), .choice = d});
    }
    DocumentTable table = methods_table(view, d, view.findings.measures, "Methods compared");
    if (!table.rows.empty()) add_block(section, {.content = std::move(table), .choice = d});
    BulletList failed = failures(view, d);
    if (!failed.items.empty()) {
      add_block(section, {.content = note_text("Methods without numbers:"), .choice = d});
      add_block(section, {.content = std::move(failed), .choice = d});
    }
  }
  add_figure(section, costs_by_dimensions_figure(view));
  return section;
}

Section leakage_section(const ReportView& view) {
  Section section{
      .id = "leakage", .heading = "What can be seen of the group after projection", .blocks = {}};
  add_block(section,
            {Paragraph{"If a classifier can tell from the coordinates which group a row is of, "
                       "whatever uses the coordinates can too. An AUC of 0.5 is chance, 1 is "
                       "certainty. MMD² is 0 where the groups' coordinates are distributed alike. "
                       "The line no-projection is before, the others are after."}});
  add_figure(section, study_projection_figure(view));
  for (const std::string& d : view.dimensions()) {
    add_figure(section, leakage_figure(view, d), d);
    DocumentTable table =
        methods_table(view, d,
                      {"group_auc_linear", "group_auc_rbf", "group_accuracy_linear", "mmd2_u",
                       "mmd_p_value", "mean_difference", "covariance_difference"},
                      "What can be seen of the group");
    if (table.rows.empty() || table.header.size() == 1) continue;
    add_block(section, {.content = std::move(table), .choice = d});
  }
  return section;
}

Section decision_section(const ReportView& view) {
  Section section{.id = "decision", .heading = "What it does to a decision", .blocks = {}};
  if (!view.has_label() || !view.is_measured("accuracy")) {
    add_block(section, {Paragraph{"The comparison was given no label, so that no decision was "
                                  "predicted from the coordinates."}});
    return section;
  }
  add_block(
      section,
      {Paragraph{fmt::format(
          "A classifier predicts {} from the coordinates; {} counts as positive. It was fitted "
          "to the rows trained on and judged on those held out. Rates are compared between "
          "groups: 0 means that all groups are treated alike.",
          name_cell(*view.study.plan.label), name_cell(positive_level(view)))}});
  for (const std::string& d : view.dimensions()) {
    add_figure(section, decision_figure(view, d), d);
    DocumentTable table =
        methods_table(view, d,
                      {"accuracy", "auc", "demographic_parity_difference",
                       "equal_opportunity_difference", "equalized_odds_difference"},
                      "A decision by the coordinates");
    if (!table.rows.empty()) add_block(section, {.content = std::move(table), .choice = d});
  }
  return section;
}

}  // namespace fairpca
