package calibration

// Point is a place on a Curve.
type Point struct{ X, Y float64 }

// Curve is a line through points, in the order of X, that turns a score into
// a share of right answers, as counted on labelled questions.
type Curve []Point

// At is the curve's value.
func (c Curve) At(x float64) float64 {
	for i, p := range c {
		switch {
		case x > p.X:
		case i == 0:
			return p.Y
		default:
			q := c[i-1]
			return q.Y + (p.Y-q.Y)*(x-q.X)/(p.X-q.X)
		}
	}
	return c[len(c)-1].Y
}
