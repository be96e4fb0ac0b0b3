// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "text/make_message.h"

namespace fairpca {

/// What tables are rejected with: files of rows, their cells, the roles of their columns, and how
/// they are encoded.
inline constexpr MessageSpec kRowsMessages[] = {
    // Where in a text file: the place of the messages below.
    {"csv-line", MessageKind::kNote, "{place} (line {line})"},
    {"csv-column", MessageKind::kNote, "{place} (line {line}), column {column}"},

    // Cells.
    {"missing-cell", MessageKind::kInvalid, "{place}: the value is missing or NaN"},
    {"missing-protected-cell", MessageKind::kInvalid,
     "{place}: the protected value is missing; [missing_group=group] makes such rows a group, "
     "[missing_group=unconstrained] keeps them out of all groups"},
    {"infinite-cell", MessageKind::kInvalid,
     "{place}: {value} is infinite; correct it or leave its row out"},
    {"too-large-number", MessageKind::kInvalid,
     "{place}: {value} is too large for a double (1.8e308)"},
    {"not-a-number", MessageKind::kInvalid,
     "{place}: {value} is not a number, but earlier cells of this column are; if it is a category, "
     "use [categorical={column}]; if it means missing, use [na={value}]"},
    {"not-a-number-as-in-the-model", MessageKind::kInvalid,
     "{place}: {value} is not a number, but in the model this column is numeric"},
    {"invalid-weight", MessageKind::kInvalid,
     "{place}: the weight {value} is not a finite number >= 0"},
    {"not-utf-8", MessageKind::kInvalid,
     "{place}: {value} is not UTF-8 text; convert it (a file: iconv -f LATIN1 -t UTF-8)"},
    {"unseen-level", MessageKind::kInvalid,
     "{place}: the level {level} is not among the {levels} of the model; [unseen=zeros] encodes it "
     "as zeros"},
    {"output-overflow", MessageKind::kInvalid,
     "{place}: {name} would be {value}, beyond the largest number that can be written "
     "({largest:.2g}); the row's cells are too large for this model: correct them or leave the row "
     "out"},

    // CSV files.
    {"ragged-row", MessageKind::kFile, "{place} has {cells}, the {first} has {columns}"},
    {"malformed-quote", MessageKind::kFile,
     "{place}: text follows its closing quote (a quote inside a quoted cell is written twice)"},
    {"open-quote", MessageKind::kFile, "{place}: the quote that opens here is never closed"},
    {"long-cell", MessageKind::kFile,
     "{place}: the cell is longer than the limit of {limit} bytes (max_field_bytes){hint}"},
    {"column-limit", MessageKind::kFile,
     "{place} has more than {limit} columns, the limit (max_columns)"},
    {"zero-byte", MessageKind::kFile,
     "{place} holds a zero byte: this is not a text file (UTF-16 text is converted with "
     "iconv -f UTF-16 -t UTF-8)"},
    {"utf-16-text", MessageKind::kFile,
     "{place}: the text is UTF-16; convert it first: iconv -f UTF-16 -t UTF-8"},
    {"column-name-not-utf-8", MessageKind::kFile,
     "{place}: the name {name} of column {position} is not UTF-8 text; convert the file, for "
     "example with iconv -f LATIN1 -t UTF-8"},
    {"carriage-returns", MessageKind::kFile,
     "{place}: its lines end in carriage returns alone; convert it first: tr '\\r' '\\n'"},
    {"header-without-rows", MessageKind::kFile, "{place}: the file has a header but no rows"},
    {"other-delimiter", MessageKind::kInvalid,
     "{place}: with {delimiter} between cells the whole header is one column, {name}; its cells "
     "seem to be separated by {signs}: use [delimiter={likely}]"},

    // Columns that cannot be used, seen on opening a table.
    {"drop-one-column", MessageKind::kNote, "[drop={column}]"},
    {"drop-more-columns", MessageKind::kNote, "{others} [drop={column}]"},
    {"columns-without-values", MessageKind::kInvalid,
     "{place}: {columns} no value {where}; leave out: {drops}"},
    {"date-columns", MessageKind::kInvalid,
     "{place}: {dates} dates or times, which are not used as features; leave out: {drops}; or turn "
     "dates into numbers first (days since a date), or use one as categories: "
     "[categorical={date}]"},
    {"unusable-columns", MessageKind::kInvalid,
     "{place}: {columns} no value {where}, and {dates} dates or times, which are not used as "
     "features; leave out: {drops}; or turn dates into numbers first (days since a date), or use "
     "one as categories: [categorical={date}]"},

    // Files of any kind.
    {"no-such-table", MessageKind::kFile,
     "{place}: there is no such file in the folder {folder}; {advice}"},
    {"no-such-folder", MessageKind::kFile,
     "{place}: there is no such file: the folder {folder} does not exist"},
    {"folder-of-tables", MessageKind::kFile, "{place}: this is a folder; give a file: {advice}"},
    {"gzip-cut-short", MessageKind::kFile,
     "{place}: the gzipped data end too early; the file is cut short"},
    {"damaged-gzip", MessageKind::kFile, "{place}: the gzipped data are damaged: {reason}"},
    {"rows-read-once", MessageKind::kInvalid,
     "{place} cannot be read a second time; save it to a file first"},
    {"changed-rows", MessageKind::kFile,
     "{place}: the file has changed while it was read: rows {first} to {last} are not what they "
     "were in an earlier pass; read a copy that no other program writes to"},
    {"changed-row-count", MessageKind::kFile,
     "{place}: the file has changed while it was read: it has {rows} now, in an earlier pass it "
     "had {before}; read a copy that no other program writes to"},
    {"changed-header", MessageKind::kFile,
     "{place}: the file has changed while it was read: its {first} is not what it was; read a "
     "copy that no other program writes to"},
    {"table-format", MessageKind::kFile,
     "{place}: this is {format}; only CSV and NPY files are read here: read it in Python, where "
     "fairpca takes Arrow streams and tables of pyarrow, pandas, polars and DuckDB, or convert it "
     "to CSV"},
    {"spreadsheet", MessageKind::kFile,
     "{place}: this is {format}; save the sheet as CSV (UTF-8) and give that file, or read it in "
     "Python with pandas.read_excel"},
    {"own-file", MessageKind::kFile,
     "{place}: this is a fairpca {kind} file, not a table of rows; give a CSV or NPY file"},
    {"zip-file", MessageKind::kFile,
     "{place}: this is a ZIP archive (an NPZ file?); unpack it and give the CSV or NPY file in it"},
    {"compressed-file", MessageKind::kFile,
     "{place}: this is compressed, but not by gzip; unpack it first, for example with unzstd, "
     "unxz or bunzip2"},

    // Rows drawn at random.
    {"sample-of-no-rows", MessageKind::kInvalid, "{option} must be at least 1 row, it is {value}"},
    {"sample-reads-twice", MessageKind::kInvalid,
     "{place}: {option} reads the rows twice, and this can be read only once; save it to a file "
     "first"},
    {"sample-of-few-rows", MessageKind::kInvalid,
     "{place}: {option}: there are {rows} to draw from, {asked} are asked for"},
    {"sample-of-small-level", MessageKind::kInvalid,
     "{place}: {option}: the level {level} has {rows}, {asked} are asked for ({sample} rows in "
     "equal parts over {levels})"},
    {"sample-of-many-levels", MessageKind::kInvalid,
     "{place}: {option}: the column has {levels} or more, {rows} rows cannot be divided over "
     "them"},
    {"sample-by-alone", MessageKind::kInvalid,
     "[sample_by] says how rows are drawn, but not how many: give [sample] too"},

    // NPY files and the files beside them.
    {"not-npy", MessageKind::kFile,
     "{place}: not an NPY file: it does not start with NPY's magic bytes; save it again with "
     "numpy.save, or rename it if it is CSV"},
    {"npy-vector", MessageKind::kFile,
     "{place}: the array has one dimension ({numbers}), rows need two; save array.reshape(-1, 1) "
     "for one column or array.reshape(1, -1) for one row"},
    {"npy-without-rows", MessageKind::kFile, "{place}: the array is {rows} x {columns}: no rows"},
    {"npy-cut-short", MessageKind::kFile,
     "{place}: the file is cut short: {rows} x {columns} numbers need {needed} bytes, it has "
     "{bytes}"},
    {"side-file-name", MessageKind::kInvalid,
     "{place}: a group file cannot be named {name}: the matrix has a column of that name"},
    {"side-file-twice", MessageKind::kInvalid, "{place}: two group files are named {name}"},
    {"role-given-twice", MessageKind::kInvalid,
     "{place}: {role} is given twice, as a column and as a file"},
    {"side-file-text", MessageKind::kFile, "{place} ({line}) is not text of one value per line"},
    {"side-file-length", MessageKind::kFile,
     "{place}: the file has {lines}, the matrix beside it {rows}; write one value per row, without "
     "a header"},
    {"side-files-of-csv", MessageKind::kInvalid,
     "{place}: group, label and weight files go with an NPY matrix; of other tables name the "
     "columns: [group], [label], [weight]"},

    // Remarks on a column that is described.
    {"empty-column", MessageKind::kNote, "empty: no row has a value"},
    {"constant-column", MessageKind::kNote, "constant: every value is {value}"},
    {"identifier-column", MessageKind::kNote,
     "an identifier: {distinct} different values in {rows}"},
    {"many-levels", MessageKind::kNote, "{levels} levels, each of which a fit makes a column"},
    {"date-column", MessageKind::kNote,
     "dates or times such as {value}: a fit needs numbers, or [categorical={column}]"},
    {"written-numbers", MessageKind::kNote,
     "numbers written as text, such as {value} in row {row}, are levels of a category: write them "
     "as digits with a decimal point"},
    {"mixed-column", MessageKind::kNote,
     "numbers, but {value} in row {row} is not one: [na={value}] if it means missing, "
     "[categorical={column}] if the column is a category"},
    {"unusable-number", MessageKind::kNote,
     "{value} in row {row} is infinite or too large to be squared"},
    {"not-utf-8-column", MessageKind::kNote,
     "row {row} is not UTF-8 text: convert the table (a file: iconv -f LATIN1 -t UTF-8)"},
    {"perhaps-missing", MessageKind::kNote, "{value} in {rows}: if it means missing, [na={value}]"},
    {"renamed-column", MessageKind::kNote, "in the table it is a second {given}"},
    {"repeated-column", MessageKind::kNote, "the same values as {other}, row by row"},
    {"mostly-missing", MessageKind::kNote, "more than half of the values are missing"},
    {"dominant-level", MessageKind::kNote, "{value} in {share} of the rows"},
    {"proxy-of-column", MessageKind::kNote, "proxy of {other}: tells it in {share} of the rows"},
    {"proxy-by-variance", MessageKind::kNote,
     "proxy of {other}: {share} of its variance lies between the groups"},
    {"perhaps-codes", MessageKind::kNote,
     "{distinct} whole numbers: if they are codes, [categorical={column}]"},

    // Columns and their roles.
    {"duplicate-column", MessageKind::kInvalid,
     "{place}: two columns have this name (columns {first} and {second}); rename one"},
    {"duplicate-encoded-column", MessageKind::kInvalid,
     "two encoded columns would be named {name}; rename the column with an equals sign in its "
     "name"},
    {"unknown-column", MessageKind::kInvalid,
     "{place}: there is no such column (named as {role}); {advice}"},
    {"unknown-columns", MessageKind::kInvalid, "{table} has no columns {columns}"},
    {"unmatched-pattern", MessageKind::kInvalid,
     "{place}: no column matches this pattern (named as {role}); {advice}"},
    {"renamed-columns", MessageKind::kWarning,
     "{table} has several columns of one name; from the second on they are named {columns}"},
    {"repeated-role", MessageKind::kInvalid, "{place}: it is named twice as {role}"},
    {"conflicting-roles", MessageKind::kInvalid,
     "{place}: it is {role} and cannot also be {other}"},
    {"missing-model-columns", MessageKind::kInvalid,
     "{place}: the model needs this column, and the table does not have it (missing: {columns}); "
     "{advice}"},
    {"no-features", MessageKind::kInvalid,
     "no column of {table} is left as a feature: all {columns} are protected, label, weight, "
     "dropped or not chosen; [keep_protected] makes the protected ones features too"},

    // Encodings and tables in memory.
    {"column-kind", MessageKind::kInvalid, "{place}: it holds {found}, expected {expected}"},
    {"unsorted-levels", MessageKind::kInvalid,
     "{place}: its levels are not sorted and distinct at {level}"},
    {"levels-of-numbers", MessageKind::kInvalid, "{place}: it is numeric but has levels"},
    {"levels-of-dropped-column", MessageKind::kInvalid, "{place}: it is dropped but has levels"},
    {"dropped-level-kept", MessageKind::kInvalid,
     "{place}: its level {level} is both dropped and kept"},
    {"missing-level-absent", MessageKind::kInvalid,
     "{place}: its missing cells are a level, but it has no level {level}"},
    {"dropped-in-one-table", MessageKind::kInvalid,
     "{place}: it or a level of it is dropped in one table and not in the other"},
    {"different-columns", MessageKind::kInvalid,
     "the tables have different columns: only in the first {first}, only in the second {second}"},
    {"different-kinds", MessageKind::kInvalid,
     "{place}: it is {kind} in one table and {other} in the other; name it as categorical for "
     "both: [categorical]"},
    {"selected-columns", MessageKind::kInvalid,
     "columns to keep must be places among the {columns} columns, each once and in order"},
    {"fill-width", MessageKind::kInvalid,
     "fill has {values} values, the encoding has {columns} columns"},
    {"column-length", MessageKind::kInvalid, "{what} has {rows}, the table has {expected}"},
    {"duplicate-level", MessageKind::kInvalid, "{place}: it has the level {level} twice"},
    {"level-code", MessageKind::kInvalid, "{place}: the code {code} is outside -1..{most}"},
    {"column-count", MessageKind::kInvalid,
     "the table has {columns} {kind} columns, its schema has {expected}"},
};

template <FixedText code, FixedText... names>
Message rows_message(NamedArgument<names>... arguments) {
  return make_message<kRowsMessages, code>(std::move(arguments)...);
}

}  // namespace fairpca
