package semantic

import (
	"slices"
	"strings"

	"github.com/madang-dev/madang/internal/korean"
)

// members are those of the newest listing that a word picks by where they stand in it:
// "the latter", "the last two", "the rest", "the next one". The first alone may begin a
// ranking and is none of them.
func (r *reader) members(i int) (none referent) {
	t := r.toks[i]
	by := r.rowsBy(r.q.Listing.Of)
	all, text := r.q.Listing.Names[by], near(r.q.Text[t.start:])
	if len(all) < 2 || len(all) > maxPointed || t.sort == isPeriod {
		return none
	}
	for _, key := range phrases.Under("pointer.member") {
		start, end, ok := phrases.Find(text, key)
		one := strings.HasSuffix(key, "one") // says itself that it is a member
		if !ok || start > 0 || one && !r.leads(i) || !one && r.ofOthers(key, t.start+end, by) {
			continue
		}
		said := phrases.Named(text, key)
		if !r.calls(said["of"], by) {
			continue
		}
		n, last := countOf(said["n"]), r.lastOf(by, all)
		at := referent{t.start, t.start + len(strings.TrimRight(text[:end], " ?.!,~")), by, nil}
		from, to := 0, 0
		switch key = strings.TrimPrefix(key, "pointer.member."); {
		case key == "former" && len(all) == 2:
			to = 1
		case key == "latter" && len(all) == 2:
			from, to = 1, 2
		case key == "one", key == "nth":
			from, to = n-1, n
		case key == "first":
			to = n
		case key == "last":
			from, to = len(all)-n, len(all)
		case key == "next" && last >= 0: // else more rows are asked for
			from, to = last+1, last+2
		case key == "rest":
			if at.start, at.names = r.remaining(t, all, last); n > 0 && n != len(at.names) {
				at.names = nil
			}
			return at
		}
		at.names = all[min(max(from, 0), len(all)):min(to, len(all))]
		return at
	}
	return none
}

// calls tells that a noun may be of the members: no word for other things than they are.
func (r *reader) calls(noun, by string) bool {
	counts := ""
	if d := r.l.c.dimensions[by]; d != nil {
		counts = d.Counts
	}
	switch {
	case phrases.Has(noun, "persons"):
		return counts == "person"
	case phrases.Has(noun, "places"):
		return counts == "place"
	}
	named := slices.DeleteFunc(slices.Clone(r.lex.exact(noun)), func(m meaning) bool { return m.sort == isPhrase })
	return len(named) == 0 || slices.ContainsFunc(named, func(m meaning) bool {
		d := r.l.c.dimensions[m.name]
		return m.name == by || m.sort == isValue && r.l.c.datasets[d.Dataset].Entity == by
	})
}

// remaining are the members besides those that are left out right before a word, else besides
// the one that was asked of last, and where the words for that begin; none where it is not
// understood who is left out.
func (r *reader) remaining(rest token, all []string, last int) (start int, names []string) {
	var out []string
	start = rest.start
	i := slices.IndexFunc(r.toks, func(t token) bool { return t.start >= start }) - 1
	if i >= 0 && r.toks[i].is("op.not") {
	leftOut:
		for i--; i >= 0; i-- {
			t, by := r.toks[i], r.rowsBy(r.q.Listing.Of)
			switch n := r.nth(i, len(all)); {
			case n >= 0:
				out, start = append(out, all[n]), t.start
			case t.sort == isValue && t.name == by:
				out, start = append(out, t.values...), t.start
			case !t.is("filler", "again"):
				break leftOut
			}
		}
	} else if last >= 0 {
		out = all[last : last+1]
	}
	if len(out) == 0 || slices.ContainsFunc(out, func(name string) bool { return !slices.Contains(all, name) }) {
		return start, nil
	}
	return start, slices.DeleteFunc(slices.Clone(all), func(name string) bool { return slices.Contains(out, name) })
}

// countOf is a number that is said as a count or a place, 0 for none: "두", "4th", "fourth".
func countOf(said string) int {
	if n, ok := korean.ParseCount(strings.TrimRight(said, "stndrh")); ok {
		return n
	}
	return nth(said)
}

// lastOf is which member was asked of last, -1 for none.
func (r *reader) lastOf(by string, all []string) int {
	for _, f := range r.q.Previous.conditions() {
		if f.Dimension == by && f.Op == In && len(f.Values) == 1 {
			return slices.Index(all, f.Values[0])
		}
	}
	return -1
}

// ofOthers tells that what stands at a place of the text is something else than the members
// are: "the last two months" of customers, "the last two visits".
func (r *reader) ofOthers(key string, at int, by string) bool {
	i := slices.IndexFunc(r.toks, func(t token) bool { return t.end > at })
	if i < 0 || r.toks[i].start > at+1 {
		return false
	}
	t := r.toks[i]
	things := t.sort == isDimension && t.name != by && r.entity(t.name)
	counted := t.sort == isDataset || t.sort == isMetric
	ended := phrases.Has(r.q.Text[:at], "pointer.ended") || !strings.HasSuffix(key, "first") && !strings.HasSuffix(key, "last")
	return things || t.sort == isPeriod || counted && !ended || strings.HasPrefix(t.name, "piece.")
}
