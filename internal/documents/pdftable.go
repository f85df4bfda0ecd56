package documents

import "strings"

// table draws rows with wrapped cells. Columns share the width by what
// their cells need; the head is repeated on a new page, and a row higher
// than a page is cut between lines.
func (p *page) table(b block) {
	widths := p.columns(b)
	const size = bodySize - 0.5
	var head []cellLines
	for i, row := range b.rows {
		cells := p.cells(row, widths, size, i == 0)
		if i == 0 {
			head = cells
			p.need(rowHeight(cells, size)*2 + 2)
		}
		if p.y+rowHeight(cells, size) > pageHeight-footMargin && i > 0 {
			p.newPage()
			p.rows(head, widths, size, b.aligns, true)
		}
		p.rows(cells, widths, size, b.aligns, i == 0)
	}
	p.y += 3.5
}

type cellLines []textLine

func (p *page) cells(row [][]styled, widths []float64, size float64, head bool) []cellLines {
	out := make([]cellLines, len(widths))
	for i := range widths {
		spans := row[i]
		if head {
			spans = append([]styled(nil), spans...)
			for k := range spans {
				spans[k].bold = true
			}
		}
		out[i] = p.wrap(spans, widths[i]-2*cellPadding, size)
	}
	return out
}

func rowHeight(cells []cellLines, size float64) float64 {
	return float64(mostLines(cells))*size*lineFactor + 2*cellPadding*0.6
}

func mostLines(cells []cellLines) int {
	most := 1
	for _, c := range cells {
		most = max(most, len(c))
	}
	return most
}

// rows draws one row, in parts when it is higher than the rest of a page.
func (p *page) rows(cells []cellLines, widths []float64, size float64, aligns []byte, head bool) {
	for first := 0; first < mostLines(cells); {
		fits := int((pageHeight - footMargin - p.y - 2*cellPadding*0.6) / (size * lineFactor))
		if fits < 1 {
			p.newPage()
			continue
		}
		part := make([]cellLines, len(cells))
		for i, c := range cells {
			part[i] = c[min(first, len(c)):min(first+fits, len(c))]
		}
		p.row(part, widths, size, aligns, head)
		first += fits
	}
}

func (p *page) row(cells []cellLines, widths []float64, size float64, aligns []byte, head bool) {
	height := rowHeight(cells, size)
	x, top := sideMargin, p.y
	p.pdf.SetDrawColor(150, 150, 150)
	p.pdf.SetLineWidth(0.2)
	for i, lines := range cells {
		if head {
			p.pdf.SetFillColor(236, 240, 244)
			p.pdf.Rect(x, top, widths[i], height, "FD")
		} else {
			p.pdf.Rect(x, top, widths[i], height, "D")
		}
		p.y = top + cellPadding*0.6
		for _, l := range lines {
			at := x + cellPadding
			switch {
			case head || aligns[i] == 'C':
				at = x + (widths[i]-l.width)/2
			case aligns[i] == 'R':
				at = x + widths[i] - cellPadding - l.width
			}
			p.line(l, at, size)
			p.y += size * lineFactor
		}
		x += widths[i]
		p.pdf.SetDrawColor(150, 150, 150)
		p.pdf.SetLineWidth(0.2)
	}
	p.y = top + height
}

// columns shares the text width: each column gets what its longest word and
// then its longest cell ask for, as far as there is room.
func (p *page) columns(b block) []float64 {
	n := len(b.aligns)
	least, want := make([]float64, n), make([]float64, n)
	for _, row := range b.rows {
		for i := range n {
			full := 0.0
			for _, part := range row[i] {
				full += p.textWidth(part.text, true, bodySize-0.5)
				for word := range strings.FieldsSeq(part.text) {
					least[i] = max(least[i], p.textWidth(word, true, bodySize-0.5))
				}
			}
			want[i] = max(want[i], full)
		}
	}
	limit := textWidth / float64(n)
	widths, sumLeast, sumWant := make([]float64, n), 0.0, 0.0
	for i := range n {
		least[i] = min(max(least[i], 8), limit*1.2) + 2*cellPadding + 0.5
		want[i] = max(want[i]+2*cellPadding+0.5, least[i])
		sumLeast += least[i]
		sumWant += want[i]
	}
	for i := range n {
		switch {
		case sumLeast >= textWidth:
			widths[i] = least[i] * textWidth / sumLeast
		case sumWant <= textWidth:
			widths[i] = want[i] + (textWidth-sumWant)/float64(n)
		default:
			widths[i] = least[i] + (want[i]-least[i])*(textWidth-sumLeast)/(sumWant-sumLeast)
		}
	}
	return widths
}
