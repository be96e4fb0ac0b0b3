// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <vector>

#include "experiments/paper_study.h"

namespace fairpca {

/// A data set of the paper's Table 1.
struct UciSet {
  std::string id;         ///< `german`, as the data folder has it
  std::string title;      ///< `German credit`
  std::string attribute;  ///< the protected attribute, which is a feature as well
};

/// In the order of the table.
const std::vector<UciSet>& uci_sets();
const UciSet& uci_set(const std::string& id);

/// Methods that are run together: those without a kernel; MbF-PCA with tau = 1e-3; with 1e-6.
enum class UciMethods { kLinear, kRelaxed, kStrict };

/// Ten given splits of a set at one dimension, scored as the authors did and as we do.  Settings
/// of FPCA depend on the dimension, and the small tau takes long: hence studies of their own.
PaperStudy uci_study(const UciSet& set, Index dimensions, UciMethods methods);

/// Arms of these studies.
inline constexpr const char* kPcaArm = "pca";
inline constexpr const char* kFpcaArm = "fpca-1";                 ///< (delta, mu) = (0.1, 0.01)
inline constexpr const char* kFpcaMeanArm = "fpca-2";             ///< (0, 0.01)
inline constexpr const char* kFpcaPrintedArm = "fpca-2-printed";  ///< (0, 0.1), d = 10
inline constexpr const char* kMbfArm = "mbf";                     ///< our default solver
inline constexpr const char* kMbfOwnArm = "mbf-own";              ///< the paper's own algorithm

/// MbF-PCA by our default solver and, as the second, by the paper's own algorithm: the exact
/// penalty method from the minimum of MMD^2 that the authors' program starts from.
std::vector<PaperArm> mbf_arms(double tau);
/// FPCA as the authors ran it; named as asked.
PaperArm fpca_arm(const std::string& name, double delta, double mu);

}  // namespace fairpca
