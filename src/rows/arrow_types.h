// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "fairpca/rows/arrow_abi.h"

namespace fairpca {

enum class ArrowKind {
  kNull,
  kBoolean,
  kInteger,
  kFloat,
  kDecimal,
  kText,      ///< with offsets
  kTextView,  ///< of 16 bytes each
  kDate,
  kTimestamp,
  kTime,
  kDictionary,
  kOther
};

/// What the cells of a column are, from the format string of its schema.
struct ArrowType {
  ArrowKind kind = ArrowKind::kOther;
  int bytes = 0;  ///< of a cell; of an offset (kText), of an index (kDictionary)
  bool is_signed = true;
  int scale = 0;           ///< kDecimal: the cell is its whole number / 10^scale
  std::int64_t ticks = 1;  ///< in a second; kDate: in a day
  bool has_zone = false;   ///< kTimestamp: it counts in UTC
  std::string found = {};  ///< for messages: `lists`, `texts`
  std::shared_ptr<const ArrowType> dictionary = {};  ///< kDictionary: what an index stands for

  bool is_number() const {
    return kind == ArrowKind::kInteger || kind == ArrowKind::kFloat || kind == ArrowKind::kDecimal;
  }
  bool is_text() const { return kind == ArrowKind::kText || kind == ArrowKind::kTextView; }
  bool is_time() const {
    return kind == ArrowKind::kDate || kind == ArrowKind::kTimestamp || kind == ArrowKind::kTime;
  }
};

/// Equal formats.
inline bool operator==(const ArrowType& a, const ArrowType& b) {
  const bool has_dictionary = a.dictionary != nullptr && b.dictionary != nullptr;
  return a.kind == b.kind && a.bytes == b.bytes && a.is_signed == b.is_signed &&
         a.scale == b.scale && a.ticks == b.ticks && a.has_zone == b.has_zone &&
         a.found == b.found &&
         (has_dictionary ? *a.dictionary == *b.dictionary : a.dictionary == b.dictionary);
}

/// Unknown formats are of kOther, never an error.
ArrowType arrow_type(const ArrowSchema& schema);

}  // namespace fairpca
