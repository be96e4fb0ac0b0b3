// SPDX-License-Identifier: BSD-3-Clause
#include "rows/encode_options.h"

namespace fairpca {

const Words<MissingCells>& missing_words() {
  static const Words<MissingCells> words = {{"error", MissingCells::kError},
                                            {"mean", MissingCells::kMean},
                                            {"drop-row", MissingCells::kDropRow},
                                            {"model", MissingCells::kModel}};
  return words;
}

const Words<MissingCategory>& missing_category_words() {
  static const Words<MissingCategory> words = {{"error", MissingCategory::kError},
                                               {"level", MissingCategory::kLevel}};
  return words;
}

const OptionTable<EncodeOptions>& encode_options() {
  static const OptionTable<EncodeOptions> table = [] {
    OptionTable<EncodeOptions> made;
    made.choice<UnseenLevel>("unseen", FAIRPCA_MEMBER(unseen),
                             {{"error", UnseenLevel::kError}, {"zeros", UnseenLevel::kZeros}},
                             "How to encode a level that the training rows did not have");
    made.choice<MissingCells>("missing", FAIRPCA_MEMBER(missing), missing_words(),
                              "How to handle missing feature values");
    return made;
  }();
  return table;
}

}  // namespace fairpca
