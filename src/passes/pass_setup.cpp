// SPDX-License-Identifier: BSD-3-Clause
#include <type_traits>
#include <utility>
#include <variant>

#include "fairpca/passes/passes.h"
#include "fairpca/version.h"
#include "fit/settings_table.h"
#include "passes/bytes.h"
#include "passes/messages.h"
#include "passes/pass_request.h"

namespace fairpca {
namespace {

constexpr std::uint64_t kSetupMark = 0x31505554455F5046ULL;

void write_names(ByteWriter& out, const std::vector<std::string>& names) {
  out.list(names, [&](const std::string& name) { out.text(name); });
}

std::vector<std::string> read_names(ByteReader& in) {
  return in.list(8, [&] { return in.text(); });
}

void write_options(ByteWriter& out, const OptionValues& values) {
  out.whole(values.size());
  for (const auto& [name, option] : values) {
    out.text(name);
    out.whole(option.index());
    std::visit(
        [&out](const auto& value) {
          using Value = std::decay_t<decltype(value)>;
          if constexpr (std::is_same_v<Value, bool>) {
            out.flag(value);
          } else if constexpr (std::is_same_v<Value, std::int64_t>) {
            out.whole(static_cast<std::uint64_t>(value));
          } else if constexpr (std::is_same_v<Value, double>) {
            out.real(value);
          } else if constexpr (std::is_same_v<Value, std::string>) {
            out.text(value);
          } else if constexpr (std::is_same_v<Value, std::vector<std::int64_t>>) {
            out.list(value, [&](std::int64_t one) { out.whole(static_cast<std::uint64_t>(one)); });
          } else if constexpr (std::is_same_v<Value, std::vector<double>>) {
            out.list(value, [&](double one) { out.real(one); });
          } else {
            write_names(out, value);
          }
        },
        option);
  }
}

OptionValue read_option(ByteReader& in) {
  const auto signed_whole = [&] { return static_cast<std::int64_t>(in.whole()); };
  switch (in.whole()) {
    case 0:
      return in.flag();
    case 1:
      return signed_whole();
    case 2:
      return in.real();
    case 3:
      return in.text();
    case 4:
      return in.list(8, signed_whole);
    case 5:
      return in.list(8, [&] { return in.real(); });
    case 6:
      return read_names(in);
    default:
      require_bytes(false);
      return false;
  }
}

OptionValues read_options(ByteReader& in) {
  OptionValues values;
  const std::size_t size = in.count(16);
  for (std::size_t i = 0; i < size; ++i) {
    std::string name = in.text();
    values[std::move(name)] = read_option(in);
  }
  return values;
}

}  // namespace

std::string setup_bytes(const PassSetup& setup) {
  ByteWriter out;
  out.whole(kSetupMark);
  out.text(kVersion);
  out.text(setup.settings.method);
  write_options(out, settings_table().values(setup.settings));
  write_options(out, setup.settings.options);
  const ColumnRoles& roles = setup.roles;
  write_names(out, roles.protected_columns);
  write_optional(out, roles.label);
  write_optional(out, roles.weight);
  write_names(out, roles.chosen);
  write_names(out, roles.dropped);
  write_names(out, roles.categorical);
  out.flag(roles.keep_protected);
  return out.take();
}

PassSetup parse_setup(std::string_view bytes) {
  ByteReader in(bytes);
  require_bytes(in.whole() == kSetupMark);
  const std::string version = in.text();
  if (version != kVersion) {
    reject(passes_message<"pass-version">("version"_is(std::string(kVersion)),
                                          "expected"_is(version)));
  }
  const std::string method = in.text();
  const OptionValues shared = read_options(in);
  PassSetup setup{settings_table().read(shared), {}};
  setup.settings.method = method;
  setup.settings.options = read_options(in);
  ColumnRoles& roles = setup.roles;
  roles.protected_columns = read_names(in);
  roles.label = read_optional(in);
  roles.weight = read_optional(in);
  roles.chosen = read_names(in);
  roles.dropped = read_names(in);
  roles.categorical = read_names(in);
  roles.keep_protected = in.flag();
  in.end();
  return setup;
}

}  // namespace fairpca
