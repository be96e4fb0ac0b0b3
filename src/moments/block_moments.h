// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <functional>
#include <optional>
#include <vector>

#include "fairpca/moments/group_moments.h"
#include "fairpca/rows/row_source.h"
#include "moments/block_cells.h"
#include "moments/centred_rows.h"

namespace fairpca {

/// What one block of rows adds to the moments; made on any thread, added in the order of the rows.
///
/// Below kWideColumns it is the block's own moments.  Above, a matrix per cell and thread would
/// cost more memory and time than the block itself: there it is the block's rows, and the threads
/// share the squaring of each block.
class BlockMoments {
 public:
  /// The block must live until its rows are added.
  BlockMoments(const RowBlock& block, const Encoding& encoding, const EncodeOptions& options);
  /// Keeps the block's numbers itself.
  BlockMoments(RowBlock&& block, const Encoding& encoding, const EncodeOptions& options);

  /// The same of a chunk, decoded piece by piece where that saves time: where numbers alone are
  /// read and few of them.  Sets `rows` to the number of rows.
  using EncodingOf = std::function<Encoding(const RowBlock&)>;
  BlockMoments(const RowChunk& chunk, const Schema& schema, const EncodingOf& encoding_of,
               const EncodeOptions& options, Index& rows);

  Index width() const { return moments_.dim(); }

  /// `centred` serves one block after another.  Throws Stopped, the total half done, when
  /// `stop_wanted` says so.
  void add_to(GroupMoments& total, CentredRows& centred, int threads,
              const std::function<bool()>& stop_wanted = {}) &&;

 private:
  /// Rows of a wide table and the cells they fall into.
  struct WideRows {
    EncodedBlock encoded;
    std::vector<double> weights;
    std::vector<BlockCell> cells;
  };
  /// Calls read(options) without a look at the numbers beforehand where the moments themselves find
  /// those that are not finite.  If anything is rejected, it reads again with that look: which
  /// number is named depends on nothing but the rows.
  template <class Read>
  void read_once(const EncodeOptions& options, const Read& read);
  void add_block(const RowBlock& block, const EncodeOptions& options);
  void add_pieces(const RowChunk& chunk, const EncodingOf& encoding_of,
                  const EncodeOptions& options, Index& rows);
  void set_columns(const RowBlock& block, Encoding encoding);
  void keep_storage(RowBlock&& block);
  void add_rows_to(GroupMoments& total, CentredRows& centred, int threads,
                   const std::function<bool()>& stop_wanted);

  GroupMoments moments_;          // without cells when wide
  std::optional<WideRows> wide_;  // empty unless wide
  RowMatrix storage_;             // what the rows view, unless somebody else keeps it
};

}  // namespace fairpca
