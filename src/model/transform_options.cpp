// SPDX-License-Identifier: BSD-3-Clause
#include "model/transform_options.h"

#include "rows/encode_options.h"

namespace fairpca {

const OptionTable<TransformSettings>& transform_options() {
  static const OptionTable<TransformSettings> table = [] {
    OptionTable<TransformSettings> made;
    made.choice<RowResult>("what", FAIRPCA_MEMBER(what),
                           {{"coordinates", RowResult::kCoordinates},
                            {"reconstruction", RowResult::kReconstruction},
                            {"completion", RowResult::kCompletion},
                            {"responsibilities", RowResult::kResponsibilities},
                            {"posterior-means", RowResult::kPosteriorMeans},
                            {"posterior-covariance", RowResult::kPosteriorCovariance},
                            {"log-likelihood", RowResult::kLogLikelihood},
                            {"inverse", RowResult::kInverse}},
                           "What to compute of each row");
    made.choice<std::optional<Embedding>>("embedding", FAIRPCA_MEMBER(embedding),
                                          {{"as-fitted", std::nullopt},
                                           {"average", Embedding::kAverage},
                                           {"blocks", Embedding::kBlocks}},
                                          "Coordinates of a mixture");
    made.part(encode_options(), FAIRPCA_MEMBER(encode));
    return made;
  }();
  return table;
}

}  // namespace fairpca
