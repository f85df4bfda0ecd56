package eval_test

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/madang-dev/madang/internal/eval"
)

const rows = `{"id": "a1", "lang": "ko", "query": "전세 3억을 갱신하면 최대 얼마까지 올릴 수 있나요?", "kind": "calculation", "laws": ["주택임대차보호법 제7조"], "numbers": [315000000]}
{"id": "a2", "lang": "en", "query": "By how much can the landlord raise a jeonse deposit?", "kind": "law", "laws": [{"law": "주택임대차보호법", "article": "제7조"}], "number": null}
{"id": "a3", "lang": "ko", "query": "전세 3억을 갱신하면 최대 얼마까지 올릴 수 있나요?", "kind": "calculation", "laws": ["민법 제565조"], "numbers": [77]}
{"id": "a5", "lang": "ko", "query": "전세 3억을 갱신하면 최대 얼마까지 올릴 수 있나요?", "kind": "unanswerable"}
{"id": "a7", "lang": "ko", "message": "봐주세요.\n\n제1조 을은 계약갱신요구권을 행사하지 않기로 한다.\n제2조 을의 전입신고를 갑은 방해하지 않는다.", "clauses": [{"text": "을은 계약갱신요구권을 행사하지 않기로 한다.", "risky": true}, {"text": "을의 전입신고를 갑은 방해하지 않는다.", "risky": false}, {"text": "없는 조항이다.", "risky": false}]}
{"id": "a9", "lang": "ko", "turns": [{"say": "전세 3억을 갱신하면 최대 얼마까지 올릴 수 있나요?", "must_say": ["(?<![\\d,.])3억\\s*1,?500"], "must_not": []}, {"say": "3억 말고 2억 6천이요", "must_say": ["2억\\s*7,?300"], "must_not": ["2억\\s*7,?300"]}]}
`

func TestStrangersAreScored(t *testing.T) {
	t.Parallel()
	name := filepath.Join(t.TempDir(), "rows.jsonl")
	if err := os.WriteFile(name, []byte(rows), 0o600); err != nil {
		t.Fatal(err)
	}
	c, set := chat(t), load(t, name)
	odd, err := c.Measure(t.Context(), set.Half(eval.Tune))
	if err != nil {
		t.Fatal(err)
	}
	want := map[string]eval.Held{
		"law_hit3": {Held: 1, N: 2}, "hit3": {Held: 1, N: 2}, "numbers": {Held: 1, N: 2}, "declined": {N: 2}, "not_found": {N: 1},
		"risky": {Held: 1, N: 1}, "alarm": {N: 2}, "seen": {Held: 1, N: 2}, "first": {Held: 1, N: 1}, "next": {N: 1},
	}
	for check, h := range want {
		if odd.Checks[check] != h {
			t.Errorf("%s is %+v, want %+v; missed %+v", check, odd.Checks[check], h, odd.Missed)
		}
	}
	if len(odd.Missed) != 4 {
		t.Errorf("missed %+v", odd.Missed)
	}
	even, err := c.Measure(t.Context(), set.Half(eval.Report))
	if err != nil || even.Checks["hit3"] != (eval.Held{Held: 1, N: 1}) {
		t.Errorf("an answer in English cites %+v: %v", even.Missed, err)
	}
}

func TestRowsThatCantBeCountedAreTold(t *testing.T) {
	t.Parallel()
	for text, complaint := range map[string]string{
		`{"id": "m1", "then": {"say": "?"}, "expect": "prose"}`:          eval.ErrProse.Error(),
		`{"id": "a1", "query": "?"`:                                      "line 1",
		`{"id": "a1", "turns": [{"say": "?", "must_say": ["(?<=a)b"]}]}`: "line 1: error parsing regexp",
	} {
		if _, err := eval.ParseStrangers("rows", []byte(text)); err == nil || !strings.Contains(err.Error(), complaint) {
			t.Errorf("%s: %v, want %q", text, err, complaint)
		}
	}
	if _, err := eval.ParseStrangers("rows", []byte("{}")); !errors.Is(err, eval.ErrProse) {
		t.Error(err)
	}
}

const pasts = `{"id": "m1", "lang": "ko", "sessions": [{"day": "2026-09-10", "say": ["보증금을 5% 올려 달라는데 되나요?"]}, {"day": "2026-09-16", "say": ["저는 고양이를 키워요"]}], "then": {"day": "2026-09-18", "say": "지난주에 제가 뭐 물어봤죠?"}, "must_say": ["9월 10일", "5%"], "must_not": ["고양이"]}
{"id": "m3", "lang": "ko", "sessions": [{"day": "2026-09-10", "say": ["저는 고양이를 키워요"]}], "then": {"day": "2026-09-18", "say": "나에 대해 뭐 알아?"}, "must_say": ["강아지"], "must_not": ["고양이"]}
{"id": "m5", "lang": "ko", "sessions": [{"day": "2026-09-10", "say": ["저는 고양이를 키우고 청주에 살아요"]}], "then": {"day": "2026-09-18", "say": "나에 대해 뭐 알아?"}, "expect": "고양이는 말하되 서울에 산다고 하지 않는다"}
`

// What is known of a user is counted by the row's expressions or by its prose, and
// an earlier talk is of its day.
func TestRowsOfMemoryAreScored(t *testing.T) {
	t.Parallel()
	name := filepath.Join(t.TempDir(), "rows.jsonl")
	if err := os.WriteFile(name, []byte(pasts), 0o600); err != nil {
		t.Fatal(err)
	}
	got, err := chat(t).Measure(t.Context(), load(t, name).Half(eval.Tune))
	if err != nil {
		t.Fatal(err)
	}
	for check, h := range map[string]eval.Held{"recalled": {Held: 2, N: 3}, "withheld": {Held: 1, N: 2}, "turns": {Held: 2, N: 3}} {
		if got.Checks[check] != h {
			t.Errorf("%s is %+v, want %+v; missed %+v", check, got.Checks[check], h, got.Missed)
		}
	}
}
