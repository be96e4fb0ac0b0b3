// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "fairpca/matrix.h"

namespace fairpca {

/// What overall error and gap can be at one dimension, of the training rows of the first split.
struct StudyFront {
  static constexpr std::size_t kMostPoints = 60;
  struct Point {
    double error = 0, gap = 0;
    std::vector<double> group_errors;  ///< one per group
  };
  std::string dimensions;           ///< as asked
  std::vector<std::string> groups;  ///< empty where there is a problem
  /// From PCA on, error rising and gap falling: to the smallest gap of two groups; of more, to what
  /// is best for the weights that fair PCA gives them.  At most kMostPoints.
  std::vector<Point> points;
  /// Two groups: no projection has both error and gap smaller (proven).  Otherwise each point is
  /// the best for its weights of the groups, and others may have a smaller gap.
  bool is_exact = false;
  std::string problem;  ///< why there are no points; empty: there are
};

/// Coordinates of some held-out rows of the first split under every method that has a model.
struct StudyProjections {
  static constexpr std::size_t kMostRows = 2000;
  struct Method {
    std::string method;
    Matrix coordinates;  ///< rows x 1 or 2
  };
  std::string dimensions;                  ///< as asked; empty: there are none
  std::vector<std::string> group_names;    ///< of the groups drawn
  std::vector<int> groups;                 ///< of each row drawn, in group_names
  Index of_rows = 0;                       ///< held-out rows of those groups
  std::vector<std::string> hidden_groups;  ///< too small to draw
  std::vector<Method> methods;             ///< `no-projection` is none of them
};

/// Which columns of the table are features, and why the others are not.
struct StudyColumns {
  struct LeftOut {
    std::string name;
    std::string reason;  ///< `protected`, `label`, `weight`, `dropped`, `not chosen`, `split by`
  };
  struct Missing {
    std::string name;
    Index cells = 0;
  };
  std::vector<std::string> used;
  std::vector<LeftOut> left_out;
  std::vector<Missing> missing;  ///< features with missing cells, in their order
};

/// One division of the rows, as study.json has it.
struct StudySplit {
  Index repeat = 0;  ///< from 0
  Index train = 0, test = 0;
  std::string digest;  ///< of the part of every row
};

/// Where a study comes from, as its files have it.
struct StudyOrigin {
  std::string data_digest;      ///< 16 hexadecimal digits, of all cells that were read
  std::string program_version;  ///< that wrote it
  std::string command;          ///< that made it; empty: there was none
  /// What was asked, by name, as the command line writes the values.
  std::vector<std::pair<std::string, std::string>> settings;
};

}  // namespace fairpca
