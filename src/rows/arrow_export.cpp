// SPDX-License-Identifier: BSD-3-Clause
#include "fairpca/rows/arrow_export.h"

#include <cerrno>
#include <cstdint>
#include <exception>
#include <memory>
#include <utility>

#include "fairpca/error.h"

namespace fairpca {
namespace {

/// One column of a batch in Arrow's form.
struct ExportedColumn {
  std::vector<double> numbers;
  std::vector<std::int64_t> offsets;  ///< of texts
  std::string texts;
};

/// What an exported array owns, beside its children.
struct ExportedArray {
  ExportedColumn column;
  std::vector<const void*> buffers;
  std::vector<ArrowArray*> children;
};

/// What an exported schema owns, beside its children.
struct ExportedSchema {
  std::string name;
  std::vector<ArrowSchema*> children;
};

struct ExportedStream {
  ArrowExport source;
  std::string error;
};

/// Children that somebody moved elsewhere are released there.
template <class Structure>
void release_children(const std::vector<Structure*>& children) {
  for (Structure* child : children) {
    if (child->release != nullptr) child->release(child);
    delete child;
  }
}

template <class Structure, class Owned>
void release_exported(Structure* structure) {
  const std::unique_ptr<Owned> owned(static_cast<Owned*>(structure->private_data));
  release_children(owned->children);
  structure->release = nullptr;
}

ArrowSchema exported_schema(const char* format, std::unique_ptr<ExportedSchema> owned,
                            std::int64_t flags) {
  ArrowSchema schema = {};
  schema.format = format;
  schema.name = owned->name.c_str();
  schema.flags = flags;
  schema.n_children = static_cast<std::int64_t>(owned->children.size());
  schema.children = owned->children.empty() ? nullptr : owned->children.data();
  schema.release = release_exported<ArrowSchema, ExportedSchema>;
  schema.private_data = owned.release();
  return schema;
}

ArrowArray exported_array(std::int64_t rows, std::unique_ptr<ExportedArray> owned) {
  ArrowArray array = {};
  array.length = rows;
  array.n_buffers = static_cast<std::int64_t>(owned->buffers.size());
  array.buffers = owned->buffers.data();
  array.n_children = static_cast<std::int64_t>(owned->children.size());
  array.children = owned->children.empty() ? nullptr : owned->children.data();
  array.release = release_exported<ArrowArray, ExportedArray>;
  array.private_data = owned.release();
  return array;
}

/// Releases its children unless it is handed on.
template <class Owned>
struct ReleaseOwned {
  void operator()(Owned* owned) const {
    release_children(owned->children);
    delete owned;
  }
};

ArrowSchema schema_of(const ArrowExport& source) {
  std::unique_ptr<ExportedSchema, ReleaseOwned<ExportedSchema>> table(new ExportedSchema);
  table->children.reserve(source.texts.size() + source.numbers.size());
  const auto add = [&](const char* format, const std::string& name) {
    auto owned = std::make_unique<ExportedSchema>();
    owned->name = name;
    auto child = std::make_unique<ArrowSchema>();
    *child = exported_schema(format, std::move(owned), 0);
    table->children.push_back(child.release());
  };
  for (const std::string& name : source.texts) add("U", name);
  for (const std::string& name : source.numbers) add("g", name);
  return exported_schema("+s", std::unique_ptr<ExportedSchema>(table.release()), 0);
}

std::unique_ptr<ExportedArray> number_column(const RowMatrix& numbers, Index col) {
  auto owned = std::make_unique<ExportedArray>();
  owned->column.numbers.resize(static_cast<std::size_t>(numbers.rows()));
  Vector::Map(owned->column.numbers.data(), numbers.rows()) = numbers.col(col);
  owned->buffers = {nullptr, owned->column.numbers.data()};
  return owned;
}

std::unique_ptr<ExportedArray> text_column(const std::vector<std::string>& texts) {
  auto owned = std::make_unique<ExportedArray>();
  ExportedColumn& column = owned->column;
  column.offsets.reserve(texts.size() + 1);
  column.offsets.push_back(0);
  for (const std::string& text : texts) {
    column.texts += text;
    column.offsets.push_back(static_cast<std::int64_t>(column.texts.size()));
  }
  owned->buffers = {nullptr, column.offsets.data(), column.texts.data()};
  return owned;
}

ArrowArray array_of(const ArrowBatch& batch) {
  const std::int64_t rows =
      batch.texts.empty() ? batch.numbers.rows() : static_cast<std::int64_t>(batch.texts[0].size());
  std::unique_ptr<ExportedArray, ReleaseOwned<ExportedArray>> table(new ExportedArray);
  table->buffers = {nullptr};
  table->children.reserve(batch.texts.size() + static_cast<std::size_t>(batch.numbers.cols()));
  const auto add = [&](std::unique_ptr<ExportedArray> owned) {
    auto child = std::make_unique<ArrowArray>();
    *child = exported_array(rows, std::move(owned));
    table->children.push_back(child.release());
  };
  for (const std::vector<std::string>& texts : batch.texts) add(text_column(texts));
  for (Index col = 0; col < batch.numbers.cols(); ++col) add(number_column(batch.numbers, col));
  return exported_array(rows, std::unique_ptr<ExportedArray>(table.release()));
}

ExportedStream& state_of(ArrowArrayStream* stream) {
  return *static_cast<ExportedStream*>(stream->private_data);
}

/// Runs `work`; what it throws becomes a code and the text of get_last_error.
template <class Work>
int guarded(ExportedStream& state, const Work& work) {
  try {
    state.error.clear();
    work();
    return 0;
  } catch (const InvalidArgument& error) {
    state.error = error.message().text(state.source.spelling);
    return EINVAL;
  } catch (const IoError& error) {
    state.error = error.message().text(state.source.spelling);
    return EIO;
  } catch (const Stopped& error) {
    state.error = error.what();
    return ECANCELED;
  } catch (const std::bad_alloc&) {
    return ENOMEM;
  } catch (const std::exception& error) {
    state.error = error.what();
    return EIO;
  } catch (...) {
    return EIO;
  }
}

int get_schema(ArrowArrayStream* stream, ArrowSchema* out) {
  ExportedStream& state = state_of(stream);
  return guarded(state, [&] { *out = schema_of(state.source); });
}

int get_next(ArrowArrayStream* stream, ArrowArray* out) {
  ExportedStream& state = state_of(stream);
  *out = {};
  const int code = guarded(state, [&] {
    if (!state.source.next) return;
    const std::optional<ArrowBatch> batch = state.source.next();
    if (batch) *out = array_of(*batch);
  });
  if (out->release == nullptr) state.source.next = nullptr;
  return code;
}

const char* get_last_error(ArrowArrayStream* stream) {
  const std::string& error = state_of(stream).error;
  return error.empty() ? nullptr : error.c_str();
}

void release_stream(ArrowArrayStream* stream) {
  delete &state_of(stream);
  stream->release = nullptr;
}

}  // namespace

void export_arrow(ArrowExport source, ArrowArrayStream* out) {
  auto state = std::make_unique<ExportedStream>();
  state->source = std::move(source);
  *out = {};
  out->get_schema = get_schema;
  out->get_next = get_next;
  out->get_last_error = get_last_error;
  out->release = release_stream;
  out->private_data = state.release();
}

}  // namespace fairpca
