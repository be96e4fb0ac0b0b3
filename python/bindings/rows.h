// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <memory>

#include "fairpca/rows/row_source.h"

namespace fairpca::python {

/// Rows that Python hands over: a table in memory, or a stream.  Not for two threads at once.
class PythonRows {
 public:
  PythonRows() = default;
  PythonRows(const PythonRows&) = delete;
  PythonRows& operator=(const PythonRows&) = delete;
  virtual ~PythonRows() = default;

  /// The rows from the first on.  Called without the interpreter lock.
  virtual RowSource& rows() = 0;
  /// A source of its own over the same rows, from the first on.
  virtual std::unique_ptr<RowSource> open() = 0;
  /// Lets go of everything that belongs to others.  Called without the interpreter lock.
  virtual void close() {}
  virtual Index row_count() const = 0;  ///< negative: not known
  virtual bool is_float32() const = 0;  ///< whether all numbers are
};

/// Rows while a call reads them: a stream is let go of when the call ends, however it ends, and not
/// when the last traceback that knows of it does.
class OpenedRows {
 public:
  explicit OpenedRows(PythonRows& rows) : rows_(rows), source_(rows.rows()) {}
  OpenedRows(const OpenedRows&) = delete;
  OpenedRows& operator=(const OpenedRows&) = delete;
  ~OpenedRows() { rows_.close(); }
  RowSource& operator*() const { return source_; }

 private:
  PythonRows& rows_;
  RowSource& source_;
};

}  // namespace fairpca::python
