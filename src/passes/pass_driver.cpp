// SPDX-License-Identifier: BSD-3-Clause
#include "passes/pass_driver.h"

#include <algorithm>
#include <numeric>
#include <utility>

#include "fairpca/error.h"
#include "passes/messages.h"

namespace fairpca {
namespace {

const FeatureColumn* find_column(const std::vector<FeatureColumn>& features,
                                 const std::string& name) {
  const auto found =
      std::find_if(features.begin(), features.end(),
                   [&name](const FeatureColumn& column) { return column.name == name; });
  return found == features.end() ? nullptr : &*found;
}

/// Throws for the first column that only one of the two partitions has.
void check_names(const PartitionFacts& facts, const PartitionFacts& first) {
  for (const FeatureColumn& column : first.features) {
    if (find_column(facts.features, column.name) != nullptr) continue;
    reject(passes_message<"partition-lacks-column">(
        "partition"_is(facts.number), "column"_is(Quoted{column.name}), "other"_is(first.number)));
  }
  for (const FeatureColumn& column : facts.features) {
    if (find_column(first.features, column.name) != nullptr) continue;
    reject(passes_message<"partition-adds-column">(
        "partition"_is(facts.number), "column"_is(Quoted{column.name}), "other"_is(first.number)));
  }
}

/// The kind of a column: that of the first partition that shows a cell of it.
ColumnKind settled_kind(const std::vector<PartitionFacts>& partitions,
                        const FeatureColumn& column) {
  for (const PartitionFacts& facts : partitions) {
    const FeatureColumn* found = find_column(facts.features, column.name);
    if (found != nullptr && facts.shown[static_cast<std::size_t>(found - facts.features.data())]) {
      return found->kind;
    }
  }
  return column.kind;
}

void raise_problems(const std::vector<PartitionFacts>& partitions) {
  for (const PartitionFacts& facts : partitions) {
    if (!facts.problem) continue;
    const PartitionProblem& problem = *facts.problem;
    reject(passes_message<"partition-failed">(
        "partition"_is(facts.number), "problem"_is(problem.text), "reason"_is(problem.code),
        "place"_is(Place{.row = problem.row, .column = problem.column})));
  }
}

}  // namespace

PassDriver::PassDriver(PassSetup setup, RunPass run,
                       std::optional<std::vector<FeatureColumn>> features)
    : setup_(std::move(setup)), setup_bytes_(setup_bytes(setup_)), run_(std::move(run)) {
  schema_.protected_columns = setup_.roles.protected_columns;
  schema_.label = setup_.roles.label;
  schema_.weight = setup_.roles.weight;
  if (!features) return;
  schema_.features = std::move(*features);
  is_settled_ = true;
}

Index PassDriver::rows() const {
  return std::accumulate(row_counts_.begin(), row_counts_.end(), Index{0});
}

PassTask PassDriver::task(const PassRequest& request) const {
  PassTask task;
  task.setup = setup_bytes_;
  task.request = request_bytes(request);
  task.reads_prepared = request.reads_prepared();
  if (task.reads_prepared) return task;
  Index first = 0;
  for (const Index rows : row_counts_) {
    task.first_rows.push_back(first);
    first += rows;
  }
  return task;
}

std::vector<PartitionFacts> PassDriver::run_once(const PassRequest& request, const Fold& fold) {
  std::vector<PartitionFacts> partitions;
  std::vector<FeatureColumn> common;
  bool is_void = false;  // as soon as values are of different columns
  run_(task(request), [&](std::string_view bytes) {
    PassResult result = parse_result(bytes);
    for (PartitionFacts& facts : result.partitions) {
      const auto expected = static_cast<Index>(partitions.size());
      if (facts.number != expected) {
        reject(passes_message<"partitions-not-in-order">("partition"_is(facts.number),
                                                         "expected"_is(expected)));
      }
      if (facts.problem) is_void = true;
      if (facts.rows > 0 && !facts.problem) {
        if (common.empty()) common = facts.features;
        if (common != facts.features) is_void = true;
      }
      partitions.push_back(std::move(facts));
    }
    if (is_void) return;
    require_bytes(result.kind == request.kind);
    if (!result.value.empty()) fold(&result.value);
  });
  return partitions;
}

void PassDriver::settle(const std::vector<PartitionFacts>& partitions) {
  const auto first = std::find_if(
      partitions.begin(), partitions.end(),
      [](const PartitionFacts& facts) { return facts.rows > 0 && !facts.features.empty(); });
  if (first == partitions.end()) {
    raise_problems(partitions);
    reject(passes_message<"partitions-without-rows">("partitions"_is(
        Counted{static_cast<std::int64_t>(partitions.size()), "partition", "partitions"})));
  }
  for (const PartitionFacts& facts : partitions) {
    if (facts.rows > 0 && !facts.features.empty()) check_names(facts, *first);
  }
  schema_.features.clear();
  for (const FeatureColumn& column : first->features) {
    schema_.features.push_back({column.name, settled_kind(partitions, column)});
  }
  is_settled_ = true;
}

bool PassDriver::must_run_again(const std::vector<PartitionFacts>& partitions) const {
  return std::any_of(partitions.begin(), partitions.end(), [this](const PartitionFacts& facts) {
    if (facts.rows > 0 && !facts.features.empty() && facts.features != schema_.features) {
      return true;
    }
    if (!facts.problem) return false;
    // A text among numbers, where the first partition says that they are texts.
    const FeatureColumn* column = find_column(schema_.features, facts.problem->column);
    return column != nullptr && column->kind == ColumnKind::kCategorical;
  });
}

void PassDriver::set_row_counts(const std::vector<PartitionFacts>& partitions) {
  std::vector<Index> counts;
  for (const PartitionFacts& facts : partitions) counts.push_back(facts.rows);
  if (row_counts_.empty()) row_counts_ = counts;
  for (std::size_t i = 0; i < std::max(counts.size(), row_counts_.size()); ++i) {
    const Index now = i < counts.size() ? counts[i] : 0;
    const Index before = i < row_counts_.size() ? row_counts_[i] : 0;
    if (now == before) continue;
    reject(passes_message<"partitions-changed">(
        "partition"_is(i), "before"_is(Counted{before, "row", "rows"}), "rows"_is(now)));
  }
}

void PassDriver::run_settled(PassRequest request, const Fold& fold) {
  const bool was_settled = is_settled_;
  if (was_settled && !request.reads_prepared()) request.features = schema_.features;
  std::vector<PartitionFacts> partitions = run_once(request, fold);
  if (!was_settled) {
    settle(partitions);
    if (must_run_again(partitions)) {
      fold(nullptr);
      request.features = schema_.features;
      partitions = run_once(request, fold);
    }
  }
  raise_problems(partitions);
  set_row_counts(partitions);
}

void PassDriver::keep(PassRequest request) {
  request.features = schema_.features;
  PassTask kept = task(request);
  kept.keeps = true;
  run_(kept, [](std::string_view) { require_bytes(false); });
}

}  // namespace fairpca
