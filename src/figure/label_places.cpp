// SPDX-License-Identifier: BSD-3-Clause
#include "figure/label_places.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>

namespace fairpca {
namespace {

struct Direction {
  double x, y;
};

constexpr double kDiagonal = 0.7071;
/// Where people look first: right, left, above, below, then the corners.
constexpr std::array<Direction, 8> kDirections = {{{1, 0},
                                                   {-1, 0},
                                                   {0, -1},
                                                   {0, 1},
                                                   {kDiagonal, -kDiagonal},
                                                   {kDiagonal, kDiagonal},
                                                   {-kDiagonal, -kDiagonal},
                                                   {-kDiagonal, kDiagonal}}};

PlacedLabel label_in(const WantedLabel& label, Direction towards, double distance, double size) {
  const double width = text_width(label.text, size), middle = size * (kAscent - kDescent) / 2;
  const double centre_x = label.x + towards.x * (distance + width / 2);
  const double centre_y = label.y + towards.y * (distance + size * (kAscent + kDescent) / 2);
  PlacedLabel placed{centre_x - width / 2, centre_y + middle, {}};
  placed.box = text_box(label.text, placed.x, placed.y, Anchor::kStart, size);
  return placed;
}

bool is_free(const Box& box, const std::vector<Box>& taken) {
  return std::none_of(taken.begin(), taken.end(),
                      [&](const Box& other) { return box.overlaps(other); });
}

/// The directions, those nearest to the preferred one first.
std::array<Direction, 8> directions_of(const WantedLabel& label) {
  std::array<Direction, 8> all = kDirections;
  if (label.away_x == 0 && label.away_y == 0) return all;
  std::stable_sort(all.begin(), all.end(), [&](Direction a, Direction b) {
    const auto along = [&](Direction d) { return d.x * label.away_x + d.y * label.away_y; };
    return along(a) > along(b) + 1e-9;
  });
  return all;
}

std::optional<PlacedLabel> free_place(const WantedLabel& label, double size, const Box& frame,
                                      const std::vector<Box>& taken, const std::vector<Box>& soft) {
  const std::array<Direction, 8> directions = directions_of(label);
  for (const bool avoids_soft : {true, false}) {
    for (const double more : {0.0, 8.0, 16.0}) {
      for (const Direction direction : directions) {
        const PlacedLabel placed = label_in(label, direction, label.distance + more, size);
        if (frame.contains(placed.box) && is_free(placed.box, taken) &&
            (!avoids_soft || is_free(placed.box, soft))) {
          return placed;
        }
      }
    }
  }
  return std::nullopt;
}

}  // namespace

std::vector<std::optional<PlacedLabel>> place_labels(const std::vector<WantedLabel>& labels,
                                                     double size, const Box& frame,
                                                     const std::vector<Box>& fixed,
                                                     const std::vector<Box>& soft) {
  std::vector<Box> taken = fixed;
  std::vector<std::optional<PlacedLabel>> places;
  for (const WantedLabel& label : labels) {
    places.push_back(label.text.empty() ? std::nullopt
                                        : free_place(label, size, frame, taken, soft));
    if (places.back()) taken.push_back(places.back()->box.grown(1));
  }
  return places;
}

std::vector<double> spread(const std::vector<double>& wanted, double distance, double low,
                           double high) {
  const std::size_t count = wanted.size();
  if (distance * (static_cast<double>(count) - 1) > high - low) return {};
  std::vector<std::size_t> order(count);
  std::iota(order.begin(), order.end(), 0);
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return wanted[a] < wanted[b]; });
  std::vector<double> places(count);
  double least = low;
  for (const std::size_t i : order) {
    places[i] = std::max(wanted[i], least);
    least = places[i] + distance;
  }
  double most = high;  // back from the end: what was pushed out comes in again
  std::reverse(order.begin(), order.end());
  for (const std::size_t i : order) {
    places[i] = std::min(places[i], most);
    most = places[i] - distance;
  }
  return places;
}

}  // namespace fairpca
