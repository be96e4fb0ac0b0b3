// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "text/make_message.h"

namespace fairpca {

/// What an export is rejected with.
inline constexpr MessageSpec kExportMessages[] = {
    {"export-of-onnx", MessageKind::kInvalid,
     "ONNX is written by the Python package (pip install '{package}'): import fairpca, onnx; "
     "onnx.save(fairpca.load('model.fpca').to_onnx(), 'model.onnx')"},
    {"export-text", MessageKind::kInvalid,
     "{text} holds a zero byte, which {language} cannot hold; rename it and fit again"},
};

template <FixedText code, FixedText... names>
Message export_message(NamedArgument<names>... arguments) {
  return make_message<kExportMessages, code>(std::move(arguments)...);
}

}  // namespace fairpca
