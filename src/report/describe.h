// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>

#include "fairpca/fit/fit_plan.h"
#include "fairpca/rows/describe.h"
#include "report/json.h"
#include "report/table_style.h"

namespace fairpca {

/// A command as the interface writes it, in lines of at most `width` columns where it can be
/// broken; 0: in one line.
using CommandSpelling = std::function<std::string(const SuggestedCommand&, std::size_t width)>;

/// What is shown of a table that was described.
struct DescriptionView {
  const Description& description;
  const FitPlan& plan;
  std::optional<std::uint64_t> file_bytes = {};
  CommandSpelling spell_command;
  Spelling spell_setting = spelled_in_cpp;
};

/// docs/formats/json.md; costs where there are some.
std::string description_json(const DescriptionView& view, const std::optional<RunCosts>& costs);

/// Plain text, in lines of at most style.width columns; a word of a command that is longer keeps
/// its line.
std::string description_table(const DescriptionView& view, const TableStyle& style = {});

/// `number`, `category`, `date`, `empty`.
std::string_view kind_word(DescribedKind kind);
/// `feature`, `protected`, `label`, `weight`, `dropped`.
std::string_view role_word(ColumnRole role);
/// `use`, `leave out`, `rejected`.
std::string_view advice_word(ColumnAdvice advice);

}  // namespace fairpca
