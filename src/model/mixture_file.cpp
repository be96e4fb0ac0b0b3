// SPDX-License-Identifier: BSD-3-Clause
#include "model/mixture_file.h"

#include <cmath>

#include <fmt/format.h>

#include "files/json_fields.h"
#include "model/model_problem.h"

namespace fairpca {
namespace {

constexpr Index kMaxComponents = 1'000'000;
constexpr double kShares = 1e-9;

bool is_above_zero(double number) {
  return std::isfinite(number) && number > 0;
}

std::string problem_with_component(const PpcaComponent& component, Index p, Index q) {
  if (component.mean.size() != p || component.frame.rows() != p || component.frame.cols() != q ||
      component.variance.size() != q) {
    return "has another size than the first";
  }
  if (!(component.weight >= 0 && component.weight <= 1 + kShares)) {
    return "has a weight outside 0 to 1";
  }
  if (!component.mean.allFinite()) return "has a mean that is not finite";
  if (!is_above_zero(component.noise_variance)) return "has a noise variance not above 0";
  if (!component.variance.allFinite()) return "has a variance that is not finite";
  if (component.variance.minCoeff() < component.noise_variance * (1 - kShares)) {
    return "has a variance below its noise variance";
  }
  const std::string problem = problem_with_frame(component.frame);
  return problem.empty() ? "" : "has a frame whose " + problem;
}

}  // namespace

nlohmann::ordered_json mixture_json(const PpcaMixture& mixture) {
  return {{"components", mixture.size()},
          {"latent_dimensions", mixture.latent_dimensions()},
          {"embedding", mixture.embedding == Embedding::kAverage ? "average" : "blocks"}};
}

void add_mixture_arrays(const PpcaMixture& mixture, std::map<std::string, Matrix>& arrays) {
  const Index p = mixture.dim(), q = mixture.latent_dimensions(), count = mixture.size();
  Matrix weights(count, 1), noise(count, 1), means(p, count), variances(q, count);
  Matrix frames(p, count * q);
  for (Index k = 0; k < count; ++k) {
    const PpcaComponent& component = mixture.components[static_cast<std::size_t>(k)];
    weights(k, 0) = component.weight;
    noise(k, 0) = component.noise_variance;
    means.col(k) = component.mean;
    variances.col(k) = component.variance;
    frames.middleCols(k * q, q) = component.frame;
  }
  arrays["mixture_weights"] = std::move(weights);
  arrays["mixture_noise_variances"] = std::move(noise);
  arrays["mixture_means"] = std::move(means);
  arrays["mixture_variances"] = std::move(variances);
  arrays["mixture_frames"] = std::move(frames);
}

PpcaMixture parse_mixture(const nlohmann::json& value, const Archive& archive, Index p) {
  JsonFields fields(value, archive.origin, "mixture");
  const Index count = fields.count("components"), q = fields.count("latent_dimensions");
  if (count < 1 || count > kMaxComponents) fields.reject("components", "is out of range");
  if (q < 1 || q >= p) fields.reject("latent_dimensions", "is out of range");
  PpcaMixture mixture;
  const std::string embedding = fields.text("embedding");
  if (embedding == "blocks") {
    mixture.embedding = Embedding::kBlocks;
  } else if (embedding != "average") {
    fields.reject("embedding", "is neither average nor blocks");
  }
  fields.finish();
  const Matrix& weights = archive.array("mixture_weights", count, 1);
  const Matrix& noise = archive.array("mixture_noise_variances", count, 1);
  const Matrix& means = archive.array("mixture_means", p, count);
  const Matrix& variances = archive.array("mixture_variances", q, count);
  const Matrix& frames = archive.array("mixture_frames", p, count * q);
  for (Index k = 0; k < count; ++k) {
    mixture.components.push_back({.weight = weights(k, 0),
                                  .mean = means.col(k),
                                  .frame = frames.middleCols(k * q, q),
                                  .variance = variances.col(k),
                                  .noise_variance = noise(k, 0)});
  }
  return mixture;
}

std::string problem_with_mixture(const PpcaMixture& mixture, Index p) {
  if (mixture.components.empty()) return "its mixture has no components";
  const Index q = mixture.latent_dimensions();
  if (q < 1 || q >= p) {
    return fmt::format("its mixture has {} latent dimensions of {} columns", q, p);
  }
  double total = 0;
  for (std::size_t k = 0; k < mixture.components.size(); ++k) {
    const std::string problem = problem_with_component(mixture.components[k], p, q);
    if (!problem.empty()) return fmt::format("component {} of its mixture {}", k + 1, problem);
    total += mixture.components[k].weight;
  }
  if (!(std::abs(total - 1) <= kShares)) {
    return fmt::format("the weights of its mixture add up to {}, not 1", total);
  }
  return "";
}

}  // namespace fairpca
