// SPDX-License-Identifier: BSD-3-Clause
#include "experiments/frmppca/likelihood_claims.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "experiments/frmppca/likelihood_run.h"

namespace fairpca {
namespace {

using NumberOf = double (*)(const GroupValues&);

/// Compares a number of every pair, and shows it for all methods.
ClaimCheck pairs_check(const std::string& what, LikelihoodMeasure measure, const MethodPairs& pairs,
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

double mean_gap(const MethodValues& values, LikelihoodMeasure measure, std::size_t from,
                std::size_t to) {
  double sum = 0;
  for (std::size_t i = from; i < to; ++i) sum += values.steps[i][measure].gap();
  return sum / static_cast<double>(to - from);
}

/// `text` with the name of the mixture that stands for MPPCA in it.
std::string with_mixture_shown(const std::string& text, const std::string& shown) {
  const std::string name = kMixture, fair = "FR-";
  std::string result;
  for (std::size_t at = 0; at < text.size();) {
    const bool is_name = text.compare(at, name.size(), name) == 0;
    const bool is_fair =
        at >= fair.size() && text.compare(at - fair.size(), fair.size(), fair) == 0;
    result += is_name && !is_fair ? shown : text.substr(at, is_name ? name.size() : 1);
    at += is_name ? name.size() : 1;
  }
  return result;
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
    if (judged.here.empty()) {
      judged.here = seeds.front().has(kGaussianMixture)
                        ? with_mixture_shown(finding.here, shown_method(mixture))
                        : finding.here;
    }
    if (finding.holds) ++judged.holding;
  }
  return judged;
}

}  // namespace

ClaimCheck order_check(LikelihoodMeasure measure, const MethodPairs& pairs) {
  return pairs_check(label_of(measure), measure, pairs, 1,
                     [](const GroupValues& v) { return v.overall; });
}

ClaimCheck gap_check(LikelihoodMeasure measure, const MethodPairs& pairs, double times) {
  return pairs_check(fmt::format("gap of the {}", label_of(measure)), measure, pairs, times,
                     [](const GroupValues& v) { return v.gap(); });
}

ClaimCheck worst_check(LikelihoodMeasure measure, const MethodPairs& pairs) {
  return pairs_check(fmt::format("{} of the worst group", label_of(measure)), measure, pairs, 1,
                     [](const GroupValues& v) { return v.worst(); });
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

ClaimCheck gap_after_check(LikelihoodMeasure measure, std::size_t step) {
  return [=](const MethodValues& values) {
    const std::size_t count = values.steps.size(), cut = std::min(step + 1, count - 1);
    const double before = mean_gap(values, measure, 0, cut);
    const double after = mean_gap(values, measure, cut, count);
    return ClaimFinding{after < before,
                        fmt::format("gap of the {}, mean over the steps 0 to {}: {:.4g}, after "
                                    "them: {:.4g}",
                                    label_of(measure), cut - 1, before, after)};
  };
}

ClaimCheck group_order_after_check(LikelihoodMeasure measure, std::size_t step,
                                   const std::string& higher, const std::string& lower) {
  return [=](const MethodValues& values) {
    const std::size_t count = values.steps.size(), cut = std::min(step + 1, count - 1);
    std::size_t above = 0;
    for (std::size_t i = cut; i < count; ++i) {
      const std::vector<double>& groups = values.steps[i][measure].groups;
      above += groups.at(group_at(values, higher)) > groups.at(group_at(values, lower)) ? 1 : 0;
    }
    return ClaimFinding{2 * above > count - cut,
                        fmt::format("{} of {} above that of {} in {} of the {} steps after step {}",
                                    label_of(measure), higher, lower, above, count - cut, cut - 1)};
  };
}

ClaimCheck fluctuation_check(LikelihoodMeasure measure) {
  return [=](const MethodValues& values) {
    const std::size_t count = values.steps.size(), from = std::min<std::size_t>(10, count - 1);
    ClaimFinding finding{true, fmt::format("{} after step {}, moves in sum and from there to the "
                                           "end:",
                                           label_of(measure), from)};
    for (std::size_t g = 0; g < values.groups.size(); ++g) {
      double moved = 0;
      for (std::size_t i = from + 1; i < count; ++i) {
        moved +=
            std::abs(values.steps[i][measure].groups[g] - values.steps[i - 1][measure].groups[g]);
      }
      const double way =
          std::abs(values.steps.back()[measure].groups[g] - values.steps[from][measure].groups[g]);
      finding.holds = finding.holds && moved > 5 * way;
      finding.here +=
          fmt::format("{} {} {:.3g} and {:.3g}", g == 0 ? "" : ",", values.groups[g], moved, way);
    }
    return finding;
  };
}

ClaimCheck group_value_check(LikelihoodMeasure measure, const std::string& group,
                             const MethodPairs& pairs) {
  return [=](const MethodValues& values) {
    const std::size_t at = group_at(values, group);
    ClaimFinding finding{true, fmt::format("{} of {}:", label_of(measure), group)};
    for (const MethodValues::Entry& entry : values.methods) {
      finding.here += fmt::format("{} {} {:.4g}", &entry == &values.methods.front() ? "" : ",",
                                  entry.method, entry.values[measure].groups.at(at));
    }
    for (const auto& pair : pairs) {
      finding.holds = finding.holds && values.of(pair.first)[measure].groups.at(at) >
                                           values.of(pair.second)[measure].groups.at(at);
    }
    return finding;
  };
}

ClaimCheck largest_check(LikelihoodMeasure measure, const std::string& method,
                         const std::string& group) {
  return [=](const MethodValues& values) {
    const double own = values.of(method)[measure].groups.at(group_at(values, group));
    double largest = -std::numeric_limits<double>::infinity();
    std::string who;
    for (const MethodValues::Entry& entry : values.methods) {
      for (std::size_t g = 0; g < values.groups.size(); ++g) {
        const double value = entry.values[measure].groups.at(g);
        if (value <= largest) continue;
        largest = value;
        who = fmt::format("{}, {}", entry.method, values.groups[g]);
      }
    }
    return ClaimFinding{own >= largest,
                        fmt::format("{} of {}, {}: {:.4g}; the largest of all: {} {:.4g}",
                                    label_of(measure), method, group, own, who, largest)};
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

std::string auc_gap_errors(const SeedValues& seeds) {
  const MethodValues& values = seeds.front();
  std::vector<std::string> errors, large;
  for (const MethodValues::Entry& entry : values.methods) {
    const double error = entry.decisions.at(kAucGapError);
    errors.push_back(fmt::format("{} {:.2g}", shown_method(entry.method), error));
    if (entry.values[LikelihoodMeasure::kAuc].gap() > 2 * error) {
      large.push_back(shown_method(entry.method));
    }
  }
  return fmt::format(
      "standard errors of these gaps on the {} test rows, seed 0 (DeLong): {}; {}",
      values.test_rows, fmt::join(errors, ", "),
      large.empty()
          ? "no gap exceeds twice its own, so that these rows do not tell the methods "
            "apart"
          : fmt::format("larger than twice its own is the gap of {}", fmt::join(large, ", ")));
}

std::string group_order_counts(const SeedValues& seeds, LikelihoodMeasure measure,
                               const std::string& higher, const std::string& lower) {
  std::size_t above = 0, all = 0;
  for (const MethodValues& values : seeds) {
    for (const MethodValues::Entry& entry : values.methods) {
      const std::vector<double>& groups = entry.values[measure].groups;
      above += groups.at(group_at(values, higher)) > groups.at(group_at(values, lower)) ? 1 : 0;
      ++all;
    }
  }
  return fmt::format("{} of {} is above that of {} in {} of {} runs of all methods and seeds",
                     label_of(measure), higher, lower, above, all);
}

Claim judged_claim(const LikelihoodClaim& claim, const SeedValues& seeds) {
  const bool has_theirs = seeds.front().has(kGaussianMixture);
  const JudgedSeeds judged = judge(claim, seeds, has_theirs ? kGaussianMixture : kMixture);
  Claim result{.paper = claim.paper,
               .here = fmt::format("seed 0: {}; holds in {} of {} seeds", judged.here,
                                   judged.holding, seeds.size()),
               .holds = judged.holding == seeds.size(),
               .why = "",
               .threshold = claim.threshold};
  if (has_theirs) {
    const JudgedSeeds ours = judge(claim, seeds, kMixture);
    if (ours.here != judged.here) {
      result.here += fmt::format(". With {} as MPPCA: {}; {} of {}", shown_method(kMixture),
                                 ours.here, ours.holding, seeds.size());
    }
  }
  if (result.holds) return result;
  result.why = claim.why;
  if (claim.measured) result.why += claim.measured(seeds);
  return result;
}

}  // namespace fairpca
