// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <optional>
#include <utility>
#include <vector>

#include "fairpca/fit/fit.h"
#include "study/study_data.h"

namespace fairpca {

/// Rows to fit to and rows held out, of one split or of one inner fold.
class RowsOfSplit {
 public:
  /// `held_out` without codes: none are.
  RowsOfSplit(const StudyData& data, const FitSettings& settings, CodeSet fitted,
              std::optional<CodeSet> held_out, const PassOptions& pass);

  const GroupMoments& training() const { return moments_.front(); }
  const GroupMoments& test() const { return moments_.back(); }
  bool has_test() const { return moments_.size() > 1; }
  const RowKeys& training_keys() const { return training_keys_; }
  const RowKeys& test_keys() const { return test_keys_; }
  /// Formed of the cells of both sides.
  const std::vector<Group>& groups() const { return groups_; }
  const CodeSet& fitted() const { return fitted_; }
  const StudyData& data() const { return data_; }

  /// The method fitted to the training rows: from their moments where that is enough, otherwise
  /// from the rows, with weight 0 for all others.
  Fit fit(FitSettings settings) const;

  /// What the model makes of the rows of both sides, in one pass.
  std::pair<ScoredRows, ScoredRows> score(const Model& model, const PassOptions& pass) const;

  /// The test rows as the model sees them, centred and scaled.
  RowMatrix prepared_test_rows(const Model& model, const PassOptions& pass) const;

  /// Some test rows, by their numbers in test_keys(), encoded with all columns.
  RowMatrix encoded_test_rows(const std::vector<Index>& rows, const PassOptions& pass) const;

  /// Moments of the encoded columns that the model has.
  GroupMoments columns_of(const Model& model, const GroupMoments& moments) const;
  /// The columns of encoded rows that the model has.
  RowMatrix columns_of(const Model& model, const RowMatrix& encoded) const;

 private:
  std::vector<Index> kept_columns(const Model& model) const;
  EncodeOptions encode_options(const Model& model) const;

  const StudyData& data_;
  CodeSet fitted_;
  std::vector<GroupMoments> moments_;  ///< training, and test where there is one
  RowKeys training_keys_, test_keys_;
  std::vector<Group> groups_;
  /// Of each row of the source, its number among the training rows, then the test rows; -1: none.
  std::vector<std::int32_t> place_;
};

}  // namespace fairpca
