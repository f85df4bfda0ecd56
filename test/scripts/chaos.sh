#!/usr/bin/env bash
# Runs all chaos tests in full size with one seed after the other, for the
# given number of minutes; the last round is finished. The first seed is
# CHAOS_SEED, else one that nobody chose. Says which seeds failed, how much of
# the machine's time others had, and which times kept only what is asked on a
# machine that others have a part of.
set -euo pipefail
# ticks are those of the machine that others have had so far, and all.
ticks() {
	awk '/^cpu / { for (i = 2; i <= 9; i++) all += $i; print $9 + 0, all }' /proc/stat 2>/dev/null || echo 0 0
}
minutes=${1:-15}
seed=${CHAOS_SEED:-$(date +%s)}
until=$(($(date +%s) + minutes * 60))
failed=()
rounds=0
CHAOS_SHARED=$(mktemp)
export CHAOS_SHARED
trap 'rm -f "$CHAOS_SHARED"' EXIT
while [ "$rounds" -eq 0 ] || [ "$(date +%s)" -lt "$until" ]; do
	echo "== seed $seed"
	before=$(ticks)
	CHAOS_LONG=1 CHAOS_SEED=$seed go test -count=1 -shuffle=on -timeout 20m ./test/chaos/... || failed+=("$seed")
	echo "$before $(ticks)" | awk '$4 > $2 { printf "others had %.0f %% of the machine\n", 100 * ($3 - $1) / ($4 - $2) }'
	sort -u "$CHAOS_SHARED"
	: >"$CHAOS_SHARED"
	seed=$((seed + 1))
	rounds=$((rounds + 1))
done
echo "$rounds rounds, ${#failed[@]} failed"
if [ ${#failed[@]} -gt 0 ]; then
	echo "again with: CHAOS_LONG=1 CHAOS_SEED=SEED go test -count=1 ./test/chaos, SEED one of: ${failed[*]}" >&2
	exit 1
fi
