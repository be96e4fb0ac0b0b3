// SPDX-License-Identifier: BSD-3-Clause
#include "passes/bytes.h"

#include <gtest/gtest.h>

#include "fairpca/error.h"
#include "fairpca/passes/passes.h"
#include "fit/grouped_rows.h"
#include "passes/pass_request.h"
#include "passes/pass_result.h"
#include "passes/prepared_partition.h"
#include "passes/split_table.h"

namespace fairpca {
namespace bytes_test {

TEST(BytesTest, WhatIsWrittenIsRead) {
  const Matrix matrix = Matrix::Random(3, 2);
  const RowMatrix rows = RowMatrix::Random(2, 5);
  ByteWriter out;
  out.whole(7);
  out.real(-0.5);
  out.text("sex");
  out.matrix(matrix);
  out.matrix(rows);
  out.vector(Vector());
  out.flag(true);
  const std::string bytes = out.take();
  ByteReader in(bytes);
  EXPECT_EQ(in.whole(), 7U);
  EXPECT_EQ(in.real(), -0.5);
  EXPECT_EQ(in.text(), "sex");
  EXPECT_EQ(in.matrix(), matrix);
  EXPECT_EQ(in.row_matrix(), rows);
  EXPECT_EQ(in.vector().size(), 0);
  EXPECT_TRUE(in.flag());
  in.end();
}

TEST(BytesTest, LengthsBeyondTheBytesAreRejectedBeforeMemoryIsTaken) {
  for (const std::uint64_t count : {std::uint64_t{2}, ~std::uint64_t{0}, std::uint64_t{1} << 61}) {
    ByteWriter out;
    out.whole(count);
    out.whole(count);
    out.real(1);
    const std::string bytes = out.take();
    EXPECT_THROW(ByteReader(bytes).matrix(), InvalidArgument);
    EXPECT_THROW(ByteReader(bytes.substr(0, 8)).vector(), InvalidArgument);
    EXPECT_THROW(ByteReader(bytes.substr(0, 8)).text(), InvalidArgument);
  }
  EXPECT_THROW(ByteReader("").whole(), InvalidArgument);
  EXPECT_THROW(ByteReader("x").end(), InvalidArgument);
}

/// Every byte changed in turn, and every cut: `read` must reject it or make something of it.
template <class Read>
void damage(const std::string& bytes, const Read& read) {
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    EXPECT_THROW(read(bytes.substr(0, i)), InvalidArgument) << i;
    for (const int change : {0x01, 0x80, 0xFF}) {
      std::string changed = bytes;
      changed[i] = static_cast<char>(changed[i] ^ change);
      try {
        read(changed);
      } catch (const InvalidArgument&) {
      } catch (const IoError&) {
      }
    }
  }
}

TEST(BytesTest, DamagedSetupsRequestsAndResultsNeverCrash) {
  const GroupedRows data = random_groups({9, 5}, 2, 3);
  SplitTable table(data.table(), data.rows, {14});
  PassSetup setup;
  setup.settings.method = "mixture-ppca";
  setup.settings.dimensions.wanted = Index{1};
  setup.settings.options = {{"mixture_components", std::int64_t{1}},
                            {"max_iterations", std::int64_t{1}}};
  setup.settings.min_group_size = 0;
  setup.roles.protected_columns = {"group"};
  damage(setup_bytes(setup), [](const std::string& bytes) { parse_setup(bytes); });
  std::vector<PassTask> tasks;
  const RunPass engine = table.engine();
  fit_passes(setup, [&](const PassTask& task, const auto& take) {
    tasks.push_back(task);
    engine(task, take);
  });
  std::string prepared;
  for (const PassTask& task : tasks) {
    damage(task.request, [](const std::string& bytes) { parse_request(bytes); });
    MatrixRows rows = table.whole();
    const std::string result = task.reads_prepared
                                   ? run_prepared(prepared, task.request, 0)
                                   : run_partition(rows, task.setup, task.request, {});
    if (task.keeps) {
      prepared = result;
      damage(result, [](const std::string& bytes) { parse_prepared(bytes); });
    } else {
      damage(result, [](const std::string& bytes) {
        parse_result(bytes);
        const std::string_view view = bytes;
        merge_results(std::span(&view, 1));
      });
    }
  }
  EXPECT_FALSE(prepared.empty());
}

TEST(BytesTest, WorkersOnDamagedPreparedRowsAnswerWithTheProblem) {
  const std::string request = request_bytes({.kind = PassKind::kCellWeights});
  const PassResult result = parse_result(run_prepared("damaged", request, 4));
  ASSERT_EQ(result.partitions.size(), 1U);
  EXPECT_EQ(result.partitions[0].number, 4);
  EXPECT_EQ(result.partitions[0].problem->code, "pass-bytes");
}

}  // namespace bytes_test
}  // namespace fairpca
