// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "text/make_message.h"

namespace fairpca::python {

/// What Python's tables and estimators are rejected or warned of with, beyond what the core says.
inline constexpr MessageSpec kPythonMessages[] = {
    {"out-of-memory", MessageKind::kInvalid,
     "out of memory; fewer rows, columns, levels or groups need less"},
    // Arguments.
    {"moments-are-settled", MessageKind::kInvalid,
     "{option} cannot be given with moments: it was settled when they were gathered"},
    {"estimator-needs-columns", MessageKind::kInvalid,
     "{estimator} leaves out at least one direction, so it needs two encoded columns; got "
     "n_features = {columns}"},
    {"model-parameters", MessageKind::kFile, "{file}: damaged: {problem}"},
    {"features-of-array", MessageKind::kInvalid,
     "{option} names columns of a data frame, and those of an array have no names; choose them "
     "before: X[:, [0, 2]]"},
    {"sensitive-columns-of-array", MessageKind::kInvalid,
     "{option} names columns of a data frame, and those of an array have no names; pass "
     "sensitive_features to fit"},
    {"only-sensitive-columns", MessageKind::kInvalid,
     "{option} leaves no column of X to be a feature"},
    {"column-category", MessageKind::kInvalid, "{option}: there is no column {column}"},
    // Groups, label and weights that are columns of X.
    {"key-of-array", MessageKind::kInvalid,
     "{option} names the column {column}, and columns of an array have no names; pass the values"},
    {"no-key-column", MessageKind::kInvalid,
     "{option}: X has no column {column}{hint} (texts name columns of X; as values there must be "
     "one per row)"},
    {"repeated-key", MessageKind::kInvalid, "{option} names a column twice"},
    {"key-of-stream", MessageKind::kInvalid,
     "{option} must name columns of X: X is read as a stream, whose rows cannot be matched with "
     "values beside it; put them into X as columns and give their names"},
    // Streams.
    {"reader-read-once", MessageKind::kInvalid,
     "the rows are needed more than once, and X can be read only once; give what can be read again "
     "(a pyarrow Dataset or ParquetFile, a DuckDB relation, a polars LazyFrame), or its rows in "
     "memory: X.read_all()"},
    {"reader-without-rows", MessageKind::kInvalid,
     "X has no rows; a reader gives its rows once and then none, so make a new one for every call"},
    {"data-set-without-rows", MessageKind::kInvalid, "X has no rows"},
    {"stream-of-few-rows", MessageKind::kInvalid,
     "X has {rows} rows, while a minimum of 2 is required by {estimator}"},
    {"width-of-reader", MessageKind::kInvalid,
     "{option} must be given: X has few columns and can be read only once, so how many there are "
     "once its categories are encoded is not known before"},
    {"stream-not-taken", MessageKind::kInvalid,
     "{what} does not take streams of rows; read them into memory first, as pyarrow.table(X)"},
    {"old-library", MessageKind::kInvalid,
     "{what} of {library} are read from {library} {version} on; update it, or pass {instead}"},
    // Models of others.
    {"no-model", MessageKind::kInvalid,
     "there is nothing to evaluate: give a model, or coordinates=... and what they are of"},
    {"model-and-coordinates", MessageKind::kInvalid,
     "give a model or coordinates, not both: coordinates are measured as they are"},
    {"training-without-coordinates", MessageKind::kInvalid,
     "{option} needs coordinates too, as a dict with the key coordinates"},
    {"columns-of-model", MessageKind::kInvalid,
     "X has {columns} columns, {what} of the model has {found}"},
    {"option-of-others", MessageKind::kInvalid,
     "{option} is for models of fairpca: rows of others' models are handled by those models"},
    {"keys-of-moments", MessageKind::kInvalid,
     "{option} cannot be given with moments, which hold what they were gathered with"},
    {"number-not-there", MessageKind::kInvalid, "{measure} cannot be measured here: {why}"},
    // Comparisons.
    {"resume-needs-folder", MessageKind::kInvalid, "{option} needs the folder of a study"},
    {"exclusive-options", MessageKind::kInvalid, "give {option} or {other}, not both"},
    {"study-warning", MessageKind::kWarning, "{said}"},
    // ONNX.
    {"onnx-category", MessageKind::kInvalid,
     "a pipeline converted to ONNX passes one tensor of numbers on, and {column} is a category; "
     "encode categories in a step before, or use to_onnx() of the estimator alone"},
    {"onnx-input", MessageKind::kInvalid,
     "a pipeline converted to ONNX must pass one tensor of numbers on, not {kind}"},
    // Rows of several objects.
    {"repeated-index", MessageKind::kInvalid,
     "{option} cannot be aligned with X by index: the index of {whose} holds {label} more than "
     "once; give both the same index, or pass {option}.to_numpy() to go by position"},
    {"different-index", MessageKind::kInvalid,
     "{option} has another index than X: {missing} of {labels} labels of X are not in it, the "
     "first is {label}; give both the same index, or pass {option}.to_numpy() to go by position"},
    {"different-row-counts", MessageKind::kInvalid, "X has {rows} rows, {option} has {found}"},
    {"label-columns", MessageKind::kInvalid, "{option} must be one column, not {columns}"},
    // Cells.
    {"text-not-unicode", MessageKind::kInvalid,
     "a name or level holds {value}, which is not Unicode"},
    {"bytes-not-utf-8", MessageKind::kInvalid, "a category of bytes must be UTF-8, not {value}"},
    {"category-type", MessageKind::kInvalid,
     "a category must be a text, a number or a Boolean: {problem}"},
    {"column-of-times", MessageKind::kInvalid,
     "{columns} dates or times, which are not used as features: leave out with [drop={column}], "
     "turn them into numbers (days since a date), or use one as categories with "
     "[categorical={column}]"},
    {"text-among-numbers", MessageKind::kInvalid,
     "{place}: {value} is not a number, but the column's first value is; name it in "
     "[categorical={column}] or correct the cell"},
    // Fits.
    {"singular-covariance", MessageKind::kInvalid,
     "the covariance is singular: some direction has no variance, so there is no density; keep "
     "fewer components or leave constant and repeated columns out"},
    {"no-sensitive-features", MessageKind::kWarning,
     "{estimator} without sensitive_features is ordinary {plain}: pass the protected attributes "
     "to fit"},
    {"missed-constraint", MessageKind::kWarning,
     "{estimator} missed its constraint (status {status}): {problem}"},
    {"tolerance-not-met", MessageKind::kWarning,
     "{estimator} did not meet its tolerance ({state}); allow more iterations or a larger "
     "tolerance"},
};

template <FixedText code, FixedText... names>
Message python_message(NamedArgument<names>... arguments) {
  return make_message<kPythonMessages, code>(std::move(arguments)...);
}

}  // namespace fairpca::python
