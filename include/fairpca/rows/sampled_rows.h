// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "fairpca/rows/encoding.h"
#include "fairpca/rows/pass_options.h"
#include "fairpca/rows/row_source.h"

namespace fairpca {

/// Which rows of a table are drawn at random, without replacement.
struct SampleSettings {
  Index rows = 1;  ///< how many
  /// A protected, label, categorical or kept column: each of its levels gets an equal part of
  /// `rows`, and the first levels, ordered bytewise, one more where it does not divide evenly.
  std::string by = {};
  std::uint64_t seed = 0;
  /// Rows that kDropRow leaves out are not drawn; missing cells of `missing_is_level` are a level.
  MissingCells missing = MissingCells::kError;
  std::vector<std::string> missing_is_level = {};
  PassOptions pass = {};
};

struct RowSample {
  std::vector<Index> rows = {};        ///< numbers in the source, from 0, in order
  std::vector<Index> chunk_rows = {};  ///< rows in each chunk of the source
};

/// Draws rows: of each level those with the smallest hashes of seed and row number, whatever the
/// number of threads.  Rows of weight 0, and those without a level of `by`, are not drawn.
///
/// One pass from where the source stands, which is rewound then.  Memory: `rows` numbers for each
/// level.  Throws InvalidArgument for a source that cannot be rewound, for a column that is not
/// there, for more levels than rows and for a level with too few rows.
RowSample draw_sample(RowSource& source, const SampleSettings& settings);

/// The rows drawn alone, numbered from 0; chunks without any are not decoded.
std::unique_ptr<RowSource> sampled_rows(std::unique_ptr<RowSource> source, RowSample sample);

/// The same with the rows that draw_sample() draws.
std::unique_ptr<RowSource> sampled_rows(std::unique_ptr<RowSource> source,
                                        const SampleSettings& settings);

}  // namespace fairpca
