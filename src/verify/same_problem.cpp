// SPDX-License-Identifier: BSD-3-Clause
#include "verify/same_problem.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "moments/drop_deviation.h"
#include "moments/moments_digest.h"
#include "text/quoted.h"
#include "verify/messages.h"

namespace fairpca {
namespace {

constexpr double kSameNorms = 1e-9, kSameWeights = 1e-12, kSameMean = 1e-12;
constexpr double kOrthonormal = 1e-10, kSameShares = 1e-10, kFullShare = 1e-12;
constexpr double kMeanRounding = 0x1p-50;

VerifiedClaim failed(const char* id, Message sentence) {
  return {id, ClaimStatus::kFailed, std::move(sentence)};
}

/// The first few of many names.
std::string some_of(const std::vector<std::string>& names) {
  constexpr std::size_t kShown = 12;
  if (names.size() <= kShown) return names.empty() ? "none" : quoted_list(names);
  return fmt::format("{} and {} more", quoted_list({names.begin(), names.begin() + kShown}),
                     names.size() - kShown);
}

/// The protected columns that the model's groups are of, where the moments have more.
std::vector<std::string> columns_in_use(const Model& model, const GroupMoments& moments) {
  std::vector<std::string> used;
  for (const std::string& column : moments.protected_columns()) {
    const bool is_used =
        std::any_of(model.groups.begin(), model.groups.end(), [&](const GroupSummary& group) {
          return std::any_of(group.levels.begin(), group.levels.end(),
                             [&](const auto& level) { return level.first == column; });
        });
    if (is_used) used.push_back(column);
  }
  return used.size() == moments.protected_columns().size() ? std::vector<std::string>() : used;
}

std::vector<Group> groups_like(const Model& model, const GroupMoments& moments,
                               GroupingOptions grouping) {
  if (model.groups.empty()) return {};
  grouping.columns = columns_in_use(model, moments);
  return form_groups(moments, grouping);
}

/// `sex=F, race=a`.
std::string levels_text(const std::vector<std::pair<std::string, std::string>>& levels) {
  std::vector<std::string> texts;
  for (const auto& [column, level] : levels) texts.push_back(column + "=" + level);
  return fmt::format("{}", fmt::join(texts, ", "));
}

/// Why the groups are not the model's; none where they are.
std::optional<Message> other_groups(const Model& model, const std::vector<Group>& groups) {
  const auto same_levels = [](const GroupSummary& one, const Group& other) {
    return std::is_permutation(one.levels.begin(), one.levels.end(), other.levels.begin(),
                               other.levels.end());
  };
  if (model.groups.size() == groups.size() &&
      std::equal(model.groups.begin(), model.groups.end(), groups.begin(), same_levels)) {
    return std::nullopt;
  }
  std::vector<std::string> expected, found;
  for (const GroupSummary& group : model.groups) expected.push_back(group.name);
  for (const Group& group : groups) found.push_back(group.name);
  if (expected == found) {
    for (std::size_t g = 0; g < found.size(); ++g) {
      expected[g] = levels_text(model.groups[g].levels);
      found[g] = levels_text(groups[g].levels);
    }
  }
  return verify_message<"other-groups">("expected"_is(some_of(expected)),
                                        "found"_is(some_of(found)));
}

/// What differs between the norms in the file and those of the moments.
class NormComparison {
 public:
  void compare(const std::string& what, const MomentNorms& file, Index rows, double weight,
               double effective_rows, double mean_norm, const Matrix& moment) {
    const double trace = moment.trace();
    check(what, "number of rows", static_cast<double>(file.rows), static_cast<double>(rows), 0, 0);
    check(what, "sum of weights", file.weight, weight, kSameWeights, 0);
    const bool lacks_weights =
        weight == static_cast<double>(rows) && file.weight != static_cast<double>(file.rows);
    if (problem && lacks_weights && !is_offered_) {
      problem->offer({"weight"}, "gives the weights that the fit had");
      is_offered_ = true;
    }
    check(what, "sum of squared weights", file.squared_weight,
          effective_rows > 0 ? weight * (weight / effective_rows) : 0, kSameWeights, 0);
    check(what, "trace", file.trace, trace, kSameNorms, 0);
    check(what, "norm of the mean", file.mean_norm, mean_norm, kSameNorms,
          std::sqrt(std::max(trace, 0.0)));
    check(what, "norm of the second moment", file.moment_norm, moment.norm(), kSameNorms, 0);
  }

  double largest = 0;  ///< relative difference of a norm
  std::optional<Message> problem;

 private:
  bool is_offered_ = false;

  void check(const std::string& what, const char* number, double file, double found, double allowed,
             double scale) {
    const double size = std::max({std::abs(file), std::abs(found), scale});
    const double difference = size > 0 ? std::abs(file - found) / size : 0;
    largest = std::max(largest, difference);
    if (difference <= allowed || problem) return;
    problem = verify_message<"other-norms">("number"_is(number), "what"_is(what),
                                            "expected"_is(file), "found"_is(found));
  }
};

/// Whether the rows are those of the fit: by digest, otherwise by counts and norms.
VerifiedClaim same_rows(const ProvenProblem& problem) {
  const Model& model = problem.model;
  const PreparedMoments& prepared = problem.prepared;
  for (std::size_t g = 0; g < model.groups.size(); ++g) {
    const Index expected = model.groups[g].rows, found = prepared.groups[g].rows;
    if (expected == found) continue;
    return failed("same_problem",
                  verify_message<"other-group-rows">(
                      "group"_is(Quoted{model.groups[g].name}),
                      "expected"_is(Counted{expected, "row", "rows"}), "found"_is(found)));
  }
  if (model.rows != prepared.rows) {
    return failed("same_problem", verify_message<"other-rows">("expected"_is(model.rows),
                                                               "found"_is(prepared.rows)));
  }
  const ModelCertificate& certificate = *model.certificate;
  const auto rows = "rows"_is(Counted{prepared.rows, "row", "rows"});
  const auto columns = "columns"_is(prepared.mean.size());
  const auto groups = "groups"_is(Counted{problem.groups(), "group", "groups"});
  NormComparison norms;
  norms.compare("all rows", certificate.overall, prepared.rows, prepared.weight,
                prepared.effective_rows, 0, prepared.covariance);
  for (std::size_t g = 0; g < prepared.groups.size(); ++g) {
    const GroupStatistics& group = prepared.groups[g];
    if (!certificate.groups[g]) continue;
    norms.compare(fmt::format("group {}", in_quotes(group.group.name)), *certificate.groups[g],
                  group.rows, group.weight, group.effective_rows, group.mean.norm(),
                  group.second_moment);
  }
  if (norms.problem) return failed("same_problem", *norms.problem);
  if (moments_digest(problem.moments) == certificate.moments_digest) {
    constexpr std::size_t kShownDigits = 12;
    return {"same_problem", ClaimStatus::kProven,
            verify_message<"moments-identical">(
                rows, columns, groups,
                "digest"_is(certificate.moments_digest.substr(0, kShownDigits)))};
  }
  return {"same_problem", ClaimStatus::kProven,
          verify_message<"moments-equal">(rows, columns, groups, "difference"_is(norms.largest))};
}

VerifiedClaim mean_and_scale(const ProvenProblem& problem) {
  const Model& model = problem.model;
  const PreparedMoments& prepared = problem.prepared;
  double largest = 0;
  for (Index j = 0; j < model.mean.size(); ++j) {
    const double scale = prepared.scale(j);
    const auto differs = [&](const char* number, double file, double found, double rounding) {
      const double difference = std::abs(file - found);
      largest = std::max(largest, difference / scale);
      if (difference <= kSameMean * scale + rounding) return std::optional<Message>();
      return std::optional(verify_message<"other-mean-or-scale">(
          "number"_is(number), "column"_is(Quoted{prepared.columns[static_cast<std::size_t>(j)]}),
          "found"_is(file), "expected"_is(found)));
    };
    const double rounding = kMeanRounding * std::abs(prepared.mean(j));
    std::optional<Message> problem_found =
        differs("mean", model.mean(j), prepared.mean(j), rounding);
    if (!problem_found) problem_found = differs("scale", model.scale(j), scale, 0);
    if (problem_found) return failed("mean_and_scale", *problem_found);
  }
  return {"mean_and_scale", ClaimStatus::kProven,
          verify_message<"mean-and-scale">("difference"_is(largest))};
}

/// The largest rank that the rounding of the method allows.
Index largest_rank(const ProvenProblem& problem) {
  const Index d = problem.d();
  if (problem.model.method != "fair-pca" || !problem.settings.allows_extra_dimensions) return d;
  const auto groups = static_cast<double>(problem.groups());
  if (problem.settings.solver == ProvenSolver::kMultiplicativeWeights) {
    return d + problem.groups() - 1;
  }
  return d + static_cast<Index>(std::floor(std::sqrt(2 * groups + 0.25) - 1.5));
}

VerifiedClaim shares_claim(const ProvenProblem& problem, double deviation) {
  const Vector shares = problem.shares();
  const Index rank = shares.size(), d = problem.d();
  const auto dimensions = "dimensions"_is(Counted{d, "dimension", "dimensions"});
  const auto wrong = [&](const std::string& reason) {
    return failed("feasible", verify_message<"wrong-shares">(dimensions, "reason"_is(reason)));
  };
  if (rank > largest_rank(problem)) {
    return wrong(fmt::format("{} components, at most {} are allowed", rank, largest_rank(problem)));
  }
  if (shares.minCoeff() < 0 || shares.maxCoeff() > 1 + kFullShare) {
    return wrong("a share is outside 0 to 1");
  }
  const auto asked = static_cast<double>(d);
  if (!(std::abs(shares.sum() - asked) <= kSameShares * asked)) {
    return wrong(fmt::format("they add up to {:.12g}", shares.sum()));
  }
  const bool is_projection = rank == d && shares.minCoeff() >= 1 - kFullShare;
  if (is_projection) {
    return {"feasible", ClaimStatus::kProven,
            verify_message<"is-projection">("deviation"_is(deviation), "rank"_is(rank))};
  }
  return {"feasible", ClaimStatus::kProven,
          verify_message<"is-fractional">("deviation"_is(deviation), "sum"_is(shares.sum()),
                                          "rank"_is(rank), dimensions)};
}

/// PPCA's coordinates are posterior means: sqrt(l - noise) / l along each component.
VerifiedClaim posterior_claim(const ProvenProblem& problem, double deviation) {
  const LinearProjection& projection = problem.model.projection;
  const Eigen::ArrayXd variance = projection.component_variance.array();
  const Eigen::ArrayXd expected =
      (variance - *projection.noise_variance).max(0.0).sqrt() / variance;
  const double difference =
      ((projection.encode_scale.array() - expected).abs() * variance.sqrt()).maxCoeff();
  if (difference > kSameNorms) {
    return failed("feasible", verify_message<"wrong-posterior">("difference"_is(difference)));
  }
  return {"feasible", ClaimStatus::kProven,
          verify_message<"is-projection">("deviation"_is(deviation),
                                          "rank"_is(problem.frame().cols()))};
}

}  // namespace

std::optional<ProvenProblem> proven_problem(const Model& model, const GroupMoments& moments,
                                            int threads, std::vector<VerifiedClaim>& claims) {
  if (moments.rows() == 0) reject(verify_message<"moments-without-rows">());
  ProblemSettings settings = problem_settings(model);
  std::optional<DeviationRange> range;
  if (settings.drop_deviation.size() == 2) {
    range = {.low = settings.drop_deviation[0], .high = settings.drop_deviation[1]};
  }
  std::optional<SelectedColumns> selected = drop_by_deviation(moments, range);
  GroupMoments own;
  if (selected) {
    own = std::move(selected->moments);
  } else {
    own = moments;
  }
  if (own.encoding().names() != model.encoding.names()) {
    claims.push_back(failed("same_problem", verify_message<"other-columns">(
                                                "expected"_is(some_of(model.encoding.names())),
                                                "found"_is(some_of(own.encoding().names())))));
    return std::nullopt;
  }
  const std::vector<Group> groups = groups_like(model, own, settings.grouping);
  if (std::optional<Message> problem = other_groups(model, groups)) {
    claims.push_back(failed("same_problem", *problem));
    return std::nullopt;
  }
  PreparedMoments prepared = prepare(own, groups, settings.preparation);
  ProvenProblem problem{model, std::move(settings), std::move(own), std::move(prepared), threads};
  claims.push_back(same_rows(problem));
  claims.push_back(mean_and_scale(problem));
  return problem;
}

VerifiedClaim feasible_claim(const ProvenProblem& problem) {
  const Matrix& frame = problem.frame();
  const double deviation =
      (frame.transpose() * frame - Matrix::Identity(frame.cols(), frame.cols())).norm();
  if (!(deviation <= kOrthonormal)) {
    return failed("feasible", verify_message<"not-orthonormal">("deviation"_is(deviation),
                                                                "allowed"_is(kOrthonormal)));
  }
  const auto asked = problem.model.provenance.options.find("dimensions");
  const bool has_count = asked != problem.model.provenance.options.end() &&
                         asked->second.find_first_not_of("0123456789") == std::string::npos;
  if (has_count && asked->second != fmt::format("{}", problem.d())) {
    return failed("feasible", verify_message<"other-dimensions">("found"_is(problem.d()),
                                                                 "expected"_is(asked->second)));
  }
  if (problem.model.method == "ppca") {
    const bool is_whole = problem.model.projection.noise_variance && frame.cols() == problem.d();
    if (is_whole) return posterior_claim(problem, deviation);
    return failed("feasible", verify_message<"other-dimensions">("found"_is(frame.cols()),
                                                                 "expected"_is(problem.d())));
  }
  return shares_claim(problem, deviation);
}

}  // namespace fairpca
