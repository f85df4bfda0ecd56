package realestate

import (
	"slices"
	"strings"

	"github.com/madang-dev/madang/internal/evidence"
)

// ground gives every line that states law or figures its source, says what
// to know about the sources, and numbers the facts.
func (a *answer) ground() {
	a.evidence = a.facts()
	a.referAll(a.core)
	a.useNear()
	a.conclusions = a.evidence.TakeUsed()
	for _, lines := range [][]string{a.law, a.data, a.consider, a.recommend, a.note} {
		a.referAll(lines)
	}
	a.tellUnfound()
	a.tellLoading()
	a.tellConflicts()
	a.tellDated()
	a.besides = a.evidence.TakeUsed()
	a.evidence.Use(a.conclusions...)
	a.evidence.Use(a.besides...)
	a.evidence.Number()
}

func (a *answer) referAll(lines []string) {
	for i := range lines {
		lines[i] = a.refer(lines[i])
	}
}

// refer is a line with the sources of what it states, as far as it does not
// name them itself.
func (a *answer) refer(line string) string {
	var missing []string
	quoted := slices.Contains(a.quoted, line)
	for _, s := range sentences(line) {
		f, needed := a.behind(s, line, quoted)
		if !needed {
			continue
		}
		if f == nil {
			f, _ = a.evidence.Source(line, line, a.of[line]) // what it leans on stands beside it
		}
		if f == nil {
			missing = appendNew(missing, a.say("source.none"))
			continue
		}
		a.evidence.Use(f)
		if f.Kind != evidence.KindAssumption && f.Kind != evidence.KindDocument {
			a.cite(f.Source)
		}
		if !a.namesSource(line, f) {
			missing = appendNew(missing, f.Source)
		}
	}
	return a.withSources(line, missing)
}

// maxHeard bounds the sentences of articles that are kept taken apart, in
// bytes: those of the built-in library. What is kept of one takes about four
// times its room, and there are two halves.
const maxHeard = 1 << 19

// behind is the fact behind a sentence. One of an article comes again in
// other answers, so that it is taken apart once.
func (a *answer) behind(sentence, line string, quoted bool) (f *evidence.Fact, needed bool) {
	if !quoted {
		return a.evidence.Source(sentence, line, a.of[line])
	}
	heard := a.author.heard.of(sentence, len(sentence), func() (string, *evidence.Heard) {
		sentence := strings.Clone(sentence) // of a longer line
		return sentence, evidence.Hear(sentence)
	})
	return a.evidence.SourceOf(heard, line, a.of[line])
}

// tells notes which fact a line tells.
func (a *answer) tells(key, line string) string {
	a.of[line] = key
	return line
}

// namesSource tells whether a line says where a fact is from. An assumption
// says itself that it is one, the user's own document needs no other source,
// and what is of the sample carries its label.
func (a *answer) namesSource(line string, f *evidence.Fact) bool {
	switch {
	case f.Kind == evidence.KindAssumption, f.Kind == evidence.KindDocument, strings.Contains(line, f.Source):
		return true
	case f.Kind == evidence.KindMarket:
		return slices.Contains(a.labelled, line)
	}
	return f.Law != "" && namesArticle(line) && slices.ContainsFunc(strings.Split(f.Also+"\n"+f.Source, "\n"), func(c string) bool {
		return c != "" && namesArticle(c) && strings.Contains(line, c)
	})
}

// withSources puts sources in brackets behind a line, before its full stop.
func (a *answer) withSources(line string, sources []string) string {
	if len(sources) == 0 {
		return line
	}
	body, stop := strings.CutSuffix(line, ".")
	bracket := a.say("bracket")
	if strings.HasSuffix(body, ")") || !stop {
		bracket = " ("
	}
	body += bracket + strings.Join(sources, "; ") + ")"
	if stop {
		body += "."
	}
	return body
}
