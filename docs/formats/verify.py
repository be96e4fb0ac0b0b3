# SPDX-License-Identifier: BSD-3-Clause
"""python verify.py MODEL MOMENTS: proves a model's certificate again (exit 0), by NumPy alone: of
pca, fair-pca, mean-matching-pca and constrained-fair-pca (mu = 0), centred overall, with the cells
of MOMENTS as groups. The inequalities are those of docs/methods/certificates.md."""

import json
import sys

import numpy as np


def top(A, d, side=1):  # an upper (or lower) bound on the sum of the d largest eigenvalues
    values, Q = np.linalg.eigh(A)
    off = np.linalg.norm(Q.T @ Q - np.eye(len(A))) * abs(values).max() + 9e-16 * np.linalg.norm(A)
    return values[-d:].sum() + side * d * (np.linalg.norm(A - Q * values @ Q.T) + off)


a, m = np.load(sys.argv[1]), np.load(sys.argv[2])  # ZIPs of arrays and meta.json
model, cells = json.loads(a["meta.json"]), json.loads(m["meta.json"])["cells"]
options, method, d = model["provenance"]["options"], model["method"], model["requested_dimensions"]
known = method in ("pca", "fair-pca", "mean-matching-pca", "constrained-fair-pca")
assert known and not {"mu", "center"} & set(options), "this script does not cover the method"
order = [[x["level"] for x in g["levels"]] for g in model["groups"]]
order = [[x["levels"] for x in cells].index(x) for x in order] or range(len(cells))
n = np.array([m[f"cells/{i}/weights"][0, 0] for i in order])
mu = np.array([m[f"cells/{i}/mean"].ravel() for i in order])
share, mean, p = n / n.sum(), n @ mu / n.sum(), mu.shape[1]
M = np.zeros((len(n), p, p))
for g, i in enumerate(order):
    M[g][np.triu_indices(p)] = m[f"cells/{i}/scatter"].ravel() / n[g]
    M[g] += np.triu(M[g], 1).T + np.outer(mu[g] - mean, mu[g] - mean)
deviation = np.sqrt(np.diag(np.tensordot(share, M, 1)))
scale = deviation if "standardize" in options else np.full(p, float(options.get("divide-by", 1)))
M, mu = M / np.outer(scale, scale), (mu - mean) / scale
S, V, k = np.tensordot(share, M, 1), a["components"], (a["encode_scale"] * a["decode_scale"])[:, 0]
v = np.einsum("gij,ik,jk,k->g", M, V, V, 1 - (1 - k) ** 2)  # variance captured of each group
f, size, w = np.trace(S) - np.trace(V.T @ S @ V), np.trace(S), a.get("dual_weights", n).ravel()
F = (mu - mu[0] if len(mu) == 2 or method == "mean-matching-pca" else mu).T  # what is kept small
delta = float(options.get("relative-delta", 0)) * np.linalg.norm(F, axis=0).max()
delta = delta or float(options.get("delta", 0))
excess = np.linalg.norm(V.T @ F, axis=0).max() - delta * (1 + 5e-10) - 1e-10 * abs(mu).max()
bound, rank = size - top(S, d), np.linalg.matrix_rank(F, 1e-10)
if method == "fair-pca":
    kind, A = options.get("criterion", "loss"), np.tensordot(w / w.sum(), M, 1)
    own = [[top(x, d, s) if kind == "loss" else np.trace(x) for x in M] for s in (1, -1)]
    f, bound = max(own[0] - v), w @ own[1] / w.sum() - top(A, d)
    if kind == "nash":
        f, size, bound = -np.log(v).sum(), 1, -np.log(top(A, d) / w * w.sum() / len(w)).sum()
elif method == "constrained-fair-pca" and delta > 0:
    bound = size - top(S - F[:, -len(w) :] * w @ F[:, -len(w) :].T, d) - delta**2 * w.sum()
elif method != "pca":
    R = np.linalg.svd(F)[0][:, rank:]  # directions in which no means differ
    bound = size - top(R.T @ S @ R, d)
claimed, within = model["certificate"], 1e-9 * max(abs(f), size)
same = np.allclose(np.append(a["mean"], a["scale"]), np.append(mean, scale), rtol=1e-12, atol=0)
proven = same and np.linalg.norm(V.T @ V - np.eye(len(k))) < 1e-10 and abs(k - 1).max() < 1e-9
proven = proven and (excess <= 0 or method in ("pca", "fair-pca"))
proven = proven and abs(f - claimed["objective"]) <= within and claimed["bound"] <= bound + within
print(f"objective {f:.10g}, no projection has less than {bound:.10g}: claims hold: {proven}")
sys.exit(not proven)
