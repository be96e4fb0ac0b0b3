// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "experiments/compared_table.h"
#include "experiments/paper_study.h"
#include "figure/figure.h"

namespace fairpca {

class StudyRuns;

/// What a paper says of its results, and what came out here.
struct Claim {
  std::string paper = {};  ///< its words, or nearly
  std::string here = {};   ///< the numbers
  bool holds = false;
  std::string why = {};        ///< the reason found where it does not hold, or holds otherwise
  bool is_ours = false;        ///< not a statement of the paper: these are counted apart
  std::string threshold = {};  ///< of ours, where the words have no number to judge them by
};

/// What an experiment comes down to.
struct ExperimentResult {
  std::vector<ComparedTable> tables = {};
  std::vector<Figure> figures = {};  ///< their ids are names of files: `rfpca-figure3`
  std::vector<Claim> claims = {};
  std::vector<std::string> notes = {};  ///< what the paper leaves open and how it was settled
};

enum class Paper { kFairPca, kRfpca, kMbfPca, kFrMppca };

/// A table or a figure of a paper: the studies behind it, and what is made of their numbers.
struct Experiment {
  std::string id;  ///< `rfpca-table1`
  Paper paper = Paper::kRfpca;
  std::string number;                    ///< `Table 1`, `Figure 5.8`
  std::string title;                     ///< what it shows, in one line
  std::vector<PaperStudy> studies = {};  ///< those of one key are run once
  std::vector<std::string> files = {};   ///< below the data folder, besides the studies' tables
  std::function<ExperimentResult(StudyRuns&)> present;
};

/// How papers are called and where they appeared.
struct PaperFacts {
  std::string id;    ///< `rfpca`
  std::string name;  ///< `RFPCA`
  std::string citation;
  std::string remark = {};  ///< what holds of all its tables and figures here
};
const PaperFacts& facts_of(Paper paper);

}  // namespace fairpca
