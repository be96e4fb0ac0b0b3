// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include <nanobind/nanobind.h>

#include "fairpca/rows/arrow_rows.h"
#include "rows.h"

namespace fairpca::python {

namespace nb = nanobind;

class StreamOpener;

/// Rows of the Arrow streams that a Python function gives, a fresh one for every pass.
///
/// Made in two steps: the columns are known first, and their roles are settled then, from the same
/// stream, which may be the only one there is.  The interpreter lock is held while the function
/// runs, and let go of around everything the producer does.
class PythonStream final : public PythonRows {
 public:
  /// `open` gives a capsule `arrow_array_stream`.
  PythonStream(nb::callable open, std::string name, bool can_rewind, Index rows);
  ~PythonStream() override;

  const std::vector<std::string>& columns() const { return columns_; }
  const Schema& schema() const { return schema_; }  ///< once roles are settled
  /// `known_levels`, `may_be_empty` and `as_text` as in ArrowTable.
  void set_roles(ColumnRoles roles, std::map<std::string, std::vector<std::string>> known_levels,
                 bool may_be_empty, bool as_text);

  RowSource& rows() override;
  std::unique_ptr<RowSource> open() override;
  void close() override;
  Index row_count() const override { return row_count_; }
  bool is_float32() const override;
  bool can_rewind() const { return can_rewind_; }
  /// Reads all rows once if it must, which takes rows that can be read again.
  Index count_rows();
  /// What there is to say about the rows that were read, once they are closed.
  const std::vector<Message>& warnings() const { return warnings_; }

 private:
  void read_columns();
  std::unique_ptr<ArrowRows> open_arrow() const;

  std::shared_ptr<StreamOpener> opener_;
  std::string name_;
  bool can_rewind_;
  Index row_count_;
  std::vector<std::string> columns_;
  std::vector<bool> is_float32_;  ///< of each column
  std::vector<Message> warnings_;
  std::map<std::string, std::vector<std::string>> known_levels_;
  bool may_be_empty_ = false, as_text_ = false;
  ColumnRoles roles_;
  Schema schema_;
  std::unique_ptr<ArrowRows> rows_;
  bool is_started_ = false;
};

}  // namespace fairpca::python
