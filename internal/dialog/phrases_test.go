package dialog

import (
	"strings"
	"testing"
	"testing/fstest"
)

func files(ko, en string) fstest.MapFS {
	return fstest.MapFS{"phrases/ko.yaml": {Data: []byte(ko)}, "phrases/en.yaml": {Data: []byte(en)}}
}

func load(t *testing.T) *Phrases {
	t.Helper()
	p, err := loadFolder(files(
		"act:\n  reset: [처음부터 다시, 초기화]\n  choose: ['/([1-3])\\s?번/']\n  stop: 그만\nsame: [그만]\n",
		"act:\n  reset: ['/\\b(?:start over|reset)\\b/']\n  choose: ['/plan (?P<plan>[a-c])\\b/']\n  stop: [stop here]\n",
	), "phrases")
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func TestPhrasesOfAllLanguages(t *testing.T) {
	t.Parallel()
	p := load(t)
	for text, want := range map[string]string{
		"우리 처음부터 다시 하자":      "act.reset",
		"처음 부터다시요":           "act.reset",
		"let's START OVER":   "act.reset",
		"resetting is wrong": "",
		"2번으로":               "act.choose",
		"take plan B please": "act.choose",
		"이제 그만":              "act.stop",
		"please Stop  here":  "act.stop",
		"please stop here":   "act.stop",
		"stophere":           "",
		"":                   "",
	} {
		if got := p.First(text, p.Under("act")...); got != want {
			t.Errorf("%q is %q, want %q", text, got, want)
		}
	}
	if m := p.Named("take Plan B", "act.choose"); m["plan"] != "B" {
		t.Errorf("%q", m)
	}
	if m := p.Match("그럼 3 번", "act.choose"); len(m) < 2 || m[1] != "3" && m[2] != "3" {
		t.Errorf("%q", m)
	}
	if start, end, ok := p.Find("아 초기화 해", "act.reset"); !ok || "아 초기화 해"[start:end] != "초기화" {
		t.Error("not found where it is")
	}
	if start, end, ok := p.Find("Ⅻ 처음  부터다시요", "act.reset"); !ok || "Ⅻ 처음  부터다시요"[start:end] != "처음  부터다시" {
		t.Error("not found with its spaces")
	}
	if p.Has(strings.Repeat("가", MaxRead)+"그만", "same") || !p.Has("그만"+strings.Repeat("가", MaxRead), "same") {
		t.Error("not the head is read")
	}
	if all := p.FindAll("그만 그만", "same"); len(all) != 2 {
		t.Errorf("%v", all)
	}
	if p.Has("그만", "none") || p.Match("그만", "none") != nil || p.FindAll("그만", "none") != nil {
		t.Error("a key that is not there is found")
	}
	if got := strings.Join(p.Under("act"), " "); got != "act.reset act.choose act.stop" && got != "act.reset act.choose act.stop same" {
		t.Errorf("order %q", got)
	}
}

func TestBadPhrasesNameFileAndLine(t *testing.T) {
	t.Parallel()
	for name, x := range map[string]struct{ ko, want string }{
		"two readings":     {"a:\n  x: [그만]\n  y:\n  - 그 만\n", `phrases/ko.yaml:4: "그 만" under "a.y" stands at phrases/ko.yaml:2`},
		"twice":            {"x: [그만, 그만]\n", "phrases/ko.yaml:1"},
		"bad expression":   {"a: 가\nx: ['/(/']\n", `phrases/ko.yaml:2: "/(/" is no expression`},
		"in every text":    {"x: ['/a*/']\n", `"x" has an empty phrase`},
		"empty":            {"x: ['  ']\n", `"x" has an empty phrase`},
		"no text":          {"x: [1]\n", `phrases/ko.yaml:1:5: "x" is no text`},
		"broken YAML":      {"x: ['a\n", "phrases/ko.yaml"},
		"without a key":    {"- a\n", "stands under no key"},
		"nothing below it": {"x:\n", `"x" is no text`},
	} {
		_, err := loadFolder(files(x.ko, "z: [q]\n"), "phrases")
		if err == nil || !strings.Contains(err.Error(), x.want) {
			t.Errorf("%s: %v, want %q", name, err, x.want)
		}
	}
	if _, err := loadFolder(fstest.MapFS{}, "phrases"); err == nil {
		t.Error("a folder without files is accepted")
	}
}
