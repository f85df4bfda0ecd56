package realestate

import (
	"cmp"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/madang-dev/madang/internal/korean"
	"github.com/madang-dev/madang/teams/analysis"
)

// kind is what a claim is from.
type kind int

const (
	ofFigure  kind = iota // reckoned from what was said
	ofPrices              // summed up from deals
	ofRule                // a conclusion that holds, whoever asks
	ofGuide               // the guide that fits best
	ofArticle             // the article that fits best
	ofOther               // a guide or an article behind that
)

// claim is what one conclusion, guide or article says of a part of the
// message: its verdict, and what that holds under.
type claim struct {
	kind        kind
	key, source string
	lines       []string // the verdict first
	aside       []string // what a guide says behind a figure
	// strength is how surely the verdict answers, by which claims are sorted;
	// worth is what it is worth as evidence.
	strength, worth float64
	// finding or hit is what it is from.
	finding *finding
	hit     *hit
}

// What a conclusion is worth that was reckoned from given figures or an article
// that was named, a bare rule, what was found in data, and a document.
const (
	named90 = 0.9
	ruled   = 0.7
	looked  = 0.8
)

// certain is the strength of a figure that is asked for.
const certain = 1

// concluded are the claims of conclusions. A bare rule gives way to an article
// that likely answers, unless it is what a message adds to conclusions before it.
func (a *answer) concluded(findings []finding, articles []hit) []claim {
	var list []claim
	told := func(f finding) bool { return a.state.Talk != nil && slices.Contains(a.state.Talk.Told, f.Headline) }
	named := func(f finding) bool { return analysis.Names(f.Method, a.state.Query) }
	led := func(f finding) bool { return a.revises() && a.state.Talk.led() == f.Method+f.Product }
	findings = a.summedUp(findings) // what is asked for comes first, and what the talk has told last
	slices.SortStableFunc(findings, func(x, y finding) int {
		return cmp.Or(boolInt(named(y))-boolInt(named(x)), boolInt(led(y))-boolInt(led(x)), boolInt(told(x))-boolInt(told(y)))
	})
	for _, f := range findings {
		s := claim{kind: ofFigure, key: f.key, lines: append([]string{f.Headline}, f.notes...), worth: named90, finding: &f}
		if len(f.Sources) > 0 && !namesArticle(f.Headline) {
			s.source = f.Sources[0]
		}
		switch {
		case f.Rule:
			s.kind, s.worth = ofRule, ruled
		case f.Method == analysis.MethodMarketStats:
			s.kind, s.worth = ofPrices, looked
		}
		s.strength = s.worth
		switch {
		case f.Rule && a.goesOn(articles) && !told(f): // which the message itself asks for
			s.strength = named90
		case f.Rule:
			s.strength = likely
		case named(f), s.worth == named90 && phrases.Has(a.state.Query, "asks.sum"):
			s.strength = certain
		case told(f) && !a.says(f): // nor has what the message changes changed it
			s.strength = likely
		case a.revises():
			s.strength = certain // who tells a figure wants it reckoned with
		}
		list = append(list, s)
	}
	return list
}

// quoted are the claims of guides and articles, the best first. A guide
// answers a situation and comes behind any figure; an article that a conclusion
// tells has nothing to say before it.
func (a *answer) quoted(q *question, articles []hit, findings []finding) []claim {
	var list []claim
	for _, h := range articles {
		first := len(list) == 0 // one that has no sentence leaves its place to the next
		s := claim{kind: ofOther, key: h.key(), source: h.citation, worth: h.Score, hit: &h}
		name, most := "law.also_see", 1
		if first {
			s.kind, s.strength, name, most = ofArticle, h.Score, "law.governed_by", 1+maxMore
		}
		switch {
		case !first:
		case h.Guide:
			same := slices.ContainsFunc(findings, func(f finding) bool { return f.cites(h) })
			s.kind, s.strength, s.aside = ofGuide, min(h.Score, ruled), q.aside(h, same)
		case slices.ContainsFunc(findings, func(f finding) bool { return f.tells(h) }):
			s.strength = 0
		}
		if h.Exact {
			s.worth = named90
		}
		if s.lines = q.pick(h, most, ""); h.gist == "" { // no text in the answer's language
			s.lines, s.source = []string{a.say(name) + " " + h.citation + " (" + h.title + ")."}, ""
		}
		if len(s.lines) > 0 {
			list = append(list, s)
		}
	}
	return list
}

// aside is what a guide says behind a figure: its verdict, or where a figure of the
// same article has said it or is asked for the sentence that says most besides. Its examples would be taken for the
// user's sums: neither they nor what leans on them is told.
func (q *question) aside(h hit, same bool) []string {
	var barred strings.Builder
	bar := false
	for i, s := range h.sentences {
		sums := len(korean.FindSums(s.text)) + len(korean.FindRates(s.text))
		bar = sums > 0 || i == 0 && (same || q.wants.amount) || bar && s.leans
		switch {
		case bar:
			barred.WriteString(s.told + "\n")
		case i == 0:
			return []string{s.told}
		}
	}
	return q.speaking(h.sentences, h.Snippet, 1, barred.String())
}

// The turns in which the lines of an answer are chosen.
const (
	verdict = iota
	beside
	condition
	another
	unsaid
)

// turn is when a line of a claim is chosen for an answer that begins with
// another one. A guide or an article says no more than its verdict behind a figure.
func (s claim) turn(lead claim, line int) int {
	concluded := lead.finding != nil
	switch {
	case s.key == lead.key && line == 0:
		return verdict
	case s.key == lead.key, concluded && s.joins(lead) && line > 0:
		return condition
	case line > 0:
	case concluded && s.joins(lead), concluded && s.kind == ofGuide,
		concluded && s.kind == ofArticle && s.hit.gist != "" && s.hit.Score >= fair && !lead.finding.cites(*s.hit),
		!concluded && s.kind == ofRule && s.finding.ofLaw(lead.hit.Law): // by when a fine is avoided
		return beside
	case !concluded && s.kind == ofOther && s.hit.Score >= lead.hit.Score*nextToBest:
		return another
	}
	return unsaid
}

// joins tells whether a conclusion is told with another one: a figure is, a rule
// or prices only where they were asked for.
func (s claim) joins(lead claim) bool {
	return s.kind == ofFigure || s.finding != nil && s.finding.Method == lead.finding.Method
}

// chosen is a line that is told.
type chosen struct{ of, line, turn int }

// tell puts the surest claim into the key answer, and behind it what has its
// place there while there is room for so many letters.
func (a *answer) tell(list []claim, most int) {
	slices.SortStableFunc(list, func(x, y claim) int { return cmp.Compare(y.strength, x.strength) })
	var lines []chosen
	for i, s := range list {
		if s.kind == ofGuide && list[0].finding != nil {
			s.lines, list[i].lines = s.aside, s.aside
		}
		for j := range s.lines {
			if turn := s.turn(list[0], j); turn < unsaid {
				lines = append(lines, chosen{i, j, turn})
			}
		}
	}
	slices.SortStableFunc(lines, func(x, y chosen) int { return x.turn - y.turn })
	spoke := make([]bool, len(list))
	count := 0
	for _, c := range lines {
		text := list[c.of].lines[c.line]
		fits := count == 0 || count <= maxMore && utf8.RuneCountInString(text) <= a.room(most) && (c.line == 0 || spoke[c.of])
		if fits && !slices.Contains(a.core, text) && !slices.Contains(a.consider, text) {
			a.put(list[c.of], c.line)
			count, spoke[c.of] = count+1, true
		}
	}
}

// put adds a line of a claim to the key answer.
func (a *answer) put(s claim, line int) {
	text := s.lines[line]
	if line == 0 && s.source != "" && !naming(strings.Join(a.core, "\n"), s.source) {
		text = a.withSource(text, s.source)
	}
	a.core = append(a.core, a.tells(s.key, text))
	switch {
	case line > 0:
		return
	case s.finding != nil:
		a.shown = append(a.shown, *s.finding)
	}
	a.worth = max(a.worth, s.worth)
}

// naming tells whether a text names a source, and none that only begins alike:
// "제7조의2" is not "제7조".
func naming(text, source string) bool {
	return regexp.MustCompile(regexp.QuoteMeta(source) + `(?:[^\d의-]|$)`).MatchString(text)
}
