package realestate

import (
	"slices"
	"strconv"
	"strings"
)

// addFindings puts conclusions into the key answer, their reckoning into the
// figures. Where the document team speaks, or an earlier turn's conclusions
// come up again, they only stand in the figures.
func (a *answer) addFindings(findings []finding) {
	current := a.current(findings)
	if a.ruled = a.lawOverRules(current); a.ruled {
		a.addReckonings(findings)
		return
	}
	if m := a.market(); m != nil && len(m.Groups) > maxGroups && len(a.core) == 0 {
		findings = a.sumUp(m, findings, current)
		current = nil
	}
	if len(a.core) > 0 && a.state.DocumentTeamState == nil { // homes on offer, an overview or a refusal came first
		current = current[:max(0, min(len(current), maxCore-len(a.core), 1))]
	}
	for _, f := range current[:min(len(current), maxCore-min(len(a.core), maxCore))] {
		a.core = append(a.core, a.tells(f.key, a.conclusion(f)))
		a.labelSample(f.sample, a.core[len(a.core)-1])
		a.shown = append(a.shown, f)
	}
	a.addReckonings(findings)
}

// lawOverRules tells whether the articles that were found speak to the
// question better than the conclusions, which are bare rules that lacked
// their inputs: who asks when the broker is paid is not told how the fee is
// reckoned.
func (a *answer) lawOverRules(current []finding) bool {
	if len(current) == 0 || len(a.core) > 0 || reckoned(current) || len(a.hits) == 0 {
		return false
	}
	best := a.hits[0]
	return best.Score >= overRules && a.applies(best) && !slices.ContainsFunc(current, func(f finding) bool {
		return slices.ContainsFunc(f.laws, func(law string) bool { return best.isOf(namedIn(law)) })
	})
}

// overRules is the score from which an article comes before a bare rule.
const overRules = 0.5

// addReckonings shows how the conclusions came about, and those that the key
// answer does not tell. With few conclusions there is room in it for what
// they mean; one line is left for the law.
func (a *answer) addReckonings(findings []finding) {
	room := 0
	if len(a.shown) <= 2 {
		room = maxCore - 1 - len(a.core)
	}
	for _, f := range findings {
		if slices.ContainsFunc(a.shown, func(c finding) bool { return c.headline == f.headline }) {
			room = a.reckoning(f, room)
			continue
		}
		line := "**" + f.title + "** " + f.headline
		a.labelSample(f.sample, line)
		a.figure(a.tells(f.key, line))
	}
}

// maxCaveats bounds what is said on where figures come from.
const maxCaveats = 3

// current are the findings that the key answer tells.
func (a *answer) current(findings []finding) []finding {
	if d := a.state.DocumentTeamState; d != nil && d.Message != "" {
		return nil
	}
	if len(findings) == 0 || findings[0].about == aboutBefore && a.lawSpeaks() {
		return nil
	}
	if findings[0].about == aboutBefore {
		return findings
	}
	i := slices.IndexFunc(findings, func(f finding) bool { return f.about == aboutBefore })
	if i < 0 {
		i = len(findings)
	}
	return findings[:i]
}

// conclusion is a finding's headline with the article it rests on.
func (a *answer) conclusion(f finding) string {
	if len(f.laws) == 0 || namesArticle(f.headline) {
		return f.headline
	}
	a.cite(f.laws[0])
	if strings.Contains(strings.Join(a.core, "\n"), f.laws[0]) {
		return f.headline
	}
	body, stop := strings.CutSuffix(f.headline, ".")
	bracket := a.say("bracket")
	if strings.HasSuffix(body, ")") {
		bracket = " ("
	}
	body += bracket + f.laws[0] + ")"
	if stop {
		body += "."
	}
	return body
}

// reckoning shows how a conclusion of the key answer came about. What the
// conclusion means goes into the key answer while there is room; it returns
// what is left of it.
func (a *answer) reckoning(f finding, room int) int {
	if f.formula != "" && strings.ContainsAny(f.formula, "0123456789") {
		line := "**" + f.title + "** " + f.formula
		if f.asOf != "" {
			line += " (" + a.say("as_of") + " " + f.asOf + ")"
		}
		a.figure(a.tells(f.key, line))
	}
	for _, n := range f.notes {
		a.tells(f.key, n)
		switch {
		case slices.Contains(a.core, n):
		case room > 0 && !strings.Contains(n, ": "):
			a.core = append(a.core, n)
			room--
		default:
			a.consider = appendNew(a.consider, n)
		}
	}
	for _, c := range f.caveats {
		if len(a.note) < maxCaveats {
			a.note = appendNew(a.note, a.tells(f.key, c))
		}
	}
	return room
}

func (a *answer) figure(line string) {
	if len(a.data) < maxData {
		a.data = appendNew(a.data, line)
	}
}

// addAdvice takes assumptions, warnings and recommendations of analysis.
func (a *answer) addAdvice() {
	s := a.state.AnalysisTeamState
	if s == nil {
		return
	}
	reviewed := a.state.DocumentTeamState != nil
	for _, section := range s.Report.Sections {
		if section.Icon != "alert" || reviewed {
			continue
		}
		a.consider = appendNew(a.consider, strings.Join(section.Content, "\n"))
	}
	idle := idleLoanMethod(s)
	for i, m := range s.InputData.Assumed {
		if idle == "" || m.Method != idle {
			a.consider = appendNew(a.consider, a.tells("assumed."+strconv.Itoa(i), m.Text))
		}
	}
	for _, text := range s.Recommendations {
		if !reviewed && !strings.Contains(strings.Join(a.consider, "\n"), afterID(text)) {
			a.recommend = appendNew(a.recommend, text)
		}
	}
}

// afterID is a recommendation without the number of its clause.
func afterID(text string) string {
	if id, rest, ok := strings.Cut(text, ": "); ok && len(id) <= 6 && strings.HasPrefix(id, "RC-") {
		return rest
	}
	return text
}
