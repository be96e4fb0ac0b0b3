// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <limits>
#include <string>
#include <vector>

namespace fairpca {

/// A mean over splits and its deviation (N - 1); NaN: there is none.
struct MeanValue {
  double mean = std::numeric_limits<double>::quiet_NaN();
  double deviation = std::numeric_limits<double>::quiet_NaN();
};

enum class Verdict { kBetter, kEqual, kWorse, kNone };

/// One number of a paper and what stands for it here.
struct ComparedCell {
  std::string row;      ///< `Biodeg`
  std::string method;   ///< `RFPCA`
  std::string measure;  ///< `ABDiff, test rows`
  MeanValue published = {};
  int digits = 4;       ///< decimals that were printed
  MeanValue own = {};   ///< of the paper's own algorithm, run here
  MeanValue ours = {};  ///< of our default solver
  bool is_higher_better = false;
  std::string reason = {};  ///< why it differs, where that is known
  bool is_judged = true;    ///< false: only shown, as neither more nor less of it is better

  /// Of ours against what was published: equal within the published deviation where there is one,
  /// otherwise to the printed digits.
  Verdict verdict() const;
};

/// A table of a paper, number by number.
struct ComparedTable {
  std::string id;  ///< name of its file: `rfpca-table1`
  std::string title;
  std::vector<ComparedCell> cells = {};
  std::vector<std::string> notes = {};
  bool is_printed = true;  ///< false: the paper prints none of it, the numbers are stored elsewhere

  int count(Verdict verdict) const;
};

/// With a capital letter and a full stop.
std::string ended_sentence(std::string text);

std::string compared_csv(const ComparedTable& table);
/// For a terminal, and for a page in Markdown.
std::string compared_text(const ComparedTable& table);
std::string compared_markdown(const ComparedTable& table);

}  // namespace fairpca
