package semantic

import (
	"strings"
	"testing"
)

// A customer of another region is hidden from sales staff, and said so.
func TestThings(t *testing.T) {
	t.Parallel()
	l := open(t)
	q := Question{Language: "ko", Person: person(t, "E021"), Today: "2026-11-21"}
	result, err := l.Run(t.Context(), Request{Language: "ko", Rows: "customers"}, q.Person)
	if err != nil {
		t.Fatal(err)
	}
	q.Text = result.Rows[0][1].Text + " 정보 찾아줘"
	seen, _, err := l.Things(t.Context(), q, 5)
	if err != nil || len(seen) != 1 || seen[0].Dimension != "customer" || seen[0].ID != result.Rows[0][0].Text || !strings.Contains(seen[0].Detail, "등급") {
		t.Fatalf("%q: %+v %v", q.Text, seen, err)
	}
	told := map[bool]int{}
	for _, id := range []string{"E001", "E002", "E003", "E004", "E005", "E006", "E007", "E008"} {
		q.Person = person(t, id)
		seen, hidden, err := l.Things(t.Context(), q, 5)
		if err != nil || len(seen)+len(hidden) != 1 {
			t.Fatalf("%s: %+v %v %v", id, seen, hidden, err)
		}
		told[len(seen) == 1]++
	}
	if told[true] == 0 || told[false] == 0 {
		t.Errorf("seen and hidden: %v", told)
	}
	q.Person = person(t, "E020")
	if seen, hidden, err := l.Things(t.Context(), q, 5); err != nil || len(seen) > 0 || len(hidden) != 1 {
		t.Errorf("who has left sees %+v %v %v", seen, hidden, err)
	}
}
