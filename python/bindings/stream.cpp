// SPDX-License-Identifier: BSD-3-Clause
#include "stream.h"

#include <mutex>
#include <optional>
#include <unordered_set>
#include <utility>

#include <nanobind/stl/map.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include "bindings.h"
#include "rows/arrow_schema.h"
#include "rows/arrow_stream.h"
#include "signal_watch.h"
#include "unlocked.h"

namespace fairpca::python {

/// Gives streams: the one it was made with first, then what the function of
/// Python gives.
class StreamOpener {
 public:
  explicit StreamOpener(nb::callable open)
      : open_(new nb::callable(std::move(open)), [](nb::callable* held) {
          nb::gil_scoped_acquire lock;
          delete held;
        }) {
    ask(&first_);
  }
  StreamOpener(const StreamOpener&) = delete;
  StreamOpener& operator=(const StreamOpener&) = delete;
  ~StreamOpener() { release(); }

  /// For any thread, without the interpreter lock.
  void open(ArrowArrayStream* out) {
    {
      const std::lock_guard<std::mutex> guard(mutex_);
      if (first_.release != nullptr) {
        *out = first_;
        first_.release = nullptr;
        return;
      }
    }
    nb::gil_scoped_acquire lock;
    ask(out);
  }

  ArrowArrayStream* first() { return &first_; }

  void release() {
    const std::lock_guard<std::mutex> guard(mutex_);
    if (first_.release != nullptr) first_.release(&first_);
    first_.release = nullptr;
  }

 private:
  void ask(ArrowArrayStream* out) const {
    const nb::object capsule = (*open_)();
    auto* stream =
        static_cast<ArrowArrayStream*>(PyCapsule_GetPointer(capsule.ptr(), "arrow_array_stream"));
    if (stream == nullptr) throw nb::python_error();
    if (stream->release == nullptr) throw nb::value_error("the Arrow stream was released before");
    *out = *stream;
    stream->release = nullptr;
  }

  std::shared_ptr<const nb::callable> open_;
  std::mutex mutex_;
  ArrowArrayStream first_{};
};

namespace {

using ColumnNames = std::vector<std::string>;

/// Name, and whether it is read as categories.
using FeatureFacts = std::pair<std::string, bool>;

void set_stream_roles(PythonStream& self, ColumnNames protected_columns,
                      std::optional<std::string> label, std::optional<std::string> weight,
                      ColumnNames chosen, ColumnNames dropped, ColumnNames categorical,
                      ColumnNames kept, const std::optional<std::vector<FeatureFacts>>& features,
                      std::map<std::string, ColumnNames> known_levels, bool may_be_empty,
                      bool as_text) {
  ColumnRoles roles;
  roles.protected_columns = std::move(protected_columns);
  roles.label = std::move(label);
  roles.weight = std::move(weight);
  roles.chosen = std::move(chosen);
  roles.dropped = std::move(dropped);
  roles.categorical = std::move(categorical);
  roles.kept = std::move(kept);
  if (features) {
    roles.features.emplace();
    for (const FeatureFacts& feature : *features) {
      roles.features->push_back(
          {feature.first, feature.second ? ColumnKind::kCategorical : ColumnKind::kNumeric});
    }
  }
  nb::gil_scoped_release unlocked;
  self.set_roles(std::move(roles), std::move(known_levels), may_be_empty, as_text);
}

std::vector<FeatureFacts> stream_features(const PythonStream& self) {
  std::vector<FeatureFacts> facts;
  for (const FeatureColumn& feature : self.schema().features) {
    facts.emplace_back(feature.name, feature.kind == ColumnKind::kCategorical);
  }
  return facts;
}

}  // namespace

PythonStream::PythonStream(nb::callable open, std::string name, bool can_rewind, Index rows)
    : opener_(std::make_shared<StreamOpener>(std::move(open))),
      name_(std::move(name)),
      can_rewind_(can_rewind),
      row_count_(rows) {
  nb::gil_scoped_release unlocked;
  read_columns();
}

PythonStream::~PythonStream() {
  Unlocked unlocked;
  close();
  opener_.reset();
}

void PythonStream::read_columns() {
  OwnedArrow<ArrowSchema> schema;
  ArrowArrayStream* stream = opener_->first();
  if (stream->get_schema(stream, schema.out()) != 0) {
    open_arrow();  // which asks again, and says why
    return;
  }
  ArrowLayout layout;
  layout.name = name_;
  read_arrow_fields(*schema, layout);
  for (const ArrowField& field : layout.fields) {
    columns_.push_back(field.name);
    is_float32_.push_back(field.type.kind == ArrowKind::kFloat && field.type.bytes == 4);
  }
  rename_repeated(columns_);
}

void PythonStream::set_roles(ColumnRoles roles, std::map<std::string, ColumnNames> known_levels,
                             bool may_be_empty, bool as_text) {
  roles_ = std::move(roles);
  known_levels_ = std::move(known_levels);
  may_be_empty_ = may_be_empty;
  as_text_ = as_text;
  try {
    rows_ = open_arrow();
  } catch (...) {
    close();
    throw;
  }
  schema_ = rows_->schema();
  is_started_ = false;
}

std::unique_ptr<ArrowRows> PythonStream::open_arrow() const {
  ArrowTable table;
  table.open = [opener = opener_](ArrowArrayStream* out) { opener->open(out); };
  table.name = name_;
  table.can_rewind = can_rewind_;
  table.rows = row_count_;
  table.may_be_empty = may_be_empty_;
  table.as_text = as_text_;
  table.known_levels = known_levels_;
  return std::make_unique<ArrowRows>(std::move(table), roles_);
}

RowSource& PythonStream::rows() {
  if (!rows_) {
    rows_ = open_arrow();
  } else if (is_started_) {
    rows_->rewind();
  }
  is_started_ = true;
  return *rows_;
}

Index PythonStream::count_rows() {
  if (row_count_ >= 0) return row_count_;
  if (!can_rewind_) reject(arrow_message<"stream-read-once">(stream_named(name_)));
  SignalWatch watch;
  RowSource& all = rows();
  while (all.next() != nullptr) watch(PassProgress{});
  row_count_ = rows_->row_count().value_or(0);
  return row_count_;
}

std::unique_ptr<RowSource> PythonStream::open() {
  if (rows_ && !is_started_) return std::move(rows_);
  return open_arrow();
}

void PythonStream::close() {
  if (rows_) warnings_ = rows_->warnings();
  rows_.reset();
  opener_->release();
}

bool PythonStream::is_float32() const {
  std::unordered_set<std::string> floats;
  for (std::size_t i = 0; i < columns_.size(); ++i) {
    if (is_float32_[i]) floats.insert(columns_[i]);
  }
  bool has_numbers = false;
  for (const FeatureColumn& feature : schema_.features) {
    if (feature.kind == ColumnKind::kCategorical) continue;
    if (floats.count(feature.name) == 0) return false;
    has_numbers = true;
  }
  return has_numbers;
}

void bind_stream(nb::module_& module) {
  nb::class_<PythonStream, PythonRows>(module, "Stream", "Rows of Arrow streams.")
      .def(nb::init<nb::callable, std::string, bool, Index>(), nb::arg("open"), nb::kw_only(),
           nb::arg("name"), nb::arg("can_rewind"), nb::arg("rows"),
           "The function gives a capsule `arrow_array_stream`, a fresh one for "
           "every pass.")
      .def("set_roles", &set_stream_roles, nb::kw_only(), nb::arg("protected") = ColumnNames(),
           nb::arg("label") = nb::none(), nb::arg("weight") = nb::none(),
           nb::arg("chosen") = ColumnNames(), nb::arg("dropped") = ColumnNames(),
           nb::arg("categorical") = ColumnNames(), nb::arg("kept") = ColumnNames(),
           nb::arg("features") = nb::none(),
           nb::arg("known_levels") = std::map<std::string, ColumnNames>(),
           nb::arg("may_be_empty") = false, nb::arg("as_text") = false, "What the columns are for.")
      .def(
          "close",
          [](PythonStream& self) {
            nb::gil_scoped_release unlocked;
            self.close();
          },
          "Lets go of the stream.")
      .def(
          "count_rows",
          [](PythonStream& self) {
            nb::gil_scoped_release unlocked;
            return self.count_rows();
          },
          "How many rows there are; reads them if it must.")
      .def_prop_ro("columns", &PythonStream::columns)
      .def_prop_ro("features", &stream_features, "Name of each, and whether it is categories.")
      .def_prop_ro("can_rewind", &PythonStream::can_rewind)
      .def_prop_ro("warnings", &PythonStream::warnings);
}

}  // namespace fairpca::python
