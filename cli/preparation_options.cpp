// SPDX-License-Identifier: BSD-3-Clause
#include "preparation_options.h"

#include <charconv>

#include <fmt/format.h>

#include "choice.h"
#include "fairpca/error.h"

namespace fairpca::cli {
namespace {

std::variant<Index, double> parse_dimensions(const std::string& text) {
  const char* end = text.data() + text.size();
  Index count = 0;
  if (const auto [at, error] = std::from_chars(text.data(), end, count);
      error == std::errc() && at == end) {
    return count;
  }
  double share = 0;
  if (const auto [at, error] = std::from_chars(text.data(), end, share);
      error == std::errc() && at == end && share > 0 && share < 1) {
    return share;
  }
  throw InvalidArgument(fmt::format(
      "-d/--dimensions must be a whole number, or a decimal between 0 and 1 for a share of the "
      "variance, not '{}'",
      text));
}

}  // namespace

Dimensions PreparationArguments::parsed_dimensions() const {
  Dimensions result = target;
  result.wanted = parse_dimensions(dimensions);
  return result;
}

void add_preparation_options(CLI::App& app, PreparationArguments& args, const std::string& group) {
  app.add_option("-d,--dimensions", args.dimensions,
                 "How many components; a decimal in (0, 1) is a share of the variance")
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
