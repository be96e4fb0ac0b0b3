// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "experiments/line_figure.h"
#include "fairpca/rows/pass_options.h"

namespace fairpca {

/// What a paper says of its results, and what came out here.
struct Claim {
  std::string figure = {};  ///< `5.8`
  std::string paper = {};
  std::string here;
  bool holds = false;
};

/// Numbers by method: what a run comes down to.
struct Summary {
  struct Line {
    std::string method;
    std::vector<double> values;  ///< one per column
  };
  std::vector<std::string> columns;
  std::vector<Line> lines;
};

struct ExperimentResult {
  std::vector<LineFigure> figures;
  Summary summary;
  std::vector<Claim> claims;
  std::vector<std::string> notes;  ///< what the paper leaves open and how it was settled
};

struct ExperimentOptions {
  std::filesystem::path data = {};  ///< folder of the data sets; empty: none
  std::uint64_t seed = 0;
  int max_steps = 0;  ///< maximum iterations of a search; 0: as many as in the paper
  /// How the passes of the named stage run (threads, observer); empty: PassOptions{}.
  std::function<PassOptions(const std::string& stage)> pass = {};
};

/// An experiment of a paper: everything behind some of its figures, from one set of fits.
struct Experiment {
  std::string id;
  std::string title;
  std::string paper;
  std::vector<std::string> figures;  ///< their numbers in the paper
  std::vector<std::string> files;    ///< below ExperimentOptions::data
  std::function<ExperimentResult(const ExperimentOptions&)> run;
};

}  // namespace fairpca
