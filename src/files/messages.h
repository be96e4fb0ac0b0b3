// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "text/make_message.h"

namespace fairpca {

/// What files that cannot be read, written or understood are rejected with.
inline constexpr MessageSpec kFilesMessages[] = {
    {"file-not-readable", MessageKind::kFile, "{place}: cannot read: {reason}"},
    {"file-not-writable", MessageKind::kFile, "{place}: cannot write: {reason}"},
    {"empty-path", MessageKind::kFile, "cannot write: the path is empty"},
    {"folder-instead-of-file", MessageKind::kFile, "{place}: this is a folder; give a file"},
    {"not-a-regular-file", MessageKind::kFile,
     "{place}: not a regular file but a {kind}; give a file"},
    {"empty-file", MessageKind::kFile, "{place}: the file is empty"},
    {"shortened-file", MessageKind::kFile,
     "{place}: the file has changed while it was read: it had {before} bytes and ends now at byte "
     "{now}; read a copy that no other program writes to"},

    {"malformed-npy", MessageKind::kFile, "{place}: not a valid NPY file: {reason}"},
    {"npy-records", MessageKind::kFile,
     "{place}: the NPY file holds records; save a plain matrix of float64 or float32"},
    {"npy-type", MessageKind::kFile,
     "{place}: the NPY array's numbers are of type {type} ({kind}); allowed are little-endian "
     "float64, float32 and float16: save array.astype('<f8')"},
    {"npy-dimensions", MessageKind::kFile,
     "{place}: the NPY array has {dimensions} dimensions; allowed are one or two"},
    {"npy-version", MessageKind::kFile,
     "{place}: the NPY file has format version {version}; known are 1 to 3"},

    {"array-name", MessageKind::kInvalid, "{name} cannot be the name of an array in an archive"},
    {"archive-size", MessageKind::kFile,
     "the {kind} file would have {bytes} bytes in {arrays} arrays; the format holds 4 GiB in "
     "{most} arrays"},
    {"archive-meta", MessageKind::kInvalid, "the meta text of a {kind} file: {reason}"},
    {"not-an-archive", MessageKind::kFile, "{place}: not a fairpca {kind} file: {reason}"},
    {"archive-kind", MessageKind::kFile,
     "{place}: this is a fairpca {found} file, not a {kind} file"},
    {"newer-archive", MessageKind::kFile,
     "{place} was written by a newer fairpca (format {version}; this one reads up to {known}): "
     "upgrade fairpca"},
    {"damaged-archive", MessageKind::kFile, "{place}: damaged: {reason}"},
    {"missing-array", MessageKind::kFile, "{place}: the array {name} is missing"},
    {"array-shape", MessageKind::kFile,
     "{place}: the array {name} is {rows} x {columns}, expected {expected}"},
};

template <FixedText code, FixedText... names>
Message files_message(NamedArgument<names>... arguments) {
  return make_message<kFilesMessages, code>(std::move(arguments)...);
}

}  // namespace fairpca
