// SPDX-License-Identifier: BSD-3-Clause
#include "passes/remote_rows.h"

#include <utility>

namespace fairpca {
namespace {

/// Prepared partitions in a cluster: each question is a pass over them.
class RemotePreparedRows final : public MixtureRows {
 public:
  RemotePreparedRows(PassDriver& driver, Index dim, Index cells)
      : driver_(driver), dim_(dim), cells_(cells) {}

  Index dim() const override { return dim_; }
  Index cell_count() const override { return held_out_below_.empty() ? cells_ : 2 * cells_; }

  Vector weight_per_cell() override {
    return answer<Vector>(request(PassKind::kCellWeights), Vector::Zero(cell_count()));
  }

  StartRows start_rows(const Vector& cell_weights, Index expected_rows, std::uint64_t seed,
                       Index wanted) override {
    PassRequest asked = request(PassKind::kStartRows);
    asked.cell_weights = cell_weights;
    asked.expected_rows = expected_rows;
    asked.seed = seed;
    asked.wanted = wanted;
    return sorted_start_rows(answer<StartRows>(asked, {RowMatrix(0, dim_), Vector(0)}));
  }

  MixtureSums sums(const PpcaMixture& mixture, const Vector& cell_weights, MStep m_step) override {
    PassRequest asked = request(PassKind::kSums);
    asked.mixture = mixture;
    asked.cell_weights = cell_weights;
    asked.m_step = m_step;
    MixtureSums result = answer<MixtureSums>(asked, {});
    require_bytes(result.weights.size() == mixture.size() && result.shifts.rows() == dim_ &&
                  result.cell_log_likelihood.size() == cell_count());
    return result;
  }

  MixtureScores scores(const PpcaMixture& mixture, const Vector& scale) override {
    PassRequest asked = request(PassKind::kScores);
    asked.mixture = mixture;
    asked.scale = scale;
    MixtureScores result = answer<MixtureScores>(asked, {});
    require_bytes(result.weight.size() == cell_count());
    return result;
  }

 protected:
  HashCounts count_hashes(std::uint64_t seed) override {
    PassRequest asked = request(PassKind::kHashCounts);
    asked.seed = seed;
    return answer<HashCounts>(asked, HashCounts::Zero(kHashBins, cell_count()));
  }

  std::vector<std::vector<double>> hashes_at(const std::vector<HeldOutPlace>& places,
                                             std::uint64_t seed) override {
    PassRequest asked = request(PassKind::kHashes);
    asked.places = places;
    asked.seed = seed;
    CellHashes result = answer<CellHashes>(asked, CellHashes(places.size()));
    require_bytes(result.size() == places.size());
    return result;
  }

  void set_held_out(std::vector<double> below, std::uint64_t seed) override {
    held_out_below_ = std::move(below);
    held_out_seed_ = seed;
  }

 private:
  PassRequest request(PassKind kind) const {
    PassRequest asked;
    asked.kind = kind;
    asked.held_out_below = held_out_below_;
    asked.held_out_seed = held_out_seed_;
    return asked;
  }

  template <class Value>
  Value answer(const PassRequest& asked, Value without_rows) {
    std::optional<Value> value = driver_.run<Value>(asked);
    return value ? std::move(*value) : std::move(without_rows);
  }

  PassDriver& driver_;
  Index dim_, cells_;
  std::vector<double> held_out_below_;
  std::uint64_t held_out_seed_ = 0;
};

}  // namespace

RemoteRows::RemoteRows(PassDriver& driver, bool leaves_rows_out)
    : driver_(driver), leaves_rows_out_(leaves_rows_out) {}

std::unique_ptr<RowChunk> RemoteRows::next() {
  require_bytes(false);  // no method over several passes reads rows itself
  return nullptr;
}

std::unique_ptr<MixtureRows> RemoteRows::prepare(const RowPreparation& preparation) {
  PassRequest asked;
  asked.kind = PassKind::kPrepare;
  asked.preparation = preparation;
  asked.leaves_rows_out = leaves_rows_out_;
  driver_.keep(asked);
  return std::make_unique<RemotePreparedRows>(driver_, preparation.mean.size(),
                                              static_cast<Index>(preparation.cells.size()));
}

}  // namespace fairpca
