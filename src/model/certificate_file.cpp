// SPDX-License-Identifier: BSD-3-Clause
#include "model/certificate_file.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include <fmt/format.h>

#include "files/json_fields.h"
#include "files/messages.h"

namespace fairpca {
namespace {

using Json = nlohmann::json;
using OrderedJson = nlohmann::ordered_json;

constexpr std::size_t kDigestDigits = 64;
/// Each costs a verifier an eigen-solve.
constexpr std::size_t kMostAngles = 1'000'000;

OrderedJson number_or_null(const std::optional<double>& number) {
  return number ? OrderedJson(*number) : OrderedJson(nullptr);
}

OrderedJson norms_json(const MomentNorms& norms) {
  return {{"rows", norms.rows},
          {"weight", norms.weight},
          {"squared_weight", norms.squared_weight},
          {"trace", norms.trace},
          {"mean_norm", norms.mean_norm},
          {"moment_norm", norms.moment_norm}};
}

MomentNorms parse_norms(const Json& value, const std::string& origin, const std::string& path) {
  JsonFields fields(value, origin, path);
  MomentNorms norms;
  norms.rows = fields.count("rows");
  norms.weight = fields.number("weight");
  norms.squared_weight = fields.number("squared_weight");
  norms.trace = fields.number("trace");
  norms.mean_norm = fields.number("mean_norm");
  norms.moment_norm = fields.number("moment_norm");
  fields.finish();
  return norms;
}

Matrix column_of(const std::vector<double>& numbers) {
  return Eigen::Map<const Vector>(numbers.data(), static_cast<Index>(numbers.size()));
}

std::vector<double> numbers_in(const Archive& archive, const char* name) {
  if (!archive.arrays.contains(name)) return {};
  const Matrix& column = archive.array(name, -1, 1);
  return {column.data(), column.data() + column.size()};
}

Matrix pair_rows(const std::vector<PairWeight>& pairs) {
  Matrix rows(static_cast<Index>(pairs.size()), 3);
  for (std::size_t k = 0; k < pairs.size(); ++k) {
    rows.row(static_cast<Index>(k)) << static_cast<double>(pairs[k].worse),
        static_cast<double>(pairs[k].better), pairs[k].weight;
  }
  return rows;
}

[[noreturn]] void reject_array(const Archive& archive, const std::string& reason) {
  reject(files_message<"damaged-archive">("place"_is(Place{.file = archive.origin}),
                                          "reason"_is(reason)));
}

/// A whole number of an array that counts or numbers something.
Index whole_number(const Archive& archive, const char* name, double number) {
  constexpr double kMost = 1e9;
  if (!(number >= 0 && number <= kMost) || number != std::floor(number)) {
    reject_array(archive, fmt::format("{} has a number that is not a count", name));
  }
  return static_cast<Index>(number);
}

std::vector<PairWeight> parse_pairs(const Archive& archive) {
  std::vector<PairWeight> pairs;
  if (!archive.arrays.contains("pair_weights")) return pairs;
  const Matrix& rows = archive.array("pair_weights", -1, 3);
  for (Index k = 0; k < rows.rows(); ++k) {
    pairs.push_back({whole_number(archive, "pair_weights", rows(k, 0)),
                     whole_number(archive, "pair_weights", rows(k, 1)), rows(k, 2)});
  }
  return pairs;
}

void add_covariance_arrays(const std::vector<LowRankMatrix>& factors,
                           std::map<std::string, Matrix>& arrays) {
  Vector ranks(static_cast<Index>(factors.size()));
  for (Index k = 0; k < ranks.size(); ++k) {
    ranks(k) = static_cast<double>(factors[static_cast<std::size_t>(k)].left.cols());
  }
  const Index p = factors.front().left.rows(), total = static_cast<Index>(ranks.sum());
  Matrix left(p, total), right(p, total);
  Index at = 0;
  for (const LowRankMatrix& factor : factors) {
    left.middleCols(at, factor.left.cols()) = factor.left;
    right.middleCols(at, factor.left.cols()) = factor.right;
    at += factor.left.cols();
  }
  arrays["covariance_ranks"] = ranks;
  arrays["covariance_left"] = std::move(left);
  arrays["covariance_right"] = std::move(right);
}

std::vector<LowRankMatrix> parse_covariance_arrays(const Archive& archive) {
  std::vector<LowRankMatrix> factors;
  if (!archive.arrays.contains("covariance_ranks")) return factors;
  const Matrix& ranks = archive.array("covariance_ranks", -1, 1);
  const Matrix& left = archive.array("covariance_left");
  const Matrix& right = archive.array("covariance_right", left.rows(), left.cols());
  Index at = 0;
  for (Index k = 0; k < ranks.size(); ++k) {
    const Index rank = whole_number(archive, "covariance_ranks", ranks(k));
    if (rank > left.cols() - at) {
      reject_array(archive, "covariance_left has fewer columns than covariance_ranks says");
    }
    factors.push_back({left.middleCols(at, rank), right.middleCols(at, rank)});
    at += rank;
  }
  if (at != left.cols()) {
    reject_array(archive, "covariance_left has more columns than covariance_ranks says");
  }
  return factors;
}

bool are_finite(const std::vector<double>& numbers) {
  return std::all_of(numbers.begin(), numbers.end(), [](double x) { return std::isfinite(x); });
}

std::string problem_with_norms(const MomentNorms& norms) {
  const bool is_sound = norms.rows >= 1 && norms.weight >= 0 && norms.squared_weight >= 0 &&
                        norms.trace >= 0 && norms.mean_norm >= 0 && norms.moment_norm >= 0;
  return is_sound ? "" : "the certificate has norms of moments that no rows have";
}

std::string problem_with_multipliers(const Multipliers& multipliers, const Model& model) {
  const auto groups = static_cast<Index>(model.groups.size());
  if (!are_finite(multipliers.dual_weights) ||
      static_cast<Index>(multipliers.dual_weights.size()) > groups) {
    return "dual_weights are more than the groups, or not finite";
  }
  const Matrix& nested = multipliers.nested_weights;
  const bool is_nested = nested.size() > 0;
  if (is_nested && (nested.rows() != model.requested_dimensions || nested.cols() != groups)) {
    return "nested_weights do not have a row per component and a column per group";
  }
  if (!nested.allFinite()) return "nested_weights have a number that is not finite";
  if (!are_finite(multipliers.support_angles) || multipliers.support_angles.size() > kMostAngles) {
    return "support_angles are too many, or not finite";
  }
  for (const PairWeight& pair : multipliers.pair_weights) {
    if (pair.worse >= groups || pair.better >= groups) return "pair_weights name no group";
    if (!std::isfinite(pair.weight) || pair.weight < 0) return "pair_weights have a number below 0";
  }
  for (const LowRankMatrix& factor : multipliers.covariance_multipliers) {
    const Index p = model.encoding.width();
    const bool fits = factor.left.rows() == p && factor.right.rows() == p &&
                      factor.left.cols() == factor.right.cols() && factor.left.cols() <= p;
    if (!fits) return "covariance_left and covariance_right are not p x rank each";
    if (!factor.left.allFinite() || !factor.right.allFinite()) {
      return "covariance_left or covariance_right has a number that is not finite";
    }
  }
  return "";
}

}  // namespace

OrderedJson certificate_json(const std::optional<ModelCertificate>& certificate) {
  if (!certificate) return nullptr;
  OrderedJson groups = OrderedJson::array();
  for (const std::optional<MomentNorms>& norms : certificate->groups) {
    groups.push_back(norms ? norms_json(*norms) : OrderedJson(nullptr));
  }
  return {{"objective", number_or_null(certificate->objective)},
          {"bound", number_or_null(certificate->bound)},
          {"tolerance", certificate->tolerance},
          {"failure_probability", certificate->failure_probability},
          {"moments",
           {{"digest", certificate->moments_digest},
            {"overall", norms_json(certificate->overall)},
            {"groups", std::move(groups)}}}};
}

void add_certificate_arrays(const ModelCertificate& certificate,
                            std::map<std::string, Matrix>& arrays) {
  const Multipliers& all = certificate.multipliers;
  if (!all.dual_weights.empty()) arrays["dual_weights"] = column_of(all.dual_weights);
  if (all.nested_weights.size() > 0) arrays["nested_weights"] = all.nested_weights;
  if (!all.support_angles.empty()) arrays["support_angles"] = column_of(all.support_angles);
  if (!all.pair_weights.empty()) arrays["pair_weights"] = pair_rows(all.pair_weights);
  if (!all.covariance_multipliers.empty()) {
    add_covariance_arrays(all.covariance_multipliers, arrays);
  }
}

std::size_t count_certificate_arrays(const ModelCertificate& certificate) {
  const Multipliers& all = certificate.multipliers;
  return (all.dual_weights.empty() ? 0U : 1U) + (all.nested_weights.size() > 0 ? 1U : 0U) +
         (all.support_angles.empty() ? 0U : 1U) + (all.pair_weights.empty() ? 0U : 1U) +
         (all.covariance_multipliers.empty() ? 0U : 3U);
}

std::optional<ModelCertificate> parse_certificate(const Json& value, const Archive& archive) {
  if (value.is_null()) return std::nullopt;
  const std::string& origin = archive.origin;
  JsonFields fields(value, origin, "certificate");
  ModelCertificate certificate;
  certificate.objective = fields.optional_number("objective");
  certificate.bound = fields.optional_number("bound");
  certificate.tolerance = fields.number("tolerance");
  certificate.failure_probability = fields.number("failure_probability");
  JsonFields moments(fields.object("moments"), origin, "certificate: moments");
  certificate.moments_digest = moments.text("digest");
  certificate.overall =
      parse_norms(moments.object("overall"), origin, "certificate: moments: overall");
  for (const Json& norms : moments.array("groups")) {
    const std::string path =
        fmt::format("certificate: moments: groups[{}]", certificate.groups.size());
    certificate.groups.push_back(norms.is_null() ? std::nullopt
                                                 : std::optional(parse_norms(norms, origin, path)));
  }
  moments.finish();
  fields.finish();
  Multipliers& multipliers = certificate.multipliers;
  multipliers.dual_weights = numbers_in(archive, "dual_weights");
  if (archive.arrays.contains("nested_weights")) {
    multipliers.nested_weights = archive.array("nested_weights");
  }
  multipliers.support_angles = numbers_in(archive, "support_angles");
  multipliers.pair_weights = parse_pairs(archive);
  multipliers.covariance_multipliers = parse_covariance_arrays(archive);
  return certificate;
}

std::string problem_with_certificate(const ModelCertificate& certificate, const Model& model) {
  const auto is_share = [](double number) { return number >= 0 && number <= 1; };
  if (!is_share(certificate.tolerance) || !is_share(certificate.failure_probability)) {
    return "the certificate has a tolerance or failure_probability outside 0 to 1";
  }
  const std::string& digest = certificate.moments_digest;
  if (digest.size() != kDigestDigits ||
      digest.find_first_not_of("0123456789abcdef") != std::string::npos) {
    return "the certificate has a digest that is not 64 hexadecimal digits";
  }
  if (certificate.groups.size() != model.groups.size()) {
    return "the certificate has norms of another number of groups";
  }
  std::string problem = problem_with_norms(certificate.overall);
  for (const std::optional<MomentNorms>& norms : certificate.groups) {
    if (problem.empty() && norms) problem = problem_with_norms(*norms);
  }
  return problem.empty() ? problem_with_multipliers(certificate.multipliers, model) : problem;
}

}  // namespace fairpca
