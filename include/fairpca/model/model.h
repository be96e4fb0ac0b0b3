// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "fairpca/matrix.h"
#include "fairpca/model/certificate.h"
#include "fairpca/model/ppca_mixture.h"
#include "fairpca/rows/encoding.h"

namespace fairpca {

/// z_j = encode_scale_j v_j'x and xhat = sum_j decode_scale_j z_j v_j, x centred and scaled.
///
/// PCA has both scales 1; PPCA's posterior mean and a fractional fair projection have others.
struct LinearProjection {
  Matrix components;  ///< p x d, orthonormal columns v_j
  Vector encode_scale, decode_scale;
  Vector component_variance;  ///< v_j' S v_j on the training rows that overall numbers are of
  std::optional<double> noise_variance;  ///< probabilistic models: sigma^2
};

/// Reconstruction errors of rows that the fit had not seen, by cross-validation.
struct HeldOutError {
  double mean = 0, deviation = 0;  ///< over rows
  Index rows = 0;
};

/// What the model remembers of a training group.  Of a hidden group (docs/methods/small-groups.md)
/// that is its name and its rows: the numbers are absent, `log_likelihood` NaN.
struct GroupSummary {
  std::string name;
  std::vector<std::pair<std::string, std::string>> levels;
  Index rows = 0;
  std::optional<double> weight, reconstruction_error, loss;
  std::optional<double> log_likelihood;  ///< mean of its rows; of probabilistic methods alone
  /// Of its encoded rows, not scaled; empty: not known.
  Vector mean, deviation;
  std::optional<HeldOutError> held_out;
};

/// How the model came about; no times, no paths: the same fit gives the same bytes.
struct Provenance {
  std::string program_version;
  std::map<std::string, std::string> options;  ///< as the command line spells them
  std::string status;
  bool certified = false;
};

/// A fitted model: everything needed to transform new rows, and nothing of the rows themselves.
struct Model {
  std::string method;  ///< registry id
  Index requested_dimensions = 0;
  Encoding encoding;
  Vector mean, scale;  ///< of the encoded columns
  Index rows = 0;
  double weight = 0;                ///< of the rows that overall numbers are of
  double total_variance = 0;        ///< trace of their S
  std::optional<double> bandwidth;  ///< MMD's, by the authors' rule from plain PCA of the same d
  std::vector<std::string> protected_columns;
  std::optional<std::string> label_column;
  std::vector<GroupSummary> groups;
  LinearProjection projection;         ///< empty in a mixture
  std::optional<PpcaMixture> mixture;  ///< of the prepared rows
  Provenance provenance;
  /// None in files of format version 1, and where small groups withhold it.
  std::optional<ModelCertificate> certificate;

  /// d; of a mixture, the width of its embedding.
  Index dimensions() const {
    return mixture ? mixture->dimensions() : projection.components.cols();
  }
  /// Whether there is a likelihood, and missing cells have expectations.
  bool is_probabilistic() const { return mixture || projection.noise_variance; }

  /// n x dimensions() coordinates of encoded rows.  A row's coordinates do not depend on the rows
  /// beside it, bit for bit.  n p d multiply-adds.  Probabilistic models take missing cells (NaN).
  RowMatrix transform(RowsRef encoded) const;

  /// Encoded rows from coordinates: mean + scale * (V diag(decode_scale) z).  Throws
  /// InvalidArgument for a mixture, whose coordinates do not tell the component: see reconstruct().
  RowMatrix inverse_transform(RowsRef coordinates) const;

  /// Encoded rows as the model sees them: inverse_transform(transform(x)); of a mixture, the
  /// components' least-squares reconstructions weighted by responsibility.
  RowMatrix reconstruct(RowsRef encoded) const;

  /// ln p(x) per encoded row, in the units of the raw columns: a Gaussian or a mixture in the
  /// scaled space, plus the log of the Jacobian of the scaling.  Missing cells (NaN) are integrated
  /// out.  Throws InvalidArgument unless is_probabilistic().
  Vector log_likelihood(RowsRef encoded) const;

  /// The rows with missing cells (NaN) replaced by their expectations.  Throws InvalidArgument
  /// unless is_probabilistic().
  RowMatrix complete(RowsRef encoded) const;

  /// n x K: P(component | row).  Throws InvalidArgument unless this is a mixture.
  RowMatrix responsibilities(RowsRef encoded) const;

  /// n x K q: E[t | row, component], one block of q per component.  Throws as well.
  RowMatrix posterior_means(RowsRef encoded) const;

  /// `count` encoded rows drawn from the density.  Throws InvalidArgument unless
  /// is_probabilistic().
  RowMatrix sample(Index count, std::uint64_t seed) const;
};

/// The Gaussian of a probabilistic projection as a mixture of one.
PpcaMixture as_mixture(const LinearProjection& projection);

}  // namespace fairpca
