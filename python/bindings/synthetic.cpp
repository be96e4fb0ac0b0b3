// SPDX-License-Identifier: BSD-3-Clause
#include "fairpca/synthetic/synthetic.h"

#include <string>
#include <utility>
#include <vector>

#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include "arrays.h"
#include "bindings.h"
#include "fairpca/error.h"
#include "options/messages.h"
#include "signal_watch.h"

namespace fairpca::python {
namespace {

/// Draws rows; the number of features, which elsewhere are names, is rejected as `n_features`.
SyntheticData draw(const std::string& name, const SyntheticOptions& options) {
  try {
    return synthesize(name, options);
  } catch (const InvalidArgument& error) {
    if (error.message().option() != "features") throw;
    reject(option_message<"option-value">("option"_is(OptionName{"n_features"}),
                                          "allowed"_is(error.message().argument("allowed")),
                                          "value"_is(options.features)));
  }
}

}  // namespace

void bind_synthetic(nb::module_& module) {
  module.def(
      "synthetic_specs",
      [] {
        std::vector<std::pair<std::string, std::string>> specs;
        for (const SyntheticSpec& spec : synthetic_specs()) {
          specs.emplace_back(spec.name, spec.summary);
        }
        return specs;
      },
      "Names and summaries of the papers' generators.");
  module.def(
      "synthesize",
      [](const std::string& name, std::uint64_t seed, Index rows, Index features) {
        SyntheticData data;
        {
          nb::gil_scoped_release unlocked;
          SignalWatch watch;
          data =
              draw(name, {.seed = seed, .rows = rows, .features = features, .observer = [&watch] {
                            return watch(PassProgress{});
                          }});
        }
        std::vector<std::int64_t> group(data.group.begin(), data.group.end());
        return nb::make_tuple(to_numpy(std::move(data.rows)), data.columns,
                              to_numpy(std::move(group)));
      },
      nb::arg("name"), nb::arg("seed"), nb::arg("rows"), nb::arg("features"),
      nb::sig("def synthesize(name: str, seed: int, rows: int, features: int) -> "
              "tuple[numpy.typing.NDArray[numpy.float64], list[str], "
              "numpy.typing.NDArray[numpy.int64]]"),
      "Rows, column names and the group of each row.");
}

}  // namespace fairpca::python
