// SPDX-License-Identifier: BSD-3-Clause
#include "completion.h"

#include <algorithm>
#include <exception>
#include <filesystem>
#include <memory>
#include <optional>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "command_words.h"
#include "completion_scripts.h"
#include "data_options.h"
#include "experiments/experiments.h"
#include "fairpca/fit/methods.h"
#include "fairpca/measure/measures.h"
#include "fairpca/synthetic/synthetic.h"
#include "messages.h"
#include "output.h"
#include "spec_options.h"
#include "spelling.h"
#include "subcommands.h"

namespace fairpca::cli {
namespace {

using Kind = CommandWord::Kind;

/// What could stand where somebody is typing.
struct Offer {
  std::vector<std::pair<std::string, std::string>> words = {};  ///< with what they are
  bool files = false;

  void add(const std::string& word, const std::string& meaning = "") {
    words.emplace_back(word, meaning.substr(0, meaning.find('\n')));
  }
};

/// `--method` of a fit, or the default.
const Method* method_of(const std::vector<CommandWord>& words) {
  std::string id = given_value(words, "--method");
  if (id.empty()) id = FitSettings().method;
  for (const Method& method : methods()) {
    if (method.id == id) return &method;
  }
  return nullptr;
}

/// The names in the header of the table that was named; none where it cannot be read.
std::vector<std::string> column_names(const std::vector<CommandWord>& words) {
  constexpr std::size_t kMostNames = 2000;  // more help nobody
  std::vector<std::string> names;
  for (const CommandWord& word : words) {
    std::error_code ignored;
    const bool is_table = word.kind == Kind::kPositional && word.option != nullptr &&
                          word.option->check_name("DATA") &&
                          std::filesystem::is_regular_file(word.text, ignored) &&
                          !word.text.ends_with(".npy");
    if (!is_table) continue;
    try {
      DataArguments data;
      const std::string delimiter = given_value(words, "--delimiter");
      if (!delimiter.empty()) {
        data.open.csv.delimiter = delimiter == "tab" || delimiter == "\\t" ? '\t' : delimiter[0];
      }
      const Schema schema = data.open_table(word.text)->schema();
      for (const auto& column : schema.features) names.push_back(column.name);
    } catch (const std::exception&) {  // it will be said when the command runs
      return {};
    }
  }
  if (names.size() > kMostNames) names.resize(kMostNames);
  return names;
}

/// The words of `exact|subgradient`; what is no word of the program, as `a number >= 0`, is not
/// one.
void add_choices(Offer& offer, const std::string& type) {
  for (std::size_t at = 0; at <= type.size();) {
    const std::size_t end = std::min(type.find('|', at), type.size());
    const std::string word = type.substr(at, end - at);
    if (word.find(' ') == std::string::npos) offer.add(word);
    at = end + 1;
  }
}

/// What a value may be, by the name that stands for it in the help.
Offer offer_of_value(const std::string& type, const std::vector<CommandWord>& words) {
  Offer offer;
  if (type == "ID") {
    for (const Method& method : methods()) offer.add(method.id, method.brief);
  } else if (type == "MEASURE" || type == "LIST") {
    for (const Measure& measure : measures()) offer.add(measure.id, measure.summary);
  } else if (type == "COL") {
    for (const std::string& name : column_names(words)) offer.add(name);
  } else if (type == "EXPERIMENT") {
    for (const Experiment& experiment : experiments()) offer.add(experiment.id);
  } else if (type == "NAME") {
    for (const SyntheticSpec& spec : synthetic_specs()) offer.add(spec.name, spec.summary);
  } else if (type == "SHELL") {
    for (const auto& [shell, script] : kCompletionScripts) offer.add(std::string(shell));
  } else if (type.find('|') != std::string::npos) {
    add_choices(offer, type);
  } else {
    constexpr std::string_view kFiles[] = {"DATA",  "MODEL", "FILE",        "OUT",
                                           "FRONT", "DIR",   "[NAME=]FILE", "TABLE"};
    offer.files = std::find(std::begin(kFiles), std::end(kFiles), type) != std::end(kFiles);
  }
  return offer;
}

/// What the value of an option may be; that of a method's own option depends on the method.
Offer offer_of(const CLI::Option& option, const std::vector<CommandWord>& words) {
  if (option.get_positional()) return offer_of_value(option.get_name(true, false), words);
  const Method* method = option.get_group().empty() ? method_of(words) : nullptr;
  if (method == nullptr) return offer_of_value(option.get_type_name(), words);
  for (const OptionSpec& spec : method->options) {
    if (flag_of(spec.name) == "--" + option.get_lnames().front()) {
      return offer_of_value(value_name_of(spec), words);
    }
  }
  return {};
}

bool is_given(const CLI::Option& option, const std::vector<CommandWord>& words) {
  return std::any_of(words.begin(), words.end(), [&option](const CommandWord& word) {
    return word.kind == Kind::kOption && word.option == &option;
  });
}

/// The options of the command that may still be given, of a fit those of its method among them.
Offer offer_of_options(const CLI::App& command, const std::vector<CommandWord>& words) {
  Offer offer;
  for (const CLI::Option* option : command.get_options()) {
    const bool is_shown = option->nonpositional() && !option->get_group().empty();
    if (!is_shown || (is_given(*option, words) && !may_be_repeated(*option))) continue;
    offer.add("--" + option->get_lnames().front(), option->get_description());
  }
  const bool has_methods = command.get_option_no_throw("--method") != nullptr;
  const Method* method = has_methods ? method_of(words) : nullptr;
  if (method == nullptr) return offer;
  for (const OptionSpec& spec : method->options) {
    const CLI::Option* option = command.get_option_no_throw(flag_of(spec.name));
    if (option == nullptr || is_given(*option, words)) continue;
    offer.add(flag_of(spec.name), spec.help);
  }
  return offer;
}

/// What may stand behind the words of a command where no option is being typed: a value of the last
/// option, the next positional argument, or one more value of a repeated option.
Offer offer_of_words(const CLI::App& command, const std::vector<std::string>& typed) {
  std::vector<std::string> with_next = typed;
  with_next.emplace_back("x");
  const std::vector<CommandWord> words = read_words(command, typed);
  const CommandWord next = read_words(command, with_next).back();
  return next.option == nullptr ? Offer{} : offer_of(*next.option, words);
}

/// `--center=ov`: the value behind the equals sign, offered together with the option.
Offer offer_behind_equals(const CLI::App& command, const std::vector<std::string>& typed,
                          const std::string& current) {
  const std::string flag = current.substr(0, current.find('='));
  const CLI::Option* option = command.get_option_no_throw(flag);
  if (option == nullptr) return {};
  Offer offer = offer_of(*option, read_words(command, typed));
  for (auto& [word, meaning] : offer.words) word = flag + '=' + word;
  offer.files = false;
  return offer;
}

Offer offer_of_commands(const CLI::App& program) {
  Offer offer;
  for (const CLI::App* command : program.get_subcommands([](const CLI::App*) { return true; })) {
    offer.add(command->get_name(), command->get_description());
  }
  return offer;
}

/// `typed` stands before `current`, which is being typed.
Offer offer_for(const CLI::App& program, const std::vector<std::string>& typed,
                const std::string& current) {
  const bool is_option = current.starts_with('-');
  if (typed.empty()) {
    Offer offer = offer_of_commands(program);
    if (is_option) offer.words = {{"--help", "Show this help"}, {"--version", "Version"}};
    return offer;
  }
  if (typed.front() == "help") return offer_of_commands(program);
  const CLI::App* command = find_command(program, typed.front());
  if (command == nullptr) return {};
  const std::vector<std::string> rest(typed.begin() + 1, typed.end());
  const std::vector<CommandWord> words = read_words(*command, rest);
  // An option without its value takes what comes next, whatever it looks like.
  const bool is_value = !words.empty() && words.back().kind == Kind::kOption &&
                        words.back().option->get_expected_max() > 0 &&
                        words.back().text.find('=') == std::string::npos;
  if (is_option && !is_value) {
    if (current.find('=') != std::string::npos) return offer_behind_equals(*command, rest, current);
    return offer_of_options(*command, words);
  }
  return offer_of_words(*command, rest);
}

ExitCode run(const std::string& shell) {
  std::string names;
  for (const auto& [name, script] : kCompletionScripts) {
    if (name == shell) {
      print(script);
      return ExitCode::kDone;
    }
    names += (names.empty() ? "" : " | ") + std::string(name);
  }
  reject(cli_message<"shell-unknown">("shells"_is(names), "value"_is(Quoted{shell})));
}

constexpr std::string_view kWordsFlag = "--words";

}  // namespace

bool asks_to_complete(const std::vector<std::string>& words) {
  return words.size() >= 2 && words[0] == "completion" && words[1] == kWordsFlag;
}

std::string completions(const CLI::App& program, const std::vector<std::string>& words) {
  std::vector<std::string> typed(words.begin() + 2, words.end());
  const std::string current = typed.empty() ? "" : typed.back();
  if (!typed.empty()) typed.pop_back();
  const Offer offer = offer_for(program, typed, current);
  std::string text = offer.files ? "files\n" : "words\n";
  for (const auto& [word, meaning] : offer.words) {
    const bool fits = word.starts_with(current) && word.find('\n') == std::string::npos;
    if (fits) text += fmt::format("{}\t{}\n", word, meaning);
  }
  return text;
}

Action add_completion(CLI::App& program) {
  auto shell = std::make_shared<std::string>();
  CLI::App* command =
      program.add_subcommand("completion", "Completion of commands, options, columns for a shell");
  command->add_option("SHELL", *shell, "bash, zsh or fish")->type_name("")->required();
  command->footer(
      "Writes a script for the shell, which asks this program what fits where.\n"
      "Examples:\n"
      "  source <(fairpca completion bash)       in ~/.bashrc\n"
      "  source <(fairpca completion zsh)        in ~/.zshrc, behind compinit\n"
      "  fairpca completion fish | source        in ~/.config/fish/config.fish");
  return [shell] { return run(*shell); };
}

}  // namespace fairpca::cli
