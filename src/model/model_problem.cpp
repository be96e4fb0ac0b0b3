// SPDX-License-Identifier: BSD-3-Clause
#include "model/model_problem.h"

#include <cmath>

#include <fmt/format.h>

#include "model/certificate_file.h"
#include "model/mixture_file.h"
#include "text/quoted.h"

namespace fairpca {
namespace {

constexpr double kOrthonormality = 1e-8;

std::string wrong(const char* name, Index size, Index wanted) {
  return fmt::format("{} has {} numbers, not {}", name, size, wanted);
}

std::string problem_with_sizes(const Model& model) {
  const Index p = model.encoding.width();
  if (p == 0) return "it has no columns";
  if (model.requested_dimensions < 1 || model.requested_dimensions > p) {
    return fmt::format("requested_dimensions is {}, outside 1 to {}", model.requested_dimensions,
                       p);
  }
  if (model.mean.size() != p) return wrong("mean", model.mean.size(), p);
  if (model.scale.size() != p) return wrong("scale", model.scale.size(), p);
  return "";
}

std::string problem_with_projection_sizes(const Model& model) {
  const LinearProjection& projection = model.projection;
  const Index p = model.encoding.width(), d = projection.components.cols();
  if (d < 1 || d > p) return fmt::format("it has {} components of {} columns", d, p);
  if (projection.components.rows() != p) {
    return wrong("a component", projection.components.rows(), p);
  }
  if (projection.encode_scale.size() != d) {
    return wrong("encode_scale", projection.encode_scale.size(), d);
  }
  if (projection.decode_scale.size() != d) {
    return wrong("decode_scale", projection.decode_scale.size(), d);
  }
  if (projection.component_variance.size() != d) {
    return wrong("component_variance", projection.component_variance.size(), d);
  }
  return "";
}

bool all_at_least_zero(const Vector& numbers) {
  return numbers.allFinite() && (numbers.array() >= 0).all();
}

bool is_positive(double number) {
  return std::isfinite(number) && number > 0;
}
bool is_at_least_zero(double number) {
  return std::isfinite(number) && number >= 0;
}

std::string problem_with_numbers(const Model& model) {
  if (!model.mean.allFinite()) return "mean has a number that is not finite";
  if (!model.scale.allFinite() || !(model.scale.array() > 0).all()) {
    return "scale has a number that is not positive";
  }
  if (model.bandwidth && !is_positive(*model.bandwidth)) return "bandwidth is not positive";
  if (!is_at_least_zero(model.total_variance)) return "total_variance is below 0";
  if (model.rows < 1 || !is_at_least_zero(model.weight)) return "it was fitted on no rows";
  return "";
}

std::string problem_with_projection_numbers(const LinearProjection& projection) {
  if (!all_at_least_zero(projection.encode_scale)) return "encode_scale has a number below 0";
  if (!all_at_least_zero(projection.decode_scale)) return "decode_scale has a number below 0";
  if (!all_at_least_zero(projection.component_variance)) {
    return "component_variance has a number below 0";
  }
  if (projection.noise_variance) {
    if (!is_positive(*projection.noise_variance)) return "noise_variance is not positive";
    if (projection.component_variance.minCoeff() == 0) {
      return "it has noise_variance but a component_variance of 0";
    }
  }
  return problem_with_frame(projection.components);
}

std::string problem_with_projection(const Model& model) {
  std::string problem = problem_with_projection_sizes(model);
  return problem.empty() ? problem_with_projection_numbers(model.projection) : problem;
}

std::string problem_with_group(const GroupSummary& group) {
  const std::string name = in_quotes(group.name);
  if (group.rows < 0 || (group.weight && !is_at_least_zero(*group.weight))) {
    return fmt::format("group {} has fewer than 0 rows", name);
  }
  if (group.reconstruction_error && !is_at_least_zero(*group.reconstruction_error)) {
    return fmt::format("the reconstruction_error of group {} is below 0", name);
  }
  if (group.loss && !std::isfinite(*group.loss)) {
    return fmt::format("the loss of group {} is not finite", name);
  }
  if (group.log_likelihood && !std::isfinite(*group.log_likelihood)) {
    const bool is_hidden = std::isnan(*group.log_likelihood) && !group.reconstruction_error;
    if (!is_hidden) return fmt::format("the log_likelihood of group {} is not finite", name);
  }
  if (group.held_out) {
    const HeldOutError& held_out = *group.held_out;
    if (!is_at_least_zero(held_out.mean) || !is_at_least_zero(held_out.deviation) ||
        held_out.rows < 1) {
      return fmt::format("the held-out error of group {} is below 0 or of no rows", name);
    }
  }
  return "";
}

/// Means and deviations of the published groups: of all of them, or of none.
std::string problem_with_distributions(const Model& model) {
  const Index p = model.encoding.width();
  Index described = 0, published = 0;
  for (const GroupSummary& group : model.groups) {
    if (group.weight) ++published;
    if (group.mean.size() == 0 && group.deviation.size() == 0) continue;
    ++described;
    if (!group.weight || group.mean.size() != p || group.deviation.size() != p) {
      return fmt::format("group {} has a mean or deviation that does not fit",
                         in_quotes(group.name));
    }
    if (!group.mean.allFinite() || !all_at_least_zero(group.deviation)) {
      return fmt::format("group {} has a mean or deviation that no rows have",
                         in_quotes(group.name));
    }
  }
  return described == 0 || described == published ? "" : "some groups have means, others not";
}

}  // namespace

std::string problem_with_frame(const Matrix& frame) {
  if (!frame.allFinite()) return "components have a number that is not finite";
  const Index d = frame.cols();
  const Matrix gram = frame.transpose() * frame;
  const double deviation = (gram - Matrix::Identity(d, d)).cwiseAbs().maxCoeff();
  if (!(deviation <= kOrthonormality)) {
    return fmt::format("components are not orthonormal (off by {:.1e})", deviation);
  }
  return "";
}

std::string problem_with(const Model& model) {
  std::string problem = problem_with_sizes(model);
  if (model.mixture && model.method.find("mixture") == std::string::npos) {
    return fmt::format("it has a mixture, which the method {} does not give",
                       in_quotes(model.method));
  }
  if (problem.empty()) problem = problem_with_numbers(model);
  if (problem.empty()) {
    problem = model.mixture ? problem_with_mixture(*model.mixture, model.mean.size())
                            : problem_with_projection(model);
  }
  for (std::size_t g = 0; problem.empty() && g < model.groups.size(); ++g) {
    problem = problem_with_group(model.groups[g]);
  }
  if (problem.empty()) problem = problem_with_distributions(model);
  if (problem.empty() && model.certificate) {
    problem = problem_with_certificate(*model.certificate, model);
  }
  return problem;
}

}  // namespace fairpca
