// SPDX-License-Identifier: BSD-3-Clause
#include "fairpca/synthetic/synthetic.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "options/messages.h"
#include "synthetic/generators.h"
#include "synthetic/messages.h"
#include "synthetic/synthetic_options.h"

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
  reject(synthetic_message<"unknown-data-set">(
      "name"_is(Quoted{name}), "names"_is(fmt::format("{}", fmt::join(names, ", ")))));
}

[[noreturn]] void reject_size(std::string_view option, const std::string& allowed, Index wanted) {
  reject(option_message<"option-value">("option"_is(OptionName{option}), "allowed"_is(allowed),
                                        "value"_is(wanted)));
}

Index settled_rows(const Generator& generator, Index wanted) {
  if (wanted == 0) return generator.rows;
  if (wanted < 3) {
    reject_size("rows",
                fmt::format(">= 3 for {} (or 0: as many as in the paper)", generator.spec.name),
                wanted);
  }
  return wanted;
}

Index settled_features(const Generator& generator, Index wanted) {
  if (wanted == 0) return generator.features;
  const Index min = generator.max_features == generator.features ? generator.features : 1;
  if (wanted < min || wanted > generator.max_features) {
    const std::string& name = generator.spec.name;
    reject_size("features",
                min == generator.max_features
                    ? fmt::format("{} for {}", min, name)
                    : fmt::format("{} to {} for {}", min, generator.max_features, name),
                wanted);
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
  const Index rows = settled_rows(generator, options.rows);
  const Index features = settled_features(generator, options.features);
  synthetic_options().check(options);
  return generator.draw(
      {.seed = options.seed, .rows = rows, .features = features, .observer = options.observer});
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
