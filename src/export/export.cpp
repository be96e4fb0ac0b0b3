// SPDX-License-Identifier: BSD-3-Clause
#include "fairpca/export/export.h"

#include "export/export_options.h"
#include "export/formats.h"
#include "export/messages.h"
#include "model/mixture_densities.h"
#include "rows/encode_options.h"

namespace fairpca {
namespace {

std::string refuse_onnx(const Model& /*model*/, const ExportSettings& /*settings*/) {
  reject(export_message<"export-of-onnx">("package"_is("fairpca[onnx]")));
}

OptionSpec format_spec() {
  OptionSpec spec{.name = "format", .type = OptionType::kWord, .help = "What to write"};
  for (const ExportFormat& format : export_formats()) spec.words.emplace_back(format.id);
  return spec;
}

/// As elsewhere, but a text leaves no row out and takes no expectations.
void add_encode_options(OptionTable<ExportSettings>& table) {
  for (OptionSpec spec : encode_options().specs()) {
    if (spec.name == "missing") spec.words = {"error", "mean"};
    const std::string name = spec.name;
    table.add(
        std::move(spec),
        [name](const ExportSettings& settings) {
          return encode_options().values(settings.encode).at(name);
        },
        [name](ExportSettings& settings, const OptionValue& value) {
          OptionValues values = encode_options().values(settings.encode);
          values[name] = value;
          settings.encode = encode_options().read(values);
        });
  }
}

}  // namespace

const std::vector<ExportFormat>& export_formats() {
  static const std::vector<ExportFormat> formats = {
      {"sql", "one SELECT, for any SQL database", sql_of},
      {"c", "one C99 file with fairpca_transform()", c_source_of},
      {"json", "the plain numbers (docs/formats/export.md)", model_numbers_json},
      {"onnx", "written by the Python package: to_onnx()", refuse_onnx},
  };
  return formats;
}

const OptionTable<ExportSettings>& export_options() {
  static const OptionTable<ExportSettings> table = [] {
    OptionTable<ExportSettings> made;
    made.add(
        format_spec(), [](const ExportSettings& settings) { return settings.format; },
        [](ExportSettings& settings, const OptionValue& value) {
          settings.format = std::get<std::string>(value);
        });
    made.text("table", FAIRPCA_MEMBER(table), "SQL: the table that holds the rows");
    add_encode_options(made);
    return made;
  }();
  return table;
}

RowMatrix weights_of(const Model& model) {
  return model.scale.cwiseInverse().asDiagonal() * model.projection.components *
         model.projection.encode_scale.asDiagonal();
}

std::vector<ExportedComponent> exported_components(const PpcaMixture& mixture) {
  constexpr double kLogOfNothing = -1e300;  // JSON and SQL have no infinity
  const Vector constants = log_density_constants(mixture);
  std::vector<ExportedComponent> parts;
  for (Index k = 0; k < mixture.size(); ++k) {
    const PpcaComponent& one = mixture.components[static_cast<std::size_t>(k)];
    const Eigen::ArrayXd stretch = (one.variance.array() - one.noise_variance).max(0.0).sqrt();
    parts.push_back({.gaussian = &one,
                     .log_weight = std::max(constants(k), kLogOfNothing),
                     .coordinate_scale = stretch / one.variance.array()});
  }
  return parts;
}

void require_no_zero_byte(std::string_view text, const char* language) {
  if (text.find('\0') == std::string_view::npos) return;
  reject(
      export_message<"export-text">("text"_is(Quoted{std::string(text)}), "language"_is(language)));
}

std::string export_model(const Model& model, const ExportSettings& settings) {
  export_options().check(settings);
  const auto& formats = export_formats();
  const auto found = std::find_if(formats.begin(), formats.end(), [&](const ExportFormat& format) {
    return format.id == settings.format;
  });
  return found->write(model, settings);
}

}  // namespace fairpca
