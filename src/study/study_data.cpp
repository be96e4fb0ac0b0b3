// SPDX-License-Identifier: BSD-3-Clause
#include "study/study_data.h"

#include <algorithm>
#include <numeric>
#include <utility>

#include "moments/block_moments.h"
#include "moments/rows_in_groups.h"
#include "random/row_hash.h"
#include "rows/map_blocks.h"
#include "study/messages.h"

namespace fairpca {

std::span<const signed char> GivenSplits::of(Index row) const {
  const auto columns = names.size();
  return std::span(parts).subspan(static_cast<std::size_t>(row) * columns, columns);
}

std::vector<Index> StudyData::rows_with(const CodeSet& codes) const {
  const std::vector<PartCode>& all = codes_[static_cast<std::size_t>(codes.repeat)];
  std::vector<Index> rows;
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (codes.contains(all[i])) rows.push_back(static_cast<Index>(i));
  }
  return rows;
}

std::unique_ptr<RowSource> StudyData::open() const {
  return table_ ? table_->open() : open_();
}

Vector StudyData::fill_of(const CodeSet& fitted) const {
  if (means_.empty()) return {};
  ColumnMeans sum;
  const std::vector<ColumnMeans>& means = means_[static_cast<std::size_t>(fitted.repeat)];
  for (std::size_t code = 0; code < means.size(); ++code) {
    if (fitted.has[code]) sum.merge(means[code]);
  }
  return sum.fill();
}

EncodeOptions StudyData::encode_options(const CodeSet& fitted) const {
  EncodeOptions options;
  options.missing = settings_.missing;
  options.fill = fill_of(fitted);
  return options;
}

GroupMoments StudyData::parted_moments(Index repeat, const EncodeOptions& options,
                                       const PassOptions& pass) const {
  const std::unique_ptr<RowSource> rows = open();
  std::vector<PartCode> by_source(static_cast<std::size_t>(source_rows_), kNoPart);
  for (Index i = 0; i < keys_.rows(); ++i) {
    by_source[static_cast<std::size_t>(keys_.row[static_cast<std::size_t>(i)])] =
        codes(repeat)[static_cast<std::size_t>(i)];
  }
  const std::string name = part_column_name(schema_);
  std::vector<std::string> columns = schema_.protected_columns;
  columns.push_back(name);
  GroupMoments total = GroupMoments::from_parts(encoding_, columns, schema_.label, {});
  CentredRows centred;
  map_blocks(
      *rows, pass,
      [&](RowBlock block) {
        const auto first = by_source.begin() + block.first_row;
        add_part_column(block, name, {first, first + block.rows}, plan().codes());
        return BlockMoments(std::move(block), encoding_, options);
      },
      [&](BlockMoments part) {
        std::move(part).add_to(total, centred, pass.threads, pass.stop_wanted);
      });
  return total;
}

std::vector<GroupMoments> StudyData::moments_of(const CodeSet& fitted,
                                                const std::vector<CodeSet>& sets,
                                                const PassOptions& pass) const {
  const auto merge = [&](const GroupMoments& parted) {
    std::vector<GroupMoments> merged;
    for (const CodeSet& set : sets) merged.push_back(merged_parts(parted, set));
    return merged;
  };
  if (!parted_.empty()) return merge(parted_[static_cast<std::size_t>(fitted.repeat)]);
  return merge(parted_moments(fitted.repeat, encode_options(fitted), pass));
}

RowMatrix StudyData::sample(const CodeSet& codes, Index most) const {
  const std::vector<PartCode>& all = this->codes(codes.repeat);
  std::vector<std::pair<double, Index>> chosen;  // hash, number among the candidates
  for (std::size_t i = 0; i < candidate_row_.size(); ++i) {
    const auto row = static_cast<std::size_t>(candidate_row_[i]);
    if (!codes.contains(all[row])) continue;
    chosen.emplace_back(row_hash(plan().seed, keys_.row[row]), static_cast<Index>(i));
  }
  std::sort(chosen.begin(), chosen.end());
  if (static_cast<Index>(chosen.size()) > most) chosen.resize(static_cast<std::size_t>(most));
  std::vector<Index> position(candidate_row_.size(), -1);
  for (const auto& [hash, i] : chosen) position[static_cast<std::size_t>(i)] = 0;
  Index next = 0;  // in the order of the rows
  for (Index& at : position) at = at < 0 ? -1 : next++;
  RowMatrix sample(next, encoding_.width());
  const EncodeOptions options = encode_options(codes);
  const std::unique_ptr<RowSource> rows = candidates_->open();
  while (const std::unique_ptr<RowChunk> chunk = rows->next()) {
    const RowBlock block = chunk->decode();
    const EncodedBlock encoded = encoding_.encode(block, options);
    for (Index i = 0; i < encoded.rows.rows(); ++i) {
      const Index row = encoded.kept_rows.empty() ? i : encoded.kept_rows[i];
      const Index at = position[static_cast<std::size_t>(block.first_row + row)];
      if (at >= 0) encoded.rows.copy_row(i, sample.row(at).data());
    }
  }
  return sample;
}

}  // namespace fairpca
