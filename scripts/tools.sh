#!/usr/bin/env bash
# Installs the servers and programs that the tests run for themselves.
set -euo pipefail

missing=()
ls /usr/lib/postgresql/*/bin/postgres >/dev/null 2>&1 || command -v initdb >/dev/null || missing+=(postgresql)
command -v redis-server >/dev/null || missing+=(redis-server)
command -v pdftotext >/dev/null || missing+=(poppler-utils)
command -v gcc >/dev/null || missing+=(gcc libc6-dev) # the race detector
[ ${#missing[@]} -eq 0 ] && exit 0

if ! command -v apt-get >/dev/null; then
	echo "The tests need: ${missing[*]}. Please install them." >&2
	exit 1
fi
sudo=()
[ "$(id -u)" -eq 0 ] || sudo=(sudo)
# The tests start servers of their own; none is to be started by the install.
export DEBIAN_FRONTEND=noninteractive RUNLEVEL=1
"${sudo[@]}" apt-get update -q
"${sudo[@]}" apt-get install -y -q --no-install-recommends "${missing[@]}"
