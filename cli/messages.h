// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "text/make_message.h"

namespace fairpca {

/// What a command line is rejected with, before any of its files is looked at, and what the program
/// says about its own output.
inline constexpr MessageSpec kCliMessages[] = {
    {"shell-unknown", MessageKind::kInvalid, "SHELL must be {shells}, got {value}"},
    {"command-unknown", MessageKind::kInvalid, "there is no command {name}; {advice}"},
    {"flag-unknown", MessageKind::kInvalid, "{command} has no option {flag}; {advice}"},
    {"flag-of-other-command", MessageKind::kInvalid,
     "{option} is an option of {commands}; {advice}"},
    {"argument-required", MessageKind::kInvalid, "{name} is required"},
    {"argument-unexpected", MessageKind::kInvalid, "not expected: {arguments}"},
    {"value-missing", MessageKind::kInvalid, "{name} needs a value"},
    {"given-twice", MessageKind::kInvalid, "{name} is given {times} times; give it once"},
    {"command-line", MessageKind::kInvalid, "{problem}"},
    {"other-methods-option", MessageKind::kInvalid,
     "{option} belongs to {others}; this fit uses {method}; {advice}"},
    {"components-not-dimensions", MessageKind::kInvalid,
     "-k is the number of mixture components of {others}; the number of dimensions is "
     "-d/--dimensions"},
    {"one-source", MessageKind::kInvalid, "{command} needs either DATA or --moments FILE"},
    {"settled-by-moments", MessageKind::kInvalid,
     "{option} cannot be given with --moments: it was settled when the moments were written"},
    {"exclusive-arguments", MessageKind::kInvalid,
     "{one} and {other} exclude each other; choose one"},
    {"junit-without-rules", MessageKind::kInvalid,
     "--junit writes the rules that were checked; give one or more: --require RULE"},
    {"model-to-standard-output", MessageKind::kInvalid,
     "--output -: standard output is for the report; give the model a name"},
    {"two-outputs", MessageKind::kInvalid,
     "--json and --output - would both write to standard output; give a file"},
    {"output-format", MessageKind::kInvalid,
     "--output {file}: tables are written as .csv, .csv.gz or .npy; end the name in one of these "
     "(no ending, or - for standard output: CSV)"},
    {"output-of-wheel", MessageKind::kInvalid,
     "--output {file}: this would be {format}, which this program does not write; the fairpca "
     "command of the Python package does: pip install 'fairpca[[parquet]]', then the same command; "
     "or end the name in .csv, .csv.gz or .npy"},
    {"output-of-words", MessageKind::kInvalid,
     "--output {file}: an NPY file holds numbers of one kind, and {words} may be words; write .csv "
     "or .csv.gz"},
    {"npy-to-pipe", MessageKind::kInvalid,
     "--output {file}: an NPY file begins with its number of rows, which is known at the end; "
     "give a file, not a pipe or device"},
    {"output-is-input", MessageKind::kInvalid,
     "{option} {file} is the same file as the input {input}, which would be lost; give another "
     "name"},
    {"no-such-split", MessageKind::kInvalid, "{option}: {place} has {count} splits, got {value}"},
    {"two-standard-outputs", MessageKind::kInvalid,
     "{one} and --svg - would both write to standard output; give a file"},
    {"same-outputs", MessageKind::kInvalid,
     "--output and --svg both name {file}; give each a file of its own"},
    {"standard-output", MessageKind::kFile, "standard output: cannot write: {reason}"},
    {"report-lost", MessageKind::kFile,
     "{problem}; {file} was written and is whole, only its report is lost"},
    {"folder-not-made", MessageKind::kFile, "{file}: cannot make this folder: {reason}"},
    {"folder-of-other-run", MessageKind::kFile,
     "{file}: these are the results {kind}; give another folder"},
    {"likely-delimiter", MessageKind::kWarning,
     "the table has one column, {column}; if it has several, separated by {likely}, use "
     "[delimiter={likely}]"},
    {"table-of-wheel-or-pipe", MessageKind::kFile,
     "{place}: this is {format}, which this program does not read; the fairpca command of the "
     "Python package does: pip install '{extra}', then the same command; or as CSV through a "
     "pipe: {pipe}"},
    {"table-of-wheel", MessageKind::kFile,
     "{place}: this is {format}, which this program does not read; the fairpca command of the "
     "Python package does: pip install '{extra}', then the same command"},
    {"folder-of-two-forms", MessageKind::kFile,
     "{place}: this folder holds Parquet and Arrow files, and a table is of one kind; put each "
     "kind "
     "into a folder of its own"},
    {"package-needed", MessageKind::kFile,
     "{place}: {format} needs the package {package}, which is not installed: pip install "
     "'{extra}'"},
    {"table-not-opened", MessageKind::kFile, "{place}: {problem}"},
    {"option-of-csv", MessageKind::kInvalid,
     "{place}: {option} is about the text of CSV files, and this is {format}"},
    {"experiment-missing", MessageKind::kInvalid,
     "reproduce needs ID, or all; `fairpca reproduce --list` shows the ids"},
    {"data-set-missing", MessageKind::kInvalid,
     "synth needs NAME or --model MODEL, and -o OUT; `fairpca synth --list` shows the names"},
    {"study-stopped", MessageKind::kNote,
     "stopped by {signal}; finished tasks are kept in {file}: [resume] goes on with them"},
    {"features-of-model", MessageKind::kInvalid,
     "{option} is for NAME: a model has the columns it was fitted to"},
};

template <FixedText code, FixedText... names>
Message cli_message(NamedArgument<names>... arguments) {
  return make_message<kCliMessages, code>(std::move(arguments)...);
}

}  // namespace fairpca
