// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "text/make_message.h"

namespace fairpca {

/// What problems and starts are rejected with by the solvers.
inline constexpr MessageSpec kOptimizeMessages[] = {
    {"start-size", MessageKind::kInvalid,
     "start must be {rows} x {columns}, as the manifold's points; it is {given_rows} x "
     "{given_columns}"},
    {"start-off-the-manifold", MessageKind::kInvalid,
     "start must be a point of the manifold, to 1e-8; it violates its equations by "
     "{violation:.3g}"},
    {"no-step-sequence", MessageKind::kInvalid,
     "{option} must be a step sequence, for example constant_step(0.1)"},
    {"penalty-per-constraint", MessageKind::kInvalid,
     "{option} has {given} numbers for {constraints} constraints"},
    {"matrix-sizes", MessageKind::kInvalid,
     "the matrices must all be p x p; one is {rows} x {columns}, the first has {expected} rows"},
    {"no-matrices", MessageKind::kInvalid, "there must be at least one matrix"},
    {"projection-dimension", MessageKind::kInvalid, "d must be in 1..{most} (p - 1); it is {d}"},
    {"offsets-per-matrix", MessageKind::kInvalid,
     "there are {offsets} offsets for {matrices} matrices"},
    {"matrix-without-trace", MessageKind::kInvalid,
     "matrix {number} has trace <= 0: the logarithm of what is captured of it is not defined"},
    {"quadratic-program-sizes", MessageKind::kInvalid,
     "the sizes of the quadratic program do not match: hessian {hessian_rows} x {hessian_columns}, "
     "gradient {gradient}, constraints {constraints} x {constraint_columns}, bounds {bounds}, "
     "equalities {equalities}"},
    {"quadratic-program-not-finite", MessageKind::kInvalid,
     "a number of the quadratic program is not finite"},
    {"hessian-not-definite", MessageKind::kInvalid,
     "the hessian of the quadratic program is not positive definite"},
};

template <FixedText code, FixedText... names>
Message optimize_message(NamedArgument<names>... arguments) {
  return make_message<kOptimizeMessages, code>(std::move(arguments)...);
}

}  // namespace fairpca
