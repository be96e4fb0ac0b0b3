// SPDX-License-Identifier: BSD-3-Clause
#include "experiments/frmppca/likelihood_claims.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "experiments/frmppca/likelihood_run.h"

namespace fairpca {
namespace {

using NumberOf = double (*)(const GroupValues&);

/// Compares a number of every pair, and shows it for all methods.
ClaimCheck pairs_check(const std::string& what, LikelihoodMeasure measure, MethodPairs pairs,
                       double times, NumberOf number) {
  return [=](const MethodValues& values) {
    ClaimFinding finding{true, fmt::format("{}:", what)};
    for (const MethodValues::Entry& entry : values.methods) {
      finding.here += fmt::format("{} {} {:.4g}", &entry == &values.methods.front() ? "" : ",",
                                  entry.method, number(entry.values[measure]));
    }
    for (const auto& pair : pairs) {
      finding.holds = finding.holds && number(values.of(pair.first)[measure]) >
                                           times * number(values.of(pair.second)[measure]);
    }
    return finding;
  };
}

/// The largest change of a group's log-likelihood between two steps, over steps [from, to).
double largest_move(const MethodValues& values, std::size_t from, std::size_t to) {
  double most = 0;
  for (std::size_t i = from + 1; i < to; ++i) {
    const auto& now = values.steps[i][LikelihoodMeasure::kLogLikelihood].groups;
    const auto& before = values.steps[i - 1][LikelihoodMeasure::kLogLikelihood].groups;
    for (std::size_t g = 0; g < now.size(); ++g) {
      most = std::max(most, std::abs(now[g] - before[g]));
    }
  }
  return most;
}

std::size_t group_at(const MethodValues& values, const std::string& name) {
  return static_cast<std::size_t>(std::find(values.groups.begin(), values.groups.end(), name) -
                                  values.groups.begin());
}

ClaimFinding group_order(const GroupValues& numbers, const MethodValues& values,
                         const std::string& what, const std::string& higher,
                         const std::string& lower) {
  const double high = numbers.groups.at(group_at(values, higher));
  const double low = numbers.groups.at(group_at(values, lower));
  return {high > low, fmt::format("{}: {} {:.4g}, {} {:.4g}", what, higher, high, lower, low)};
}

/// The run with one kind of MPPCA alone, called so.
MethodValues with_mixture_named(const MethodValues& values, const std::string& mixture) {
  MethodValues view = values;
  std::erase_if(view.methods, [&](const MethodValues::Entry& entry) {
    return entry.method != mixture &&
           (entry.method == kMixture || entry.method == kGaussianMixture);
  });
  for (MethodValues::Entry& entry : view.methods) {
    if (entry.method == mixture) entry.method = kMixture;
  }
  return view;
}

struct JudgedSeeds {
  std::size_t holding = 0;
  std::string here;  ///< of the first seed
};

JudgedSeeds judge(const LikelihoodClaim& claim, const SeedValues& seeds,
                  const std::string& mixture) {
  JudgedSeeds judged;
  for (const MethodValues& values : seeds) {
    const ClaimFinding finding = claim.check(with_mixture_named(values, mixture));
    if (judged.here.empty()) judged.here = finding.here;
    if (finding.holds) ++judged.holding;
  }
  return judged;
}

}  // namespace

ClaimCheck order_check(LikelihoodMeasure measure, MethodPairs pairs) {
  return pairs_check(label_of(measure), measure, std::move(pairs), 1,
                     [](const GroupValues& v) { return v.overall; });
}

ClaimCheck gap_check(LikelihoodMeasure measure, MethodPairs pairs, double times) {
  return pairs_check(fmt::format("gap of the {}", label_of(measure)), measure, std::move(pairs),
                     times, [](const GroupValues& v) { return v.gap(); });
}

ClaimCheck worst_check(LikelihoodMeasure measure, MethodPairs pairs) {
  return pairs_check(fmt::format("{} of the worst group", label_of(measure)), measure,
                     std::move(pairs), 1, [](const GroupValues& v) { return v.worst(); });
}

ClaimCheck settling_check() {
  return [](const MethodValues& values) {
    const std::size_t count = values.steps.size();
    const std::size_t stretch = std::min<std::size_t>(11, count / 2 + 1);
    const double first = largest_move(values, 0, stretch);
    const double last = largest_move(values, count - stretch, count);
    return ClaimFinding{
        last < first,
        fmt::format("largest move of a group in one step: {:.3g} in the first {}, {:.3g} in the "
                    "last {}",
                    first, stretch - 1, last, stretch - 1)};
  };
}

ClaimCheck gap_along_steps_check(LikelihoodMeasure measure, bool falls) {
  return [=](const MethodValues& values) {
    const double first = values.steps.front()[measure].gap();
    const double last = values.steps.back()[measure].gap();
    return ClaimFinding{falls ? last < first : last > first,
                        fmt::format("gap of the {}: {:.4g} at the first step, {:.4g} at the last",
                                    label_of(measure), first, last)};
  };
}

ClaimCheck growth_check(LikelihoodMeasure measure) {
  return [=](const MethodValues& values) {
    ClaimFinding finding{true, fmt::format("{}, first step to last:", label_of(measure))};
    for (std::size_t g = 0; g < values.groups.size(); ++g) {
      const double first = values.steps.front()[measure].groups[g];
      const double last = values.steps.back()[measure].groups[g];
      finding.holds = finding.holds && last > first;
      finding.here +=
          fmt::format("{} {} {:.4g} to {:.4g}", g == 0 ? "" : ",", values.groups[g], first, last);
    }
    return finding;
  };
}

ClaimCheck group_order_check(LikelihoodMeasure measure, const std::string& method,
                             const std::string& higher, const std::string& lower) {
  return [=](const MethodValues& values) {
    return group_order(values.of(method)[measure], values,
                       fmt::format("{} of {}", label_of(measure), method), higher, lower);
  };
}

ClaimCheck group_order_at_step_check(LikelihoodMeasure measure, StepEnd step,
                                     const std::string& higher, const std::string& lower) {
  return [=](const MethodValues& values) {
    const bool is_first = step == StepEnd::kFirst;
    return group_order(
        (is_first ? values.steps.front() : values.steps.back())[measure], values,
        fmt::format("{} at the {} step", label_of(measure), is_first ? "first" : "last"), higher,
        lower);
  };
}

Claim judged_claim(const LikelihoodClaim& claim, const SeedValues& seeds) {
  const bool has_theirs = seeds.front().has(kGaussianMixture);
  const JudgedSeeds judged = judge(claim, seeds, has_theirs ? kGaussianMixture : kMixture);
  Claim result{
      .paper = claim.paper,
      .here = fmt::format("{}; holds in {} of {} seeds", judged.here, judged.holding, seeds.size()),
      .holds = judged.holding == seeds.size(),
      .why = ""};
  if (has_theirs) {
    const JudgedSeeds ours = judge(claim, seeds, kMixture);
    if (ours.here != judged.here) {
      result.here += fmt::format(". With our MPPCA in place of the Gaussian mixture: {}; {} of {}",
                                 ours.here, ours.holding, seeds.size());
    }
  }
  if (!result.holds) result.why = claim.why;
  return result;
}

}  // namespace fairpca
