// SPDX-License-Identifier: BSD-3-Clause
#include "fairpca/model/transform_arrow.h"

#include <algorithm>
#include <iterator>
#include <optional>
#include <utility>
#include <vector>

#include "rows/map_blocks.h"

namespace fairpca {
namespace {

constexpr std::size_t kChunksPerBatch = 16;

/// Hands out a few chunks of a source, as if there were no more.
class SomeChunks final : public RowSource {
 public:
  SomeChunks(RowSource& rows, std::size_t most) : rows_(rows), left_(most) {}
  const Schema& schema() const override { return rows_.schema(); }
  std::unique_ptr<RowChunk> next() override {
    if (left_ == 0) return nullptr;
    --left_;
    return rows_.next();
  }
  void rewind() override { rows_.rewind(); }
  std::string name() const override { return rows_.name(); }
  double fraction_read() const override { return rows_.fraction_read(); }

 private:
  RowSource& rows_;
  std::size_t left_;
};

/// One batch of consecutive blocks; nothing if there are none.
std::optional<ArrowBatch> joined(std::vector<TransformedBlock> blocks) {
  if (blocks.empty()) return std::nullopt;
  if (blocks.size() == 1) {
    return ArrowBatch{.texts = std::move(blocks[0].kept), .numbers = std::move(blocks[0].numbers)};
  }
  Index rows = 0;
  for (const TransformedBlock& block : blocks) rows += block.numbers.rows();
  ArrowBatch batch;
  batch.texts.resize(blocks[0].kept.size());
  batch.numbers.resize(rows, blocks[0].numbers.cols());
  Index first = 0;
  for (TransformedBlock& block : blocks) {
    batch.numbers.middleRows(first, block.numbers.rows()) = block.numbers;
    first += block.numbers.rows();
    for (std::size_t i = 0; i < batch.texts.size(); ++i) {
      std::move(block.kept[i].begin(), block.kept[i].end(), std::back_inserter(batch.texts[i]));
    }
  }
  return batch;
}

}  // namespace

ArrowExport transform_to_arrow(std::shared_ptr<RowSource> rows, std::shared_ptr<const Model> model,
                               const TransformSettings& settings) {
  auto transform = std::make_shared<const RowTransform>(*model, settings);
  ArrowExport stream;
  stream.texts = rows->schema().kept;
  stream.numbers = transform->column_names();
  stream.next = [rows = std::move(rows), model = std::move(model),
                 transform = std::move(transform)]() -> std::optional<ArrowBatch> {
    SomeChunks some(*rows, kChunksPerBatch);
    std::vector<TransformedBlock> blocks;
    transform->apply(some,
                     {.in_order = [&](const TransformedBlock& block) { blocks.push_back(block); }});
    return joined(std::move(blocks));
  };
  return stream;
}

}  // namespace fairpca
