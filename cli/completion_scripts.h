// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string_view>
#include <utility>

namespace fairpca::cli {

/// What each shell needs to ask `fairpca completion --words` and to offer the answer.  Nothing
/// about commands or options is said here.
inline constexpr std::pair<std::string_view, std::string_view> kCompletionScripts[] = {
    {"bash", R"script(# Completion of fairpca in bash:  source <(fairpca completion bash)
_fairpca() {
  local current=${COMP_WORDS[COMP_CWORD]} kind="" line i
  local -a typed
  COMPREPLY=()
  for ((i = 1; i <= COMP_CWORD; ++i)); do
    typed+=("${COMP_WORDS[i]}")
  done
  current=${current#[\"\']}
  # bash takes `--name=value` apart at the equals sign.
  if [[ $current == "=" ]]; then
    current=""
  elif ((COMP_CWORD > 2)) && [[ ${COMP_WORDS[COMP_CWORD-1]} == "=" ]]; then
    unset "typed[${#typed[@]}-1]"
  fi
  typed[${#typed[@]}-1]=$current
  while IFS= read -r line; do
    if [[ -z $kind ]]; then
      kind=$line
    else
      COMPREPLY+=("$(printf %q "${line%%$'\t'*}")")
    fi
  done < <("${COMP_WORDS[0]}" completion --words "${typed[@]}" 2>/dev/null)
  if [[ $kind == files ]]; then
    compopt -o filenames 2>/dev/null
    while IFS= read -r line; do
      COMPREPLY+=("$line")
    done < <(compgen -f -- "$current")
  fi
}
complete -F _fairpca fairpca
)script"},
    {"zsh", R"script(#compdef fairpca
# Completion of fairpca in zsh:  source <(fairpca completion zsh)
_fairpca() {
  local kind="" line
  local -a typed answers
  typed=("${(@Q)words[2,CURRENT]}")
  for line in "${(@f)$("${(Q)words[1]}" completion --words "${typed[@]}" 2>/dev/null)}"; do
    if [[ -z $kind ]]; then
      kind=$line
    elif [[ -n $line ]]; then
      answers+=("${${line%%$'\t'*}//:/\\:}:${line#*$'\t'}")
    fi
  done
  (( ${#answers} )) && _describe -V fairpca answers
  [[ $kind == files ]] && _files
}
if [[ ${funcstack[1]} == _fairpca ]]; then
  _fairpca "$@"
elif (( ${+functions[compdef]} )); then
  compdef _fairpca fairpca
fi
)script"},
    {"fish", R"script(# Completion of fairpca in fish:  fairpca completion fish | source
function __fairpca_words
    set -l typed (commandline -opc) (commandline -ct)
    set -l answers ($typed[1] completion --words $typed[2..-1] 2>/dev/null)
    test (count $answers) -gt 1; and printf '%s\n' $answers[2..-1]
    if test "$answers[1]" = files
        __fish_complete_path (commandline -ct)
    end
end
complete -c fairpca -f -a '(__fairpca_words)'
)script"},
};

}  // namespace fairpca::cli
