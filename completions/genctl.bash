# bash completion for genctl. Made from the command table by npm run generate; not edited by hand.
# shellcheck shell=bash

# What can follow the command words $1: sets commands, flags and positions.
_genctl_follows() {
  commands='' flags='' positions=() repeats=''
  case $1 in
    '') commands='submit status wait cancel models draft finalize refs download sync jobs gallery batch rerun compose costs show doctor auth config sandbox help worker queue recover api upload completion' ;;
    'submit') flags='-m --model -p --prompt --resolution --duration --ratio --output-format --audio --no-audio --bitrate-mode --return-last-frame --watermark --no-watermark --seed --reference-task --count --callback-url --prompt-enhance --input --set --body --first-frame --last-frame --ref-image --ref-video --ref-audio --once --revise --attempts --idempotency-key --resend --tag --max-cost --assume-cost --over-budget -w --wait --download -D --dir --s3-endpoint --name --overwrite --no-sidecar --verify --concurrency --timeout --interval --fail-fast --on-interrupt --exec --events --dry-run --curl --strict --no-preflight --no-probe --takes --vary --api --route --sync' positions=('text') repeats=1 ;;
    'status') flags='--exit-status --api --route' positions=('job') repeats=1 ;;
    'wait') flags='--all --any --download -D --dir --s3-endpoint --name --overwrite --no-sidecar --verify --concurrency --strict --timeout --interval --fail-fast --on-interrupt --exec --events --api --route' positions=('unfinished-job') repeats=1 ;;
    'cancel') flags='--api --route' positions=('unfinished-job') repeats=1 ;;
    'models') flags='--media --refresh --header --schema --skeleton' positions=('model') ;;
    'draft') flags='--takes --pick -m --model -p --prompt --resolution --duration --ratio --output-format --audio --no-audio --bitrate-mode --return-last-frame --watermark --no-watermark --seed --reference-task --callback-url --prompt-enhance --input --set --body --first-frame --last-frame --ref-image --ref-video --ref-audio --once --revise --attempts --idempotency-key --resend --tag --max-cost --assume-cost --over-budget -w --wait --download -D --dir --s3-endpoint --name --overwrite --no-sidecar --verify --concurrency --timeout --interval --fail-fast --on-interrupt --exec --events --dry-run --curl --strict --no-preflight --no-probe --api --route' positions=('text') repeats=1 ;;
    'finalize') flags='--output-format --bitrate-mode --return-last-frame --watermark --no-watermark --callback-url --set --once --revise --attempts --idempotency-key --resend --tag --max-cost --assume-cost --over-budget -w --wait --download -D --dir --s3-endpoint --name --overwrite --no-sidecar --verify --concurrency --timeout --interval --fail-fast --on-interrupt --exec --events --dry-run --curl --strict --no-preflight --no-probe --api --route' positions=('draft') repeats=1 ;;
    'refs') flags='-m --model -p --prompt --resolution --duration --ratio --output-format --audio --no-audio --bitrate-mode --return-last-frame --watermark --no-watermark --seed --reference-task --input --set --body --first-frame --last-frame --ref-image --ref-video --ref-audio --once --revise --attempts --idempotency-key --resend --tag --max-cost --assume-cost --over-budget -w --wait --download -D --dir --s3-endpoint --name --overwrite --no-sidecar --verify --concurrency --timeout --interval --fail-fast --on-interrupt --exec --events --dry-run --curl --strict --no-preflight --no-probe' positions=('text') repeats=1 ;;
    'download') flags='-D --dir --s3-endpoint --name --overwrite --no-sidecar --verify --concurrency --strict --preview --open --api --route' positions=('job') repeats=1 ;;
    'sync') flags='--limit --dry-run --model --batch --once --tag --grep --draft --since -D --dir --s3-endpoint --name --no-sidecar --verify --concurrency --strict' ;;
    'jobs') commands='prune' flags='--status --model --batch --once --tag --grep --draft --since --limit --columns --header --refresh --watch' ;;
    'jobs prune') flags='--older-than --dry-run' ;;
    'gallery') flags='--batch --limit -o --output --overwrite --open' positions=('job-or-file') repeats=1 ;;
    'batch') flags='--batch --id --format --journal --same-account --resume --skip-invalid --revise --retry-failed --attempts --resend --tag --shard --in-flight --queue --detach -m --model -p --prompt --resolution --duration --ratio --output-format --audio --no-audio --bitrate-mode --return-last-frame --watermark --no-watermark --seed --reference-task --count --callback-url --prompt-enhance --input --set --body --first-frame --last-frame --ref-image --ref-video --ref-audio --api --route --sync --max-cost --assume-cost --over-budget --report --failed --pick --picked --download -D --dir --s3-endpoint --name --overwrite --no-sidecar --verify --concurrency --timeout --interval --exec --on-interrupt --events --dry-run --strict --no-preflight --no-probe' positions=('file') ;;
    'rerun') flags='-m --model -p --prompt --resolution --duration --ratio --output-format --audio --no-audio --bitrate-mode --return-last-frame --watermark --no-watermark --seed --reference-task --count --callback-url --prompt-enhance --input --set --first-frame --last-frame --ref-image --ref-video --ref-audio --once --revise --attempts --idempotency-key --resend --tag --max-cost --assume-cost --over-budget -w --wait --download -D --dir --s3-endpoint --name --overwrite --no-sidecar --verify --concurrency --timeout --interval --fail-fast --on-interrupt --exec --events --dry-run --curl --strict --no-preflight --no-probe --takes --vary --api --route --sync' positions=('job-or-file') ;;
    'compose') flags='--resume --from -m --model -p --prompt --resolution --duration --ratio --output-format --audio --no-audio --bitrate-mode --return-last-frame --watermark --no-watermark --seed --reference-task --count --callback-url --prompt-enhance --input --set --body --first-frame --last-frame --ref-image --ref-video --ref-audio --once --revise --attempts --idempotency-key --resend --tag --max-cost --assume-cost --over-budget -w --wait --download -D --dir --s3-endpoint --name --overwrite --no-sidecar --verify --concurrency --timeout --interval --fail-fast --on-interrupt --exec --events --dry-run --curl --strict --no-preflight --no-probe' positions=('text') repeats=1 ;;
    'costs') flags='--by --since --header --refresh' ;;
    'show') flags='--diff --open --preview --api --route' positions=('job-or-file') repeats=1 ;;
    'doctor') : ;;
    'auth') commands='login list use set status logout' ;;
    'auth login') : ;;
    'auth list') : ;;
    'auth use') positions=('profile') ;;
    'auth set') positions=('=model credential_command upload_command budget.day budget.month' 'setting-value') ;;
    'auth status') : ;;
    'auth logout') positions=('profile') ;;
    'config') commands='list get set unset path' ;;
    'config list') flags='--show-origin' ;;
    'config get') positions=('=model dir name timeout interval concurrency idempotency_window color bell budget.day budget.month upload_command') ;;
    'config set') positions=('=model dir name timeout interval concurrency idempotency_window color bell budget.day budget.month upload_command' 'setting-value') ;;
    'config unset') positions=('=model dir name timeout interval concurrency idempotency_window color bell budget.day budget.month upload_command') ;;
    'config path') : ;;
    'sandbox') commands='serve reset info' ;;
    'sandbox serve') flags='--port --callback-port --no-cdn --in-flight --rate-limit --look-limit --no-retry-after --forget-keys-after' ;;
    'sandbox reset') : ;;
    'sandbox info') : ;;
    'help') flags='--schema' positions=('=exit-codes environment json routes submit status wait cancel models draft finalize refs download sync jobs gallery batch rerun compose costs show doctor auth config sandbox help worker queue recover api upload completion') ;;
    'worker') flags='--queue --slots --worker-name --metrics --download -D --dir --s3-endpoint --overwrite --no-sidecar --concurrency --verify --timeout --interval --exec --events' ;;
    'queue') commands='status pause resume limit retry drain' ;;
    'queue status') flags='--queue' ;;
    'queue pause') flags='--queue' ;;
    'queue resume') flags='--queue' ;;
    'queue limit') flags='--queue' positions=('-') ;;
    'queue retry') flags='--queue' positions=('-') repeats=1 ;;
    'queue drain') flags='--queue' ;;
    'recover') flags='--resend --same-account --forget --journal' ;;
    'api') flags='-i --include' positions=('-') repeats=1 ;;
    'upload') flags='--no-probe' positions=('file') repeats=1 ;;
    'completion') positions=('=bash zsh fish') ;;
  esac
  flags="$flags --profile --sandbox --base-url --json -q --quiet -v --verbose --color --no-input -y --yes -V --version -h --help"
}

# What the flag $2 of the command $1 takes: sets kind, empty where it takes no value.
_genctl_takes() {
  kind=''
  case "$1 $2" in
    'submit -m'|'submit --model'|'draft -m'|'draft --model'|'refs -m'|'refs --model'|'sync --model'|'jobs --model'|'batch -m'|'batch --model'|'rerun -m'|'rerun --model'|'compose -m'|'compose --model')
      kind='model' ;;
    'submit -p'|'submit --prompt'|'submit --input'|'submit --body'|'draft -p'|'draft --prompt'|'draft --input'|'draft --body'|'refs -p'|'refs --prompt'|'refs --input'|'refs --body'|'batch -p'|'batch --prompt'|'batch --input'|'batch --body'|'rerun -p'|'rerun --prompt'|'rerun --input'|'compose -p'|'compose --prompt'|'compose --input'|'compose --body'|'sandbox serve --in-flight'|'sandbox serve --rate-limit'|'sandbox serve --look-limit')
      kind='text' ;;
    'submit --resolution'|'draft --resolution'|'refs --resolution'|'batch --resolution'|'rerun --resolution'|'compose --resolution')
      kind='option-resolution' ;;
    'submit --duration'|'draft --duration'|'refs --duration'|'batch --duration'|'rerun --duration'|'compose --duration')
      kind='option-duration' ;;
    'submit --ratio'|'draft --ratio'|'refs --ratio'|'batch --ratio'|'rerun --ratio'|'compose --ratio')
      kind='option-ratio' ;;
    'submit --output-format'|'draft --output-format'|'finalize --output-format'|'refs --output-format'|'batch --output-format'|'rerun --output-format'|'compose --output-format')
      kind='option-output_format' ;;
    'submit --bitrate-mode'|'draft --bitrate-mode'|'finalize --bitrate-mode'|'refs --bitrate-mode'|'batch --bitrate-mode'|'rerun --bitrate-mode'|'compose --bitrate-mode')
      kind='option-bitrate_mode' ;;
    'submit --seed'|'submit --count'|'submit --callback-url'|'submit --once'|'submit --attempts'|'submit --idempotency-key'|'submit --tag'|'submit --max-cost'|'submit --assume-cost'|'submit --s3-endpoint'|'submit --name'|'submit --concurrency'|'submit --timeout'|'submit --interval'|'submit --exec'|'submit --takes'|'submit --vary'|'wait --s3-endpoint'|'wait --name'|'wait --concurrency'|'wait --timeout'|'wait --interval'|'wait --exec'|'draft --takes'|'draft --seed'|'draft --callback-url'|'draft --once'|'draft --attempts'|'draft --idempotency-key'|'draft --tag'|'draft --max-cost'|'draft --assume-cost'|'draft --s3-endpoint'|'draft --name'|'draft --concurrency'|'draft --timeout'|'draft --interval'|'draft --exec'|'finalize --callback-url'|'finalize --once'|'finalize --attempts'|'finalize --idempotency-key'|'finalize --tag'|'finalize --max-cost'|'finalize --assume-cost'|'finalize --s3-endpoint'|'finalize --name'|'finalize --concurrency'|'finalize --timeout'|'finalize --interval'|'finalize --exec'|'refs --seed'|'refs --once'|'refs --attempts'|'refs --idempotency-key'|'refs --tag'|'refs --max-cost'|'refs --assume-cost'|'refs --s3-endpoint'|'refs --name'|'refs --concurrency'|'refs --timeout'|'refs --interval'|'refs --exec'|'download --s3-endpoint'|'download --name'|'download --concurrency'|'sync --limit'|'sync --once'|'sync --grep'|'sync --since'|'sync --s3-endpoint'|'sync --name'|'sync --concurrency'|'jobs --once'|'jobs --grep'|'jobs --since'|'jobs --limit'|'jobs prune --older-than'|'gallery --limit'|'batch --batch'|'batch --id'|'batch --attempts'|'batch --tag'|'batch --shard'|'batch --in-flight'|'batch --queue'|'batch --seed'|'batch --count'|'batch --callback-url'|'batch --max-cost'|'batch --assume-cost'|'batch --picked'|'batch --s3-endpoint'|'batch --name'|'batch --concurrency'|'batch --timeout'|'batch --interval'|'batch --exec'|'rerun --seed'|'rerun --count'|'rerun --callback-url'|'rerun --once'|'rerun --attempts'|'rerun --idempotency-key'|'rerun --tag'|'rerun --max-cost'|'rerun --assume-cost'|'rerun --s3-endpoint'|'rerun --name'|'rerun --concurrency'|'rerun --timeout'|'rerun --interval'|'rerun --exec'|'rerun --takes'|'rerun --vary'|'compose --seed'|'compose --count'|'compose --callback-url'|'compose --once'|'compose --attempts'|'compose --idempotency-key'|'compose --tag'|'compose --max-cost'|'compose --assume-cost'|'compose --s3-endpoint'|'compose --name'|'compose --concurrency'|'compose --timeout'|'compose --interval'|'compose --exec'|'costs --since'|'sandbox serve --port'|'sandbox serve --callback-port'|'sandbox serve --forget-keys-after'|'worker --queue'|'worker --slots'|'worker --worker-name'|'worker --metrics'|'worker --s3-endpoint'|'worker --concurrency'|'worker --timeout'|'worker --interval'|'worker --exec'|'queue status --queue'|'queue pause --queue'|'queue resume --queue'|'queue limit --queue'|'queue retry --queue'|'queue drain --queue'|'recover --same-account'|'recover --forget')
      kind='-' ;;
    'submit --reference-task'|'draft --reference-task'|'refs --reference-task'|'batch --reference-task'|'rerun --reference-task'|'compose --reference-task')
      kind='option-omni_reference_task_type' ;;
    'submit --prompt-enhance'|'draft --prompt-enhance'|'batch --prompt-enhance'|'rerun --prompt-enhance'|'compose --prompt-enhance')
      kind='=off basic full' ;;
    'submit --set'|'draft --set'|'finalize --set'|'refs --set'|'batch --set'|'rerun --set'|'compose --set')
      kind='field' ;;
    'submit --first-frame'|'submit --last-frame'|'submit --ref-image'|'submit --ref-video'|'submit --ref-audio'|'draft --first-frame'|'draft --last-frame'|'draft --ref-image'|'draft --ref-video'|'draft --ref-audio'|'refs --first-frame'|'refs --last-frame'|'refs --ref-image'|'refs --ref-video'|'refs --ref-audio'|'gallery -o'|'gallery --output'|'batch --journal'|'batch --first-frame'|'batch --last-frame'|'batch --ref-image'|'batch --ref-video'|'batch --ref-audio'|'batch --report'|'batch --failed'|'rerun --first-frame'|'rerun --last-frame'|'rerun --ref-image'|'rerun --ref-video'|'rerun --ref-audio'|'compose --first-frame'|'compose --last-frame'|'compose --ref-image'|'compose --ref-video'|'compose --ref-audio'|'recover --journal')
      kind='file' ;;
    'submit -D'|'submit --dir'|'wait -D'|'wait --dir'|'draft -D'|'draft --dir'|'finalize -D'|'finalize --dir'|'refs -D'|'refs --dir'|'download -D'|'download --dir'|'sync -D'|'sync --dir'|'batch -D'|'batch --dir'|'rerun -D'|'rerun --dir'|'compose -D'|'compose --dir'|'worker -D'|'worker --dir')
      kind='folder' ;;
    'submit --on-interrupt'|'wait --on-interrupt'|'draft --on-interrupt'|'finalize --on-interrupt'|'refs --on-interrupt'|'batch --on-interrupt'|'rerun --on-interrupt'|'compose --on-interrupt')
      kind='=detach cancel' ;;
    'submit --api'|'status --api'|'wait --api'|'cancel --api'|'draft --api'|'finalize --api'|'download --api'|'batch --api'|'rerun --api'|'show --api')
      kind='=v1 v2' ;;
    'submit --route'|'status --route'|'wait --route'|'cancel --route'|'draft --route'|'finalize --route'|'download --route'|'batch --route'|'rerun --route'|'show --route')
      kind='=tasks images spicy' ;;
    'models --media')
      kind='=image video' ;;
    'sync --batch'|'jobs --batch'|'gallery --batch')
      kind='batch' ;;
    'sync --tag'|'jobs --tag')
      kind='tag' ;;
    'jobs --status')
      kind='=queued running succeeded failed canceled expired' ;;
    'jobs --columns')
      kind='columns' ;;
    'batch --format')
      kind='=jsonl csv tsv' ;;
    'compose --resume')
      kind='composition' ;;
    'compose --from')
      kind='job-or-file' ;;
    'costs --by')
      kind='=day model profile batch' ;;
    'help --schema')
      kind='=genctl.job/v1 genctl.jobs/v1 genctl.models/v1 genctl.uploads/v1 genctl.costs/v1 genctl.gallery/v1 genctl.diff/v1 genctl.batch/v1 genctl.report/v1 genctl.prune/v1 genctl.queue/v1 genctl.worker/v1 genctl.doctor/v1 genctl.request/v1 genctl.requests/v1 genctl.sandbox/v1 genctl.profiles/v1 genctl.account/v1 genctl.settings/v1 genctl.setting/v1 genctl.sidecar/v1 genctl.journal/v1 genctl.events/v1 genctl.error/v1' ;;
    *' --profile')
      kind='profile' ;;
    *' --base-url')
      kind='-' ;;
    *' --color')
      kind='=auto always never' ;;
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
