package documents

import (
	"bytes"
	"cmp"
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
	smallSize   = bodySize - 0.5
	lineFactor  = 0.58 // mm of line height a point: 1.65 times the size
	cellPadding = 1.8
	family      = "nanum"
)

// maxRun is how many letters are written at once: fpdf copies the rest of a text
// at each line that it breaks.
const maxRun = 400

// pdfFile lays blocks out on A4 pages. fpdf breaks lines and pages; it knows no
// italics of this font, so italic text is upright.
func pdfFile(blocks []block, title string, created time.Time) ([]byte, error) {
	p, err := newPage(title, created)
	if err != nil {
		return nil, err
	}
	for i, b := range blocks {
		p.draw(b)
		if b.kind == blockItem && (i+1 == len(blocks) || blocks[i+1].kind != blockItem) {
			p.pdf.Ln(1.4)
		}
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

// page is the document while it is drawn.
type page struct{ pdf *fpdf.Fpdf }

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
	pdf.SetAutoPageBreak(true, footMargin)
	pdf.SetCellMargin(0)
	pdf.SetFooterFunc(func() {
		pdf.SetFont(family, "", 8)
		pdf.SetY(pageHeight - 12)
		pdf.CellFormat(textWidth, 5, fmt.Sprintf("- %d -", pdf.PageNo()), "", 0, "C", false, 0, "")
	})
	pdf.AddPage()
	return &page{pdf}, pdf.Error()
}

// style is what fpdf calls a weight.
func style(bold bool) string {
	if bold {
		return "B"
	}
	return ""
}

func (p *page) draw(b block) {
	switch b.kind {
	case blockHeading:
		p.heading(b)
	case blockParagraph:
		p.flow(b.spans, sideMargin, bodySize, 2.2)
	case blockItem:
		p.item(b)
	case blockQuote:
		p.pdf.SetFillColor(244, 244, 238)
		p.plain(b.spans, smallSize, "L", true)
		p.pdf.Ln(3)
	case blockCode:
		if b.axes != nil {
			p.radar(b.axes)
			return
		}
		p.flow(b.spans, sideMargin+4, bodySize-1, 2.2)
	case blockRule:
		y := p.pdf.GetY() + 2
		p.pdf.SetDrawColor(190, 190, 190)
		p.pdf.Line(sideMargin, y, pageWidth-sideMargin, y)
		p.pdf.SetY(y + 3)
	case blockTable:
		p.table(b)
	}
}

func (p *page) heading(b block) {
	size := map[int]float64{1: 17, 2: 12.5, 3: 11}[b.level]
	size = cmp.Or(size, bodySize)
	for i := range b.spans {
		b.spans[i].bold = true
	}
	if b.level == 1 {
		p.plain(b.spans, size, "C", false)
		p.pdf.Ln(3)
		return
	}
	p.pdf.Ln(2.5)
	p.need(size*lineFactor + 14) // a heading alone at the foot is lost
	p.flow(b.spans, sideMargin, size, 1.6)
}

// need begins a new page unless that much height is left.
func (p *page) need(height float64) {
	if y := p.pdf.GetY(); y+height > pageHeight-footMargin && y > topMargin {
		p.pdf.AddPage()
	}
}

func (p *page) item(b block) {
	indent := sideMargin + 2 + 6*float64(b.level)
	hang := 6.0
	if len(b.marker) > len("•") {
		hang = 7.5
	}
	p.pdf.SetX(indent)
	p.pdf.SetFont(family, "", bodySize)
	p.pdf.CellFormat(hang, bodySize*lineFactor, drawable(b.marker), "", 0, "L", false, 0, "")
	p.flow(b.spans, indent+hang, bodySize, 0.6)
}

// flow writes styled text from a margin on and leaves a gap below.
func (p *page) flow(spans []styled, margin, size, gap float64) {
	p.pdf.SetLeftMargin(margin)
	for _, s := range spans {
		p.pdf.SetFont(family, style(s.bold), size)
		for _, run := range runs(s.text) {
			p.pdf.Write(size*lineFactor, run)
		}
	}
	p.pdf.SetLeftMargin(sideMargin)
	p.pdf.Ln(size*lineFactor + gap)
}

// plain writes text of one weight over the whole width.
func (p *page) plain(spans []styled, size float64, align string, fill bool) {
	p.pdf.SetFont(family, style(len(spans) > 0 && spans[0].bold), size)
	for _, run := range runs(lettersOf(spans)) {
		p.pdf.MultiCell(textWidth, size*lineFactor, run, "", align, fill)
	}
}

func lettersOf(spans []styled) string {
	var b strings.Builder
	for _, s := range spans {
		b.WriteString(s.text)
	}
	return b.String()
}

// runs are a text in pieces of bounded length, cut behind spaces.
func runs(s string) []string {
	var list []string
	letters := []rune(drawable(s))
	for len(letters) > maxRun {
		end := maxRun
		for end > maxRun/2 && letters[end-1] != ' ' {
			end--
		}
		list, letters = append(list, string(letters[:end])), letters[end:]
	}
	return append(list, string(letters))
}

// drawable replaces what the font can't draw: it has no box to tick, and fpdf's
// width table ends at U+FFFF.
func drawable(s string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r == '☐' || r >= 0xffff:
			return '□'
		case r == '☑':
			return '■'
		}
		return r
	}, s)
}

// table draws rows with wrapped cells; the head is repeated on a new page.
func (p *page) table(b block) {
	p.pdf.SetAutoPageBreak(false, footMargin)
	defer p.pdf.SetAutoPageBreak(true, footMargin)
	p.pdf.SetFillColor(236, 240, 244)
	p.pdf.SetDrawColor(150, 150, 150)
	widths := p.columns(b)
	head := parts(p.cells(b.rows[0], widths, true))[0]
	p.need(rowHeight(head)*2 + 2)
	for i, row := range b.rows {
		for _, cells := range parts(p.cells(row, widths, i == 0)) {
			if i > 0 && p.pdf.GetY()+rowHeight(cells) > pageHeight-footMargin {
				p.pdf.AddPage()
				p.row(head, widths, b.aligns, true)
			}
			p.row(cells, widths, b.aligns, i == 0)
		}
	}
	p.pdf.Ln(3.5)
}

// maxCellLines is how many lines of a row stand on one page.
const maxCellLines = 36

// parts cuts a row between lines that is higher than a page.
func parts(cells [][]string) [][][]string {
	var list [][][]string
	for more := true; more; {
		part := make([][]string, len(cells))
		more = false
		for i, lines := range cells {
			n := min(len(lines), maxCellLines)
			part[i], cells[i] = lines[:n], lines[n:]
			more = more || len(cells[i]) > 0
		}
		list = append(list, part)
	}
	return list
}

func (p *page) cells(row [][]styled, widths []float64, head bool) [][]string {
	p.pdf.SetFont(family, style(head), smallSize)
	cells := make([][]string, len(widths))
	for i, w := range widths {
		for _, run := range runs(lettersOf(row[i])) {
			cells[i] = append(cells[i], p.pdf.SplitText(run, w-2*cellPadding)...)
		}
	}
	return cells
}

func rowHeight(cells [][]string) float64 {
	most := 1
	for _, lines := range cells {
		most = max(most, len(lines))
	}
	return float64(most)*smallSize*lineFactor + cellPadding
}

func (p *page) row(cells [][]string, widths []float64, aligns []byte, head bool) {
	p.pdf.SetFont(family, style(head), smallSize)
	x, top, height := sideMargin, p.pdf.GetY(), rowHeight(cells)
	for i, lines := range cells {
		align, drawn := string(aligns[i]), "D"
		if head {
			align, drawn = "C", "FD"
		}
		p.pdf.Rect(x, top, widths[i], height, drawn)
		for n, line := range lines {
			p.pdf.SetXY(x+cellPadding, top+cellPadding/2+float64(n)*smallSize*lineFactor)
			p.pdf.CellFormat(widths[i]-2*cellPadding, smallSize*lineFactor, strings.TrimSpace(line), "", 0, align, false, 0, "")
		}
		x += widths[i]
	}
	p.pdf.SetXY(sideMargin, top+height)
}

// columns shares the text width by what the longest cell of each asks for.
func (p *page) columns(b block) []float64 {
	p.pdf.SetFont(family, "B", smallSize)
	widths, sum := make([]float64, len(b.aligns)), 0.0
	for i := range widths {
		widths[i] = textWidth / float64(len(widths)) / 2
		for _, row := range b.rows {
			asked := drawable(lettersOf(row[i]))
			widths[i] = max(widths[i], min(p.pdf.GetStringWidth(asked)+2*cellPadding+1, textWidth/2))
		}
		sum += widths[i]
	}
	for i := range widths {
		widths[i] *= textWidth / sum
	}
	return widths
}
