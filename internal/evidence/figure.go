package evidence

import (
	"slices"
	"strconv"
	"strings"
)

// Figures are the numbers of a text, each as what it counts and how much:
// "3억 5천만원" and "KRW 350,000,000" are one figure, "20분의 1" is "5%".
type Figures map[string]bool

// FiguresOf are the figures of a text. Numbers of articles are no figures.
func FiguresOf(text string) Figures {
	if f := read(text).figures; f != nil {
		return f
	}
	return Figures{}
}

// Won is a sum as a figure.
func Won(amount int64) Figures { return Figures{wonFigure(amount): true} }

func wonFigure(amount int64) string { return "won:" + strconv.FormatInt(amount, 10) }

// Within tells whether all of the figures are among others.
func (f Figures) Within(others ...Figures) bool {
	for figure := range f {
		if !slices.ContainsFunc(others, func(o Figures) bool { return o[figure] }) {
			return false
		}
	}
	return true
}

// Beyond are the figures that none of the others has.
func (f Figures) Beyond(others ...Figures) []string {
	var list []string
next:
	for figure := range f {
		for _, o := range others {
			if o[figure] {
				continue next
			}
		}
		list = append(list, figure)
	}
	return list
}

// Add puts others' figures in.
func (f Figures) Add(others ...Figures) {
	for _, o := range others {
		for figure := range o {
			f[figure] = true
		}
	}
}

// widen puts to each date its month and its year, which may be said instead
// of it.
func (f Figures) widen() {
	for figure := range f {
		day, ok := strings.CutPrefix(figure, "day:")
		if !ok || strings.HasPrefix(day, "-") {
			continue
		}
		parts := strings.Split(day, "-")
		f["day:"+parts[0]] = true
		if len(parts) == 3 {
			f["day:"+parts[0]+"-"+parts[1]] = true
			f["day:--"+parts[1]+"-"+parts[2]] = true
		}
	}
}

// shortest writes a number to six places, so that 100/3 is one figure
// however it was reckoned.
func shortest(v float64) string {
	if n := int64(v); v > 0 && v < 1e15 && float64(n) == v {
		return strconv.FormatInt(n, 10)
	}
	s := strconv.FormatFloat(v, 'f', 6, 64)
	return strings.TrimSuffix(strings.TrimRight(s, "0"), ".")
}
