package words

import (
	"strings"
	"testing"
	"testing/fstest"
	"time"
)

func files(ko, en string) fstest.MapFS {
	return fstest.MapFS{"texts/ko.yaml": {Data: []byte(ko)}, "texts/en.yaml": {Data: []byte(en)}}
}

const (
	inKorean  = "plain: 안녕하세요\nrent:\n  max: 보증금은 {{spoken .deposit}}까지\n  who: '{{josa .name \"이/가\"}} 요구한 {{won .deposit}}'\n  rate: '{{percent .rate}}'\nday: '{{date .end}} / {{month .end}}'\nnights: '{{.n}}박'\nnames: '{{join .names}}{{if .more}} 등{{end}}'\ntips:\n- 하나\n- 둘\nblock: |\n  첫째 줄\n  {{range .rows}}- {{.}}\n  {{end}}\nouter: '({{.inner}})'\n"
	inEnglish = "plain: Hello\nrent:\n  max: up to {{spoken .deposit}}\n  who: '{{josa .name \"이/가\"}} asked for {{won .deposit}}'\n  rate: '{{percent .rate}}'\nday: '{{date .end}} / {{month .end}}'\nnights: '{{.n}} {{plural .n \"night\" \"nights\"}}'\nnames: '{{join .names}}{{if .more}} and more{{end}}'\ntips:\n- one\n- two\nblock: |\n  first line\n  {{range .rows}}- {{.}}\n  {{end}}\nouter: '({{upper .inner}})'\n"
)

func load(t *testing.T, ko, en string) *Catalogue {
	t.Helper()
	c, err := loadFolder(files(ko, en), "texts")
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func TestTextsInTheirLanguages(t *testing.T) {
	t.Parallel()
	c := load(t, inKorean, inEnglish)
	for _, x := range []struct {
		lang, key, want string
		args            []any
	}{
		{"ko", "plain", "안녕하세요", nil},
		{"en", "plain", "Hello", nil},
		{"fr", "plain", "안녕하세요", nil},
		{"ko", "rent.max", "보증금은 3억 1,500만원까지", []any{"deposit", int64(315_000_000)}},
		{"en", "rent.max", "up to KRW 315,000,000", []any{"deposit", 315_000_000}},
		{"ko", "rent.who", "임대인이 요구한 315,000,000원", []any{"name", "임대인", "deposit", 315_000_000}},
		{"en", "rent.who", "Kim asked for KRW 1,000", []any{"name", "Kim", "deposit", 1000}},
		{"ko", "rent.rate", "5%", []any{"rate", 50_000}},
		{"ko", "rent.rate", "4.25%", []any{"rate", int32(42_500)}},
		{"ko", "day", "2026년 3월 2일 / 2026년 3월", []any{"end", "2026-03-02"}},
		{"en", "day", "2 March 2026 / March 2026", []any{"end", time.Date(2026, 3, 2, 0, 0, 0, 0, time.UTC)}},
		{"en", "nights", "1 night", []any{"n", 1}},
		{"en", "nights", "3 nights", []any{"n", 3}},
		{"en", "names", "a, b and more", []any{"names", []string{"a", "b"}, "more", true}},
		{"ko", "names", "가, 나", []any{"names", []Text{{"ko": "가"}, {"ko": "나", "en": "b"}}, "more", false}},
		{"ko", "block", "첫째 줄\n- a\n- b\n\n", []any{"rows", []string{"a", "b"}}},
		{"en", "outer", "(Up to KRW 5)", []any{"inner", M("rent.max", "deposit", 5)}},
		{"ko", "none", "⟨none⟩", nil},
		{"ko", "rent.max", "⟨rent.max⟩", nil},
	} {
		if got := c.Say(x.lang, x.key, x.args...); got != x.want {
			t.Errorf("%s %s: %q, want %q", x.lang, x.key, got, x.want)
		}
	}
	if tips := c.In("en").List("tips"); strings.Join(tips, " ") != "one two" {
		t.Errorf("tips: %q", tips)
	}
}

func TestPseudoLanguageRewritesEveryTextAndNoArgument(t *testing.T) {
	t.Parallel()
	c := load(t, inKorean, inEnglish)
	if got := c.Say("en-XA", "rent.who", "name", "Kim", "deposit", 5); got != "Kim àšķéđ ƒőř KRW 5" && got != "Kim àšķéđ ƒóř KRW 5" {
		t.Errorf("%q", got)
	}
	if got := c.Say("ko-XA", "rent.max", "deposit", 10_000); strings.Contains(got, "보증금") || !strings.Contains(got, "1만원") {
		t.Errorf("%q", got)
	}
	if got := c.Say("en-XA", "names", "names", []string{"a"}, "more", true); got != "a àñđ ɱóřé" {
		t.Errorf("%q", got)
	}
}

func TestBadFilesNameFileAndLine(t *testing.T) {
	t.Parallel()
	for name, x := range map[string]struct{ ko, en, want string }{
		"missing text":       {"a: 가\nb: 나\n", "a: x\n", `texts/ko.yaml:2: "b" has no text in en.yaml`},
		"text too many":      {"a: 가\n", "a: x\nc: y\n", `texts/en.yaml:2: "c" has no text in ko.yaml`},
		"unknown argument":   {"a: '{{.n}}'\n", "a: '{{.m}}'\n", `texts/en.yaml:1: "a" knows no argument "m": its arguments are ["n"]`},
		"bad template":       {"a: '{{.n'\n", "a: x\n", `texts/ko.yaml:1: "a":`},
		"unknown function":   {"a: '{{gold .n}}'\n", "a: x\n", `function "gold" not defined`},
		"no text":            {"a: 가\nb: [1]\n", "a: x\n", `texts/ko.yaml:2:5: "b.0" is no text`},
		"no map at all":      {"- a\n", "a: x\n", `"0" has no text in en.yaml`},
		"an empty file":      {"a: 가\n", "# nothing\n", "texts/en.yaml:1:1: there is no text"},
		"broken YAML":        {"a: 'x\n", "a: x\n", "texts/ko.yaml"},
		"the same key twice": {"a: x\na: y\n", "a: x\n", `texts/ko.yaml:2:1: the key "a" stands twice`},
	} {
		_, err := loadFolder(files(x.ko, x.en), "texts")
		if err == nil || !strings.Contains(err.Error(), x.want) {
			t.Errorf("%s: %v, want %q", name, err, x.want)
		}
	}
	if _, err := loadFolder(fstest.MapFS{}, "texts"); err == nil {
		t.Error("a folder without files is accepted")
	}
	if _, err := loadFolder(fstest.MapFS{"texts/en.yaml": {Data: []byte("a: x")}}, "texts"); err == nil {
		t.Error("a catalogue without its base language is accepted")
	}
}

// A language is a file: nothing else knows of it.
func TestALanguageIsAFile(t *testing.T) {
	t.Parallel()
	all := files("hi: 안녕\nsum: '{{spoken .x}}'\n", "hi: Hi\nsum: '{{spoken .x}}'\n")
	all["texts/fr.yaml"] = &fstest.MapFile{Data: []byte("hi: Bonjour\nsum: '{{spoken .x}}'\n")}
	c, err := loadFolder(all, "texts")
	if err != nil {
		t.Fatal(err)
	}
	if got := strings.Join(c.Languages(), " "); got != "ko en fr" || !c.Speaks("fr") || !c.Speaks("en-XA") || c.Speaks("de") || c.Speaks("") {
		t.Errorf("speaks %s", got)
	}
	if got := c.Say("fr", "hi") + c.Say("fr", "sum", "x", 5); got != "BonjourKRW 5" {
		t.Errorf("%q", got)
	}
}

func TestTextOfADataFile(t *testing.T) {
	t.Parallel()
	x := Text{"ko": "오사카", "en": "Osaka"}
	if got := x.In("en") + x.In("ko") + x.In("fr") + x.In("en-XA") + (Text{"en": "a"}).In("ko"); got != "Osaka오사카오사카Óšàķàa" {
		t.Errorf("%q", got)
	}
	if lacks := (Text{"ko": "가", "en": " "}).Lacks("ko", "en"); len(lacks) != 1 || lacks[0] != "en" {
		t.Errorf("%q", lacks)
	}
}

func BenchmarkSay(b *testing.B) {
	c, err := loadFolder(files(inKorean, inEnglish), "texts")
	if err != nil {
		b.Fatal(err)
	}
	p := c.In("ko")
	for b.Loop() {
		p.Say("rent.max", "deposit", 315_000_000)
	}
}
