package documents_test

import (
	"archive/zip"
	"bytes"
	"encoding/xml"
	"errors"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/madang-dev/madang/internal/documents"
)

// pdfText reads a PDF back with poppler's pdftotext.
func pdfText(t *testing.T, pdf []byte) string {
	t.Helper()
	tool, err := exec.LookPath("pdftotext")
	if err != nil {
		t.Fatal("pdftotext is not installed: these tests read the PDF back (Debian: apt-get install poppler-utils)")
	}
	file := filepath.Join(t.TempDir(), "a.pdf")
	if err := os.WriteFile(file, pdf, 0o600); err != nil {
		t.Fatal(err)
	}
	out, err := exec.Command(tool, "-layout", "-enc", "UTF-8", file, "-").Output()
	if err != nil {
		t.Fatalf("pdftotext: %v", err)
	}
	return string(out)
}

// docxText checks that every part of a Word file is well-formed XML and
// returns the text of its document.
func docxText(t *testing.T, file []byte) string {
	t.Helper()
	zr, err := zip.NewReader(bytes.NewReader(file), int64(len(file)))
	if err != nil {
		t.Fatalf("not a zip: %v", err)
	}
	var text strings.Builder
	parts := map[string]bool{}
	for _, f := range zr.File {
		parts[f.Name] = true
		if !strings.HasSuffix(f.Name, ".xml") && !strings.HasSuffix(f.Name, ".rels") {
			continue
		}
		r, err := f.Open()
		if err != nil {
			t.Fatal(err)
		}
		dec := xml.NewDecoder(r)
		for {
			tok, err := dec.Token()
			if errors.Is(err, io.EOF) {
				break
			}
			if err != nil {
				t.Fatalf("%s is not well-formed: %v", f.Name, err)
			}
			if c, ok := tok.(xml.CharData); ok && f.Name == "word/document.xml" {
				text.Write(c)
			}
		}
	}
	for _, name := range []string{"[Content_Types].xml", "word/document.xml", "word/styles.xml", "docProps/core.xml", "_rels/.rels"} {
		if !parts[name] {
			t.Errorf("the file lacks %s", name)
		}
	}
	return text.String()
}

// squeeze drops what line breaks do to a text.
func squeeze(s string) string { return strings.Join(strings.Fields(s), "") }

const sample = `# 주택임대차계약서 (초안)

> **초안입니다.** 서명하기 전에 대조하세요.

| 항목 | 금액 | 지급일 |
| --- | --- | ---: |
| 보증금 | 금 300,000,000원 (3억원) | 2026년 12월 20일 |

**제10조(중개)** 대금은 등기부상 소유자 명의의 계좌로만 지급한다.

## 특약

1. 첫째
2. 둘째 ☑ 네

- ☐ 전입신고
`

func TestExportFormats(t *testing.T) {
	t.Parallel()
	want := []string{"주택임대차계약서(초안)", "금300,000,000원(3억원)", "2026년12월20일", "제10조(중개)", "전입신고", "특약", "둘째", "등기부상소유자명의의계좌"}
	for format, contentType := range map[string]string{
		"markdown": "text/markdown; charset=utf-8",
		"docx":     "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
		"pdf":      "application/pdf",
	} {
		begun := time.Now()
		file, got, err := documents.Export(sample, "초안", format, time.Time{})
		took := time.Since(begun)
		if err != nil || got != contentType {
			t.Fatalf("%s: %v, content type %q", format, err, got)
		}
		text := string(file)
		switch format {
		case "pdf":
			text = pdfText(t, file)
		case "docx":
			text = docxText(t, file)
		}
		for _, w := range want {
			if !strings.Contains(squeeze(text), w) {
				t.Errorf("%s lacks %q", format, w)
			}
		}
		t.Logf("%s: %d bytes in %v", format, len(file), took)
	}
}

func TestExportIsDeterministicAndConcurrent(t *testing.T) {
	t.Parallel()
	for _, format := range []string{"docx", "pdf"} {
		var wg sync.WaitGroup
		files := make([][]byte, 4)
		for i := range files {
			wg.Go(func() {
				file, _, err := documents.Export(sample, "초안", format, madeAt)
				if err != nil {
					t.Error(err)
				}
				files[i] = file
			})
		}
		wg.Wait()
		for _, f := range files[1:] {
			if !bytes.Equal(f, files[0]) {
				t.Errorf("%s differs between two exports of one document", format)
			}
		}
		later, _, err := documents.Export(sample, "초안", format, madeAt.AddDate(0, 0, 1))
		if err != nil || bytes.Equal(later, files[0]) {
			t.Errorf("%s does not carry its day (%v)", format, err)
		}
	}
}

func TestExportRefuses(t *testing.T) {
	t.Parallel()
	if _, _, err := documents.Export("# a", "a", "exe", time.Time{}); !errors.Is(err, documents.ErrFormat) {
		t.Errorf("unknown format: %v", err)
	}
	for _, format := range []string{"markdown", "docx", "pdf"} {
		if _, _, err := documents.Export(strings.Repeat("가", 350_000), "a", format, time.Time{}); !errors.Is(err, documents.ErrTooLarge) {
			t.Errorf("1 MiB as %s: %v", format, err)
		}
	}
}

// hostile texts must end soon, as a file or with ErrTooLarge.
func TestExportOfHostileMarkdown(t *testing.T) {
	t.Parallel()
	const size = 64 << 10 // a quarter of the bound keeps -race runs short
	fill := func(s string) string { return strings.Repeat(s, size/len(s)) }
	for name, text := range map[string]string{
		"quotes":        fill("> "),
		"quote lines":   fill(strings.Repeat(">", 60) + " 가\n"),
		"deep list":     strings.Repeat(" ", 100) + fill("- "),
		"list steps":    steps(size),
		"brackets":      fill("["),
		"emphasis":      fill("*a **b "),
		"underscores":   fill("_a_ "),
		"links":         fill("[a](b) "),
		"html":          fill("<script>alert(1)</script>\n"),
		"one word":      fill("가"),
		"latin word":    fill("a"),
		"lines":         fill("가\n\n"),
		"wide table":    strings.Repeat("| a ", 400) + "|\n" + strings.Repeat("| - ", 400) + "|\n" + strings.Repeat("| b ", 400) + "|\n",
		"tall cell":     "| a | b |\n| - | - |\n| " + strings.Repeat("긴 글 ", 5000) + " | b |\n",
		"tall head":     "| " + strings.Repeat("긴 글 ", 5000) + " | b |\n| - | - |\n| a | b |\n",
		"many rows":     "| a | b |\n| - | - |\n" + strings.Repeat("| 가 | 나 |\n", 8000),
		"backticks":     fill("`"),
		"entities":      fill("&#0;&#x1F600;&lt;"),
		"broken UTF-8":  fill("\xff\xfe가"),
		"emoji":         fill("😀 \U00010000 \uffff"),
		"controls":      fill("a\x00\x01\x1b\u202e\u0085"),
		"headings":      fill("# 가\n"),
		"empty":         "",
		"reference def": fill("[a]: b\n"),
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			text := text[:min(len(text), size)]
			for _, format := range []string{"docx", "pdf"} {
				begun := time.Now()
				file, _, err := documents.Export(text, name+"<&\x00", format, time.Time{})
				if took := time.Since(begun); took > 20*time.Second {
					t.Errorf("%s took %v", format, took)
				}
				switch {
				case errors.Is(err, documents.ErrTooLarge):
				case err != nil:
					t.Errorf("%s: %v", format, err)
				case format == "docx":
					docxText(t, file)
				case !bytes.HasPrefix(file, []byte("%PDF-")):
					t.Error("no PDF")
				}
			}
		})
	}
}

func steps(size int) string {
	var b strings.Builder
	for i := 0; b.Len() < size; i++ {
		b.WriteString(strings.Repeat(" ", 2*(i%200)) + "- a\n")
	}
	return b.String()
}

func TestUserTextStaysText(t *testing.T) {
	t.Parallel()
	evil := `<script>alert(1)</script> | 셀 **굵게** [링크](http://evil.example) ![x](y) # 제목 & _밑줄_ $x$ 1. 목록`
	written := "# 제목\n\n| a | b |\n| - | - |\n| " + documents.Escape(evil) + " | b |\n\n1. " + documents.Escape(evil) + "\n"
	if regexp.MustCompile(`(?i)<script|[^\\]\[링크|[^\\]\*\*굵게`).MatchString(written) {
		t.Errorf("user text is live in the document:\n%s", written)
	}
	file, _, err := documents.Export(written, "제목", "docx", time.Time{})
	if err != nil {
		t.Fatal(err)
	}
	text := docxText(t, file)
	if !strings.Contains(text, "<script>alert(1)</script> | 셀 **굵게** [링크]") {
		t.Errorf("the words of the user are not as written: %s", text)
	}
	pdf, _, err := documents.Export(written, "제목", "pdf", time.Time{})
	if err != nil {
		t.Fatal(err)
	}
	if got := squeeze(pdfText(t, pdf)); !strings.Contains(got, squeeze("셀 **굵게** [링크]")) {
		t.Errorf("pdf: %s", got)
	}
}

// Every syllable and sign of a contract has a shape in the font: a font may
// list a character and draw nothing.
func TestRareSyllablesAreDrawn(t *testing.T) {
	t.Parallel()
	tool, err := exec.LookPath("pdftoppm")
	if err != nil {
		t.Fatal("pdftoppm is not installed: this test looks at the page (Debian: apt-get install poppler-utils)")
	}
	ink := func(text string) int {
		file, _, err := documents.Export(text, "a", "pdf", time.Time{})
		if err != nil {
			t.Fatal(err)
		}
		path := filepath.Join(t.TempDir(), "a.pdf")
		if err := os.WriteFile(path, file, 0o600); err != nil {
			t.Fatal(err)
		}
		page, err := exec.Command(tool, "-r", "50", "-gray", path).Output()
		if err != nil {
			t.Fatal(err)
		}
		dark := 0
		for _, b := range page {
			if b < 200 {
				dark++
			}
		}
		return dark
	}
	blank := ink("")
	for _, r := range "뷁쀍믜똠펲됬甲乙㎡‰⑳•※—…" {
		if text := strings.Repeat(string(r)+" ", 40); ink(text) < blank+20 {
			t.Errorf("%c is invisible", r)
		}
	}
}
