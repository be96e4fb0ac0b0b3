// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <tuple>
#include <vector>

#include "fairpca/measure/measures.h"
#include "fairpca/message.h"
#include "fairpca/model/model.h"
#include "fairpca/moments/prepared_moments.h"

namespace fairpca {

/// Who the rows are, whatever the model: one entry per row of weight > 0, in the order read.
struct RowKeys {
  std::vector<CellKey> cells;      ///< protected levels x label level
  std::vector<std::int32_t> cell;  ///< of each row, in `cells`
  Vector weights;                  ///< > 0, one per row
  std::vector<Index> row;          ///< its number in the source
  bool has_weights = false;        ///< false: all are 1
  Index rows() const { return static_cast<Index>(cell.size()); }
};

/// What a model makes of rows, in the order of their keys; in the scaled space.
struct ScoredRows {
  RowMatrix coordinates;  ///< z = V'x; of mixtures the embedding
  Vector squared_error;   ///< |x - reconstruction|^2; empty where there is no reconstruction
  Vector squared_norm;    ///< |x|^2 about the model's mean
  Vector log_likelihood;  ///< ln p(x); empty without a density
};

/// Rows on one side: those measured, or those trained on.
struct MeasuredPart {
  const GroupMoments* moments = nullptr;  ///< of these rows, encoded as the model encodes
  const RowKeys* keys = nullptr;          ///< null: from moments alone
  const ScoredRows* scored = nullptr;     ///< null: from moments alone
  /// The rows, centred and scaled, for draws of losses; null where they are too many to keep.
  const RowMatrix* prepared = nullptr;
};

struct LossDraws;

struct MeasureSettings {
  std::vector<std::string> measures = {};  ///< ids; empty: all that the data allow
  Classifier classifier = Classifier::kLogistic;
  std::string positive = {};  ///< level of the label; empty: the last
  Center center = Center::kOverall;
  Index min_group_size = 10;
  bool has_intervals = true;  ///< false: the rows were trained on
  int draws = 1000;
  int permutations = 199;
  Index max_kernel_rows = 5000;  ///< RBF machines, MMD intervals and p-values use at most so many
  std::uint64_t seed = 0;
  int threads = 1;
};

struct MeasureInput {
  const Model& model;         ///< without components: errors are those of the scored rows
  std::vector<Group> groups;  ///< formed of the cells of all parts
  MeasuredPart evaluated;
  std::optional<MeasuredPart> training = {};  ///< none: classifiers are cross-fitted in five folds
  MeasureSettings settings = {};
  /// draw_losses() of these rows, made once for many models; null: made where needed.
  const LossDraws* loss_draws = nullptr;
};

/// measure, statistic, group
using ValueKey = std::tuple<std::string, Statistic, std::string>;

/// What was measured.
struct Measured {
  std::vector<MeasuredValue> values;  ///< in the order of the registry
  std::vector<FeatureValue> features;
  /// The value in each of the draws of rows, for values with a bootstrap interval: the same draws
  /// for every model measured on these rows with this seed, so that differences are paired.
  std::map<ValueKey, Vector> draws;
  std::vector<Message> notes;     ///< what was left out or settled, each once
  std::vector<Message> warnings;  ///< of small groups
};

/// All measures asked for that the data allow.  A measure that needs a label, rows or training data
/// that are not there is left out, with a note when it was asked for by name.  Numbers of groups
/// below the minimum size enter nothing.
Measured measure(const MeasureInput& input);

}  // namespace fairpca
