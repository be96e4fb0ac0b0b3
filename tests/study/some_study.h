// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <memory>
#include <string>

#include "study/run_study.h"

namespace fairpca {

/// A small table: numbers with a category, two groups (`b` varies more), a binary label.
struct StudyTable {
  RowMatrix numbers;
  LevelColumn job, group, label;

  static StudyTable random(Index rows, unsigned seed);
  Table table() const;
  OpenRows open() const;
};

/// Settings of a quick study of moment methods.
StudySpec quick_spec(const std::string& dimensions = "2", StudySettings study = {});

}  // namespace fairpca
