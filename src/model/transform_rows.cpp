// SPDX-License-Identifier: BSD-3-Clause
#include "fairpca/model/transform_rows.h"

#include <utility>

#include <fmt/format.h>

#include "fairpca/model/posterior_covariance.h"
#include "model/coordinates.h"
#include "model/encode_for_model.h"
#include "model/messages.h"
#include "model/transform_options.h"
#include "rows/finite.h"
#include "rows/finite_output.h"
#include "rows/map_blocks.h"

namespace fairpca {
namespace {

/// `pc1`, `pc2`, ...
std::vector<std::string> numbered(const char* name, Index count) {
  std::vector<std::string> names;
  for (Index j = 1; j <= count; ++j) names.push_back(fmt::format("{}{}", name, j));
  return names;
}

/// Of a mixture: `component1_pc1`, `component1_pc2`, ...
std::vector<std::string> posterior_mean_names(const PpcaMixture& mixture) {
  std::vector<std::string> names;
  for (const std::string& component : numbered("component", mixture.size())) {
    for (const std::string& name : numbered("pc", mixture.latent_dimensions())) {
      names.push_back(fmt::format("{}_{}", component, name));
    }
  }
  return names;
}

/// `pc1_pc1`, `pc1_pc2`, `pc2_pc2`: the upper triangle, row by row.
std::vector<std::string> covariance_names(Index dimensions) {
  std::vector<std::string> names;
  for (Index j = 1; j <= dimensions; ++j) {
    for (Index l = j; l <= dimensions; ++l) names.push_back(fmt::format("pc{}_pc{}", j, l));
  }
  return names;
}

std::vector<std::string> result_names(RowResult what, const Model& model) {
  switch (what) {
    case RowResult::kReconstruction:
    case RowResult::kCompletion:
    case RowResult::kInverse:
      return model.encoding.names();
    case RowResult::kResponsibilities:
      return numbered("component", model.mixture->size());
    case RowResult::kPosteriorMeans:
      return posterior_mean_names(*model.mixture);
    case RowResult::kPosteriorCovariance:
      return covariance_names(model.mixture ? model.mixture->latent_dimensions()
                                            : model.dimensions());
    case RowResult::kLogLikelihood:
      return {"log_likelihood"};
    case RowResult::kCoordinates:
      break;
  }
  return numbered("pc", model.dimensions());
}

/// Rows of coordinates, as RowResult::kInverse reads them.
Encoding coordinate_encoding(Index dimensions) {
  std::vector<EncodedColumn> columns;
  for (const std::string& name : numbered("pc", dimensions)) {
    columns.push_back({{name, ColumnKind::kNumeric}, {}});
  }
  return Encoding(std::move(columns));
}

/// The caller's model itself, unless another embedding is asked for.
std::shared_ptr<const Model> model_with(const Model& model, std::optional<Embedding> embedding) {
  if (!embedding) return {std::shared_ptr<const Model>(), &model};
  if (!model.mixture) {
    reject(model_message<"embedding-of-projection">("option"_is(OptionName{"embedding"}),
                                                    "method"_is(Quoted{model.method})));
  }
  auto changed = std::make_shared<Model>(model);
  changed->mixture->embedding = *embedding;
  return changed;
}

EncodeOptions checked_encoding(const Model& model, const TransformSettings& settings) {
  if (settings.encode.missing == MissingCells::kDropRow) {
    reject(model_message<"row-for-every-row">("option"_is(OptionName{"missing"})));
  }
  if (settings.what == RowResult::kInverse) return {};  // every coordinate is there, or rejected
  return encode_for_model(model, settings.encode);
}

}  // namespace

RowTransform::RowTransform(const Model& model, const TransformSettings& settings)
    : model_(model_with(model, settings.embedding)), settings_(settings) {
  transform_options().check(settings);
  const bool is_inverse = settings.what == RowResult::kInverse;
  encoding_ = is_inverse
                  ? std::make_shared<const Encoding>(coordinate_encoding(model_->dimensions()))
                  : std::shared_ptr<const Encoding>(model_, &model_->encoding);
  // The model itself says what it does not have.  Coordinates and reconstructions it always has.
  if (settings.what != RowResult::kCoordinates && settings.what != RowResult::kReconstruction) {
    numbers_of(RowMatrix(0, encoding_->width()));
  }
  settings_.encode = checked_encoding(model, settings);
  names_ = result_names(settings.what, *model_);
}

RowMatrix RowTransform::numbers_of(RowsRef rows) const {
  switch (settings_.what) {
    case RowResult::kReconstruction:
      return model_->reconstruct(rows);
    case RowResult::kCompletion:
      return model_->complete(rows);
    case RowResult::kResponsibilities:
      return model_->responsibilities(rows);
    case RowResult::kPosteriorMeans:
      return model_->posterior_means(rows);
    case RowResult::kPosteriorCovariance:
      return posterior_covariances(*model_, rows);
    case RowResult::kLogLikelihood:
      return model_->log_likelihood(rows);
    case RowResult::kInverse:
      return model_->inverse_transform(rows);
    case RowResult::kCoordinates:
      break;
  }
  return model_->transform(rows);
}

EncodedBlock RowTransform::encode(const RowBlock& block, const EncodeOptions& options) const {
  try {
    return encoding_->encode(block, options);
  } catch (InvalidArgument& error) {
    if (settings_.what != RowResult::kInverse) {
      offer_ways_with_missing_cells(*model_, /*may_drop_rows=*/false, error);
    }
    throw;
  }
}

std::optional<RowMatrix> RowTransform::results_of(RowsRef encoded) const {
  // Coordinates show what is not finite, which spares another pass over the rows.
  const bool shows = settings_.what == RowResult::kCoordinates && !model_->mixture;
  if (!shows && !all_finite(encoded)) return std::nullopt;
  RowMatrix numbers = shows ? coordinates_of(*model_, encoded) : numbers_of(encoded);
  if (!all_within(numbers, settings_.largest_number)) return std::nullopt;
  return numbers;
}

TransformedBlock RowTransform::apply(RowBlock block) const {
  TransformedBlock result;
  result.first_row = block.first_row;
  std::optional<RowMatrix> numbers;
  if (settings_.encode.missing != MissingCells::kModel) {
    EncodeOptions options = settings_.encode;
    options.looks_at_numbers = false;
    numbers = results_of(encode(block, options).rows);
  }
  if (numbers) {
    result.numbers = *std::move(numbers);
  } else {
    result.numbers = require_finite_output(
        numbers_of(encode(block, settings_.encode).rows), block,
        [this](Index col) { return names_[static_cast<std::size_t>(col)]; },
        settings_.largest_number);
  }
  result.kept = std::move(block.kept);
  return result;
}

void RowTransform::apply(RowSource& rows, const TransformSink& sink) const {
  map_blocks(
      rows, settings_.pass,
      [&](RowBlock block) {
        TransformedBlock result = apply(std::move(block));
        if (sink.on_any_thread) sink.on_any_thread(result);
        if (!sink.in_order) result = {};  // nobody waits for it
        return result;
      },
      [&](const TransformedBlock& result) {
        if (sink.in_order) sink.in_order(result);
      });
}

void transform_rows(RowSource& rows, const Model& model, const TransformSettings& settings,
                    const TransformSink& sink) {
  RowTransform(model, settings).apply(rows, sink);
}

}  // namespace fairpca
