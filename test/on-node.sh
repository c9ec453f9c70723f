#!/usr/bin/env bash
# Runs a command on the Node of a major version: test/on-node.sh 26 npm test. npm carries Node as a package for each platform;
# it is installed once, in the folder that NODES names, and nothing of it comes into the clone.
set -euo pipefail

major=$1
shift
if [ "$major" = "$(node -p 'process.versions.node.split(".")[0]')" ]; then exec "$@"; fi

nodes=${NODES:-$(mktemp -d)}
[ -n "${NODES:-}" ] || trap 'rm -rf "$nodes"' EXIT
name=node-$(node -p '`${process.platform}-${process.arch}`')
bin=$nodes/$major/node_modules/$name/bin
# Without it the command would run on this machine's own, and say nothing of the other.
[ -x "$bin/node" ] || npm install --silent --no-save --prefix "$nodes/$major" "$name@$major"
PATH="$bin:$PATH" "$@"
