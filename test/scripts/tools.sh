#!/usr/bin/env bash
# Installs the servers and programs that the tests run for themselves.
set -euo pipefail

missing=()
ls /usr/lib/postgresql/*/bin/postgres >/dev/null 2>&1 || command -v initdb >/dev/null || missing+=(postgresql)
command -v redis-server >/dev/null || missing+=(redis-server)
command -v pdftotext >/dev/null || missing+=(poppler-utils)
# The clients' tests; distributions that split Node have npm apart.
command -v node >/dev/null || missing+=(nodejs)
command -v npm >/dev/null || missing+=(npm)
# The browser without a window takes half the time of the other, which does as well.
[ -n "${CHROMIUM:-}" ] || command -v chromium >/dev/null || command -v chromium-headless-shell >/dev/null || missing+=(chromium-headless-shell)
command -v gcc >/dev/null || missing+=(gcc libc6-dev) # the race detector
need_node() {
	[ "$(node -p 'parseInt(process.versions.node)')" -ge 20 ] && return
	echo "The clients' tests need Node 20 or newer; this is $(node --version)." >&2
	exit 1
}
[ ${#missing[@]} -eq 0 ] && { need_node; exit 0; }

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
need_node
