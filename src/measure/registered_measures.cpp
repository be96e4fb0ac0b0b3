// SPDX-License-Identifier: BSD-3-Clause
#include <iterator>
#include <utility>

#include "measure/registered_measures.h"

namespace fairpca {
namespace {

constexpr const char* kRowBootstrap = "percentile bootstrap of rows within groups";
constexpr const char* kSignedBootstrap =
    "bootstrap of the signed difference, folded; simultaneous over pairs of more than two groups";
constexpr const char* kFloorAndPValue = "none; floor and permutation p-value stand beside it";

constexpr Statistic kValue = Statistic::kValue, kDifference = Statistic::kDifference,
                    kSigned = Statistic::kSignedDifference, kWorst = Statistic::kWorst,
                    kBias = Statistic::kBias, kPValue = Statistic::kPValue;

/// Measures of one family, which share a notion of fairness and needs.
std::vector<RegisteredMeasure> of_family(MeasureFamily family, Fairness fairness,
                                         MeasureNeeds needs, std::vector<Measure> measures) {
  std::vector<RegisteredMeasure> made;
  for (Measure& measure : measures) {
    measure.fairness = fairness;
    measure.needs = needs;
    made.push_back({std::move(measure), family});
  }
  return made;
}

std::vector<RegisteredMeasure> error_measures() {
  return of_family(
      measure_reconstruction, Fairness::kReconstruction, MeasureNeeds::kMoments,
      {
          {.id = "reconstruction_error",
           .title = "reconstruction error",
           .summary = "mean squared reconstruction error, of all rows and of each group",
           .definition = "mean of |x - x^|^2, in the encoded and scaled space",
           .direction = Direction::kLower,
           .statistics = {kValue, kWorst},
           .uncertainty = kRowBootstrap,
           .paper = "all papers (ARE)"},
          {.id = "gap",
           .title = "gap of errors",
           .summary =
               "largest difference of two groups' reconstruction errors, about the overall mean",
           .definition = "max over g, h of |e_g - e_h|",
           .direction = Direction::kLower,
           .statistics = {kValue, kSigned},
           .has_groups = false,
           .uncertainty = kSignedBootstrap,
           .paper = "robust-fair-pca (ABDiff)"},
          {.id = "gap_group",
           .title = "gap about the groups' own means",
           .summary = "the gap with each group about the mean of its evaluated rows",
           .definition = "max over g, h of |e_g - e_h|, e_g about the mean of g",
           .direction = Direction::kLower,
           .statistics = {kValue, kSigned},
           .has_groups = false,
           .uncertainty = kSignedBootstrap,
           .paper = "robust-fair-pca (ABDiff)"},
          {.id = "gap_training_group",
           .title = "gap about the groups' training means",
           .summary = "the gap with each group about its mean in the training rows",
           .definition = "max over g, h of |e_g - e_h|, e_g about the training mean of g",
           .direction = Direction::kLower,
           .statistics = {kValue, kSigned},
           .has_groups = false,
           .needs_training = true,
           .uncertainty = kSignedBootstrap,
           .paper = "robust-fair-pca (ABDiff out of sample)"},
      });
}

std::vector<RegisteredMeasure> loss_measures() {
  return of_family(
      measure_reconstruction, Fairness::kReconstruction, MeasureNeeds::kMoments,
      {
          {.id = "loss",
           .title = "loss against own PCA",
           .summary = "what a group loses against its own PCA of the evaluated rows",
           .definition = "sigma_d(M_g) - captured variance; biased up on few rows",
           .direction = Direction::kLower,
           .statistics = {kValue, kWorst, kBias},
           .uncertainty = "basic bootstrap with its bias; withheld if the bias exceeds half the "
                          "value or rows <= 5 d",
           .paper = "fair-pca"},
          {.id = "loss_overall",
           .title = "loss against everybody's PCA",
           .summary = "what a group loses against the PCA of all evaluated rows",
           .definition = "<P', M_g> - captured variance, P' the PCA of all rows",
           .direction = Direction::kLower,
           .statistics = {kValue, kWorst},
           .uncertainty = "none: the PCA is of the same rows",
           .paper = "fair-pca"},
          {.id = "loss_reference",
           .title = "loss against own training PCA",
           .summary = "what a group loses against the PCA of its training rows",
           .definition =
               "<P_g, M_g> - captured variance, P_g the PCA of training rows; may be negative",
           .direction = Direction::kLower,
           .statistics = {kValue, kWorst},
           .needs_training = true,
           .uncertainty = kRowBootstrap,
           .paper = "fair-pca"},
          {.id = "relative_error",
           .title = "relative error",
           .summary = "a group's error as a share of its variance about the model's mean",
           .definition = "e_g / tr M_g",
           .direction = Direction::kNone,
           .statistics = {kValue, kDifference, kSigned, kWorst},
           .uncertainty = kRowBootstrap},
          {.id = "explained_variance_ratio",
           .title = "variance kept",
           .summary = "share of the variance that is kept, of all rows and of each group",
           .definition = "1 - error / variance about the model's mean",
           .direction = Direction::kHigher,
           .statistics = {kValue, kDifference, kSigned, kWorst},
           .uncertainty = kRowBootstrap,
           .paper = "mmd-fair-pca"},
      });
}

std::vector<RegisteredMeasure> coordinate_measures() {
  return of_family(measure_moments_of_coordinates, Fairness::kRepresentation,
                   MeasureNeeds::kMoments,
                   {
                       {.id = "mean_difference",
                        .title = "difference of means",
                        .summary = "distance of the groups' mean coordinates",
                        .definition = "max over g, h of |m_g - m_h|",
                        .direction = Direction::kLower,
                        .statistics = {kValue, kPValue},
                        .has_groups = false,
                        .uncertainty = kFloorAndPValue,
                        .paper = "mean-matching-pca, constrained-fair-pca"},
                       {.id = "covariance_difference",
                        .title = "difference of covariances",
                        .summary = "how far the groups' covariances of coordinates are apart",
                        .definition = "max over g, h of the spectral norm of S_g - S_h",
                        .direction = Direction::kLower,
                        .statistics = {kValue, kPValue},
                        .has_groups = false,
                        .uncertainty = kFloorAndPValue,
                        .paper = "constrained-fair-pca"},
                   });
}

std::vector<RegisteredMeasure> mmd_measures() {
  return of_family(
      measure_mmd, Fairness::kRepresentation, MeasureNeeds::kRows,
      {
          {.id = "mmd2",
           .title = "MMD², V-statistic",
           .summary = "squared maximum mean discrepancy of the groups' coordinates, V-statistic",
           .definition = "mean k(x,x') + mean k(y,y') - 2 mean k(x,y), largest pair",
           .direction = Direction::kLower,
           .statistics = {kValue},
           .has_groups = false,
           .uncertainty = "none; its floor stands beside it",
           .paper = "mmd-fair-pca"},
          {.id = "mmd2_u",
           .title = "MMD²",
           .summary = "mmd2 without its bias (U-statistic); near 0 where the groups are alike",
           .definition = "mmd2 without the pairs of a row with itself",
           .direction = Direction::kLower,
           .statistics = {kValue},
           .has_groups = false,
           .uncertainty = "+- 1.96 standard errors, cut at 0",
           .paper = "mmd-fair-pca"},
          {.id = "mmd_p_value",
           .title = "p-value of MMD²",
           .summary = "how often rows dealt to groups at random have an mmd2 as large",
           .definition = "(1 + number of 199 permutations with mmd2 at least as large) / 200",
           .direction = Direction::kHigher,
           .statistics = {kValue},
           .has_groups = false,
           .uncertainty = "exact on rows that were not fitted to"},
          {.id = "mmd2_bound",
           .title = "upper bound of MMD²",
           .summary = "upper bound of the groups' true mmd2 at 95 %",
           .definition =
               "(sqrt(mmd2) + 2/sqrt(m) + 2/sqrt(n) + sqrt(2 (m+n) ln(40 pairs)/(m n)))^2",
           .direction = Direction::kLower,
           .statistics = {kValue},
           .has_groups = false,
           .uncertainty = "it is a bound itself; none at or above 2",
           .paper = "mmd-fair-pca (Proposition 2)"},
      });
}

std::vector<RegisteredMeasure> adversary_measures() {
  return of_family(
      measure_adversaries, Fairness::kRepresentation, MeasureNeeds::kRows,
      {
          {.id = "linear_unfairness",
           .title = "linear unfairness",
           .summary = "how well a linear score tells a group from the others",
           .definition = "sup over t of |P(score >= t | g) - P(score >= t | others)|, linear SVM",
           .direction = Direction::kLower,
           .statistics = {kValue, kPValue},
           .needs_training = true,
           .uncertainty = "band of Dvoretzky, Kiefer, Wolfowitz and Massart; floor and p-value",
           .paper = "robust-fair-pca (delta F_Lin)"},
          {.id = "group_auc_linear",
           .title = "AUC of the group, linear",
           .summary = "ROC-AUC of predicting the group by logistic regression",
           .definition = "area under the ROC curve, one group against the rest; all: the largest",
           .direction = Direction::kNearHalf,
           .statistics = {kValue},
           .needs_training = true,
           .uncertainty = kRowBootstrap},
          {.id = "group_auc_rbf",
           .title = "AUC of the group, RBF",
           .summary = "ROC-AUC of predicting the group by an RBF support vector machine",
           .definition = "area under the ROC curve; C = 1, gamma = 1 / (d var)",
           .direction = Direction::kNearHalf,
           .statistics = {kValue},
           .needs_training = true,
           .uncertainty = kRowBootstrap},
          {.id = "group_accuracy_linear",
           .title = "accuracy of the group, linear",
           .summary = "balanced accuracy of predicting the group by logistic regression",
           .definition = "mean of the shares of the group's and of other rows that are recognised",
           .direction = Direction::kNearHalf,
           .statistics = {kValue},
           .needs_training = true,
           .uncertainty = kRowBootstrap},
          {.id = "group_accuracy_rbf",
           .title = "accuracy of the group, RBF",
           .summary = "balanced accuracy of predicting the group by an RBF machine",
           .definition = "mean of the shares of the group's and of other rows that are recognised",
           .direction = Direction::kNearHalf,
           .statistics = {kValue},
           .needs_training = true,
           .uncertainty = kRowBootstrap},
      });
}

std::vector<RegisteredMeasure> label_measures() {
  return of_family(
      measure_decisions, Fairness::kNone, MeasureNeeds::kLabel,
      {
          {.id = "accuracy",
           .title = "accuracy of the label",
           .summary = "share of labels predicted right from the coordinates",
           .definition = "P(prediction = label)",
           .direction = Direction::kHigher,
           .statistics = {kValue, kDifference, kSigned, kWorst},
           .needs_training = true,
           .uncertainty = kRowBootstrap,
           .paper = "mmd-fair-pca, fair-mixture-ppca"},
          {.id = "auc",
           .title = "AUC of the label",
           .summary = "ROC-AUC of predicting the label from the coordinates",
           .definition = "P(score of a positive row > score of another), ties count half",
           .direction = Direction::kHigher,
           .statistics = {kValue, kDifference, kSigned, kWorst},
           .needs_training = true,
           .uncertainty = kRowBootstrap},
      });
}

std::vector<RegisteredMeasure> decision_measures() {
  return of_family(
      measure_decisions, Fairness::kRepresentation, MeasureNeeds::kLabel,
      {
          {.id = "demographic_parity_difference",
           .title = "difference of positive rates",
           .summary = "largest difference of the groups' rates of positive predictions",
           .definition = "max over g, h of |P(positive | g) - P(positive | h)|",
           .direction = Direction::kLower,
           .statistics = {kValue, kSigned},
           .has_groups = false,
           .needs_training = true,
           .uncertainty = kSignedBootstrap,
           .paper = "mmd-fair-pca, fair-mixture-ppca"},
          {.id = "equal_opportunity_difference",
           .title = "difference of true positive rates",
           .summary = "largest difference of the groups' true positive rates",
           .definition = "max over g, h of |TPR_g - TPR_h|",
           .direction = Direction::kLower,
           .statistics = {kValue, kSigned},
           .has_groups = false,
           .needs_training = true,
           .uncertainty = kSignedBootstrap,
           .paper = "mmd-fair-pca"},
          {.id = "equalized_odds_difference",
           .title = "difference of odds",
           .summary = "the larger of the differences of true and of false positive rates",
           .definition = "max of max |TPR_g - TPR_h| and max |FPR_g - FPR_h| (fairlearn's)",
           .direction = Direction::kLower,
           .statistics = {kValue},
           .has_groups = false,
           .needs_training = true,
           .uncertainty = kSignedBootstrap,
           .paper = "mmd-fair-pca"},
          {.id = "average_odds_difference",
           .title = "average difference of odds",
           .summary = "mean of the signed differences of both rates, for two groups",
           .definition =
               "((FPR_1 - FPR_0) + (TPR_1 - TPR_0)) / 2 (AIF360's, unprivileged: group 1)",
           .direction = Direction::kNearZero,
           .statistics = {kValue},
           .has_groups = false,
           .needs_training = true,
           .uncertainty = kRowBootstrap,
           .paper = "fair-mixture-ppca"},
          {.id = "average_absolute_odds_difference",
           .title = "average absolute difference of odds",
           .summary = "mean of the absolute differences of both rates",
           .definition = "(|FPR_1 - FPR_0| + |TPR_1 - TPR_0|) / 2 (AIF360's); largest pair",
           .direction = Direction::kLower,
           .statistics = {kValue},
           .has_groups = false,
           .needs_training = true,
           .uncertainty = kSignedBootstrap,
           .paper = "fair-mixture-ppca"},
      });
}

std::vector<RegisteredMeasure> likelihood_measures() {
  return of_family(measure_likelihood, Fairness::kLikelihood, MeasureNeeds::kRows,
                   {
                       {.id = "log_likelihood",
                        .title = "log-likelihood",
                        .summary = "mean log-likelihood of rows, of all and of each group",
                        .definition = "mean of ln p(x), in the units of the raw columns",
                        .direction = Direction::kHigher,
                        .statistics = {kValue, kDifference, kSigned, kWorst},
                        .needs_likelihood = true,
                        .uncertainty = kRowBootstrap,
                        .paper = "fair-mixture-ppca"},
                   });
}

std::vector<RegisteredMeasure> feature_measures() {
  return of_family(
      measure_communality, Fairness::kNone, MeasureNeeds::kMoments,
      {
          {.id = "communality",
           .title = "communality",
           .summary = "how much of an encoded feature, also of a protected one, is kept",
           .definition = "row sum of V^2; scaled: R^2 of the feature on z",
           .direction = Direction::kNone,
           .statistics = {kValue},
           .has_groups = false,
           .uncertainty = "none",
           .paper = "mmd-fair-pca"},
      });
}

}  // namespace

const std::vector<RegisteredMeasure>& registered_measures() {
  static const std::vector<RegisteredMeasure> all = [] {
    std::vector<RegisteredMeasure> made;
    for (std::vector<RegisteredMeasure> part :
         {error_measures(), loss_measures(), coordinate_measures(), mmd_measures(),
          adversary_measures(), label_measures(), decision_measures(), likelihood_measures(),
          feature_measures()}) {
      std::move(part.begin(), part.end(), std::back_inserter(made));
    }
    return made;
  }();
  return all;
}

}  // namespace fairpca
