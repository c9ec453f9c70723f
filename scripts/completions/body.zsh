#compdef genctl
# zsh completion for genctl. Made from the command table by npm run generate; not edited by hand.

# Offers what genctl finds of the kind in the last word of "$@"; the words before it are compadd's own. What is found goes
# to compadd as it is: nothing in it is expanded.
_genctl_ask() {
  local kind=$argv[-1] row tab=$'\t'
  local -a rows found shown awaits
  rows=("${(@f)$("${(Q)genctl_line[1]}" __complete $kind "${(Q)PREFIX}" "${(@)genctl_line[2,-1]}" 2>/dev/null)}")
  for row in "${(@)rows}"; do
    [[ -n $row ]] || continue
    found+=("${row%%$tab*}")
    shown+=("${row%%$tab*}  ${row#*$tab}")
  done
  (($#found)) || return 1
  # A word that ends in = awaits its value.
  [[ $found[1] == *= ]] && awaits=(-S '')
  compadd "${(@)awaits}" -V genctl -l -d shown "${(@)argv[1,-2]}" -a found
}

_genctl_job_or_file() {
  _genctl_ask "$@" job || _files
}

# A text may be @file.
_genctl_text() {
  compset -P '@' && _files
}

_genctl_globals=(
@GLOBALS@
)

@LISTS@

_genctl() {
  local curcontext=$curcontext state state_descr ret=1
  local -a line genctl_line
  local -A opt_args
  genctl_line=("${words[@]}")
  # What comes after the command is the command's to complete, flags as well.
  _arguments -C -s -A '-*' $_genctl_globals ':command:->command' '*::argument:->rest' && ret=0
  case $state in
    command) _genctl_list && ret=0 ;;
    rest)
      curcontext=${curcontext%:*:*}:genctl-$line[1]:
      case $line[1] in
@COMMANDS@
      esac
      ;;
  esac
  return ret
}

if [[ $funcstack[1] == _genctl ]]; then
  _genctl "$@"
else
  compdef _genctl genctl
fi
