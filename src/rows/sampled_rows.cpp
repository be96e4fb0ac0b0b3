// SPDX-License-Identifier: BSD-3-Clause
#include "fairpca/rows/sampled_rows.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "rows/level_slice.h"

namespace fairpca {
namespace {

/// Rows of a block that were drawn, by their numbers in it.
RowBlock chosen_block(const RowBlock& block, const std::vector<Index>& rows) {
  RowBlock chosen;
  chosen.schema = block.schema;
  chosen.source = block.source.empty() ? std::string() : fmt::format("sample of {}", block.source);
  chosen.rows = static_cast<Index>(rows.size());
  chosen.storage.resize(chosen.rows, block.numeric.cols());
  for (std::size_t i = 0; i < rows.size(); ++i) {
    block.numeric.copy_row(rows[i], chosen.storage.row(static_cast<Index>(i)).data());
    if (!block.weights.empty()) chosen.weights.push_back(block.weights[rows[i]]);
  }
  chosen.numeric = chosen.storage;
  for (const LevelColumn& column : block.categorical) {
    chosen.categorical.push_back(chosen_levels(column, rows));
  }
  for (const LevelColumn& column : block.protected_levels) {
    chosen.protected_levels.push_back(chosen_levels(column, rows));
  }
  if (!block.label.codes.empty()) chosen.label = chosen_levels(block.label, rows);
  for (const std::vector<std::string>& texts : block.kept) {
    std::vector<std::string>& kept = chosen.kept.emplace_back();
    for (const Index row : rows) kept.push_back(texts[row]);
  }
  return chosen;
}

class SampledChunk final : public RowChunk {
 public:
  SampledChunk(std::unique_ptr<RowChunk> chunk, std::vector<Index> rows, Index first_row)
      : chunk_(std::move(chunk)), rows_(std::move(rows)), first_row_(first_row) {}

  RowBlock decode() const override {
    RowBlock block = chosen_block(chunk_->decode(), rows_);
    block.first_row = first_row_;
    return block;
  }

 private:
  std::unique_ptr<RowChunk> chunk_;
  std::vector<Index> rows_;
  Index first_row_;
};

class SampledRows final : public RowSource {
 public:
  SampledRows(std::unique_ptr<RowSource> source, RowSample sample)
      : source_(std::move(source)), sample_(std::move(sample)) {}

  const Schema& schema() const override { return source_->schema(); }

  std::unique_ptr<RowChunk> next() override {
    while (chunk_ < sample_.chunk_rows.size()) {
      std::unique_ptr<RowChunk> chunk = source_->next();
      if (!chunk) break;
      const Index end = source_row_ + sample_.chunk_rows[chunk_++];
      std::vector<Index> rows;
      const std::size_t first = drawn_;
      for (; drawn_ < sample_.rows.size() && sample_.rows[drawn_] < end; ++drawn_) {
        rows.push_back(sample_.rows[drawn_] - source_row_);
      }
      source_row_ = end;
      if (rows.empty()) continue;
      return std::make_unique<SampledChunk>(std::move(chunk), std::move(rows),
                                            static_cast<Index>(first));
    }
    return nullptr;
  }

  void rewind() override {
    source_->rewind();
    chunk_ = drawn_ = 0;
    source_row_ = 0;
  }

  bool can_rewind() const override { return source_->can_rewind(); }
  double fraction_read() const override { return source_->fraction_read(); }
  std::string name() const override { return source_->name(); }
  std::vector<Message> warnings() const override { return source_->warnings(); }

 private:
  std::unique_ptr<RowSource> source_;
  RowSample sample_;
  std::size_t chunk_ = 0, drawn_ = 0;  ///< of the source's chunks; of the rows drawn
  Index source_row_ = 0;
};

}  // namespace

std::unique_ptr<RowSource> sampled_rows(std::unique_ptr<RowSource> source, RowSample sample) {
  return std::make_unique<SampledRows>(std::move(source), std::move(sample));
}

std::unique_ptr<RowSource> sampled_rows(std::unique_ptr<RowSource> source,
                                        const SampleSettings& settings) {
  RowSample sample = draw_sample(*source, settings);
  return sampled_rows(std::move(source), std::move(sample));
}

}  // namespace fairpca
