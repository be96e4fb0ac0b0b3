// SPDX-License-Identifier: BSD-3-Clause
#include "verify/mmd_claim.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <numbers>
#include <set>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "moments/attributes.h"
#include "rows/map_blocks.h"
#include "text/quoted.h"
#include "verify/cell_parts.h"
#include "verify/messages.h"

namespace fairpca {
namespace {

/// What sums of kernels computed otherwise may differ by: beside tau, and of all.
constexpr double kKernelRounding = 1e-6, kKernelFloor = 1e-12;

/// The projected rows of one cell.
struct ProjectedCell {
  std::vector<double> coordinates;  ///< row by row
  std::vector<double> weights;
};
using ProjectedCells = std::map<CellKey, ProjectedCell>;

ProjectedCells project(RowSource& rows, const ProvenProblem& problem, const EncodeOptions& encode,
                       const PassOptions& pass) {
  const Model& model = problem.model;
  ProjectedCells cells;
  rows.rewind();
  map_blocks(
      rows, pass,
      [&](const RowBlock& block) {
        const EncodedBlock encoded = model.encoding.encode(block, encode);
        const RowMatrix z = model.transform(encoded.rows);
        return cell_parts<ProjectedCell>(
            block, encoded, [&z](ProjectedCell& own, Index row, double weight) {
              own.coordinates.insert(own.coordinates.end(), z.row(row).data(),
                                     z.row(row).data() + z.cols());
              own.weights.push_back(weight);
            });
      },
      [&](const ProjectedCells& part) {
        for (const auto& [key, from] : part) {
          ProjectedCell& to = cells[key];
          to.coordinates.insert(to.coordinates.end(), from.coordinates.begin(),
                                from.coordinates.end());
          to.weights.insert(to.weights.end(), from.weights.begin(), from.weights.end());
        }
      });
  std::erase_if(cells, [](const auto& cell) { return cell.second.weights.empty(); });
  return cells;
}

/// One value of MMD^2 with its limit.
struct ProvenConstraint {
  std::string name;
  double mmd2 = 0, tau = 0;
};

/// All constraints among rows of one label, or all rows.
class MmdComparison {
 public:
  MmdComparison(const ProjectedCells& cells, const std::optional<std::string>& label,
                const ProvenProblem& problem, double bandwidth, int threads)
      : problem_(problem), settings_(problem.settings) {
    std::vector<double> points, weights;
    for (const auto& [key, cell] : cells) {
      if (label && key.label != label) continue;
      keys_.push_back(key);
      points.insert(points.end(), cell.coordinates.begin(), cell.coordinates.end());
      const Vector own =
          Eigen::Map<const Vector>(cell.weights.data(), static_cast<Index>(cell.weights.size()));
      totals_.push_back(own.sum());
      for (const double weight : cell.weights) weights.push_back(weight / own.sum());
      rows_.begin.push_back(static_cast<Index>(weights.size()));
    }
    rows_.weights = Eigen::Map<const Vector>(weights.data(), static_cast<Index>(weights.size()));
    if (settings_.counts_weights) {
      rows_.counts = Eigen::Map<const Vector>(totals_.data(), static_cast<Index>(totals_.size()));
    }
    const Index d = problem.frame().cols();
    const RowMatrix z = Eigen::Map<const RowMatrix>(points.data(), rows_.rows(), d);
    KernelOptions kernel{
        .bandwidth = bandwidth, .method = KernelMethod::kTiled, .threads = threads};
    kernel.family = settings_.kernel_family;
    sums_ = make_kernel_sums(rows_, kernel)->gram_sums(z, false);
  }

  void add_constraints(std::vector<ProvenConstraint>& constraints) const {
    const std::vector<GroupStatistics>& groups = problem_.prepared.groups;
    std::map<std::vector<std::string>, std::vector<MmdContrast>> means;
    for (std::size_t g = 0; g < groups.size(); ++g) {
      for (std::size_t h = g + 1; h < groups.size(); ++h) {
        const std::vector<std::string> attribute = columns_of(groups[g].group);
        if (attribute != columns_of(groups[h].group)) continue;
        MmdContrast contrast = mmd_contrast(rows_, shares_of(groups[g].group),
                                            shares_of(groups[h].group), settings_.estimator);
        if (settings_.takes_mean_of_pairs) {
          means[attribute].push_back(std::move(contrast));
        } else {
          constraints.push_back(
              evaluated(contrast, fmt::format("{} and {}", in_quotes(groups[g].group.name),
                                              in_quotes(groups[h].group.name))));
        }
      }
    }
    for (const auto& [attribute, contrasts] : means) {
      constraints.push_back(evaluated(mean_contrast(contrasts),
                                      fmt::format("groups of {}", fmt::join(attribute, ", "))));
    }
  }

 private:
  /// Shares of the cells in a group.
  Vector shares_of(const Group& group) const {
    const std::set<CellKey> members(group.cells.begin(), group.cells.end());
    Vector shares = Vector::Zero(static_cast<Index>(keys_.size()));
    for (std::size_t c = 0; c < keys_.size(); ++c) {
      if (members.contains(keys_[c])) shares(static_cast<Index>(c)) = totals_[c];
    }
    if (!(shares.sum() > 0)) reject(verify_message<"moments-without-rows">());
    return shares / shares.sum();
  }

  ProvenConstraint evaluated(const MmdContrast& contrast, std::string name) const {
    // With a level, tau is in units of what chance makes of the pair.
    const double unit = settings_.tau_level > 0 ? contrast.self_value(rows_) : 1;
    const double tau = settings_.tau_level > 0 ? *settings_.tau_factor : settings_.tau;
    return {std::move(name), contrast.value(sums_), tau * unit};
  }

  const ProvenProblem& problem_;
  const ProblemSettings& settings_;
  std::vector<CellKey> keys_;
  std::vector<double> totals_;
  CellRows rows_;
  Matrix sums_;
};

/// The bandwidth that the constraint was fitted with; none where the file does not tell.
std::optional<double> bandwidth_of(const ProvenProblem& problem) {
  const ProblemSettings& settings = problem.settings;
  if (settings.bandwidth) return settings.bandwidth;
  if (!problem.model.bandwidth) return std::nullopt;
  const bool is_median = settings.bandwidth_rule == BandwidthRule::kMedian ||
                         settings.kernel_family == KernelFamily::kLaplace;
  return *problem.model.bandwidth * (is_median ? std::numbers::sqrt2 : 1);
}

std::vector<std::optional<std::string>> labels_to_compare(const ProvenProblem& problem,
                                                          const ProjectedCells& cells) {
  const ProblemSettings& settings = problem.settings;
  if (settings.conditional == ProvenConditional::kNone) return {std::nullopt};
  if (settings.conditional == ProvenConditional::kEqualOpportunity) {
    return {settings.positive.empty() ? "1" : settings.positive};
  }
  std::set<std::string> labels;
  for (const auto& [key, cell] : cells) {
    if (key.label) labels.insert(*key.label);
  }
  return {labels.begin(), labels.end()};
}

VerifiedClaim unknown(const char* what) {
  return {"constraint", ClaimStatus::kNotChecked,
          verify_message<"mmd-unknown-tau">("what"_is(what))};
}

}  // namespace

VerifiedClaim mmd_claim(RowSource& rows, const ProvenProblem& problem, const EncodeOptions& encode,
                        const PassOptions& pass) {
  const std::optional<double> bandwidth = bandwidth_of(problem);
  if (!bandwidth) return unknown("the bandwidth");
  if (problem.settings.tau_level > 0 && !problem.settings.tau_factor) return unknown("tau-factor");
  const ProjectedCells cells = project(rows, problem, encode, pass);
  std::vector<ProvenConstraint> constraints;
  for (const std::optional<std::string>& label : labels_to_compare(problem, cells)) {
    MmdComparison(cells, label, problem, *bandwidth, pass.threads).add_constraints(constraints);
  }
  if (constraints.empty()) return unknown("two groups of one attribute");
  const auto excess = [](const ProvenConstraint& one) { return one.mmd2 - one.tau; };
  const ProvenConstraint& worst = *std::max_element(
      constraints.begin(), constraints.end(),
      [&](const auto& one, const auto& other) { return excess(one) < excess(other); });
  const auto mmd2 = "mmd2"_is(worst.mmd2);
  const auto tau = "tau"_is(worst.tau);
  const auto width = "bandwidth"_is(*bandwidth);
  if (excess(worst) <= kKernelRounding * std::abs(worst.tau) + kKernelFloor) {
    const Counted pairs{std::ssize(constraints), "constraint", "constraints"};
    return {"constraint", ClaimStatus::kProven,
            verify_message<"mmd-within">("pairs"_is(pairs), mmd2, tau, width)};
  }
  return {"constraint", ClaimStatus::kFailed,
          verify_message<"mmd-beyond">("pair"_is(worst.name), mmd2, tau, width)};
}

}  // namespace fairpca
