// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>
#include <cmath>

#include "fairpca/manifolds/orthonormal_frames.h"
#include "linear_algebra/solve.h"
#include "mixture/mixture_em.h"
#include "spectral/sign_convention.h"

namespace fairpca {
namespace {

/// What one component's sums say of its rows, about their own mean.
struct ComponentMoments {
  double rows = 0;       ///< n_k = N times their share
  Vector shift;          ///< new mean - old mean
  Matrix scatter_frame;  ///< S frame, p x q
  double trace = 0;      ///< tr S
};

ComponentMoments moments_of(const PpcaMixture& mixture, const MixtureSums& sums, Index k,
                            double rows) {
  const Index q = mixture.latent_dimensions();
  const Matrix& frame = mixture.components[static_cast<std::size_t>(k)].frame;
  ComponentMoments moments;
  moments.rows = rows * sums.weights[k];
  moments.shift = sums.shifts.col(k) / sums.weights[k];
  const Vector along = frame.transpose() * moments.shift;
  moments.scatter_frame =
      sums.cross.middleCols(k * q, q) / sums.weights[k] - moments.shift * along.transpose();
  moments.trace = std::max(sums.squares[k] / sums.weights[k] - moments.shift.squaredNorm(), 0.0);
  return moments;
}

/// The noise variance of n rows whose p directions leave the sum `residual` unexplained, the most
/// likely under the prior.
double noise_of(double residual, double directions, double n, const EmOptions& options) {
  const NoisePrior& prior = options.prior;
  const double numerator = n * std::max(residual, 0.0) + 2 * prior.scale;
  const double denominator = n * directions + 2 * prior.shape + 2;
  return std::max(denominator > 0 ? numerator / denominator : 0.0, options.noise_floor);
}

/// Turns W into orthonormal columns and variances: W = Q R, R R' = V diag(sigma^2) V'.
void set_loadings(const Matrix& loadings, double noise, SpectralSolver& spectral,
                  PpcaComponent& component) {
  const Matrix q = qr_factor(loadings);
  const Matrix r = q.transpose() * loadings;
  const TopEigenpairs pairs = spectral.estimate(r * r.transpose(), r.rows());
  component.frame = q * pairs.vectors;
  apply_sign_convention(component.frame);
  component.variance = pairs.values.cwiseMax(0.0).array() + noise;
  component.noise_variance = noise;
}

/// A power of 4 near the variance: dividing by it, and by its root, rounds nothing.
double unit_near(double variance) {
  return variance > 0 && std::isfinite(variance) ? std::ldexp(1, std::ilogb(variance) / 2 * 2) : 1;
}

/// One EM step of PPCA on the scatter S, known by S frame and tr S alone:
/// W~ = S W (s^2 I + M^-1 W'S W)^-1,  s~^2 = tr(S - S W M^-1 W~') / p, the latter with the prior.
/// Squares of variances are formed, so all is in the unit of the variances here.
void latent_step(const ComponentMoments& moments, const EmOptions& options,
                 SpectralSolver& spectral, PpcaComponent& component) {
  const auto p = static_cast<double>(component.mean.size());
  const double unit = unit_near(std::max(moments.trace / p, component.noise_variance));
  const double noise = component.noise_variance / unit;
  const Vector variance = component.variance / unit;
  const Vector stretch = (variance.array() - noise).max(0.0).sqrt();
  const Matrix image = moments.scatter_frame / unit * stretch.asDiagonal();  // S W
  // s^2 I + M^-1 W'S W = M^-1 (s^2 M + W'S W), the bracket symmetric and positive.
  Matrix inner = stretch.asDiagonal() * (component.frame.transpose() * image);
  inner = (0.5 * (inner + inner.transpose())).eval();
  inner.diagonal() += noise * variance;
  const Matrix loadings = Cholesky(inner).solve_rows(image) * variance.asDiagonal();
  const double explained =
      (image * variance.cwiseInverse().asDiagonal()).cwiseProduct(loadings).sum();
  const double residual = moments.trace - unit * explained;
  set_loadings(loadings, noise_of(residual, p, moments.rows, options) / unit, spectral, component);
  component.variance *= unit;
  component.noise_variance *= unit;
}

void exact_step(const ComponentMoments& moments, const Matrix& scatter, double weight,
                const EmOptions& options, SpectralSolver& spectral, PpcaComponent& component) {
  Matrix covariance = scatter.selfadjointView<Eigen::Lower>();
  covariance /= weight;
  covariance -= moments.shift * moments.shift.transpose();
  const PpcaComponent best =
      ppca_of(covariance, component.frame.cols(), moments.rows, options, spectral);
  component.frame = best.frame;
  component.variance = best.variance;
  component.noise_variance = best.noise_variance;
}

}  // namespace

PpcaComponent ppca_of(const Matrix& covariance, Index q, double rows, const EmOptions& options,
                      SpectralSolver& spectral) {
  const TopEigenpairs pairs = spectral.estimate(covariance, q);
  const double trace = covariance.trace();
  PpcaComponent component;
  component.frame = pairs.vectors;
  Index kept = q;
  for (;; --kept) {  // directions weaker than the noise are noise
    const double residual = trace - pairs.values.head(kept).sum();
    component.noise_variance =
        noise_of(residual, static_cast<double>(covariance.rows() - kept), rows, options);
    if (kept == 0 || pairs.values[kept - 1] >= component.noise_variance) break;
  }
  component.variance = Vector::Constant(q, component.noise_variance);
  component.variance.head(kept) = pairs.values.head(kept);
  return component;
}

PpcaMixture maximize(const PpcaMixture& mixture, const MixtureSums& sums, const EmOptions& options,
                     SpectralSolver& spectral) {
  PpcaMixture next = mixture;
  const double total = sums.weights.sum();
  for (Index k = 0; k < mixture.size(); ++k) {
    PpcaComponent& component = next.components[static_cast<std::size_t>(k)];
    component.weight = sums.weights[k] / total;
    if (!(sums.weights[k] > 1e-200)) {  // no row is left to say anything of it
      component.weight = 0;
      continue;
    }
    const ComponentMoments moments = moments_of(mixture, sums, k, options.rows);
    component.mean += moments.shift;
    if (options.m_step == MStep::kExact) {
      exact_step(moments, sums.scatter[static_cast<std::size_t>(k)], sums.weights[k], options,
                 spectral, component);
    } else {
      latent_step(moments, options, spectral, component);
    }
  }
  return next;
}

}  // namespace fairpca
