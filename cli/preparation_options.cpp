// SPDX-License-Identifier: BSD-3-Clause
#include "preparation_options.h"

#include <charconv>

#include <fmt/format.h>

#include "choice.h"
#include "fairpca/error.h"
#include "fairpca/shown_text.h"

namespace fairpca::cli {
namespace {

bool parse_count(const char* begin, const char* end, Index& count) {
  const auto [at, error] = std::from_chars(begin, end, count);
  return error == std::errc() && at == end;
}

/// `1:8`: the counts from 1 to 8.
bool parse_count_range(const std::string& text, Dimensions& dimensions) {
  const std::size_t colon = text.find(':');
  Index least = 0;
  if (colon == std::string::npos || !parse_count(text.data(), text.data() + colon, least) ||
      !parse_count(text.data() + colon + 1, text.data() + text.size(), dimensions.most)) {
    return false;
  }
  dimensions.wanted = least;
  return least >= 1 && dimensions.most >= least;
}

std::variant<Index, double> parse_dimensions(const std::string& text) {
  const char* end = text.data() + text.size();
  Index count = 0;
  if (parse_count(text.data(), end, count)) return count;
  double share = 0;
  if (const auto [at, error] = std::from_chars(text.data(), end, share);
      error == std::errc() && at == end && share > 0 && share < 1) {
    return share;
  }
  throw InvalidArgument(fmt::format(
      "-d/--dimensions must be a whole number, or a decimal between 0 and 1 for a share of the "
      "variance, or of mixtures LEAST:MOST, not '{}'",
      shown_text(text)));
}

}  // namespace

Dimensions PreparationArguments::parsed_dimensions() const {
  Dimensions result = target;
  if (!parse_count_range(dimensions, result)) {
    result.most = 0;
    result.wanted = parse_dimensions(dimensions);
  }
  return result;
}

void add_preparation_options(CLI::App& app, PreparationArguments& args, const std::string& group) {
  app.add_option(
         "-d,--dimensions", args.dimensions,
         "How many components; a decimal in (0, 1) is a share of the variance; of mixtures, "
         "dimensions of each component, also a range A:B to choose from")
      ->type_name("D")
      ->required()
      ->group(group);
  add_choice<bool>(app, "--share-of", args.target.share_of_worst_group,
                   {{"overall", false}, {"worst-group", true}},
                   "Whose variance a share -d is of: all rows', or every group's")
      ->group(group);
  app.add_flag("--standardize", args.preparation.standardize, "Scale every column to unit variance")
      ->group(group);
  app.add_option("--divide-by", args.preparation.divide_by, "Divide every column by this constant")
      ->type_name("C")
      ->check(number_of_range("a number > 0"))
      ->capture_default_str()
      ->group(group);
  add_choice<Center>(app, "--center", args.preparation.center,
                     {{"overall", Center::kOverall}, {"group", Center::kGroup}},
                     "Second moments about the overall mean or each group's own")
      ->group(group);
}

}  // namespace fairpca::cli
