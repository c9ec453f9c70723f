# bash completion for genctl, from 3.2 on: at each TAB genctl says what fits.
# shellcheck shell=bash

_genctl() {
  local word says rest='' found=() shown=()
  while IFS=$'\t' read -r word says; do
    [[ $word == :* ]] && rest=$word && continue
    found+=("$word")
    shown+=("$word${says:+  ($says)}")
  done < <("$1" __complete "${COMP_LINE:0:COMP_POINT}" "$2" 2>/dev/null)
  COMPREPLY=("${found[@]}")
  # A list that fits a window shows what each is; what is inserted is the word alone.
  ((${#found[@]} > 1 && ${#found[@]} < 50)) && [[ $COMP_TYPE == 63 || $COMP_TYPE == 33 ]] && COMPREPLY=("${shown[@]}")
  type compopt >/dev/null 2>&1 || return 0
  compopt -o nosort 2>/dev/null
  # A word that ends in = awaits its value.
  [[ ${found[0]} == *= ]] && compopt -o nospace
  case $rest in
    :files) compopt -o default ;;
    :folders) compopt -o dirnames ;;
    # The name behind an @ is quoted here, for the shell would look for the @ as well.
    :text) while IFS= read -r word; do
      [[ -d $word ]] && word=$word/ && compopt -o nospace
      COMPREPLY+=("@$(printf %q "$word")")
    done < <(compgen -f -- "${2#@}") ;;
  esac
}

if type compopt >/dev/null 2>&1; then complete -F _genctl genctl; else complete -o default -F _genctl genctl; fi
