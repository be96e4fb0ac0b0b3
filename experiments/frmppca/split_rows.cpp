// SPDX-License-Identifier: BSD-3-Clause
#include "experiments/frmppca/split_rows.h"

#include <algorithm>

#include "random/row_hash.h"

namespace fairpca {
namespace {

constexpr std::uint64_t kSplitStream =
    0x73706C6974ULL;  // other draws than starts and held-out rows

struct NamedRows {
  std::vector<std::string> level;
  std::vector<bool> positive;
};

NamedRows names_of(const RowBlock& block, const std::string& positive) {
  require_protected_levels(block, MissingCells::kError);
  NamedRows rows;
  const LevelColumn& group = block.protected_levels.front();
  for (std::size_t i = 0; i < static_cast<std::size_t>(block.rows); ++i) {
    const std::int32_t code = group.codes[i], label = block.label.codes[i];
    rows.level.push_back(group.levels[static_cast<std::size_t>(code)]);
    rows.positive.push_back(label != LevelColumn::kMissing &&
                            block.label.levels[static_cast<std::size_t>(label)] == positive);
  }
  return rows;
}

void choose_training(std::size_t group, const SplitOptions& options, SplitRows& split) {
  std::vector<std::pair<double, std::size_t>> members;
  for (std::size_t i = 0; i < split.group.size(); ++i) {
    if (split.group[i] != group) continue;
    members.emplace_back(row_hash(options.seed ^ kSplitStream, static_cast<Index>(i)), i);
  }
  std::sort(members.begin(), members.end());
  const std::size_t count =
      members.size() * static_cast<std::size_t>(options.training_percent) / 100;
  for (std::size_t i = 0; i < count; ++i) split.training[members[i].second] = true;
}

}  // namespace

SplitRows split_rows(RowSource& source, const SplitOptions& options, const PassOptions& pass) {
  NamedRows all;
  source.rewind();
  map_blocks(
      source, pass, [&](const RowBlock& block) { return names_of(block, options.positive); },
      [&](const NamedRows& part) {
        all.level.insert(all.level.end(), part.level.begin(), part.level.end());
        all.positive.insert(all.positive.end(), part.positive.begin(), part.positive.end());
      });
  SplitRows split;
  split.levels = all.level;
  std::sort(split.levels.begin(), split.levels.end());
  split.levels.erase(std::unique(split.levels.begin(), split.levels.end()), split.levels.end());
  for (const std::string& level : all.level) {
    const auto at = std::lower_bound(split.levels.begin(), split.levels.end(), level);
    split.group.push_back(static_cast<std::size_t>(at - split.levels.begin()));
  }
  split.positive = std::move(all.positive);
  split.training.assign(split.group.size(), false);
  for (std::size_t g = 0; g < split.levels.size(); ++g) choose_training(g, options, split);
  return split;
}

AdaptedRows training_rows(RowSource& source, const SplitRows& split) {
  return {source, source.schema(), [&split](RowBlock& block) {
            block.weights.resize(static_cast<std::size_t>(block.rows));
            for (std::size_t i = 0; i < block.weights.size(); ++i) {
              const std::size_t row = static_cast<std::size_t>(block.first_row) + i;
              block.weights[i] = split.training.at(row) ? 1 : 0;
            }
          }};
}

RowMatrix encoded_rows(RowSource& source, const Encoding& encoding, const PassOptions& pass) {
  EncodeOptions options;
  options.unseen = UnseenLevel::kZeros;
  std::vector<RowMatrix> parts;
  Index count = 0;
  source.rewind();
  map_blocks(
      source, pass,
      [&](const RowBlock& block) {
        const EncodedBlock encoded = encoding.encode(block, options);
        RowMatrix rows(encoded.rows.rows(), encoded.rows.cols());
        for (Index i = 0; i < rows.rows(); ++i) encoded.rows.copy_row(i, rows.row(i).data());
        return rows;
      },
      [&](RowMatrix rows) {
        count += rows.rows();
        parts.push_back(std::move(rows));
      });
  RowMatrix all(count, encoding.width());
  Index at = 0;
  for (const RowMatrix& part : parts) {
    all.middleRows(at, part.rows()) = part;
    at += part.rows();
  }
  return all;
}

}  // namespace fairpca
