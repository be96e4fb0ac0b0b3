// SPDX-License-Identifier: BSD-3-Clause
#include "experiments/rfpca/rfpca_table_claims.h"

#include <algorithm>
#include <array>
#include <cmath>

#include <fmt/format.h>

namespace fairpca {
namespace {

constexpr const char* kOthersAreBetter =
    "the other methods are better here than printed: CFPCA-Mean is tuned over its deltas (the "
    "program behind the table had delta = 0; where delta does not bind it is PCA, which has the "
    "least ARE on training rows), CFPCA-Both over its mu";

std::string counts_of(const LowestCounts& counts) {
  return fmt::format("ABDiff {}, ARE {}, both {} of {}", counts.gap, counts.error, counts.both,
                     counts.sets);
}

std::string both_counts(const LowestCounts& printed, const LowestCounts& here) {
  return fmt::format("RFPCA is lowest in the printed table: {}; here: {}", counts_of(printed),
                     counts_of(here));
}

/// Largest excess of RFPCA's error over the best method's, relative, over the sets.
double largest_excess(const std::vector<SetMeans>& sets) {
  double largest = 0;
  for (const SetMeans& set : sets) {
    for (const double error : set.error) {
      if (std::isfinite(error)) largest = std::max(largest, set.error.front() / error - 1);
    }
  }
  return largest;
}

std::string objectives_text(const ObjectiveCounts& counts) {
  return fmt::format(
      "objective on the training rows, exact search against the paper's algorithm: lower in {} "
      "splits (by up to {:.1e} of it), equal to 1e-8 in {}, higher in {}",
      counts.lower, counts.largest_gain, counts.equal, counts.higher);
}

Claim descent_claim(StudyRuns& runs, const std::vector<RfpcaSet>& sets) {
  ObjectiveCounts counts;
  for (const RfpcaSet& set : sets) {
    counts.add(runs, rfpca_tables_study(set), "rfpca", "rfpca-subgradient");
  }
  return {.paper =
              "RFPCA: for better convergence quality the Riemannian descent takes 1,000 steps "
              "(LFW: 500) from 20 random points",
          .here = objectives_text(counts),
          .holds = counts.higher == 0,
          .why =
              "the exact search proves its optimum; the descent returns its last iterate, which "
              "at a kink (both groups' objectives equal) is not its best"};
}

Claim weights_claim(StudyRuns& runs, const std::vector<RfpcaSet>& sets) {
  ObjectiveCounts counts;
  for (const RfpcaSet& set : sets) {
    counts.add(runs, rfpca_tables_fairpca_study(set), "fairpca", "fairpca-weights");
  }
  return {.paper = "FairPCA: 1,000 rounds of multiplicative weights, for the convergence guarantee",
          .here = objectives_text(counts),
          .holds = counts.higher == 0,
          .why =
              "eta is tuned by ABDiff + ARE, not by the objective, and a large eta keeps the "
              "weights swinging: the choice then falls on points that are not optimal but have "
              "less ABDiff + ARE"};
}

/// `alpha=0.1` of a setting; empty: at its default.
std::string word_of_setting(const std::string& setting, const std::string& option) {
  const std::string words = fmt::format(" {} ", setting);
  const std::size_t begin = words.find(fmt::format(" {}=", option));
  if (begin == std::string::npos) return {};
  return words.substr(begin + 1, words.find(' ', begin + 1) - begin - 1);
}

/// Splits in which two arms chose the same alpha and lambda.
struct ChoiceCounts {
  int same = 0, splits = 0;
  double largest_change = 0;  ///< of ABDiff + ARE, mean over splits, relative
};

constexpr std::array kTuned = {"alpha", "lambda"};

void add_choices(StudyRuns& runs, const PaperStudy& study, const std::string& first,
                 const std::string& second, MeasuredRows rows, ChoiceCounts& counts) {
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
  const double change = std::abs(sum(second) / sum(first) - 1);
  counts.largest_change = std::max(counts.largest_change, change);
}

/// Over this share of ABDiff + ARE a change is one.
constexpr double kSmallChange = 0.01;

Claim grid_claim(const ChoiceCounts& counts) {
  return {.paper =
              "(Ours) Tuning the descent by itself over its whole grid changes nothing (three "
              "sets)",
          .here = fmt::format("same alpha and lambda as with the exact solver in {} of {} splits; "
                              "the mean of ABDiff + ARE moves by at most {:.2g} %",
                              counts.same, counts.splits, 100 * counts.largest_change),
          .holds = counts.largest_change <= kSmallChange};
}

}  // namespace

std::vector<Claim> error_claims(const RfpcaErrorTable& table, const std::vector<SetMeans>& printed,
                                const std::vector<SetMeans>& here) {
  const LowestCounts of_paper = lowest_counts(printed), ours = lowest_counts(here);
  const std::string counts = both_counts(of_paper, ours);
  if (table.rows == MeasuredRows::kTest) {
    return {{.paper = "RFPCA outperforms on 11 of 15 data sets in ABDiff, 9 in ARE, 5 in both",
             .here = counts,
             .holds = ours.gap >= 11 && ours.error >= 9 && ours.both >= 5,
             .why = kOthersAreBetter},
            {.paper = "For the remaining data sets RFPCA has small performance gaps compared with "
                      "the best method",
             .here = fmt::format("largest excess of ARE over the best method: printed {:.1f} %, "
                                 "here {:.1f} %",
                                 100 * largest_excess(printed), 100 * largest_excess(here)),
             .holds = largest_excess(here) <= 0.2}};
  }
  return {{.paper = "RFPCA achieves the best ABDiff over all 14 data sets (the table has 15 rows) "
                    "and the best ARE on 7",
           .here = counts,
           .holds = ours.gap >= 14 && ours.error >= 7,
           .why = kOthersAreBetter}};
}

std::vector<Claim> solver_claims(StudyRuns& runs, const std::vector<RfpcaSet>& sets,
                                 MeasuredRows rows) {
  ChoiceCounts choices;
  for (const RfpcaSet& set : sets) {
    if (!set.has_whole_grid) continue;
    add_choices(runs, rfpca_tables_study(set), "rfpca", "rfpca-subgradient-grid", rows, choices);
  }
  return {descent_claim(runs, sets), weights_claim(runs, sets), grid_claim(choices)};
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
