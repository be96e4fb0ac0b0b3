// SPDX-License-Identifier: BSD-3-Clause
#include "files/archive_meta.h"

#include <algorithm>
#include <charconv>
#include <set>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "files/messages.h"

namespace fairpca {
namespace {

using Json = nlohmann::json;

constexpr std::size_t kMaxDepth = 32;

/// Walks a JSON text without building it, so that a hostile one costs no memory or stack.
class MetaCheck final : public nlohmann::json_sax<Json> {
 public:
  std::string problem;

  bool null() override { return value(); }
  bool boolean(bool) override { return value(); }
  bool number_integer(number_integer_t) override { return value(); }
  bool number_unsigned(number_unsigned_t) override { return value(); }
  bool number_float(number_float_t, const string_t&) override { return value(); }
  bool string(string_t&) override { return value(); }
  bool binary(binary_t&) override { return value(); }
  bool start_object(std::size_t) override { return enter(); }
  bool start_array(std::size_t) override { return value() && enter(); }
  bool end_object() override { return leave(); }
  bool end_array() override { return leave(); }
  bool key(string_t& name) override {
    if (keys_.size() == 1 && (name == "format" || name == "version")) {
      return fail(fmt::format("it has a key \"{}\" of its own", name));
    }
    if (!keys_.back().insert(name).second) return fail(fmt::format("it has \"{}\" twice", name));
    return true;
  }
  bool parse_error(std::size_t position, const std::string&, const Json::exception&) override {
    return fail(fmt::format("it is not JSON (byte {})", position));
  }

 private:
  bool fail(std::string why) {
    problem = std::move(why);
    return false;
  }
  bool value() { return !keys_.empty() || fail("it is not a JSON object"); }
  bool enter() {
    if (keys_.size() == kMaxDepth) {
      return fail(fmt::format("it is nested deeper than {} levels", kMaxDepth));
    }
    keys_.emplace_back();
    return true;
  }
  bool leave() {
    keys_.pop_back();
    return true;
  }
  std::vector<std::set<std::string>> keys_;  // seen so far, per open bracket
};

bool take(std::string_view& text, std::string_view prefix) {
  if (!text.starts_with(prefix)) return false;
  text.remove_prefix(prefix.size());
  return true;
}

}  // namespace

std::string problem_with_meta(std::string_view text) {
  MetaCheck check;
  if (!text.starts_with('{')) return "it is not a JSON object";
  if (!Json::sax_parse(text, &check) && check.problem.empty()) return "it is not JSON";
  return check.problem;
}

std::string wrap_meta(const std::string& meta, const ArchiveKind& kind) {
  const std::string_view rest = std::string_view(meta).substr(1);
  const bool has_keys = rest[rest.find_first_not_of(" \t\r\n")] != '}';
  return fmt::format(R"({{"format":"fairpca-{}","version":{}{}{})", kind.name, kind.version,
                     has_keys ? "," : "", rest);
}

void reject_kind(const std::string& origin, const ArchiveKind& kind) {
  reject(files_message<"not-an-archive">("place"_is(Place{origin}), "kind"_is(kind.name),
                                         "reason"_is("it does not start like one")));
}

std::string_view check_kind(std::string_view content, const ArchiveKind& kind,
                            const std::string& origin) {
  std::string_view rest = content;
  const std::size_t quote = take(rest, R"({"format":"fairpca-)") ? rest.find('"') : rest.npos;
  if (quote == rest.npos) reject_kind(origin, kind);
  const std::string_view name = rest.substr(0, quote);
  const bool is_word = std::all_of(name.begin(), name.end(),
                                   [](char letter) { return letter >= 'a' && letter <= 'z'; });
  if (!is_word) reject_kind(origin, kind);
  if (name != kind.name) {
    reject(files_message<"archive-kind">("place"_is(Place{origin}), "found"_is(name),
                                         "kind"_is(kind.name)));
  }
  return rest.substr(quote);
}

UnwrappedMeta unwrap_meta(std::string_view content, const ArchiveKind& kind,
                          const std::string& origin) {
  std::string_view rest = check_kind(content, kind, origin);
  int version = 0;
  if (take(rest, R"(","version":)")) {
    const auto [end, error] = std::from_chars(rest.data(), rest.data() + rest.size(), version);
    rest.remove_prefix(static_cast<std::size_t>(end - rest.data()));
  }
  if (version > kind.version) {
    reject(files_message<"newer-archive">("place"_is(Place{origin}), "version"_is(version),
                                          "known"_is(kind.version)));
  }
  take(rest, ",");
  std::string meta = "{";
  meta += rest;
  if (std::string problem = problem_with_meta(meta); !problem.empty()) {
    reject(files_message<"damaged-archive">("place"_is(Place{origin}),
                                            "reason"_is("meta.json cannot be used: " + problem)));
  }
  if (wrap_meta(meta, {kind.name, version}) != content) {
    reject(files_message<"damaged-archive">("place"_is(Place{origin}),
                                            "reason"_is("meta.json is not as fairpca writes it")));
  }
  return {std::move(meta), version};
}

}  // namespace fairpca
