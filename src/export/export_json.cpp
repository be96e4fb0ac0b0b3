// SPDX-License-Identifier: BSD-3-Clause
#include <nlohmann/json.hpp>

#include "export/formats.h"
#include "rows/encode_options.h"

namespace fairpca {
namespace {

using nlohmann::ordered_json;

ordered_json column_json(const EncodedColumn& column, std::size_t first) {
  ordered_json json = {{"name", column.column.name}};
  const bool is_category = column.column.kind == ColumnKind::kCategorical;
  json["kind"] = is_category ? "category" : "number";
  json["first"] = first;
  if (is_category) {
    json["levels"] = column.levels;
    json["dropped_levels"] = column.dropped_levels;
    json["missing_is_level"] = column.missing_is_level;
  }
  return json;
}

ordered_json columns_json(const Encoding& encoding) {
  ordered_json json = ordered_json::array();
  std::size_t first = 0;
  for (const EncodedColumn& column : encoding.columns()) {
    if (column.is_dropped) continue;
    json.push_back(column_json(column, first));
    first += column.column.kind == ColumnKind::kCategorical ? column.levels.size() : 1;
  }
  return json;
}

std::vector<double> list_of(const Vector& numbers) {
  return {numbers.begin(), numbers.end()};
}

ordered_json frame_json(const Matrix& frame) {
  ordered_json json = ordered_json::array();
  for (Index j = 0; j < frame.cols(); ++j) json.push_back(list_of(frame.col(j)));
  return json;
}

ordered_json mixture_json(const PpcaMixture& mixture) {
  ordered_json json = ordered_json::array();
  for (const ExportedComponent& part : exported_components(mixture)) {
    json.push_back({{"log_weight", part.log_weight},
                    {"mean", list_of(part.gaussian->mean)},
                    {"frame", frame_json(part.gaussian->frame)},
                    {"variance", list_of(part.gaussian->variance)},
                    {"noise_variance", part.gaussian->noise_variance},
                    {"coordinate_scale", list_of(part.coordinate_scale)}});
  }
  return json;
}

}  // namespace

std::string model_numbers_json(const Model& model, const ExportSettings& settings) {
  const char* format = model.mixture ? "fairpca-mixture" : "fairpca-projection";
  ordered_json json = {{"format", format}, {"version", 1}, {"method", model.method}};
  json["missing"] = word_of(missing_words(), settings.encode.missing);
  json["unseen"] = settings.encode.unseen == UnseenLevel::kZeros ? "zeros" : "error";
  json["columns"] = columns_json(model.encoding);
  json["encoded_names"] = model.encoding.names();
  json["mean"] = list_of(model.mean);
  json["scale"] = list_of(model.scale);
  if (model.mixture) {
    const bool blocks = model.mixture->embedding == Embedding::kBlocks;
    json["embedding"] = blocks ? "blocks" : "average";
    json["mixture"] = mixture_json(*model.mixture);
  } else {
    json["components"] = frame_json(model.projection.components);
    json["coordinate_scale"] = list_of(model.projection.encode_scale);
  }
  return json.dump(1) + "\n";
}

}  // namespace fairpca
