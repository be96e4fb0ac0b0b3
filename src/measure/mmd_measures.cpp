// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <optional>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "fairpca/kernels/bandwidth.h"
#include "fairpca/kernels/mmd_contrast.h"
#include "kernels/permuted_kernel_sums.h"
#include "measure/attribute_points.h"
#include "measure/messages.h"
#include "measure/mmd_error.h"
#include "measure/value_writer.h"

namespace fairpca {
namespace {

/// MMD of two groups of one attribute, exact on all rows.
struct PairMmd {
  std::size_t attribute = 0;
  Index one = 0, other = 0;                                 ///< cells
  double biased = 0, unbiased = 0;                          ///< V- and U-statistic
  double floor = 0;                                         ///< of the V-statistic
  double one_square = 0, other_square = 0;                  ///< q of both groups
  double error = std::numeric_limits<double>::quiet_NaN();  ///< standard error of the U-statistic
};

/// Mean kernel of two different rows of two groups, each counted as 1 / q rows.
double pooled_mean_kernel(const Matrix& sums, const PairMmd& pair) {
  const double m = 1 / pair.one_square, n = 1 / pair.other_square;
  const double all = m * m * sums(pair.one, pair.one) + n * n * sums(pair.other, pair.other) +
                     2 * m * n * sums(pair.one, pair.other);
  return (all - (m + n)) / ((m + n) * (m + n) - (m + n));
}

/// Pairs of groups with two rows or more: others have no unbiased estimate.
std::vector<PairMmd> pairs_of(const CellRows& cells, const Matrix& sums, std::size_t attribute) {
  std::vector<PairMmd> pairs;
  for (Index g = 0; g < cells.cells(); ++g) {
    for (Index h = g + 1; h < cells.cells(); ++h) {
      PairMmd pair{.attribute = attribute, .one = g, .other = h};
      pair.one_square = cells.self_weight(g);
      pair.other_square = cells.self_weight(h);
      if (pair.one_square > 1 - 1e-12 || pair.other_square > 1 - 1e-12) continue;
      const Vector first = Vector::Unit(cells.cells(), g), second = Vector::Unit(cells.cells(), h);
      const auto value = [&](MmdEstimator estimator) {
        return mmd_contrast(cells, first, second, estimator).value(sums);
      };
      // The V-statistic is a squared norm; rounding may leave it below 0.
      pair.biased = std::max(0.0, value(MmdEstimator::kBiased));
      pair.unbiased = value(MmdEstimator::kUnbiased);
      pair.floor = (pair.one_square + pair.other_square) * (1 - pooled_mean_kernel(sums, pair));
      pairs.push_back(pair);
    }
  }
  return pairs;
}

/// V-statistic of the pair that has the largest.
double largest_biased(const std::vector<PairMmd>& pairs, const Matrix& sums) {
  double largest = 0;
  for (const PairMmd& pair : pairs) {
    const Index g = pair.one, h = pair.other;
    largest = std::max(largest, sums(g, g) + sums(h, h) - 2 * sums(g, h));
  }
  return largest;
}

class MmdMeasures {
 public:
  MmdMeasures(const MeasureContext& context, Measured& measured)
      : context_(context), settings_(context.input.settings), measured_(measured) {}

  void run() {
    const std::vector<AttributePoints> attributes = AttributePoints::of(context_);
    if (attributes.empty() || !find_bandwidth()) return;
    const bool values = context_.wants("mmd2") || context_.wants("mmd2_u") || wants_bound();
    if (values) {
      for (const AttributePoints& data : attributes) {
        const Matrix sums = make_kernel_sums(data.cells, kernel_)->gram_sums(data.points, false);
        for (const PairMmd& pair : pairs_of(data.cells, sums, attribute_count_)) {
          pairs_.push_back(pair);
        }
        ++attribute_count_;
      }
    }
    const bool draws =
        settings_.has_intervals && (context_.wants("mmd2_u") || context_.wants("mmd_p_value"));
    if (draws) use_sample(attributes);
    if (!pairs_.empty()) add_values();
    if (settings_.has_intervals && context_.wants("mmd_p_value") && !std::isnan(p_value_)) {
      ValueWriter("mmd_p_value", measured_).add(Statistic::kValue, "", p_value_);
    }
  }

 private:
  bool wants_bound() const { return settings_.has_intervals && context_.wants("mmd2_bound"); }

  /// The kernel that a model was fitted with, where it was; the Gaussian one otherwise.  The scale
  /// of the Laplace kernel is the median distance, which the authors' rule divides by sqrt 2.
  void use_kernel_of_model() {
    const auto& options = context_.input.model.provenance.options;
    const auto family = options.find("kernel-family");
    if (family == options.end() || family->second != "laplace") return;
    kernel_.family = KernelFamily::kLaplace;
    kernel_.bandwidth *= std::numbers::sqrt2;
    add_note(measured_, measure_message<"mmd-laplace">("scale"_is(kernel_.bandwidth)));
  }

  /// That of the model, else by the authors' rule.
  bool find_bandwidth() {
    kernel_.threads = settings_.threads;
    if (context_.input.model.bandwidth) {
      kernel_.bandwidth = *context_.input.model.bandwidth;
    } else {
      const RowMatrix points =
          context_.input.evaluated.scored->coordinates(context_.evaluated.overall, Eigen::all);
      kernel_.bandwidth = kernel_bandwidth(points, BandwidthRule::kAuthors, settings_.seed);
    }
    if (!(kernel_.bandwidth > 0)) {
      std::vector<std::string> wanted;
      for (const char* id : {"mmd2", "mmd2_u", "mmd_p_value", "mmd2_bound"}) {
        if (context_.wants(id)) wanted.emplace_back(id);
      }
      add_note(measured_, measure_message<"mmd-no-bandwidth">(
                              "measures"_is(fmt::format("{}", fmt::join(wanted, ", ")))));
      return false;
    }
    if (!context_.input.model.bandwidth) {
      add_note(measured_, measure_message<"mmd-bandwidth">("bandwidth"_is(kernel_.bandwidth)));
    }
    use_kernel_of_model();
    return true;
  }

  /// Standard errors and the p-value, on at most so many rows of each attribute.
  void use_sample(const std::vector<AttributePoints>& attributes) {
    const std::vector<AttributePoints> samples =
        AttributePoints::of(context_, settings_.max_kernel_rows);
    for (std::size_t a = 0; a < samples.size(); ++a) {
      const AttributePoints& data = samples[a];
      if (data.points.rows() < attributes[a].points.rows()) {
        add_note(measured_, measure_message<"mmd-sampled">(
                                "rows"_is(Counted{data.points.rows(), "row", "rows"})));
      }
      if (context_.wants("mmd2_u")) find_errors(data, attributes[a], a);
      if (context_.wants("mmd_p_value")) {
        // An attribute without a p-value (NaN) leaves that of the others.
        const double p = static_cast<double>(samples.size()) * permuted_p_value(data);
        p_value_ = std::fmin(p_value_, std::min(p, 1.0));
      }
    }
  }

  void find_errors(const AttributePoints& sample, const AttributePoints& all,
                   std::size_t attribute) {
    const Matrix means = kernel_means(sample.cells, sample.points, kernel_);
    for (PairMmd& pair : pairs_) {
      if (pair.attribute != attribute) continue;
      pair.error =
          mmd_standard_error(sample.cells, means, pair.one, pair.other,
                             all.cells.self_weight(pair.one), all.cells.self_weight(pair.other));
    }
  }

  /// Share of permutations in which the largest pair's V-statistic is at least as large.
  double permuted_p_value(const AttributePoints& data) const {
    const Matrix sums = make_kernel_sums(data.cells, kernel_)->gram_sums(data.points, false);
    const std::vector<PairMmd> pairs = pairs_of(data.cells, sums, 0);
    if (pairs.empty()) return std::numeric_limits<double>::quiet_NaN();
    const double value = largest_biased(pairs, sums);
    std::vector<char> is_larger(static_cast<std::size_t>(settings_.permutations), 0);
    permuted_kernel_sums(data.cells, data.points, kernel_,
                         {.permutations = settings_.permutations,
                          .seed = settings_.seed,
                          .weights = data.row_weights},
                         [&](int k, const Matrix& permuted) {
                           // Low-rank kernels are exact to 1e-9: what is equal but for that counts
                           // as well.
                           const double other = largest_biased(pairs, permuted);
                           is_larger[static_cast<std::size_t>(k)] = other >= value - 1e-9 ? 1 : 0;
                         });
    const auto count = std::count(is_larger.begin(), is_larger.end(), 1);
    return (1 + static_cast<double>(count)) / (1 + static_cast<double>(settings_.permutations));
  }

  /// Of the pair whose unbiased estimate is largest; intervals and bounds hold for all pairs.
  void add_values() {
    const auto largest = std::max_element(
        pairs_.begin(), pairs_.end(),
        [](const PairMmd& a, const PairMmd& b) { return a.unbiased < b.unbiased; });
    if (context_.wants("mmd2")) {
      ValueWriter("mmd2", measured_)
          .add(Statistic::kValue, "", largest->biased, {}, {}, largest->floor);
    }
    if (context_.wants("mmd2_u")) {
      ValueWriter("mmd2_u", measured_)
          .add(Statistic::kValue, "", largest->unbiased, unbiased_interval(largest->unbiased));
    }
    if (!wants_bound()) return;
    const double bound = largest_bound();
    if (bound >= 2) {
      add_note(measured_, measure_message<"mmd-bound-vacuous">());
      return;
    }
    ValueWriter("mmd2_bound", measured_).add(Statistic::kValue, "", bound);
  }

  Interval unbiased_interval(double largest_unbiased) const {
    // For all pairs at once (Bonferroni).
    const double z = normal_quantile(1 - 0.025 / static_cast<double>(pairs_.size()));
    Interval interval{0, -std::numeric_limits<double>::infinity()};
    for (const PairMmd& pair : pairs_) {
      if (std::isnan(pair.error)) return {};
      interval.low = std::max(interval.low, pair.unbiased - z * pair.error);
      interval.high = std::max(interval.high, pair.unbiased + z * pair.error);
    }
    interval.high = std::max(interval.high, 0.0);
    // What is estimated is not below 0, its estimate may be: the interval holds both.
    interval.low = std::min(interval.low, largest_unbiased);
    return interval;
  }

  /// Proposition 2, for all pairs at once.
  double largest_bound() const {
    const double level = std::log(40 * static_cast<double>(pairs_.size()));
    double largest = 0;
    for (const PairMmd& pair : pairs_) {
      const double delta = std::sqrt(2 * (pair.one_square + pair.other_square) * level);
      const double root = std::sqrt(pair.biased) + 2 * std::sqrt(pair.one_square) +
                          2 * std::sqrt(pair.other_square) + delta;
      largest = std::max(largest, root * root);
    }
    return largest;
  }

  const MeasureContext& context_;
  const MeasureSettings& settings_;
  Measured& measured_;
  KernelOptions kernel_;
  std::vector<PairMmd> pairs_;
  std::size_t attribute_count_ = 0;
  double p_value_ = std::numeric_limits<double>::quiet_NaN();
};

}  // namespace

void measure_mmd(const MeasureContext& context, Measured& measured) {
  MmdMeasures(context, measured).run();
}

}  // namespace fairpca
