// SPDX-License-Identifier: BSD-3-Clause
#include "passes/prepared_partition.h"

#include <algorithm>

namespace fairpca {
namespace {

constexpr std::uint64_t kPreparedMark = 0x3150455250504601ULL;

void write_block(ByteWriter& out, const PreparedBlock& block) {
  out.index(block.first_row);
  out.list(block.numbers, [&](Index number) { out.index(number); });
  out.matrix(block.rows);
  out.list(block.cells, [&](std::int32_t cell) { out.index(cell); });
  out.list(block.weights, [&](double weight) { out.real(weight); });
  out.list(block.incomplete, [&](Index row) { out.index(row); });
  out.matrix(block.incomplete_rows);
}

PreparedBlock read_block(ByteReader& in, Index dim, Index cells) {
  PreparedBlock block;
  block.first_row = in.index();
  block.numbers = in.list(8, [&] { return in.index(); });
  block.rows = in.row_matrix();
  block.cells = in.list(8, [&] {
    const Index cell = in.index();
    require_bytes(cell < cells);
    return static_cast<std::int32_t>(cell);
  });
  block.weights = in.list(8, [&] { return in.real(); });
  block.incomplete = in.list(8, [&] { return in.index(); });
  block.incomplete_rows = in.row_matrix();
  const Index n = block.rows.rows();
  const auto fits = [n](std::size_t size) { return static_cast<Index>(size) == n; };
  require_bytes(block.rows.cols() == dim && fits(block.cells.size()) &&
                (block.numbers.empty() || fits(block.numbers.size())) &&
                (block.weights.empty() || fits(block.weights.size())));
  const auto incomplete = static_cast<Index>(block.incomplete.size());
  require_bytes(block.incomplete_rows.rows() == incomplete &&
                (incomplete == 0 || block.incomplete_rows.cols() == dim) &&
                std::is_sorted(block.incomplete.begin(), block.incomplete.end()) &&
                (incomplete == 0 || block.incomplete.back() < n));
  return block;
}

}  // namespace

std::string prepared_bytes(const PreparedPartition& partition) {
  ByteWriter out;
  out.whole(kPreparedMark);
  write_facts(out, partition.facts);
  out.index(partition.dim);
  out.index(partition.cells);
  out.list(partition.blocks, [&](const PreparedBlock& block) { write_block(out, block); });
  return out.take();
}

PreparedPartition parse_prepared(std::string_view bytes) {
  ByteReader in(bytes);
  require_bytes(in.whole() == kPreparedMark);
  PreparedPartition partition;
  partition.facts = read_facts(in);
  partition.dim = in.index();
  partition.cells = in.index();
  partition.blocks = in.list(72, [&] { return read_block(in, partition.dim, partition.cells); });
  in.end();
  return partition;
}

}  // namespace fairpca
