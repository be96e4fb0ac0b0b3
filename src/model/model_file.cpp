// SPDX-License-Identifier: BSD-3-Clause
#include "fairpca/model/model_file.h"

#include <algorithm>
#include <limits>
#include <map>
#include <utility>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "files/archive.h"
#include "files/json_fields.h"
#include "files/messages.h"
#include "model/certificate_file.h"
#include "model/messages.h"
#include "model/mixture_file.h"
#include "model/model_problem.h"
#include "rows/encoding_json.h"
#include "text/quoted.h"

namespace fairpca {
namespace {

using Json = nlohmann::json;
using OrderedJson = nlohmann::ordered_json;

const ArchiveKind kKind = {"model", 2};
/// Files from this version on have a certificate, and means and deviations of the groups.
constexpr int kCertificateVersion = 2;
constexpr std::size_t kPreparationArrays = 2, kDistributionArrays = 2;
constexpr std::size_t kProjectionArrays = 4;

template <class T>
OrderedJson or_null(const std::optional<T>& value) {
  return value ? OrderedJson(*value) : OrderedJson(nullptr);
}

/// An object, so that files of later versions can hold more numbers of a group.
OrderedJson measures_json(const GroupSummary& group) {
  OrderedJson measures = OrderedJson::object();
  if (group.log_likelihood) measures["log_likelihood"] = *group.log_likelihood;
  if (group.held_out) {
    measures["held_out"] = {{"mean", group.held_out->mean},
                            {"deviation", group.held_out->deviation},
                            {"rows", group.held_out->rows}};
  }
  return measures;
}

OrderedJson groups_json(const std::vector<GroupSummary>& groups) {
  OrderedJson list = OrderedJson::array();
  for (const GroupSummary& group : groups) {
    OrderedJson levels = OrderedJson::array();
    for (const auto& [column, level] : group.levels) {
      levels.push_back({{"column", column}, {"level", level}});
    }
    list.push_back({{"name", group.name},
                    {"levels", std::move(levels)},
                    {"rows", group.rows},
                    {"weight", or_null(group.weight)},
                    {"reconstruction_error", or_null(group.reconstruction_error)},
                    {"loss", or_null(group.loss)},
                    {"measures", measures_json(group)}});
  }
  return list;
}

OrderedJson meta_json(const Model& model) {
  OrderedJson meta = {{"method", model.method},
                      {"requested_dimensions", model.requested_dimensions},
                      {"dimensions", model.dimensions()},
                      {"rows", model.rows},
                      {"weight", model.weight},
                      {"total_variance", model.total_variance},
                      {"noise_variance", or_null(model.projection.noise_variance)},
                      {"bandwidth", or_null(model.bandwidth)},
                      {"columns", encoding_json(model.encoding)},
                      {"protected_columns", model.protected_columns},
                      {"label_column", or_null(model.label_column)},
                      {"groups", groups_json(model.groups)},
                      {"provenance",
                       {{"program_version", model.provenance.program_version},
                        {"options", model.provenance.options},
                        {"status", model.provenance.status},
                        {"certified", model.provenance.certified}}},
                      {"certificate", certificate_json(model.certificate)}};
  if (model.mixture) meta["mixture"] = mixture_json(*model.mixture);
  return meta;
}

bool has_distributions(const Model& model) {
  return std::any_of(model.groups.begin(), model.groups.end(),
                     [](const GroupSummary& group) { return group.mean.size() > 0; });
}

/// One column per published group.
void add_distributions(const Model& model, std::map<std::string, Matrix>& arrays) {
  if (!has_distributions(model)) return;
  Matrix means(model.mean.size(), 0), deviations(model.mean.size(), 0);
  for (const GroupSummary& group : model.groups) {
    if (group.mean.size() == 0) continue;
    means.conservativeResize(Eigen::NoChange, means.cols() + 1);
    deviations.conservativeResize(Eigen::NoChange, deviations.cols() + 1);
    means.rightCols(1) = group.mean;
    deviations.rightCols(1) = group.deviation;
  }
  arrays["group_means"] = std::move(means);
  arrays["group_deviations"] = std::move(deviations);
}

Archive archive_of(const Model& model) {
  if (const std::string problem = problem_with(model); !problem.empty()) {
    reject(model_message<"impossible-model">("reason"_is(problem)));
  }
  Archive archive;
  try {
    archive.meta = meta_json(model).dump(2);
  } catch (const Json::type_error&) {
    reject(files_message<"archive-meta">(
        "kind"_is(kKind.name),
        "reason"_is("the name of a column or a level is not UTF-8; rename it")));
  }
  archive.arrays = {{"mean", model.mean}, {"scale", model.scale}};
  add_distributions(model, archive.arrays);
  if (model.certificate) add_certificate_arrays(*model.certificate, archive.arrays);
  if (model.mixture) {
    add_mixture_arrays(*model.mixture, archive.arrays);
    return archive;
  }
  archive.arrays["components"] = model.projection.components;
  archive.arrays["encode_scale"] = model.projection.encode_scale;
  archive.arrays["decode_scale"] = model.projection.decode_scale;
  archive.arrays["component_variance"] = model.projection.component_variance;
  return archive;
}

GroupSummary parse_group(const Json& value, const std::string& origin, const std::string& path) {
  JsonFields fields(value, origin, path);
  GroupSummary group;
  group.name = fields.text("name");
  for (const Json& level : fields.array("levels")) {
    JsonFields pair(level, origin, path + ": a level");
    std::string column = pair.text("column");
    group.levels.emplace_back(std::move(column), pair.text("level"));
    pair.finish();
  }
  group.rows = fields.count("rows");
  group.weight = fields.optional_number("weight");
  group.reconstruction_error = fields.optional_number("reconstruction_error");
  group.loss = fields.optional_number("loss");
  const Json& measures = fields.object("measures");
  JsonFields numbers(measures, origin, path + ": measures");
  if (measures.contains("log_likelihood")) {
    group.log_likelihood = numbers.optional_number("log_likelihood")
                               .value_or(std::numeric_limits<double>::quiet_NaN());
  }
  if (measures.contains("held_out")) {
    JsonFields held_out(numbers.object("held_out"), origin, path + ": held_out");
    group.held_out = {held_out.number("mean"), held_out.number("deviation"),
                      held_out.count("rows")};
    held_out.finish();
  }
  numbers.finish();
  fields.finish();
  return group;
}

Provenance parse_provenance(const Json& value, const std::string& origin) {
  JsonFields fields(value, origin, "provenance");
  Provenance provenance;
  provenance.program_version = fields.text("program_version");
  for (const auto& item : fields.object("options").items()) {
    provenance.options[item.key()] = bounded_text(
        item.value(), origin, fmt::format("provenance: option {}", in_quotes(item.key())));
  }
  provenance.status = fields.text("status");
  provenance.certified = fields.boolean("certified");
  fields.finish();
  return provenance;
}

Model parse_meta(const Json& meta, const Archive& archive, Index& dimensions) {
  const std::string& origin = archive.origin;
  JsonFields fields(meta, origin);
  Model model;
  model.method = fields.text("method");
  model.requested_dimensions = fields.count("requested_dimensions");
  dimensions = fields.count("dimensions");
  model.rows = fields.count("rows");
  model.weight = fields.number("weight");
  model.total_variance = fields.number("total_variance");
  model.projection.noise_variance = fields.optional_number("noise_variance");
  model.bandwidth = fields.optional_number("bandwidth");
  model.encoding = parse_encoding(fields.array("columns"), origin);
  model.protected_columns = fields.texts("protected_columns");
  model.label_column = fields.optional_text("label_column");
  for (const Json& group : fields.array("groups")) {
    model.groups.push_back(
        parse_group(group, origin, fmt::format("groups[{}]", model.groups.size())));
  }
  model.provenance = parse_provenance(fields.object("provenance"), origin);
  if (archive.version >= kCertificateVersion) {
    model.certificate = parse_certificate(fields.value("certificate"), archive);
  }
  if (fields.has("mixture")) {
    model.mixture = parse_mixture(fields.object("mixture"), archive, model.encoding.width());
  }
  fields.finish();
  return model;
}

void parse_projection(const Archive& archive, Index p, Index d, LinearProjection& projection) {
  projection.components = archive.array("components", p, d);
  projection.encode_scale = archive.array("encode_scale", d, 1);
  projection.decode_scale = archive.array("decode_scale", d, 1);
  projection.component_variance = archive.array("component_variance", d, 1);
}

void parse_distributions(const Archive& archive, Model& model) {
  if (archive.version < kCertificateVersion || !archive.arrays.contains("group_means")) return;
  Index published = 0;
  for (const GroupSummary& group : model.groups) published += group.weight ? 1 : 0;
  const Index p = model.encoding.width();
  const Matrix& means = archive.array("group_means", p, published);
  const Matrix& deviations = archive.array("group_deviations", p, published);
  Index at = 0;
  for (GroupSummary& group : model.groups) {
    if (!group.weight) continue;
    group.mean = means.col(at);
    group.deviation = deviations.col(at++);
  }
}

/// How many arrays write_model() gives the model.
std::size_t count_arrays(const Model& model) {
  return kPreparationArrays + (model.mixture ? kMixtureArrays : kProjectionArrays) +
         (has_distributions(model) ? kDistributionArrays : 0) +
         (model.certificate ? count_certificate_arrays(*model.certificate) : 0);
}

Model model_of(const Archive& archive) {
  const Json meta = Json::parse(archive.meta, nullptr, /*allow_exceptions=*/false);
  Index d = 0;
  Model model = parse_meta(meta, archive, d);
  const Index p = model.encoding.width();
  model.mean = archive.array("mean", p, 1);
  model.scale = archive.array("scale", p, 1);
  if (!model.mixture) parse_projection(archive, p, d, model.projection);
  parse_distributions(archive, model);
  const std::size_t wanted = count_arrays(model);
  std::string problem;
  if (archive.arrays.size() != wanted) {
    problem = fmt::format("it has {} arrays, a model has {}", archive.arrays.size(), wanted);
  }
  if (problem.empty()) problem = problem_with(model);
  if (problem.empty() && d != model.dimensions()) {
    problem =
        fmt::format("meta.json says {} dimensions, the arrays have {}", d, model.dimensions());
  }
  if (problem.empty()) return model;
  reject(files_message<"damaged-archive">("place"_is(Place{.file = archive.origin}),
                                          "reason"_is(problem)));
}

}  // namespace

void write_model(const Model& model, const std::filesystem::path& path) {
  write_archive(archive_of(model), kKind, path);
}

std::string model_bytes(const Model& model) {
  return archive_bytes(archive_of(model), kKind);
}

Model read_model(const std::filesystem::path& path) {
  return model_of(read_archive(path, kKind));
}

Model parse_model(std::string_view bytes) {
  return model_of(parse_archive(bytes, kKind));
}

}  // namespace fairpca
