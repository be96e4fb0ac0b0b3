// SPDX-License-Identifier: BSD-3-Clause
#include "model/encode_for_model.h"

#include "model/messages.h"

namespace fairpca {

EncodeOptions encode_for_model(const Model& model, EncodeOptions asked) {
  if (asked.missing == MissingCells::kModel && !model.is_probabilistic()) {
    reject(model_message<"no-model-of-missing-cells">("option"_is(OptionName{"missing"}),
                                                      "method"_is(Quoted{model.method})));
  }
  asked.fill = {};
  if (asked.missing == MissingCells::kMean) asked.fill = model.mean;
  return asked;
}

void offer_ways_with_missing_cells(const Model& model, bool may_drop_rows, InvalidArgument& error) {
  if (error.message().code() != "missing-cell") return;
  error.offer({"missing", "mean"}, "fills it");
  if (may_drop_rows) error.offer({"missing", "drop-row"}, "leaves its row out");
  if (model.is_probabilistic()) error.offer({"missing", "model"}, "takes its expectation");
}

}  // namespace fairpca
