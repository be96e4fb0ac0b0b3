// SPDX-License-Identifier: BSD-3-Clause
#include "blas/eigen_decompositions.h"

template class Eigen::ColPivHouseholderQR<Eigen::MatrixXd>;
template class Eigen::HouseholderQR<Eigen::MatrixXd>;
template class Eigen::JacobiSVD<Eigen::MatrixXd>;
template class Eigen::LLT<Eigen::MatrixXd>;
template class Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd>;
