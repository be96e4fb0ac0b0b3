// SPDX-License-Identifier: BSD-3-Clause
#include "fairpca/fit/mmd_fair_pca.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>
#include <numeric>
#include <optional>

#include "fit/dimensions.h"
#include "fit/group_checks.h"
#include "fit/messages.h"
#include "fit/mmd/messages.h"
#include "fit/mmd/mmd_calibration.h"
#include "fit/mmd/mmd_constraints.h"
#include "fit/mmd/mmd_memory.h"
#include "fit/mmd/mmd_remarks.h"
#include "fit/mmd/mmd_search.h"
#include "kernels/fourier_kernel_sums.h"

namespace fairpca {
namespace {

/// More rows than this, where every pair counts, are first solved on a sample.
constexpr Index kManyRows = 6000;
/// Samples grow by this while all rows are more than two of them: a pass over the pairs of a sample
/// costs a ninth of one over those of the next.
constexpr Index kSampleGrowth = 3;
/// Constraints whose gradients are corrected one by one, at most.
constexpr Index kMaxCorrected = 50;
/// More rows than this are searched in single precision first.
constexpr Index kRowsForSingle = 2000;
/// Rows of a cell that a sample to permute keeps at least, where there are as many.
constexpr Index kSampleOfCell = 100;
/// Times that the aim of a search by estimates is corrected, and how far below tau it is put then.
constexpr int kCorrections = 2;
constexpr double kAimBelow = 2e-3;
/// Times that tau is calibrated again at the solution found with the last: where little variance is
/// left, permutations allow less with every step.
constexpr int kCalibrations = 15;

class MmdFit {
 public:
  MmdFit(const FitInput& input, const MmdFairPcaOptions& options)
      : input_(input),
        options_(options),
        moments_(*input.prepared),
        spectral_(input.spectral),
        observer_(solve_observer(input)),
        d_(resolve_dimensions(input.dimensions, moments_, moments_.covariance.rows() - 1,
                              spectral_)),
        rows_(load_checked(input, options, d_)) {
    require_variation();
    const TopEigenpairs pairs = spectral_.top(moments_.covariance, d_);
    starts_.emplace(input, options, pairs, spectral_);
    warnings_ = starts_->warnings();
    bound_ = std::max(0.0, moments_.covariance.trace() - pairs.sum_upper_bound());
    certified_ = pairs.certified;
    settle_bandwidth();
  }

  Fit run() {
    kernel_.threads = input_.pass.threads;
    kernel_.bandwidth = bandwidth_;
    kernel_.family = options_.kernel_family;
    kernel_.random_features = options_.random_features;
    kernel_.seed = input_.seed;
    if (options_.tau_level > 0) settle_units();
    const MmdProblem exact = problem_on(rows_, exact_method());
    MmdSearchResult found =
        options_.tau_level > 0 ? solve_calibrated(exact) : solve(exact, options_.tau);
    return finish(exact, std::move(found));
  }

 private:
  static RowsInMemory load_checked(const FitInput& input, const MmdFairPcaOptions& options,
                                   Index d) {
    check_mmd_memory(input, options, d);
    return load_rows(input);
  }

  void require_variation() const {
    if ((rows_.rows.rowwise() - rows_.rows.row(0)).cwiseAbs().maxCoeff() > 0) return;
    reject(fit_message<"rows-all-equal">("rows"_is(Counted{rows_.rows.rows(), "row", "rows"}),
                                         "method"_is("mmd-fair-pca")));
  }

  void settle_bandwidth() {
    const RowMatrix z = rows_.rows * starts_->pca();
    const bool counted = options_.weight_kind == WeightKind::kFrequency;
    const Vector counts = counted ? rows_.weights : Vector();
    const auto by_rule = [&](BandwidthRule rule) {
      return kernel_bandwidth(z, rule, input_.seed, counts);
    };
    authors_bandwidth_ = by_rule(BandwidthRule::kAuthors);
    const bool takes_median = options_.bandwidth_rule == BandwidthRule::kMedian ||
                              options_.kernel_family == KernelFamily::kLaplace;
    bandwidth_ = options_.bandwidth.value_or(takes_median ? by_rule(BandwidthRule::kMedian)
                                                          : authors_bandwidth_);
    if (!(bandwidth_ > 0)) reject(mmd_message<"bandwidth-zero">());
  }

  KernelMethod exact_method() const {
    return options_.kernel == KernelMethod::kTiled || options_.kernel == KernelMethod::kFourier
               ? options_.kernel
               : KernelMethod::kAutomatic;
  }

  MmdProblem problem_on(const RowsInMemory& rows, KernelMethod method) {
    KernelOptions kernel = kernel_;
    kernel.method = method;
    MmdProblem problem(rows, mmd_constraints(input_, rows, options_), moments_.covariance, kernel,
                       evaluations_);
    if (units_.size() > 0) problem.measure_in(units_);
    return problem;
  }

  /// With a level, constraints are compared in what chance makes of them, of all rows or a sample.
  void settle_units() {
    const std::vector<ComparedRows> compared = mmd_constraints(input_, rows_, options_);
    units_ = chance_units(compared);
    const Index count = permuted_sample_rows(compared, options_.permutations);
    if (count == 0) return;
    const Index cells = static_cast<Index>(rows_.cells.size());
    sample_ = sample_rows(rows_, count, input_.seed,
                          std::clamp<Index>(count / (2 * cells), 2, kSampleOfCell));
  }

  static Vector constraints_at(const MmdProblem& problem, const Matrix& frame) {
    Vector constraints;
    problem.values(frame, constraints, false);
    return constraints;
  }

  /// In units of the problem, as tau_.
  MmdSearchResult solve(const MmdProblem& exact, double tau) {
    tau_ = tau;
    MmdSearchResult plain = plain_pca(exact);
    if (plain.best.constraints.maxCoeff() <= tau) return plain;
    if (features_pay(exact.distinct_rows())) return solve_by_estimates(exact, tau);
    const bool few = exact.distinct_rows() <= kManyRows || d_ <= 2;
    if (few || options_.kernel == KernelMethod::kTiledSingle) return search_on(exact, tau);
    return solve_by_samples(exact, tau);
  }

  /// Whether single precision is asked for or saves time, at a problem that has made a pass.
  bool single_pays(const MmdProblem& problem) const {
    if (options_.kernel == KernelMethod::kTiledSingle) return true;
    // A trust region takes curvatures from differences of gradients, which are noise then.
    return options_.solver == MmdSolver::kRefined && options_.kernel == KernelMethod::kAutomatic &&
           options_.inner_solver != InnerSolver::kTrustRegion && problem.visits_pairs() &&
           problem.distinct_rows() > kRowsForSingle;
  }

  /// Calls search(rough): the problem in single precision, where that pays, or itself.
  template <class Search>
  MmdSearchResult with_rough(const MmdProblem& exact, const Search& search) {
    if (!single_pays(exact)) return count(search(exact));
    return count(search(MmdProblem(exact, KernelMethod::kTiledSingle)));
  }

  MmdSearchResult search_on(const MmdProblem& exact, double tau) {
    constraints_at(exact, starts_->pca());  // so that it is known how sums are computed
    return with_rough(exact, [&](const MmdProblem& rough) {
      return search_mmd(exact, rough, tau, *starts_, options_, observer_);
    });
  }

  MmdSearchResult continue_on(const MmdProblem& exact, double tau, const MmdSearchResult& found,
                              bool is_near = false) {
    constraints_at(exact, found.best.point);  // as above
    return with_rough(exact, [&](const MmdProblem& rough) {
      return continue_mmd(exact, rough, tau, found, options_, observer_, is_near);
    });
  }

  /// About `count` of the rows, with their problem.
  struct Sample {
    Sample(MmdFit& fit, Index count)
        : rows(sample_rows(fit.rows_, count, fit.input_.seed)),
          problem(fit.problem_on(rows, fit.exact_method())) {}
    const RowsInMemory rows;
    const MmdProblem problem;
  };

  /// On a sample, then from its end on larger ones, whose larger floors are allowed for, and on all
  /// rows; each search begins with the multipliers and the curvature that the last one learnt.
  MmdSearchResult solve_by_samples(const MmdProblem& exact, double tau) {
    const double floor = options_.estimator == MmdEstimator::kBiased ? exact.floor() : 0;
    std::optional<MmdSearchResult> found;
    std::unique_ptr<const Sample> last;
    for (Index rows = kSampleRows; !found || 2 * rows <= exact.distinct_rows();
         rows *= kSampleGrowth) {
      auto next = std::make_unique<const Sample>(*this, rows);
      const double aim = tau + (floor > 0 ? next->problem.floor() - floor : 0);
      found = found ? continue_from(last->problem, next->problem, aim, *std::move(found))
                    : search_on(next->problem, aim);
      if (found->best.stopped) return *std::move(found);
      last = std::move(next);
    }
    return continue_from(last->problem, exact, tau, *std::move(found));
  }

  /// From what was found on a sample, by way of corrections where few constraints are to be
  /// corrected.
  MmdSearchResult continue_from(const MmdProblem& sample, const MmdProblem& problem, double tau,
                                MmdSearchResult found) {
    const bool corrects = options_.solver == MmdSolver::kRefined &&
                          options_.kernel_family == KernelFamily::kGaussian &&
                          problem.constraints() <= kMaxCorrected;
    if (corrects) {
      found = with_rough(sample, [&](const MmdProblem& rough) {
        return correct_mmd(problem, rough, tau, found, options_, observer_);
      });
      if (found.best.stopped) return found;
    }
    return continue_on(problem, tau, found, corrects);
  }

  /// The end of the search where PCA is within tau: nothing explains more.
  MmdSearchResult plain_pca(const MmdProblem& exact) {
    MmdSearchResult found;
    PenaltyResult& best = found.best;
    best.point = starts_->pca();
    best.value = -exact.explained(best.point);
    if (of_pca_.size() == 0) {
      of_pca_ = constraints_at(exact, best.point);
      if (options_.estimator == MmdEstimator::kBiased) floors_of_pca_ = exact.floors(best.point);
    }
    best.constraints = of_pca_;
    best.multipliers = Vector::Zero(best.constraints.size());
    best.feasible = best.converged = true;
    return found;
  }

  /// Whether random features are asked for and cheaper than the exact kernel: they are for many
  /// rows and more dimensions than the Fourier series serves.
  bool features_pay(Index rows) const {
    if (options_.kernel != KernelMethod::kRandomFeatures) return false;
    const double pair = 0.5 * (1 + 0.2 * static_cast<double>(d_)), feature = 7;  // nanoseconds
    return d_ > kMaxFourierCoordinates &&
           pair * static_cast<double>(rows) >
               feature * static_cast<double>(options_.random_features);
  }

  /// Searches by random features, then corrects the aim by what they are wrong there; what is not
  /// within tau after that is finished with the exact kernel.
  MmdSearchResult solve_by_estimates(const MmdProblem& exact, double tau) {
    const MmdProblem rough = problem_on(rows_, options_.kernel);
    MmdSearchResult found = count(search_mmd(rough, rough, tau, *starts_, options_, observer_));
    for (int correction = 0; !found.best.stopped; ++correction) {
      const bool met_aim = found.best.feasible;
      const double estimate = found.best.constraints.maxCoeff();
      exact.values(found.best.point, found.best.constraints, false);
      const double error = found.best.constraints.maxCoeff() - estimate;
      found.best.feasible = estimate + error <= tau;
      if (found.best.feasible || !met_aim) return found;
      const double aim = tau - error - kAimBelow * std::abs(tau);
      const bool sensible = aim > 0 || options_.estimator == MmdEstimator::kUnbiased;
      if (!sensible || correction == kCorrections) break;
      found = count(continue_mmd(rough, rough, aim, found, options_, observer_));
    }
    if (found.best.stopped) return found;
    return continue_on(exact, tau, found);
  }

  /// A frame whose constraints are within what permutations at this frame allow, and never more
  /// than they allow at PCA: PCA is not within tau where it is not returned.  The limit that is
  /// searched with falls from that of PCA to what the solution allows, and rises where it allows
  /// more.
  MmdSearchResult solve_calibrated(const MmdProblem& exact) {
    const double most = tau_ = calibrate(starts_->pca());
    MmdSearchResult last = plain_pca(exact);
    if (last.best.constraints.maxCoeff() <= most) return last;
    double tau = most, missed = std::numeric_limits<double>::infinity();
    last = solve(exact, tau);
    std::optional<Calibrated> best;
    for (int round = 1; !last.best.stopped; ++round) {
      const double own = std::min(most, calibrate(last.best.point));
      const bool within = constraints_at(exact, last.best.point).maxCoeff() <= own;
      last.best.feasible = within;
      if (!best || (within ? !best->found.best.feasible || last.best.value < best->found.best.value
                           : !best->found.best.feasible)) {
        best = {last, own, permutations_};
      }
      if (!within) missed = tau;
      const double next = !within        ? std::min(own, tau - 0.1 * std::abs(tau))
                          : own < missed ? own
                                         : (tau + missed) / 2;
      if (round == kCalibrations || (within && next <= tau + 0.02 * std::abs(tau))) break;
      tau = next;
      last = continue_on(exact, tau, last);
    }
    if (last.best.stopped || !best) {
      permutations_.reset();  // they are of another frame
      tau_ = tau;
      return last;
    }
    tau_ = best->tau;
    permutations_ = best->permutations;
    return best->found;
  }

  /// The limit at a frame, in units of the constraints; keeps the permutations.
  double calibrate(const Matrix& frame) {
    const RowsInMemory& rows = sample_ ? *sample_ : rows_;
    PermutationOptions options{.permutations = options_.permutations, .seed = input_.seed};
    if (observer_) options.is_stopped = [this] { return observer_() == Flow::kStop; };
    permutations_.emplace(mmd_constraints(input_, rows, options_), RowMatrix(rows.rows * frame),
                          kernel_, options);
    return permutations_->quantile(options_.tau_level);
  }

  /// A solution with the limit that holds for it.
  struct Calibrated {
    MmdSearchResult found;
    double tau;
    std::optional<MmdPermutations> permutations;
  };

  MmdSearchResult count(MmdSearchResult found) {
    rounds_ += found.rounds;
    iterations_ += found.iterations;
    return found;
  }

  Status status_of(const PenaltyResult& best) const {
    if (best.stopped) return Status::kStopped;
    if (!best.feasible) return Status::kInfeasible;
    return best.converged ? Status::kConverged : Status::kMaxIterations;
  }

  /// Where tau asks the projection to hide what chance alone makes of so few rows; the largest
  /// floor of the estimate.
  double warn_of_floor(const MmdProblem& exact) {
    if (options_.estimator != MmdEstimator::kBiased || options_.tau_level > 0) return 0;
    const Vector& floors = floors_of_pca_;
    Index worst = 0;
    const double floor = floors.maxCoeff(&worst);
    const Index below = (floors.array() > tau_).count();
    if (below == 0) return floor;
    const auto [name, sizes] = exact.name_and_sizes(worst);
    const auto others = below > 1 ? "others"_is(mmd_message<"constraints-below-floor">(
                                        "below"_is(below), "all"_is(floors.size())))
                                  : "others"_is("");
    warnings_.push_back(mmd_message<"tau-below-floor">("tau"_is(tau_), "floor"_is(floor),
                                                       "pair"_is(name), "sizes"_is(sizes), others));
    return floor;
  }

  void warn_of_rows_without_label() {
    const Index count = rows_without_label(*input_.moments);
    if (options_.conditional == MmdConditional::kNone || count == 0) return;
    warnings_.push_back(
        mmd_message<"rows-without-label">("rows"_is(Counted{count, "row", "rows"})));
  }

  std::vector<MmdConstraintSummary> summaries(const MmdProblem& exact,
                                              const Vector& constraints) const {
    std::vector<MmdConstraintSummary> found;
    Index at = 0;
    for (const ComparedRows& part : exact.compared()) {
      for (std::size_t k = 0; k < part.names.size(); ++k, ++at) {
        MmdConstraintSummary summary;
        summary.name = part.names[k];
        summary.tau = tau_ * exact.units()(at);
        summary.groups = part.groups[k];
        summary.mmd2 = constraints(at) * exact.units()(at);
        if (permutations_) summary.p_value = permutations_->p_value(constraints(at));
        found.push_back(std::move(summary));
      }
    }
    return found;
  }

  /// Of the constraint nearest to its tau at the solution, and at plain PCA; all in `units`.
  MmdSummary summary_of(const Vector& constraints, const Vector& pca, const Vector& units,
                        const Vector& multipliers) const {
    Index worst = 0, worst_of_pca = 0;
    const double reached = constraints.maxCoeff(&worst);
    pca.maxCoeff(&worst_of_pca);
    MmdSummary summary{.mmd2 = reached * units(worst),
                       .mmd2_pca = pca(worst_of_pca) * units(worst_of_pca),
                       .tau = tau_ * units(worst),
                       .bandwidth = bandwidth_,
                       .feasible = reached <= tau_,
                       .penalty = multipliers.maxCoeff(),
                       .rounds = rounds_,
                       .evaluations = evaluations_};
    if (permutations_) {
      summary.tau_factor = tau_;
      summary.p_value = permutations_->p_value(reached);
      summary.permuted_rows = (sample_ ? *sample_ : rows_).rows.rows();
    }
    return summary;
  }

  /// The columns of a frame that must not be turned, in another order: no kernel sees that.
  Matrix by_falling_variance(const Matrix& frame) const {
    const Matrix image = moments_.covariance.selfadjointView<Eigen::Lower>() * frame;
    const Vector variances = frame.cwiseProduct(image).colwise().sum();
    std::vector<Index> order(static_cast<std::size_t>(frame.cols()));
    std::iota(order.begin(), order.end(), Index{0});
    std::stable_sort(order.begin(), order.end(),
                     [&](Index a, Index b) { return variances(a) > variances(b); });
    return frame(Eigen::all, order);
  }

  Fit finish(const MmdProblem& exact, MmdSearchResult found) {
    if (found.best.point.size() == 0) throw Stopped();
    const Vector constraints = constraints_at(exact, found.best.point);
    const Vector multipliers = found.best.multipliers.cwiseQuotient(exact.units());
    const MmdSummary summary = summary_of(constraints, of_pca_, exact.units(), multipliers);
    found.best.feasible = summary.feasible;
    ProjectionSolution solution;
    solution.status = status_of(found.best);
    solution.iterations = iterations_;
    const double trace = moments_.covariance.trace();
    solution.objective = std::max(0.0, trace * (1 - exact.explained(found.best.point)));
    solution.bound = std::min(bound_, solution.objective);
    solution.certified = certified_;
    const bool is_closed = solution.objective - solution.bound <= 1e-12 * trace;
    if (solution.status == Status::kConverged && is_closed && certified_) {
      solution.status = Status::kOptimal;
    }
    solution.dual_weights.assign(multipliers.begin(), multipliers.end());
    solution.components = std::move(found.best.point);
    const double floor = warn_of_floor(exact);
    if (solution.status == Status::kInfeasible) {
      solution.missed = missed_tau(summary, floor, options_, d_);
      warnings_.push_back(*solution.missed);
    }
    warn_of_rows_without_label();
    solution.warnings = std::move(warnings_);
    const bool keeps_frame = options_.kernel_family == KernelFamily::kLaplace;
    if (keeps_frame) solution.components = by_falling_variance(solution.components);
    Fit fit = finish_fit(input_, "mmd-fair-pca", d_, std::move(solution), spectral_, keeps_frame);
    fit.model.bandwidth = authors_bandwidth_;
    fit.report.mmd = summary;
    fit.report.mmd_constraints = summaries(exact, constraints);
    if (sample_) {
      fit.report.notes.push_back(permuted_sample_note(*sample_, rows_.rows.rows(), moments_.groups,
                                                      options_.permutations));
    }
    return fit;
  }

  const FitInput& input_;
  const MmdFairPcaOptions& options_;
  const PreparedMoments& moments_;
  SpectralSolver spectral_;
  SolveObserver observer_;
  Index d_;
  std::vector<Message> warnings_;
  RowsInMemory rows_;
  std::optional<MmdStarts> starts_;
  Vector of_pca_, floors_of_pca_;                ///< MMD^2 at PCA, and the floors
  Vector units_;                                 ///< of the constraints; empty: all 1
  std::optional<RowsInMemory> sample_;           ///< permuted instead of all rows
  std::optional<MmdPermutations> permutations_;  ///< at the frame last calibrated
  KernelOptions kernel_;
  double bound_ = 0, authors_bandwidth_ = 0, bandwidth_ = 0, tau_ = 0;
  bool certified_ = false;
  int rounds_ = 0, iterations_ = 0;
  int evaluations_ = 0;  ///< passes over the pairs, of all problems
};

}  // namespace

Fit fit_mmd_fair_pca(const FitInput& input, const MmdFairPcaOptions& options) {
  options.validate();
  require_two_groups(input.prepared->groups.size(), "mmd-fair-pca");
  require_rows_in_groups(*input.prepared, "mmd-fair-pca");
  return MmdFit(input, options).run();
}

}  // namespace fairpca
