#!/usr/bin/env bash
# What is promised, at its size and on each Node that is promised: before a release.
set -euo pipefail
cd "$(dirname "$0")/.."

npm run build --silent
NODES=$(mktemp -d)
trap 'rm -rf "$NODES"' EXIT
export NODES
TEST_PROOFS=whole npx vitest run --config vitest.system.config.ts
for major in 20 22 24 26; do
  printf '\n== Node %s\n' "$major"
  test/on-node.sh "$major" npm test
done
