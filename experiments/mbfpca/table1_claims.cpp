// SPDX-License-Identifier: BSD-3-Clause
#include "experiments/mbfpca/table1_claims.h"

#include <algorithm>
#include <cmath>
#include <functional>

#include <fmt/format.h>

namespace fairpca {
namespace {

/// The lines of one set at one dimension.
struct SetNumbers {
  std::string id = {};  ///< of the set
  std::vector<const LineNumbers*> fpca = {};
  const LineNumbers *relaxed = nullptr, *strict = nullptr;
};

std::vector<SetNumbers> by_set(const std::vector<LineNumbers>& numbers) {
  std::vector<SetNumbers> sets;
  std::string row;
  for (const LineNumbers& of_line : numbers) {
    const TableLine& line = of_line.line;
    if (sets.empty() || line.row() != row) sets.emplace_back().id = line.set->id;
    row = line.row();
    SetNumbers& current = sets.back();
    if (line.arm == kFpcaArm || line.arm == kFpcaMeanArm) current.fpca.push_back(&of_line);
    if (line.methods == UciMethods::kRelaxed) current.relaxed = &of_line;
    if (line.methods == UciMethods::kStrict) current.strict = &of_line;
  }
  std::erase_if(sets, [](const SetNumbers& set) { return set.fpca.empty(); });
  return sets;
}

/// Which numbers of a line: those published, or ours.
using TakeNumber = std::function<double(const LineNumbers&, std::size_t measure)>;

double published_number(const LineNumbers& of_line, std::size_t measure) {
  return of_line.published[measure].mean;
}

double our_number(const LineNumbers& of_line, std::size_t measure) {
  return of_line.ours[measure].mean;
}

/// How many comparisons come out which way, to the printed digits.
struct ComparisonCount {
  int above = 0, equal = 0, below = 0;

  void add(double one, double other, int digits) {
    const double unit = std::pow(10, -digits);
    const double difference = std::round(one / unit) - std::round(other / unit);
    ++(difference > 0 ? above : difference < 0 ? below : equal);
  }
};

/// The largest or smallest number of FPCA with its two settings.
double best_fpca(const SetNumbers& set, std::size_t measure, const TakeNumber& take) {
  std::vector<double> values;
  for (const LineNumbers* of_line : set.fpca) values.push_back(take(*of_line, measure));
  return table_measures()[measure].is_higher_better
             ? *std::max_element(values.begin(), values.end())
             : *std::min_element(values.begin(), values.end());
}

ComparisonCount against_fpca(const std::vector<SetNumbers>& sets, std::size_t measure,
                             const LineNumbers* SetNumbers::*line, const TakeNumber& take) {
  ComparisonCount count;
  for (const SetNumbers& set : sets) {
    count.add(take(*(set.*line), measure), best_fpca(set, measure, take),
              table_measures()[measure].digits);
  }
  return count;
}

std::string count_text(const ComparisonCount& count) {
  return fmt::format("lower in {}, equal in {}, higher in {}", count.below, count.equal,
                     count.above);
}

/// The unbiased estimates where MbF-PCA with the small tau has the larger MMD^2.
std::string unbiased_text(StudyRuns& runs, const std::vector<SetNumbers>& sets) {
  std::string text;
  for (const SetNumbers& set : sets) {
    const auto better = std::min_element(set.fpca.begin(), set.fpca.end(),
                                         [](const LineNumbers* a, const LineNumbers* b) {
                                           return a->ours[kLineMmd].mean < b->ours[kLineMmd].mean;
                                         });
    if (set.strict->ours[kLineMmd].mean <= (*better)->ours[kLineMmd].mean) continue;
    const auto unbiased = [&](const TableLine& line) {
      return mean_of(line_values(runs, line, "mmd2_u", MeasuredRows::kTest));
    };
    const MeanValue ours = unbiased(set.strict->line), theirs = unbiased((*better)->line);
    text += fmt::format("{}{}: {:.4f} ({:.4f}) against {:.4f} ({:.4f})", text.empty() ? "" : "; ",
                        set.strict->line.row(), ours.mean, ours.deviation, theirs.mean,
                        theirs.deviation);
  }
  return text;
}

Claim fairness_claim(StudyRuns& runs, const std::vector<SetNumbers>& sets) {
  const auto count = [&](std::size_t measure, const TakeNumber& take) {
    return against_fpca(sets, measure, &SetNumbers::strict, take);
  };
  const ComparisonCount mmd = count(kLineMmd, our_number), parity = count(kLineParity, our_number);
  Claim claim{.paper =
                  "Across all considered datasets, MbF-PCA outperforms FPCA in terms of "
                  "fairness (both MMD^2 and Delta_DP) with low enough tau",
              .here = fmt::format(
                  "tau = 1e-6 against the better of the two FPCA, to the printed digits, of {} "
                  "(set, d): MMD^2 {}; Delta_DP {}. As published: MMD^2 {}; Delta_DP {}",
                  sets.size(), count_text(mmd), count_text(parity),
                  count_text(count(kLineMmd, published_number)),
                  count_text(count(kLineParity, published_number))),
              .holds = mmd.above == 0 && parity.above == 0};
  const std::string unbiased = unbiased_text(runs, sets);
  if (!claim.holds && !unbiased.empty()) {
    claim.why = fmt::format(
        "on test rows the biased MMD^2 of such projections is the noise of the sample: the "
        "unbiased "
        "estimate, mean (deviation) over splits, of MbF-PCA against FPCA is, where MbF-PCA's "
        "is larger: {}",
        unbiased);
  } else if (!claim.holds) {
    claim.why =
        "Delta_DP is that of a machine fitted to the test rows, of which the smaller group has a "
        "few dozen; the published table has such cases as well";
  }
  return claim;
}

Claim relaxed_claim(std::vector<SetNumbers> sets) {
  std::erase_if(sets, [](const SetNumbers& set) { return set.id == "compas"; });
  const auto count = [&](std::size_t measure, const TakeNumber& take) {
    return against_fpca(sets, measure, &SetNumbers::relaxed, take);
  };
  const ComparisonCount variance = count(kLineVariance, our_number);
  const ComparisonCount accuracy = count(kLineAccuracy, our_number);
  return {.paper =
              "For German credit and Adult income, by relaxing tau, MbF-PCA outperforms FPCA "
              "in terms of explained variance and downstream task accuracy",
          .here = fmt::format(
              "tau = 1e-3 against the better of the two FPCA, of {} (set, d): %Var {}; %Acc {}. As "
              "published: %Var {}; %Acc {}",
              sets.size(), count_text(variance), count_text(accuracy),
              count_text(count(kLineVariance, published_number)),
              count_text(count(kLineAccuracy, published_number))),
          .holds = variance.above == static_cast<int>(sets.size()) && accuracy.below == 0,
          .why = accuracy.equal > 0
                     ? "equal where the machine, fitted to the rows it is scored on, has nearly "
                       "all of them right whatever the projection"
                     : ""};
}

Claim trade_off_claim(std::vector<SetNumbers> sets) {
  std::erase_if(sets, [](const SetNumbers& set) { return set.id == "compas"; });
  bool falls = true;
  std::string here;
  for (const SetNumbers& set : sets) {
    const auto& relaxed = set.relaxed->ours;
    const auto& strict = set.strict->ours;
    falls = falls && relaxed[kLineVariance].mean >= strict[kLineVariance].mean &&
            relaxed[kLineMmd].mean >= strict[kLineMmd].mean;
    here +=
        fmt::format("{}{}: %Var {:.2f} and {:.2f}, MMD^2 {:.4f} and {:.4f}",
                    here.empty() ? "" : "; ", set.relaxed->line.row(), relaxed[kLineVariance].mean,
                    strict[kLineVariance].mean, relaxed[kLineMmd].mean, strict[kLineMmd].mean);
  }
  return {.paper =
              "For German credit and Adult income, MbF-PCA shows a clear trade-off between "
              "explained variance and fairness",
          .here = fmt::format("tau = 1e-3 and 1e-6, test rows: {}", here),
          .holds = falls};
}

}  // namespace

std::vector<Claim> table1_claims(StudyRuns& runs, const std::vector<LineNumbers>& numbers) {
  const std::vector<SetNumbers> sets = by_set(numbers);
  const auto all_have = [&sets](const LineNumbers* SetNumbers::*line) {
    return !sets.empty() && std::all_of(sets.begin(), sets.end(), [line](const SetNumbers& set) {
      return set.*line != nullptr;
    });
  };
  const bool has_relaxed = all_have(&SetNumbers::relaxed),
             has_strict = all_have(&SetNumbers::strict);
  std::vector<Claim> claims;
  if (has_strict) claims.push_back(fairness_claim(runs, sets));
  if (has_relaxed) claims.push_back(relaxed_claim(sets));
  if (has_relaxed && has_strict) claims.push_back(trade_off_claim(sets));
  return claims;
}

}  // namespace fairpca
