// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>
#include <cctype>

#include <fmt/format.h>

#include "fairpca/fit/methods.h"
#include "report/study/study_sections.h"

namespace fairpca {
namespace {

/// Terms that are no measures.
const std::vector<std::pair<std::string, std::string>>& plain_terms() {
  static const std::vector<std::pair<std::string, std::string>> terms = {
      {"projection", "A few weighted sums of the features that stand for all of them."},
      {"dimensions d", "How many such sums there are."},
      {"group", "The rows with the same values in the protected columns."},
      {"rows held out", "Rows that no method was fitted to; all numbers are of them unless said."},
      {"fair in reconstruction", "No group is described worse than another."},
      {"fair in representation", "The groups cannot be told apart by the coordinates."},
      {"fair in likelihood", "No group is modelled worse than another."},
      {"95 % interval",
       "A range around a number that holds the true value in about 95 of 100 such studies."},
      {"p-value", "How often rows dealt to groups at random would differ as much."},
      {"proven optimal",
       "A bound shows that no other projection does better on the rows fitted "
       "to, up to the tolerance."}};
  return terms;
}

/// `Intervals may be too narrow.`
std::string as_sentence(std::string text) {
  if (text.empty()) return text;
  const std::string word = text.substr(0, text.find(' '));
  const bool is_id = word.find_first_of("-_:") != std::string::npos;  // stays as it is
  if (!is_id) {
    text.front() = static_cast<char>(std::toupper(static_cast<unsigned char>(text.front())));
  }
  if (text.back() != '.') text += '.';
  return text;
}

/// Measures that the report shows; `fairpca measures` explains all.
bool is_in_report(const ReportView& view, const std::string& id) {
  static const std::vector<std::string> always = {"reconstruction_error",
                                                  "gap",
                                                  "loss",
                                                  "group_auc_linear",
                                                  "group_auc_rbf",
                                                  "mmd2_u",
                                                  "mmd_p_value",
                                                  "mean_difference",
                                                  "accuracy",
                                                  "auc",
                                                  "demographic_parity_difference",
                                                  "equal_opportunity_difference",
                                                  "equalized_odds_difference"};
  return std::find(always.begin(), always.end(), id) != always.end() ||
         std::find(view.findings.measures.begin(), view.findings.measures.end(), id) !=
             view.findings.measures.end();
}

}  // namespace

std::vector<std::string> caveats(const ReportView& view) {
  std::vector<std::string> said = {
      "This report supports documentation. It certifies nothing about law or policy.",
      "A difference that is not seen may still be there: the intervals say how large it could be."};
  if (view.has_splits()) {
    said.emplace_back("Ranges over splits are no confidence intervals: the splits share rows.");
  } else {
    said.emplace_back("All numbers are of one division into rows trained on and held out.");
  }
  if (!view.has_label()) said.emplace_back("Not measured: decisions, as no label was given.");
  for (const StudyGroup& group : view.study.plan.groups) {
    if (group.rows >= view.min_group_size()) continue;
    said.push_back(fmt::format(
        "Groups with fewer than {} rows enter no number: they are too small to publish.",
        view.min_group_size()));
    break;
  }
  for (const auto& messages : {view.study.warnings, view.study.notes}) {
    for (const std::string& message : messages) said.push_back(as_sentence(message));
  }
  return said;
}

std::vector<std::string> references(const ReportView& view) {
  std::vector<std::string> papers;
  for (const std::string& id : view.study.spec.methods) {
    const Method& method = find_method(id);
    if (method.paper.empty()) continue;
    papers.push_back(fmt::format("{}: {}", id, method.paper));
  }
  return papers;
}

std::vector<std::pair<std::string, std::string>> glossary(const ReportView& view) {
  std::vector<std::pair<std::string, std::string>> terms = plain_terms();
  for (const Measure& measure : measures()) {
    if (!view.is_measured(measure.id) || !is_in_report(view, measure.id)) continue;
    terms.emplace_back(fmt::format("{} ({})", measure.title, measure.id),
                       as_sentence(fmt::format("{}: {}", measure.summary, measure.definition)));
  }
  for (const std::string& id : view.study.spec.methods) {
    terms.emplace_back(id, as_sentence(find_method(id).summary));
  }
  return terms;
}

}  // namespace fairpca
