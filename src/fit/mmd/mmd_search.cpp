// SPDX-License-Identifier: BSD-3-Clause
#include "fit/mmd/mmd_search.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>
#include <numbers>
#include <utility>

#include "fairpca/manifolds/grassmann.h"
#include "fairpca/manifolds/stiefel.h"
#include "fit/mmd/corrected_problem.h"

namespace fairpca {
namespace {

/// On |grad| of the inner problems: until near tau, and at the end.
constexpr double kRoughTolerance = 1e-2, kFineTolerance = 1e-4;
/// Of cheaper sums, beside tau: noise up to which they are searched to the end, and how far beyond.
constexpr double kFineNoise = 1e-6, kNoisyTolerance = 1e-3;
/// Share of the variance that dividing tau by e costs, about.
constexpr double kElasticity = 0.03;
/// MMD^2 and limits below this get no larger penalty.
constexpr double kSmallest = 1e-7;
/// Searches on a sample that is corrected, and their tolerance: on Adult a third search ends no
/// nearer, and what the sample is wrong then is ten times this.
constexpr int kSampleCorrections = 2;
constexpr double kCorrectedTolerance = 1e-3;
/// PenaltyOptions::rho_factor: far from a solution, and near to one, where a larger slows the inner
/// problems.
constexpr double kRhoFactor = 10, kRhoFactorNear = 1;
/// Frames rotated towards little variance that are tried one after the other.
constexpr int kTilts = 2, kMostTilts = 4;
/// Share of the variance that one must gain for another to be tried.
constexpr double kGain = 2e-3;

/// Passes over the pairs cost far more than old steps, up to some memory.
int memory_for(Index p, Index d) {
  constexpr Index kNumbers = 2'000'000;
  return static_cast<int>(std::clamp<Index>(kNumbers / (p * d), 10, 300));
}

/// A frame's last directions rotated by `angle` towards as many orthogonal to it.
Matrix rotated_frame(Matrix frame, const Matrix& towards, double angle) {
  auto rotated = frame.rightCols(towards.cols());
  rotated = std::cos(angle) * rotated + std::sin(angle) * towards;
  return frame;
}

class MmdSearch {
 public:
  MmdSearch(const MmdProblem& problem, const MmdProblem& rough, double tau,
            const MmdFairPcaOptions& options, const SolveObserver& observer, Index p, Index d)
      : problem_(problem),
        rough_(rough),
        limits_(Vector::Constant(problem.constraints(), tau)),
        options_(options),
        frames_(frames_for(options, p, d)),
        manifold_(*frames_) {
    penalty_.max_rounds = options.max_rounds;
    penalty_.max_inner_iterations = options.max_iterations;
    penalty_.memory = memory_for(p, d);
    penalty_.observer = observer;
    penalty_.inner_solver = options.inner_solver;
    penalty_.sees_frames = options.kernel_family == KernelFamily::kLaplace;
    if (options.solver != MmdSolver::kExactPenalty) return;
    penalty_.first_tolerance = options.first_tolerance;
    penalty_.last_tolerance = std::min(options.last_tolerance, options.first_tolerance);
    penalty_.tolerance_factor = options.tolerance_factor;
    penalty_.max_penalty = options.max_penalty;
    penalty_.penalty_factor = options.penalty_factor;
    penalty_.step_tolerance = options.step_tolerance;
  }

  /// The authors' first penalty, the same from every start: 1 / MMD^2 of plain PCA.  Groups that
  /// plain PCA leaves within tau, perhaps with an unbiased MMD^2 below 0, do not ask for a larger.
  void scale_penalty(const Matrix& pca) {
    if (has_own_penalty()) {
      penalty_.first_penalty = Vector::Constant(limits_.size(), options_.first_penalty);
      return;
    }
    Vector constraints;
    problem_.values(pca, constraints, false);
    penalty_.first_penalty = constraints.cwiseMax(limits_).cwiseMax(kSmallest).cwiseInverse();
  }
  /// For frames that have little to lose: what tau will cost in the end, roughly.
  void expect_penalty() {
    if (has_own_penalty()) return;
    const Vector expected = kElasticity * limits_.cwiseMax(kSmallest).cwiseInverse();
    penalty_.first_penalty = penalty_.first_penalty.cwiseMax(expected);
  }
  void warm_start(const Vector& multipliers) {
    penalty_.first_penalty = multipliers.cwiseMax(1e-6);
  }
  /// Searches begin next to a solution.
  void begin_near() { rho_factor_ = kRhoFactorNear; }

  /// The solver from each frame; kRefined finishes only the one that looks best early.
  void run_from(const std::vector<std::pair<MmdStart, Matrix>>& frames) {
    if (options_.solver == MmdSolver::kRefined) return refine_best_of(frames);
    for (const auto& [start, frame] : frames) {
      if (stopped()) return;
      const auto solver = options_.solver == MmdSolver::kAugmentedLagrangian
                              ? minimize_augmented_lagrangian
                              : minimize_exact_penalty;
      offer(start, count(solver(manifold_, problem_, limits_, frame, penalty_)));
    }
  }

  /// From frames that begin with little variance and little to tell groups by, and gain variance as
  /// tau allows: mean matching rotated halfway to the directions of least variance, three quarters
  /// of the way, and so on; `at_least` of them, more while no end is within tau and MMD^2 falls or,
  /// if wanted, while each gains.  True if one did.
  bool run_from_tilted_starts(const MmdStarts& starts, int at_least, bool while_gaining) {
    if (starts.mean_matching().size() == 0 || stopped()) return false;
    const Matrix least = starts.least_variance(starts.mean_matching());
    if (least.cols() == 0) return false;
    bool gained = false, gained_once = false;
    double left = std::numbers::pi / 4;
    for (int k = 0; k < kMostTilts && !stopped(); ++k, left /= 2) {
      if (k >= at_least && is_feasible() && !(while_gaining && gained)) break;
      const double value = best_value(), mmd2 = least_mmd2();
      run_expecting(rotated_frame(starts.mean_matching(), least, std::numbers::pi / 2 - left));
      if (!is_feasible() && least_mmd2() >= mmd2) break;
      gained = gains_on(value);
      gained_once = gained_once || gained;
    }
    return gained_once;
  }

  /// From the best end within tau, rotated a little towards the directions of least variance, again
  /// and again while that gains.
  void improve(const MmdStarts& starts) {
    for (int k = 0; k < kMostTilts && is_feasible() && !stopped(); ++k) {
      const double before = best_value();
      const Matrix least = starts.least_variance(result_.best.point);
      if (least.cols() == 0) return;
      run_expecting(rotated_frame(result_.best.point, least, std::numbers::pi / 8));
      if (!gains_on(before)) return;
    }
  }

  /// On to tau itself, by the augmented Lagrangian: as near as cheaper sums lead, then exactly.
  void refine(MmdStart start, PenaltyResult from) {
    std::vector<PenaltyResult> on_the_way;
    if (from.feasible) on_the_way.push_back(from);
    double reached = kRoughTolerance;
    if (&rough_ != &problem_) {
      reached = rough_.noise() <= kFineNoise * limits_.cwiseAbs().minCoeff() ? kFineTolerance
                                                                             : kNoisyTolerance;
      from = refined(rough_, from, kRoughTolerance, reached);
      judge(from);
      if (from.feasible) on_the_way.push_back(from);
    }
    const PenaltyResult end =
        from.stopped ? from : refined(problem_, from, reached, kFineTolerance);
    for (PenaltyResult& found : on_the_way) {
      found.converged = end.converged;  // by the problem itself
      found.stopped = end.stopped;
      offer(start, std::move(found));
    }
    offer(start, end);
  }

  /// That of any problem with the same constraints.
  PenaltyResult refined(const ConstrainedObjective& objective, const PenaltyResult& from,
                        double first_tolerance, double last_tolerance) {
    PenaltyOptions fine = penalty_;
    fine.first_penalty = from.multipliers.cwiseMax(1e-6);
    fine.first_tolerance = first_tolerance;
    fine.last_tolerance = last_tolerance;
    fine.tolerance_factor = 0.1;
    fine.rho_factor = rho_factor_;
    fine.curvature = from.curvature;
    fine.noise = &objective == &problem_ ? 0 : rough_.noise();
    return count(minimize_augmented_lagrangian(manifold_, objective, limits_, from.point, fine));
  }

  /// The authors' first phase: the best in variance of 11 random frames, then MMD^2 alone.
  Matrix kernel_only_start(std::uint64_t seed) {
    Matrix best = manifold_.random_point(seed);
    for (std::uint64_t k = 1; k <= 10; ++k) {
      Matrix other = manifold_.random_point(seed + k);
      if (problem_.explained(other) > problem_.explained(best)) best = std::move(other);
    }
    LbfgsOptions inner;
    inner.descent.gradient_tolerance = 1e-6;
    const DescentResult found =
        minimize_lbfgs(manifold_, MmdSum(problem_), best, inner, [this](const IterationRecord&) {
          return penalty_.observer ? penalty_.observer() : Flow::kContinue;
        });
    result_.iterations += found.iterations;
    return found.point;
  }
  Matrix random_start(std::uint64_t seed) const { return manifold_.random_point(seed); }

  bool has_result() const { return result_.best.point.size() > 0; }
  bool is_feasible() const { return has_result() && result_.best.feasible; }
  bool stopped() const { return result_.best.stopped; }
  MmdSearchResult finish() { return std::move(result_); }

 private:
  /// Subspaces, or frames where the kernel tells those of a subspace apart.
  static std::unique_ptr<OrthonormalFrames> frames_for(const MmdFairPcaOptions& options, Index p,
                                                       Index d) {
    if (options.kernel_family == KernelFamily::kGaussian) return std::make_unique<Grassmann>(p, d);
    return std::make_unique<Stiefel>(p, d);
  }

  bool has_own_penalty() const {
    return options_.solver == MmdSolver::kExactPenalty && options_.first_penalty > 0;
  }

  void run_expecting(Matrix frame) {
    const Vector usual = penalty_.first_penalty;
    expect_penalty();
    run_from({{MmdStart::kTilted, std::move(frame)}});
    penalty_.first_penalty = usual;
  }

  /// f of the best end within tau.
  double best_value() const {
    return is_feasible() ? result_.best.value : std::numeric_limits<double>::infinity();
  }
  bool gains_on(double before) const {
    return is_feasible() && result_.best.value < before - kGain * std::abs(result_.best.value);
  }
  double least_mmd2() const {
    return has_result() ? result_.best.constraints.maxCoeff()
                        : std::numeric_limits<double>::infinity();
  }

  PenaltyResult count(PenaltyResult found) {
    result_.rounds += found.rounds;
    result_.iterations += found.iterations;
    return found;
  }

  static bool is_better(const PenaltyResult& one, const PenaltyResult& other) {
    if (other.point.size() == 0) return true;
    if (one.feasible != other.feasible) return one.feasible;
    return one.feasible ? one.value < other.value
                        : one.constraints.maxCoeff() < other.constraints.maxCoeff();
  }

  void offer(MmdStart start, PenaltyResult found) {
    const bool stop = found.stopped;
    if (is_better(found, result_.best)) {
      result_.best = std::move(found);
      result_.start = start;
    }
    result_.best.stopped = stop;
  }

  /// By the problem itself, which a search from there begins with.
  void judge(PenaltyResult& found) const {
    found.value = problem_.values(found.point, found.constraints, true);
    found.feasible = (found.constraints - limits_).maxCoeff() <= 0;
  }

  /// f that a rough end will have at tau, to first order.
  double predicted_value(const PenaltyResult& rough) const {
    return rough.value + rough.multipliers.dot((rough.constraints - limits_).cwiseMax(0.0));
  }

  /// The penalty loop from each frame until it is near tau; on to tau from the end of the best
  /// predicted value, and from others predicted to be better than what was found (from all, if the
  /// starts were asked for).
  void refine_best_of(const std::vector<std::pair<MmdStart, Matrix>>& frames) {
    PenaltyOptions rough = penalty_;
    rough.feasibility_factor = 2;
    rough.last_tolerance = kRoughTolerance;
    rough.tolerance_factor = 0.1;
    rough.noise = rough_.noise();
    std::vector<std::pair<MmdStart, PenaltyResult>> candidates;
    for (const auto& [start, frame] : frames) {
      PenaltyResult found = count(minimize_exact_penalty(manifold_, rough_, limits_, frame, rough));
      if (&rough_ != &problem_) judge(found);
      if (found.stopped) return offer(start, std::move(found));
      if (found.nearly_feasible) {
        candidates.emplace_back(start, std::move(found));
      } else {
        offer(start, std::move(found));
      }
    }
    std::stable_sort(candidates.begin(), candidates.end(), [this](const auto& a, const auto& b) {
      return predicted_value(a.second) < predicted_value(b.second);
    });
    for (std::size_t k = 0; k < candidates.size() && !stopped(); ++k) {
      const auto& [start, found] = candidates[k];
      const bool may_improve = !is_feasible() || predicted_value(found) < result_.best.value;
      if (k == 0 || may_improve || !options_.starts.empty()) refine(start, found);
    }
  }

  const MmdProblem &problem_, &rough_;
  Vector limits_;
  const MmdFairPcaOptions& options_;
  std::unique_ptr<OrthonormalFrames> frames_;
  const OrthonormalFrames& manifold_;
  PenaltyOptions penalty_;
  double rho_factor_ = kRhoFactor;
  MmdSearchResult result_;
};

/// Empty where there is no such frame, or several (run_from_tilted_starts).
Matrix frame_of(MmdStart start, const MmdStarts& starts, MmdSearch& search) {
  switch (start) {
    case MmdStart::kMeanMatching:
      return starts.mean_matching();
    case MmdStart::kKernelOnly:
      return search.kernel_only_start(starts.seed());
    case MmdStart::kRandom:
      return search.random_start(starts.seed());
    case MmdStart::kTilted:
      return {};
    case MmdStart::kPca:
      break;
  }
  return starts.pca();
}

void run_from(const std::vector<MmdStart>& wanted, const MmdStarts& starts, MmdSearch& search) {
  std::vector<std::pair<MmdStart, Matrix>> frames;
  for (const MmdStart start : wanted) {
    Matrix frame = frame_of(start, starts, search);
    if (frame.size() > 0) frames.emplace_back(start, std::move(frame));
  }
  search.run_from(frames);
}

void run_asked(const std::vector<MmdStart>& asked, const MmdStarts& starts, MmdSearch& search) {
  run_from(asked, starts, search);
  if (std::find(asked.begin(), asked.end(), MmdStart::kTilted) != asked.end()) {
    search.run_from_tilted_starts(starts, kTilts, false);
    search.improve(starts);
  }
  if (!search.has_result()) run_from({MmdStart::kPca}, starts, search);
}

/// `hard`: so far below the noise of the estimate that the constraint has many local minima.  Then
/// further starts are tried one by one, as long as they gain.
void run_automatic(bool hard, const MmdStarts& starts, MmdSearch& search) {
  run_from({MmdStart::kMeanMatching, MmdStart::kPca}, starts, search);
  const bool found = search.is_feasible();
  if (!found) {
    search.expect_penalty();
    if (!search.stopped()) run_from({MmdStart::kKernelOnly}, starts, search);
    if (!search.stopped() && !search.is_feasible()) run_from({MmdStart::kRandom}, starts, search);
  }
  if (!hard && search.is_feasible()) return;
  const bool gained = search.run_from_tilted_starts(starts, 1, hard);
  if (hard && (gained || !found)) search.improve(starts);
}

}  // namespace

MmdSearchResult search_mmd(const MmdProblem& problem, const MmdProblem& rough, double tau,
                           const MmdStarts& starts, const MmdFairPcaOptions& options,
                           const SolveObserver& observer) {
  MmdSearch search(problem, rough, tau, options, observer, starts.pca().rows(),
                   starts.pca().cols());
  search.scale_penalty(starts.pca());
  if (options.starts.empty()) {
    const bool biased = options.estimator == MmdEstimator::kBiased;
    run_automatic(biased && tau < problem.floor() / 30, starts, search);
  } else {
    run_asked(options.starts, starts, search);
  }
  return search.finish();
}

MmdSearchResult continue_mmd(const MmdProblem& problem, const MmdProblem& rough, double tau,
                             const MmdSearchResult& from, const MmdFairPcaOptions& options,
                             const SolveObserver& observer, bool is_near) {
  const Matrix& frame = from.best.point;
  MmdSearch search(problem, rough, tau, options, observer, frame.rows(), frame.cols());
  if (options.solver == MmdSolver::kRefined) {
    PenaltyResult here = from.best;  // within another tau, or of other rows
    here.value = problem.values(frame, here.constraints, false);
    here.feasible = here.constraints.maxCoeff() <= tau;
    if (is_near) search.begin_near();
    search.refine(from.start, std::move(here));
    if (search.is_feasible() || search.stopped()) return search.finish();
  }
  search.warm_start(from.best.multipliers);
  search.run_from({{from.start, frame}});
  return search.finish();
}

MmdSearchResult correct_mmd(const MmdProblem& problem, const MmdProblem& sample, double tau,
                            const MmdSearchResult& from, const MmdFairPcaOptions& options,
                            const SolveObserver& observer) {
  MmdSearchResult result{.best = from.best, .start = from.start};
  const Matrix& frame = from.best.point;
  MmdSearch search(problem, sample, tau, options, observer, frame.rows(), frame.cols());
  search.begin_near();
  for (int k = 0; k < kSampleCorrections && !result.best.stopped; ++k) {
    const CorrectedProblem corrected(sample, problem, result.best.point);
    result.best = search.refined(corrected, result.best, kRoughTolerance, kCorrectedTolerance);
    result.rounds += result.best.rounds;
    result.iterations += result.best.iterations;
  }
  return result;
}

}  // namespace fairpca
