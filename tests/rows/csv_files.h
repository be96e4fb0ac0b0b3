// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include <zlib.h>

namespace fairpca {

/// How write_csv() spells a table.
struct CsvSpelling {
  char delimiter = ',';
  std::string line_end = "\n";
  bool quote_all = false;
  bool byte_order_mark = false;
  bool end_last_line = true;
};

/// A plain writer of RFC 4180, the other half of the round-trip tests.
inline std::string write_csv(const std::vector<std::vector<std::string>>& records,
                             const CsvSpelling& spelling = {}) {
  std::string text = spelling.byte_order_mark ? "\xef\xbb\xbf" : "";
  for (std::size_t i = 0; i < records.size(); ++i) {
    for (std::size_t j = 0; j < records[i].size(); ++j) {
      const std::string& cell = records[i][j];
      if (j > 0) text += spelling.delimiter;
      const bool quote = spelling.quote_all || cell.find_first_of("\"\r\n") != std::string::npos ||
                         cell.find(spelling.delimiter) != std::string::npos;
      if (!quote) {
        text += cell;
        continue;
      }
      text += '"';
      for (const char c : cell) text += c == '"' ? std::string("\"\"") : std::string(1, c);
      text += '"';
    }
    if (i + 1 < records.size() || spelling.end_last_line) text += spelling.line_end;
  }
  return text;
}

/// One gzip member.
inline std::string gzip(std::string_view bytes) {
  z_stream stream{};
  ::deflateInit2(&stream, 6, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY);
  std::string out(::deflateBound(&stream, bytes.size()) + 64, '\0');
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(bytes.data()));
  stream.avail_in = static_cast<uInt>(bytes.size());
  stream.next_out = reinterpret_cast<Bytef*>(out.data());
  stream.avail_out = static_cast<uInt>(out.size());
  ::deflate(&stream, Z_FINISH);
  out.resize(stream.total_out);
  ::deflateEnd(&stream);
  return out;
}

}  // namespace fairpca
