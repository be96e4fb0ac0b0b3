// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "fairpca/matrix.h"
#include "fairpca/message.h"
#include "fairpca/rows/arrow_abi.h"

namespace fairpca {

/// Rows that are handed to whoever reads a stream.
struct ArrowBatch {
  std::vector<std::vector<std::string>> texts = {};  ///< one per column of texts, one per row
  RowMatrix numbers = {};                            ///< one row per row
};

/// What a stream of record batches is made of: its columns, texts first, and where batches come
/// from.
struct ArrowExport {
  std::vector<std::string> texts = {};    ///< names of columns of texts (`U`)
  std::vector<std::string> numbers = {};  ///< names of columns of float64 (`g`)
  /// The next batch, or nothing at the end; then, and after it has thrown, it is not called again.
  /// Called by the reader of the stream, on any thread, one call at a time.
  std::function<std::optional<ArrowBatch>()> next = {};
  Spelling spelling = spelled_in_cpp;  ///< of the settings in what `next` rejects
};

/// Puts a stream into `out`, which whoever takes it must release.
///
/// What `next` throws is the text of get_last_error, with the code EINVAL for InvalidArgument,
/// ECANCELED for Stopped, EIO for everything else.  `next` and what it holds are destroyed at the
/// last row, on an error, and with the stream.  A batch stays valid until it is released itself,
/// also after the stream, and on any thread.
void export_arrow(ArrowExport source, ArrowArrayStream* out);

}  // namespace fairpca
