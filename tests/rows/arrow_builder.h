// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <atomic>
#include <cerrno>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "fairpca/rows/arrow_rows.h"
#include "rows/made_arrays.h"

namespace fairpca {

/// What was given out and not yet released.
struct ArrowBalance {
  std::atomic<int> streams = 0, schemas = 0, arrays = 0;  ///< released on any thread
  int opened = 0;                                         ///< streams ever
  bool is_even() const { return streams == 0 && schemas == 0 && arrays == 0; }
};

/// Batches that can be read any number of times.
struct MadeStream {
  std::vector<MadeArray> batches;
  MadeArray schema = batches.empty() ? MadeArray{.format = "+s"} : batches.front();
  std::optional<std::size_t> fails_at = {};  ///< before this batch
  std::string failure = "the disk is on fire";
  std::shared_ptr<ArrowBalance> balance = std::make_shared<ArrowBalance>();
};

namespace arrow_builder {

struct SchemaHolder {
  std::shared_ptr<ArrowBalance> balance;
  MadeArray made;
  std::vector<std::unique_ptr<ArrowSchema>> children;
  std::vector<ArrowSchema*> pointers;
  std::unique_ptr<ArrowSchema> dictionary;
};

inline void fill(const std::shared_ptr<ArrowBalance>& balance, const MadeArray& made,
                 ArrowSchema* out) {
  auto* holder = new SchemaHolder{balance, made, {}, {}, {}};
  ++balance->schemas;
  for (const MadeArray& child : made.children) {
    holder->children.push_back(std::make_unique<ArrowSchema>());
    holder->pointers.push_back(holder->children.back().get());
    fill(balance, child, holder->pointers.back());
  }
  if (made.dictionary) {
    holder->dictionary = std::make_unique<ArrowSchema>();
    fill(balance, *made.dictionary, holder->dictionary.get());
  }
  *out = {};
  out->format = holder->made.format.c_str();
  out->name = holder->made.name.c_str();
  out->metadata = made.metadata.empty() ? nullptr : holder->made.metadata.data();
  out->flags = ARROW_FLAG_NULLABLE;
  out->n_children = static_cast<std::int64_t>(holder->pointers.size());
  out->children = holder->pointers.data();
  out->dictionary = holder->dictionary.get();
  out->private_data = holder;
  out->release = [](ArrowSchema* schema) {
    auto* held = static_cast<SchemaHolder*>(schema->private_data);
    for (ArrowSchema* child : held->pointers) {
      if (child->release != nullptr) child->release(child);
    }
    if (held->dictionary && held->dictionary->release != nullptr) {
      held->dictionary->release(held->dictionary.get());
    }
    --held->balance->schemas;
    delete held;
    schema->release = nullptr;
  };
}

struct ArrayHolder {
  std::shared_ptr<ArrowBalance> balance;
  std::vector<std::vector<char>> bytes;
  std::vector<const void*> buffers;
  std::vector<std::unique_ptr<ArrowArray>> children;
  std::vector<ArrowArray*> pointers;
  std::unique_ptr<ArrowArray> dictionary;
};

inline void fill(const std::shared_ptr<ArrowBalance>& balance, const MadeArray& made,
                 ArrowArray* out) {
  auto* holder = new ArrayHolder{balance, {}, {}, {}, {}, {}};
  ++balance->arrays;
  for (const auto& buffer : made.buffers) {
    holder->bytes.emplace_back();
    if (buffer) holder->bytes.back().assign(buffer->begin(), buffer->end());
    // Exactly as long as it should be, so that a sanitizer sees a byte too many.
    if (buffer && buffer->empty()) holder->bytes.back().assign(1, '\0');
    holder->buffers.push_back(buffer ? holder->bytes.back().data() : nullptr);
  }
  for (const MadeArray& child : made.children) {
    holder->children.push_back(std::make_unique<ArrowArray>());
    holder->pointers.push_back(holder->children.back().get());
    fill(balance, child, holder->pointers.back());
  }
  if (made.dictionary) {
    holder->dictionary = std::make_unique<ArrowArray>();
    fill(balance, *made.dictionary, holder->dictionary.get());
  }
  *out = {};
  out->length = made.length;
  out->null_count = made.null_count;
  out->offset = made.offset;
  out->n_buffers = static_cast<std::int64_t>(holder->buffers.size());
  out->buffers = holder->buffers.data();
  out->n_children = static_cast<std::int64_t>(holder->pointers.size());
  out->children = holder->pointers.data();
  out->dictionary = holder->dictionary.get();
  out->private_data = holder;
  out->release = [](ArrowArray* array) {
    auto* held = static_cast<ArrayHolder*>(array->private_data);
    for (ArrowArray* child : held->pointers) {
      if (child->release != nullptr) child->release(child);
    }
    if (held->dictionary && held->dictionary->release != nullptr) {
      held->dictionary->release(held->dictionary.get());
    }
    --held->balance->arrays;
    delete held;
    array->release = nullptr;
  };
}

struct StreamHolder {
  MadeStream made;
  std::size_t next = 0;
};

}  // namespace arrow_builder

inline void open_made(const MadeStream& made, ArrowArrayStream* out) {
  using arrow_builder::StreamHolder;
  ++made.balance->streams;
  ++made.balance->opened;
  *out = {};
  out->private_data = new StreamHolder{made};
  out->get_schema = [](ArrowArrayStream* stream, ArrowSchema* schema) {
    auto* held = static_cast<StreamHolder*>(stream->private_data);
    arrow_builder::fill(held->made.balance, held->made.schema, schema);
    return 0;
  };
  out->get_next = [](ArrowArrayStream* stream, ArrowArray* array) {
    auto* held = static_cast<StreamHolder*>(stream->private_data);
    *array = {};
    if (held->made.fails_at == held->next) return EIO;
    if (held->next == held->made.batches.size()) return 0;
    arrow_builder::fill(held->made.balance, held->made.batches[held->next++], array);
    return 0;
  };
  out->get_last_error = [](ArrowArrayStream* stream) {
    return static_cast<StreamHolder*>(stream->private_data)->made.failure.c_str();
  };
  out->release = [](ArrowArrayStream* stream) {
    auto* held = static_cast<StreamHolder*>(stream->private_data);
    --held->made.balance->streams;
    delete held;
    stream->release = nullptr;
  };
}

inline ArrowTable arrow_table_of(const MadeStream& made) {
  return {.open = [made](ArrowArrayStream* out) { open_made(made, out); }};
}

}  // namespace fairpca
