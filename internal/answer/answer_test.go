package answer_test

import (
	"encoding/json"
	"fmt"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/madang-dev/madang/internal/answer"
)

// plain writes a key and its arguments.
type plain struct{}

func (plain) Say(key string, args ...any) string { return fmt.Sprint(append([]any{key}, args...)...) }

func TestStatementsAreReadByKindAndKey(t *testing.T) {
	t.Parallel()
	s := answer.Say(plain{}, answer.KindVerdict, "rent.max", "sum", 5).
		With(answer.Won("sum", 5), answer.Day("end", time.Date(2026, 3, 2, 0, 0, 0, 0, time.UTC))).
		From("HLPA-7", "", "HLPA-7")
	data, err := json.Marshal(s)
	if err != nil {
		t.Fatal(err)
	}
	want := `{"kind":"verdict","key":"rent.max","text":"rent.maxsum5","figures":[{"name":"sum","unit":"won","value":5},{"name":"end","unit":"day","value":20260302}],"sources":["HLPA-7"]}`
	if diff := cmp.Diff(want, string(data)); diff != "" {
		t.Error(diff)
	}
	if end, ok := s.Figure("end"); !ok || end.ISO() != "2026-03-02" {
		t.Errorf("end %+v", end)
	}
	if _, ok := s.Figure("start"); ok || answer.Won("sum", 5).ISO() != "" {
		t.Error("a figure that is not there was found")
	}
}

func TestWhatIsAddedToACopyStaysThere(t *testing.T) {
	t.Parallel()
	base := answer.Statement{Figures: make([]answer.Figure, 0, 4)}
	a, b := base.With(answer.Count("n", 1)), base.With(answer.Count("n", 2))
	if a.Figures[0].Value != 1 || b.Figures[0].Value != 2 {
		t.Errorf("%v %v share their figures", a, b)
	}
}

func TestGroup(t *testing.T) {
	t.Parallel()
	var list []answer.Statement
	for i, kind := range answer.Kinds() {
		list = append(list, answer.Say(plain{}, kind, fmt.Sprint("k", i)))
	}
	list = append(list, list[0], answer.Say(plain{}, answer.KindAdvice, "more"))
	sections := answer.Group(plain{}, list,
		answer.Part{Kinds: []answer.Kind{answer.KindVerdict}},
		answer.Part{Title: "section.none", Kinds: []answer.Kind{"unknown"}},
		answer.Part{Title: "section.advice", Kinds: []answer.Kind{answer.KindVerdict, answer.KindAdvice}, Folded: true, Most: 1},
	)
	want := []answer.Section{
		{Lines: list[:1]},
		{Key: "section.advice", Title: "section.advice", Lines: list[7:8], Folded: true},
	}
	if diff := cmp.Diff(want, sections); diff != "" {
		t.Error(diff)
	}
	if got := answer.Texts(answer.Of(list, answer.KindAdvice)); !cmp.Equal(got, []string{"k7", "more"}) {
		t.Errorf("advice %v", got)
	}
}
