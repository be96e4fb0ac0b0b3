// SPDX-License-Identifier: BSD-3-Clause
#pragma once

extern "C" {

/// Cholesky factor of a symmetric matrix; info > 0: not positive definite.
void dpotrf_(const char* uplo, const int* n, double* a, const int* lda, int* info);

/// All eigenpairs by divide and conquer, smallest first; overwrites `a` with the vectors.
void dsyevd_(const char* jobz, const char* uplo, const int* n, double* a, const int* lda, double* w,
             double* work, const int* lwork, int* iwork, const int* liwork, int* info);

/// Eigenpairs il..iu, smallest first; destroys `a`.  With an index range: bisection and inverse
/// iteration.
void dsyevr_(const char* jobz, const char* range, const char* uplo, const int* n, double* a,
             const int* lda, const double* vl, const double* vu, const int* il, const int* iu,
             const double* abstol, int* m, double* w, double* z, const int* ldz, int* isuppz,
             double* work, const int* lwork, int* iwork, const int* liwork, int* info);

}  // extern "C"
