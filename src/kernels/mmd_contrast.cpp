// SPDX-License-Identifier: BSD-3-Clause
#include "fairpca/kernels/mmd_contrast.h"

#include <algorithm>
#include <utility>

#include "kernels/messages.h"

namespace fairpca {
namespace {

/// Sum of the squared weights of a group's rows.
double self_weight(const CellRows& cells, const Vector& shares) {
  double sum = 0;
  for (Index c = 0; c < cells.cells(); ++c) {
    if (shares(c) != 0) sum += shares(c) * shares(c) * cells.inverse_rows(c);
  }
  return sum;
}

/// Adds the terms of factor * (first second' + second first') / 2.
void add_product(const Vector& first, const Vector& second, double factor, MmdContrast& contrast) {
  for (Index c = 0; c < first.size(); ++c) {
    if (first(c) == 0) continue;
    for (Index k = 0; k < second.size(); ++k) {
      if (second(k) == 0) continue;
      contrast.terms.push_back({std::min(c, k), std::max(c, k), factor * first(c) * second(k)});
    }
  }
}

/// One term for each place.
void merge_terms(std::vector<MmdContrast::Term>& terms) {
  const auto place = [](const MmdContrast::Term& term) { return std::pair(term.row, term.col); };
  std::stable_sort(terms.begin(), terms.end(),
                   [&](const auto& a, const auto& b) { return place(a) < place(b); });
  std::size_t kept = 0;
  for (std::size_t k = 0; k < terms.size(); ++k) {
    if (kept > 0 && place(terms[kept - 1]) == place(terms[k])) {
      terms[kept - 1].factor += terms[k].factor;
    } else {
      terms[kept++] = terms[k];
    }
  }
  terms.resize(kept);
  terms.shrink_to_fit();
}

}  // namespace

double MmdContrast::value(const Matrix& gram_sums) const {
  double sum = offset;
  for (const Term& term : terms) sum += term.factor * gram_sums(term.row, term.col);
  return sum;
}

double MmdContrast::self_value(const CellRows& cells) const {
  double sum = 0;
  for (const Term& term : terms) {
    if (term.row == term.col) sum += term.factor * cells.inverse_rows(term.row);
  }
  return sum;
}

void MmdContrast::add_to(Matrix& contrast, double weight) const {
  if (weight == 0) return;
  for (const Term& term : terms) {
    const bool diagonal = term.row == term.col;
    contrast(term.row, term.col) += (diagonal ? weight : weight / 2) * term.factor;
    if (!diagonal) contrast(term.col, term.row) += weight / 2 * term.factor;
  }
}

double mean_kernel(const CellRows& cells, const Matrix& gram_sums) {
  Vector rows(cells.cells());
  for (Index c = 0; c < rows.size(); ++c) rows(c) = 1 / cells.inverse_rows(c);
  const double pairs = rows.sum() * rows.sum() - rows.sum();
  return pairs > 0 ? (rows.dot(gram_sums * rows) - rows.sum()) / pairs : 1;
}

MmdContrast mean_contrast(const std::vector<MmdContrast>& contrasts) {
  MmdContrast mean;
  const double share = 1 / static_cast<double>(contrasts.size());
  for (const MmdContrast& contrast : contrasts) {
    for (const MmdContrast::Term& term : contrast.terms) {
      mean.terms.push_back({term.row, term.col, share * term.factor});
    }
    mean.offset += share * contrast.offset;
  }
  merge_terms(mean.terms);
  return mean;
}

MmdContrast mmd_contrast(const CellRows& cells, const Vector& first, const Vector& second,
                         MmdEstimator estimator) {
  MmdContrast contrast;
  for (const Vector* shares : {&first, &second}) {
    double factor = 1;
    if (estimator == MmdEstimator::kUnbiased) {
      const double self = self_weight(cells, *shares);
      if (!(self < 1 - 1e-12)) {
        reject(kernels_message<"unbiased-mmd-of-one-row">());
      }
      factor = 1 / (1 - self);
      contrast.offset -= self / (1 - self);
    }
    add_product(*shares, *shares, factor, contrast);
  }
  add_product(first, second, -2, contrast);
  merge_terms(contrast.terms);
  return contrast;
}

}  // namespace fairpca
