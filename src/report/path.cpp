// SPDX-License-Identifier: BSD-3-Clause
#include "fairpca/report/path.h"

#include <cmath>
#include <optional>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "report/text_columns.h"

namespace fairpca {
namespace {

using Json = nlohmann::ordered_json;

Json number(double value) {
  return std::isfinite(value) ? Json(value) : Json(nullptr);
}

/// Null where they are withheld.
Json point_weights_json(const std::vector<double>& weights) {
  const bool withheld = !weights.empty() && std::isnan(weights.front());
  return withheld ? Json(nullptr) : Json(weights);
}

Json point_json(const PathPoint& point) {
  return {{"weights", point_weights_json(point.weights)},
          {"group_errors", point.group_errors},
          {"error", number(point.error)},
          {"gap", number(point.gap)},
          {"bound", number(point.bound)}};
}

Json front_json(const std::vector<PathPoint>& front) {
  Json list = Json::array();
  for (const PathPoint& point : front) list.push_back(point_json(point));
  return list;
}

Json mark_json(const PathMark& mark) {
  Json object = {{"name", mark.name}};
  object.update(point_json(mark.point));
  object["objective"] = number(mark.objective);
  object["bound"] = number(mark.bound);
  object["status"] = to_string(mark.status);
  object["certified"] = mark.certified;
  return object;
}

Json equal_error_json(const EqualError& equal) {
  return {{"attainable", equal.attainable},
          {"smallest_dimension",
           equal.smallest_dimension ? Json(*equal.smallest_dimension) : Json(nullptr)},
          {"smallest_gap", number(equal.smallest_gap)}};
}

}  // namespace

std::string path_json(const FairnessPath& path, const RunCosts& costs) {
  Json marks = Json::array();
  for (const PathMark& mark : path.marks) marks.push_back(mark_json(mark));
  Json object = {
      {"dimensions", path.dimensions},
      {"groups", path.groups},
      {"errors_front", front_json(path.errors_front)},
      {"gap_front", front_json(path.gap_front)},
      {"distance", number(path.distance)},
      {"marks", std::move(marks)},
      {"equal_error", path.equal_error ? equal_error_json(*path.equal_error) : Json(nullptr)},
      {"certified", path.certified},
      {"complete", path.complete},
      {"eigensolves", path.eigensolves}};
  object["seconds"] = {{"read", costs.read_seconds},
                       {"solve", costs.solve_seconds},
                       {"evaluate", costs.evaluate_seconds},
                       {"write", costs.write_seconds}};
  object["peak_memory_bytes"] = costs.peak_memory_bytes;
  object["warnings"] = path.warnings;
  return object.dump(2, ' ', false, Json::error_handler_t::replace) + '\n';
}

std::string path_table(const FairnessPath& path) {
  std::vector<std::string> header = {"projection", "error", "gap"};
  for (const std::string& group : path.groups) header.push_back("error " + name_cell(group));
  header.emplace_back("status");
  TextColumns columns(header);
  for (const PathMark& mark : path.marks) {
    std::vector<std::string> cells = {mark.name, number_cell(mark.point.error),
                                      number_cell(mark.point.gap)};
    for (const double error : mark.point.group_errors) cells.push_back(number_cell(error));
    cells.push_back(to_string(mark.status));
    columns.add(std::move(cells));
  }
  std::string text = fmt::format("d = {}\n\n", path.dimensions) + columns.text();
  text += fmt::format("\nfronts: {} points, {} with the gap; {} eigen-solves{}\n",
                      path.errors_front.size(), path.gap_front.size(), path.eigensolves,
                      path.certified ? ", certified" : "");
  const std::string sentence = equal_error_sentence(path);
  return sentence.empty() ? text : text + sentence + '\n';
}

std::string equal_error_sentence(const FairnessPath& path) {
  if (!path.equal_error) return "";
  const EqualError& equal = *path.equal_error;
  if (equal.attainable) {
    return fmt::format("Equal errors are possible at d = {}; the smallest such d is {}.",
                       path.dimensions, equal.smallest_dimension.value_or(path.dimensions));
  }
  if (equal.smallest_dimension) {
    return fmt::format(
        "Equal errors are impossible at d = {}, where the gap is at least {:.6g}; the smallest d "
        "at which they are possible is {}.",
        path.dimensions, equal.smallest_gap, *equal.smallest_dimension);
  }
  return fmt::format(
      "Equal errors are impossible with any number of dimensions: one group varies more in every "
      "direction; here the gap is at least {:.6g}.",
      equal.smallest_gap);
}

}  // namespace fairpca
