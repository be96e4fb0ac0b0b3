// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "fairpca/model/model.h"
#include "report/figures/comparison_figures.h"
#include "study/findings.h"

namespace fairpca {

/// A model of a study, as its folder has it.
struct StudyModelFile {
  std::string file;  ///< `models/fair-pca-d5.fpca`
  std::string method, dimensions;
  std::string digest;  ///< SHA-256 of its bytes, 64 hexadecimal digits
  Model model;
};

/// The models of a study: of its only split, or fitted to all rows.  Methods that have none are not
/// among them.  Throws IoError for a file that is damaged or missing.
std::vector<StudyModelFile> read_study_models(const StudyResult& study,
                                              const std::filesystem::path& folder);

/// What a report is made of.
struct ReportView {
  const StudyResult& study;
  const Findings& findings;
  const std::vector<StudyModelFile>& models;

  /// d as asked, in order.
  std::vector<std::string> dimensions() const;
  /// What is shown first: that of the suggested fit, otherwise the last.
  std::string first_dimensions() const;
  /// The method set beside PCA where there is room for two; empty: there is none.
  std::string suggested_method() const { return findings.suggested.method; }
  bool has_splits() const { return study.plan.splits > 1; }
  bool has_label() const { return study.plan.label.has_value(); }
  Index min_group_size() const { return study.spec.fit.min_group_size; }
  bool is_measured(const std::string& measure) const;

  /// Of the test rows; with several splits the mean and its range.
  ShownNumber number(const std::string& dimensions, const std::string& method,
                     const ValueKey& key) const;
  ShownNumber number(const std::string& dimensions, const std::string& method,
                     const std::string& measure) const {
    return number(dimensions, method, ValueKey{measure, Statistic::kValue, ""});
  }
  /// Of the training rows of the first split.
  double training_number(const std::string& dimensions, const std::string& method,
                         const std::string& measure) const;
  /// Methods with numbers at this dimension, in order; `no-projection` first if asked for.
  std::vector<std::string> methods_at(const std::string& dimensions, bool with_data) const;
  /// Groups that have a number of this measure under a method, in their order.
  std::vector<std::string> groups_of(const std::string& dimensions, const std::string& method,
                                     const std::string& measure) const;
  const StudyModelFile* model(const std::string& dimensions, const std::string& method) const;

  /// `95 % interval`, or `range over 10 splits`.
  std::string interval_words() const;
};

/// `5 dimensions`, `a share of 0.9 of the variance`.
std::string dimensions_words(const std::string& dimensions);

}  // namespace fairpca
