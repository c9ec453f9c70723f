#!/usr/bin/env bash
# Tries a task of tasks.json: see README.md.
#   try.sh begin NAME   empties the task's folder, runs its set-up, prints its goal and the line that enters it
#   try.sh end NAME     runs its check, and prints commands, jobs and charges beside those it permits
set -euo pipefail
TASKS="$(cd "$(dirname "$0")" && pwd)"
service="${SERVICE:-http://127.0.0.1:8787}"
verb="$1" name="$2" folder="${TRIES:?the folder of the tries}/$2" program="${GENCTL:?the installed genctl}"
of() { node -p "const task = require('$TASKS/tasks.json').find(({ name }) => name === '$name'); $1"; }

if [ "$verb" = begin ]; then
  rm -rf "$folder" && mkdir -p "$folder"/{bin,home,genctl,work}
  cat > "$folder/bin/genctl" <<SHIM
#!/bin/sh
echo "\$*" >> "$folder/commands"
exec "$program" "\$@"
SHIM
  chmod +x "$folder/bin/genctl"
  {
    echo "export TASKS='$TASKS' HOME='$folder/home' GENCTL_HOME='$folder/genctl' PATH='$folder/bin:$PATH' CLAUDECODE=1"
    echo "export GENCTL_BASE_URL='$service' GENCTL_API_KEY='sbx_$name'"
    of "Object.entries(task.env ?? {}).map(([key, value]) => 'export ' + key + '=' + value).join('\n')"
    echo "cd '$folder/work'"
  } > "$folder/enter"
  # An earlier try may have left jobs in this account.
  curl -s -o "$folder/reset.json" -X POST -H "Authorization: Bearer sbx_$name" "$service/_sandbox/reset" || true
  of "task.setup.join('\n')" > "$folder/setup"
  (. "$folder/enter" && bash -e "$folder/setup") > "$folder/setup.log" 2>&1
  : > "$folder/commands"
  of task.goal
  echo ". '$folder/enter'"
else
  . "$folder/enter"
  # A task may hand its program another address.
  counted() { GENCTL_BASE_URL="$service" "$program" costs --refresh --json; }
  commands="$(wc -l < "$folder/commands")"
  of task.check > "$folder/check"
  if bash -e "$folder/check" > "$folder/check.log" 2>&1; then done=yes; else done=NO; fi
  jobs="$(curl -s -H "Authorization: Bearer $GENCTL_API_KEY" "$service/_sandbox/requests" | node -p "
    const made = JSON.parse(require('node:fs').readFileSync(0, 'utf8') || '{}').data ?? [];
    new Set(made.flatMap(({ method, path, answer }) => method === 'POST' && !path.endsWith('/cancel') && answer?.body?.id ? [answer.body.id] : [])).size")"
  usd="$(counted | node -p "const all = JSON.parse(require('node:fs').readFileSync(0, 'utf8')); all.total_usd + (all.sandbox_usd ?? 0)")"
  echo "| $name | $done | $commands | $jobs of $(of task.jobs) | $usd of $(of task.usd) |"
fi
