// SPDX-License-Identifier: BSD-3-Clause
#include "fit/fair_pca/multiplicative_weights.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <utility>

#include "fit/fair_pca/fantope_problem.h"
#include "fit/fair_pca/fantope_rounding.h"
#include "fit/fair_pca/linear_rounding.h"
#include "fit/fair_pca/messages.h"

namespace fairpca {
namespace {

/// The automatic step times the largest loss of the first round begins at 1 and ends here.
constexpr double kSmallestStep = 0.1;

/// The mean of the projections V_t V_t' of the rounds.
///
/// Few rounds have few directions: the frames are kept side by side, and no p x p matrix is
/// decomposed.  From p directions on their sum is kept.
class MeanOfRounds {
 public:
  explicit MeanOfRounds(Index p) : frames_(p, 0) {}

  void add(const Matrix& frame) {
    if (frames_.cols() + frame.cols() >= frames_.rows()) fold();
    frames_.conservativeResize(Eigen::NoChange, frames_.cols() + frame.cols());
    frames_.rightCols(frame.cols()) = frame;
    ++count_;
  }
  void clear() {
    frames_.resize(frames_.rows(), 0);
    sum_.resize(0, 0);
    count_ = 0;
  }
  int count() const { return count_; }

  /// F with F F' the mean.
  Matrix factor(SpectralSolver& spectral) {
    if (sum_.size() == 0) return frames_ / std::sqrt(static_cast<double>(count_));
    fold();
    const Matrix mean = Matrix(sum_.selfadjointView<Eigen::Lower>()) / static_cast<double>(count_);
    const TopEigenpairs all = spectral.estimate(mean, mean.rows());
    return all.vectors * all.values.cwiseMax(0.0).cwiseSqrt().asDiagonal();
  }

 private:
  void fold() {
    if (frames_.cols() == 0) return;
    if (sum_.size() == 0) sum_ = Matrix::Zero(frames_.rows(), frames_.rows());
    sum_.selfadjointView<Eigen::Lower>().rankUpdate(frames_);
    frames_.resize(frames_.rows(), 0);
  }

  Matrix frames_;  ///< p x as many directions
  Matrix sum_;     ///< of rounds before those of `frames_`; empty: there are none
  int count_ = 0;
};

/// Samadi et al. (2018), Algorithms 2 and 3, for any number of groups.
///
/// Their step eta is in the units of the losses.  eta = 0 takes 1 / the largest loss of the first
/// round, and half of it whenever the bound falls: the step went too far.  The mean of the rounds
/// then begins again.
class MultiplicativeWeights {
 public:
  MultiplicativeWeights(const FantopeProblem& problem, double eta, SpectralSolver& spectral)
      : problem_(problem),
        eta_(eta),
        spectral_(spectral),
        mean_(problem.matrices.front().get().rows()) {
    const auto groups = static_cast<Index>(problem.matrices.size());
    weights_ = Vector::Constant(groups, 1.0 / static_cast<double>(groups));
    loss_sum_ = Vector::Zero(groups);
  }

  /// The oracle at the current weights, then their update.
  void round() {
    combine(weights_);
    const TopEigenpairs pairs = spectral_.estimate(combined_, problem_.d);
    last_ = {pairs.vectors, Vector::Ones(problem_.d)};
    const Vector losses = problem_.offsets - captured(problem_.matrices, last_);
    const double dual = problem_.offsets.dot(weights_) - pairs.sum_upper_bound();
    if (eta_ == 0) scale_ = std::max(losses.maxCoeff(), std::numeric_limits<double>::min());
    if (eta_ == 0) eta_ = 1 / scale_;
    if (scale_ > 0 && dual < last_dual_ && eta_ * scale_ > kSmallestStep) shorten_step();
    last_dual_ = dual;
    last_value_ = losses.maxCoeff();
    mean_.add(pairs.vectors);
    loss_sum_ += losses;
    ++rounds_;
    if (!best_dual_ || dual > *best_dual_) {
      best_dual_ = dual;
      best_weights_ = weights_;
      best_pairs_ = pairs;
    }
    // Taken relative to the largest loss: the same weights after normalisation, without overflow.
    weights_ = weights_.array() * (eta_ * (losses.array() - losses.maxCoeff())).exp();
    weights_ /= weights_.sum();
  }

  /// The best bound met, after its inertia check.
  double verified_bound() {
    combine(best_weights_);
    certified_ = spectral_.verify(combined_, best_pairs_);
    return problem_.offsets.dot(best_weights_) - best_pairs_.sum_upper_bound();
  }

  /// The value of the mean of the rounds: losses are linear in P.
  double average_value() const { return loss_sum_.maxCoeff() / static_cast<double>(mean_.count()); }
  double last_value() const { return last_value_; }
  double best_dual() const { return *best_dual_; }

  FantopePoint average() { return fantope_point(mean_.factor(spectral_), problem_.d); }

  const FantopePoint& last() const { return last_; }
  const Vector& best_weights() const { return best_weights_; }
  bool certified() const { return certified_; }
  int rounds() const { return rounds_; }

 private:
  void combine(const Vector& weights) {
    combined_ = weights(0) * problem_.matrices.front().get();
    for (Index g = 1; g < weights.size(); ++g) {
      combined_ += weights(g) * problem_.matrices[static_cast<std::size_t>(g)].get();
    }
  }

  void shorten_step() {
    eta_ /= 2;
    mean_.clear();
    loss_sum_.setZero();
  }

  const FantopeProblem& problem_;
  double eta_;
  double scale_ = 0;  ///< of the losses; 0 where eta was given
  double last_dual_ = -std::numeric_limits<double>::infinity(), last_value_ = 0;
  SpectralSolver& spectral_;
  Vector weights_, best_weights_, loss_sum_;
  std::optional<double> best_dual_;
  TopEigenpairs best_pairs_;
  Matrix combined_;
  MeanOfRounds mean_;
  FantopePoint last_;
  bool certified_ = false;
  int rounds_ = 0;
};

/// Step and number of rounds.
struct WeightsPlan {
  double eta = 0;
  double rounds = 0;
};

/// Most rounds that Theorem A.2 may ask for: minutes for a few columns.
constexpr int kMostRounds = 1'000'000;

/// Theorem A.2 of Samadi et al. (2018) for losses (or errors) of at most rho: with the step
/// accuracy / (8 rho) for losses divided by rho, the mean of 32 rho^2 ln G / accuracy^2 rounds is
/// optimal up to `accuracy`.  Its condition accuracy <= 4 rho holds for any that says something.
WeightsPlan plan_for_accuracy(const FantopeProblem& problem, double accuracy) {
  const double rho = std::max(problem.offsets.maxCoeff(), std::numeric_limits<double>::min());
  const double relative = std::min(accuracy / rho, 4.0);
  const double logarithm = std::log(static_cast<double>(problem.matrices.size()));
  const WeightsPlan plan{relative / 8 / rho, std::ceil(32 * logarithm / (relative * relative))};
  if (plan.rounds > kMostRounds) {
    reject(fair_pca_message<"accuracy-takes-too-long">(
        "option"_is(OptionName{"accuracy"}), "value"_is(accuracy), "rounds"_is(plan.rounds),
        "most"_is(kMostRounds), "least"_is(rho * std::sqrt(32 * logarithm / kMostRounds) * 1.05)));
  }
  return plan;
}

/// The leading d directions alone.
FantopePoint leading(const FantopePoint& point, Index d) {
  return {point.basis.leftCols(d), Vector::Ones(d)};
}

/// The point the options ask for, rounded as the paper rounds.  A projection that is solved to the
/// tolerance comes before one with extra dimensions.
FantopePoint chosen_point(const FantopeProblem& problem, MultiplicativeWeights& search,
                          const FairPcaOptions& options, double tolerance) {
  if (options.iterate == WeightsIterate::kLast) return search.last();
  const auto value_of = [&](const FantopePoint& point) {
    return problem.value(captured(problem.matrices, point));
  };
  const auto is_solved = [&](const FantopePoint& point) {
    return problem.is_solved(value_of(point), search.best_dual(), tolerance);
  };
  const FantopePoint average =
      without_empty_dimensions(round_by_linear_program(problem, search.average()), problem.d);
  FantopePoint best = leading(average, problem.d);
  if (options.iterate == WeightsIterate::kBest && value_of(search.last()) < value_of(best)) {
    best = search.last();
  }
  const bool wants_more = options.extra_dimensions == ExtraDimensions::kAllow && !is_solved(best);
  return wants_more && value_of(average) < value_of(best) ? average : best;
}

/// Whether the automatic step has done its work: the point that will be returned is within the
/// tolerance.  With a given eta all rounds are run, as the paper does.
bool is_done(const FantopeProblem& problem, const MultiplicativeWeights& search,
             const FairPcaOptions& options, double tolerance) {
  if (options.eta > 0 || options.accuracy > 0) return false;
  const auto is_solved = [&](double value) {
    return problem.is_solved(value, search.best_dual(), tolerance);
  };
  if (options.iterate != WeightsIterate::kAverage && is_solved(search.last_value())) return true;
  return options.iterate != WeightsIterate::kLast &&
         options.extra_dimensions == ExtraDimensions::kAllow && is_solved(search.average_value());
}

}  // namespace

ProjectionSolution solve_multiplicative_weights(const MatrixRefs& second_moments, Index d,
                                                const FairPcaOptions& given,
                                                SpectralSolver& spectral,
                                                const SolveObserver& observer) {
  FairPcaOptions options = given;
  if (options.accuracy > 0) options.iterate = WeightsIterate::kAverage;
  const GroupOffsets offsets = group_offsets(second_moments, d, options.criterion, spectral);
  const FantopeProblem problem = fantope_problem(second_moments, d, options.criterion, offsets);
  const WeightsPlan plan =
      options.accuracy > 0 ? plan_for_accuracy(problem, options.accuracy)
                           : WeightsPlan{options.eta, static_cast<double>(options.max_iterations)};
  MultiplicativeWeights search(problem, plan.eta, spectral);
  const double tolerance = options.tolerance > 0 ? options.tolerance : 1e-3;
  bool stopped = false, done = false;
  while (search.rounds() < plan.rounds && !stopped && !done) {
    search.round();
    done = is_done(problem, search, options, tolerance);
    stopped = observer && observer() == Flow::kStop;
  }
  const FantopePoint point = chosen_point(problem, search, options, tolerance);
  ProjectionSolution solution;
  solution.bound = search.verified_bound();
  solution.objective = problem.value(captured(problem.matrices, point));
  solution.certified = search.certified() && offsets.certified;
  if (point.weights.minCoeff() < 1) solution.weights = reconstruction_weights(point.weights);
  solution.components = point.basis;
  solution.dual_weights.assign(search.best_weights().begin(), search.best_weights().end());
  solution.multipliers.dual_weights = solution.dual_weights;
  solution.tolerance = tolerance;
  solution.iterations = search.rounds();
  solution.top_d_sums = offsets.top_d_sums;
  solution.status =
      problem.is_solved(solution.objective, solution.bound, tolerance) ? Status::kOptimal
      : stopped                                                        ? Status::kStopped
      : solution.objective - solution.bound <= options.accuracy        ? Status::kConverged
                                                                       : Status::kMaxIterations;
  if (options.accuracy > 0) {
    solution.numbers = {{"average_objective", search.average_value()}, {"step", plan.eta}};
  }
  return solution;
}

}  // namespace fairpca
