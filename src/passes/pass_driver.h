// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "passes/pass_result.h"
#include "passes/pass_values.h"

namespace fairpca {

/// Runs passes of one fit, one after another, and folds their results in the order of the
/// partitions.
///
/// The first pass settles the columns: their names and order are those of the first partition with
/// rows, and the kind of each is that of the first partition that shows a cell of it, as in a table
/// of all rows.  If a partition took another kind, the pass is run again.
class PassDriver {
 public:
  /// With `features` (a model's) there is nothing to settle.
  PassDriver(PassSetup setup, RunPass run, std::optional<std::vector<FeatureColumn>> features = {});

  /// The folded result; none: no partition added anything.  Throws InvalidArgument for the problem
  /// of the first partition that has one, columns that differ between partitions, and rows that
  /// changed since an earlier pass.
  template <class Value>
  std::optional<Value> run(const PassRequest& request) {
    std::optional<Value> total;
    run_settled(request, [&](const std::string* bytes) {
      if (bytes == nullptr) {
        total.reset();
      } else {
        add_value(*bytes, total);
      }
    });
    return total;
  }
  /// A pass whose results stay in the cluster.
  void keep(PassRequest request);

  const FitSettings& settings() const { return setup_.settings; }
  /// Known after the first pass.
  const Schema& schema() const { return schema_; }
  const std::vector<Index>& row_counts() const { return row_counts_; }
  Index rows() const;

 private:
  /// Takes a value, or null: all of them so far are void.
  using Fold = std::function<void(const std::string*)>;
  void run_settled(PassRequest request, const Fold& fold);
  std::vector<PartitionFacts> run_once(const PassRequest& request, const Fold& fold);
  PassTask task(const PassRequest& request) const;
  void settle(const std::vector<PartitionFacts>& partitions);
  bool must_run_again(const std::vector<PartitionFacts>& partitions) const;
  void set_row_counts(const std::vector<PartitionFacts>& partitions);

  PassSetup setup_;
  std::string setup_bytes_;
  RunPass run_;
  Schema schema_;
  bool is_settled_ = false;
  std::vector<Index> row_counts_;
};

}  // namespace fairpca
