// SPDX-License-Identifier: BSD-3-Clause
#include "experiments/rfpca/rfpca_reasons.h"

#include <cmath>

namespace fairpca {
namespace {

constexpr const char* kFacesReason =
    "which 4,000 faces were used, and how they were resized, is not published";
constexpr const char* kWeightsReason =
    "can be explained by tuning: eta is chosen by ABDiff + ARE, and a large eta leaves "
    "multiplicative weights short of "
    "the optimum (column beside), where that sum can be less; the published program also chooses "
    "between the mean of the rounds and the last by a wrong sum (all entries of M P, not its "
    "trace). Where it converges the published number is that of our exact solver";
constexpr const char* kDeltaReason =
    "the program behind the published column compares |f|^2 f'Pf with delta^2 / |X|_F^2, so that "
    "every delta of the grid acts as 0: the column beside has delta = 0; ours is tuned over the "
    "grid as the paper says";
constexpr const char* kMuReason =
    "the program behind the published column passes mu to another parameter: it ran with mu = 1 "
    "and a shift of |Q| + 0.5 whatever the grid, which leaves the variance almost no weight (an "
    "independent semidefinite solver on Energy: all eigenvalues of P between 0.39 and 0.44, error "
    "7.5 and 8.1 on two splits); ours is tuned over the grid as the paper says";
constexpr const char* kDeltaEcoliReason =
    "cause not found: the program behind the published column comes down to delta = 0, but delta = "
    "0 (column beside) does not give the published number. In the training rows of 8 of the 10 "
    "splits column chg is constant, and in one of them lip is, up to a deviation of 7e-16 that it "
    "may have been divided by";
constexpr const char* kDeltaUnknownReason =
    "cause not found: the program behind the published column comes down to delta = 0, but delta = "
    "0 (column beside) does not give the published number";
constexpr const char* kTuningReason =
    "can be explained by tuning: with settings of the grid chosen split by split the exact optima "
    "span a range that holds the published number; the folds of the published runs are not known";
constexpr const char* kOutsideReason =
    "cause not found: with any setting of the grid in each split, the mean of the exact optima "
    "does not reach the published number, and the paper's algorithm (column beside) does not give "
    "it either";

constexpr const char* kMachineReason =
    "cause not found: the published settings, the folds in which C was chosen and the accuracy of "
    "the published machine are not known";
constexpr const char* kMachineDeltaReason =
    "the program behind the published column comes down to delta = 0 (column beside); ours is "
    "tuned over the grid as the paper says";
constexpr const char* kMachineEcoliReason =
    "cause not found; at delta = 0 (column beside) the groups' means hardly differ and the "
    "direction of the machine is ill-determined: the distance is 0.29 on average and 0.61 at most "
    "over 1,000 directions, 0.31 with the plain and 0.34 with the squared hinge";
constexpr const char* kMachineUnknownReason =
    "cause not found: delta = 0 or mu = 1, with which the published program ran (column beside), "
    "does not give the published number within 10 %";

/// Whether the paper's algorithm has the published number here, up to a share of it.
bool is_explained(const ComparedCell& cell, double share) {
  return std::abs(cell.own.mean - cell.published.mean) <= share * std::abs(cell.published.mean);
}

constexpr double kSameNumber = 1e-3, kNearNumber = 0.1;

std::string delta_reason(const ComparedCell& cell, const RfpcaSet& set) {
  if (is_explained(cell, kSameNumber)) return kDeltaReason;
  return set.name == "ecoli" ? kDeltaEcoliReason : kDeltaUnknownReason;
}

}  // namespace

std::string reason_of(const ComparedCell& cell, const RfpcaSet& set, const RfpcaMethod& method,
                      const SettingRange& range) {
  if (cell.verdict() == Verdict::kEqual || cell.verdict() == Verdict::kNone) return {};
  if (set.is_faces()) return kFacesReason;
  if (method.column == "fairpca") return kWeightsReason;
  if (method.column == "cfpca_mean") return delta_reason(cell, set);
  if (method.column == "cfpca_both") return kMuReason;
  return range.contains(cell.published.mean) ? kTuningReason : kOutsideReason;
}

std::string unfairness_reason(const ComparedCell& cell, const RfpcaSet& set,
                              const RfpcaMethod& method) {
  if (cell.verdict() == Verdict::kEqual || cell.verdict() == Verdict::kNone) return {};
  if (!method.column.starts_with("cfpca")) return kMachineReason;
  const bool is_mean = method.column == "cfpca_mean";
  if (is_mean && set.name == "ecoli") return kMachineEcoliReason;
  if (!is_explained(cell, kNearNumber)) return kMachineUnknownReason;
  return is_mean ? kMachineDeltaReason : kMuReason;
}

std::vector<std::string> rfpca_table_notes() {
  return {
      "Splits: the authors' ten (LFW: drawn here). Scaled by the training rows. Settings are "
      "chosen "
      "by ABDiff + ARE in three folds (LFW: two) inside the training rows, as in the paper; their "
      "folds are not known.",
      "ABDiff is about the groups' own training means, ARE about the overall one, as in the "
      "authors' program. RFPCA is fitted about the overall mean, FairPCA about the groups' own "
      "means, also as there: so fitted, our exact FairPCA has the published numbers of Energy, "
      "Letter, Parkinsons, SkillCraft and Taiwan Credit to one unit of the last digit.",
      "RFPCA resets lambda where its theorem fails, as the authors' program does. The descent is "
      "tuned by itself on E. Coli, German Credit, Parkinsons, Statlog and Wine Quality, and "
      "elsewhere runs at the setting chosen with the exact solver; multiplicative weights are "
      "tuned over the 18 "
      "values of eta (LFW: eta = 0.1).",
      "Multiplicative weights with a large eta never settle, and rounding decides where they are "
      "after 1,000 rounds: the training rows of E. Coli's first split, put in four orders, end at "
      "largest losses of 0.351, 0.381, 0.380 and 0.381 with eta = 3.75, and agree to 13 digits up "
      "to eta = 2.5. Where the tuning chooses such an eta (Biodeg and E. Coli among others) their "
      "column differs from machine to machine, from the second digit on.",
      "CFPCA-Mean, the paper's algorithm: delta = 0, which is what the authors' program comes down "
      "to; its published numbers are those of PCA among the directions orthogonal to the "
      "difference of means. CFPCA-Both, the paper's algorithm: mu = 1, with which their program "
      "ran; its larger shift is not imitated."};
}

}  // namespace fairpca
