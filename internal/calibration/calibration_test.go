package calibration

import (
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
)

func TestBins(t *testing.T) {
	t.Parallel()
	bins := Bins([]Outcome{{0.95, true}, {0.93, true}, {1, true}, {0.2, false}, {0.24, true}})
	want := []Bin{{0.2, 0.3, 2, 0.22, 0.5}, {0.9, 1, 3, 0.96, 1}}
	if diff := cmp.Diff(want, bins, cmpopts.EquateApprox(0, 1e-9)); diff != "" {
		t.Error(diff)
	}
	if e := Error(bins); e < 0.135 || e > 0.137 {
		t.Errorf("error %v, want (2 × 0.28 + 3 × 0.04) / 5 = 0.136", e)
	}
}
