package evidence

import (
	"slices"
	"strconv"
	"strings"

	"github.com/madang-dev/madang/internal/korean"
)

// Figures are the numbers of a text, each as what it counts and how much:
// "3억 5천만원" and "KRW 350,000,000" are one figure, "20분의 1" is "5%".
type Figures map[string]bool

// FiguresOf are the figures of a text. Numbers of articles are no figures.
func FiguresOf(text string) Figures { return read(text).figures }

// Won is a sum as a figure.
func Won(amount int64) Figures { return Figures{"won:" + strconv.FormatInt(amount, 10): true} }

// Within tells whether all of the figures are among others.
func (f Figures) Within(others ...Figures) bool {
	return len(f.Beyond(others...)) == 0
}

// Beyond are the figures that none of the others has.
func (f Figures) Beyond(others ...Figures) []string {
	var list []string
	for figure := range f {
		if !slices.ContainsFunc(others, func(o Figures) bool { return o[figure] }) {
			list = append(list, figure)
		}
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

// reading is what a text states that has to have a source.
type reading struct {
	figures  Figures
	articles map[string]bool // "제7조의2"
}

func read(text string) reading {
	r := reading{figures: Figures{}, articles: map[string]bool{}}
	figures, articles := korean.Figures(text)
	for _, figure := range figures {
		r.figures[figure] = true
	}
	for _, article := range articles {
		r.articles[article] = true
	}
	return r
}
