// SPDX-License-Identifier: BSD-3-Clause
#include "fairpca/verify/verify.h"

#include <string>
#include <tuple>
#include <vector>

#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include "bindings.h"
#include "report/verification.h"
#include "signal_watch.h"
#include "spelling.h"
#include "table.h"

namespace fairpca::python {
namespace {

/// VerifiedClaim, status and sentence.
using ClaimFacts = std::tuple<std::string, std::string, std::string>;

std::vector<ClaimFacts> claims(const Verification& verification) {
  std::vector<ClaimFacts> facts;
  for (const VerifiedClaim& claim : verification.claims) {
    facts.emplace_back(claim.id, to_string(claim.status), claim.sentence.text(spelled_in_python));
  }
  return facts;
}

Verification verify_moments(const Model& model, const GroupMoments& moments, int threads) {
  nb::gil_scoped_release unlocked;
  return verify_model(model, moments, threads);
}

Verification verify_table(const Model& model, PythonRows& table, int threads) {
  const PassOptions pass{.threads = threads, .observer = SignalWatch()};
  nb::gil_scoped_release unlocked;
  const OpenedRows rows(table);
  return verify_rows(*rows, model, pass);
}

}  // namespace

void bind_verify(nb::module_& module) {
  nb::class_<Verification>(module, "Verification", "What could be proven of a model again.")
      .def_prop_ro("claims", &claims, "VerifiedClaim, status and sentence of each.")
      .def_prop_ro("ok", &Verification::ok)
      .def_ro("objective", &Verification::objective)
      .def_ro("bound", &Verification::bound)
      .def("to_text",
           [](const Verification& self) { return verification_lines(self, spelled_in_python); });
  module.def("verify_moments", &verify_moments, nb::arg("model"), nb::arg("moments"),
             nb::arg("threads"), "From the moments of the rows it was fitted to.");
  module.def("verify_table", &verify_table, nb::arg("model"), nb::arg("table"), nb::arg("threads"),
             "From the rows it was fitted to.");
  module.def("needs_label", &needs_label, nb::arg("model"),
             "Whether the labels matter to what the model solves.");
}

}  // namespace fairpca::python
