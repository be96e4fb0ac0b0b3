// SPDX-License-Identifier: BSD-3-Clause
#include "mixture/prepared_rows.h"

#include <algorithm>
#include <unordered_map>
#include <utility>

#include "fairpca/rows/matrix_rows.h"
#include "mixture/messages.h"
#include "mixture/mixture_scores.h"
#include "mixture/mixture_start.h"

namespace fairpca {
namespace {

/// Codes of the combinations of protected levels that rows of one block show.
class CellCodes {
 public:
  CellCodes(const RowBlock& block, const std::vector<ProtectedLevels>& cells)
      : block_(block), cells_(cells) {}

  std::int32_t of(Index row) {
    std::uint64_t key = 0;  // the codes as digits, each column with as many as it has levels
    for (const LevelColumn& column : block_.protected_levels) {
      const std::int32_t code = column.codes[static_cast<std::size_t>(row)];
      key = key * (column.levels.size() + 1) + static_cast<std::uint64_t>(code + 1);
    }
    const auto [known, is_new] = known_.try_emplace(key, 0);
    if (is_new) known->second = find(row);
    return known->second;
  }

 private:
  std::int32_t find(Index row) const {
    ProtectedLevels levels;
    for (const LevelColumn& column : block_.protected_levels) {
      const std::int32_t code = column.codes[static_cast<std::size_t>(row)];
      levels.push_back(code == LevelColumn::kMissing
                           ? std::nullopt
                           : std::optional(column.levels[static_cast<std::size_t>(code)]));
    }
    const auto cell = std::find(cells_.begin(), cells_.end(), levels);
    if (cell != cells_.end()) return static_cast<std::int32_t>(cell - cells_.begin());
    reject(mixture_message<"group-of-a-later-pass">("row"_is(block_.first_row + row + 1)));
  }

  const RowBlock& block_;
  const std::vector<ProtectedLevels>& cells_;
  std::unordered_map<std::uint64_t, std::int32_t> known_;
};

/// Takes rows with missing cells out of `block.rows`, leaving zeros there.
void set_incomplete_apart(PreparedBlock& block) {
  for (Index i = 0; i < block.rows.rows(); ++i) {
    if (block.rows.row(i).hasNaN()) block.incomplete.push_back(i);
  }
  block.incomplete_rows = block.rows(block.incomplete, Eigen::all);
  for (const Index i : block.incomplete) block.rows.row(i).setZero();
}

/// Chunks of numbers in memory are views: preparing them again is as cheap as keeping them.
bool is_cheap_to_read(const RowSource& source) {
  if (dynamic_cast<const MatrixRows*>(&source) == nullptr) return false;
  const auto& features = source.schema().features;
  return std::all_of(features.begin(), features.end(), [](const FeatureColumn& column) {
    return column.kind == ColumnKind::kNumeric;
  });
}

}  // namespace

PreparedRows::PreparedRows(RowSource& source, RowPreparation preparation, PassOptions pass,
                           KeepRows keep_rows, Index expected_rows)
    : source_(&source),
      preparation_(std::move(preparation)),
      dim_(preparation_.mean.size()),
      cells_(static_cast<Index>(preparation_.cells.size())),
      pass_(std::move(pass)) {
  const double bytes = static_cast<double>(expected_rows) * static_cast<double>(dim()) * 8;
  const bool automatic = !is_cheap_to_read(source) && bytes <= kMemoryLimitBytes;
  if (keep_rows == KeepRows::kAlways || (keep_rows == KeepRows::kAutomatic && automatic)) keep();
}

PreparedRows::PreparedRows(std::vector<PreparedBlock> blocks, Index dim, Index cells,
                           PassOptions pass)
    : dim_(dim), cells_(cells), pass_(std::move(pass)), is_kept_(true), kept_(std::move(blocks)) {
  for (PreparedBlock& block : kept_) {
    block.deviations = deviations_of(block.rows, block.incomplete);
  }
}

PassOptions PreparedRows::counting() const {
  PassOptions pass = pass_;
  if (pass.observer) {
    pass.observer = [this](const PassProgress&) { return pass_.observer({rows_passed_}); };
  }
  return pass;
}

void PreparedRows::keep() {
  source_->rewind();
  map_blocks(
      *source_, counting(), [&](const RowBlock& block) { return prepare(block); },
      [&](PreparedBlock block) {
        rows_passed_ += block.rows.rows();
        kept_.push_back(std::move(block));
      });
  is_kept_ = true;
}

PreparedBlock PreparedRows::prepare(const RowBlock& block) const {
  PreparedBlock result = prepare_block(block, preparation_);
  mark_held_out(result);
  result.deviations = deviations_of(result.rows, result.incomplete);
  return result;
}

Vector PreparedRows::weight_per_cell() {
  Vector total = Vector::Zero(cell_count());
  for_each_block(
      [&](const PreparedBlock& block) {
        Vector sums = Vector::Zero(total.size());
        for (Index i = 0; i < block.rows.rows(); ++i) {
          sums[block.cells[static_cast<std::size_t>(i)]] += block.weight(i);
        }
        return sums;
      },
      [&](const Vector& sums) { total += sums; });
  return total;
}

StartRows PreparedRows::start_rows(const Vector& cell_weights, Index expected_rows,
                                   std::uint64_t seed, Index wanted) {
  return draw_start_rows(*this, cell_weights, expected_rows, seed, wanted);
}

MixtureSums PreparedRows::sums(const PpcaMixture& mixture, const Vector& cell_weights,
                               MStep m_step) {
  return expectation(*this, mixture, cell_weights, m_step);
}

MixtureScores PreparedRows::scores(const PpcaMixture& mixture, const Vector& scale) {
  return score(*this, mixture, scale);
}

PreparedBlock prepare_block(const RowBlock& block, const RowPreparation& preparation) {
  const EncodedBlock encoded = preparation.encoding.encode(block, preparation.encode);
  const Index n = encoded.rows.rows(), p = preparation.mean.size();
  PreparedBlock result;
  result.first_row = block.first_row;
  result.numbers = encoded.kept_rows;
  CellCodes codes(block, preparation.cells);
  for (Index i = 0; i < n; ++i) {
    const Index row =
        encoded.kept_rows.empty() ? i : encoded.kept_rows[static_cast<std::size_t>(i)];
    const double weight =
        block.weights.empty() ? 1.0 : block.weights[static_cast<std::size_t>(row)];
    if (!block.weights.empty()) result.weights.push_back(weight);
    // A row of weight 0 counts nowhere, and its group may have no other.
    result.cells.push_back(weight > 0 ? codes.of(row) : 0);
  }
  const Vector inverse = preparation.scale.cwiseInverse();
  result.rows.resize(n, p);
  for (Index i = 0; i < n; ++i) {
    double* out = result.rows.data() + i * p;
    if (!(result.weight(i) > 0)) {  // its numbers may lie out of all range
      std::fill_n(out, p, 0.0);
      continue;
    }
    encoded.rows.copy_row(i, out);
    for (Index j = 0; j < p; ++j) out[j] = (out[j] - preparation.mean[j]) * inverse[j];
  }
  if (preparation.encode.missing == MissingCells::kModel) set_incomplete_apart(result);
  return result;
}

}  // namespace fairpca
