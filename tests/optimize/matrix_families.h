// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <random>
#include <vector>

#include "fairpca/optimize/matrix_refs.h"

namespace fairpca {

Matrix gaussian(Index rows, Index cols, std::mt19937_64& engine);

Matrix random_orthogonal(Index p, std::mt19937_64& engine);

Vector power_law(Index p, std::mt19937_64& engine);

Matrix symmetric_part(const Matrix& matrix);

/// Positive semidefinite matrices with power-law spectra in partly common directions: the dual has
/// no tie at its optimum, as a rule.
std::vector<Matrix> smooth_family(Index p, Index count, std::uint64_t seed);

/// The same spectra in one common basis, in random order: the optimum is at a tie.
std::vector<Matrix> commuting_family(Index p, Index count, std::uint64_t seed);

/// Diagonal matrices of small integers: many eigenvalues are exactly equal.
std::vector<Matrix> integer_family(Index p, Index count, std::uint64_t seed);

MatrixRefs refs(const std::vector<Matrix>& family);

/// Eigenvalues, largest first, by Eigen's own solver.
Vector dense_eigenvalues(const Matrix& symmetric);

double top_sum(const Matrix& symmetric, Index d);

/// sigma_d of each matrix.
Vector top_sums(const std::vector<Matrix>& family, Index d);

Matrix weighted_sum(const std::vector<Matrix>& family, const Vector& weights);

/// (<A_j, P>)_j by elementwise products.
Vector inner_products(const std::vector<Matrix>& family, const Matrix& point);

}  // namespace fairpca
