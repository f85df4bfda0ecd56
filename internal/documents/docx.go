package documents

import (
	"bytes"
	"encoding/xml"
	"fmt"
	"strings"
	"time"

	"github.com/gomutex/godocx"
	"github.com/gomutex/godocx/docx"
	"github.com/gomutex/godocx/wml/ctypes"
	"github.com/gomutex/godocx/wml/stypes"
)

// Measures of a Word page in twentieths of a point; A4 with 2 cm margins.
const (
	docxPageWidth  = 11906
	docxPageHeight = 16838
	docxMargin     = 1134
	docxTextWidth  = docxPageWidth - 2*docxMargin
	docxFont       = "맑은 고딕"
)

// docxFile writes blocks as a Word file.
func docxFile(blocks []block, title string, created time.Time) ([]byte, error) {
	doc, err := godocx.NewDocument()
	if err != nil {
		return nil, fmt.Errorf("new docx: %w", err)
	}
	prepare(doc, title, created)
	for _, b := range blocks {
		docxBlock(doc, b)
	}
	var out bytes.Buffer
	if err := doc.Write(&out); err != nil {
		return nil, fmt.Errorf("write docx: %w", err)
	}
	return out.Bytes(), nil
}

// prepare sets page, fonts and properties; the library's template is an
// American letter page with another title and a thumbnail.
func prepare(doc *docx.RootDoc, title string, created time.Time) {
	width, height := uint64(docxPageWidth), uint64(docxPageHeight)
	margin := docxMargin
	sect := doc.Document.Body.SectPr
	if sect == nil {
		sect = ctypes.NewSectionProper()
		doc.Document.Body.SectPr = sect
	}
	sect.PageSize = &ctypes.PageSize{Width: &width, Height: &height}
	sect.PageMargin = &ctypes.PageMargin{Left: &margin, Right: &margin, Top: &margin, Bottom: &margin}

	fonts := func() *ctypes.RunFonts {
		return &ctypes.RunFonts{Ascii: docxFont, HAnsi: docxFont, EastAsia: docxFont, CS: docxFont}
	}
	if d := doc.DocStyles.DocDefaults; d != nil && d.RunProp != nil && d.RunProp.RunProp != nil {
		d.RunProp.RunProp.Fonts = fonts()
	}
	for i := range doc.DocStyles.StyleList {
		if s := &doc.DocStyles.StyleList[i]; s.RunProp != nil && s.RunProp.Fonts != nil {
			s.RunProp.Fonts = fonts()
		}
	}
	doc.FileMap.Store("docProps/core.xml", coreProperties(title, created))
	dropThumbnail(doc)
}

func dropThumbnail(doc *docx.RootDoc) {
	doc.FileMap.Delete("docProps/thumbnail.jpeg")
	kept := doc.RootRels.Relationships[:0]
	for _, r := range doc.RootRels.Relationships {
		if !strings.Contains(r.Target, "thumbnail") {
			kept = append(kept, r)
		}
	}
	doc.RootRels.Relationships = kept
}

func coreProperties(title string, created time.Time) []byte {
	var name bytes.Buffer
	// A bytes.Buffer takes every write.
	_ = xml.EscapeText(&name, []byte(title))
	day := created.Format("2006-01-02T15:04:05Z")
	return fmt.Appendf(nil, `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>
<cp:coreProperties xmlns:cp="http://schemas.openxmlformats.org/package/2006/metadata/core-properties" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:dcterms="http://purl.org/dc/terms/" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"><dc:title>%s</dc:title><dc:creator>Madang</dc:creator><dcterms:created xsi:type="dcterms:W3CDTF">%s</dcterms:created><dcterms:modified xsi:type="dcterms:W3CDTF">%s</dcterms:modified></cp:coreProperties>`, name.String(), day, day)
}

func docxBlock(doc *docx.RootDoc, b block) {
	switch b.kind {
	case blockHeading:
		level := uint(min(b.level, 9))
		h, err := doc.AddHeading("", level)
		if err != nil {
			h = doc.AddEmptyParagraph()
		}
		docxRuns(h, b.spans, false)
		if b.level == 1 {
			h.Justification(stypes.JustificationCenter)
		}
	case blockItem:
		para := doc.AddEmptyParagraph()
		left, hanging := 420+420*b.level, uint64(420)
		para.Indent(&ctypes.Indent{Left: &left, Hanging: &hanging})
		para.Spacing(0, 40)
		spans := b.spans
		if b.marker != "" {
			spans = append([]styled{{text: b.marker + " "}}, spans...)
		}
		docxRuns(para, spans, false)
	case blockQuote:
		para := doc.AddEmptyParagraph()
		left := 284
		para.Indent(&ctypes.Indent{Left: &left})
		docxRuns(para, b.spans, false)
	case blockRule:
		doc.AddParagraph(strings.Repeat("─", 40))
	case blockTable:
		docxTable(doc, b)
	default:
		para := doc.AddEmptyParagraph()
		para.Spacing(0, 120)
		docxRuns(para, b.spans, false)
	}
}

// docxRuns adds styled text; a line break begins a new run after a break.
func docxRuns(para *docx.Paragraph, spans []styled, bold bool) {
	for _, s := range spans {
		for i, line := range strings.Split(s.text, "\n") {
			if i > 0 {
				para.AddRun().AddBreak(nil)
			}
			if line == "" {
				continue
			}
			run := para.AddText(line)
			if s.bold || bold {
				run.Bold(true)
			}
			if s.italic {
				run.Italic(true)
			}
		}
	}
}

func docxTable(doc *docx.RootDoc, b block) {
	table := doc.AddTable()
	table.Style("TableGrid")
	width := docxTextWidth / len(b.aligns)
	widths := make([]uint64, len(b.aligns))
	for i := range widths {
		widths[i] = uint64(width)
	}
	table.Grid(widths...)
	for i, cells := range b.rows {
		row := table.AddRow()
		for k, spans := range cells {
			cell := row.AddCell()
			cell.Width(width, stypes.TableWidthDxa)
			para := cell.AddEmptyPara()
			para.Spacing(40, 40)
			docxRuns(para, spans, i == 0)
			if i == 0 {
				cell.BackgroundColor("ECF0F4")
			}
			if i == 0 || b.aligns[k] == 'C' {
				para.Justification(stypes.JustificationCenter)
			} else if b.aligns[k] == 'R' {
				para.Justification(stypes.JustificationRight)
			}
		}
	}
	doc.AddEmptyParagraph().Spacing(0, 60)
}
