// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>
#include <cmath>
#include <numeric>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "fairpca/fit/methods.h"
#include "report/finding_words.h"
#include "report/methods_json.h"
#include "report/study/study_figures.h"
#include "report/study/study_sections.h"
#include "report/text_columns.h"

namespace fairpca {
namespace {

constexpr std::size_t kMostBiplots = 6;  ///< of more dimensions, the page has that of the first

/// `age +0.71, income -0.40`: the features that weigh most in a component.
std::string strongest_loadings(const Model& model, Index component) {
  constexpr std::size_t kMost = 5;
  constexpr double kNegligible = 0.05;
  const auto loadings = model.projection.components.col(component);
  const std::vector<std::string> names = model.encoding.names();
  std::vector<Index> order(static_cast<std::size_t>(loadings.size()));
  std::iota(order.begin(), order.end(), 0);
  std::stable_sort(order.begin(), order.end(),
                   [&](Index a, Index b) { return std::abs(loadings(a)) > std::abs(loadings(b)); });
  std::vector<std::string> parts;
  for (const Index j : order) {
    const bool is_enough = parts.size() == kMost || std::abs(loadings(j)) < kNegligible;
    if (is_enough && !parts.empty()) break;
    parts.push_back(fmt::format("{} {}{:.2f}", name_cell(names[static_cast<std::size_t>(j)]),
                                loadings(j) < 0 ? "−" : "+", std::abs(loadings(j))));
  }
  return fmt::format("{}", fmt::join(parts, ", "));
}

DocumentTable loadings_table(const StudyModelFile& file) {
  const Model& model = file.model;
  DocumentTable table{.caption = fmt::format("Strongest features of each component: {} ({})",
                                             file.method, dimensions_words(file.dimensions)),
                      .header = {"component", "share of the variance", "features and loadings"},
                      .rows = {}};
  for (Index j = 0; j < model.projection.components.cols(); ++j) {
    const double share = model.total_variance > 0
                             ? model.projection.component_variance(j) / model.total_variance
                             : kNoNumber;
    table.rows.push_back(
        {{.text = fmt::format("{}", j + 1), .sort_by = static_cast<double>(j)},
         {.text = std::isfinite(share) ? fmt::format("{:.1f} %", 100 * share) : "–",
          .sort_by = share},
         {.text = strongest_loadings(model, j)}});
  }
  return table;
}

std::string proven_words(const TaskResult& result, const Model& model) {
  if (result.certified && !model.certificate) return "yes, but withheld";
  if (result.certified) return "yes";
  return std::isfinite(result.bound) ? "bound, not reached" : "no";
}

/// The result that the models in the folder come from.
const TaskResult* result_of_model(const ReportView& view, const StudyModelFile& file) {
  return view.study.find(view.has_splits() ? StudyTask::kAllRows : 0, file.dimensions, file.method);
}

DocumentTable proof_table(const ReportView& view, const std::string& dimensions) {
  DocumentTable table{
      .caption = fmt::format("What each fit proved ({})", dimensions_words(dimensions)),
      .header = {"method", "ended", "objective", "bound", "proven optimal", "file, SHA-256"},
      .rows = {},
      .legend =
          "The bound holds for every projection: none has a smaller objective. Objectives of "
          "different methods are different quantities."};
  for (const StudyModelFile& file : view.models) {
    if (file.dimensions != dimensions) continue;
    const TaskResult* result = result_of_model(view, file);
    if (result == nullptr) continue;
    table.rows.push_back({{.text = file.method},
                          {.text = result->status},
                          number_cell({.value = result->objective}),
                          number_cell({.value = result->bound}),
                          {.text = proven_words(*result, file.model)},
                          {.text = file.file, .detail = file.digest}});
  }
  return table;
}

}  // namespace

Section components_section(const ReportView& view) {
  Section section{.id = "components", .heading = "What the components mean", .blocks = {}};
  add_block(section,
            {Paragraph{"A component is a weighted sum of features. An arrow shows how a feature "
                       "enters the first two; features whose arrows point the same way go "
                       "together. The communality of a feature is the share of it that the "
                       "projection keeps: 1 all, 0 nothing."}});
  const std::vector<std::string> all = view.dimensions();
  for (const std::string& d : all) {
    const bool is_drawn = all.size() <= kMostBiplots || d == view.first_dimensions();
    if (is_drawn) add_figure(section, study_biplot(view, d), d);
    for (const std::string& method : {std::string("pca"), view.suggested_method()}) {
      const StudyModelFile* file = view.model(d, method);
      const bool is_shown =
          file != nullptr && !file->model.mixture && file->model.projection.components.cols() > 0;
      if (!is_shown) continue;
      add_block(section, {.content = loadings_table(*file), .choice = d});
      if (view.suggested_method() == "pca") break;
    }
  }
  add_figure(section, study_communalities(view, view.first_dimensions()));
  return section;
}

Section proof_section(const ReportView& view) {
  Section section{.id = "proof", .heading = "The proof", .blocks = {}};
  add_block(section,
            {Paragraph{"A fit that is proven optimal carries a certificate: numbers from which "
                       "anyone who has the data can compute, without trusting this program's "
                       "search, that no projection does better. A model file holds its "
                       "certificate and a digest of the statistics it was fitted to."}});
  for (const std::string& d : view.dimensions()) {
    DocumentTable table = proof_table(view, d);
    if (!table.rows.empty()) add_block(section, {.content = std::move(table), .choice = d});
  }
  if (view.models.empty()) {
    add_block(section, {Paragraph{"No method could be fitted: there is nothing to prove."}});
    return section;
  }
  const bool has_certificates =
      std::any_of(view.models.begin(), view.models.end(),
                  [](const StudyModelFile& file) { return file.model.certificate.has_value(); });
  if (has_certificates) {
    add_block(section, {Paragraph{"To prove a model's claims again from the data:"}});
    add_block(section, {CodeBlock{verify_commands(view)}});
  } else {
    add_block(section, {Paragraph{"The certificates are withheld, and cannot be proven again from "
                                  "these files: a group is too small to publish, and they would "
                                  "tell of it."}});
  }
  TermList digests;
  if (!view.study.origin.data_digest.empty()) {
    digests.terms.emplace_back("Digest of the data", view.study.origin.data_digest);
  }
  for (const StudyModelFile& file : view.models) {
    if (!file.model.certificate || file.model.certificate->moments_digest.empty()) continue;
    digests.terms.emplace_back("Digest of the moments fitted to (SHA-256)",
                               file.model.certificate->moments_digest);
    break;
  }
  if (!digests.terms.empty()) add_block(section, {std::move(digests)});
  return section;
}

Section making_section(const ReportView& view) {
  Section section{.id = "making", .heading = "How it was made", .blocks = {}};
  const StudyOrigin& origin = view.study.origin;
  add_block(section, {Paragraph{fmt::format("Made by fairpca {}. The same data and the same "
                                            "command give the same numbers, whatever the number "
                                            "of threads.",
                                            origin.program_version)}});
  if (!origin.command.empty()) add_block(section, {CodeBlock{origin.command + '\n'}});
  DocumentTable settings{.caption = "Settings", .header = {"setting", "value"}, .rows = {}};
  for (const auto& [name, value] : origin.settings) {
    settings.rows.push_back({{.text = name}, {.text = value.empty() ? "–" : value}});
  }
  settings.rows.push_back(
      {{.text = "min_group_size"}, {.text = fmt::format("{}", view.min_group_size())}});
  add_block(section, {std::move(settings)});
  add_block(section, {Paragraph{"To keep in mind:"}});
  add_block(section, {BulletList{caveats(view)}});
  return section;
}

Section glossary_section(const ReportView& view) {
  Section section{.id = "glossary", .heading = "Words and references", .blocks = {}};
  add_block(section, {TermList{glossary(view)}});
  add_block(section, {Paragraph{"The papers of the methods compared:"}});
  add_block(section, {BulletList{references(view)}});
  return section;
}

}  // namespace fairpca
