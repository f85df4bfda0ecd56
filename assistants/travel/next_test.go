package travel_test

import (
	_ "embed"
	"slices"
	"strings"
	"testing"

	"github.com/madang-dev/madang/store/storetest"
)

//go:embed testdata/next.tsv
var nextSentences string

// What is said to a plan is understood whatever its words: it is the act that was
// meant, and changes nothing else.
func TestNextSentences(t *testing.T) {
	t.Parallel()
	for _, line := range strings.Split(strings.TrimSpace(nextSentences), "\n") {
		if row := strings.Split(line, "\t"); len(row) == 3 && row[0] != "x" {
			t.Run(row[2], func(t *testing.T) {
				t.Parallel()
				nextIs(t, strings.Split(row[0], "|"), row[1], row[2])
			})
		}
	}
}

func nextIs(t *testing.T, acts []string, changed, say string) {
	t.Helper()
	y := open(t, storetest.SQLite(t), nil)
	id := y.session(t)
	y.say(t, id, whole)
	before := y.state(t, id)
	r := y.say(t, id, say)
	if got := r.StructuredData.Metadata.IntentType; !slices.Contains(acts, got) {
		t.Errorf("%q is %s, want %s: %.300s", say, got, acts, r.Answer+r.Message)
	}
	may, either := strings.CutPrefix(changed, "?")
	got := changes(t, before, y.state(t, id))
	for _, field := range got {
		if !slices.Contains(strings.Split(may, ","), field) {
			t.Errorf("%q changes %s", say, field)
		}
	}
	if !either && may != "-" && len(got) == 0 {
		t.Errorf("%q changes nothing of %s: %.300s", say, may, r.Answer+r.Message)
	}
}
