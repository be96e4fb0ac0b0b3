// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <string_view>

#include "files/archive.h"

namespace fairpca {

/// What is wrong with `text` as Archive::meta, or "" when nothing is.
std::string problem_with_meta(std::string_view text);

/// The content of meta.json: `meta` with "format" and "version" in front.
std::string wrap_meta(const std::string& meta, const ArchiveKind& kind);

/// Throws IoError: the file `origin` is not an archive of this kind.
[[noreturn]] void reject_kind(const std::string& origin, const ArchiveKind& kind);

/// Throws IoError unless `content`, of which only the start need be there, is of this kind; what
/// follows the name of the kind.
std::string_view check_kind(std::string_view content, const ArchiveKind& kind,
                            const std::string& origin);

struct UnwrappedMeta {
  std::string meta;
  int version = 0;
};

/// Undoes wrap_meta().  Throws IoError, naming the file `origin`, for another kind, a newer
/// version, or a text wrap_meta() does not write.
UnwrappedMeta unwrap_meta(std::string_view content, const ArchiveKind& kind,
                          const std::string& origin);

}  // namespace fairpca
