package main

import (
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/madang-dev/madang/internal/eval"
)

func TestEvalCommand(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	set := filepath.Join(dir, "mine.yaml")
	if err := os.WriteFile(set, []byte(`{kind: answers, cases: [{id: a, text: "전세금 5% 인상 가능해?", expect: {cites: [주택임대차보호법 제7조]}}]}`), 0o600); err != nil {
		t.Fatal(err)
	}
	corpus := filepath.Join(dir, "corpus")
	if err := os.Mkdir(corpus, 0o700); err != nil {
		t.Fatal(err)
	}
	line := `{"law":"주택법","article":"제60조","title":"견본주택의 건축기준","text":"제60조(견본주택의 건축기준) 견본주택의 마감자재는 같아야 한다."}` + "\n"
	if err := os.WriteFile(filepath.Join(corpus, "주택법.jsonl"), []byte(line), 0o600); err != nil {
		t.Fatal(err)
	}
	strangers := filepath.Join(dir, "strangers")
	if err := os.Mkdir(strangers, 0o700); err != nil {
		t.Fatal(err)
	}
	for name, row := range map[string]string{
		"homes":  `{"id": "h1", "lang": "ko", "query": "전세 3억을 5% 올리면 얼마인가요?", "kind": "calculation", "laws": [], "number": 315000000}`,
		"prose":  `{"id": "p1", "expect": "told in prose"}`,
		"memory": `{"id": "m1", "lang": "ko", "sessions": [{"say": ["마포 쪽 전세 찾고 있어요"]}], "then": {"say": "나에 대해서 뭐 알고 있어?"}, "expect": "마포 전세를 말한다"}`,
		"trips": `{"id": "v1", "lang": "ko", "before": ["오사카 3박4일 둘이 200만원 관광"], "say": "난바 말고 우메다 숙소로 옮겨주세요", "act": "other_hotel", "may_change": ["chosen_plan", "itinerary"], "must_say": ["우메다"]}` + "\n" +
			`{"id": "v2", "lang": "ko", "before": ["오사카 3박4일 둘이 200만원 관광"], "say": "네 명으로 늘었어요", "act": "why", "must_change": ["budget"]}`,
		"lessons": `{"id": "u1", "lang": "ko", "place": "quiz_choice", "say": "힌트 좀", "act": "hint", "must_stay": true}`,
	} {
		if err := os.WriteFile(filepath.Join(strangers, name+".jsonl"), []byte(row+"\n"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	data := filepath.Join(dir, "data")
	if err := os.Mkdir(data, 0o700); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		args       []string
		code       int
		out, wrong string
	}{
		{[]string{"-h"}, exitOK, "-from-feedback", ""},
		{[]string{"--set", set, "--today", "2026-11-21", "--data-dir", filepath.Join(dir, "eval")}, exitOK, "1/1 100.0%", ""},
		{[]string{"--set", "packs_english"}, exitOK, "5/5", ""},
		{[]string{"--set", "statutes", "--corpus", corpus, "--split", "report"}, exitOK, "packs+corpus", ""},
		{[]string{"--set", "queries_fresh", "--split", "report", "--no-model"}, exitOK, "INTENTS", ""},
		{[]string{"--strangers", strangers, "--corpus", corpus, "--split", "tune"}, exitOK, "trips", "prose"},
		{[]string{"--strangers", strangers, "--split", "report"}, exitOK, "0/1 0.0%", ""},
		{[]string{"--strangers", corpus + "/none"}, exitFailed, "", "no *.jsonl"},
		{[]string{"--set", "nowhere"}, exitFailed, "", "nowhere"},
		{[]string{"--corpus", dir + "/none", "--set", "statutes"}, exitFailed, "", "none is not there"},
		{[]string{"--corpus", data, "--set", "statutes"}, exitFailed, "", "no file in it that can be read"},
		{[]string{"--set", set, "--model"}, exitFailed, "", "no model is configured"},
		{[]string{"--colour"}, exitUsage, "", "colour"},
		{[]string{"dance"}, exitUsage, "", "server eval"},
		{[]string{"build"}, exitFailed, "", "--from-feedback"},
	} {
		code, out, complaints := runs(t.Context(), nil, append([]string{"eval"}, c.args...)...)
		if code != c.code || !strings.Contains(out, c.out) || !strings.Contains(complaints, c.wrong) {
			t.Errorf("%q: code %d, want %d\n%s\n%s", c.args, code, c.code, out, complaints)
		}
	}
	if code, _, complaints := runs(t.Context(), nil, "migrate", "--data-dir", data); code != exitOK {
		t.Fatal(complaints)
	}
	for _, made := range []string{filepath.Join(dir, "eval"), filepath.Join(data, "company")} {
		if _, err := os.Stat(made); !errors.Is(err, fs.ErrNotExist) {
			t.Errorf("%s is made by commands that ask nothing of it: %v", made, err)
		}
	}
	out := filepath.Join(dir, "rated.yaml")
	if code, said, complaints := runs(t.Context(), nil, "eval", "build", "--from-feedback", "--out", out, "--data-dir", data); code != exitOK || !strings.Contains(said, "0 questions to check") {
		t.Errorf("build: %d %s %s", code, said, complaints)
	}
}

func TestEvalPrintsJSON(t *testing.T) {
	t.Parallel()
	code, out, complaints := runs(t.Context(), nil, "eval", "--set", "packs_english", "--json")
	var results eval.Results
	if err := json.Unmarshal([]byte(out), &results); err != nil || code != exitOK {
		t.Fatalf("%d %v %s", code, err, complaints)
	}
	if len(results.Entries) != 1 || results.Entries[0].With != "packs" || results.Entries[0].Checks["hit3"].N < 17 {
		t.Errorf("%+v", results)
	}
}
