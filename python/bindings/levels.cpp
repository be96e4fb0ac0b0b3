// SPDX-License-Identifier: BSD-3-Clause
#include <cstdint>
#include <limits>
#include <optional>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string_view.h>

#include "arrays.h"
#include "bindings.h"
#include "text/parse_number.h"

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

/// The number a cell of a CSV holds, infinite where it is too large; nothing: it is not a number.
std::optional<double> cell_number(std::string_view text) {
  constexpr std::string_view kSpaces = " \t";
  const std::size_t first = text.find_first_not_of(kSpaces);
  if (first == std::string_view::npos) return std::nullopt;
  text = text.substr(first, text.find_last_not_of(kSpaces) + 1 - first);
  double value = 0;
  const NumberText kind = read_number(text, value);
  if (kind == NumberText::kNone) return std::nullopt;
  if (kind == NumberText::kFinite) return value;
  const double infinity = std::numeric_limits<double>::infinity();
  return text.starts_with('-') ? -infinity : infinity;
}

}  // namespace

void bind_levels(nb::module_& module) {
  module.def("number_values", &number_values, nb::arg("values"),
             "Codes of integers, and the distinct values in the order they are met.");
  module.def("cell_number", &cell_number, nb::arg("text"),
             "The number a cell of a CSV holds; None if it is not a number.");
}

}  // namespace fairpca::python
