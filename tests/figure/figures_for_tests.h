// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <vector>

#include "figure/figure.h"

namespace fairpca {

/// One panel with a line per name over x = 1, 2, ..., `points`: levels and slopes differ.
Figure lines_figure(const std::vector<std::string>& names, int points = 5);

/// `group 0`, `group 1`, ...
std::vector<std::string> numbered_names(int count);

/// A figure of each kind of mark, for tests of what holds for all of them: with `names` as series,
/// categories and labels.
std::vector<Figure> every_kind(const std::vector<std::string>& names);

/// Names that break programs: markup, quotes, control characters, 300 characters, right to left,
/// emoji, bytes that are not text.
std::vector<std::string> hostile_names();

/// How often `part` occurs in `text`.
int count_of(const std::string& text, const std::string& part);

}  // namespace fairpca
