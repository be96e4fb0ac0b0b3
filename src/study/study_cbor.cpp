// SPDX-License-Identifier: BSD-3-Clause
#include "study/study_cbor.h"

#include <cstring>

#include "study/messages.h"

namespace fairpca {
namespace {

using CborJson = nlohmann::json;

/// Follows a file without keeping anything, and gives up where it is nested too deeply: reading it
/// whole would take a step into the stack for each level.
class DepthCheck final : public nlohmann::json_sax<CborJson> {
 public:
  bool null() override { return true; }
  bool boolean(bool) override { return true; }
  bool number_integer(number_integer_t) override { return true; }
  bool number_unsigned(number_unsigned_t) override { return true; }
  bool number_float(number_float_t, const string_t&) override { return true; }
  bool string(string_t&) override { return true; }
  bool binary(binary_t&) override { return true; }
  bool key(string_t&) override { return true; }
  bool start_object(std::size_t) override { return ++depth_ <= kDeepest; }
  bool start_array(std::size_t) override { return ++depth_ <= kDeepest; }
  bool end_object() override { return --depth_ >= 0; }
  bool end_array() override { return --depth_ >= 0; }
  bool parse_error(std::size_t, const std::string&, const nlohmann::detail::exception&) override {
    return false;
  }

 private:
  static constexpr int kDeepest = 8;
  int depth_ = 0;
};

}  // namespace

std::string cbor_bytes(const CborJson& value) {
  std::string bytes;
  CborJson::to_cbor(value, nlohmann::detail::output_adapter<char, std::string>(bytes));
  return bytes;
}

void reject_task(const std::string& file, const std::string& reason) {
  reject(study_message<"damaged-task">("place"_is(Place{.file = file}), "reason"_is(reason)));
}

CborJson parse_cbor(std::string_view bytes, const std::string& file) {
  try {
    DepthCheck check;
    if (CborJson::sax_parse(bytes.begin(), bytes.end(), &check, CborJson::input_format_t::cbor)) {
      return CborJson::from_cbor(bytes.begin(), bytes.end());
    }
  } catch (const CborJson::exception&) {  // its words are of bytes and types, not of a study
  }
  reject_task(file, "it is cut short or was changed");
}

CborJson matrix_json(const Matrix& matrix) {
  std::vector<std::uint8_t> bytes(static_cast<std::size_t>(matrix.size()) * sizeof(double));
  if (!bytes.empty()) std::memcpy(bytes.data(), matrix.data(), bytes.size());
  return {{"columns", matrix.size() == 0 ? Index{0} : matrix.cols()},
          {"numbers", CborJson::binary(std::move(bytes))}};
}

Matrix matrix_of(const CborJson& value, const std::string& file) {
  const bool has_fields = value.is_object() && value.contains("columns") &&
                          value.contains("numbers") && value.at("columns").is_number_unsigned() &&
                          value.at("numbers").is_binary();
  if (!has_fields) reject_task(file, "a matrix is missing");
  const auto& bytes = value.at("numbers").get_binary();
  const std::size_t numbers = bytes.size() / sizeof(double);
  const auto columns = value.at("columns").get<std::uint64_t>();
  const bool is_whole = bytes.size() % sizeof(double) == 0 &&
                        (columns == 0 ? numbers == 0 : numbers % columns == 0) &&
                        columns <= numbers;
  if (!is_whole) reject_task(file, "a matrix has not as many numbers as it says");
  if (numbers == 0) return {};
  Matrix matrix(static_cast<Index>(numbers / columns), static_cast<Index>(columns));
  std::memcpy(matrix.data(), bytes.data(), bytes.size());
  return matrix;
}

}  // namespace fairpca
