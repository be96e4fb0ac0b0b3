// SPDX-License-Identifier: BSD-3-Clause
#include "fairpca/export/export.h"

#include "export/export_options.h"
#include "export/formats.h"
#include "export/messages.h"
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

}  // namespace

const std::vector<ExportFormat>& export_formats() {
  static const std::vector<ExportFormat> formats = {
      {"sql", "one SELECT, for any SQL database", sql_of},
      {"c", "one C99 file with fairpca_transform()", c_source_of},
      {"json", "the plain numbers (docs/formats/export.md)", projection_json},
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
    made.part(encode_options(), FAIRPCA_MEMBER(encode));
    return made;
  }();
  return table;
}

RowMatrix weights_of(const Model& model) {
  return model.scale.cwiseInverse().asDiagonal() * model.projection.components *
         model.projection.encode_scale.asDiagonal();
}

void require_no_zero_byte(std::string_view text, const char* language) {
  if (text.find('\0') == std::string_view::npos) return;
  reject(
      export_message<"export-text">("text"_is(Quoted{std::string(text)}), "language"_is(language)));
}

std::string export_model(const Model& model, const ExportSettings& settings) {
  export_options().check(settings);
  if (model.mixture) {
    reject(export_message<"export-of-mixture">("method"_is(Quoted{model.method})));
  }
  const MissingCells missing = settings.encode.missing;
  if (missing != MissingCells::kError && missing != MissingCells::kMean) {
    reject(export_message<"export-missing">("option"_is(OptionName{"missing"}),
                                            "value"_is(word_of(missing_words(), missing))));
  }
  const auto& formats = export_formats();
  const auto found = std::find_if(formats.begin(), formats.end(), [&](const ExportFormat& format) {
    return format.id == settings.format;
  });
  return found->write(model, settings);
}

}  // namespace fairpca
