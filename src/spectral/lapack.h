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

/// A = Q T Q', T tridiagonal with diagonal d and the elements e below it; reflectors of Q and `tau`
/// take the place of `a`.
void dsytrd_(const char* uplo, const int* n, double* a, const int* lda, double* d, double* e,
             double* tau, double* work, const int* lwork, int* info);

/// c = Q c or Q' c for the Q of dsytrd.
void dormtr_(const char* side, const char* uplo, const char* trans, const int* m, const int* n,
             const double* a, const int* lda, const double* tau, double* c, const int* ldc,
             double* work, const int* lwork, int* info);

/// Eigenvalues il..iu, or those in (vl, vu], of a tridiagonal matrix, by bisection.
void dstebz_(const char* range, const char* order, const int* n, const double* vl, const double* vu,
             const int* il, const int* iu, const double* abstol, const double* d, const double* e,
             int* m, int* nsplit, double* w, int* iblock, int* isplit, double* work, int* iwork,
             int* info);

/// Their eigenvectors, by inverse iteration.
void dstein_(const int* n, const double* d, const double* e, const int* m, const double* w,
             const int* iblock, const int* isplit, double* z, const int* ldz, double* work,
             int* iwork, int* ifail, int* info);

}  // extern "C"
