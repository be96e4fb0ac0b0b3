// SPDX-License-Identifier: BSD-3-Clause
#include <utility>

#include <fmt/format.h>

#include "fairpca/error.h"
#include "fairpca/moments/group_moments.h"
#include "fairpca/rows/map_blocks.h"
#include "moments/block_moments.h"
#include "moments/column_means.h"

namespace fairpca {
namespace {

/// `encoding_of(block)` is called on any thread.
template <class EncodingOf>
void add_rows(RowSource& source, const EncodingOf& encoding_of, const EncodeOptions& options,
              const PassOptions& pass, GroupMoments& total) {
  map_blocks(
      source, pass,
      [&](const RowBlock& block) { return BlockMoments(block, encoding_of(block), options); },
      [&](BlockMoments part) { std::move(part).add_to(total, pass.threads); });
  if (total.rows() > 0) return;
  throw InvalidArgument(options.missing == MissingCells::kDropRow
                            ? "no rows are left: every row has a missing cell or weight 0"
                            : "there are no rows, or none of positive weight");
}

void refuse_model(MissingCells missing) {
  if (missing != MissingCells::kModel) return;
  throw InvalidArgument(
      "moments cannot keep missing cells: only methods over rows take --missing model; use "
      "--missing mean, drop-row or error");
}

void rewind_for_means(RowSource& source) {
  try {
    source.rewind();
  } catch (const InvalidArgument& error) {
    throw InvalidArgument(fmt::format(
        "--missing mean reads the rows twice, first for the means: {}, or use --missing drop-row",
        error.what()));
  }
}

}  // namespace

GroupMoments accumulate_moments(RowSource& source, const PassOptions& pass, MissingCells missing) {
  refuse_model(missing);
  if (missing == MissingCells::kMean) {
    ColumnMeans means;
    map_blocks(
        source, pass, [](const RowBlock& block) { return ColumnMeans(block); },
        [&](const ColumnMeans& part) { means.merge(part); });
    rewind_for_means(source);
    const EncodeOptions options{.missing = missing, .fill = means.fill()};
    return accumulate_moments(source, means.encoding(), options, pass);
  }
  EncodeOptions options;
  options.missing = missing;
  GroupMoments total(source.schema());
  add_rows(
      source, [&](const RowBlock& block) { return Encoding::of(block, missing); }, options, pass,
      total);
  return total;
}

GroupMoments accumulate_moments(RowSource& source, const Encoding& encoding,
                                const EncodeOptions& options, const PassOptions& pass) {
  refuse_model(options.missing);
  const Schema& schema = source.schema();
  GroupMoments total =
      GroupMoments::from_parts(encoding, schema.protected_columns, schema.label, {});
  add_rows(
      source, [&](const RowBlock&) -> const Encoding& { return encoding; }, options, pass, total);
  return total;
}

}  // namespace fairpca
