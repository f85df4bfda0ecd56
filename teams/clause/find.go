package clause

import (
	"sort"
	"strings"
	"unicode/utf8"
)

// MaxFindings bounds what one text can yield; a text made to repeat one
// clause thousands of times is cut off there.
const MaxFindings = 200

// maxExcerpt is the length of an excerpt in runes.
const maxExcerpt = 160

// maxTries bounds how many denied places of a sentence one pattern passes.
const maxTries = 4

// Finding is one risky clause of a text. Start and End are the byte offsets
// of the words that gave it away.
type Finding struct {
	ID             string   `json:"id"`
	Title          string   `json:"title"`
	Severity       Severity `json:"severity"`
	Excerpt        string   `json:"excerpt"`
	Start          int      `json:"start"`
	End            int      `json:"end"`
	Why            string   `json:"why"`
	Law            string   `json:"law"`
	LawVerified    bool     `json:"law_verified"`
	Recommendation string   `json:"recommendation"`
}

// Find lists the risky clauses of a text in the order of the text, each
// rule once a sentence, explained in the language ("en", else Korean). The
// time is linear in the length of the text.
func (c *Catalog) Find(text string, kind Kind, language string) []Finding {
	var found []Finding
	lastEnd := map[string]int{}
	for _, s := range sentences(text) {
		sentence := text[s.start:s.end]
		lower := strings.ToLower(sentence)
		for i := range c.rules {
			rule := &c.rules[i]
			if !rule.appliesTo(kind) {
				continue
			}
			m, ok := rule.match(sentence, lower)
			if !ok || s.start+m.start < lastEnd[rule.ID] {
				continue // the overlap of a cut sentence shows it twice
			}
			lastEnd[rule.ID] = s.start + m.end
			found = append(found, rule.finding(sentence, s.start, m, language))
			if len(found) == MaxFindings {
				return found
			}
		}
	}
	sort.SliceStable(found, func(i, j int) bool { return found[i].Start < found[j].Start })
	return found
}

// match is the first place of a sentence where the rule holds and is not
// denied.
func (r *Rule) match(sentence, lower string) (span, bool) {
	for _, p := range r.find {
		if !holdsOne(lower, p.needs) {
			continue
		}
		for _, loc := range p.re.FindAllStringIndex(sentence, maxTries) {
			m := span{loc[0], loc[1]}
			if !denied(sentence, m) && !r.cleared(sentence) {
				return m, true
			}
		}
	}
	return span{}, false
}

func (r *Rule) cleared(sentence string) bool {
	for _, p := range r.unless {
		if p.re.MatchString(sentence) {
			return true
		}
	}
	return false
}

func (r *Rule) finding(sentence string, offset int, m span, language string) Finding {
	return Finding{
		ID: r.ID, Title: r.Title.In(language), Severity: r.Severity,
		Excerpt: excerpt(sentence, m), Start: offset + m.start, End: offset + m.end,
		Why: r.Why.In(language), Law: r.Law.In(language), LawVerified: r.LawVerified,
		Recommendation: r.Recommended.In(language),
	}
}

// excerpt is the sentence, cut around the match when it is long.
func excerpt(sentence string, m span) string {
	sentence = strings.ToValidUTF8(sentence, "�")
	if utf8.RuneCountInString(sentence) <= maxExcerpt {
		return sentence
	}
	m.start, m.end = min(m.start, len(sentence)), min(m.end, len(sentence))
	begin := runeStart(sentence, max(0, m.start-60))
	cut := []rune(sentence[begin:])
	mark := ""
	if begin > 0 {
		mark = "…"
	}
	if len(cut) > maxExcerpt {
		return mark + string(cut[:maxExcerpt]) + "…"
	}
	return mark + string(cut)
}

// Overall is the risk of a whole contract: high with one high finding,
// medium with three medium ones, else low.
func Overall(findings []Finding) Severity {
	medium := 0
	for _, f := range findings {
		switch f.Severity {
		case High:
			return High
		case Medium:
			medium++
		}
	}
	if medium >= 3 {
		return Medium
	}
	return Low
}
