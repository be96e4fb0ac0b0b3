// SPDX-License-Identifier: BSD-3-Clause
#include "experiments/fairpca/replication.h"

#include <cmath>

#include <fmt/format.h>

#include "fairpca/fit/fit.h"
#include "fairpca/moments/moments_of_rows.h"
#include "rows/adapted_rows.h"

namespace fairpca {
namespace {

/// Groups `A` and `B` of the replication in place of the levels in the file: its A are women
/// (`group` 0), and low education (EDUCATION neither 1 nor 2).
AdaptedRows rows_of_two_groups(RowSource& rows, Replicated data) {
  return {rows, rows.schema(), [data](RowBlock& block) {
            LevelColumn& group = block.protected_levels.front();
            for (std::int32_t& code : group.codes) {
              const std::string& level = group.levels[static_cast<std::size_t>(code)];
              const bool is_a =
                  data == Replicated::kLfw ? level == "0" : level != "1" && level != "2";
              code = is_a ? 0 : 1;
            }
            group.levels = {"A", "B"};
          }};
}

std::unique_ptr<RowSource> open_replicated(const StudyRuns& runs, Replicated data) {
  PaperStudy study;
  study.file = replicated_file(data);
  study.roles.protected_columns = {data == Replicated::kLfw ? "group" : "EDUCATION"};
  if (data == Replicated::kCredit) {
    study.roles.dropped = {"ID", "default_payment_next_month"};
  }
  return runs.open(study);
}

OptionValues weights_options(Index rounds, double eta) {
  return {{"solver", std::string("multiplicative-weights")},
          {"max_iterations", std::int64_t{rounds}},
          {"eta", eta}};
}

/// Fits of one data set; its moments are read once.
class ReplicatedFits {
 public:
  ReplicatedFits(GroupMoments moments, Replicated data) : moments_(std::move(moments)) {
    preparation_.center = Center::kGroup;
    if (data == Replicated::kLfw) {
      preparation_.divide_by = 765;
    } else {
      preparation_.standardize = true;
      // Columns are divided by deviations with N - 1 there, with N here.
      const auto rows = static_cast<double>(moments_.rows());
      factor_ = (rows - 1) / rows;
    }
  }

  GroupLosses fit(const std::string& method, Index d, const OptionValues& options) const {
    const Fit made = fit_moments(moments_, {.method = method,
                                            .options = options,
                                            .dimensions = {.wanted = d},
                                            .preparation = preparation_})
                         .fit;
    GroupLosses losses;
    for (std::size_t g = 0; g < 2; ++g) {
      losses.error[g] = factor_ * made.report.groups.at(g).reconstruction_error.value();
      losses.loss[g] = factor_ * made.report.groups.at(g).loss.value();
    }
    return losses;
  }

  ReplicatedLine line(Index d) const {
    ReplicatedLine line;
    line.d = d;
    line.pca = fit("pca", d, {});
    line.fair = fit("fair-pca", d, {});
    line.weights_of_error =
        fit("fair-pca", d, weights_options(5, 20 / static_cast<double>(d) * factor_));
    line.weights_of_loss = fit("fair-pca", d, weights_options(10, factor_));
    return line;
  }

 private:
  GroupMoments moments_;
  Preparation preparation_;
  double factor_ = 1;  ///< of their numbers against ours
};

/// None of the faces in a quick run: the pass over them takes long.
std::vector<ReplicatedLine> computed_lines(StudyRuns& runs, Replicated data) {
  if (runs.is_quick() && data == Replicated::kLfw) return {};
  const std::string stage = fmt::format("replication of {}", replicated_file(data));
  const std::unique_ptr<RowSource> rows = open_replicated(runs, data);
  AdaptedRows groups = rows_of_two_groups(*rows, data);
  const ReplicatedFits fits(moments_of_rows(groups, {.pass = runs.pass(stage)}), data);
  std::vector<Index> dimensions = {1, 5};
  if (!runs.is_quick()) {
    dimensions.clear();
    for (Index d = 1; d <= (data == Replicated::kLfw ? 20 : 22); ++d) dimensions.push_back(d);
  }
  std::vector<ReplicatedLine> lines;
  for (const Index d : dimensions) lines.push_back(fits.line(d));
  return lines;
}

}  // namespace

std::string replicated_file(Replicated data) {
  return data == Replicated::kLfw ? "lfw/lfw_49x36.csv.gz" : "extra/default_credit_uci.csv.gz";
}

std::string stored_errors_file(Replicated data) {
  return fmt::format("published_results/fairpca_replication_{}_re.csv",
                     data == Replicated::kLfw ? "lfw_sex" : "credit");
}

std::string stored_losses_file(Replicated data) {
  return fmt::format("published_results/fairpca_replication_{}_loss.csv",
                     data == Replicated::kLfw ? "lfw_sex" : "credit");
}

const std::vector<ReplicatedLine>& replicated_lines(StudyRuns& runs, Replicated data) {
  return runs.kept<std::vector<ReplicatedLine>>(
      fmt::format("fairpca-replication-{}", replicated_file(data)),
      [&] { return computed_lines(runs, data); });
}

}  // namespace fairpca
