# bash completion for genctl. Made from the command table by npm run generate; not edited by hand.
# shellcheck shell=bash

# What can follow the command words $1: sets commands, flags and positions.
_genctl_follows() {
  commands='' flags='' positions=() repeats=''
  case $1 in
@FOLLOWS@
  esac
  flags="$flags @GLOBALS@"
}

# What the flag $2 of the command $1 takes: sets kind, empty where it takes no value.
_genctl_takes() {
  kind=''
  case "$1 $2" in
@TAKES@
  esac
}

# Offers those of the words $@ that begin with what is typed. Words are compared, never expanded: none is evaluated.
_genctl_offer() {
  local word
  for word; do
    [[ $word == "$typed"* ]] && COMPREPLY+=("$word")
  done
}

# Offers what genctl finds of the kind $1. A list shows what each is; what is inserted is the word alone.
_genctl_ask() {
  local word says found=() shown=()
  while IFS=$'\t' read -r word says; do
    found+=("$word")
    shown+=("$word${says:+  ($says)}")
  done < <("${words[0]}" __complete "$1" "$typed" "${words[@]:1}" 2>/dev/null)
  ((${#found[@]} > 0)) || return
  # A word that ends in = awaits its value.
  [[ ${found[0]} == *= ]] && type compopt >/dev/null 2>&1 && compopt -o nospace
  type compopt >/dev/null 2>&1 && compopt -o nosort 2>/dev/null
  if ((${#found[@]} > 1)) && [[ $COMP_TYPE == 63 || $COMP_TYPE == 33 ]]; then
    COMPREPLY+=("${shown[@]}")
  else
    COMPREPLY+=("${found[@]}")
  fi
}

# Leaves files (or folders: $1 is -d) to the shell, which knows how to quote them.
_genctl_files() {
  type compopt >/dev/null 2>&1 || return
  if [[ $1 == -d ]]; then
    compopt -o dirnames
  else
    compopt -o default
  fi
}

# A text may be @file; the name is quoted here, for the shell would look for the @ as well.
_genctl_text() {
  [[ $typed == @* ]] || return
  local file
  while IFS= read -r file; do
    if [[ -d $file ]]; then
      file=$file/
      type compopt >/dev/null 2>&1 && compopt -o nospace
    fi
    printf -v file %q "$file"
    COMPREPLY+=("@$file")
  done < <(compgen -f -- "${typed#@}")
}

# Offers values of the kind $1.
_genctl_values() {
  local choices
  case $1 in
    =*)
      IFS=' ' read -r -a choices <<<"${1#=}"
      _genctl_offer "${choices[@]}"
      ;;
    file) _genctl_files -f ;;
    folder) _genctl_files -d ;;
    text) _genctl_text ;;
    job-or-file)
      _genctl_ask job
      ((${#COMPREPLY[@]} > 0)) || _genctl_files -f
      ;;
    - | '') ;;
    *) _genctl_ask "$1" ;;
  esac
}

# The words of the line up to the cursor: bash takes them apart at each of COMP_WORDBREAKS, : and = among them.
_genctl_words() {
  local rest=${COMP_LINE:0:COMP_POINT} place word
  words=()
  for ((place = 0; place < COMP_CWORD; place++)); do
    word=${COMP_WORDS[place]}
    if [[ $rest == [[:space:]]* || $place -eq 0 ]]; then
      rest=${rest#"${rest%%[![:space:]]*}"}
      words+=("$word")
    else
      words[${#words[@]} - 1]+=$word
    fi
    rest=${rest#"$word"}
  done
  if [[ $rest == [[:space:]]* ]]; then
    typed=${rest#"${rest%%[![:space:]]*}"}
  else
    typed=${words[${#words[@]} - 1]}$rest
    unset "words[${#words[@]} - 1]"
  fi
}

# Takes from the candidates what bash will not replace, up to the last break in what is typed.
_genctl_trim() {
  local breaks=${COMP_WORDBREAKS//[^:=]/} kept place
  [[ -n $breaks && $typed == *[$breaks]* ]] || return
  kept=${typed%"${typed##*[$breaks]}"}
  for ((place = 0; place < ${#COMPREPLY[@]}; place++)); do
    COMPREPLY[place]=${COMPREPLY[place]#"$kept"}
  done
}

_genctl() {
  local words typed path='' commands flags positions repeats kind='' flag='' count=0 ended='' place word offered
  COMPREPLY=()
  _genctl_words
  for word in "${words[@]:1}"; do
    if [[ -n $kind ]]; then
      kind=''
    elif [[ -z $ended && $word == -- ]]; then
      ended=1
    elif [[ -z $ended && $word == -?* ]]; then
      [[ $word == *=* ]] || _genctl_takes "$path" "$word"
    else
      _genctl_follows "$path"
      if [[ $count -eq 0 && " $commands " == *" $word "* ]]; then
        path=${path:+$path }$word
      else
        count=$((count + 1))
      fi
    fi
  done
  _genctl_follows "$path"
  typed=${typed#[\"\']}
  if [[ -n $kind ]]; then
    _genctl_values "$kind"
  elif [[ -z $ended && $typed == --*=* ]]; then
    flag=${typed%%=*}
    typed=${typed#*=}
    _genctl_takes "$path" "$flag"
    _genctl_values "$kind"
    if [[ $COMP_WORDBREAKS != *=* ]]; then
      for ((place = 0; place < ${#COMPREPLY[@]}; place++)); do
        COMPREPLY[place]=$flag=${COMPREPLY[place]}
      done
    fi
  elif [[ -z $ended && $typed == -* ]]; then
    IFS=' ' read -r -a offered <<<"$flags"
    _genctl_offer "${offered[@]}"
  else
    if ((count == 0)) && [[ -n $commands ]]; then
      IFS=' ' read -r -a offered <<<"$commands"
      _genctl_offer "${offered[@]}"
    fi
    place=$count
    [[ -n $repeats && $place -ge ${#positions[@]} ]] && place=$((${#positions[@]} - 1))
    ((place < ${#positions[@]})) && _genctl_values "${positions[place]}"
  fi
  _genctl_trim
}

if type compopt >/dev/null 2>&1; then
  complete -F _genctl genctl
else
  complete -o default -F _genctl genctl
fi
