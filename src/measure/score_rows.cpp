// SPDX-License-Identifier: BSD-3-Clause
#include "measure/score_rows.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <mutex>
#include <utility>

#include "moments/block_cells.h"
#include "rows/adapted_rows.h"
#include "rows/finite.h"

namespace fairpca {
namespace {

/// (x - mean) / scale; a missing cell is the mean.
RowMatrix prepared_rows(const Model& model, RowsRef encoded) {
  RowMatrix rows(encoded.rows(), encoded.cols());
  for (Index i = 0; i < rows.rows(); ++i) {
    for (Index j = 0; j < rows.cols(); ++j) {
      const double value = (encoded(i, j) - model.mean(j)) / model.scale(j);
      rows(i, j) = std::isnan(value) ? 0 : value;
    }
  }
  return rows;
}

/// Squared distance in the scaled space, over cells that are not missing.
Vector squared_distances(const Model& model, RowsRef rows, const RowMatrix& approximation) {
  Vector sums = Vector::Zero(rows.rows());
  for (Index i = 0; i < rows.rows(); ++i) {
    for (Index j = 0; j < rows.cols(); ++j) {
      const double difference = (rows(i, j) - approximation(i, j)) / model.scale(j);
      if (!std::isnan(difference)) sums(i) += difference * difference;
    }
  }
  return sums;
}

/// What a linear model makes of prepared rows, but for their likelihood; z = V'x is given.
Vector linear_errors(const LinearProjection& projection, const RowMatrix& prepared,
                     const RowMatrix& along) {
  const Vector kept = projection.encode_scale.cwiseProduct(projection.decode_scale);
  return (prepared - along * kept.asDiagonal() * projection.components.transpose())
      .rowwise()
      .squaredNorm();
}

/// The scores of one block, and who its rows are; cells are numbered within the block.
struct ScoredBlock {
  RowKeys keys;
  ScoredRows scored;
  RowMatrix prepared;
};

RowKeys keys_of(const RowBlock& block, const EncodedBlock& encoded) {
  RowKeys keys;
  const Index rows = encoded.rows.rows();
  keys.cell.resize(static_cast<std::size_t>(rows));
  for (const BlockCell& cell : cells_of(block, encoded)) {
    for (const Index i : cell.rows) {
      keys.cell[static_cast<std::size_t>(i)] = static_cast<std::int32_t>(keys.cells.size());
    }
    keys.cells.push_back(cell.key);
  }
  const std::vector<double> weights = weights_of(block, encoded);
  keys.has_weights = !weights.empty();
  keys.weights = keys.has_weights ? Vector(Eigen::Map<const Vector>(weights.data(), rows))
                                  : Vector(Vector::Ones(rows));
  for (Index i = 0; i < rows; ++i) {
    const Index in_block =
        encoded.kept_rows.empty() ? i : encoded.kept_rows[static_cast<std::size_t>(i)];
    keys.row.push_back(block.first_row + in_block);
  }
  return keys;
}

template <class Numbers>
void keep_rows(Numbers& numbers, const std::vector<Index>& kept) {
  if (numbers.rows() > 0) numbers = Numbers(numbers(kept, Eigen::all));
}

/// Leaves out the rows of weight 0.
void leave_out_weightless(ScoredBlock& block) {
  std::vector<Index> kept;
  for (Index i = 0; i < block.keys.rows(); ++i) {
    if (block.keys.weights(i) > 0) kept.push_back(i);
  }
  if (static_cast<Index>(kept.size()) == block.keys.rows()) return;
  RowKeys keys;
  keys.cells = block.keys.cells;
  keys.has_weights = true;
  for (const Index i : kept) {
    keys.cell.push_back(block.keys.cell[static_cast<std::size_t>(i)]);
    keys.row.push_back(block.keys.row[static_cast<std::size_t>(i)]);
  }
  keys.weights = block.keys.weights(kept);
  block.keys = std::move(keys);
  keep_rows(block.scored.coordinates, kept);
  keep_rows(block.scored.squared_error, kept);
  keep_rows(block.scored.squared_norm, kept);
  keep_rows(block.scored.log_likelihood, kept);
  keep_rows(block.prepared, kept);
}

/// Blocks in the order of their rows, to be joined at the end; added on any thread.
class JoinedBlocks {
 public:
  explicit JoinedBlocks(std::int64_t most_prepared_bytes)
      : most_prepared_bytes_(most_prepared_bytes) {}

  void add(Index first_row, ScoredBlock block) {
    const std::lock_guard lock(adding_);
    rows_ += block.keys.rows();
    prepared_bytes_ += block.prepared.size() * static_cast<std::int64_t>(sizeof(double));
    if (prepared_bytes_ > most_prepared_bytes_) {
      block.prepared.resize(0, 0);
      for (auto& [first, other] : blocks_) other.prepared.resize(0, 0);
    }
    blocks_.emplace(first_row, std::move(block));
  }

  ScoredTable joined() {
    ScoredTable table;
    join_keys(table.keys);
    join(
        table.scored.coordinates, [](ScoredBlock & b) -> auto& { return b.scored.coordinates; });
    join(
        table.scored.squared_error,
        [](ScoredBlock & b) -> auto& { return b.scored.squared_error; });
    join(
        table.scored.squared_norm, [](ScoredBlock & b) -> auto& { return b.scored.squared_norm; });
    join(
        table.scored.log_likelihood,
        [](ScoredBlock & b) -> auto& { return b.scored.log_likelihood; });
    if (prepared_bytes_ <= most_prepared_bytes_) {
      join(
          table.prepared, [](ScoredBlock & b) -> auto& { return b.prepared; });
    }
    return table;
  }

 private:
  void join_keys(RowKeys& keys) const {
    std::map<CellKey, std::int32_t> numbers;
    keys.weights.resize(rows_);
    Index next = 0;
    for (const auto& [first_row, block] : blocks_) {
      std::vector<std::int32_t> of_block;
      for (const CellKey& key : block.keys.cells) {
        const auto number = static_cast<std::int32_t>(numbers.size());
        const auto [found, is_new] = numbers.emplace(key, number);
        if (is_new) keys.cells.push_back(key);
        of_block.push_back(found->second);
      }
      for (const std::int32_t cell : block.keys.cell) {
        keys.cell.push_back(of_block[static_cast<std::size_t>(cell)]);
      }
      keys.row.insert(keys.row.end(), block.keys.row.begin(), block.keys.row.end());
      keys.weights.segment(next, block.keys.rows()) = block.keys.weights;
      keys.has_weights = keys.has_weights || block.keys.has_weights;
      next += block.keys.rows();
    }
  }

  /// One part of all blocks below each other; the blocks' own are freed on the way.
  template <class Numbers, class Part>
  void join(Numbers& whole, const Part& part) {
    Index width = 0, rows = 0;
    for (auto& [first_row, block] : blocks_) {
      width = std::max(width, part(block).cols());
      rows += part(block).rows();
    }
    whole.resize(rows, rows == 0 ? whole.cols() : width);
    Index next = 0;
    for (auto& [first_row, block] : blocks_) {
      Numbers& from = part(block);
      if (from.rows() > 0) whole.middleRows(next, from.rows()) = from;
      next += from.rows();
      from = Numbers();
    }
  }

  std::mutex adding_;
  std::int64_t most_prepared_bytes_, prepared_bytes_ = 0;
  Index rows_ = 0;
  std::map<Index, ScoredBlock> blocks_;  ///< by their first row
};

ScoredBlock score_block(const RowBlock& block, const Model& model, const EncodeOptions& options) {
  ScoredBlock result;
  const EncodedBlock encoded = model.encoding.encode(block, options);
  result.keys = keys_of(block, encoded);
  result.prepared = prepared_rows(model, encoded.rows);
  result.scored = score_encoded_rows(model, encoded.rows);
  leave_out_weightless(result);
  return result;
}

}  // namespace

ScoredRows score_encoded_rows(const Model& model, RowsRef encoded) {
  const RowMatrix prepared = prepared_rows(model, encoded);
  ScoredRows scored;
  scored.squared_norm = prepared.rowwise().squaredNorm();
  if (model.mixture) {
    scored.coordinates = model.transform(encoded);
    scored.squared_error = squared_distances(model, encoded, model.reconstruct(encoded));
  } else {
    const Matrix& frame = model.projection.components;
    scored.coordinates = prepared * frame;
    scored.squared_error = linear_errors(model.projection, prepared, scored.coordinates);
    if (model.is_probabilistic() && !all_finite(encoded)) {
      scored.coordinates = prepared_rows(model, model.complete(encoded)) * frame;
    }
  }
  if (model.is_probabilistic()) scored.log_likelihood = model.log_likelihood(encoded);
  return scored;
}

ScoredTable score_rows(RowSource& source, const Model& model, const EncodeOptions& options,
                       const PassOptions& pass, std::int64_t most_prepared_bytes) {
  EncodeOptions for_moments = options;
  if (options.missing == MissingCells::kModel) {
    for_moments.missing = MissingCells::kMean;
    for_moments.fill = model.mean;
  }
  JoinedBlocks blocks(most_prepared_bytes);
  AdaptedRows scored_on_the_way(source, source.schema(), [&](RowBlock& block) {
    if (block.rows > 0) blocks.add(block.first_row, score_block(block, model, options));
  });
  GroupMoments moments = accumulate_moments(scored_on_the_way, model.encoding, for_moments, pass);
  ScoredTable table = blocks.joined();
  table.moments = std::move(moments);
  return table;
}

}  // namespace fairpca
