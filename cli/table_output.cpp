// SPDX-License-Identifier: BSD-3-Clause
#include "table_output.h"

#include <algorithm>
#include <filesystem>
#include <utility>

#include "csv_text.h"
#include "files/npy.h"
#include "messages.h"
#include "output.h"

namespace fairpca::cli {
namespace {

/// `.csv` of `a/B.CSV`.
std::string ending_of(const std::filesystem::path& path) {
  std::string ending = path.extension().string();
  std::transform(ending.begin(), ending.end(), ending.begin(),
                 [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c; });
  return ending;
}

}  // namespace

TableFormat table_format(const std::string& path) {
  const std::filesystem::path name(path);
  const std::string ending = ending_of(name);
  if (ending.empty() || ending == ".csv" || path == "-") return TableFormat::kCsv;
  if (ending == ".npy") return TableFormat::kNpy;
  if (ending == ".gz" && ending_of(name.stem()) == ".csv") return TableFormat::kGzipCsv;
  reject(cli_message<"output-format">("file"_is(Place{.file = path})));
}

TableFormat words_format(const std::string& path, const std::string& words) {
  const TableFormat format = table_format(path);
  if (format == TableFormat::kNpy) {
    reject(cli_message<"output-of-words">("file"_is(Place{.file = path}), "words"_is(words)));
  }
  return format;
}

TableOutput::TableOutput(const std::string& path, std::vector<std::string> columns)
    : format_(table_format(path)), columns_(std::move(columns)) {
  if (path == "-") return;
  file_ = std::make_unique<AtomicFile>(path);
  if (format_ == TableFormat::kNpy && !file_->is_replaced()) {
    reject(cli_message<"npy-to-pipe">("file"_is(Place{.file = path})));
  }
}

std::string TableOutput::part(const RowMatrix& numbers,
                              const std::vector<std::vector<std::string>>& words) const {
  if (format_ != TableFormat::kNpy) return part(csv_lines(numbers, words));
  std::string bytes;
  append_npy_rows(bytes, numbers);
  return bytes;
}

std::string TableOutput::part(std::string_view lines) const {
  return format_ == TableFormat::kGzipCsv ? gzip_part(lines) : std::string(lines);
}

void TableOutput::put(std::string_view bytes) {
  if (file_) {
    file_->write(bytes);
  } else {
    print_part(bytes);
  }
}

void TableOutput::start() {
  if (std::exchange(started_, true)) return;
  if (format_ == TableFormat::kNpy) {
    put(growing_npy_header_bytes(0, static_cast<Index>(columns_.size())));
  } else if (format_ == TableFormat::kGzipCsv) {
    put(GzipFile::begin());
    put(gzip_.add(gzip_part(header_line(columns_))));
  } else {
    put(header_line(columns_));
  }
}

void TableOutput::write(std::string_view part, Index rows) {
  start();
  rows_ += rows;
  put(format_ == TableFormat::kGzipCsv ? gzip_.add(part) : part);
}

void TableOutput::commit() {
  start();
  if (format_ == TableFormat::kNpy) {
    file_->write_start(growing_npy_header_bytes(rows_, static_cast<Index>(columns_.size())));
  }
  if (format_ == TableFormat::kGzipCsv) put(gzip_.end());
  if (file_) {
    file_->commit();
  } else {
    print("");
  }
}

}  // namespace fairpca::cli
