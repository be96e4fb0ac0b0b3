// SPDX-License-Identifier: BSD-3-Clause
#include "moments/pieced_moments.h"

#include <algorithm>
#include <utility>

#include "moments/rank_update.h"
#include "rows/pieced_chunk.h"

namespace fairpca {

static_assert(kRowsPerSlab == kPieceRows, "whole slabs are not gathered, but used where they are");

Index PiecedMoments::waiting() const {
  return static_cast<Index>(rows_.size()) / std::max<Index>(1, moments_.dim());
}

void PiecedMoments::wait(RowsRef rows, std::span<const Index> selected,
                         std::span<const double> weights) {
  const Index dim = moments_.dim(), before = waiting();
  // As many again are likely to come, and no cell gets more than its share of the rows.
  const Index expected = std::min<Index>(kRowsPerSlab, before + 2 * std::ssize(selected));
  rows_.reserve(static_cast<std::size_t>(expected * dim));
  rows_.resize(static_cast<std::size_t>((before + std::ssize(selected)) * dim));
  double* out = rows_.data() + before * dim;
  for (const Index row : selected) {
    rows.copy_row(row, out);
    if (!weights.empty()) weights_.push_back(weights[static_cast<std::size_t>(row)]);
    out += dim;
  }
}

void PiecedMoments::add_waiting() {
  if (rows_.empty()) return;
  const RowsRef rows(rows_.data(), waiting(), moments_.dim(), moments_.dim(), 1);
  by_->add({.rows = rows, .selected = {}, .all = true, .weights = weights_}, moments_, 1);
  rows_.clear();
  weights_.clear();
}

void PiecedMoments::add(RowsRef rows, std::span<const Index> selected,
                        std::span<const double> weights) {
  if (!rows_.empty()) {
    const auto missing = static_cast<std::size_t>(kRowsPerSlab - waiting());
    const std::size_t count = std::min(missing, selected.size());
    wait(rows, selected.first(count), weights);
    selected = selected.subspan(count);
    if (waiting() < kRowsPerSlab) return;
    add_waiting();
  }
  const std::size_t left = selected.size() % kRowsPerSlab;
  const std::size_t whole = selected.size() - left;
  if (whole > 0) {
    by_->add({.rows = rows, .selected = selected.first(whole), .all = false, .weights = weights},
             moments_, 1);
  }
  if (left > 0) wait(rows, selected.subspan(whole), weights);
}

Moments PiecedMoments::take() && {
  add_waiting();
  return std::move(moments_);
}

}  // namespace fairpca
