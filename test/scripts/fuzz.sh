#!/usr/bin/env bash
# Runs every fuzz target of the module for the given time.
set -euo pipefail
time=${1:-20s}
grep -rlE '^func Fuzz[A-Z]' --include='*_test.go' . | while read -r file; do
	dir=$(dirname "$file")
	grep -oE '^func Fuzz[A-Za-z0-9_]+' "$file" | sed 's/^func //' | while read -r target; do
		echo "== $dir $target"
		go test -run '^$' -fuzz "^$target\$" -fuzztime "$time" "$dir"
	done
done
