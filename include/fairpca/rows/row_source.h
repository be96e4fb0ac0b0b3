// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <memory>
#include <string>

#include "fairpca/rows/row_block.h"

namespace fairpca {

/// A stretch of rows still in the source's own form (text, a view of a mapped file).
///
/// decode() may run on any thread, several chunks at once; it throws InvalidArgument or IoError for
/// a cell it cannot read, naming row, column and value.
class RowChunk {
 public:
  virtual ~RowChunk() = default;
  virtual RowBlock decode() const = 0;
};

/// Where rows come from.  Rows arrive in chunks whose cuts depend on the rows alone, never on the
/// number of threads, so every statistic folded in chunk order is the same for any of them.
class RowSource {
 public:
  virtual ~RowSource() = default;

  /// Columns delivered; settled when the source is opened.
  virtual const Schema& schema() const = 0;

  /// The next chunk, or null at the end.  Called from one thread at a time; costs reading, not
  /// decoding.
  virtual std::unique_ptr<RowChunk> next() = 0;

  /// Back to the first row.  Throws InvalidArgument where that is impossible (standard input).
  virtual void rewind() = 0;
  virtual bool can_rewind() const { return true; }

  /// Whether numbers that its blocks view, and do not store, stay where they are until the source
  /// ends.
  virtual bool numbers_stay() const { return false; }

  /// The file, for messages; empty in memory.
  virtual std::string name() const { return ""; }

  /// What there is to say about the rows read so far.
  virtual std::vector<Message> warnings() const { return {}; }

  /// Share of the source already handed out, in [0, 1]; negative when unknown.
  virtual double fraction_read() const = 0;
};

}  // namespace fairpca
