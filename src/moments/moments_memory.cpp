// SPDX-License-Identifier: BSD-3-Clause
#include "moments/moments_memory.h"

#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <fstream>
#include <string>

#include "moments/messages.h"

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

}  // namespace

std::uint64_t memory_limit() {
  // Without a lock, which a fork may leave taken forever: two threads find the same.
  static std::atomic<std::uint64_t> limit = 0;
  if (limit == 0) limit = find_limit();
  return limit;
}

double moments_memory(double columns, double cells) {
  return sizeof(double) * columns * columns * (2 * cells + 3);
}

void check_moments_memory(const Encoding& encoding, std::size_t cells) {
  const auto columns = static_cast<double>(encoding.width());
  const double needed = moments_memory(columns, static_cast<double>(cells));
  const auto limit = static_cast<double>(memory_limit());
  if (needed <= limit) return;
  const auto cells_are = "cells"_is(Counted{static_cast<Index>(cells), "group", "groups"});
  const auto needed_is = "needed"_is(needed / 1e9);
  const auto limit_is = "limit"_is(limit / 1e9);
  const auto columns_are = "columns"_is(encoding.width());
  const auto otherwise = "otherwise"_is(cells > 2 ? " or use fewer groups" : "");
  const EncodedColumn* widest = widest_column(encoding);
  if (widest == nullptr) {
    reject(moments_message<"too-many-columns">(
        columns_are, needed_is, cells_are, limit_is, otherwise,
        "first"_is(Quoted{encoding.names().front()}), "last"_is(Quoted{encoding.names().back()})));
  }
  const auto column = "column"_is(Quoted{widest->column.name});
  const auto levels = "levels"_is(widest->levels.size());
  if (2 * static_cast<double>(widest->levels.size()) > columns) {
    reject(moments_message<"too-many-levels">(column, levels, columns_are, needed_is, cells_are,
                                              limit_is, otherwise));
  }
  reject(moments_message<"too-many-encoded-columns">(column, levels, columns_are, needed_is,
                                                     cells_are, limit_is, otherwise));
}

}  // namespace fairpca
