// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <vector>

#include "fairpca/matrix.h"
#include "fairpca/model/model.h"
#include "figure/figure.h"

namespace fairpca {

/// Loadings to draw as arrows: one set per panel.
struct BiplotPanel {
  std::string title;
  Matrix loadings;             ///< p x d
  std::vector<double> shares;  ///< of the variance, of the first components; may be empty
};

/// Arrows of the features of largest communality (row sum of the squared loadings, over all
/// components of all panels) in the plane of the first two components; of one component, bars.
/// At most `most` features: the same in every panel.
Figure biplot_figure(const std::vector<std::string>& features,
                     const std::vector<BiplotPanel>& panels, std::size_t most = 10);

/// Of a model: its projection, or the components of its mixture (the six of largest weight).
Figure biplot_figure(const Model& model);

}  // namespace fairpca
