// SPDX-License-Identifier: BSD-3-Clause
#include "optimize/projection_minimax.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>
#include <vector>

#include "fairpca/manifolds/orthonormal_frames.h"
#include "linear_algebra/pivoted_qr.h"
#include "optimize/projection_model.h"

namespace fairpca {
namespace {

using PiecesFunction = std::function<CapturedPieces(const Vector&)>;

/// Up to this size steps use the whole space.
constexpr Index kWholeSpace = 150;
// Limits and factors of the damping are safeguards: where the model misleads, steps shrink.
constexpr double kFirstDamping = 1e-2, kLeastDamping = 1e-7, kMostDamping = 1e6;
/// Shares of the predicted decrease: a step with less is not taken; one with less is corrected to
/// second order; one with more lets the damping fall.
constexpr double kAcceptedShare = 0.05, kCorrected = 0.9, kGood = 0.5;
/// Beside the value: where less is predicted the curvatures are worth taking as they are.
constexpr double kNear = 1e-2;
/// A descent is given up where this many times the predicted decrease would not bring it below an
/// earlier value, or where the squared sines of the angles to the earlier frame add up to less.
constexpr double kHope = 30, kNearEarlier = 3e-3;
/// Beside the predicted decrease: what a step may raise the value by and still be corrected.  More
/// for the first descent, whose value all others are measured by, and for the stationary point of
/// the model, which nothing but the correction makes good.
constexpr double kWorthCorrecting = 2, kWorthCorrectingFirst = 20, kWorthCorrectingNewton = 100;

/// The problem inside one space: frames n x d.
class SpaceMinimax {
 public:
  SpaceMinimax(MatrixRefs matrices, const PiecesFunction& pieces,
               const ProjectionMinimaxOptions& options)
      : matrices_(std::move(matrices)), pieces_(pieces), options_(options) {}

  void start_at(Matrix frame, const Vector& slopes) {
    at_ = ProjectionPoint(matrices_, pieces_, std::move(frame));
    mixed_slopes_ = slopes;
    if (mixed_slopes_.size() > 0) return;
    Index largest = 0;
    at_.pieces.values.maxCoeff(&largest);
    mixed_slopes_ = at_.pieces.slopes.row(largest);  // the largest piece alone
  }

  /// One step; false when the model predicts no decrease, none worth the way, or no step achieves
  /// it.
  bool step() {
    if (at_.frame.cols() == at_.frame.rows()) return false;
    ProjectionModel model(matrices_, at_, mixed_slopes_);
    const Vector none = Vector::Zero(at_.captured.size());
    Vector start = model.weights_of_model(weights_);
    bool is_undamped = damping_ == 0, newton_tried = false;
    while (damping_ < kMostDamping) {
      const ProjectionStep convex = model.convex_step(damping_, none, start);
      keep_weights(model, convex.weights);
      const double scale = std::max(std::abs(at_.value), slope_scale());
      converged_ = !(convex.predicted_decrease > options_.tolerance * scale);
      if (converged_ && damping_ > 0 && !is_undamped) {  // damped models predict less
        is_undamped = true;
        damping_ = 0;
        continue;
      }
      given_up_ = !converged_ && (is_hopeless(convex.predicted_decrease) || meets_earlier());
      if (converged_ || given_up_) return false;
      const bool is_near = convex.predicted_decrease < kNear * scale;
      if (is_near && !std::exchange(newton_tried, true) && take_newton_step(model, convex)) {
        return true;
      }
      const auto correct = [&](const Vector& correction) {
        return model.convex_step(damping_, correction, convex.weights);
      };
      const double worth =
          std::isinf(options_.earlier_value) ? kWorthCorrectingFirst : kWorthCorrecting;
      if (take(model, convex, {kAcceptedShare, worth}, correct)) return true;
      damping_ = std::max(10 * damping_, kFirstDamping);
      start = convex.weights;
    }
    return false;
  }

  /// Whether a better frame of an earlier descent is near.
  bool meets_earlier() const {
    const Matrix& earlier = options_.earlier_frame;
    if (earlier.rows() != at_.frame.rows() || at_.value < options_.earlier_value) return false;
    const double cosines = (earlier.transpose() * at_.frame).squaredNorm();
    return static_cast<double>(earlier.cols()) - cosines < kNearEarlier;
  }

  const ProjectionPoint& at() const { return at_; }
  bool converged() const { return converged_; }
  bool given_up() const { return given_up_; }
  const Vector& weights() const { return weights_; }
  const Vector& mixed_slopes() const { return mixed_slopes_; }

 private:
  double slope_scale() const {
    return (at_.pieces.slopes.array().abs().matrix() * at_.captured.cwiseAbs()).maxCoeff();
  }

  void keep_weights(const ProjectionModel& model, const Vector& weights) {
    mixed_slopes_ = model.mixed_slopes(weights);
    weights_ = model.weights_of_all(weights);
  }

  bool is_hopeless(double predicted_decrease) const {
    return at_.value - kHope * predicted_decrease > options_.earlier_value;
  }

  /// Takes the step of the stationary point if it does what it predicts.
  bool take_newton_step(ProjectionModel& model, const ProjectionStep& convex) {
    const Vector none = Vector::Zero(at_.captured.size());
    const std::optional<ProjectionStep> newton = model.newton_step(none, convex.weights);
    if (!newton || !(newton->predicted_decrease >= convex.predicted_decrease)) return false;
    return take(model, *newton, {kGood, kWorthCorrectingNewton}, [&](const Vector& correction) {
      return model.newton_step(correction, convex.weights).value_or(*newton);
    });
  }

  /// Shares of the predicted decrease: what a step must bring to be taken, and what it may raise
  /// the value by and still be corrected.
  struct Demands {
    double least, worth_correcting;
  };

  /// Takes a step that brings the least share of the predicted decrease, or its correction.
  ///
  /// Pieces curve one by one where their mixture does not, so a step the model is right about may
  /// raise the largest.  The correction aims the pieces, with what they curved by, again
  /// (a second-order correction: Fletcher 1982).
  template <class Correct>
  bool take(const ProjectionModel& model, const ProjectionStep& step, const Demands& demands,
            const Correct& correct) {
    const auto gain = [&](const ProjectionPoint& point) {
      return (at_.value - point.value) / step.predicted_decrease;
    };
    ProjectionPoint next = moved_by(step.tangent);
    Vector weights = step.weights;
    if (gain(next) < kCorrected && gain(next) > -demands.worth_correcting) {
      const ProjectionStep corrected = correct(next.captured - at_.captured - step.captured_change);
      ProjectionPoint other = moved_by(corrected.tangent);
      if (other.value < next.value) {
        next = std::move(other);
        weights = corrected.weights;
      }
    }
    const double reached = gain(next);
    if (!(reached >= demands.least)) return false;
    if (reached < 0.2) damping_ *= 4;
    if (reached > kGood) damping_ *= 0.25;
    if (damping_ < kLeastDamping) damping_ = 0;
    keep_weights(model, weights);
    at_ = std::move(next);
    return true;
  }

  ProjectionPoint moved_by(const Matrix& tangent) const {
    return {matrices_, pieces_, qr_factor(at_.frame + tangent)};
  }

  MatrixRefs matrices_;
  const PiecesFunction& pieces_;
  const ProjectionMinimaxOptions& options_;
  ProjectionPoint at_;
  double damping_ = 0;
  Vector weights_;       ///< of the pieces, by the last model
  Vector mixed_slopes_;  ///< by the same; the pieces may have changed since
  bool converged_ = false, given_up_ = false;
};

/// Orthonormal basis of the span of V and all A_j V, V first.
Matrix enlarged_basis(const MatrixRefs& matrices, const Matrix& frame) {
  const Index p = frame.rows(), d = frame.cols();
  const auto count = static_cast<Index>(matrices.size());
  Matrix products(p, count * d);
  for (Index j = 0; j < count; ++j) {
    products.middleCols(j * d, d) = matrices[static_cast<std::size_t>(j)].get() * frame;
  }
  products -= frame * (frame.transpose() * products);
  products -= frame * (frame.transpose() * products);
  const PivotedQr qr(products);
  const Index rank = std::min(qr.rank(), p - d);
  Matrix basis(p, d + rank);
  basis.leftCols(d) = frame;
  basis.rightCols(rank) = qr.first_columns(rank);
  return qr_factor(basis);
}

std::vector<Matrix> restricted(const MatrixRefs& matrices, const Matrix& basis) {
  std::vector<Matrix> small;
  for (const Matrix& matrix : matrices) small.push_back(basis.transpose() * (matrix * basis));
  return small;
}

/// The span of V and the A_j V is worth its construction only where it is much smaller.
bool uses_whole_space(Index p, Index d, std::size_t matrices) {
  return p <= kWholeSpace || 2 * static_cast<Index>(matrices + 1) * d >= p;
}

}  // namespace

ProjectionMinimaxResult minimize_over_projections(const MatrixRefs& matrices,
                                                  const PiecesFunction& pieces, Matrix start,
                                                  const ProjectionMinimaxOptions& options,
                                                  const std::function<Flow()>& observer) {
  const Index p = start.rows();
  const bool whole = uses_whole_space(p, start.cols(), matrices.size());
  ProjectionMinimaxResult result;
  result.frame = std::move(start);
  result.slopes = options.first_slopes;
  bool go_on = true;
  while (go_on) {
    const Matrix basis = whole ? Matrix() : enlarged_basis(matrices, result.frame);
    const std::vector<Matrix> small = whole ? std::vector<Matrix>() : restricted(matrices, basis);
    SpaceMinimax minimax(whole ? matrices : MatrixRefs(small.begin(), small.end()), pieces,
                         options);
    minimax.start_at(whole ? result.frame : Matrix(basis.transpose() * result.frame),
                     result.slopes);
    const int before = result.iterations;
    while (true) {
      const bool stopped = observer && observer() == Flow::kStop;
      if (stopped || result.iterations >= options.max_iterations) {
        go_on = false;
        break;
      }
      if (!minimax.step()) break;
      ++result.iterations;
    }
    result.weights = minimax.weights();
    result.slopes = minimax.mixed_slopes();
    result.converged = minimax.converged();
    result.met_earlier = minimax.given_up() && minimax.meets_earlier();
    if (result.iterations == before) break;
    result.frame = whole ? minimax.at().frame : qr_factor(basis * minimax.at().frame);
    if (whole || minimax.given_up()) break;
  }
  const ProjectionPoint last(matrices, pieces, result.frame);
  result.captured = last.captured;
  result.value = last.value;
  return result;
}

}  // namespace fairpca
