// SPDX-License-Identifier: BSD-3-Clause
#include "rows/map_blocks.h"

#include <atomic>
#include <chrono>
#include <numeric>
#include <random>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

#include "fairpca/error.h"
#include "fairpca/rows/matrix_rows.h"
#include "text/rejection_of.h"

namespace fairpca {
namespace map_blocks_test {

const std::vector<int> kThreads = {1, 2, 3, 7};

/// One column holding 0, 1, 2, ... in 20 chunks.
RowMatrix counting_rows() {
  RowMatrix rows(20 * MatrixRows::kRowsPerChunk - 5, 1);
  std::iota(rows.data(), rows.data() + rows.size(), 0.0);
  return rows;
}

/// Takes longer for some blocks than for others, so that threads overtake each other.
void dawdle(Index first_row) {
  std::mt19937_64 engine(static_cast<std::uint64_t>(first_row));
  std::this_thread::sleep_for(std::chrono::microseconds(engine() % 3000));
}

TEST(MapBlocksTest, ResultsAreFoldedInTheOrderOfTheRowsForAnyNumberOfThreads) {
  const RowMatrix rows = counting_rows();
  std::vector<double> sums;
  for (const int threads : kThreads) {
    SCOPED_TRACE(threads);
    MatrixRows source((RowsRef(rows)));
    Index next_row = 0;
    double sum = 0;
    map_blocks(
        source, {.threads = threads},
        [](const RowBlock& block) {
          dawdle(block.first_row);
          double part = 0;
          for (Index row = 0; row < block.rows; ++row) part += 1 / (1 + block.numeric(row, 0));
          return std::make_pair(block.first_row, std::make_pair(block.rows, part));
        },
        [&](const auto& result) {
          EXPECT_EQ(result.first, next_row);
          next_row += result.second.first;
          sum = sum * 0.9 + result.second.second;  // depends on the order
        });
    EXPECT_EQ(next_row, rows.rows());
    sums.push_back(sum);
  }
  EXPECT_EQ(sums, std::vector<double>(sums.size(), sums[0]));
}

constexpr MessageSpec kBadPart{"bad-part", MessageKind::kInvalid, "part {number} is bad"};

[[noreturn]] void reject_part(Index number) {
  reject(Message(kBadPart, {"number"_is(number).argument}));
}

TEST(MapBlocksTest, TheErrorOfTheEarliestFailingBlockIsTheOneThrown) {
  const RowMatrix rows = counting_rows();
  for (const int threads : kThreads) {
    SCOPED_TRACE(threads);
    MatrixRows source((RowsRef(rows)));
    Index folded = 0;
    const Message message = rejection_of([&] {
      map_blocks(
          source, {.threads = threads},
          [](const RowBlock& block) {
            const Index number = block.first_row / MatrixRows::kRowsPerChunk;
            if (number == 7) std::this_thread::sleep_for(std::chrono::milliseconds(30));
            if (number >= 7) reject_part(number);
            return block.rows;
          },
          [&](Index count) { folded += count; });
    });
    EXPECT_EQ(message.argument("number"), "7");
    EXPECT_EQ(folded, 7 * MatrixRows::kRowsPerChunk);
  }
}

/// Fails to deliver chunk `bad`.
class FailingRows final : public RowSource {
 public:
  FailingRows(RowsRef rows, int bad) : inner_(rows), bad_(bad) {}
  const Schema& schema() const override { return inner_.schema(); }
  std::unique_ptr<RowChunk> next() override {
    if (calls_++ >= bad_) reject_part(calls_ - 1);
    return inner_.next();
  }
  void rewind() override { inner_.rewind(); }
  double fraction_read() const override { return inner_.fraction_read(); }

 private:
  MatrixRows inner_;
  int bad_, calls_ = 0;
};

TEST(MapBlocksTest, AnErrorWhileReadingComesAfterTheBlocksBeforeIt) {
  const RowMatrix rows = counting_rows();
  for (const int threads : kThreads) {
    SCOPED_TRACE(threads);
    FailingRows source(rows, 5);
    Index folded = 0;
    const auto pass = [&] {
      map_blocks(
          source, {.threads = threads},
          [](const RowBlock& block) {
            dawdle(block.first_row);
            return block.rows;
          },
          [&](Index count) { folded += count; });
    };
    EXPECT_EQ(rejection_of(pass).argument("number"), "5");
    EXPECT_EQ(folded, 5 * MatrixRows::kRowsPerChunk);
  }
}

TEST(MapBlocksTest, AnErrorWhileFoldingIsThrown) {
  const RowMatrix rows = counting_rows();
  for (const int threads : kThreads) {
    SCOPED_TRACE(threads);
    MatrixRows source((RowsRef(rows)));
    int folded = 0;
    const auto pass = [&] {
      map_blocks(
          source, {.threads = threads}, [](const RowBlock& block) { return block.rows; },
          [&](Index) {
            if (++folded == 3) reject_part(folded);
          });
    };
    EXPECT_EQ(rejection_of(pass).argument("number"), "3");
    EXPECT_EQ(folded, 3);
  }
}

/// The same rows again and again.
class EndlessRows final : public RowSource {
 public:
  explicit EndlessRows(RowsRef rows) : inner_(rows) {}
  const Schema& schema() const override { return inner_.schema(); }
  std::unique_ptr<RowChunk> next() override {
    std::unique_ptr<RowChunk> chunk = inner_.next();
    if (chunk) return chunk;
    inner_.rewind();
    return inner_.next();
  }
  void rewind() override { inner_.rewind(); }
  double fraction_read() const override { return -1; }

 private:
  MatrixRows inner_;
};

TEST(MapBlocksTest, TheObserverStopsThePassAndSeesGrowingProgressOnTheCallingThread) {
  const RowMatrix rows = counting_rows();
  for (const int threads : kThreads) {
    SCOPED_TRACE(threads);
    EndlessRows source((RowsRef(rows)));
    const auto caller = std::this_thread::get_id();
    Index folded = 0, last = 0;
    int calls = 0;
    const PassObserver observer = [&](const PassProgress& progress) {
      EXPECT_EQ(std::this_thread::get_id(), caller);
      EXPECT_GT(progress.rows, last);
      EXPECT_EQ(progress.rows, folded);
      EXPECT_LT(progress.fraction, 0);
      last = progress.rows;
      return ++calls == 5 ? Flow::kStop : Flow::kContinue;
    };
    const auto pass = [&] {
      map_blocks(
          source, {.threads = threads, .observer = observer},
          [](const RowBlock& block) { return block.rows; }, [&](Index count) { folded += count; });
    };
    EXPECT_THROW(pass(), Stopped);
    EXPECT_EQ(calls, 5);
    EXPECT_EQ(last, folded);
  }
}

TEST(MapBlocksTest, TheObserverSeesTheWholeSourceInTheEnd) {
  const RowMatrix rows = counting_rows();
  MatrixRows source((RowsRef(rows)));
  PassProgress last;
  const PassObserver observer = [&](const PassProgress& progress) {
    last = progress;
    return Flow::kContinue;
  };
  map_blocks(
      source, {.threads = 1, .observer = observer}, [](const RowBlock&) { return 0; }, [](int) {});
  EXPECT_EQ(last.rows, rows.rows());
  EXPECT_EQ(last.fraction, 1.0);
}

TEST(MapBlocksTest, AtMostOneBlockPerThreadIsAlive) {
  const RowMatrix rows = counting_rows();
  for (const int threads : kThreads) {
    SCOPED_TRACE(threads);
    MatrixRows source((RowsRef(rows)));
    std::atomic<int> alive = 0, most = 0;
    map_blocks(
        source, {.threads = threads},
        [&](const RowBlock& block) {
          const int now = ++alive;
          int seen = most;
          while (now > seen && !most.compare_exchange_weak(seen, now)) {
          }
          dawdle(block.first_row);
          return 0;
        },
        [&](int) { --alive; });
    EXPECT_LE(most, threads);
    EXPECT_EQ(alive, 0);
  }
}

}  // namespace map_blocks_test
}  // namespace fairpca
