// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <utility>

#include "moments/block_cells.h"
#include "moments/block_moments.h"
#include "moments/moments_memory.h"
#include "moments/moments_range.h"
#include "moments/rows_in_groups.h"
#include "parallel/map_ordered.h"
#include "random/row_hash.h"
#include "random/stable_hash.h"
#include "rows/chunk_digests.h"
#include "rows/column_warnings.h"
#include "study/messages.h"
#include "study/ordered_section.h"
#include "study/study_data.h"

namespace fairpca {
namespace {

constexpr Index kBandwidthRows = 3000;

std::string_view bytes_of(const auto& numbers) {
  return {reinterpret_cast<const char*>(numbers.data()), numbers.size() * sizeof(numbers[0])};
}

std::uint64_t digest_of_levels(const LevelColumn& column, std::uint64_t start) {
  std::uint64_t digest = mixed_hash(start, column.levels.size());
  for (const std::string& level : column.levels) digest = text_hash(level, digest);
  return mixed_hash(digest, digest_of(bytes_of(column.codes)));
}

/// Of everything that is in a block.
std::uint64_t digest_of_block(const RowBlock& block) {
  std::vector<double> numbers(static_cast<std::size_t>(block.numeric.cols()));
  std::uint64_t digest = static_cast<std::uint64_t>(block.rows);
  for (Index row = 0; row < block.numeric.rows() && !numbers.empty(); ++row) {
    block.numeric.copy_row(row, numbers.data());
    digest = mixed_hash(digest, digest_of(bytes_of(numbers)));
  }
  for (const LevelColumn& column : block.categorical) digest = digest_of_levels(column, digest);
  for (const LevelColumn& column : block.protected_levels) {
    digest = digest_of_levels(column, digest);
  }
  digest = digest_of_levels(block.label, digest);
  digest = mixed_hash(digest, digest_of(bytes_of(block.weights)));
  for (const std::vector<std::string>& column : block.kept) {
    for (const std::string& text : column) digest = text_hash(text, digest);
  }
  return digest;
}

/// Of each feature of the schema.
std::vector<Index> missing_cells_of(const RowBlock& block) {
  std::vector<Index> cells;
  Index number = 0, category = 0;
  for (const FeatureColumn& feature : block.schema->features) {
    Index& count = cells.emplace_back(0);
    if (feature.kind == ColumnKind::kCategorical) {
      const auto& codes = block.categorical[static_cast<std::size_t>(category++)].codes;
      count = std::count(codes.begin(), codes.end(), LevelColumn::kMissing);
    } else {
      for (Index row = 0; row < block.rows; ++row) {
        count += std::isnan(block.numeric(row, number)) ? 1 : 0;
      }
      ++number;
    }
  }
  return cells;
}

std::uint64_t stratum_of(const CellKey& key) {
  std::uint64_t hash = 0;
  const auto add = [&hash](const std::optional<std::string>& level) {
    hash = level ? text_hash(*level, hash) : mixed_hash(hash, 1);
  };
  for (const auto& level : key.levels) add(level);
  add(key.label);
  return hash;
}

/// Some rows of a block, as a block.
RowBlock chosen_rows(const RowBlock& block, const std::vector<Index>& rows) {
  RowBlock chosen;
  chosen.schema = block.schema;
  chosen.rows = static_cast<Index>(rows.size());
  chosen.storage.resize(chosen.rows, block.numeric.cols());
  for (Index i = 0; i < chosen.rows; ++i) {
    block.numeric.copy_row(rows[i], chosen.storage.row(i).data());
  }
  chosen.numeric = RowsRef(chosen.storage);
  const auto choose = [&rows](const LevelColumn& column) {
    LevelColumn part{column.levels, {}};
    if (!column.codes.empty()) {
      for (const Index row : rows) part.codes.push_back(column.codes[row]);
    }
    return part;
  };
  for (const LevelColumn& column : block.categorical) chosen.categorical.push_back(choose(column));
  for (const LevelColumn& column : block.protected_levels) {
    chosen.protected_levels.push_back(choose(column));
  }
  chosen.label = choose(block.label);
  if (!block.weights.empty()) {
    for (const Index row : rows) chosen.weights.push_back(block.weights[row]);
  }
  return chosen;
}

/// One block on its way to the totals.
struct ReadBlock {
  RowBlock block;
  std::vector<BlockCell> cells;
  std::vector<std::int32_t> cell;            ///< of each row of the block; -1: it does not count
  std::vector<std::vector<PartCode>> codes;  ///< repeat, row of the block
  std::vector<BlockMoments> moments;         ///< one per repeat of this pass
  std::vector<std::vector<ColumnMeans>> means;
  std::uint64_t digest = 0;
  std::vector<Index> missing_cells;  ///< of each feature
  double fraction = -1;
};

struct Piece {
  std::unique_ptr<RowChunk> chunk;
  long turn = 0;
  double fraction = -1;
};

}  // namespace

/// The first pass: see read_study().
class StudyReader {
 public:
  explicit StudyReader(StudyData& data)
      : data_(data), settings_(data.settings_), plan_(data.plan()), assigner_(plan_) {}

  void read() {
    const std::unique_ptr<RowSource> raw = data_.open_();
    start(*raw);
    AdaptedRows source =
        rows_in_groups(*raw, settings_.missing_group, settings_.missing, true, missing_is_level_);
    long turns = 0;
    Index rows = 0;
    double fraction = -1;
    map_ordered(
        settings_.pass.threads,
        [&]() -> std::optional<Piece> {
          std::unique_ptr<RowChunk> chunk = source.next();
          if (!chunk) return std::nullopt;
          return Piece{std::move(chunk), turns++, source.fraction_read()};
        },
        [this](Piece piece) { return work(piece); },
        [&](ReadBlock block) {
          rows += block.block.rows;
          fraction = block.fraction;
          fold(std::move(block));
        },
        [&] {
          const PassObserver& observer = settings_.pass.observer;
          return observer ? observer({rows, fraction}) : Flow::kContinue;
        });
    finish(*raw);
  }

 private:
  void start(const RowSource& raw) {
    data_.schema_ = raw.schema();
    data_.schema_.kept.clear();
    name_ = raw.name();
    can_read_again_ = raw.can_rewind();
    missing_is_level_ = columns_with_missing_level(raw.schema(), settings_.missing_category);
    part_column_ = part_column_name(raw.schema());
    table_ = std::make_shared<RowTable>(raw.schema());
    candidates_ = std::make_shared<RowTable>(raw.schema());
    data_.codes_.resize(static_cast<std::size_t>(plan_.repeats));
    data_.keys_.has_weights = raw.schema().weight.has_value();
    fills_cells_ = settings_.missing == MissingCells::kMean;
    const double share = settings_.plan.settings.folds > 0 || settings_.given
                             ? 0.5
                             : 1 - settings_.plan.settings.test_fraction;
    most_candidates_ = static_cast<std::size_t>(1.1 * kBandwidthRows / std::max(share, 0.05)) + 100;
    put_column_warnings(raw, data_.warnings_);
  }

  ReadBlock work(const Piece& piece) const {
    ReadBlock read;
    read.fraction = piece.fraction;
    std::vector<std::uint64_t> strata;
    try {
      read.block = piece.chunk->decode();
      find_cells(read);
      strata = strata_of(read);
    } catch (...) {
      section_.fail();
      throw;
    }
    section_.pass(piece.turn, [&] { assign(strata, read); });
    read.digest = digest_of_block(read.block);
    read.missing_cells = missing_cells_of(read.block);
    fills_cells_ ? take_means(read) : take_moments(read);
    return read;
  }

  /// The cells of the rows that count: of weight > 0, and not left out.
  void find_cells(ReadBlock& read) const {
    RowBlock& block = read.block;
    const std::vector<double> weights = block.weights;
    if (settings_.missing == MissingCells::kDropRow) weigh_complete_rows(block, missing_is_level_);
    EncodedBlock all;
    all.rows = RowsRef(static_cast<const double*>(nullptr), block.rows, 0, 0, 1);
    read.cells = cells_of(block, all);
    read.cell.assign(static_cast<std::size_t>(block.rows), -1);
    for (std::size_t c = 0; c < read.cells.size(); ++c) {
      for (const Index row : read.cells[c].rows) {
        const bool counts = block.weights.empty() || block.weights[row] > 0;
        if (counts) read.cell[row] = static_cast<std::int32_t>(c);
      }
    }
    block.weights = weights;
  }

  std::vector<std::uint64_t> strata_of(const ReadBlock& read) const {
    const RowBlock& block = read.block;
    std::vector<std::uint64_t> strata(static_cast<std::size_t>(block.rows), 0);
    const std::string& by = plan_.settings.by;
    const auto& kept = block.schema->kept;
    const auto at = std::find(kept.begin(), kept.end(), by);
    if (!by.empty() && at != kept.end()) {
      const auto& texts = block.kept[static_cast<std::size_t>(at - kept.begin())];
      for (Index row = 0; row < block.rows; ++row) strata[row] = text_hash(texts[row]);
      return strata;
    }
    for (const BlockCell& cell : read.cells) {
      const std::uint64_t stratum = stratum_of(cell.key);
      for (const Index row : cell.rows) strata[row] = stratum;
    }
    return strata;
  }

  /// In the order of the rows.
  void assign(const std::vector<std::uint64_t>& strata, ReadBlock& read) const {
    const RowBlock& block = read.block;
    if (block.first_row == 0) choose_repeats(read);
    read.codes.assign(static_cast<std::size_t>(plan_.repeats),
                      std::vector<PartCode>(static_cast<std::size_t>(block.rows), kNoPart));
    for (Index row = 0; row < block.rows; ++row) {
      if (read.cell[row] < 0) continue;
      RowIdentity identity{.stratum = strata[row]};
      const Index number = block.first_row + row;
      if (settings_.given && number < settings_.given->rows) {
        identity.given = settings_.given->of(number);
      } else if (settings_.given) {
        continue;  // of another length: rejected at the end, with both lengths
      }
      const std::vector<PartCode> codes = assigner_.next(identity);
      for (std::size_t r = 0; r < codes.size(); ++r) read.codes[r][row] = codes[r];
    }
  }

  /// All repeats in this pass, if the memory for their moments is there.
  void choose_repeats(const ReadBlock& read) const {
    const double width = static_cast<double>(encoding_of(read.block).width());
    const double cells =
        static_cast<double>(read.cells.size()) * static_cast<double>(plan_.codes() * plan_.repeats);
    const double budget = settings_.moments_bytes > 0 ? settings_.moments_bytes
                                                      : static_cast<double>(memory_limit()) / 4;
    repeats_read_ = moments_memory(width, cells) > budget ? 1 : plan_.repeats;
  }

  Encoding encoding_of(const RowBlock& block) const {
    return Encoding::of(block, settings_.missing, settings_.missing_category);
  }

  void take_moments(ReadBlock& read) const {
    RowBlock& block = read.block;
    const Encoding encoding = encoding_of(block);
    EncodeOptions options;
    options.missing = settings_.missing;
    const std::shared_ptr<const Schema> schema = block.schema;
    for (Index r = 0; r < repeats_read_; ++r) {
      add_part_column(block, part_column_, read.codes[r], plan_.codes());
      read.moments.emplace_back(block, encoding, options);
      block.protected_levels.pop_back();
      block.schema = schema;
    }
  }

  void take_means(ReadBlock& read) const {
    RowBlock& block = read.block;
    const std::vector<double> weights = block.weights;
    for (const std::vector<PartCode>& codes : read.codes) {
      std::vector<ColumnMeans>& means = read.means.emplace_back();
      for (Index code = 0; code < plan_.codes(); ++code) {
        block.weights.assign(static_cast<std::size_t>(block.rows), 0.0);
        for (Index row = 0; row < block.rows; ++row) {
          if (codes[row] == code) block.weights[row] = weights.empty() ? 1.0 : weights[row];
        }
        means.emplace_back(block, settings_.missing_category);
      }
    }
    block.weights = weights;
  }

  void fold(ReadBlock read) {
    data_.digest_ = mixed_hash(data_.digest_, read.digest);
    add_keys(read);
    data_.missing_cells_.resize(read.missing_cells.size(), 0);
    for (std::size_t i = 0; i < read.missing_cells.size(); ++i) {
      data_.missing_cells_[i] += read.missing_cells[i];
    }
    for (std::size_t r = 0; r < read.moments.size(); ++r) {
      if (data_.parted_.size() <= r) data_.parted_.emplace_back();
      std::move(read.moments[r])
          .add_to(data_.parted_[r], centred_, settings_.pass.threads, settings_.pass.stop_wanted);
    }
    if (data_.means_.empty()) {
      data_.means_ = read.means;
    } else {
      for (std::size_t r = 0; r < read.means.size(); ++r) {
        for (std::size_t c = 0; c < read.means[r].size(); ++c) {
          data_.means_[r][c].merge(read.means[r][c]);
        }
      }
    }
    data_.source_rows_ += read.block.rows;
    if (!table_) return;
    table_->add(read.block);
    if (table_->bytes() > settings_.table_bytes && can_read_again_) table_.reset();
  }

  void add_keys(const ReadBlock& read) {
    std::vector<std::int32_t> number(read.cells.size(), -1);
    const RowBlock& block = read.block;
    std::vector<Index> candidates;
    for (Index row = 0; row < block.rows; ++row) {
      if (read.cell[row] < 0) continue;
      consider(block.first_row + row, row, candidates);
      std::int32_t& cell = number[read.cell[row]];
      if (cell < 0) cell = number_of(read.cells[read.cell[row]].key);
      data_.keys_.cell.push_back(cell);
      data_.keys_.row.push_back(block.first_row + row);
      weights_.push_back(block.weights.empty() ? 1.0 : block.weights[row]);
      for (std::size_t r = 0; r < read.codes.size(); ++r) {
        data_.codes_[r].push_back(read.codes[r][row]);
      }
    }
    if (!candidates.empty()) candidates_->add(chosen_rows(block, candidates));
  }

  /// Of a cell that has rows.
  std::int32_t number_of(const CellKey& key) {
    const auto next = static_cast<std::int32_t>(cell_numbers_.size());
    const auto [found, is_new] = cell_numbers_.try_emplace(key, next);
    if (is_new) data_.keys_.cells.push_back(key);
    return found->second;
  }

  /// Keeps a row whose hash is among the smallest so far.
  void consider(Index number, Index row, std::vector<Index>& candidates) {
    const double hash = row_hash(plan_.seed, number);
    if (smallest_.size() == most_candidates_ && hash >= *smallest_.rbegin()) return;
    smallest_.insert(hash);
    if (smallest_.size() > most_candidates_) smallest_.erase(std::prev(smallest_.end()));
    candidates.push_back(row);
    data_.candidate_row_.push_back(data_.keys_.rows());
  }

  void finish(const RowSource& raw) {
    const Place place{.file = name_};
    if (settings_.given && settings_.given->rows != data_.source_rows_) {
      reject(study_message<"splits-rows">(
          "place"_is(Place{.file = settings_.given->file}),
          "rows"_is(Counted{data_.source_rows_, "row", "rows"}),
          "given"_is(Counted{settings_.given->rows, "line", "lines"})));
    }
    if (data_.keys_.rows() == 0) reject(study_message<"study-without-rows">("place"_is(place)));
    data_.keys_.weights =
        Eigen::Map<const Vector>(weights_.data(), static_cast<Index>(weights_.size()));
    if (table_) table_->finish();
    candidates_->finish();
    data_.table_ = std::move(table_);
    data_.candidates_ = std::move(candidates_);
    if (fills_cells_) {
      ColumnMeans all;
      for (const ColumnMeans& means : data_.means_.front()) all.merge(means);
      data_.encoding_ = all.encoding();
      return;
    }
    data_.encoding_ = data_.parted_.front().encoding();
    for (const auto& [key, cell] : data_.parted_.front().cells()) {
      require_finite(cell, data_.encoding_);
      require_weights(cell);
    }
    EncodeOptions options;
    options.missing = settings_.missing;
    for (Index r = repeats_read_; r < plan_.repeats; ++r) {
      data_.parted_.push_back(data_.parted_moments(r, options, settings_.pass));
    }
    static_cast<void>(raw);
  }

  StudyData& data_;
  const ReadSettings& settings_;
  const SplitPlan& plan_;
  // Inside `section_` alone, in the order of the rows.
  mutable OrderedSection section_;
  mutable PartAssigner assigner_;
  mutable Index repeats_read_ = 1;
  // Settled before the pass.
  std::string name_, part_column_;
  std::vector<std::string> missing_is_level_;
  bool can_read_again_ = true, fills_cells_ = false;
  std::size_t most_candidates_ = 0;
  // In the fold alone.
  std::map<CellKey, std::int32_t> cell_numbers_;
  std::vector<double> weights_;
  std::multiset<double> smallest_;
  CentredRows centred_;
  std::shared_ptr<RowTable> table_, candidates_;
};

StudyData read_study(OpenRows open, ReadSettings settings) {
  StudyData data(std::move(settings), std::move(open));
  StudyReader(data).read();
  return data;
}

}  // namespace fairpca
