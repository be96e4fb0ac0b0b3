# SPDX-License-Identifier: BSD-3-Clause
"""Values and iterations of pymanopt on the two problems of tests/optimize/descent_test.cpp.

    pip install pymanopt==2.2.1
    python experiments/pymanopt_runs.py

Rayleigh: tr(V'AV) over subspaces; Brockett: tr(V'AV diag(4, 3, 2, 1)) over orthonormal frames, with
A = diag(1..20) + cos(i + j) / 2 (i, j from 0), V 20 x 4, from the QR factor of sin(1 + (i + 1)(j +
1)), until |grad| <= 1e-6.  Nothing is random.  The test holds what this prints as constants and
so needs neither Python nor pymanopt.
"""

import numpy as np
import pymanopt
from pymanopt.manifolds import Grassmann, Stiefel
from pymanopt.optimizers import ConjugateGradient, TrustRegions

P, D = 20, 4


def main():
    i = np.arange(P)
    a = np.diag(1.0 + i) + 0.5 * np.cos(i[:, None] + i)
    start, r = np.linalg.qr(np.sin(1.0 + np.outer(i + 1, np.arange(1, D + 1))))
    start *= np.sign(np.diag(r))
    print(f"pymanopt {pymanopt.__version__}")
    for name, manifold, weights in (
        ("Rayleigh", Grassmann(P, D), np.ones(D)),
        ("Brockett", Stiefel(P, D), np.arange(D, 0.0, -1.0)),
    ):
        problem = pymanopt.Problem(
            manifold,
            pymanopt.function.numpy(manifold)(lambda v, w=weights: np.sum(v * (a @ v) * w)),
            euclidean_gradient=pymanopt.function.numpy(manifold)(
                lambda v, w=weights: 2 * (a @ v) * w
            ),
            euclidean_hessian=pymanopt.function.numpy(manifold)(
                lambda v, xi, w=weights: 2 * (a @ xi) * w
            ),
        )
        for optimizer in (ConjugateGradient, TrustRegions):
            result = optimizer(min_gradient_norm=1e-6, max_iterations=5000, verbosity=0).run(
                problem, initial_point=start
            )
            print(
                f"{name} {optimizer.__name__}: value {result.cost:.15f}, "
                f"{result.iterations} iterations, |grad| {result.gradient_norm:.1e}"
            )


if __name__ == "__main__":
    main()
