// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "fairpca/export/export.h"

namespace fairpca {

/// One function per format: ExportFormat::write.
std::string sql_of(const Model& model, const ExportSettings& settings);
std::string c_source_of(const Model& model, const ExportSettings& settings);
std::string model_numbers_json(const Model& model, const ExportSettings& settings);

/// p x d: a coordinate is the sum of (x_k - mean_k) times its column, scaling included; the same
/// bits as in Model::transform.
RowMatrix weights_of(const Model& model);

/// One Gaussian of a mixture, as every format writes it down.  Of a prepared row x, with
/// u = frame'(x - mean), ln(weight N(x)) is log_weight - 1/2 (sum_j u_j^2 / variance_j +
/// |x - mean - frame u|^2 / noise_variance), and the posterior mean is coordinate_scale_j u_j.
struct ExportedComponent {
  const PpcaComponent* gaussian = nullptr;  ///< of the mixture, which must outlive this
  double log_weight = 0;                    ///< finite, though the weight may be 0
  Vector coordinate_scale;
};
std::vector<ExportedComponent> exported_components(const PpcaMixture& mixture);

/// Throws InvalidArgument if `text` holds a zero byte.
void require_no_zero_byte(std::string_view text, const char* language);

}  // namespace fairpca
