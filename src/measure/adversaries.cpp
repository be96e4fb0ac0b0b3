// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <optional>

#include "measure/classifier_scores.h"
#include "measure/group_draws.h"
#include "measure/kolmogorov.h"
#include "measure/messages.h"
#include "measure/roc_auc.h"
#include "measure/value_writer.h"
#include "parallel/parallel_for.h"
#include "text/display_width.h"
#include "text/quoted.h"

namespace fairpca {
namespace {

/// Expected KS distance of alike groups over sqrt(q_0 + q_1): the mean of Kolmogorov's limiting
/// distribution, sqrt(pi / 2) ln 2.
constexpr double kKolmogorovFloor = 0.87;

/// Groups of one attribute that RBF machines are fitted for: with 200 groups of 12 rows one
/// evaluation took two minutes, nearly all of it in these machines.
constexpr std::size_t kMostRbfTargets = 12;

/// One group against the other published groups of its attribute; of two groups, the second.
struct GroupTarget {
  std::size_t attribute = 0;
  std::vector<std::size_t> groups;  ///< whose value this is
  std::int32_t group = 0;           ///< predicted

  /// 1 in the group, 0 in others, -1: in none.
  std::vector<std::int32_t> classes(const MeasuredGroups& groups_of_rows) const {
    std::vector<std::int32_t> result;
    for (const std::int32_t g : groups_of_rows.group_of[attribute]) {
      result.push_back(g < 0 ? -1 : g == group ? 1 : 0);
    }
    return result;
  }
};

std::vector<GroupTarget> group_targets(const MeasuredGroups& groups) {
  std::vector<GroupTarget> targets;
  for (std::size_t a = 0; a < groups.attributes.size(); ++a) {
    const std::vector<std::size_t>& members = groups.attributes[a];
    if (members.size() == 2) {
      targets.push_back({a, members, static_cast<std::int32_t>(members[1])});
    } else if (members.size() > 2) {
      for (const std::size_t g : members) {
        targets.push_back({a, {g}, static_cast<std::int32_t>(g)});
      }
    }
  }
  return targets;
}

/// A target's evaluated rows of two kinds, as a classifier scores them.
struct TargetScores {
  std::vector<Index> rows;                 ///< in a group of the attribute
  std::vector<bool> positive;              ///< of each evaluated row
  std::vector<bool> is_right;              ///< predicted as what it is
  std::array<double, 2> squares = {0, 0};  ///< q: sum of squared normalised weights, others first
  std::array<Index, 2> counts = {0, 0};
  std::optional<RankedScores> ranked;

  TargetScores(const GroupTarget& target, const MeasuredGroups& groups,
               const ClassifierScores& scores, const Vector& weights) {
    const std::vector<std::int32_t> classes = target.classes(groups);
    std::array<double, 2> sums = {0, 0};
    for (std::size_t i = 0; i < classes.size(); ++i) {
      positive.push_back(classes[i] == 1);
      is_right.push_back(scores.predicted[i] == classes[i]);
      if (classes[i] < 0) continue;
      rows.push_back(static_cast<Index>(i));
      const auto k = static_cast<std::size_t>(classes[i]);
      const double weight = weights(static_cast<Index>(i));
      ++counts[k];
      sums[k] += weight;
      squares[k] += weight * weight;
    }
    for (const std::size_t k : {0U, 1U}) squares[k] /= sums[k] * sums[k];
    ranked.emplace(scores.scores.col(0), positive, rows);
  }

  /// balanced_accuracy() in several draws.
  DrawnValues balanced_accuracy(const DrawnWeights& weights) const {
    std::array<DrawnValues, 2> right = {DrawnValues::Zero(), DrawnValues::Zero()}, sums = right;
    for (const Index row : rows) {
      const auto i = static_cast<std::size_t>(row);
      const std::size_t k = positive[i] ? 1 : 0;
      sums[k] += weights.row(row);
      if (is_right[i]) right[k] += weights.row(row);
    }
    return (right[0] / sums[0] + right[1] / sums[1]) / 2;
  }

  /// Mean of the shares of both kinds that are recognised.
  double balanced_accuracy(const Vector& weights) const {
    std::array<double, 2> right = {0, 0}, sums = {0, 0};
    for (const Index row : rows) {
      const auto i = static_cast<std::size_t>(row);
      const std::size_t k = positive[i] ? 1 : 0;
      sums[k] += weights(row);
      if (is_right[i]) right[k] += weights(row);
    }
    return (right[0] / sums[0] + right[1] / sums[1]) / 2;
  }
};

using Targets = std::vector<GroupTarget>;
/// One per target; none where no classifier could be fitted.
using ScoresOfTargets = std::vector<std::optional<TargetScores>>;

/// AUC or balanced accuracy of every target: values, and values in every draw.
struct TargetValues {
  Vector values;
  Matrix draws;  ///< draws x targets; no rows: no intervals

  void add_to(const Targets& targets, const MeasuredGroups& groups, ValueWriter writer) const {
    const LargestValue largest = largest_value(values, draws);
    writer.add(Statistic::kValue, "", largest.value, largest.interval, largest.draws);
    for (std::size_t t = 0; t < targets.size(); ++t) {
      const auto column = static_cast<Index>(t);
      const Vector of_target = draws.rows() > 0 ? Vector(draws.col(column)) : Vector();
      for (const std::size_t g : targets[t].groups) {
        writer.add(Statistic::kValue, groups.names[g], values(column),
                   of_target.size() > 0 ? percentile_interval(of_target) : Interval(), of_target);
      }
    }
  }
};

class Adversaries {
 public:
  Adversaries(const MeasureContext& context, Measured& measured)
      : context_(context),
        settings_(context.input.settings),
        weights_(context.input.evaluated.keys->weights),
        targets_(group_targets(context.evaluated)),
        measured_(measured) {}

  void run() {
    if (targets_.empty()) return;
    fit();
    if (!of_machine_.empty()) measure_linear_unfairness();
    measure_scores(of_logistic_, "linear");
    measure_scores(of_rbf_, "rbf");
  }

 private:
  bool wants_scores(const std::string& kind) const {
    return context_.wants("group_auc_" + kind) || context_.wants("group_accuracy_" + kind);
  }

  void fit() {
    std::vector<std::pair<Classifier, ScoresOfTargets*>> kinds;
    if (context_.wants("linear_unfairness")) {
      kinds.emplace_back(Classifier::kLinearSvm, &of_machine_);
    }
    if (wants_scores("linear")) kinds.emplace_back(Classifier::kLogistic, &of_logistic_);
    if (wants_scores("rbf")) kinds.emplace_back(Classifier::kRbfSvm, &of_rbf_);
    const FittingParts parts = FittingParts::of(context_);
    const MeasuredGroups& trained_on =
        parts.is_cross_fitted ? context_.evaluated : *context_.training;
    std::vector<ClassifierTask> tasks;
    for (const auto& [kind, scores] : kinds) {
      for (const GroupTarget& target : targets_) {
        if (leaves_out(kind, target)) continue;
        tasks.push_back({target.classes(trained_on),
                         2,
                         {kind, true, settings_.max_kernel_rows, settings_.seed}});
      }
    }
    const std::vector<ClassifierScores> fitted = fit_and_score(parts, tasks, settings_.threads);
    note_fitting(parts, fitted, settings_, measured_);
    std::size_t task = 0;
    for (const auto& [kind, scores] : kinds) {
      for (const GroupTarget& target : targets_) {
        if (leaves_out(kind, target)) {
          scores->emplace_back();
        } else {
          keep(target, fitted[task++], *scores);
        }
      }
      const bool is_limited =
          std::any_of(targets_.begin(), targets_.end(),
                      [&, of = kind](const GroupTarget& target) { return leaves_out(of, target); });
      if (is_limited) {
        add_note(measured_, measure_message<"rbf-groups">("most"_is(kMostRbfTargets)));
      }
    }
  }

  /// Kernel machines, whose cost grows with the square of the rows, predict the largest groups.
  bool leaves_out(Classifier kind, const GroupTarget& target) const {
    if (kind != Classifier::kRbfSvm) return false;
    const std::vector<std::vector<Index>>& rows = context_.evaluated.rows;
    const auto group = static_cast<std::size_t>(target.group);
    std::size_t before = 0;
    for (const std::size_t other : context_.evaluated.attributes[target.attribute]) {
      const bool is_larger = rows[other].size() > rows[group].size();
      const bool comes_first = rows[other].size() == rows[group].size() && other < group;
      if (is_larger || comes_first) ++before;
    }
    return before >= kMostRbfTargets;
  }

  void keep(const GroupTarget& target, const ClassifierScores& fitted, ScoresOfTargets& scores) {
    scores.emplace_back();
    if (fitted.is_fitted) {
      scores.back().emplace(target, context_.evaluated, fitted, weights_);
      return;
    }
    std::vector<std::string> names;
    for (const std::size_t g : target.groups)
      names.push_back(shortened(context_.evaluated.names[g], 48));
    add_note(measured_, measure_message<"group-not-predicted">("groups"_is(quoted_list(names))));
  }

  double p_value(const TargetScores& target, double distance) const {
    if (!settings_.has_intervals) return std::numeric_limits<double>::quiet_NaN();
    if (context_.input.evaluated.keys->has_weights) {
      return kolmogorov_tail(distance, 1 / (target.squares[0] + target.squares[1]));
    }
    return kolmogorov_p_value(distance, target.counts[0], target.counts[1]);
  }

  Interval band(const TargetScores& target, double distance, Index statements) const {
    if (!settings_.has_intervals) return {};
    const double width = kolmogorov_band(1 / target.squares[0], 1 / target.squares[1], statements);
    return {std::max(0.0, distance - width), std::min(1.0, distance + width)};
  }

  /// The largest distance, with a band and a p-value that hold for all targets at once.
  void measure_linear_unfairness() {
    ValueWriter writer("linear_unfairness", measured_);
    const auto count = static_cast<Index>(std::count_if(
        of_machine_.begin(), of_machine_.end(), [](const auto& of) { return of.has_value(); }));
    double largest = -1, floor = 0, least_p = std::numeric_limits<double>::quiet_NaN();
    Interval interval;
    for (const std::optional<TargetScores>& target : of_machine_) {
      if (!target) continue;
      const double distance = target->ranked->kolmogorov_distance(weights_);
      const Interval of_target = band(*target, distance, count);
      interval = {std::fmax(interval.low, of_target.low), std::fmax(interval.high, of_target.high)};
      least_p = std::fmin(least_p, p_value(*target, distance));
      if (distance <= largest) continue;
      largest = distance;
      floor = kKolmogorovFloor * std::sqrt(target->squares[0] + target->squares[1]);
    }
    if (count == 0) return;
    writer.add(Statistic::kValue, "", largest, interval, {}, floor);
    // std::min keeps NaN, its first argument, where there are no p-values.
    writer.add(Statistic::kPValue, "", std::min(static_cast<double>(count) * least_p, 1.0));
    for (std::size_t t = 0; t < targets_.size(); ++t) {
      if (of_machine_[t]) add_linear_unfairness(targets_[t], *of_machine_[t], writer);
    }
  }

  void add_linear_unfairness(const GroupTarget& target, const TargetScores& scores,
                             ValueWriter& writer) const {
    const double distance = scores.ranked->kolmogorov_distance(weights_);
    for (const std::size_t g : target.groups) {
      const std::string& name = context_.evaluated.names[g];
      writer.add(Statistic::kValue, name, distance, band(scores, distance, 1), {},
                 kKolmogorovFloor * std::sqrt(scores.squares[0] + scores.squares[1]));
      writer.add(Statistic::kPValue, name, p_value(scores, distance));
    }
  }

  void measure_scores(const ScoresOfTargets& scores, const std::string& kind) {
    if (scores.empty()) return;
    TargetValues auc = no_values(), accuracy = no_values();
    fill(scores, weights_, auc.values, accuracy.values);
    if (GroupDraws::are_wanted(context_)) draw_scores(scores, auc.draws, accuracy.draws);
    const auto add = [&](const std::string& id, const TargetValues& values) {
      if (context_.wants(id)) {
        values.add_to(targets_, context_.evaluated, ValueWriter(id, measured_));
      }
    };
    add("group_auc_" + kind, auc);
    add("group_accuracy_" + kind, accuracy);
  }

  /// Both numbers in every draw, some draws at a time.
  void draw_scores(const ScoresOfTargets& scores, Matrix& auc, Matrix& accuracy) const {
    const Index draws = settings_.draws, rows = weights_.size();
    const GroupDraws group_draws(context_);
    auc.resize(draws, static_cast<Index>(scores.size()));
    accuracy.resize(draws, static_cast<Index>(scores.size()));
    const auto blocks = static_cast<std::size_t>((draws + kDrawsTogether - 1) / kDrawsTogether);
    parallel_for(blocks, settings_.threads, [&](std::size_t block) {
      const Index first = static_cast<Index>(block) * kDrawsTogether;
      const Index count = std::min(kDrawsTogether, draws - first);
      std::vector<std::int32_t> counts(static_cast<std::size_t>(rows));
      DrawnWeights weights = DrawnWeights::Zero(rows, kDrawsTogether);
      for (Index k = 0; k < count; ++k) {
        group_draws.resampling().counts(static_cast<int>(first + k), counts);
        for (Index i = 0; i < rows; ++i) {
          weights(i, k) = counts[static_cast<std::size_t>(i)] * weights_(i);
        }
      }
      for (std::size_t t = 0; t < scores.size(); ++t) {
        constexpr double kNone = std::numeric_limits<double>::quiet_NaN();
        DrawnValues areas = DrawnValues::Constant(kNone), shares = areas;
        if (scores[t]) {
          areas = scores[t]->ranked->auc(weights);
          shares = scores[t]->balanced_accuracy(weights);
        }
        const auto column = static_cast<Index>(t);
        auc.col(column).segment(first, count) = areas.head(count).transpose();
        accuracy.col(column).segment(first, count) = shares.head(count).transpose();
      }
    });
  }

  TargetValues no_values() const { return {Vector(static_cast<Index>(targets_.size())), {}}; }

  template <class Auc, class Accuracy>
  static void fill(const ScoresOfTargets& scores, const Vector& weights, Auc&& auc,
                   Accuracy&& accuracy) {
    for (std::size_t t = 0; t < scores.size(); ++t) {
      const auto at = static_cast<Index>(t);
      constexpr double kNone = std::numeric_limits<double>::quiet_NaN();
      auc(at) = scores[t] ? scores[t]->ranked->auc(weights) : kNone;
      accuracy(at) = scores[t] ? scores[t]->balanced_accuracy(weights) : kNone;
    }
  }

  const MeasureContext& context_;
  const MeasureSettings& settings_;
  const Vector& weights_;
  Targets targets_;
  Measured& measured_;
  ScoresOfTargets of_machine_, of_logistic_, of_rbf_;
};

}  // namespace

void measure_adversaries(const MeasureContext& context, Measured& measured) {
  Adversaries(context, measured).run();
}

}  // namespace fairpca
