// SPDX-License-Identifier: BSD-3-Clause
#include "rows/side_file.h"

#include <functional>
#include <string>
#include <string_view>

#include <fmt/format.h>

#include "fairpca/counted.h"
#include "fairpca/error.h"
#include "rows/block_builder.h"
#include "rows/byte_source.h"
#include "rows/csv_cells.h"
#include "rows/message_text.h"
#include "rows/number_text.h"

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
      if (unfinished.size() > kMaxLineBytes) refuse_text(unfinished);
    }
    if (!unfinished.empty()) take(unfinished, visit);
    if (lines_ != rows_) refuse_count();
  }

 private:
  void take(std::string_view line, const std::function<void(std::string_view)>& visit) {
    if (line.ends_with('\r')) line.remove_suffix(1);
    if (line.find('\0') != line.npos || line.size() > kMaxLineBytes) refuse_text(line);
    if (++lines_ > rows_) return;
    try {
      visit(line);
    } catch (const BadCell& bad) {
      throw InvalidArgument(fmt::format("{}: line {}: {}", source_.name(), lines_, bad.why));
    }
  }

  [[noreturn]] void refuse_text(std::string_view line) const {
    throw IoError(fmt::format("{}: line {} ({}) is not text of one value per line", source_.name(),
                              lines_ + 1, in_quotes(line)));
  }

  [[noreturn]] void refuse_count() const {
    throw IoError(fmt::format(
        "{}: the file has {}, the matrix beside it {}; write one value per row, without a header",
        source_.name(), counted(lines_, "line", "lines"), counted(rows_, "row", "rows")));
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
      throw BadCell{fmt::format("the weight {} is not a finite number >= 0", in_quotes(line))};
    }
    weights.push_back(weight);
  });
  return weights;
}

}  // namespace fairpca
