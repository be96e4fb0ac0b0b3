// SPDX-License-Identifier: BSD-3-Clause
#include "passes/pass_values.h"

#include <algorithm>
#include <iterator>

#include "fairpca/moments/moments_file.h"
#include "passes/pass_request.h"

namespace fairpca {
namespace {

void write_cell(ByteWriter& out, const CellKey& key) {
  out.list(key.levels,
           [&](const std::optional<std::string>& level) { write_optional(out, level); });
  write_optional(out, key.label);
}

CellKey read_cell(ByteReader& in) {
  CellKey key;
  key.levels = in.list(8, [&] { return read_optional(in); });
  key.label = read_optional(in);
  return key;
}

void write_row(ByteWriter& out, const BandwidthRows::RankedRow& row) {
  const auto& [rank, kept] = row;
  out.real(rank.first);
  out.index(rank.second);
  out.vector(kept.numeric);
  out.list(kept.categories,
           [&](const std::optional<std::string>& level) { write_optional(out, level); });
}

BandwidthRows::RankedRow read_row(ByteReader& in) {
  BandwidthRows::RankedRow row;
  row.first.first = in.real();
  row.first.second = in.index();
  row.second.numeric = in.vector();
  row.second.categories = in.list(8, [&] { return read_optional(in); });
  return row;
}

bool have_one_shape(const Matrix& a, const Matrix& b) {
  return a.rows() == b.rows() && a.cols() == b.cols();
}

}  // namespace

void write_value(ByteWriter& out, const CellCounts& value) {
  out.whole(value.size());
  for (const auto& [key, rows] : value) {
    write_cell(out, key);
    out.index(rows);
  }
}

void read_value(ByteReader& in, CellCounts& value) {
  const std::size_t size = in.count(24);
  for (std::size_t i = 0; i < size; ++i) {
    CellKey key = read_cell(in);
    value[std::move(key)] = in.index();
  }
}

void merge_value(CellCounts& total, const CellCounts& part) {
  for (const auto& [key, rows] : part) total[key] += rows;
}

void write_value(ByteWriter& out, const ColumnMeans& value) {
  out.list(value.columns(), [&](const ColumnMeans::Column& column) {
    write_features(out, {column.feature});
    out.real(column.weight);
    out.real(column.mean);
    out.whole(column.level_weights.size());
    for (const auto& [level, weight] : column.level_weights) {
      out.text(level);
      out.real(weight);
    }
    out.flag(column.missing_is_level);
  });
}

void read_value(ByteReader& in, ColumnMeans& value) {
  value = ColumnMeans(in.list(56, [&] {
    ColumnMeans::Column column;
    const std::vector<FeatureColumn> features = read_features(in);
    require_bytes(features.size() == 1);
    column.feature = features.front();
    column.weight = in.real();
    column.mean = in.real();
    const std::size_t levels = in.count(16);
    for (std::size_t i = 0; i < levels; ++i) {
      std::string level = in.text();
      column.level_weights[std::move(level)] = in.real();
    }
    column.missing_is_level = in.flag();
    return column;
  }));
}

void merge_value(ColumnMeans& total, const ColumnMeans& part) {
  require_bytes(total.columns().size() == part.columns().size());
  total.merge(part);
}

void write_value(ByteWriter& out, const MomentsPart& value) {
  out.text(moments_bytes(value.moments));
  out.list(value.kept, [&](const BandwidthRows::RankedRow& row) { write_row(out, row); });
}

void read_value(ByteReader& in, MomentsPart& value) {
  value.moments = parse_moments(in.view());
  value.kept = in.list(32, [&] { return read_row(in); });
}

void merge_value(MomentsPart& total, MomentsPart part) {
  total.moments.merge(std::move(part.moments));
  total.kept.insert(total.kept.end(), std::make_move_iterator(part.kept.begin()),
                    std::make_move_iterator(part.kept.end()));
  // By rank: those beyond the number that any fit keeps are never asked for.
  const auto most = static_cast<std::size_t>(BandwidthRows::most_rows());
  if (total.kept.size() <= most) return;
  std::sort(total.kept.begin(), total.kept.end(),
            [](const auto& a, const auto& b) { return a.first < b.first; });
  total.kept.resize(most);
}

void write_value(ByteWriter& out, const SampledRowsPart& value) {
  out.list(value, [&](const SampledRow& row) {
    write_row(out, row.row);
    write_cell(out, row.cell);
    out.real(row.weight);
  });
}

void read_value(ByteReader& in, SampledRowsPart& value) {
  value = in.list(56, [&] {
    SampledRow row;
    row.row = read_row(in);
    row.cell = read_cell(in);
    row.weight = in.real();
    return row;
  });
}

void merge_value(SampledRowsPart& total, SampledRowsPart part) {
  total.insert(total.end(), std::make_move_iterator(part.begin()),
               std::make_move_iterator(part.end()));
}

void write_value(ByteWriter& out, const FeatureSums& value) {
  out.whole(value.cells.size());
  for (const auto& [key, cell] : value.cells) {
    write_cell(out, key);
    out.real(cell.weight);
    out.index(cell.rows);
    out.vector(cell.cosines);
    out.vector(cell.sines);
  }
}

void read_value(ByteReader& in, FeatureSums& value) {
  const std::size_t size = in.count(48);
  for (std::size_t i = 0; i < size; ++i) {
    CellKey key = read_cell(in);
    FeatureSums::Cell& cell = value.cells[std::move(key)];
    cell.weight = in.real();
    cell.rows = in.index();
    cell.cosines = in.vector();
    cell.sines = in.vector();
  }
}

void merge_value(FeatureSums& total, const FeatureSums& part) {
  for (const auto& [key, cell] : part.cells) {
    const auto [found, is_new] = total.cells.try_emplace(key, cell);
    if (is_new) continue;
    FeatureSums::Cell& sum = found->second;
    require_bytes(sum.cosines.size() == cell.cosines.size() &&
                  sum.sines.size() == cell.sines.size());
    sum.weight += cell.weight;
    sum.rows += cell.rows;
    sum.cosines += cell.cosines;
    sum.sines += cell.sines;
  }
}

void write_value(ByteWriter& out, const Vector& value) {
  out.vector(value);
}

void read_value(ByteReader& in, Vector& value) {
  value = in.vector();
}

void merge_value(Vector& total, const Vector& part) {
  require_bytes(total.size() == part.size());
  total += part;
}

void write_value(ByteWriter& out, const HashCounts& value) {
  out.matrix(Matrix(value.cast<double>().matrix()));
}

void read_value(ByteReader& in, HashCounts& value) {
  const Matrix counts = in.matrix();
  require_bytes(counts.rows() == kHashBins && (counts.array() >= 0).all() &&
                (counts.array() <= 0x1p53).all());
  value = counts.array().cast<Index>();
}

void merge_value(HashCounts& total, const HashCounts& part) {
  require_bytes(total.cols() == part.cols());
  total += part;
}

void write_value(ByteWriter& out, const CellHashes& value) {
  out.list(value, [&](const std::vector<double>& hashes) {
    out.list(hashes, [&](double hash) { out.real(hash); });
  });
}

void read_value(ByteReader& in, CellHashes& value) {
  value = in.list(8, [&] { return in.list(8, [&] { return in.real(); }); });
}

void merge_value(CellHashes& total, CellHashes part) {
  require_bytes(total.size() == part.size());
  for (std::size_t cell = 0; cell < total.size(); ++cell) {
    total[cell].insert(total[cell].end(), part[cell].begin(), part[cell].end());
  }
}

void write_value(ByteWriter& out, const StartRows& value) {
  out.matrix(value.rows);
  out.vector(value.weights);
}

void read_value(ByteReader& in, StartRows& value) {
  value.rows = in.row_matrix();
  value.weights = in.vector();
  require_bytes(value.rows.rows() == value.weights.size());
}

void merge_value(StartRows& total, const StartRows& part) {
  require_bytes(total.rows.cols() == part.rows.cols());
  const Index before = total.rows.rows();
  total.rows.conservativeResize(before + part.rows.rows(), Eigen::NoChange);
  total.rows.bottomRows(part.rows.rows()) = part.rows;
  total.weights.conservativeResize(before + part.weights.size());
  total.weights.tail(part.weights.size()) = part.weights;
}

void write_value(ByteWriter& out, const MixtureSums& value) {
  out.vector(value.weights);
  out.matrix(value.shifts);
  out.matrix(value.cross);
  out.vector(value.squares);
  out.list(value.scatter, [&](const Matrix& scatter) { out.matrix(scatter); });
  out.real(value.log_likelihood);
  out.vector(value.cell_log_likelihood);
}

void read_value(ByteReader& in, MixtureSums& value) {
  value.weights = in.vector();
  value.shifts = in.matrix();
  value.cross = in.matrix();
  value.squares = in.vector();
  value.scatter = in.list(16, [&] { return in.matrix(); });
  value.log_likelihood = in.real();
  value.cell_log_likelihood = in.vector();
}

void merge_value(MixtureSums& total, MixtureSums part) {
  require_bytes(
      total.weights.size() == part.weights.size() && have_one_shape(total.shifts, part.shifts) &&
      have_one_shape(total.cross, part.cross) && total.squares.size() == part.squares.size() &&
      total.scatter.size() == part.scatter.size() &&
      total.cell_log_likelihood.size() == part.cell_log_likelihood.size());
  for (std::size_t k = 0; k < total.scatter.size(); ++k) {
    require_bytes(have_one_shape(total.scatter[k], part.scatter[k]));
  }
  total.merge(part);
}

void write_value(ByteWriter& out, const MixtureScores& value) {
  out.vector(value.weight);
  out.vector(value.log_likelihood);
  out.vector(value.squared_error);
}

void read_value(ByteReader& in, MixtureScores& value) {
  value.weight = in.vector();
  value.log_likelihood = in.vector();
  value.squared_error = in.vector();
}

void merge_value(MixtureScores& total, const MixtureScores& part) {
  require_bytes(total.weight.size() == part.weight.size() &&
                total.log_likelihood.size() == part.log_likelihood.size() &&
                total.squared_error.size() == part.squared_error.size());
  total.merge(part);
}

}  // namespace fairpca
