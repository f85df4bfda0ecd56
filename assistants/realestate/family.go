package realestate

import (
	"regexp"
	"slices"
	"strings"
)

// ofLaw is the article of its law that one of a decree or rule carries out.
var ofLaw = regexp.MustCompile(`(?:^|[\s“"(])법 (제\d+조(?:의\d+)?)`)

// parent is what an article of a decree or rule says that it carries out; none
// has no law.
func (h hit) parent() named {
	law, _, ok := strings.Cut(h.Law, " "+inForceWord)
	found := ofLaw.FindStringSubmatch(h.Gist)
	if !ok || found == nil {
		return named{}
	}
	return named{law, found[1:]}
}

// keepFamily has the law behind the best article among the first sources, and
// what carries that article out: the duty stands in one, its measure in the other.
func (a *answer) keepFamily(among int) {
	for _, best := range a.best {
		at, relative := slices.Index(a.sources, exactOf(best.names)[0]), ""
		if p := best.parent(); p.law != "" {
			relative = p.in(a.state.Language).exact()[0]
		}
		for _, h := range a.hits {
			if p := h.parent(); relative == "" && p.law != "" && p.law == best.Law && p.articles[0] == best.Article {
				relative = exactOf(h.names)[0]
			}
		}
		if i := slices.Index(a.sources, relative); at < 0 || relative == "" || i >= 0 && i < among {
			continue
		}
		a.sources = slices.DeleteFunc(a.sources, func(s string) bool { return s == relative })
		a.sources = slices.Insert(a.sources, min(at+1, len(a.sources)), relative)
	}
}
