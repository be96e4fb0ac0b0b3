// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <memory>
#include <string>

#include "fairpca/rows/row_source.h"
#include "fairpca/synthetic/synthetic.h"

namespace fairpca {

/// Rows of a generator as a table: its columns, and the protected column `group` with 0 and 1.
std::unique_ptr<RowSource> synthetic_rows(const std::string& name, const SyntheticOptions& options);

}  // namespace fairpca
