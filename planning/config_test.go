package planning

import (
	"errors"
	"os"
	"strings"
	"testing"

	"github.com/madang-dev/madang/internal/datafile"
)

func readConfig(t testing.TB) string {
	t.Helper()
	data, err := os.ReadFile("../configs/planning/realestate.yaml")
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

func TestLoadRefuses(t *testing.T) {
	t.Parallel()
	good := readConfig(t)
	for name, c := range map[string]struct{ old, new, want string }{
		"unknown key":     {"name: realestate", "name: realestate\ncolour: blue", "unknown field"},
		"line is told":    {"name: realestate", "name: realestate\ncolour: blue", "7:1: "},
		"unknown intent":  {"add: {irrelevant: 7}", "add: {nonsense: 7}", `intent "nonsense"`},
		"unknown sign":    {"{if: [injection],", "{if: [nonsense],", `sign "nonsense"`},
		"unknown action":  {"actions: [legal, review]", "actions: [legal, nonsense]", `action "nonsense"`},
		"unknown team":    {"key: legal, team: search", "key: legal, team: nonsense", `team "nonsense"`},
		"unknown class":   {"key: rent_cut, class: topic", "key: rent_cut, class: nonsense", `class "nonsense"`},
		"concept twice":   {"key: rent_cut", "key: rent_increase", `line 1055: key "rent_increase"`},
		"ask of nothing":  {"about: [region], ", "", "about is missing"},
		"sign of a list":  {"tasks: [draft,", "tasks: [drafts,", `sign "drafts"`},
		"text is missing": {`task: {ko: "시세 정보 검색", en: "Search market data"}`, `task: {ko: "시세 정보 검색"}`, "missing in en"},
		"two readings":    {"words: \"중도금\"", "words: \"중도금, 잔금\"", `"잔금" is read as middle_payment here, remove it here or where it is read as balance: line `},
		"example twice":   {"      가계약금 보냈는데", "      이 동네 전세 얼마인지 궁금해요\n      가계약금 보냈는데", "is read as market_inquiry here, remove it here or where it is read as legal_consult: line 14"},
		"no expression":   {"match: '다자녀'", "match: '(다자녀'", "missing closing"},
		"fact counts":     {"match: '다자녀', value: 2+", "match: '다자녀'", "needs a value"},
		"threshold":       {"early_exit: 0.3", "early_exit: 3", "not within 0-1"},
		"not yaml at all": {"name: realestate", "name: [", ""},
	} {
		if !strings.Contains(good, c.old) {
			t.Fatalf("%s: %q is not in the file", name, c.old)
		}
		_, err := Load(datafile.File{Text: []byte(strings.Replace(good, c.old, c.new, 1))})
		if !errors.Is(err, ErrConfig) || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %q", name, err, c.want)
		}
	}
	if _, err := New(&Config{}, nil); !errors.Is(err, ErrConfig) {
		t.Errorf("an empty configuration: %v", err)
	}
}

// No example of the configuration may be a labelled query: the accuracy
// would be of memory.
func TestExamplesAreNotQueries(t *testing.T) {
	t.Parallel()
	examples := map[string]bool{}
	squeeze := func(s string) string {
		return strings.Map(func(r rune) rune {
			if strings.ContainsRune(" ?.!,", r) {
				return -1
			}
			return r
		}, strings.ToLower(s))
	}
	n := 0
	for _, in := range planner(t).cfg.Intents {
		for _, line := range strings.Split(in.Examples, "\n") {
			if line = squeeze(line); line != "" {
				examples[line] = true
				n++
			}
		}
	}
	for _, q := range append(queries(t, designedSet, ""), queries(t, freshSet, "")...) {
		if runes := len([]rune(q.Text)); examples[squeeze(q.Text)] && runes > 6 && (runes > 10 || strings.Contains(q.Text, " ")) {
			t.Errorf("%s %q is in the training data", q.ID, q.Text)
		}
	}
	t.Logf("%d examples", n)
}
