// SPDX-License-Identifier: BSD-3-Clause
#include "optimize/boundary_crossing.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "optimize/interpolated_root.h"

namespace fairpca {
namespace {

/// One end of the bracket: the excess of the line at the end of the face nearest to the crossing.
struct Side {
  double angle = 0, excess = 0;
  Captured at;
};

class CrossingFinder {
 public:
  CrossingFinder(TradeOffBoundary& boundary, const CrossingSearch& search)
      : boundary_(boundary), search_(search) {}

  CrossingResult run() {
    if (examine(search_.from) || examine(search_.to)) return finish(CrossingEnd::kAccepted);
    if (!bracketed_) return finish(CrossingEnd::kExhausted);  // the line leaves at one of the ends
    use_known_points();
    for (; steps_ < search_.max_steps; ++steps_) {
      if (search_.observer && search_.observer() == Flow::kStop) {
        return finish(CrossingEnd::kStopped);
      }
      if (done_) return finish(CrossingEnd::kExhausted);
      const double angle = propose();
      if (!(angle > low_.angle && angle < high_.angle)) return finish(CrossingEnd::kExhausted);
      if (examine(angle)) {
        ++steps_;
        return finish(CrossingEnd::kAccepted);
      }
    }
    return finish(done_ ? CrossingEnd::kExhausted : CrossingEnd::kMaxSteps);
  }

 private:
  CrossingResult finish(CrossingEnd end) const { return {end, steps_}; }

  bool offer(const SupportPoint& point, Matrix frame, const Captured& at) {
    return search_.accept(point, {point.angle, at, std::move(frame)});
  }

  /// Frames near the crossing; the rotation on the face, or on what is nearly one.
  bool examine(double angle) {
    const SupportPoint& point = boundary_.support(angle);
    const Line line = search_.line(point);
    const double first = line.excess(point.first), last = line.excess(point.last);
    if (offer(point, boundary_.last_frame(point), point.last)) return true;
    if (point.is_face(boundary_.dimension()) &&
        offer(point, boundary_.first_frame(point), point.first)) {
      return true;
    }
    for (const double width : {TradeOffBoundary::kTieWidth, 1e-10, 1e-7}) {
      const auto frame = boundary_.frame_on_line(point, line, width);
      if (!frame) continue;
      if (offer(point, *frame, boundary_.captured(*frame))) return true;
      break;
    }
    done_ = done_ || (first <= 0 && last >= 0);
    move_bracket(point, first, last);
    return false;
  }

  void move_bracket(const SupportPoint& point, double first, double last) {
    const Side before_crossing{point.angle, last, point.last};
    const Side after_crossing{point.angle, first, point.first};
    if (point.angle == search_.from) {
      low_ = before_crossing;
    } else if (point.angle == search_.to) {
      high_ = after_crossing;
      bracketed_ = low_.excess < 0 && high_.excess > 0;
    } else {
      const double width = high_.angle - low_.angle;
      const double nearest = std::min(-low_.excess, high_.excess);
      (last < 0 ? low_ : high_) = last < 0 ? before_crossing : after_crossing;
      const double reached = std::abs(last < 0 ? last : first);
      stalled_ = reached > 0.3 * nearest && high_.angle - low_.angle > 0.5 * width;
    }
    samples_.push_back({point.angle, last < 0 ? last : first});
  }

  void use_known_points() {
    for (const auto& [angle, point] : boundary_.points()) {
      if (!(angle > low_.angle && angle < high_.angle)) continue;
      const Line line = search_.line(point);
      const double first = line.excess(point.first), last = line.excess(point.last);
      if (first <= 0 && last >= 0) continue;  // will be proposed again, and rotated
      samples_.push_back({angle, last < 0 ? last : first});
      if (last < 0) low_ = {angle, last, point.last};
      if (first > 0) {
        high_ = {angle, first, point.first};
        break;
      }
    }
  }

  double chord_normal() const {
    return std::atan2(low_.at.v0 - high_.at.v0, high_.at.v1 - low_.at.v1);
  }

  double propose() {
    const double middle = 0.5 * (low_.angle + high_.angle);
    const auto between = [&](double angle) { return angle > low_.angle && angle < high_.angle; };
    // A chord after every stall; a bisection when the chord did not help either.
    const bool by_chord = last_step_ != Step::kChord && (steps_ == 0 || stalled_);
    if (by_chord) {
      last_step_ = Step::kChord;
      const double normal = chord_normal();
      return between(normal) ? normal : middle;
    }
    if (last_step_ == Step::kChord && stalled_ && steps_ > 1) {
      last_step_ = Step::kBisection;
      return middle;
    }
    last_step_ = Step::kInterpolation;
    const auto root = interpolated_root(samples_, low_.angle, high_.angle);
    if (root) return *root;
    const double secant =
        (low_.angle * high_.excess - high_.angle * low_.excess) / (high_.excess - low_.excess);
    return between(secant) ? secant : middle;
  }

  enum class Step { kNone, kChord, kInterpolation, kBisection };

  TradeOffBoundary& boundary_;
  const CrossingSearch& search_;
  Side low_, high_;
  std::vector<Sample> samples_;
  Step last_step_ = Step::kNone;
  bool stalled_ = false, bracketed_ = false, done_ = false;
  int steps_ = 0;
};

}  // namespace

CrossingResult find_crossing(TradeOffBoundary& boundary, const CrossingSearch& search) {
  return CrossingFinder(boundary, search).run();
}

}  // namespace fairpca
