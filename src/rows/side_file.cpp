// SPDX-License-Identifier: BSD-3-Clause
#include "rows/side_file.h"

#include <functional>
#include <string>
#include <string_view>

#include "rows/block_builder.h"
#include "rows/byte_source.h"
#include "rows/csv_cells.h"
#include "rows/messages.h"
#include "text/parse_number.h"

namespace fairpca {
namespace {

constexpr std::size_t kMaxLineBytes = 1 << 20;

/// Calls visit(line) for every line of the file, without its line end, and checks their number.
class LineReader {
 public:
  LineReader(const std::filesystem::path& path, Index rows,
             const std::function<bool()>& stop_wanted)
      : source_(path, stop_wanted), rows_(rows) {}

  void read(const std::function<void(std::string_view)>& visit) {
    std::vector<char> piece(1 << 16);
    std::string unfinished;
    std::size_t count = 0;
    while ((count = source_.read(piece.data(), piece.size())) > 0) {
      unfinished.append(piece.data(), count);
      if (lines_ == 0 && unfinished.starts_with("\xef\xbb\xbf")) unfinished.erase(0, 3);
      std::size_t begin = 0, end = 0;
      while ((end = unfinished.find('\n', begin)) != unfinished.npos) {
        take(std::string_view(unfinished).substr(begin, end - begin), visit);
        begin = end + 1;
      }
      unfinished.erase(0, begin);
      if (unfinished.size() > kMaxLineBytes) reject_text(unfinished);
    }
    if (!unfinished.empty()) take(unfinished, visit);
    if (lines_ != rows_) reject_count();
  }

 private:
  void take(std::string_view line, const std::function<void(std::string_view)>& visit) {
    if (line.ends_with('\r')) line.remove_suffix(1);
    if (line.find('\0') != line.npos || line.size() > kMaxLineBytes) reject_text(line);
    if (++lines_ > rows_) return;
    try {
      visit(line);
    } catch (const BadCell& bad) {
      reject(bad.at("place"_is(Place{source_.name(), lines_})));
    }
  }

  [[noreturn]] void reject_text(std::string_view line) const {
    reject(rows_message<"side-file-text">("place"_is(Place{source_.name(), lines_ + 1}),
                                          "line"_is(Quoted{line})));
  }

  [[noreturn]] void reject_count() const {
    reject(rows_message<"side-file-length">("place"_is(Place{source_.name()}),
                                            "lines"_is(Counted{lines_, "line", "lines"}),
                                            "rows"_is(Counted{rows_, "row", "rows"})));
  }

  ByteSource source_;
  Index rows_, lines_ = 0;
};

}  // namespace

LevelColumn read_level_file(const std::filesystem::path& path, Index rows,
                            const std::function<bool()>& stop_wanted) {
  const MissingMarks missing;
  LevelBuilder levels(missing);
  levels.reserve(rows);
  LineReader(path, rows, stop_wanted).read([&](std::string_view line) { levels.add(line); });
  return levels.take();
}

std::vector<double> read_weight_file(const std::filesystem::path& path, Index rows,
                                     const std::function<bool()>& stop_wanted) {
  std::vector<double> weights;
  LineReader(path, rows, stop_wanted).read([&](std::string_view line) {
    double weight = 0;
    if (read_number(trimmed(line), weight) != NumberText::kFinite || weight < 0) {
      throw bad_weight(line);
    }
    weights.push_back(weight);
  });
  return weights;
}

}  // namespace fairpca
