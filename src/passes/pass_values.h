// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "fairpca/moments/group_moments.h"
#include "fit/bandwidth_rows.h"
#include "mixture/mixture_scores.h"
#include "mixture/mixture_start.h"
#include "moments/column_means.h"
#include "passes/bytes.h"

namespace fairpca {

/// Rows of every cell.
using CellCounts = std::map<CellKey, Index>;
/// Hashes of every cell.
using CellHashes = std::vector<std::vector<double>>;

struct MomentsPart {
  GroupMoments moments;
  std::vector<BandwidthRows::RankedRow> kept;
};

/// A row drawn for methods over rows in memory.
struct SampledRow {
  BandwidthRows::RankedRow row;
  CellKey cell;
  double weight = 1;
};
using SampledRowsPart = std::vector<SampledRow>;

/// Sums of random features over the rows of every cell: cos and sin of w_j'z.
struct FeatureSums {
  struct Cell {
    double weight = 0;
    Index rows = 0;
    Vector cosines, sines;
  };
  std::map<CellKey, Cell> cells;
};

/// How each result of a pass is written and read, and what is added to it by the next partitions.
void write_value(ByteWriter& out, const CellCounts& value);
void write_value(ByteWriter& out, const ColumnMeans& value);
void write_value(ByteWriter& out, const MomentsPart& value);
void write_value(ByteWriter& out, const SampledRowsPart& value);
void write_value(ByteWriter& out, const FeatureSums& value);
void write_value(ByteWriter& out, const Vector& value);
void write_value(ByteWriter& out, const HashCounts& value);
void write_value(ByteWriter& out, const CellHashes& value);
void write_value(ByteWriter& out, const StartRows& value);
void write_value(ByteWriter& out, const MixtureSums& value);
void write_value(ByteWriter& out, const MixtureScores& value);

void read_value(ByteReader& in, CellCounts& value);
void read_value(ByteReader& in, ColumnMeans& value);
void read_value(ByteReader& in, MomentsPart& value);
void read_value(ByteReader& in, SampledRowsPart& value);
void read_value(ByteReader& in, FeatureSums& value);
void read_value(ByteReader& in, Vector& value);
void read_value(ByteReader& in, HashCounts& value);
void read_value(ByteReader& in, CellHashes& value);
void read_value(ByteReader& in, StartRows& value);
void read_value(ByteReader& in, MixtureSums& value);
void read_value(ByteReader& in, MixtureScores& value);

void merge_value(CellCounts& total, const CellCounts& part);
void merge_value(ColumnMeans& total, const ColumnMeans& part);
void merge_value(MomentsPart& total, MomentsPart part);
void merge_value(SampledRowsPart& total, SampledRowsPart part);
void merge_value(FeatureSums& total, const FeatureSums& part);
void merge_value(Vector& total, const Vector& part);
void merge_value(HashCounts& total, const HashCounts& part);
void merge_value(CellHashes& total, CellHashes part);
void merge_value(StartRows& total, const StartRows& part);
void merge_value(MixtureSums& total, MixtureSums part);
void merge_value(MixtureScores& total, const MixtureScores& part);

template <class Value>
std::string value_bytes(const Value& value) {
  ByteWriter out;
  write_value(out, value);
  return out.take();
}

/// Adds a written value to `total`, the first of which is taken as it is.
template <class Value>
void add_value(std::string_view bytes, std::optional<Value>& total) {
  if (bytes.empty()) return;
  ByteReader in(bytes);
  Value value;
  read_value(in, value);
  in.end();
  if (total) {
    merge_value(*total, std::move(value));
  } else {
    total = std::move(value);
  }
}

}  // namespace fairpca
