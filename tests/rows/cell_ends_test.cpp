// SPDX-License-Identifier: BSD-3-Clause
#include "rows/cell_ends.h"

#include <random>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "rows/csv_cells.h"

namespace fairpca {
namespace cell_ends_test {

/// Cell by cell.
std::vector<std::uint32_t> ends_one_by_one(const std::string& record, char delimiter) {
  std::vector<std::uint32_t> ends;
  for (std::size_t begin = 0;; begin = ends.back() + 1) {
    ends.push_back(static_cast<std::uint32_t>(cell_end(record, begin, delimiter)));
    if (ends.back() == record.size()) return ends;
  }
}

TEST(CellEndsTest, RandomRecordsEndTheirCellsWhereAScanCellByCellSays) {
  std::mt19937_64 engine(4);
  for (int trial = 0; trial < 20'000; ++trial) {
    const std::size_t length = engine() % 200;
    std::string text(length + engine() % 3 * 40, ';');
    for (std::size_t i = 0; i < length; ++i) text[i] = "12.;x\xae\xbb"[engine() % 7];
    const std::string record = text.substr(0, length);
    const std::vector<std::uint32_t> expected = ends_one_by_one(record, ';');
    for (const int more : {-1, 0, 1}) {
      std::vector<std::uint32_t> ends(expected.size() + more);
      const std::string_view view(text.data(), length);
      const bool found = find_cell_ends(view, ';', text.data() + text.size(), ends);
      EXPECT_EQ(found, more == 0) << record;
      EXPECT_TRUE(!found || ends == expected) << record;
    }
  }
}

TEST(CellEndsTest, OtherProcessorsFindEveryByteLookedFor) {
  std::mt19937_64 engine(5);
  for (int trial = 0; trial < 2'000; ++trial) {
    std::string text(cell_ends::kStepBytes, ' ');
    for (char& byte : text) byte = ";,\"\xbb\x3a"[engine() % 5];
    for (const char looked_for : {';', '"', '\xbb'}) {
      std::uint64_t expected = 0;
      for (std::size_t i = text.size(); i-- > 0;) {
        expected = 2 * expected + (text[i] == looked_for ? 1 : 0);
      }
      EXPECT_EQ(cell_ends::bits_one_by_one(text.data(), looked_for), expected);
    }
  }
}

TEST(CellEndsTest, AQuoteAnywhereLeavesTheRecordToOthers) {
  for (std::size_t at = 0; at < 150; ++at) {
    std::string record(150, 'x');
    record[at] = '"';
    std::vector<std::uint32_t> ends(1);
    EXPECT_FALSE(find_cell_ends(record, ',', record.data() + record.size(), ends)) << at;
    const std::string_view before(record.data(), at);
    EXPECT_TRUE(find_cell_ends(before, ',', record.data() + record.size(), ends)) << at;
    EXPECT_EQ(ends.front(), at);
  }
}

}  // namespace cell_ends_test
}  // namespace fairpca
