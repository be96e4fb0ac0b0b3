// SPDX-License-Identifier: BSD-3-Clause
#include "errors.h"

#include <algorithm>
#include <exception>
#include <map>
#include <new>
#include <stdexcept>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include <nanobind/stl/map.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/variant.h>

#include "bindings.h"
#include "messages.h"
#include "model/messages.h"
#include "options/messages.h"
#include "spelling.h"
#include "text/shown_text.h"

namespace fairpca::python {
namespace {

nb::object number(const MessageArgument& argument) {
  if (const auto* whole = std::get_if<std::int64_t>(&argument.value)) return nb::int_(*whole);
  if (const auto* real = std::get_if<double>(&argument.value)) return nb::float_(*real);
  return to_str(std::get<std::string>(argument.value));  // withheld
}

nb::object or_none(const std::string& text) {
  return text.empty() ? nb::none() : nb::object(to_str(text));
}

nb::dict place(const Place& place) {
  nb::dict facts;
  facts["file"] = or_none(place.file);
  facts["row"] = place.row == 0 ? nb::none() : nb::object(nb::int_(place.row));
  facts["column"] = or_none(place.column);
  return facts;
}

nb::object argument_value(const MessageArgument& argument) {
  using Kind = MessageArgument::Kind;
  switch (argument.kind) {
    case Kind::kNumber:
      return number(argument);
    case Kind::kOption:
      return to_str(spelled_in_python({std::get<std::string>(argument.value), argument.unit}));
    case Kind::kPlace:
      return place(argument.place);
    case Kind::kMessage:
      return nb::cast(*argument.message);
    case Kind::kQuoted:
    case Kind::kWords:
      break;
  }
  return to_str(std::get<std::string>(argument.value));
}

nb::dict arguments(const Message& message) {
  nb::dict values;
  for (const MessageArgument& argument : message.arguments()) {
    values[argument.name.c_str()] = argument_value(argument);
  }
  return values;
}

/// The argument of this name, here or in a message inside; None: there is none.
nb::object find_argument(const Message& message, const char* name) {
  for (const MessageArgument& argument : message.arguments()) {
    if (argument.name == name) return argument_value(argument);
    if (!argument.message) continue;
    nb::object inner = find_argument(*argument.message, name);
    if (!inner.is_none()) return inner;
  }
  return nb::none();
}

nb::object option_of(const Message& message) {
  return or_none(parameter_of(message.option()));
}

/// An exception or warning whose attributes are what the message knows.
nb::object exception_of(nb::handle type, const Message& message) {
  nb::object exception = type(sentence(message));
  nb::setattr(exception, "code", to_str(message.code()));
  nb::setattr(exception, "option", option_of(message));
  for (const auto& [name, value] : place(message.place())) nb::setattr(exception, name, value);
  nb::setattr(exception, "value", find_argument(message, "value"));
  nb::setattr(exception, "allowed", find_argument(message, "allowed"));
  nb::setattr(exception, "arguments", arguments(message));
  return exception;
}

void set_error(PyObject* type, const Message& message) {
  try {
    PyErr_SetObject(type, exception_of(nb::handle(type), message).ptr());
  } catch (nb::python_error& error) {
    error.restore();
  }
}

void translate(const std::exception_ptr& thrown, void* /*unused*/) {
  try {
    std::rethrow_exception(thrown);
  } catch (const InvalidArgument& error) {
    set_error(PyExc_ValueError, error.message());
  } catch (const IoError& error) {
    if (is_ctrl_c(error)) return PyErr_SetNone(PyExc_KeyboardInterrupt);
    set_error(PyExc_OSError, error.message());
  } catch (const std::bad_alloc&) {
    set_error(PyExc_MemoryError, python_message<"out-of-memory">());
  } catch (const std::length_error&) {  // more elements than a container can count
    set_error(PyExc_MemoryError, python_message<"out-of-memory">());
  } catch (const Stopped& error) {
    PyErr_SetString(PyExc_KeyboardInterrupt, error.what());
  }
}

/// Arguments as Python gives them: user text (in quotes), numbers, messages.
using GivenArguments =
    std::map<std::string, std::variant<std::int64_t, double, std::string, Message>>;
/// Words of the program, and values already shown.
using GivenWords = std::map<std::string, std::string>;

template <std::size_t size>
const MessageSpec* find_in(const MessageSpec (&table)[size], const std::string& code) {
  const auto* const found = std::find_if(
      table, table + size, [&code](const MessageSpec& spec) { return spec.code == code; });
  return found == table + size ? nullptr : found;
}

const MessageSpec& find_spec(const std::string& code) {
  for (const MessageSpec* spec : {find_in(kPythonMessages, code), find_in(kOptionMessages, code),
                                  find_in(kModelMessages, code)}) {
    if (spec != nullptr) return *spec;
  }
  throw nb::key_error(code.c_str());
}

struct Given {
  using Kind = MessageArgument::Kind;
  std::string name;
  MessageArgument operator()(const std::string& text) const {
    return {.name = name, .kind = Kind::kQuoted, .value = text};
  }
  MessageArgument operator()(const Message& message) const {
    return {
        .name = name, .kind = Kind::kMessage, .message = std::make_shared<const Message>(message)};
  }
  template <class Number>
  MessageArgument operator()(Number number) const {
    return {.name = name, .kind = Kind::kNumber, .value = number};
  }
};

/// A message of Python's own.  The words `option` name the parameter it is about; a row and a
/// column among the arguments make a place.
Message message_of(const std::string& code, const GivenArguments& given, const GivenWords& words) {
  std::vector<MessageArgument> all;
  for (const auto& [name, value] : given) all.push_back(std::visit(Given{name}, value));
  for (const auto& [name, text] : words) {
    const bool is_option = name == "option";
    all.push_back(
        {.name = name,
         .kind = is_option ? MessageArgument::Kind::kOption : MessageArgument::Kind::kWords,
         .value = text});
  }
  const auto row = given.find("row"), column = given.find("column");
  if (row != given.end() && column != given.end()) {
    all.push_back({.name = "place",
                   .kind = MessageArgument::Kind::kPlace,
                   .place = {.row = std::get<std::int64_t>(row->second),
                             .column = std::get<std::string>(column->second)}});
  }
  return {find_spec(code), std::move(all)};
}

void bind_message(nb::module_& module) {
  nb::class_<Message>(module, "Message", "Something said to the user: which message, about what.")
      .def_prop_ro("code", [](const Message& self) { return to_str(self.code()); })
      .def_prop_ro("option", &option_of, "The parameter it is about, or None.",
                   nb::sig("def option(self) -> str | None"))
      .def_prop_ro("arguments", &arguments, "What the sentence mentions, by name.",
                   nb::sig("def arguments(self) -> dict[str, object]"))
      .def("__str__", &sentence)
      .def("__repr__", [](const Message& self) {
        return nb::str("Message({!r}, {!r})").format(to_str(self.code()), sentence(self));
      });
}

}  // namespace

nb::str to_str(std::string_view text) {
  PyObject* made =
      PyUnicode_DecodeUTF8(text.data(), static_cast<Py_ssize_t>(text.size()), "backslashreplace");
  if (made == nullptr) throw nb::python_error();
  return nb::steal<nb::str>(made);
}

nb::str sentence(const Message& message) {
  return to_str(shown_message(message.text(spelled_in_python)));
}

bool is_ctrl_c(const IoError& error) {
  if (error.message().code() != "stream-failed") return false;
  const std::string reason = error.message().argument("reason");
  constexpr std::string_view kNewLine = "\\x0a";  // as messages show it
  std::string_view rest = reason;
  while (rest.ends_with(kNewLine)) rest.remove_suffix(kNewLine.size());
  const std::size_t line = rest.rfind(kNewLine);
  return line != rest.npos && rest.substr(line + kNewLine.size()) == "KeyboardInterrupt";
}

void bind_errors(nb::module_& module) {
  nb::register_exception_translator(translate);
  bind_message(module);
  module.def("message", &message_of, nb::arg("code"), nb::arg("arguments"), nb::arg("words"),
             "A message of Python's own, from its table.");
  module.def(
      "exception",
      [](const nb::type_object& type, const Message& message) {
        return exception_of(type, message);
      },
      nb::arg("type"), nb::arg("message"),
      nb::sig("def exception(type: type[BaseException], message: Message) -> typing.Any"),
      "An exception or warning that holds a message.");
}

}  // namespace fairpca::python
