// SPDX-License-Identifier: BSD-3-Clause
#include <cmath>
#include <optional>

#include "report/json.h"
#include "report/json_number.h"
#include "report/run_costs_json.h"

namespace fairpca {
namespace {

using Json = OrderedJson;

/// Null where they are withheld.
Json point_weights_json(const std::vector<double>& weights) {
  const bool withheld = !weights.empty() && std::isnan(weights.front());
  return withheld ? Json(nullptr) : Json(weights);
}

Json point_json(const PathPoint& point) {
  return {{"weights", point_weights_json(point.weights)},
          {"group_errors", point.group_errors},
          {"error", json_number(point.error)},
          {"gap", json_number(point.gap)},
          {"bound", json_number(point.bound)}};
}

Json front_json(const std::vector<PathPoint>& front) {
  Json list = Json::array();
  for (const PathPoint& point : front) list.push_back(point_json(point));
  return list;
}

Json mark_json(const PathMark& mark) {
  Json object = {{"name", mark.name}};
  object.update(point_json(mark.point));
  object["objective"] = json_number(mark.objective);
  object["bound"] = json_number(mark.bound);
  object["status"] = to_string(mark.status);
  object["certified"] = mark.certified;
  return object;
}

Json equal_error_json(const EqualError& equal) {
  return {{"attainable", equal.attainable},
          {"smallest_dimension",
           equal.smallest_dimension ? Json(*equal.smallest_dimension) : Json(nullptr)},
          {"smallest_gap", json_number(equal.smallest_gap)}};
}

}  // namespace

std::string path_json(const FairnessPath& path, const RunCosts& costs, Spelling spelling) {
  Json marks = Json::array();
  for (const PathMark& mark : path.marks) marks.push_back(mark_json(mark));
  Json object = {
      {"dimensions", path.dimensions},
      {"groups", path.groups},
      {"errors_front", front_json(path.errors_front)},
      {"gap_front", front_json(path.gap_front)},
      {"distance", json_number(path.distance)},
      {"marks", std::move(marks)},
      {"equal_error", path.equal_error ? equal_error_json(*path.equal_error) : Json(nullptr)},
      {"certified", path.certified},
      {"complete", path.complete},
      {"eigensolves", path.eigensolves}};
  add_costs(object, costs);
  if (!path.notes.empty()) object["notes"] = texts(path.notes, spelling);
  object["warnings"] = texts(path.warnings, spelling);
  return json_text(object);
}

}  // namespace fairpca
