// SPDX-License-Identifier: BSD-3-Clause
#include "rows/arrow_stream.h"

#include <system_error>

#include "text/shown_text.h"

namespace fairpca {

NamedArgument<"table"> stream_named(const std::string& name) {
  return name.empty() ? "table"_is("the table") : "table"_is(Place{name});
}

ArrowStream::ArrowStream(OwnedArrow<ArrowArrayStream> stream, std::string name)
    : stream_(std::move(stream)), name_(std::move(name)) {
  if (!stream_.is_released() && stream_->get_schema != nullptr && stream_->get_next != nullptr) {
    return;
  }
  reject(arrow_message<"stream-failed">(stream_named(name_),
                                        "reason"_is("the producer gave no stream")));
}

void ArrowStream::reject_failure(int code) {
  const char* said =
      stream_->get_last_error == nullptr ? nullptr : stream_->get_last_error(stream_.out());
  const std::string reason =
      said == nullptr || *said == '\0' ? std::generic_category().message(code) : std::string(said);
  reject(arrow_message<"stream-failed">(stream_named(name_), "reason"_is(shown_message(reason))));
}

OwnedArrow<ArrowSchema> ArrowStream::schema() {
  OwnedArrow<ArrowSchema> schema;
  const int code = stream_->get_schema(stream_.out(), schema.out());
  if (code != 0) reject_failure(code);
  if (schema.is_released()) {
    reject(arrow_message<"stream-failed">(stream_named(name_),
                                          "reason"_is("the producer gave no schema")));
  }
  return schema;
}

std::optional<OwnedArrow<ArrowArray>> ArrowStream::next() {
  OwnedArrow<ArrowArray> array;
  const int code = stream_->get_next(stream_.out(), array.out());
  if (code != 0) reject_failure(code);
  if (array.is_released()) return std::nullopt;
  return array;
}

}  // namespace fairpca
