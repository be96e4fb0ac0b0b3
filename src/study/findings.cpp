// SPDX-License-Identifier: BSD-3-Clause
#include "study/findings.h"

#include <algorithm>
#include <cmath>
#include <optional>

#include "fairpca/fit/methods.h"

namespace fairpca {
namespace {

constexpr std::size_t kMostShown = 5;
constexpr std::size_t kMostJudged = 12;  ///< groups whose pairs are set side by side

ValueKey overall(const std::string& measure) {
  return {measure, Statistic::kValue, ""};
}

/// How far from its best a value is: smaller is better.
double badness(Direction direction, double value) {
  switch (direction) {
    case Direction::kHigher:
      return -value;
    case Direction::kNearZero:
      return std::abs(value);
    case Direction::kNearHalf:
      return std::abs(value - 0.5);
    case Direction::kLower:
    case Direction::kNone:
      break;
  }
  return value;
}

bool contains(const Interval& interval, double value) {
  return interval.low <= value && value <= interval.high;
}

bool overlap(const Interval& a, const Interval& b) {
  return a.low <= b.high && b.low <= a.high;
}

class FindingMaker {
 public:
  explicit FindingMaker(const StudyResult& study) : study_(study) {}

  Findings make() {
    findings_.measures = shown_measures();
    for (const Dimensions& dimensions : study_.spec.dimensions) {
      dimensions_ = dimensions_text(dimensions);
      DimensionFindings& found = findings_.dimensions.emplace_back();
      found.dimensions = dimensions_;
      compare_methods(found);
      add_notion(Fairness::kReconstruction, "pca", found);
      add_notion(Fairness::kRepresentation, "pca", found);
      add_notion(Fairness::kLikelihood, likelihood_baseline(), found);
    }
    suggest();
    return std::move(findings_);
  }

 private:
  StudyNumber number(const std::string& method, const ValueKey& key) const {
    return study_number(study_, dimensions_, method, key);
  }

  bool is_measured(const std::string& id) const {
    return std::any_of(study_.tasks.begin(), study_.tasks.end(), [&](const FinishedTask& task) {
      return std::any_of(task.result.test.begin(), task.result.test.end(),
                         [&](const MeasuredValue& value) {
                           return value.measure == id && value.statistic == Statistic::kValue &&
                                  value.group.empty();
                         });
    });
  }

  /// What was asked for, otherwise what people look at first.
  std::vector<std::string> shown_measures() const {
    std::vector<std::string> wanted = study_.spec.study.measures;
    if (wanted.empty()) {
      wanted = {"reconstruction_error",
                "gap",
                "mmd2_u",
                "accuracy",
                "demographic_parity_difference",
                "group_auc_linear",
                "loss",
                "linear_unfairness"};
    }
    std::vector<std::string> shown;
    for (const std::string& id : wanted) {
      if (shown.size() < kMostShown && is_measured(id)) shown.push_back(id);
    }
    return shown;
  }

  void compare_methods(DimensionFindings& found) const {
    std::vector<std::string> methods = {std::string(kNoProjection)};
    methods.insert(methods.end(), study_.spec.methods.begin(), study_.spec.methods.end());
    for (const std::string& method : methods) {
      const TaskResult* first = study_.find(0, dimensions_, method);
      ComparedMethod& line = found.methods.emplace_back();
      line.method = method;
      if (first == nullptr) continue;
      line.setting = first->setting;
      line.problem = first->problem;
      for (const std::string& id : findings_.measures) {
        line.numbers.push_back({.number = number(method, overall(id))});
      }
    }
    for (std::size_t column = 0; column < findings_.measures.size(); ++column) {
      mark_best(found, column);
    }
  }

  void mark_best(DimensionFindings& found, std::size_t column) const {
    const Direction direction = find_measure(findings_.measures[column]).direction;
    if (direction == Direction::kNone) return;
    ComparedNumber* best = nullptr;
    for (ComparedMethod& line : found.methods) {
      if (line.numbers.size() <= column || !line.numbers[column].number.is_there()) continue;
      ComparedNumber& one = line.numbers[column];
      const bool is_better = best == nullptr || badness(direction, one.number.value) <
                                                    badness(direction, best->number.value);
      if (is_better) best = &one;
    }
    if (best == nullptr) return;
    best->is_best = true;
    for (ComparedMethod& line : found.methods) {
      if (line.numbers.size() <= column || !line.numbers[column].number.is_there()) continue;
      ComparedNumber& one = line.numbers[column];
      one.is_like_best = one.is_best || cannot_be_told(one.number, best->number, direction);
    }
  }

  /// By their paired difference; where there is none, by their intervals.
  bool cannot_be_told(const StudyNumber& one, const StudyNumber& best, Direction direction) const {
    const StudyNumber difference = combined({one, best}, [direction](const auto& values) {
      return badness(direction, values[0]) - badness(direction, values[1]);
    });
    if (difference.value == 0) return true;
    if (study_.plan.splits > 1) return contains(simultaneous(study_, {difference}).front(), 0);
    if (difference.draws.size() > 0) return contains(percentile_interval(difference.draws), 0);
    return overlap(one.interval, best.interval);
  }

  std::string likelihood_baseline() const {
    for (const char* id : {"mixture-ppca", "ppca"}) {
      const auto& all = study_.spec.methods;
      if (std::find(all.begin(), all.end(), id) != all.end()) return id;
    }
    return "";
  }

  static std::string measure_of(Fairness notion) {
    if (notion == Fairness::kReconstruction) return "reconstruction_error";
    return notion == Fairness::kLikelihood ? "log_likelihood" : "group_auc_linear";
  }

  using GroupPair = std::pair<std::string, std::string>;

  /// The groups to set side by side: those that have numbers under the baseline; of many, the
  /// largest.
  std::vector<StudyGroup> judged_groups(const std::string& baseline,
                                        const std::string& measure) const {
    std::vector<StudyGroup> groups = study_.plan.groups;
    std::erase_if(groups, [&](const StudyGroup& group) {
      return !number(baseline, {measure, Statistic::kValue, group.name}).is_there();
    });
    std::stable_sort(groups.begin(), groups.end(),
                     [](const StudyGroup& a, const StudyGroup& b) { return a.rows > b.rows; });
    if (groups.size() > kMostJudged) groups.resize(kMostJudged);
    return groups;
  }

  /// Pairs of groups of one attribute, the one with the higher number under the baseline first.
  std::vector<GroupPair> judged_pairs(const std::string& baseline,
                                      const std::string& measure) const {
    const std::vector<StudyGroup> groups = judged_groups(baseline, measure);
    std::vector<GroupPair> pairs;
    for (std::size_t i = 0; i < groups.size(); ++i) {
      for (std::size_t j = 0; j < i; ++j) {
        if (groups[i].attribute != groups[j].attribute) continue;
        const double of_i = number(baseline, {measure, Statistic::kValue, groups[i].name}).value;
        const double of_j = number(baseline, {measure, Statistic::kValue, groups[j].name}).value;
        pairs.push_back(of_i > of_j ? GroupPair{groups[i].name, groups[j].name}
                                    : GroupPair{groups[j].name, groups[i].name});
      }
    }
    return pairs;
  }

  /// Of a pair; for errors the logarithm of their ratio, so that no interval falls below nothing.
  StudyNumber difference_of(const std::string& method, Fairness notion,
                            const GroupPair& pair) const {
    const std::string measure = measure_of(notion);
    if (notion == Fairness::kRepresentation) {
      return combined({number(method, overall(measure))},
                      [](const auto& values) { return values[0] - 0.5; });
    }
    const StudyNumber of_group = number(method, {measure, Statistic::kValue, pair.first});
    const StudyNumber of_other = number(method, {measure, Statistic::kValue, pair.second});
    return combined({of_group, of_other}, [notion](const auto& values) {
      return notion == Fairness::kReconstruction ? std::log(values[0] / values[1])
                                                 : values[0] - values[1];
    });
  }

  StudyNumber cost_of(const std::string& method, const std::string& baseline,
                      Fairness notion) const {
    const bool is_likelihood = notion == Fairness::kLikelihood;
    const ValueKey key = overall(is_likelihood ? "log_likelihood" : "reconstruction_error");
    return combined(
        {number(method, key), number(baseline, key)}, [is_likelihood](const auto& values) {
          return is_likelihood ? values[0] - values[1] : std::log(values[0] / values[1]);
        });
  }

  /// The methods to say something of: the baseline, then those of the notion, with numbers.
  std::vector<std::string> methods_of(Fairness notion, const std::string& baseline,
                                      const GroupPair& pair) const {
    std::vector<std::string> all;
    for (const std::string& method : study_.spec.methods) {
      const bool is_baseline = method == baseline;
      if (!is_baseline && find_method(method).fairness != notion) continue;
      if (!difference_of(method, notion, pair).is_there()) continue;
      all.insert(is_baseline ? all.begin() : all.end(), method);
    }
    return all;
  }

  /// The pair that the baseline surely sets apart most; where none is, the one that differs most.
  static std::size_t told_pair(const std::vector<StudyNumber>& differences,
                               const std::vector<Interval>& intervals, std::size_t pairs) {
    std::size_t told = 0;
    const auto rank = [&](std::size_t k) {
      const bool is_seen = intervals[k].low > 0;
      return std::pair(is_seen, is_seen ? intervals[k].low : differences[k].value);
    };
    for (std::size_t k = 1; k < pairs; ++k) {
      if (rank(told) < rank(k)) told = k;
    }
    return told;
  }

  /// Differences of all pairs under all methods, and all costs, hold at once: whichever pair is
  /// told of, the intervals are right.
  void add_notion(Fairness notion, const std::string& baseline, DimensionFindings& found) const {
    std::vector<GroupPair> pairs = {{}};
    if (notion != Fairness::kRepresentation) pairs = judged_pairs(baseline, measure_of(notion));
    if (pairs.empty()) return;
    const std::vector<std::string> all = methods_of(notion, baseline, pairs.front());
    if (all.empty() || all.front() != baseline) return;
    std::vector<StudyNumber> numbers;  // pairs of the first method, of the second, ..., costs
    for (const std::string& method : all) {
      for (const GroupPair& pair : pairs) numbers.push_back(difference_of(method, notion, pair));
    }
    for (std::size_t m = 1; m < all.size(); ++m) {
      numbers.push_back(cost_of(all[m], baseline, notion));
    }
    const std::vector<Interval> intervals = simultaneous(study_, numbers);
    const std::size_t told = told_pair(numbers, intervals, pairs.size());
    NotionFinding finding;
    finding.notion = notion;
    finding.group = pairs[told].first;
    finding.other = pairs[told].second;
    const bool is_ratio = notion == Fairness::kReconstruction;
    for (std::size_t m = 0; m < all.size(); ++m) {
      const std::size_t k = m * pairs.size() + told, cost = all.size() * pairs.size() + m - 1;
      MethodFinding& said = finding.methods.emplace_back();
      said.method = all[m];
      said.difference = is_ratio ? std::expm1(numbers[k].value) : numbers[k].value;
      said.difference_interval = is_ratio ? as_share(intervals[k]) : intervals[k];
      if (m == 0 || !numbers[cost].is_there()) continue;
      const bool is_likelihood = notion == Fairness::kLikelihood;
      said.cost = is_likelihood ? numbers[cost].value : std::expm1(numbers[cost].value);
      said.cost_interval = is_likelihood ? intervals[cost] : as_share(intervals[cost]);
    }
    found.notions.push_back(std::move(finding));
  }

  /// Of the logarithm of a ratio, that of the ratio minus 1.
  static Interval as_share(const Interval& of_logarithm) {
    return {std::expm1(of_logarithm.low), std::expm1(of_logarithm.high)};
  }

  /// What the methods of a notion are chosen by: its own measure, the first that is there.
  struct Choice {
    Fairness notion;
    const char* measure;
    Statistic statistic = Statistic::kValue;
  };

  std::string best_by(const Choice& choice) const {
    const Direction direction = find_measure(choice.measure).direction;
    std::string best;
    double least = std::numeric_limits<double>::infinity();
    for (const std::string& method : study_.spec.methods) {
      if (find_method(method).fairness != choice.notion) continue;
      const StudyNumber found = number(method, {choice.measure, choice.statistic, ""});
      if (!found.is_there() || !(badness(direction, found.value) < least)) continue;
      least = badness(direction, found.value);
      best = method;
    }
    return best;
  }

  void suggest() {
    constexpr Choice kChoices[] = {{Fairness::kReconstruction, "gap"},
                                   {Fairness::kRepresentation, "mmd2_u"},
                                   {Fairness::kRepresentation, "group_auc_linear"},
                                   {Fairness::kLikelihood, "log_likelihood", Statistic::kWorst}};
    dimensions_ = findings_.dimensions.back().dimensions;
    for (const Choice& choice : kChoices) {
      const std::string best = best_by(choice);
      if (best.empty()) continue;
      findings_.suggested = {best, dimensions_, choice.notion, choice.measure, {}};
      break;
    }
    const Index split = study_.plan.splits > 1 ? StudyTask::kAllRows : 0;
    const TaskResult* result = study_.find(split, dimensions_, findings_.suggested.method);
    if (result != nullptr) findings_.suggested.options = result->options;
  }

  const StudyResult& study_;
  Findings findings_;
  std::string dimensions_;
};

}  // namespace

bool MethodFinding::shows_none() const {
  return contains(difference_interval, 0);
}

Findings find_out(const StudyResult& study) {
  return FindingMaker(study).make();
}

}  // namespace fairpca
