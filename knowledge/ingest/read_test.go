package ingest

import (
	"archive/zip"
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/text/encoding/korean"
)

// read is a file's records, short, and its problems as lines.
func read(t *testing.T, uri, content string) (records, problems []string) {
	t.Helper()
	how, ok := formatOf(uri)
	if !ok {
		t.Fatalf("%s has no format", uri)
	}
	f := &file{uri: uri, raw: []byte(content)}
	for _, r := range f.records(t.Context(), how) {
		records = append(records, fmt.Sprintf("%d|%s|%s|%s|%s|%s", r.Line, r.Law, r.Article, r.Title, r.Head, strings.ReplaceAll(r.Text, "\n", "/")))
	}
	for _, p := range f.problems.of(uri) {
		problems = append(problems, p.String())
	}
	return records, problems
}

const lease = "---\nlaw: 주택임대차보호법\nas_of: 2026-01-02\nsource: 법제처\nkeywords: [전세, 보증금]\n---\n"

func TestFormats(t *testing.T) {
	t.Parallel()
	const headings = "앞글\n\n# 총칙\n\n**굵은** 글과 [고리](http://x.test/?q=1).\n\n## 휴가\n- 하나\n- [ ] 둘\n\n```\n# 코드\n```\n"
	for name, c := range map[string]struct {
		uri, content string
		want         []string
	}{
		"markdown: headings": {"a/규정.md", headings, []string{
			"1|총칙||총칙||앞글", "3|총칙||총칙||굵은 글과 고리.", "7|총칙||휴가|총칙|하나/둘//# 코드",
		}},
		"markdown: articles": {"a/law.md", lease + "# 주택임대차보호법\n## 제7조(차임 등의 증감청구권)\n① 당사자는\n② 증액은\n\n제7조의2(월차임) 보증금의\n", []string{
			"8|주택임대차보호법|제7조|차임 등의 증감청구권|주택임대차보호법|① 당사자는/② 증액은",
			"12|주택임대차보호법|제7조의2|월차임|주택임대차보호법|제7조의2(월차임) 보증금의",
		}},
		"yaml: list": {"a.yaml", "- law: 민법\n  article: 제1조\n  title: 법원\n  text: 민사에 관하여\n- {law: 민법, article: 제2조, text: 신의성실}\n", []string{
			"1|민법|제1조|법원||민사에 관하여", "5|민법|제2조|제2조||신의성실",
		}},
		"yaml: documents": {"a.yaml", "# 민법\n---\nlaw: 민법\narticle: 제1조\ntext: 가\n---\nlaw: 민법\narticle: 제2조\ntext: 나\n", []string{
			"3|민법|제1조|제1조||가", "7|민법|제2조|제2조||나",
		}},
		"yaml: one": {"a.yml", "law: 민법\narticle: 제1조\ntext: |\n  민사에\n  관하여\n", []string{"1|민법|제1조|제1조||민사에/관하여"}},
		"jsonl": {"a.jsonl", "{\"law\":\"민법\",\"article\":\"제1조\",\"chapter\":\"총칙\",\"text\":\"민사\"}\n\n{\"법령명\":\"상법\",\"조문\":\"제1조\",\"내용\":\"상사\"}\n", []string{
			"1|민법|제1조|제1조|총칙|민사", "3|상법|제1조|제1조||상사",
		}},
		"json": {"a.json", "[\n {\"title\":\"안내\",\"content\":\"하나\"},\n {\"title\":\"안내\",\"content\":\"둘\"}\n]", []string{"2|a||안내||하나", "3|a||안내||둘"}},
		"csv":  {"a.csv", "법령,조문,제목,본문\n민법,제1조,법원,\"두 줄\n글\"\n상법,제2조,,글\n", []string{"2|민법|제1조|법원||두 줄/글", "4|상법|제2조|제2조||글"}},
		"text": {"관리규약.txt", "주택임대차보호법\n\n제1장 총칙\n제1조(목적) 이 법은 제2조에 따라\n제2조(적용 범위)\n이 법은 주거용\n부칙 <제1호, 2020. 1. 1.>\n제1조(시행일) 이 법은 공포한 날부터\n", []string{
			"4|주택임대차보호법|제1조|목적|제1장 총칙|제1조(목적) 이 법은 제2조에 따라",
			"5|주택임대차보호법|제2조|적용 범위|제1장 총칙|제2조(적용 범위)/이 법은 주거용",
			"8|주택임대차보호법|부칙 제1조|시행일|부칙|제1조(시행일) 이 법은 공포한 날부터",
		}},
		"html": {"p.html", "<html><head><title>이용 안내</title><style>p{}</style></head><body>\n<h1>요금</h1><p>월 <b>5만</b>원</p>\n<table><tr><td>가</td><td>나</td></tr></table>\n<script>alert('x')</script></body></html>", []string{
			"2|이용 안내||요금||월 5만원/가 | 나",
		}},
		"windows lines": {"a.txt", "첫 줄\r\n둘째 줄\r셋째", []string{"1|a||a||첫 줄/둘째 줄/셋째"}},
	} {
		got, problems := read(t, c.uri, c.content)
		if diff := cmp.Diff(c.want, got); diff != "" || len(problems) > 0 {
			t.Errorf("%s: %v\n%s", name, problems, diff)
		}
	}
}

func TestMetaOfAFile(t *testing.T) {
	t.Parallel()
	how, _ := formatOf("a.md")
	f := &file{uri: "a.md", raw: []byte(lease + "# 제1조(목적)\n글\n"), meta: Meta{AsOf: "2000-01-01", Language: "ko"}}
	got := f.records(t.Context(), how)
	want := Meta{AsOf: "2026-01-02", Origin: "법제처", Language: "ko", Keywords: []string{"전세", "보증금"}}
	if len(got) != 1 || !cmp.Equal(got[0].Meta, want) {
		t.Errorf("%+v, want %+v", got, want)
	}
}

// What a hostile file holds beside its text is not taken for text.
func TestHostileMarkup(t *testing.T) {
	t.Parallel()
	for uri, content := range map[string]string{
		"a.md": "# 안내\n보이는 글 <img src=x onerror=\"SECRET\"> <!-- SECRET -->\n\n<script>\nSECRET\n\nSECRET</script>\n" +
			"<div style=\"display:none\">\nSECRET\n</div>\n\n[고리](javascript:SECRET) ![SECRET](data:SECRET)\n[ref]: http://SECRET.test\n<!--\n\nSECRET\n-->\n\u202e\u200b\u061c끝\n",
		"a.html": "<h1>안내</h1><p>보이는 글<script>SECRET</script><!-- SECRET --><span hidden>SECRET<span>SECRET</span></span>" +
			"<div style='DISPLAY : none'>SECRET<div>SECRET</div>SECRET</div><svg><text>SECRET</text></svg><iframe>SECRET</iframe>" +
			"<noscript>SECRET</noscript><template>SECRET</template></p><p>고리</p><p>\u202e\u200b끝</p>",
	} {
		got, problems := read(t, uri, content)
		text := strings.Join(got, " ")
		if strings.Contains(text, "SECRET") || strings.ContainsAny(text, "<>\u202e\u200b\u061c") || len(problems) > 0 {
			t.Errorf("%s: %q, %v", uri, text, problems)
		}
		for _, want := range []string{"보이는 글", "고리", "끝"} {
			if !strings.Contains(text, want) {
				t.Errorf("%s: %q is not in %q", uri, want, text)
			}
		}
	}
}

func TestBadFilesAreTold(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("가", maxLine/3+1)
	for name, c := range map[string]struct{ uri, content, want string }{
		"bad JSON":         {"a.jsonl", "{\"text\":\"가\"}\n{\"text\":\n", "a.jsonl:2: this is no JSON object"},
		"a JSON array":     {"a.jsonl", "[1]\n", "a.jsonl:1: this is no JSON object"},
		"two on a line":    {"a.jsonl", "{\"text\":\"가\"} {}\n", "a.jsonl:1: "},
		"no text":          {"a.jsonl", "{\"law\":\"민법\",\"article\":\"제1조\"}\n", "a.jsonl:1: there is no text"},
		"article, no law":  {"a.jsonl", "{\"article\":\"제1조\",\"text\":\"가\"}\n", "a.jsonl:1: there is no law"},
		"text is a list":   {"a.jsonl", "{\"law\":\"민법\",\"text\":[\"가\"]}\n", "a.jsonl:1: text is not a text"},
		"unknown status":   {"a.jsonl", "{\"text\":\"가\",\"status\":\"sure\"}\n", "a.jsonl:1: status has to be"},
		"long title":       {"a.jsonl", "{\"text\":\"가\",\"title\":\"" + strings.Repeat("가", 301) + "\"}\n", "a.jsonl:1: title is longer"},
		"JSON with a tail": {"a.json", "{\"text\":\"가\"}\n\nx", "a.json:3: "},
		"JSON cut off":     {"a.json", "[{\"text\":\"가\"}\n", "a.json: the list has no end"},
		"no YAML":          {"a.yaml", "- a: 1\n b: [\n", "a.yaml:"},
		"YAML of words":    {"a.yaml", "- 가\n- 나\n", "a.yaml:1: a record has to be a mapping"},
		"YAML references":  {"a.yaml", "- &a {text: 가}\n- *a\n", "references"},
		"YAML brackets":    {"a.yaml", "text: " + strings.Repeat("[", 100_000), "a.yaml: this is no YAML"},
		"YAML dashes":      {"a.yaml", "가: 1\n" + strings.Repeat("- ", 100_000), "a.yaml: this is no YAML"},
		"YAML indents":     {"a.yaml", staircase(200), "it is nested too deeply"},
		"CSV columns":      {"a.csv", "law,text\n민법,가\n민법,가,나\n", "a.csv:3: this is no CSV"},
		"CSV quote":        {"a.csv", "law,text\n민법,\"가\n", "a.csv:"},
		"CSV header":       {"a.csv", "a,b\n1,2\n", "a.csv:1: no column is called text (or 본문, 내용, content): rename it"},
		"empty":            {"a.txt", " \n\n", "a.txt: there is nothing in it"},
		"a NUL":            {"a.txt", "가\n나\x00\n", "a.txt:2: there is a NUL byte"},
		"broken UTF-8":     {"a.md", "가나다라마바사\n둘째 줄 \xe2\x82 끝\n", "a.md:2: byte 0xE2 is neither UTF-8 nor CP949"},
		"UTF-16":           {"a.txt", "\xff\xfe\x00\xac", "UTF-16"},
		"an endless line":  {"a.txt", "첫 줄\n" + long, "a.txt:2: the line is longer than 1 MiB"},
		"endless JSON":     {"a.jsonl", "{\"text\":\"" + long + "\"}", "a.jsonl:1: the line is longer than 1 MiB"},
		"front matter":     {"a.md", "---\nlaw: 민법\n", "a.md:1: front matter has no end"},
		"bad front matter": {"a.md", "---\nlaw: [\n---\n글", "front matter"},
		"no DOCX":          {"a.docx", "PK\x03\x04 but no more", "a.docx: this is no DOCX"},
		"empty DOCX":       {"a.docx", docx(t, map[string]string{"x.xml": "<a/>"}), "a.docx: this is no DOCX: it has no document"},
		"broken DOCX":      {"a.docx", docx(t, map[string]string{"word/document.xml": "<w:p><w:t>가"}), "its document is broken"},
		"a DOCX bomb": {"a.docx", docx(t, map[string]string{"word/document.xml": "<d>" + strings.Repeat("<p><t>"+strings.Repeat(" ", 500_000)+"</t></p>", 140)}),
			"larger than 64 MiB when unpacked"},
		"no PDF": {"a.pdf", "hello", "a.pdf: this is no PDF"},
	} {
		begun := time.Now()
		got, problems := read(t, c.uri, c.content)
		if all := strings.Join(problems, "\n"); !strings.Contains(all, c.want) {
			t.Errorf("%s: problems %q, want %q (records %d)", name, all, c.want, len(got))
		}
		if took := time.Since(begun); took > slow {
			t.Errorf("%s took %v", name, took)
		}
	}
}

// staircase is YAML that nests n deep by indentation.
func staircase(n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, "%sa:\n", strings.Repeat(" ", i))
	}
	return b.String()
}

// slow is what no file takes even on a machine that is busy with other
// things; what takes quadratic time takes far longer.
const slow = 2 * time.Minute

// Text that is made to be slow to read is read in a moment.
func TestHostileNesting(t *testing.T) {
	t.Parallel()
	const n = 300_000
	for uri, content := range map[string]string{
		"quotes.md": strings.Repeat(">", n), "brackets.md": strings.Repeat("[", n), "images.md": strings.Repeat("![[]()", n/6),
		"stars.md": strings.Repeat("*a_ ", n/4), "ticks.md": strings.Repeat("`", n) + "a", "tags.md": "a" + strings.Repeat("<a", n/2),
		"comments.md": "a" + strings.Repeat("<!--", n/4), "hashes.md": strings.Repeat("# a\n", 40_000),
		"tags.html": strings.Repeat("<div>", n/5) + "글", "attributes.html": "<p " + strings.Repeat("a=b ", n/4) + ">글",
		"open.html": strings.Repeat("<", n), "deep.json": strings.Repeat("[", n), "deep.jsonl": strings.Repeat("{\"a\":", n/5),
		"colons.yaml": strings.Repeat("a: ", n/3), "tags.yaml": strings.Repeat("!!a ", n/4), "ask.yaml": strings.Repeat("? ", n/2),
		"documents.yaml": strings.Repeat("---\na: 1\n", n/10), "stairs.yaml": strings.Repeat("- a\n", 20_000),
	} {
		begun := time.Now()
		got, problems := read(t, uri, content)
		if took := time.Since(begun); took > slow {
			t.Errorf("%s took %v", uri, took)
		}
		if len(got) == 0 && len(problems) == 0 {
			t.Errorf("%s: neither records nor problems", uri)
		}
	}
}

func TestEncodings(t *testing.T) {
	t.Parallel()
	const text = "주택임대차보호법\n제1조(목적) 똠방각하 펲시콜라, 설렘 ① 「민법」\n"
	old, err := korean.EUCKR.NewEncoder().String(text)
	if err != nil {
		t.Fatal(err)
	}
	want, _ := read(t, "a.txt", text)
	for name, content := range map[string]string{"CP949": old, "mark": "\xEF\xBB\xBF" + text} {
		got, problems := read(t, "a.txt", content)
		if diff := cmp.Diff(want, got); diff != "" || len(problems) > 0 || len(want) == 0 {
			t.Errorf("%s: %v\n%s", name, problems, diff)
		}
	}
	if _, problems := read(t, "a.txt", "caf\xe9 cr\xe8me\n"); len(problems) == 0 {
		t.Error("Latin-1 was taken for Korean")
	}
}

func TestLongTextsAreCut(t *testing.T) {
	t.Parallel()
	got, problems := read(t, "a.jsonl", `{"law":"민법","article":"제1조","text":"`+strings.Repeat("이 법은 길다. ", 1000)+`"}`)
	if len(got) != 5 || len(problems) > 0 {
		t.Errorf("%d pieces, %v", len(got), problems)
	}
	if _, problems = read(t, "a.jsonl", strings.Repeat("{\"text\":\"가\"}\n", maxChunks+1)); !strings.Contains(strings.Join(problems, ""), "more than 50000 pieces") {
		t.Errorf("%v", problems)
	}
	if _, problems = read(t, "a.jsonl", strings.Repeat("x\n", 1000)); len(problems) != maxProblems+1 {
		t.Errorf("%d problems are told", len(problems))
	}
}

// docx is a zip of parts.
func docx(t *testing.T, parts map[string]string) string {
	t.Helper()
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	for name, content := range parts {
		w, err := z.Create(name)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := w.Write([]byte(content)); err != nil {
			t.Fatal(err)
		}
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func TestDOCX(t *testing.T) {
	t.Parallel()
	const doc = `<w:document xmlns:w="w"><w:body>
<w:p><w:pPr><w:pStyle w:val="Heading1"/></w:pPr><w:r><w:t>관리 규정</w:t></w:r></w:p>
<w:p><w:r><w:t>첫 </w:t></w:r><w:r><w:t>글</w:t></w:r><w:r><w:rPr><w:vanish/></w:rPr><w:t>SECRET</w:t></w:r><w:del><w:r><w:delText>SECRET</w:delText></w:r></w:del></w:p>
<w:tbl><w:tr><w:tc><w:p><w:r><w:t>가</w:t></w:r></w:p></w:tc><w:tc><w:p><w:r><w:t>나</w:t></w:r></w:p></w:tc></w:tr></w:tbl>
<w:p><w:pPr><w:pStyle w:val="Heading2"/></w:pPr><w:r><w:t>제2조(주차)</w:t></w:r></w:p>
<w:p><w:r><w:t>한 대</w:t></w:r></w:p></w:body></w:document>`
	got, problems := read(t, "a.docx", docx(t, map[string]string{"word/document.xml": doc}))
	want := []string{"1|관리 규정||관리 규정||첫 글/가  | 나", "5|관리 규정|제2조|주차|관리 규정|한 대"}
	if diff := cmp.Diff(want, got); diff != "" || len(problems) > 0 {
		t.Errorf("%v\n%s", problems, diff)
	}
}

// pdfPage is a PDF of one page with a line of text.
func pdfPage(text string) string {
	content := "BT /F1 12 Tf 72 720 Td (" + text + ") Tj ET"
	return "%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj\n" +
		"3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Contents 4 0 R/Resources<</Font<</F1 5 0 R>>>>>>endobj\n" +
		fmt.Sprintf("4 0 obj<</Length %d>>stream\n%s\nendstream endobj\n", len(content), content) +
		"5 0 obj<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n"
}

func TestPDF(t *testing.T) {
	t.Parallel()
	if _, err := exec.LookPath(pdfTool); err != nil {
		t.Fatal("pdftotext is not on this machine: run make tools")
	}
	got, problems := read(t, "guide.pdf", pdfPage("Pets are welcome"))
	if diff := cmp.Diff([]string{"0|guide||guide||Pets are welcome"}, got); diff != "" || len(problems) > 0 {
		t.Errorf("%v\n%s", problems, diff)
	}
	for name, content := range map[string]string{"broken": "%PDF-1.4\n" + strings.Repeat("x", 5000), "no text": pdfPage("")} {
		if got, problems := read(t, "a.pdf", content); len(got) > 0 || len(problems) != 1 {
			t.Errorf("%s: %v, %v", name, got, problems)
		}
	}
}

// A tool that writes or works without end is ended.
func TestPDFToolIsBounded(t *testing.T) {
	t.Parallel()
	tool := func(does string) string {
		name := filepath.Join(t.TempDir(), "tool")
		if err := os.WriteFile(name, []byte("#!/bin/sh\nexec "+does+"\n"), 0o700); err != nil {
			t.Fatal(err)
		}
		return name
	}
	if _, err := pdfText(t.Context(), tool("yes"), nil); !errors.Is(err, errPDFTooLong) {
		t.Errorf("an endless text: %v", err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 300*time.Millisecond)
	defer cancel()
	if _, err := pdfText(ctx, tool("sleep 600"), nil); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("a tool that hangs: %v", err)
	}
}

func TestWithoutPDFTool(t *testing.T) {
	t.Setenv("PATH", t.TempDir())
	if _, problems := read(t, "a.pdf", pdfPage("x")); strings.Join(problems, "") != "a.pdf: pdftotext is not installed" {
		t.Errorf("%v", problems)
	}
}

func FuzzReaders(f *testing.F) {
	for _, seed := range []string{lease + "# 가\n나", "- text: 가", "{\"text\":\"가\"}", "a,text\n1,2", "<p>가", "제1조(목적) 가", "\xb0\xa1"} {
		for i := range 6 {
			f.Add(i, seed)
		}
	}
	names := []string{"a.md", "a.yaml", "a.jsonl", "a.csv", "a.html", "a.txt"}
	f.Fuzz(func(t *testing.T, kind int, content string) {
		how, _ := formatOf(names[((kind%6)+6)%6])
		in := &file{uri: "a", raw: []byte(content)}
		for _, r := range in.records(t.Context(), how) {
			if why := r.check(); why != "" {
				t.Errorf("%q gave %+v: %s", content, r, why)
			}
		}
	})
}
