// SPDX-License-Identifier: BSD-3-Clause
#include "rows/arrow_types.h"

#include <charconv>
#include <string_view>

#include <fmt/format.h>

#include "text/quoted.h"

namespace fairpca {
namespace {

ArrowType whole_numbers(int bytes, bool is_signed) {
  return {.kind = ArrowKind::kInteger, .bytes = bytes, .is_signed = is_signed, .found = "numbers"};
}

ArrowType arrow_type_of(ArrowKind kind, int bytes, const char* found) {
  return {.kind = kind, .bytes = bytes, .found = found};
}

ArrowType unused_type(std::string found) {
  return {.kind = ArrowKind::kOther, .found = std::move(found)};
}

ArrowType one_letter_type(char letter) {
  switch (letter) {
    case 'n':
      return arrow_type_of(ArrowKind::kNull, 0, "nothing but nulls");
    case 'b':
      return arrow_type_of(ArrowKind::kBoolean, 0, "booleans");
    case 'c':
    case 'C':
      return whole_numbers(1, letter == 'c');
    case 's':
    case 'S':
      return whole_numbers(2, letter == 's');
    case 'i':
    case 'I':
      return whole_numbers(4, letter == 'i');
    case 'l':
    case 'L':
      return whole_numbers(8, letter == 'l');
    case 'e':
      return arrow_type_of(ArrowKind::kFloat, 2, "numbers");
    case 'f':
      return arrow_type_of(ArrowKind::kFloat, 4, "numbers");
    case 'g':
      return arrow_type_of(ArrowKind::kFloat, 8, "numbers");
    case 'u':
    case 'z':
      return arrow_type_of(ArrowKind::kText, 4, "texts");
    case 'U':
    case 'Z':
      return arrow_type_of(ArrowKind::kText, 8, "texts");
    default:
      return unused_type("");
  }
}

/// Takes a whole number, and the comma behind it, off the start of `text`.
bool take_whole(std::string_view& text, int& value) {
  const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (problem != std::errc()) return false;
  text.remove_prefix(static_cast<std::size_t>(end - text.data()));
  if (text.empty()) return true;
  if (text.front() != ',') return false;
  text.remove_prefix(1);
  return true;
}

/// `precision,scale` or `precision,scale,bits`.
ArrowType decimal_type(std::string_view text) {
  constexpr int kLargestScale = 1000;
  int precision = 0, scale = 0, bits = 128;
  const bool is_read = take_whole(text, precision) && !text.empty() && take_whole(text, scale) &&
                       (text.empty() || (take_whole(text, bits) && text.empty()));
  const bool is_known = bits == 32 || bits == 64 || bits == 128 || bits == 256;
  if (!is_read || !is_known || scale > kLargestScale || scale < -kLargestScale)
    return unused_type("");
  return {
      .kind = ArrowKind::kDecimal, .bytes = bits / 8, .scale = scale, .found = "decimal numbers"};
}

std::int64_t ticks_per_second(char unit) {
  switch (unit) {
    case 's':
      return 1;
    case 'm':
      return 1'000;
    case 'u':
      return 1'000'000;
    case 'n':
      return 1'000'000'000;
    default:
      return 0;
  }
}

/// The formats that begin with t.
ArrowType time_type(std::string_view format) {
  constexpr std::int64_t kSecondsPerDay = 86'400;
  if (format == "tdD") return arrow_type_of(ArrowKind::kDate, 4, "dates");
  ArrowType type;
  type.found = "dates or times";
  type.bytes = 8;
  if (format == "tdm") {
    type.kind = ArrowKind::kDate;
    type.ticks = 1'000 * kSecondsPerDay;
    return type;
  }
  if (format.starts_with("tD")) return unused_type("durations");
  if (format.starts_with("ti")) return unused_type("intervals of time");
  if (format.size() < 3) return unused_type("");
  type.ticks = ticks_per_second(format[2]);
  if (type.ticks == 0) return unused_type("");
  if (format[1] == 't' && format.size() == 3) {
    type.kind = ArrowKind::kTime;
    type.bytes = type.ticks > 1'000 ? 8 : 4;
    return type;
  }
  if (format[1] != 's' || format.size() < 4 || format[3] != ':') return unused_type("");
  type.kind = ArrowKind::kTimestamp;
  type.has_zone = format.size() > 4;
  return type;
}

/// The formats that begin with +.
const char* nested_words(std::string_view format) {
  const char letter = format.size() > 1 ? format[1] : '\0';
  switch (letter) {
    case 's':
      return "structures";
    case 'm':
      return "maps";
    case 'u':
      return "unions";
    case 'r':
      return "runs of equal values";
    default:
      return "lists";
  }
}

ArrowType plain_type(std::string_view format) {
  ArrowType type;
  if (format.size() == 1) {
    type = one_letter_type(format[0]);
  } else if (format == "vu" || format == "vz") {
    type = arrow_type_of(ArrowKind::kTextView, 16, "texts");
  } else if (format.starts_with("d:")) {
    type = decimal_type(format.substr(2));
  } else if (format.starts_with('t')) {
    type = time_type(format);
  } else if (format.starts_with('+')) {
    type = unused_type(nested_words(format));
  } else if (format.starts_with("w:")) {
    type = unused_type("binary data");
  }
  if (type.found.empty()) {
    type = unused_type(fmt::format("values of the Arrow format {}", in_quotes(format)));
  }
  return type;
}

}  // namespace

ArrowType arrow_type(const ArrowSchema& schema) {
  ArrowType type = plain_type(schema.format == nullptr ? "" : schema.format);
  if (schema.dictionary == nullptr) return type;
  if (type.kind != ArrowKind::kInteger)
    return unused_type("a dictionary without whole numbers as indices");
  if (schema.dictionary->dictionary != nullptr) {
    return unused_type("a dictionary of dictionaries");
  }
  ArrowType values = arrow_type(*schema.dictionary);
  if (values.kind == ArrowKind::kOther) {
    return unused_type(fmt::format("a dictionary of {}", values.found));
  }
  type.kind = ArrowKind::kDictionary;
  type.found = "categories";
  type.dictionary = std::make_shared<const ArrowType>(std::move(values));
  return type;
}

}  // namespace fairpca
