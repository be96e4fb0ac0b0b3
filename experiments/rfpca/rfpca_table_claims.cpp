// SPDX-License-Identifier: BSD-3-Clause
#include "experiments/rfpca/rfpca_table_claims.h"

#include <algorithm>
#include <array>
#include <cmath>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace fairpca {
namespace {

std::string counts_of(const LowestCounts& counts) {
  return fmt::format("ABDiff {}, ARE {}, both {} of {}", counts.gap, counts.error, counts.both,
                     counts.sets);
}

std::string both_counts(const LowestCounts& printed, const LowestCounts& here) {
  return fmt::format("RFPCA is lowest in the printed table: {}; here: {}", counts_of(printed),
                     counts_of(here));
}

/// Why RFPCA is lowest less often here than printed.
std::string fewer_reason(const ErrorMeans& means) {
  const LowestCounts printed = lowest_counts(means.printed), tuned = lowest_counts(means.here),
                     as_run = lowest_counts(means.as_run);
  return fmt::format(
      "in part because CFPCA is tuned here, over its deltas and its mu, as the paper says, while "
      "its program ran with delta = 0 and mu = 1: with CFPCA so run RFPCA is lowest in {}, so that "
      "{} of the {} lost in ABDiff are due to that tuning and {} are not",
      counts_of(as_run), as_run.gap - tuned.gap, printed.gap - tuned.gap, printed.gap - as_run.gap);
}

/// Largest excess of RFPCA's mean over the best method's, relative, over the sets.
struct Excess {
  double most = 0;
  std::string set = {};
};

Excess largest_excess(const std::vector<SetMeans>& sets, std::vector<double> SetMeans::*column) {
  Excess found;
  for (const SetMeans& set : sets) {
    const std::vector<double>& values = set.*column;
    for (const double value : values) {
      const double excess = values.front() / value - 1;
      if (std::isfinite(value) && excess > found.most) found = {excess, set.set};
    }
  }
  return found;
}

/// Up to this share a gap is small.
constexpr double kSmallExcess = 0.2;

Claim small_gaps_claim(const ErrorMeans& means) {
  const auto words = [&](const char* name, std::vector<double> SetMeans::*column) {
    const Excess printed = largest_excess(means.printed, column),
                 here = largest_excess(means.here, column);
    return fmt::format("{}: printed {:.1f} % ({}), here {:.1f} % ({})", name, 100 * printed.most,
                       printed.set, 100 * here.most, here.set);
  };
  Claim claim{.paper =
                  "For the remaining data sets RFPCA has small performance gaps compared with "
                  "the best method",
              .threshold = "an excess of at most 20 % over the best method"};
  claim.here = fmt::format("largest excess over the best method: {}; {}",
                           words("ARE", &SetMeans::error), words("ABDiff", &SetMeans::gap));
  const bool is_error_small = largest_excess(means.here, &SetMeans::error).most <= kSmallExcess;
  claim.holds = is_error_small && largest_excess(means.here, &SetMeans::gap).most <= kSmallExcess;
  if (!claim.holds && is_error_small) claim.why = "it holds for ARE, not for ABDiff";
  return claim;
}

Claim equal_number_claim(const ErrorMeans& means) {
  constexpr std::size_t kFairPca = 1;
  const auto count = [](const std::vector<SetMeans>& sets, std::size_t method) {
    return lowest_counts(sets, method).error;
  };
  const int ours = count(means.here, 0), fair = count(means.here, kFairPca);
  Claim claim{.paper =
                  "The number of data sets on which RFPCA has the best ARE is equal to that "
                  "on which FairPCA outperforms the others"};
  claim.here = fmt::format("best ARE, RFPCA and FairPCA: printed {} and {} of {}, here {} and {}",
                           count(means.printed, 0), count(means.printed, kFairPca),
                           means.printed.size(), ours, fair);
  claim.holds = ours == fair;
  if (!claim.holds) {
    constexpr std::size_t kConstrained = 2;
    claim.why = fmt::format(
        "printed, FairPCA has one more, which is LFW; here CFPCA-Mean, tuned over its deltas, has "
        "the best ARE on {}",
        count(means.here, kConstrained));
  }
  return claim;
}

std::string objectives_text(const ObjectiveCounts& counts) {
  return fmt::format(
      "objective on the training rows: lower in {} of {} splits (by up to {:.2g} %), equal to 1e-8 "
      "in {}, higher in {}",
      counts.lower, counts.splits(), 100 * counts.largest_gain, counts.equal, counts.higher);
}

Claim descent_claim(StudyRuns& runs, const std::vector<RfpcaSet>& sets) {
  ObjectiveCounts counts;
  for (const RfpcaSet& set : sets) {
    counts.add(runs, rfpca_tables_study(set), "rfpca", "rfpca-subgradient");
  }
  return {.paper =
              "The exact search for RFPCA is never worse than the paper's descent of 1,000 steps "
              "(LFW: 500) from 20 random points at the same alpha and lambda",
          .here = objectives_text(counts),
          .holds = counts.higher == 0,
          .why =
              "the descent's step does not change with lambda and is too long for a large one: on "
              "Parkinsons (first split, alpha = 0.15, five starts) its best iterates are at 5.39 "
              "against an optimum of 5.38 at lambda = 0.5, at 5.75 to 5.85 against 5.64 at 1, and "
              "at 13.8 to 17.5 against 6.64 at 2.5, where it does not converge; its last iterates, "
              "which it returns, are higher still (5.39 to 5.72, 5.90 to 6.30, 17.7)",
          .is_ours = true};
}

Claim weights_claim(StudyRuns& runs, const std::vector<RfpcaSet>& sets) {
  ObjectiveCounts counts;
  for (const RfpcaSet& set : sets) {
    counts.add(runs, rfpca_tables_fairpca_study(set), "fairpca", "fairpca-weights");
  }
  return {.paper =
              "The exact search for FairPCA is never worse than 1,000 rounds of "
              "multiplicative weights",
          .here = objectives_text(counts),
          .holds = counts.higher == 0,
          .why =
              "eta is tuned by ABDiff + ARE, not by the objective, and a large eta keeps the "
              "weights swinging: the choice then falls on points that are not optimal but have "
              "less ABDiff + ARE",
          .is_ours = true};
}

/// `alpha=0.1` of a setting; empty: at its default.
std::string word_of_setting(const std::string& setting, const std::string& option) {
  const std::string words = fmt::format(" {} ", setting);
  const std::size_t begin = words.find(fmt::format(" {}=", option));
  if (begin == std::string::npos) return {};
  return words.substr(begin + 1, words.find(' ', begin + 1) - begin - 1);
}

/// Splits of a set in which two arms chose the same alpha and lambda.
struct ChoiceCounts {
  int same = 0, splits = 0;
  double change = 0;  ///< of ABDiff + ARE, mean over splits, relative
};

constexpr std::array kTuned = {"alpha", "lambda"};

ChoiceCounts choices_of(StudyRuns& runs, const PaperStudy& study, const std::string& first,
                        const std::string& second, MeasuredRows rows) {
  ChoiceCounts counts;
  const StudyResult& result = runs.result(study);
  for (Index split = 0; split < result.plan.splits; ++split) {
    const TaskResult* one = result.find(split, study.dimensions, first);
    const TaskResult* other = result.find(split, study.dimensions, second);
    if (one == nullptr || other == nullptr) continue;
    ++counts.splits;
    const bool is_same = std::all_of(kTuned.begin(), kTuned.end(), [&](const char* option) {
      return word_of_setting(one->setting, option) == word_of_setting(other->setting, option);
    });
    counts.same += is_same ? 1 : 0;
  }
  const auto sum = [&](const std::string& arm) {
    double total = 0;
    for (const char* measure : {"gap_training_group", "reconstruction_error"}) {
      total += mean_over_splits(
                   result,
                   {.arm = arm, .dimensions = study.dimensions, .measure = measure, .rows = rows})
                   .mean;
    }
    return total;
  };
  counts.change = sum(second) / sum(first) - 1;
  return counts;
}

/// Over this share of ABDiff + ARE a change is one.
constexpr double kSmallChange = 0.01;

Claim grid_claim(StudyRuns& runs, const std::vector<RfpcaSet>& sets, MeasuredRows rows) {
  Claim claim{.paper =
                  "Tuned by itself over its whole grid the descent comes near the exact solver's "
                  "ABDiff + ARE",
              .holds = true,
              .is_ours = true,
              .threshold = "within 1 %"};
  std::vector<std::string> words;
  for (const RfpcaSet& set : sets) {
    if (!set.has_whole_grid) continue;
    const ChoiceCounts counts =
        choices_of(runs, rfpca_tables_study(set), "rfpca", "rfpca-subgradient-grid", rows);
    claim.holds = claim.holds && std::abs(counts.change) <= kSmallChange;
    words.push_back(fmt::format("{} {:+.2g} %, same setting in {} of {} splits", set.title,
                                100 * counts.change, counts.same, counts.splits));
  }
  claim.here = fmt::format("{} (tried on no other set)", fmt::join(words, "; "));
  return claim;
}

}  // namespace

std::vector<Claim> error_claims(const RfpcaErrorTable& table, const ErrorMeans& means) {
  const LowestCounts of_paper = lowest_counts(means.printed), ours = lowest_counts(means.here);
  Claim best{.here = both_counts(of_paper, ours)};
  if (table.rows == MeasuredRows::kTest) {
    best.paper = "RFPCA outperforms on 11 of 15 data sets in ABDiff, 9 in ARE, 5 in both";
    best.holds = ours.gap >= 11 && ours.error >= 9 && ours.both >= 5;
  } else {
    best.paper =
        "RFPCA achieves the best ABDiff over all 14 data sets (the table has 15 rows) and "
        "the best ARE on 7";
    best.holds = ours.gap >= 14 && ours.error >= 7;
  }
  if (!best.holds) best.why = fewer_reason(means);
  return {best,
          table.rows == MeasuredRows::kTest ? small_gaps_claim(means) : equal_number_claim(means)};
}

std::vector<Claim> solver_claims(StudyRuns& runs, const std::vector<RfpcaSet>& sets,
                                 MeasuredRows rows) {
  if (rows == MeasuredRows::kTrain) return {grid_claim(runs, sets, rows)};
  return {descent_claim(runs, sets), weights_claim(runs, sets), grid_claim(runs, sets, rows)};
}

std::vector<Claim> unfairness_claims(const std::vector<std::vector<double>>& printed,
                                     const std::vector<std::vector<double>>& here) {
  const auto count = [](const std::vector<std::vector<double>>& sets, bool needs_both) {
    return std::count_if(sets.begin(), sets.end(), [needs_both](const auto& values) {
      const double others = std::min(values[0], values[1]);
      return needs_both ? values[2] < others && values[3] < others
                        : std::min(values[2], values[3]) < others;
    });
  };
  const auto words = [&](const std::vector<std::vector<double>>& sets) {
    return fmt::format("one version of CFPCA below RFPCA and FairPCA on {} of {} sets, both on {}",
                       count(sets, false), sets.size(), count(sets, true));
  };
  return {{.paper = "Two versions of CFPCA outperform the others over all data sets",
           .here = fmt::format("printed: {}; here: {}", words(printed), words(here)),
           .holds = count(here, true) == static_cast<std::ptrdiff_t>(here.size()),
           .why = "in the printed table, too, CFPCA-Both is above the others on Energy and "
                  "CFPCA-Mean on Parkinsons"}};
}

std::vector<std::string> unfairness_notes() {
  return {
      "As the authors take it: coordinates of the test rows, standardised; a linear machine for "
      "the group, C among 1e-4, 1e-2, 1, 1e2, 1e4 by five folds (the C whose held-out distance is "
      "largest), fitted and scored on those same rows. Their machine has the plain hinge, ours "
      "the squared one.",
      "Fitted to training rows: our measure linear_unfairness (C = 1, classes balanced), scored "
      "on rows that it has not seen."};
}

}  // namespace fairpca
