package scoring

import (
	"fmt"
	"slices"
	"strings"

	"github.com/madang-dev/madang/internal/datafile"
)

// Check lists what is wrong with a rubric.
func (r Rubric) Check() (flaws datafile.Flaws) {
	need := flaws.Need
	filled := func(path string, terms Terms) {
		for _, list := range terms {
			for _, term := range list {
				need(strings.Trim(term, "* ") != "", path, "an empty term would be in every answer: remove it")
			}
		}
	}
	total := 0
	for i, c := range r.Criteria {
		at := fmt.Sprintf("criteria[%d]", i)
		total += c.Points
		need(c.Points > 0, at, "it has %d points: give it a share of the %d", c.Points, Whole)
		need(len(c.Concepts) > 0, at, "it has no concepts: add what an answer has to hold")
		need(c.Need >= 0 && c.Need <= len(c.Concepts), at+".need", "%d of %d concepts are needed: add concepts or need fewer", c.Need, len(c.Concepts))
		for j, terms := range c.Concepts {
			filled(fmt.Sprintf("%s.concepts[%d]", at, j), terms)
		}
	}
	need(total == Whole, "criteria", "the points make %d: they have to make %d", total, Whole)
	for i, m := range r.Mistakes {
		at := fmt.Sprintf("mistakes[%d]", i)
		need(m.Minus > 0 || m.Voids > 0, at, "it costs nothing: say with minus what it costs, or with voids which criterion it leaves without points")
		need(m.Voids >= 0 && m.Voids <= len(r.Criteria), at+".voids", "there is no criterion %d: it has %d", m.Voids, len(r.Criteria))
		need(len(m.Sides) == len(m.Told) && (len(m.Sides) == 0 || len(m.Sides) == 2), at+".sides", "%d sides of which %d are told: name two and what is true of each", len(m.Sides), len(m.Told))
		for _, terms := range slices.Concat([]Terms{m.Terms}, m.Sides, m.Told) {
			filled(at+".terms", terms)
		}
	}
	return flaws
}
