// SPDX-License-Identifier: BSD-3-Clause
#include "moments/moments_memory.h"

#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <fstream>
#include <string>

#include <fmt/format.h>

#include "fairpca/error.h"
#include "rows/message_text.h"

namespace fairpca {
namespace {

/// The number in a file of the control group, or `most` where there is none.
std::uint64_t group_limit(const char* path, std::uint64_t most) {
  std::uint64_t bytes = 0;
  return std::ifstream(path) >> bytes ? std::min(bytes, most) : most;
}

std::uint64_t find_limit() {
  std::uint64_t limit = static_cast<std::uint64_t>(sysconf(_SC_PHYS_PAGES)) *
                        static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE));
  rlimit address_space = {};
  if (getrlimit(RLIMIT_AS, &address_space) == 0 && address_space.rlim_cur != RLIM_INFINITY) {
    limit = std::min<std::uint64_t>(limit, address_space.rlim_cur);
  }
  limit = group_limit("/sys/fs/cgroup/memory.max", limit);
  return group_limit("/sys/fs/cgroup/memory/memory.limit_in_bytes", limit);
}

/// The categorical column with the most levels, or null.
const EncodedColumn* widest_column(const Encoding& encoding) {
  const EncodedColumn* widest = nullptr;
  for (const EncodedColumn& column : encoding.columns()) {
    if (column.levels.size() > (widest == nullptr ? 0 : widest->levels.size())) widest = &column;
  }
  return widest;
}

/// ` ('x1' to 'x9', all numeric)`, of columns without categories.
std::string ends_of(const Encoding& encoding) {
  return fmt::format(" ({} to {}, all numeric)", in_quotes(encoding.names().front()),
                     in_quotes(encoding.names().back()));
}

}  // namespace

std::uint64_t memory_limit() {
  // Without a lock, which a fork may leave taken forever: two threads find the same.
  static std::atomic<std::uint64_t> limit = 0;
  if (limit == 0) limit = find_limit();
  return limit;
}

std::string gigabytes(double bytes) {
  return fmt::format("{:.2g} GB", bytes / 1e9);
}

double moments_memory(double columns, double cells) {
  return sizeof(double) * columns * columns * (2 * cells + 3);
}

void check_moments_memory(const Encoding& encoding, std::size_t cells) {
  const auto columns = static_cast<double>(encoding.width());
  const double needed = moments_memory(columns, static_cast<double>(cells));
  const auto limit = static_cast<double>(memory_limit());
  if (needed <= limit) return;
  const EncodedColumn* widest = widest_column(encoding);
  const std::string why = fmt::format(
      "{} columns{} need {} of memory, for {}moments and a fit from them, and there are {}",
      encoding.width(), widest == nullptr ? ends_of(encoding) : "", gigabytes(needed),
      cells > 1 ? fmt::format("the {} groups' ", cells) : "", gigabytes(limit));
  const std::string fewer_groups = cells > 2 ? " or take fewer groups" : "";
  if (widest == nullptr) {
    throw InvalidArgument(fmt::format("{}: leave columns out (--drop COL){}", why, fewer_groups));
  }
  const std::string& name = widest->column.name;
  const std::size_t levels = widest->levels.size();
  if (2 * static_cast<double>(levels) > columns) {
    throw InvalidArgument(
        fmt::format("column {} has {} levels, each a column of its own; {}: leave it out (--drop "
                    "{}) or merge its levels{}",
                    in_quotes(name), levels, why, shown_text(name), fewer_groups));
  }
  throw InvalidArgument(fmt::format(
      "{}: leave columns out (--drop COL) or merge levels, of which column {} has the most, {}{}",
      why, in_quotes(name), levels, fewer_groups));
}

}  // namespace fairpca
