// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <limits>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "figure/figure.h"

namespace fairpca {

/// How a cell of a table is set off.
enum class CellMark { kNone, kBest, kLikeBest };

struct TableCell {
  std::string text;
  std::string detail = {};                                    ///< small, below: an interval
  double sort_by = std::numeric_limits<double>::quiet_NaN();  ///< NaN: sorted by its text
  CellMark mark = CellMark::kNone;
};

/// The first cell of every row is its header.
struct DocumentTable {
  std::string caption;
  std::vector<std::string> header;
  std::vector<std::vector<TableCell>> rows;
  std::string legend = {};  ///< what marks mean, below the table; may be empty
};

struct Paragraph {
  std::string text;
  bool is_note = false;  ///< set smaller: caveats, how to read a figure
};

struct BulletList {
  std::vector<std::string> items;
};

struct TermList {
  std::vector<std::pair<std::string, std::string>> terms;  ///< a term, what it means
};

/// Commands to copy.
struct CodeBlock {
  std::string text;
};

/// A figure with its title as a heading, its caption below, and its numbers in a table that opens.
struct FigureBlock {
  Figure figure;
  std::string csv_file = {};  ///< where its numbers are beside the page; may be empty
};

struct Block {
  std::variant<Paragraph, BulletList, TermList, CodeBlock, DocumentTable, FigureBlock> content;
  /// One of Document::choices: shown only when that one is chosen.  Otherwise always.
  std::string choice = {};
};

struct Section {
  std::string id;       ///< letters and hyphens: `finding`
  std::string heading;  ///< `The finding`
  std::vector<Block> blocks;
};

/// A text with tables and figures, before it has a form.  All texts are plain: any name of a group
/// or a column may be in them.
struct Document {
  std::string title, subtitle;
  std::vector<Section> sections;
  std::string choice_label = {};          ///< `Dimensions d`
  std::vector<std::string> choices = {};  ///< `2`, `5`, `10`; none, or two and more
  std::string first_choice = {};
  std::string json = {};  ///< the machine-readable twin, embedded; may be empty
  std::string footer = {};
};

}  // namespace fairpca
