// SPDX-License-Identifier: BSD-3-Clause
#include "experiments/frmppca/component_pca.h"

#include <algorithm>
#include <numeric>

namespace fairpca {
namespace {

/// The eigenvectors of the d largest eigenvalues of C; those across `frame` are never needed.
Matrix leading_directions(const PpcaComponent& component, Index d) {
  std::vector<Index> order(static_cast<std::size_t>(component.variance.size()));
  std::iota(order.begin(), order.end(), Index{0});
  std::stable_sort(order.begin(), order.end(),
                   [&](Index a, Index b) { return component.variance(a) > component.variance(b); });
  order.resize(static_cast<std::size_t>(d));
  return component.frame(Eigen::all, order);
}

}  // namespace

ComponentPcaRows component_pca(const Model& mixture, Index d, const RowMatrix& encoded) {
  const std::vector<PpcaComponent>& components = mixture.mixture->components;
  std::vector<Matrix> directions;
  for (const PpcaComponent& component : components) {
    directions.push_back(leading_directions(component, d));
  }
  ComponentPcaRows result{RowMatrix::Zero(encoded.rows(), d), Vector(encoded.rows())};
  RowUnderMixture under(*mixture.mixture);
  for (Index i = 0; i < encoded.rows(); ++i) {
    const Vector x = (encoded.row(i).transpose() - mixture.mean).cwiseQuotient(mixture.scale);
    under.read(x.data());
    Vector residual = x;
    for (std::size_t k = 0; k < components.size(); ++k) {
      const double share = under.responsibilities()(static_cast<Index>(k));
      const Vector along = directions[k].transpose() * (x - components[k].mean);
      result.coordinates.row(i) += share * along.transpose();
      residual -= share * (components[k].mean + directions[k] * along);
    }
    result.squared_error(i) = residual.squaredNorm();
  }
  return result;
}

}  // namespace fairpca
