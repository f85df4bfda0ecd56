package documents

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"codeberg.org/go-pdf/fpdf"
)

// radarLanguage is the language of a fenced block that is a radar chart: a line
// an axis, "name: value", of values from 0 to 100. A PDF draws it, other formats
// show its lines.
const radarLanguage = "radar"

// Measures of a radar chart, in millimetres.
const (
	radarRadius = 34.0
	radarHeight = 2*radarRadius + 24
	radarRings  = 4
	// minAxes and maxAxes bound what a chart can show.
	minAxes, maxAxes = 3, 12
)

// axis is one of a radar chart.
type axis struct {
	name  string
	value float64 // 0-100
}

// axesOf reads the lines of a chart; nil where they are none.
func axesOf(lines string) (axes []axis) {
	for line := range strings.Lines(strings.TrimSpace(lines)) {
		name, number, _ := strings.Cut(strings.TrimSpace(line), ":")
		value, err := strconv.ParseFloat(strings.TrimSpace(number), 64)
		if err != nil || name == "" || math.IsNaN(value) {
			return nil
		}
		axes = append(axes, axis{name, min(max(value, 0), 100)})
	}
	if len(axes) < minAxes || len(axes) > maxAxes {
		return nil
	}
	return axes
}

// radar draws the chart: rings of a quarter each, the axes with their names, and
// the values as a filled shape.
func (p *page) radar(axes []axis) {
	p.need(radarHeight)
	centre := fpdf.PointType{X: pageWidth / 2, Y: p.pdf.GetY() + radarHeight/2}
	shape := func(share func(i int) float64) []fpdf.PointType {
		points := make([]fpdf.PointType, len(axes))
		for i := range axes {
			points[i] = onAxis(centre, i, len(axes), radarRadius*share(i))
		}
		return points
	}
	p.pdf.SetLineWidth(0.2)
	p.pdf.SetDrawColor(200, 200, 200)
	for ring := 1; ring <= radarRings; ring++ {
		p.pdf.Polygon(shape(func(int) float64 { return float64(ring) / radarRings }), "D")
	}
	p.pdf.SetFont(family, "", smallSize)
	for i, a := range axes {
		end := onAxis(centre, i, len(axes), radarRadius)
		p.pdf.Line(centre.X, centre.Y, end.X, end.Y)
		p.axisName(a, onAxis(centre, i, len(axes), radarRadius+5))
	}
	p.pdf.SetDrawColor(40, 90, 160)
	p.pdf.SetFillColor(160, 195, 235)
	p.pdf.SetLineWidth(0.6)
	p.pdf.SetAlpha(0.55, "Normal")
	p.pdf.Polygon(shape(func(i int) float64 { return axes[i].value / 100 }), "FD")
	p.pdf.SetAlpha(1, "Normal")
	p.pdf.SetLineWidth(0.2)
	p.pdf.SetXY(sideMargin, centre.Y+radarHeight/2)
}

// axisName writes an axis' name and value around a place.
func (p *page) axisName(a axis, at fpdf.PointType) {
	text := drawable(fmt.Sprintf("%s %s", a.name, strconv.FormatFloat(a.value, 'f', -1, 64)))
	width := min(p.pdf.GetStringWidth(text), textWidth/3)
	p.pdf.SetXY(min(max(at.X-width/2, sideMargin), pageWidth-sideMargin-width), at.Y-2)
	p.pdf.CellFormat(width, 4, text, "", 0, "C", false, 0, "")
}

// onAxis is a place on the i-th of n axes; the first points up.
func onAxis(centre fpdf.PointType, i, n int, distance float64) fpdf.PointType {
	angle := 2*math.Pi*float64(i)/float64(n) - math.Pi/2
	return fpdf.PointType{X: centre.X + distance*math.Cos(angle), Y: centre.Y + distance*math.Sin(angle)}
}
