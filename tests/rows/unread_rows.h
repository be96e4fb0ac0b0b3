// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <memory>
#include <utility>

#include <gtest/gtest.h>

#include "fairpca/rows/row_source.h"

namespace fairpca {

/// A source that no row may be read of: what is asked must be rejected before.
class UnreadRows final : public RowSource {
 public:
  explicit UnreadRows(Schema schema) : schema_(std::move(schema)) {}
  const Schema& schema() const override { return schema_; }
  std::unique_ptr<RowChunk> next() override {
    ADD_FAILURE() << "a row was read";
    return nullptr;
  }
  void rewind() override {}
  double fraction_read() const override { return 0; }

 private:
  Schema schema_;
};

}  // namespace fairpca
