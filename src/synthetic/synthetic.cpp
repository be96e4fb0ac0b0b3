// SPDX-License-Identifier: BSD-3-Clause
#include "fairpca/synthetic/synthetic.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "fairpca/error.h"
#include "rows/message_text.h"
#include "synthetic/generators.h"

namespace fairpca {
namespace {

const std::vector<Generator>& generators() {
  static const std::vector<Generator> all = {rfpca_toy(), rfpca_toy_test(),   mbf_1(),
                                             mbf_2(),     frmppca_balanced(), frmppca_unbalanced()};
  return all;
}

const Generator& find_generator(std::string_view name) {
  std::vector<std::string> names;
  for (const Generator& generator : generators()) {
    if (generator.spec.name == name) return generator;
    names.push_back(generator.spec.name);
  }
  throw InvalidArgument(fmt::format("no synthetic data set is called {}; there are {}",
                                    in_quotes(name), fmt::join(names, ", ")));
}

Index settled_rows(const Generator& generator, Index wanted) {
  if (wanted == 0) return generator.rows;
  if (wanted < 3) {
    throw InvalidArgument(
        fmt::format("rows: {} needs at least 3 (0: as many as in the paper), got {}",
                    generator.spec.name, wanted));
  }
  return wanted;
}

Index settled_features(const Generator& generator, Index wanted) {
  if (wanted == 0) return generator.features;
  const Index min = generator.max_features == generator.features ? generator.features : 1;
  if (wanted < min || wanted > generator.max_features) {
    throw InvalidArgument(
        min == generator.max_features
            ? fmt::format("features: {} always has {}, got {}", generator.spec.name, min, wanted)
            : fmt::format("features: {} can have {} to {}, got {}", generator.spec.name, min,
                          generator.max_features, wanted));
  }
  return wanted;
}

}  // namespace

const std::vector<SyntheticSpec>& synthetic_specs() {
  static const std::vector<SyntheticSpec> specs = [] {
    std::vector<SyntheticSpec> list;
    for (const Generator& generator : generators()) list.push_back(generator.spec);
    return list;
  }();
  return specs;
}

SyntheticData synthesize(std::string_view name, const SyntheticOptions& options) {
  const Generator& generator = find_generator(name);
  return generator.draw({.seed = options.seed,
                         .rows = settled_rows(generator, options.rows),
                         .features = settled_features(generator, options.features),
                         .observer = options.observer});
}

void DrawRequest::before_row(Index row) const {
  constexpr Index kRowsBetween = 32;  // of the slowest generator, a few hundredths of a second
  if (row % kRowsBetween == 0 && observer && observer() == Flow::kStop) throw Stopped();
}

SyntheticData two_blocks(Index n, Index p, Index group_0_rows) {
  SyntheticData data;
  data.rows.resize(n, p);
  for (Index j = 1; j <= p; ++j) data.columns.push_back(fmt::format("x{}", j));
  data.group.assign(static_cast<std::size_t>(group_0_rows), 0);
  data.group.resize(static_cast<std::size_t>(n), 1);
  return data;
}

}  // namespace fairpca
