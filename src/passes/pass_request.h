// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "fairpca/model/ppca_mixture.h"
#include "fairpca/passes/passes.h"
#include "mixture/prepared_rows.h"
#include "passes/bytes.h"

namespace fairpca {

enum class PassKind {
  kCount,        ///< rows of every partition
  kMeans,        ///< ColumnMeans
  kMoments,      ///< MomentsPart
  kSample,       ///< SampledRows
  kFeatures,     ///< FeatureSums
  kPrepare,      ///< the partition, prepared
  kCellWeights,  ///< Vector; this and what follows reads prepared partitions
  kHashCounts,   ///< HashCounts
  kHashes,       ///< hashes per cell
  kStartRows,    ///< StartRows
  kSums,         ///< MixtureSums
  kScores        ///< MixtureScores
};
inline constexpr PassKind kLastPass = PassKind::kScores;

/// Rows of a cell to sample: those with a hash below.
struct SampledCell {
  std::vector<std::optional<std::string>> levels;
  std::optional<std::string> label;
  double below = 0;
};

/// What a pass computes.  Each kind uses some of the fields.
struct PassRequest {
  PassKind kind = PassKind::kCount;
  std::optional<std::vector<FeatureColumn>> features = {};  ///< none: not settled yet
  bool keeps_bandwidth_rows = false;                        ///< kMoments
  bool counts_cells = false;                                ///< kCount
  std::optional<Encoding> encoding = {};                    ///< kMoments; none: of its own levels
  EncodeOptions encode = {};                                ///< with it
  RowPreparation preparation = {};                          ///< kPrepare
  bool leaves_rows_out = false;                             ///< kPrepare: weigh_complete_rows()
  std::vector<SampledCell> cells = {};                      ///< kSample
  std::string model = {};                                   ///< kFeatures: the model file
  Matrix frequencies = {};                                  ///< kFeatures: d x D
  std::vector<double> held_out_below = {};                  ///< prepared: set_held_out(), if any
  std::uint64_t held_out_seed = 0;                          ///< of theirs
  std::uint64_t seed = 0;                                   ///< of hashes
  std::vector<HeldOutPlace> places = {};                    ///< kHashes
  Vector cell_weights = {};                                 ///< kStartRows, kSums
  Index expected_rows = 0, wanted = 0;                      ///< kStartRows
  PpcaMixture mixture = {};                                 ///< kSums, kScores
  MStep m_step = MStep::kLatent;                            ///< kSums
  Vector scale = {};                                        ///< kScores

  bool reads_prepared() const { return kind >= PassKind::kCellWeights; }
};

std::string request_bytes(const PassRequest& request);
PassRequest parse_request(std::string_view bytes);

void write_features(ByteWriter& out, const std::vector<FeatureColumn>& features);
std::vector<FeatureColumn> read_features(ByteReader& in);
void write_optional(ByteWriter& out, const std::optional<std::string>& text);
std::optional<std::string> read_optional(ByteReader& in);

}  // namespace fairpca
