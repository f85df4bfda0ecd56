package ingest

import (
	"context"
	"errors"
	"strings"
	"testing"
)

const most = 64 << 10

func TestTextOfADocument(t *testing.T) {
	t.Parallel()
	const word = `<w:document xmlns:w="w"><w:body>
<w:p><w:pPr><w:pStyle w:val="Title"/></w:pPr><w:r><w:t>월세 계약서</w:t></w:r></w:p>
<w:tbl><w:tr><w:tc><w:p><w:r><w:t>보증금</w:t></w:r></w:p></w:tc><w:tc><w:p><w:r><w:t>1억원</w:t></w:r></w:p><w:p><w:r><w:t>잔금 없음</w:t></w:r></w:p></w:tc></w:tr></w:tbl>
<w:p><w:pPr><w:pStyle w:val="Heading2"/></w:pPr><w:r><w:t>제2조(수선)</w:t></w:r></w:p>
<w:p><w:pPr><w:numPr><w:ilvl w:val="0"/></w:numPr></w:pPr><w:r><w:t>을이 고친다.</w:t></w:r><w:r><w:rPr><w:vanish/></w:rPr><w:t>SECRET</w:t></w:r></w:p>
<w:p><w:r><w:t>갑은 돌려준다.</w:t></w:r></w:p></w:body></w:document>`
	const want = "월세 계약서\n보증금 | 1억원\n잔금 없음\n제2조(수선)\n- 을이 고친다.\n갑은 돌려준다."
	for name, content := range map[string]string{
		"계약.docx": docx(t, map[string]string{"word/document.xml": word}),
		"계약.HTML": "<title>탭</title><h1>월세 계약서</h1><table><tr><td>보증금<td>1억원</table>잔금 없음<h2>제2조(수선)</h2><ol><li><p>을이 고친다.</p></ol><p hidden>SECRET</p><p>갑은 돌려준다.</p>",
		"계약.md":   "# 월세 계약서\n보증금 | 1억원\n잔금 없음\n## 제2조(수선)\n\\- **을이** 고친다.\n갑은 돌려준다.\n",
		"계약.txt":  "\xEF\xBB\xBF월세 계약서\r\n보증금 | 1억원\r\n잔금 없음\r\n제2조(수선)\r\n- 을이\u202e 고친다.\r\n갑은 돌려준다.\r\n\r\n",
	} {
		got, err := Text(t.Context(), name, []byte(content), most)
		if lines := strings.ReplaceAll(got, "\n\n", "\n"); err != nil || lines != want {
			t.Errorf("%s: %v\n%s", name, err, got)
		}
		// Paragraphs stand apart, which a line's end alone does not tell.
		if marked := strings.HasSuffix(name, "docx") || strings.HasSuffix(name, "HTML"); marked != strings.Contains(got, "계약서\n\n") {
			t.Errorf("%s: %q", name, got)
		}
	}
	if got, err := Text(t.Context(), "a.pdf", []byte(pdfPage("Pets are welcome")), most); err != nil || got != "Pets are welcome" {
		t.Errorf("PDF: %q %v", got, err)
	}
}

func TestWhatHasNoText(t *testing.T) {
	t.Parallel()
	body := func(text string) string { return docx(t, map[string]string{"word/document.xml": text}) }
	for name, c := range map[string]struct {
		uri, content string
		want         error
	}{
		"another kind":      {"a.hwp", "글", ErrKind},
		"no ending":         {"a", "글", ErrKind},
		"records":           {"a.csv", "law,text\n민법,가\n", ErrKind},
		"a locked DOCX":     {"a.docx", "\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", ErrBroken},
		"a DOCX cut off":    {"a.docx", body("<p><t>가</t></p>")[:80], ErrBroken},
		"a DOCX of nothing": {"a.docx", body("<p></p>"), ErrNoText},
		"a DOCX bomb":       {"a.docx", body("<d>" + strings.Repeat("<p><t>"+strings.Repeat(" ", 500_000)+"</t></p>", 20)), ErrTooLong},
		"a deep DOCX":       {"a.docx", body(strings.Repeat("<a>", 1_000_000)), ErrBroken},
		"a PDF by name":     {"a.pdf", "글", ErrBroken},
		"a broken PDF":      {"a.pdf", "%PDF-1.4\n" + strings.Repeat("x", 5000), ErrBroken},
		"a scan":            {"a.pdf", pdfPage(""), ErrNoText},
		"no text":           {"a.txt", "가\x00", ErrBroken},
		"nothing":           {"a.md", " \n", ErrNoText},
		"too much":          {"a.txt", strings.Repeat("가나다\n", most/9), ErrTooLong},
		"a line too long":   {"a.html", "<p>" + strings.Repeat("x", maxLine+2), ErrBroken},
	} {
		if got, err := Text(t.Context(), c.uri, []byte(c.content), most); !errors.Is(err, c.want) || got != "" {
			t.Errorf("%s: %v, want %v (%d bytes)", name, err, c.want, len(got))
		}
	}
	// A rule at its top is no front matter that lacks its end.
	if got, err := Text(t.Context(), "a.md", []byte("---\n을이 고친다.\n"), most); err != nil && !errors.Is(err, ErrNoText) {
		t.Errorf("%q %v", got, err)
	}
	ended, end := context.WithCancel(t.Context())
	end()
	if _, err := Text(ended, "a.pdf", []byte(pdfPage("x")), most); !errors.Is(err, context.Canceled) {
		t.Errorf("given up: %v", err)
	}
}

func TestTextWithoutPDFTool(t *testing.T) {
	t.Setenv("PATH", t.TempDir())
	if _, err := Text(t.Context(), "a.pdf", []byte(pdfPage("x")), most); !errors.Is(err, ErrNoTool) {
		t.Errorf("%v", err)
	}
}
