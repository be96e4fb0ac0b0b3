// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <vector>

#include "figure/canvas.h"
#include "figure/figure.h"

namespace fairpca {

struct SvgOptions {
  double width = 760;         ///< natural width; panels and legends are laid out for it
  double margin = 12;         ///< around everything; 0 in a page, which has one
  bool embeds_style = true;   ///< false: the page holds figure_style() once
  bool shows_title = true;    ///< false: the page has it as a heading; <title> stays
  bool shows_caption = true;  ///< false: the page has it as text
  bool shows_legend = true;   ///< false: the page has one (swatch_svg); scales of colours stay
  bool names_lines = true;    ///< at most four lines are named at their ends, without a legend
};

/// A drawing and where its texts are.
struct Drawing {
  std::string svg;
  double width = 0, height = 0;
  std::vector<DrawnText> texts;
};

/// The figure as an SVG document: the same bytes for the same figure.  Needs no script, takes its
/// colours from CSS classes (light, dark, print), and holds a title and a description for screen
/// readers.  Marks carry their numbers: `data-series` and `data-mark` on groups, `data-label`,
/// `data-x`, `data-y`, `data-low`, `data-high`, `data-value` on points; panels carry what their
/// axes are called: `data-panel`, `data-x-name`, `data-y-name`.
std::string svg_text(const Figure& figure, const SvgOptions& options = {});

/// The same, with the boxes of all texts.
Drawing draw_figure(const Figure& figure, const SvgOptions& options = {});

}  // namespace fairpca
