// SPDX-License-Identifier: BSD-3-Clause
#pragma once

namespace fairpca {

/// P(|T| <= t) for Student's T with `freedom` degrees of freedom.
double student_coverage(double t, double freedom);

/// The t with that probability, in (0, 1).
double student_quantile(double coverage, double freedom);

}  // namespace fairpca
