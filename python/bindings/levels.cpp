// SPDX-License-Identifier: BSD-3-Clause
#include <cstdint>
#include <unordered_map>
#include <utility>
#include <vector>

#include <nanobind/stl/pair.h>

#include "arrays.h"
#include "bindings.h"

namespace fairpca::python {
namespace {

/// Distinct values in the order they are met, and the number of its value for each element.
std::pair<NewVector<std::int32_t>, NewVector<std::int64_t>> number_values(
    const ColumnArray<std::int64_t>& values) {
  std::vector<std::int32_t> codes(values.shape(0));
  std::vector<std::int64_t> distinct;
  {
    nb::gil_scoped_release unlocked;
    std::unordered_map<std::int64_t, std::int32_t> known;
    const std::int64_t* data = values.data();
    for (std::size_t i = 0; i < codes.size(); ++i) {
      if (i > 0 && data[i] == data[i - 1]) {
        codes[i] = codes[i - 1];
        continue;
      }
      const auto [place, is_new] =
          known.try_emplace(data[i], static_cast<std::int32_t>(distinct.size()));
      if (is_new) distinct.push_back(data[i]);
      codes[i] = place->second;
    }
  }
  return {to_numpy(std::move(codes)), to_numpy(std::move(distinct))};
}

}  // namespace

void bind_levels(nb::module_& module) {
  module.def("number_values", &number_values, nb::arg("values"),
             "Codes of integers, and the distinct values in the order they are met.");
}

}  // namespace fairpca::python
