// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "fairpca/fit/fit.h"
#include "fairpca/rows/row_source.h"

namespace fairpca {

/// What all passes of a fit share: the same bytes go to every worker.
struct PassSetup {
  FitSettings settings;
  ColumnRoles roles;
};

std::string setup_bytes(const PassSetup& setup);
/// Throws InvalidArgument for damaged bytes and those of another version.
PassSetup parse_setup(std::string_view bytes);

/// The features that partitions of a pass must deliver, in this order; none: each settles its own.
std::optional<std::vector<FeatureColumn>> requested_features(std::string_view request);

/// Which partition: its number, and that of its first row among all rows (both from 0).
struct PartitionPlace {
  Index number = 0;
  Index first_row = 0;
};

/// A worker: the result of one pass on the rows of one partition.  It depends on the arguments
/// alone.  What the data are rejected with is a result too, its sentence in this spelling.
std::string run_partition(RowSource& rows, std::string_view setup, std::string_view request,
                          const PartitionPlace& place, Spelling spelling = spelled_in_cpp);

/// The same on a partition that an earlier pass prepared (PassTask::keeps).
std::string run_prepared(std::string_view prepared, std::string_view request, Index partition);

/// The result of a partition without rows.
std::string empty_partition(std::string_view request, Index partition);

/// Why a partition has no result, said by whoever reads its rows.
struct PartitionProblem {
  std::string code, text;
  Index row = 0;  ///< in the partition, from 1; 0: none
  std::string column = {};
};
std::string failed_partition(std::string_view request, Index partition,
                             const PartitionProblem& problem);

/// Results of consecutive partitions, in their order, as one.
std::string merge_results(std::span<const std::string_view> results);

/// One pass, as an engine runs it.
struct PassTask {
  std::string setup, request;
  std::vector<Index> first_rows = {};  ///< of the partitions; empty: not needed
  bool reads_prepared = false;         ///< the results of the last task that `keeps`, not rows
  bool keeps = false;                  ///< results stay where they are made; none is taken
};

/// Runs a task on every partition and calls `take` with the results in their order, or with
/// merge_results() of consecutive ones.
using RunPass =
    std::function<void(const PassTask& task, const std::function<void(std::string_view)>& take)>;

struct FitPassesOptions {
  bool bandwidth = false;        ///< count the rows first, and give the model its bandwidth
  Index sample_rows = 20000;     ///< of methods over rows in memory: at most so many rows, by group
  Index random_features = 4096;  ///< for the MMD of all rows
};

/// fit_rows() of the rows of all partitions, one after another; docs/cluster.md says how many
/// passes a method needs.  The same partitions give the same bytes; other cuts of the same rows the
/// same numbers up to rounding.
TimedFit fit_passes(const PassSetup& setup, const RunPass& run,
                    const FitPassesOptions& options = {});

/// moments_of_rows() of the rows of all partitions.
GroupMoments moments_passes(const PassSetup& setup, const RunPass& run);

/// The same with rows encoded as `encoding` says (a model's).
GroupMoments moments_passes(const PassSetup& setup, const Encoding& encoding,
                            const EncodeOptions& options, const RunPass& run);

}  // namespace fairpca
