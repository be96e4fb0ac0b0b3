// SPDX-License-Identifier: BSD-3-Clause
#include "study/shared_facts.h"

#include <set>

#include <fmt/format.h>

#include "files/json_fields.h"
#include "study/drawn_test_rows.h"
#include "study/study_cbor.h"

namespace fairpca {
namespace {

using SharedJson = nlohmann::json;

constexpr int kSharedVersion = 1;
constexpr const char* kSharedFormat = "fairpca study facts";
constexpr Index kMostRows = Index{1} << 53;

SharedJson plan_json(const StudyPlan& plan) {
  SharedJson groups = SharedJson::array();
  for (const StudyGroup& group : plan.groups) {
    groups.push_back({{"name", group.name}, {"rows", group.rows}, {"attribute", group.attribute}});
  }
  return {{"rows", plan.rows},
          {"used_rows", plan.used_rows},
          {"columns", plan.columns},
          {"groups", groups},
          {"label", plan.label ? SharedJson(*plan.label) : SharedJson(nullptr)},
          {"label_levels", plan.label_levels}};
}

SharedJson columns_json(const StudyColumns& columns) {
  SharedJson left_out = SharedJson::array(), missing = SharedJson::array();
  for (const auto& column : columns.left_out) {
    left_out.push_back({{"name", column.name}, {"reason", column.reason}});
  }
  for (const auto& column : columns.missing) {
    missing.push_back({{"name", column.name}, {"cells", column.cells}});
  }
  return {{"used", columns.used}, {"left_out", left_out}, {"missing", missing}};
}

SharedJson front_json(const StudyFront& front) {
  const auto points = static_cast<Index>(front.points.size());
  Matrix numbers(points, 2 + static_cast<Index>(front.groups.size()));
  for (Index i = 0; i < points; ++i) {
    const StudyFront::Point& point = front.points[static_cast<std::size_t>(i)];
    numbers(i, 0) = point.error;
    numbers(i, 1) = point.gap;
    for (std::size_t g = 0; g < front.groups.size(); ++g) {
      numbers(i, 2 + static_cast<Index>(g)) = point.group_errors[g];
    }
  }
  return {{"dimensions", front.dimensions},
          {"groups", front.groups},
          {"points", matrix_json(numbers)},
          {"is_exact", front.is_exact},
          {"problem", front.problem}};
}

SharedJson drawn_json(const StudyProjections& drawn) {
  return {{"dimensions", drawn.dimensions},
          {"group_names", drawn.group_names},
          {"groups", drawn.groups},
          {"of_rows", drawn.of_rows},
          {"hidden_groups", drawn.hidden_groups}};
}

/// A count of rows or cells.
Index bounded_count(JsonFields& fields, const char* key, Index most = kMostRows) {
  const Index count = fields.count(key);
  if (count > most) fields.reject(key, fmt::format("is above {}", most));
  return count;
}

template <class Read>
void read_list(JsonFields& fields, const char* key, const std::string& file, const Read& read) {
  const SharedJson& list = fields.array(key);
  for (std::size_t i = 0; i < list.size(); ++i) {
    JsonFields item(list[i], file, fmt::format("{}[{}]", key, i));
    read(item);
    item.finish();
  }
}

void read_plan(const SharedJson& json, const std::string& file, StudyPlan& plan) {
  JsonFields fields(json, file, "plan");
  plan.rows = bounded_count(fields, "rows");
  plan.used_rows = bounded_count(fields, "used_rows", plan.rows);
  plan.columns = bounded_count(fields, "columns");
  std::set<std::string> names;
  read_list(fields, "groups", file, [&](JsonFields& group) {
    plan.groups.push_back({.name = group.text("name"),
                           .rows = bounded_count(group, "rows", plan.used_rows),
                           .attribute = group.text("attribute")});
    if (!names.insert(plan.groups.back().name).second) group.reject("name", "is there twice");
  });
  if (plan.groups.size() < 2) fields.reject("groups", "are fewer than two");
  plan.label = fields.optional_text("label");
  plan.label_levels = fields.texts("label_levels");
  fields.finish();
}

StudyColumns read_columns(const SharedJson& json, const std::string& file, const StudyPlan& plan) {
  StudyColumns columns;
  JsonFields fields(json, file, "columns");
  columns.used = fields.texts("used");
  read_list(fields, "left_out", file, [&](JsonFields& column) {
    columns.left_out.push_back({column.text("name"), column.text("reason")});
  });
  read_list(fields, "missing", file, [&](JsonFields& column) {
    columns.missing.push_back({column.text("name"), bounded_count(column, "cells", plan.rows)});
  });
  fields.finish();
  return columns;
}

StudyFront read_front(JsonFields& fields, const std::string& file) {
  StudyFront front;
  front.dimensions = fields.text("dimensions");
  front.groups = fields.texts("groups");
  front.is_exact = fields.boolean("is_exact");
  front.problem = fields.text("problem");
  const Matrix numbers = matrix_of(fields.value("points"), file);
  if (front.problem.empty() == (numbers.size() == 0)) fields.reject("points", "are missing");
  if (numbers.rows() > static_cast<Index>(StudyFront::kMostPoints)) {
    fields.reject("points", "are more than a front has");
  }
  if (numbers.size() > 0 && numbers.cols() != 2 + static_cast<Index>(front.groups.size())) {
    fields.reject("points", "have not one error per group");
  }
  if (!numbers.array().isFinite().all()) fields.reject("points", "have what is no number");
  for (Index i = 0; i < numbers.rows(); ++i) {
    StudyFront::Point point{.error = numbers(i, 0), .gap = numbers(i, 1), .group_errors = {}};
    for (Index g = 2; g < numbers.cols(); ++g) point.group_errors.push_back(numbers(i, g));
    front.points.push_back(std::move(point));
  }
  return front;
}

StudyProjections read_drawn(const SharedJson& json, const std::string& file,
                            const StudySpec& spec) {
  StudyProjections drawn;
  JsonFields fields(json, file, "drawn");
  drawn.dimensions = fields.text("dimensions");
  if (drawn.dimensions != dimensions_text(spec.dimensions[drawn_dimensions(spec)])) {
    fields.reject("dimensions", "are not those that the study draws");
  }
  drawn.group_names = fields.texts("group_names");
  drawn.of_rows = bounded_count(fields, "of_rows");
  drawn.hidden_groups = fields.texts("hidden_groups");
  const SharedJson& groups = fields.array("groups");
  const bool is_sample = groups.size() <= StudyProjections::kMostRows &&
                         static_cast<Index>(groups.size()) <= drawn.of_rows;
  if (!is_sample) fields.reject("groups", "are more than rows can be drawn");
  for (const SharedJson& group : groups) {
    if (!group.is_number_unsigned() || group.get<std::uint64_t>() >= drawn.group_names.size()) {
      fields.reject("groups", "name a group that is not there");
    }
    drawn.groups.push_back(group.get<int>());
  }
  fields.finish();
  return drawn;
}

void read_fronts(JsonFields& fields, const std::string& file, StudyResult& study) {
  read_list(fields, "fronts", file,
            [&](JsonFields& front) { study.fronts.push_back(read_front(front, file)); });
  std::vector<std::string> asked, found;
  for (const Dimensions& dimensions : study.spec.dimensions) {
    if (std::holds_alternative<Index>(dimensions.wanted)) {
      asked.push_back(dimensions_text(dimensions));
    }
  }
  for (const StudyFront& front : study.fronts) found.push_back(front.dimensions);
  if (asked != found) fields.reject("fronts", "are not of the dimensions asked for");
}

/// Calls `read` with the fields of the whole file.
template <class Read>
void read_shared(std::string_view bytes, const std::string& file, const Read& read) {
  const SharedJson json = parse_cbor(bytes, file);
  JsonFields fields(json, file, "facts");
  if (fields.text("format") != kSharedFormat || fields.value("version") != kSharedVersion) {
    reject_task(file, "it has another version");
  }
  read(fields);
  fields.finish();
}

}  // namespace

std::string shared_bytes(const StudyResult& study) {
  SharedJson fronts = SharedJson::array();
  for (const StudyFront& front : study.fronts) fronts.push_back(front_json(front));
  return cbor_bytes({{"format", kSharedFormat},
                     {"version", kSharedVersion},
                     {"plan", plan_json(study.plan)},
                     {"columns", columns_json(study.columns)},
                     {"notes", study.notes},
                     {"warnings", study.warnings},
                     {"fronts", fronts},
                     {"drawn", drawn_json(study.projections)}});
}

void put_shared(std::string_view bytes, const std::string& file, StudyResult& study) {
  read_shared(bytes, file, [&](JsonFields& fields) {
    read_plan(fields.object("plan"), file, study.plan);
    study.columns = read_columns(fields.object("columns"), file, study.plan);
    study.notes = fields.texts("notes");
    study.warnings = fields.texts("warnings");
    read_fronts(fields, file, study);
    study.projections = read_drawn(fields.object("drawn"), file, study.spec);
  });
}

void put_shared_products(std::string_view bytes, const std::string& file, StudyResult& study) {
  StudyResult read;
  read.spec = study.spec;
  put_shared(bytes, file, read);
  study.fronts = std::move(read.fronts);
  study.projections = std::move(read.projections);
}

void collect_messages(StudyResult& study) {
  std::set<std::string> seen(study.warnings.begin(), study.warnings.end());
  seen.insert(study.notes.begin(), study.notes.end());
  const auto add = [&seen](const std::vector<std::string>& from, std::vector<std::string>& to) {
    for (const std::string& text : from) {
      if (seen.insert(text).second) to.push_back(text);
    }
  };
  for (const FinishedTask& task : study.tasks) {
    add(task.result.warnings, study.warnings);
    add(task.result.notes, study.notes);
  }
}

void collect_projections(StudyResult& study) {
  study.projections.methods.clear();
  const std::size_t dimensions = drawn_dimensions(study.spec);
  for (const FinishedTask& task : study.tasks) {
    const bool is_drawn =
        task.task.split == 0 && task.task.dimensions == dimensions && task.result.drawn.size() > 0;
    if (is_drawn) study.projections.methods.push_back({task.task.method, task.result.drawn});
  }
}

}  // namespace fairpca
