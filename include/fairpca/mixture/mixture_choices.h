// SPDX-License-Identifier: BSD-3-Clause
#pragma once

namespace fairpca {

/// How W and s^2 are updated: one EM step from the sums S W (p x q per component), or the maximum
/// itself from the scatter S (p x p per component).
enum class MStep { kLatent, kExact };

/// Where EM starts: clusters found by k-means from k-means++ centres, or rows drawn at random with
/// the shape of all rows.
enum class StartKind { kClusters, kRandom };

/// Whether prepared rows are kept between passes.  kAutomatic keeps them when reading them again
/// costs more than preparing them (files, categories) and they take at most `memory_limit_bytes`.
enum class KeepRows { kAutomatic, kAlways, kNever };

}  // namespace fairpca
