package semantic

import (
	"fmt"
	"strings"
)

// from and to are the sides of a relationship.
func (r relationship) from() (dataset, column string) { return side(r.From) }
func (r relationship) to() (dataset, column string)   { return side(r.To) }

func side(s string) (dataset, column string) {
	dataset, column, _ = strings.Cut(s, ".")
	return dataset, column
}

// relationships finds the way from each dataset to those that it has one of:
// the shortest. Two of one length could mean different things, so they are
// refused.
func (l *loader) relationships() {
	by := map[string][]relationship{}
	for i, r := range l.c.Relationships {
		for _, s := range []string{r.From, r.To} {
			dataset, column := side(s)
			if l.c.datasets[dataset] == nil || !identifier.MatchString(column) {
				l.fault(fmt.Sprintf("$.relationships[%d]", i), "%q: write dataset.column", s)
				return
			}
		}
		if target, column := r.to(); l.c.datasets[target].key() != column {
			l.fault(fmt.Sprintf("$.relationships[%d]", i), "%s is not the key of %s: rows would be counted more than once", column, target)
			return
		}
		from, _ := r.from()
		by[from] = append(by[from], r)
	}
	l.c.paths = map[string]map[string][]relationship{}
	for name := range l.c.datasets {
		l.c.paths[name] = l.walk(name, by)
	}
}

// walk goes breadth first, so that the first way is the shortest.
func (l *loader) walk(start string, by map[string][]relationship) map[string][]relationship {
	ways := map[string][]relationship{start: {}}
	for reached := []string{start}; len(reached) > 0; {
		next := []string{}
		found := map[string]bool{}
		for _, at := range reached {
			for _, r := range by[at] {
				to, _ := r.to()
				if found[to] {
					l.fault("$.relationships", "two ways of one length lead from %s to %s: remove one", start, to)
				}
				if _, ok := ways[to]; ok {
					continue
				}
				found[to] = true
				ways[to] = append(append([]relationship{}, ways[at]...), r)
				next = append(next, to)
			}
		}
		reached = next
	}
	return ways
}

// reaches tells whether each row of a dataset has one value of a dimension.
func (c *catalogue) reaches(dataset string, d *dimension) bool {
	_, ok := c.paths[dataset][d.Dataset]
	return ok
}
