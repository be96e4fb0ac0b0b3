// SPDX-License-Identifier: BSD-3-Clause
#include "figure/label_places.h"

#include <random>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace fairpca {
namespace {

TEST(PlaceLabelsTest, NoTwoOverlapAndNoneLeavesTheFrame) {
  std::mt19937 engine(1);
  std::uniform_real_distribution<double> place(0, 300);
  std::vector<WantedLabel> labels;
  for (int i = 0; i < 80; ++i) {
    labels.push_back(
        {.text = "label number " + std::to_string(i), .x = place(engine), .y = place(engine)});
  }
  const Box frame{0, 0, 300, 300}, taken{100, 100, 200, 200};
  const auto places = place_labels(labels, 11, frame, {taken}, {});
  std::vector<Box> boxes = {taken};
  for (const auto& placed : places) {
    if (!placed) continue;
    EXPECT_TRUE(frame.contains(placed->box));
    for (const Box& other : boxes) EXPECT_FALSE(placed->box.overlaps(other));
    boxes.push_back(placed->box);
  }
  EXPECT_GT(boxes.size(), 20U);  // some found a place
  EXPECT_LT(boxes.size(), 81U);  // and some were left out
}

TEST(PlaceLabelsTest, ALoneLabelStandsRightOfItsPointOrWhereItIsSentTo) {
  const Box frame{0, 0, 300, 300};
  const WantedLabel label{.text = "name", .x = 150, .y = 150};
  const auto right = place_labels({label}, 11, frame, {}, {});
  ASSERT_TRUE(right[0]);
  EXPECT_GT(right[0]->box.left, 150);
  WantedLabel outwards = label;
  outwards.away_x = -1;
  const auto left = place_labels({outwards}, 11, frame, {}, {});
  ASSERT_TRUE(left[0]);
  EXPECT_LT(left[0]->box.right, 150);
}

TEST(PlaceLabelsTest, AvoidsPointsAndLinesWhereItCan) {
  const Box frame{0, 0, 300, 300};
  const WantedLabel label{.text = "name", .x = 150, .y = 150};
  const Box at_right{155, 140, 200, 160};
  const auto avoided = place_labels({label}, 11, frame, {}, {at_right});
  ASSERT_TRUE(avoided[0]);
  EXPECT_FALSE(avoided[0]->box.overlaps(at_right));
  EXPECT_TRUE(place_labels({label}, 11, frame, {}, {frame})[0]);  // nowhere free of points
  EXPECT_FALSE(place_labels({label}, 11, frame, {frame}, {})[0]);
}

TEST(SpreadTest, KeepsDistanceOrderAndEnds) {
  const std::vector<double> wanted = {50, 51, 52, 10, 99};
  const std::vector<double> places = spread(wanted, 14, 0, 100);
  ASSERT_EQ(places.size(), wanted.size());
  for (std::size_t i = 0; i < wanted.size(); ++i) {
    EXPECT_GE(places[i], 0);
    EXPECT_LE(places[i], 100);
    for (std::size_t j = 0; j < i; ++j) {
      EXPECT_GE(std::abs(places[i] - places[j]), 14 - 1e-9);
      EXPECT_EQ(wanted[i] < wanted[j], places[i] < places[j]);
    }
  }
  EXPECT_DOUBLE_EQ(places[3], 10);  // nothing pushed it
  EXPECT_TRUE(spread({1, 2, 3}, 60, 0, 100).empty());
}

}  // namespace
}  // namespace fairpca
