// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <vector>

#include "fairpca/model/model.h"

namespace fairpca {

/// In full, with an exponent: without it some databases read a decimal of few digits.
std::string sql_number(double value);

/// ` - 2e0`; never two minus signs side by side, which begin a comment.
std::string sql_minus(double value);

/// A sum that is nested no deeper than databases allow, however many terms there are.
std::string nested_sum(const std::vector<std::string>& terms);

/// `SELECT columns FROM source`, a column on a line.
std::string sql_select(const std::vector<std::string>& columns, const std::string& source);

/// A SELECT as the source of another.
std::string sql_nested(const std::string& select);

/// A SELECT that is under way: its text, and the columns of it that are carried along.
struct SqlSelect {
  std::string text;
  std::vector<std::string> kept;
};

/// The coordinates of a mixture in terms of the columns of `select`, which has x1, x2..., the
/// centred columns, and is nested into those SELECTs that the coordinates need.
std::vector<std::string> mixture_coordinates(const Model& model, SqlSelect& select);

}  // namespace fairpca
