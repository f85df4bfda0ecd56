package documents

import (
	"bytes"
	"fmt"
	"strings"
	"time"

	"codeberg.org/go-pdf/fpdf"
)

// Measures of a page, in millimetres and points.
const (
	pageWidth   = 210.0
	pageHeight  = 297.0
	sideMargin  = 20.0
	topMargin   = 18.0
	footMargin  = 18.0
	textWidth   = pageWidth - 2*sideMargin
	bodySize    = 10.0
	lineFactor  = 0.58 // mm of line height a point: 1.65 times the size
	cellPadding = 1.8
	family      = "nanum"
)

// pdfFile lays blocks out on A4 pages. fpdf knows no italics of this font,
// so italic text is upright.
func pdfFile(blocks []block, title string, created time.Time) ([]byte, error) {
	drawable(blocks)
	p, err := newPage(title, created)
	if err != nil {
		return nil, err
	}
	for i, b := range blocks {
		p.draw(b, i, blocks)
		if p.pdf.PageNo() > maxPages {
			return nil, fmt.Errorf("%w: more than %d pages", ErrTooLarge, maxPages)
		}
	}
	var out bytes.Buffer
	if err := p.pdf.Output(&out); err != nil {
		return nil, fmt.Errorf("write pdf: %w", err)
	}
	return out.Bytes(), nil
}

// page is the document while it is drawn; y is where the next line goes.
type page struct {
	pdf   *fpdf.Fpdf
	y     float64
	bold  bool
	size  float64
	width map[widthKey]float64
}

type widthKey struct {
	r    rune
	bold bool
}

func newPage(title string, created time.Time) (*page, error) {
	pdf := fpdf.New("P", "mm", "A4", "")
	pdf.SetCatalogSort(true)
	pdf.SetCreationDate(created)
	pdf.SetModificationDate(created)
	pdf.SetTitle(title, true)
	pdf.SetProducer("Madang", true)
	pdf.SetLang("ko-KR")
	fonts, err := loadFonts()
	if err != nil {
		return nil, err
	}
	pdf.AddUTF8FontFromBytes(family, "", fonts.regular)
	pdf.AddUTF8FontFromBytes(family, "B", fonts.bold)
	pdf.SetMargins(sideMargin, topMargin, sideMargin)
	pdf.SetAutoPageBreak(false, footMargin)
	pdf.SetCellMargin(0)
	p := &page{pdf: pdf, width: map[widthKey]float64{}}
	pdf.SetFooterFunc(func() {
		pdf.SetFont(family, "", 8)
		pdf.SetTextColor(120, 120, 120)
		pdf.SetXY(sideMargin, pageHeight-12)
		pdf.CellFormat(textWidth, 5, fmt.Sprintf("- %d -", pdf.PageNo()), "", 0, "C", false, 0, "")
		pdf.SetTextColor(0, 0, 0)
	})
	p.newPage()
	return p, pdf.Error()
}

func (p *page) newPage() {
	p.pdf.AddPage()
	p.y = topMargin
	p.size = 0 // the footer changed the font
}

// font selects a style; selecting it again is free.
func (p *page) font(bold bool, size float64) {
	if p.size == size && p.bold == bold {
		return
	}
	style := ""
	if bold {
		style = "B"
	}
	p.pdf.SetFont(family, style, size)
	p.bold, p.size = bold, size
}

// need begins a new page unless that much height is left.
func (p *page) need(height float64) {
	if p.y+height > pageHeight-footMargin && p.y > topMargin {
		p.newPage()
	}
}

func (p *page) draw(b block, i int, all []block) {
	switch b.kind {
	case blockHeading:
		p.heading(b)
	case blockParagraph:
		p.flow(b.spans, sideMargin, textWidth, bodySize, 2.2)
	case blockItem:
		p.item(b)
	case blockQuote:
		p.quote(b)
	case blockCode:
		p.flow(b.spans, sideMargin+4, textWidth-4, bodySize-1, 2.2)
	case blockRule:
		p.need(6)
		p.pdf.SetDrawColor(190, 190, 190)
		p.pdf.Line(sideMargin, p.y+2, pageWidth-sideMargin, p.y+2)
		p.y += 5
	case blockTable:
		p.table(b)
	}
	if b.kind == blockItem && (i+1 == len(all) || all[i+1].kind != blockItem) {
		p.y += 1.4
	}
}

func (p *page) heading(b block) {
	size := map[int]float64{1: 17, 2: 12.5, 3: 11}[b.level]
	if size == 0 {
		size = bodySize
	}
	spans := make([]styled, len(b.spans))
	for i, s := range b.spans {
		s.bold = true
		spans[i] = s
	}
	if b.level > 1 {
		p.y += 2.5
		p.need(size*lineFactor + 14) // a heading alone at the foot is lost
		p.flow(spans, sideMargin, textWidth, size, 1.6)
		return
	}
	lines := p.wrap(spans, textWidth, size)
	for _, l := range lines {
		p.need(size * lineFactor)
		p.line(l, sideMargin+(textWidth-l.width)/2, size)
		p.y += size * lineFactor
	}
	p.y += 3
}

func (p *page) item(b block) {
	indent := sideMargin + 2 + 6*float64(b.level)
	hang := 6.0
	if len(b.marker) > 2 && b.marker != "•" && b.marker != "☐" && b.marker != "☑" {
		hang = 7.5
	}
	lines := p.wrap(b.spans, pageWidth-sideMargin-indent-hang, bodySize)
	for i, l := range lines {
		p.need(bodySize * lineFactor)
		if i == 0 {
			p.marker(b.marker, indent)
		}
		p.line(l, indent+hang, bodySize)
		p.y += bodySize * lineFactor
	}
	p.y += 0.6
}

// marker draws bullets and boxes by hand, so that they match in size.
func (p *page) marker(mark string, x float64) {
	switch mark {
	case "•":
		p.pdf.SetFillColor(40, 40, 40)
		p.pdf.Circle(x+2, p.y+bodySize*lineFactor/2, 0.6, "F")
		return
	case "☐", "☑":
	default:
		p.font(false, bodySize)
		p.pdf.SetXY(x, p.y)
		p.pdf.CellFormat(6, bodySize*lineFactor, mark, "", 0, "L", false, 0, "")
		return
	}
	p.box(x, mark == "☑", bodySize)
}

func (p *page) box(x float64, checked bool, size float64) {
	side := size * 0.29
	top := p.y + (size*lineFactor-side)/2
	p.pdf.SetDrawColor(60, 60, 60)
	p.pdf.SetLineWidth(0.25)
	x += size * 0.08
	p.pdf.Rect(x, top, side, side, "D")
	if checked {
		p.pdf.SetLineWidth(0.45)
		p.pdf.Line(x+side*0.2, top+side*0.5, x+side*0.45, top+side*0.8)
		p.pdf.Line(x+side*0.45, top+side*0.8, x+side*0.85, top+side*0.15)
	}
	p.pdf.SetLineWidth(0.2)
}

// quote is a shaded note with a bar, cut at page ends.
func (p *page) quote(b block) {
	const inset = 4.0
	height := (bodySize - 0.5) * lineFactor
	lines := p.wrap(b.spans, textWidth-2*inset, bodySize-0.5)
	for i, l := range lines {
		p.need(height)
		above, below := 0.0, 0.0
		if i == 0 {
			above = 1.5
		}
		if i == len(lines)-1 {
			below = 1.5
		}
		p.pdf.SetFillColor(244, 244, 238)
		p.pdf.Rect(sideMargin, p.y, textWidth, height+above+below, "F")
		p.pdf.SetFillColor(200, 150, 60)
		p.pdf.Rect(sideMargin, p.y, 1.1, height+above+below, "F")
		p.y += above
		p.line(l, sideMargin+inset, bodySize-0.5)
		p.y += height + below
	}
	p.y += 3
}

// flow draws wrapped text and leaves a gap below.
func (p *page) flow(spans []styled, x, width, size, gap float64) {
	for _, l := range p.wrap(spans, width, size) {
		p.need(size * lineFactor)
		p.line(l, x, size)
		p.y += size * lineFactor
	}
	p.y += gap
}

// line draws one line of text at x, p.y.
func (p *page) line(l textLine, x, size float64) {
	for _, s := range l.spans {
		p.font(s.bold, size)
		for _, part := range splitBoxes(s.text) {
			if part == "☐" || part == "☑" {
				p.box(x, part == "☑", size)
				x += p.runeWidth('☐', s.bold, size)
				continue
			}
			p.pdf.SetXY(x, p.y)
			w := p.textWidth(part, s.bold, size)
			p.pdf.CellFormat(w, size*lineFactor, part, "", 0, "L", false, 0, "")
			x += w
		}
	}
}

func splitBoxes(s string) []string {
	var out []string
	for s != "" {
		i := strings.IndexAny(s, "☐☑")
		if i < 0 {
			return append(out, s)
		}
		if i > 0 {
			out = append(out, s[:i])
		}
		out = append(out, s[i:i+len("☐")])
		s = s[i+len("☐"):]
	}
	return out
}
