// SPDX-License-Identifier: BSD-3-Clause
#include <memory>
#include <utility>

#include <fmt/format.h>

#include "fairpca/error.h"
#include "fairpca/moments/moments_of_rows.h"
#include "files/sha256.h"
#include "fit/fit_gathered.h"
#include "fit/messages.h"
#include "moments/messages.h"
#include "moments/rows_in_groups.h"
#include "passes/fit_sample.h"
#include "passes/messages.h"
#include "passes/pass_driver.h"
#include "passes/remote_rows.h"
#include "rows/stopwatch.h"

namespace fairpca {
namespace {

/// As workers are given it: a label that the method does not look at is no role, nor a feature.
PassSetup without_unused_label(PassSetup setup, const Method& method) {
  if (!setup.roles.label || uses_label(method, setup.settings)) return setup;
  setup.roles.dropped.push_back(*setup.roles.label);
  setup.roles.label.reset();
  return setup;
}

PassRequest moments_request(PassDriver& driver, bool keeps_bandwidth_rows) {
  PassRequest request;
  request.kind = PassKind::kMoments;
  request.keeps_bandwidth_rows = keeps_bandwidth_rows;
  const MissingCells missing = driver.settings().missing;
  if (missing != MissingCells::kMean && missing != MissingCells::kModel) return request;
  PassRequest means;
  means.kind = PassKind::kMeans;
  const std::optional<ColumnMeans> found = driver.run<ColumnMeans>(means);
  if (!found) reject(fit_message<"no-rows">());
  request.encoding = found->encoding();
  request.encode = {.missing = MissingCells::kMean, .fill = found->fill()};
  return request;
}

MomentsPart gather(PassDriver& driver, bool keeps_bandwidth_rows) {
  std::optional<MomentsPart> part =
      driver.run<MomentsPart>(moments_request(driver, keeps_bandwidth_rows));
  if (part) return std::move(*part);
  if (driver.settings().missing == MissingCells::kDropRow) {
    reject(moments_message<"all-rows-dropped">());
  }
  reject(fit_message<"no-rows">());
}

void count_rows(PassDriver& driver) {
  PassRequest request;
  request.kind = PassKind::kCount;
  driver.run<CellCounts>(request);
}

}  // namespace

void put_partitions(const PassDriver& driver, Model& model) {
  Sha256 digest;
  for (const Index rows : driver.row_counts()) digest.add(fmt::format("{}\n", rows));
  model.provenance.options["partitions"] = fmt::format("{}", driver.row_counts().size());
  model.provenance.options["partition-rows-sha256"] = digest.digest();
}

TimedFit fit_passes(const PassSetup& setup, const RunPass& run, const FitPassesOptions& options) {
  const FitSettings& settings = setup.settings;
  const Method& method = checked_method(settings, !setup.roles.protected_columns.empty(),
                                        setup.roles.label.has_value());
  PassDriver driver(without_unused_label(setup, method), run);
  TimedFit result;
  Stopwatch watch;
  if (method.needs == Needs::kRowsInMemory) {
    result = fit_sample(driver, options);
  } else {
    if (options.bandwidth || needs_rows_again(method, settings)) count_rows(driver);
    MomentsPart part = gather(driver, options.bandwidth);
    BandwidthRows kept(driver.schema(), settings,
                       columns_with_missing_level(driver.schema(), settings.missing_category));
    kept.add(std::move(part.kept));
    result.seconds.read = watch.lap();
    std::unique_ptr<RemoteRows> rows;
    const auto again = [&](bool leaves_rows_out) -> RowSource* {
      rows = std::make_unique<RemoteRows>(driver, leaves_rows_out);
      return rows.get();
    };
    result.fit = fit_gathered(
        method, {std::move(part.moments), options.bandwidth ? &kept : nullptr, again}, settings);
    result.seconds.evaluate = result.fit.report.evaluate_seconds;
    result.seconds.solve = std::max(0.0, watch.lap() - result.seconds.evaluate);
  }
  result.fit.model.label_column = setup.roles.label;
  put_partitions(driver, result.fit.model);
  return result;
}

GroupMoments moments_passes(const PassSetup& setup, const RunPass& run) {
  check_moments_settings(
      {.missing = setup.settings.missing, .missing_category = setup.settings.missing_category});
  PassDriver driver(setup, run);
  return gather(driver, false).moments;
}

GroupMoments moments_passes(const PassSetup& setup, const Encoding& encoding,
                            const EncodeOptions& options, const RunPass& run) {
  PassDriver driver(setup, run, encoding.features());
  PassRequest request;
  request.kind = PassKind::kMoments;
  request.encoding = encoding;
  request.encode = options;
  std::optional<MomentsPart> part = driver.run<MomentsPart>(request);
  if (!part) reject(fit_message<"no-rows">());
  return std::move(part->moments);
}

}  // namespace fairpca
