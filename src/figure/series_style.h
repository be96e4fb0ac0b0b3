// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
#include <string>
#include <string_view>

#include "figure/figure.h"

namespace fairpca {

/// A colour in both themes, and the ground it is seen on.
struct ThemeColour {
  std::string_view light, dark;
};

/// Colours of series.  Searched for so that each has a contrast of 3 to its ground, and no two come
/// closer than 20 in CIELAB, also as people with protanopia, deuteranopia or tritanopia see them
/// (Machado et al. 2009).
inline constexpr std::array<ThemeColour, 7> kColours = {{{"#2837A5", "#488AFC"},
                                                         {"#983620", "#FA642F"},
                                                         {"#00A874", "#00E08B"},
                                                         {"#C0880A", "#EEDF27"},
                                                         {"#885189", "#B59AA8"},
                                                         {"#7883FF", "#B5FFFC"},
                                                         {"#353132", "#767DB6"}}};
inline constexpr ThemeColour kInk = {"#1C2127", "#E6EAEE"};
inline constexpr ThemeColour kPale = {"#5A626B", "#A3ACB5"};  ///< ticks, captions
inline constexpr ThemeColour kPaper = {"#FFFFFF", "#14181D"};
inline constexpr ThemeColour kGrid = {"#DFE3E8", "#30363D"};

inline constexpr int kShapes = 9, kDashes = 9;

/// How a series is drawn; `colour` is -1 for the colour of the text.
struct SeriesStyle {
  int colour = -1, shape = 0, dash = 0;
};

/// By the place of the series where it does not say: colour, shape and dash all change from one to
/// the next, and 63 series differ in the pair of colour and shape.
SeriesStyle style_of(const Figure& figure, int series);

/// The classes of marks of a colour, and the colour itself for programs that know no CSS.
std::string colour_attributes(int colour);

/// Relative luminance (WCAG 2) of `colour`, `#RRGGBB`, laid over `ground` with this opacity.
double blended_luminance(std::string_view colour, std::string_view ground, double opacity);

/// `stroke-dasharray="..."`, or nothing for a solid line.
std::string dash_attribute(int dash);

/// A closed or open path of shape number `shape` around (x, y), about 2 `radius` wide.
std::string shape_path(int shape, double x, double y, double radius);

/// Whether shape number `shape` has an inside to be filled.
bool is_filled(int shape);

/// Rules of the classes that the drawings use: light by default, dark where the reader's system or
/// an element around the drawing says so (`data-theme="dark"`; "light" overrules the system).
/// Print is light.
std::string figure_style();

}  // namespace fairpca
