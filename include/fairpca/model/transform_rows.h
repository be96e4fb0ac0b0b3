// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <functional>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "fairpca/model/model.h"
#include "fairpca/rows/pass_options.h"
#include "fairpca/rows/row_source.h"

namespace fairpca {

/// What is computed of each row.
enum class RowResult {
  kCoordinates,
  kReconstruction,
  kCompletion,
  kResponsibilities,
  kPosteriorMeans,
  kPosteriorCovariance,
  kLogLikelihood,
  kInverse  ///< of rows of coordinates: the encoded columns
};

struct TransformSettings {
  RowResult what = RowResult::kCoordinates;
  /// Of a mixture: its coordinates, if other than it was fitted with.
  std::optional<Embedding> embedding = {};
  EncodeOptions encode = {};  ///< `fill` is the model's mean, whatever is given
  PassOptions pass = {};
  /// Results beyond it are rejected: the largest number of the type they are kept in.
  double largest_number = std::numeric_limits<double>::max();
};

/// The results of consecutive rows.
struct TransformedBlock {
  Index first_row = 0;                         ///< in the source, from 0
  RowMatrix numbers;                           ///< one row per row, columns as column_names() says
  std::vector<std::vector<std::string>> kept;  ///< RowBlock::kept
  std::string text;                            ///< empty, for TransformSink::on_any_thread
};

/// Where results go; either function may be empty.
struct TransformSink {
  /// Takes a block as soon as it is there, on any thread, several at once.  It may change the
  /// block before in_order() sees it, for example turn the numbers into text.
  std::function<void(TransformedBlock&)> on_any_thread = {};
  /// Takes the blocks in the order of the rows, one at a time.
  std::function<void(const TransformedBlock&)> in_order = {};
};

/// A model with what is asked of its rows, checked.  Refers to the model, which must outlive it.
class RowTransform {
 public:
  /// Throws InvalidArgument for results the model does not have, for kDropRow (every row gives a
  /// row) and for kModel unless the model is probabilistic.
  RowTransform(const Model& model, const TransformSettings& settings);

  /// The features a source must deliver (ColumnRoles::features).
  std::vector<FeatureColumn> features() const { return encoding_->features(); }
  /// How rows are encoded; lists also the columns that were dropped and need not be there.
  const Encoding& encoding() const { return *encoding_; }
  /// Of the results: `pc1`, `component1_pc1`, `pc1_pc2`, `log_likelihood`, or the encoded columns.
  const std::vector<std::string>& column_names() const { return names_; }

  /// The results of one block; for any thread, several at once.  Throws InvalidArgument for cells
  /// that cannot be encoded, with the ways out that there are, and results that are not finite.
  TransformedBlock apply(RowBlock block) const;

  /// The results of encoded rows where these and the results are numbers; otherwise nothing, and
  /// apply() of their block says what is wrong or fills what is missing.
  std::optional<RowMatrix> results_of(RowsRef encoded) const;

  /// All rows of `rows`, block by block.
  void apply(RowSource& rows, const TransformSink& sink) const;

 private:
  RowMatrix numbers_of(RowsRef rows) const;
  EncodedBlock encode(const RowBlock& block, const EncodeOptions& options) const;

  std::shared_ptr<const Model> model_;  ///< the caller's, or one with another embedding
  TransformSettings settings_;
  std::shared_ptr<const Encoding> encoding_;  ///< of the rows that are read
  std::vector<std::string> names_;
};

/// Puts rows through a model: what the command line and Python do.  Settings are checked before a
/// row is read; rows are read once, in blocks, and none is kept.
void transform_rows(RowSource& rows, const Model& model, const TransformSettings& settings,
                    const TransformSink& sink);

}  // namespace fairpca
