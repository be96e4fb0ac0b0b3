// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>

#include <fmt/format.h>

#include "study/study_files.h"

namespace fairpca {
namespace {

/// All groups of all fronts, in their order.
std::vector<std::string> groups_of_fronts(const std::vector<StudyFront>& fronts) {
  std::vector<std::string> groups;
  for (const StudyFront& front : fronts) {
    for (const std::string& group : front.groups) {
      if (std::find(groups.begin(), groups.end(), group) == groups.end()) groups.push_back(group);
    }
  }
  return groups;
}

double error_of_group(const StudyFront& front, const StudyFront::Point& point,
                      const std::string& group) {
  const auto found = std::find(front.groups.begin(), front.groups.end(), group);
  if (found == front.groups.end()) return std::numeric_limits<double>::quiet_NaN();
  return point.group_errors[static_cast<std::size_t>(found - front.groups.begin())];
}

}  // namespace

std::string fronts_csv(const StudyResult& study) {
  const std::vector<std::string> groups = groups_of_fronts(study.fronts);
  std::string text = "dimensions,exact,error,gap";
  for (const std::string& group : groups) text += ',' + csv_field("error " + group);
  text += '\n';
  for (const StudyFront& front : study.fronts) {
    for (const StudyFront::Point& point : front.points) {
      text += fmt::format("{},{},{},{}", front.dimensions, front.is_exact, csv_field(point.error),
                          csv_field(point.gap));
      for (const std::string& group : groups) {
        text += ',' + csv_field(error_of_group(front, point, group));
      }
      text += '\n';
    }
  }
  return text;
}

std::string projections_csv(const StudyResult& study) {
  const StudyProjections& drawn = study.projections;
  std::string text = "dimensions,method,row,group,pc1,pc2\n";
  for (const StudyProjections::Method& method : drawn.methods) {
    const Matrix& at = method.coordinates;
    for (Index row = 0; row < at.rows(); ++row) {
      const auto group = static_cast<std::size_t>(drawn.groups[static_cast<std::size_t>(row)]);
      text += fmt::format("{},{},{},{},{},{}\n", drawn.dimensions, method.method, row + 1,
                          csv_field(drawn.group_names[group]), csv_field(at(row, 0)),
                          at.cols() > 1 ? csv_field(at(row, 1)) : "");
    }
  }
  return text;
}

}  // namespace fairpca
