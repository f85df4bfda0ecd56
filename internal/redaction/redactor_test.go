package redaction

import (
	"encoding/json"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/madang-dev/madang/state"
)

func TestRedact(t *testing.T) {
	t.Parallel()
	whole := json.RawMessage(`{"z":1.50,"draft":{"name":"김철수","people":["이영희","박 민"],"city":"서울","memo":"","empty":null},` +
		`"by":{"a.b":{"name":"x"}},"text":"김철수와 이영희는 010-1234-5678","이메일 kim@example.com":[true,12345678901234567890,"<서울>"]}`)
	r := New([]string{"draft.name", "draft.people", "draft.memo", "draft.empty", "by.*.name"}, whole)
	want := `{"z":1.50,"draft":{"name":"[redacted]","people":"[redacted]","city":"서울","memo":"","empty":null},` +
		`"by":{"a.b":{"name":"[redacted]"}},"text":"[redacted]와 [redacted]는 010-****-5678","이메일 k**@example.com":[true,12345678901234567890,"\u003c서울\u003e"]}`
	if diff := cmp.Diff(want, string(r.JSON("", whole))); diff != "" {
		t.Error(diff)
	}
	for path, want := range map[string]string{
		"draft.name": `"[redacted]"`, "draft.people.0": `"[redacted]"`, "by.a.b.name": `"[redacted]"`,
		"draft.city": `"김"`, "draft": `"김"`, "name": `"김"`,
	} {
		if got := string(r.JSON(path, json.RawMessage(`"김"`))); got != want {
			t.Errorf("%s: %s, want %s", path, got, want)
		}
	}
	if got := string(r.JSON("draft", json.RawMessage(`{"name":"강"}`))); got != `{"name":"[redacted]"}` {
		t.Errorf("below a path: %s", got)
	}
	if got := string(r.JSON("", json.RawMessage(`{"broken`))); got != `"[redacted]"` {
		t.Errorf("what can't be read: %s", got)
	}
}

// What a transition took away is hidden wherever else it stands.
func TestChanges(t *testing.T) {
	t.Parallel()
	r := New([]string{"draft.name"}, json.RawMessage(`{"draft":{"name":"임꺽정"}}`))
	got := r.Changes([]state.TransitionLog{
		{FieldChanged: "draft.name", OldValue: json.RawMessage(`"홍길동"`), NewValue: json.RawMessage(`"임꺽정"`)},
		{FieldChanged: "query", OldValue: json.RawMessage(`"홍길동 010-1234-5678"`), NewValue: json.RawMessage(`"임꺽정"`)},
	})
	want := []state.TransitionLog{
		{FieldChanged: "draft.name", OldValue: hidden, NewValue: hidden},
		{FieldChanged: "query", OldValue: json.RawMessage(`"[redacted] 010-****-5678"`), NewValue: json.RawMessage(`"[redacted]"`)},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}
