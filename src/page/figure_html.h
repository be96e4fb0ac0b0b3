// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>

#include "page/document.h"
#include "page/html_text.h"

namespace fairpca {

/// Points of a figure's marks.
std::size_t point_count(const Figure& figure);

/// The numbers behind a figure; columns that hold nothing are left out.
DocumentTable numbers_table(const Figure& figure);

/// A figure with its title, legend, drawing, caption and numbers.  It is drawn for a desk and,
/// where `has_narrow`, for a phone as well; the style sheet shows the one that fits.
std::string figure_html(const FigureBlock& block, bool has_narrow, PageIds& ids);

}  // namespace fairpca
