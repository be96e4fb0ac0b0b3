// SPDX-License-Identifier: BSD-3-Clause
#include "rows/arrow_batch.h"

#include <fmt/format.h>

namespace fairpca {
namespace {

[[noreturn]] void reject_batch(const ArrowLayout& layout, const std::string& reason) {
  reject(arrow_message<"damaged-stream">(stream_named(layout.name), "reason"_is(reason)));
}

void check_batch(const ArrowArray& array, const ArrowLayout& layout) {
  constexpr std::int64_t kLargestBatch = std::int64_t{1} << 48;
  if (array.length < 0 || array.offset < 0 || array.length > kLargestBatch ||
      array.offset > kLargestBatch) {
    reject_batch(layout,
                 fmt::format("a batch of {} rows at offset {}", array.length, array.offset));
  }
  if (array.n_children != layout.children || (array.children == nullptr && layout.children > 0)) {
    reject_batch(layout, fmt::format("a batch of {} columns, the schema has {}", array.n_children,
                                     layout.children));
  }
}

ArrowColumn column_of(const ArrowField& field, const ArrowArray& batch, const ArrowLayout& layout) {
  const ArrowArray* const child = batch.children[field.child];
  ArrowColumn column;
  column.type = &field.type;
  if (field.type.kind == ArrowKind::kOther) return column;
  try {
    if (child == nullptr || child->release == nullptr) throw DamagedArray{"an array is missing"};
    column = arrow_column(field.type, *child, batch.offset, batch.length);
  } catch (const DamagedArray& damaged) {
    reject(arrow_message<"damaged-stream-cell">("place"_is(Place{layout.name, 0, field.name}),
                                                "reason"_is(damaged.reason)));
  }
  if (batch.n_buffers > 0 && batch.buffers != nullptr) {
    column.parent_is_present = {static_cast<const std::uint8_t*>(batch.buffers[0]), batch.offset};
  }
  return column;
}

}  // namespace

ArrowRecords::ArrowRecords(OwnedArrow<ArrowArray> array, const ArrowLayout& layout)
    : array_(std::move(array)) {
  check_batch(*array_, layout);
  columns_.resize(layout.fields.size());
  for (std::size_t i = 0; i < layout.fields.size(); ++i) {
    const ArrowField& field = layout.fields[i];
    if (!field.uses.ignored()) columns_[i] = column_of(field, *array_, layout);
  }
}

}  // namespace fairpca
