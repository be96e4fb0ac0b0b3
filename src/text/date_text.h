// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string_view>

namespace fairpca {

/// Whether `text` reads as a date, a time of day, or both.
///
/// Dates: 2013-08-14, 2013/08/14, 14/08/2013, 8/14/13, 14.08.2013, 14-08-2013, 14-Aug-2013,
/// 14 August 2013, Aug 14, 2013. Times: 05:41, 5:41:20, 05:41:20.123, 5:41 PM. Both: a date, a
/// space or T, a time, and optionally Z, UTC, +02:00 or -0500. Month 1-12, day 1-31, hour 0-23,
/// minute 0-59, second 0-60 (two numbers around slashes, dots or hyphens may be day and month in
/// either order). A year of two digits only beside slashes or the name of a month. A text that is a
/// number (20130814) is never a date.
bool looks_like_date(std::string_view text);

}  // namespace fairpca
