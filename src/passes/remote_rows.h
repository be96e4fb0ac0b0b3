// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "mixture/mixture_rows.h"
#include "passes/pass_driver.h"

namespace fairpca {

/// Rows of a fit that stay where they are: they can be prepared there, but not read here.
class RemoteRows final : public RowSource, public RemoteSource {
 public:
  /// `leaves_rows_out`: see weigh_complete_rows().  The driver must outlive it.
  RemoteRows(PassDriver& driver, bool leaves_rows_out);

  const Schema& schema() const override { return driver_.schema(); }
  std::unique_ptr<RowChunk> next() override;
  void rewind() override {}
  double fraction_read() const override { return -1; }

  std::unique_ptr<MixtureRows> prepare(const RowPreparation& preparation) override;

 private:
  PassDriver& driver_;
  bool leaves_rows_out_;
};

}  // namespace fairpca
