#!/usr/bin/env bash
# Runs all chaos tests in full size with one seed after the other, for the
# given number of minutes; the last round is finished. The first seed is
# CHAOS_SEED, else one that nobody chose. Says which seeds failed.
set -euo pipefail
minutes=${1:-15}
seed=${CHAOS_SEED:-$(date +%s)}
until=$(($(date +%s) + minutes * 60))
failed=()
rounds=0
while [ "$rounds" -eq 0 ] || [ "$(date +%s)" -lt "$until" ]; do
	echo "== seed $seed"
	CHAOS_LONG=1 CHAOS_SEED=$seed go test -count=1 -shuffle=on -timeout 20m ./chaos/... || failed+=("$seed")
	seed=$((seed + 1))
	rounds=$((rounds + 1))
done
echo "$rounds rounds, ${#failed[@]} failed"
if [ ${#failed[@]} -gt 0 ]; then
	echo "again with: CHAOS_LONG=1 CHAOS_SEED=SEED go test -count=1 ./chaos, SEED one of: ${failed[*]}" >&2
	exit 1
fi
