// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <vector>

#include "fairpca/model/model.h"
#include "fairpca/rows/encoding.h"

namespace fairpca {

struct ExportSettings {
  std::string format = "sql";          ///< the id of one of export_formats()
  std::string table = "data";          ///< SQL: the table that holds the rows
  std::vector<std::string> kept = {};  ///< SQL: columns to copy in front of the coordinates
  /// What the exported text does with missing cells (kError or kMean) and unseen levels; `fill` is
  /// the model's mean, whatever is given.
  EncodeOptions encode = {};
};

/// A language in which the coordinates of a row can be written down.
struct ExportFormat {
  const char* id;
  const char* brief;
  std::string (*write)(const Model& model, const ExportSettings& settings);
};

const std::vector<ExportFormat>& export_formats();

/// `transform` of the model as a text that needs nothing of fairpca.  Throws InvalidArgument for
/// settings that a text cannot follow, and for names and levels that it cannot hold.
std::string export_model(const Model& model, const ExportSettings& settings);

}  // namespace fairpca
