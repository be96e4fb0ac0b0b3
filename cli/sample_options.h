// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include <CLI/CLI.hpp>

#include "data_options.h"
#include "fairpca/fit/fit_settings.h"
#include "fairpca/model/model.h"

namespace fairpca::cli {

/// --sample --sample-by.
void add_sample_options(CLI::App& app, DataArguments& data);

/// Throws InvalidArgument for --sample-by without --sample.
void check_sample_options(const DataArguments& data);

/// Opens the table as DataArguments::open_table() does; where a sample is asked for, with the rows
/// drawn alone, which takes one more pass.  `model` is the one that the rows are read for, if any.
std::unique_ptr<RowSource> open_sampled(const DataArguments& data, const std::string& path,
                                        const FitSettings& settings, const Model* model = nullptr);

/// The table with the rows that the model was fitted to: those drawn for the fit, where it was of a
/// sample.
std::unique_ptr<RowSource> open_fitted_rows(DataArguments data, const std::string& path,
                                            const Model& model, int threads);

/// What a model keeps of it among the options of its fit.
std::map<std::string, std::string> sample_text(const DataArguments& data);

}  // namespace fairpca::cli
