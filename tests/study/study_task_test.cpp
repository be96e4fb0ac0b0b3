// SPDX-License-Identifier: BSD-3-Clause
#include "study/study_task.h"

#include <cmath>

#include <gtest/gtest.h>

#include "fairpca/error.h"

namespace fairpca {
namespace {

TaskResult some_result() {
  TaskResult result;
  result.dimensions = "5";
  result.setting = "alpha=0.1 lambda=0.5";
  result.options = {{"alpha", "0.1"}};
  result.test = {{.measure = "gap", .value = 0.1, .low = 0.05, .high = 1.0 / 3}};
  result.train = {{.measure = "loss", .statistic = Statistic::kWorst, .group = "b, c", .value = 2}};
  result.features = {{"age", 0.5, std::nan("")}};
  result.draws[{"gap", Statistic::kValue, ""}] = Vector::LinSpaced(7, 0, 0.7);
  result.held_out = {{"a", 1.5, 0.25, 31}};
  result.tuning = {{"lambda=0", "gap", 0.5, std::nan(""), true, ""}};
  result.objective = 3.25;
  result.status = "optimal";
  result.certified = true;
  result.iterations = 12;
  result.notes = {"a note"};
  return result;
}

TEST(StudyTaskTest, AResultIsReadBackAsItWasWritten) {
  const std::string bytes = task_bytes(some_result());
  const TaskResult back = parse_task(bytes, "task");
  EXPECT_EQ(task_bytes(back), bytes);
  EXPECT_EQ(back.test.front().high, 1.0 / 3);
  EXPECT_TRUE(std::isnan(back.test.front().floor));
  EXPECT_EQ(back.train.front().statistic, Statistic::kWorst);
  EXPECT_EQ(back.train.front().group, "b, c");
  EXPECT_EQ(back.draws, some_result().draws);
  EXPECT_EQ(back.held_out.front().rows, 31);
  EXPECT_TRUE(back.tuning.front().is_chosen);
  EXPECT_EQ(back.options, some_result().options);
  EXPECT_TRUE(std::isnan(back.bound));
}

TEST(StudyTaskTest, DamagedBytesAreRejected) {
  const std::string bytes = task_bytes(some_result());
  EXPECT_THROW(parse_task(bytes.substr(0, bytes.size() / 2), "task"), IoError);
  EXPECT_THROW(parse_task("nothing", "task"), IoError);
  EXPECT_THROW(parse_task("", "task"), IoError);
}

}  // namespace
}  // namespace fairpca
