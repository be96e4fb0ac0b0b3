// SPDX-License-Identifier: BSD-3-Clause
#include "fairpca/fit/fit_rows.h"

#include <chrono>

#include <fmt/format.h>

#include "fairpca/error.h"
#include "fit/settings_text.h"

namespace fairpca {
namespace {

double seconds_since(std::chrono::steady_clock::time_point start) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

/// A source as it would be without its label column.
class RowsWithoutLabel final : public RowSource {
 public:
  explicit RowsWithoutLabel(RowSource& source)
      : source_(source), schema_(std::make_shared<const Schema>(without_label(source.schema()))) {}

  const Schema& schema() const override { return *schema_; }
  void rewind() override { source_.rewind(); }
  double fraction_read() const override { return source_.fraction_read(); }
  std::unique_ptr<RowChunk> next() override {
    std::unique_ptr<RowChunk> chunk = source_.next();
    return chunk ? std::make_unique<Chunk>(std::move(chunk), schema_) : nullptr;
  }

 private:
  class Chunk final : public RowChunk {
   public:
    Chunk(std::unique_ptr<RowChunk> chunk, std::shared_ptr<const Schema> schema)
        : chunk_(std::move(chunk)), schema_(std::move(schema)) {}
    RowBlock decode() const override {
      RowBlock block = chunk_->decode();
      block.label = {};
      block.schema = schema_;
      return block;
    }

   private:
    std::unique_ptr<RowChunk> chunk_;
    std::shared_ptr<const Schema> schema_;
  };

  static Schema without_label(Schema schema) {
    schema.label.reset();
    return schema;
  }

  RowSource& source_;
  std::shared_ptr<const Schema> schema_;
};

/// What can be known to be wrong before a row is read.
const Method& checked_method(const FitSettings& settings, bool has_protected_columns) {
  const Method& method = find_method(settings.method);
  complete_options(method, settings.options);
  if (method.min_groups > 0 && !has_protected_columns) {
    throw InvalidArgument(
        fmt::format("{} needs at least {} groups and no protected column was given; name one "
                    "(--group COL, sensitive_features in Python)",
                    method.id, method.min_groups));
  }
  if (settings.min_group_size < 0) {
    throw InvalidArgument(
        fmt::format("min_group_size must be >= 0, got {}", settings.min_group_size));
  }
  if (settings.pass.threads < 1) {
    throw InvalidArgument(fmt::format("threads must be >= 1, got {}", settings.pass.threads));
  }
  if (settings.missing == MissingCells::kModel) {
    throw InvalidArgument(fmt::format(
        "{} has no model of missing cells; missing must be error, mean or drop-row", method.id));
  }
  return method;
}

Fit solve(const Method& method, const GroupMoments& moments, const FitSettings& settings,
          RowSource* rows) {
  if (moments.rows() == 0) throw InvalidArgument("there are no rows to fit");
  const PreparedMoments prepared =
      prepare(moments, form_groups(moments, settings.grouping), settings.preparation);
  FitInput input;
  input.moments = &moments;
  input.prepared = &prepared;
  input.preparation = settings.preparation;
  input.dimensions = settings.dimensions;
  input.min_group_size = settings.min_group_size;
  input.rows = rows;
  input.pass = settings.pass;
  input.seed = settings.seed;
  input.spectral = settings.spectral;
  Fit fit = fit_method(method, input, settings.options);
  fit.model.provenance.options = settings_text(settings);
  return fit;
}

bool uses_label(const Method& method, const FitSettings& settings) {
  return method.uses_label && method.uses_label(complete_options(method, settings.options));
}

}  // namespace

TimedFit fit_rows(RowSource& rows, const FitSettings& settings) {
  const Method& method = checked_method(settings, !rows.schema().protected_columns.empty());
  TimedFit result;
  const auto start = std::chrono::steady_clock::now();
  RowsWithoutLabel unlabelled(rows);
  RowSource& source = uses_label(method, settings) ? rows : static_cast<RowSource&>(unlabelled);
  const GroupMoments moments = accumulate_moments(source, settings.pass, settings.missing);
  result.seconds.read = seconds_since(start);
  const auto read = std::chrono::steady_clock::now();
  result.fit = solve(method, moments, settings, method.needs == Needs::kMoments ? nullptr : &rows);
  result.fit.model.label_column = rows.schema().label;
  result.seconds.solve = seconds_since(read);
  return result;
}

TimedFit fit_moments(const GroupMoments& moments, const FitSettings& settings) {
  const Method& method = checked_method(settings, !moments.protected_columns().empty());
  if (settings.missing == MissingCells::kMean) {
    throw InvalidArgument(
        "missing cells cannot be replaced by means in moments: that needs the rows, read twice");
  }
  TimedFit result;
  const auto start = std::chrono::steady_clock::now();
  result.fit = solve(method, moments, settings, nullptr);
  result.seconds.solve = seconds_since(start);
  return result;
}

}  // namespace fairpca
