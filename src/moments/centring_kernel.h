// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <type_traits>
#include <vector>

namespace fairpca {

/// Rows of numbers that lie side by side, where they are.
template <class Scalar>
struct RowStretch {
  const Scalar* data = nullptr;
  std::ptrdiff_t n = 0, columns = 0;
  std::ptrdiff_t stride = 0;                 ///< from one row to the next
  const std::ptrdiff_t* selected = nullptr;  ///< numbers of the rows meant; null: the first n

  const Scalar* row(std::ptrdiff_t i) const {
    return data + (selected == nullptr ? i : selected[i]) * stride;
  }
  /// `count` columns from `first` on.
  RowStretch columns_from(std::ptrdiff_t first, std::ptrdiff_t count) const {
    return {data + first, n, count, stride, selected};
  }
};

/// What rows are centred by: row x becomes ((x - base) - mean) * root.
struct RowCentre {
  const double* base = nullptr;
  const double* mean = nullptr;   ///< of the differences from the base
  const double* roots = nullptr;  ///< one per row; null: all 1
};

/// Centres rows with the instructions of some processors.
struct CentringKernel {
  template <class Scalar>
  struct For {
    /// sum += weight * (x - base) for each row; `weights` may be null: all 1.
    void (*add_differences)(const RowStretch<Scalar>& rows, const double* base,
                            const double* weights, double* sum);
    /// Writes each row `stride` behind the one before; they may be there already.
    void (*centre)(const RowStretch<Scalar>& rows, const RowCentre& by, double* out,
                   std::ptrdiff_t stride);
  };
  For<double> doubles;
  For<float> floats;

  template <class Scalar>
  const For<Scalar>& of() const {
    if constexpr (std::is_same_v<Scalar, double>) {
      return doubles;
    } else {
      return floats;
    }
  }
};

/// The fastest this processor can run.
const CentringKernel& best_centring_kernel();

/// All of them, fastest first.
std::vector<const CentringKernel*> supported_centring_kernels();

}  // namespace fairpca
