// SPDX-License-Identifier: BSD-3-Clause
#include "study/findings.h"

#include <algorithm>
#include <cmath>
#include <optional>

#include "fairpca/fit/methods.h"

namespace fairpca {
namespace {

constexpr std::size_t kMostShown = 5;

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

  /// Two groups of one attribute whose numbers differ most under the baseline, the higher first.
  std::optional<std::pair<std::string, std::string>> pair_under(const std::string& baseline,
                                                                const std::string& measure) const {
    std::optional<std::pair<std::string, std::string>> pair;
    double largest = -1;
    for (const StudyGroup& a : study_.plan.groups) {
      for (const StudyGroup& b : study_.plan.groups) {
        if (a.attribute != b.attribute || a.name == b.name) continue;
        const double of_a = number(baseline, {measure, Statistic::kValue, a.name}).value;
        const double of_b = number(baseline, {measure, Statistic::kValue, b.name}).value;
        if (!(of_a - of_b > largest)) continue;
        largest = of_a - of_b;
        pair = {a.name, b.name};
      }
    }
    return pair;
  }

  StudyNumber difference_of(const std::string& method, const NotionFinding& finding) const {
    const std::string measure = measure_of(finding.notion);
    if (finding.notion == Fairness::kRepresentation) {
      return combined({number(method, overall(measure))},
                      [](const auto& values) { return values[0] - 0.5; });
    }
    const StudyNumber of_group = number(method, {measure, Statistic::kValue, finding.group});
    const StudyNumber of_other = number(method, {measure, Statistic::kValue, finding.other});
    const bool is_ratio = finding.notion == Fairness::kReconstruction;
    return combined({of_group, of_other}, [is_ratio](const auto& values) {
      return is_ratio ? values[0] / values[1] - 1 : values[0] - values[1];
    });
  }

  StudyNumber cost_of(const std::string& method, const std::string& baseline,
                      Fairness notion) const {
    const bool is_likelihood = notion == Fairness::kLikelihood;
    const ValueKey key = overall(is_likelihood ? "log_likelihood" : "reconstruction_error");
    return combined({number(method, key), number(baseline, key)},
                    [is_likelihood](const auto& values) {
                      return is_likelihood ? values[0] - values[1] : values[0] / values[1] - 1;
                    });
  }

  void add_notion(Fairness notion, const std::string& baseline, DimensionFindings& found) const {
    NotionFinding finding;
    finding.notion = notion;
    if (notion != Fairness::kRepresentation) {
      const auto pair = pair_under(baseline, measure_of(notion));
      if (!pair) return;
      finding.group = pair->first;
      finding.other = pair->second;
    }
    std::vector<StudyNumber> numbers;
    std::vector<std::pair<std::size_t, bool>> of;  // method, whether it is the cost
    for (const std::string& method : study_.spec.methods) {
      const bool is_baseline = method == baseline;
      if (!is_baseline && find_method(method).fairness != notion) continue;
      const StudyNumber difference = difference_of(method, finding);
      if (!difference.is_there()) continue;
      MethodFinding& said = is_baseline ? *finding.methods.emplace(finding.methods.begin())
                                        : finding.methods.emplace_back();
      said.method = method;
      said.difference = difference.value;
    }
    if (finding.methods.empty() || finding.methods.front().method != baseline) return;
    for (std::size_t i = 0; i < finding.methods.size(); ++i) {
      MethodFinding& said = finding.methods[i];
      numbers.push_back(difference_of(said.method, finding));
      of.emplace_back(i, false);
      const StudyNumber cost = cost_of(said.method, baseline, notion);
      if (i == 0 || !cost.is_there()) continue;
      said.cost = cost.value;
      numbers.push_back(cost);
      of.emplace_back(i, true);
    }
    const std::vector<Interval> intervals = simultaneous(study_, numbers);
    for (std::size_t k = 0; k < of.size(); ++k) {
      MethodFinding& said = finding.methods[of[k].first];
      (of[k].second ? said.cost_interval : said.difference_interval) = intervals[k];
    }
    found.notions.push_back(std::move(finding));
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
