package realestate

import (
	"regexp"
	"slices"
	"strings"

	"github.com/madang-dev/madang/internal/dialog"
	"github.com/madang-dev/madang/internal/korean"
	"github.com/madang-dev/madang/planning"
	"github.com/madang-dev/madang/state"
	"github.com/madang-dev/madang/teams/analysis"
)

// tell says first what is read in another way than before, and gives the
// answer as it is wanted: in a sentence, or with what else there is to it. It returns
// what the key answer told, without its sources.
func (t *Talk) tell(r *state.Response, s *State) (told []string) {
	if t == nil || r.StructuredData == nil || len(r.StructuredData.Sections) == 0 {
		return nil
	}
	for _, line := range r.StructuredData.Sections[0].Content {
		told = append(told, withoutSource(line))
	}
	sections := slices.Clone(r.StructuredData.Sections)
	core := &sections[0]
	switch lines := slices.Clone(core.Content); {
	case t.Act == dialog.Less && t.Most > 1:
		core.Content = firstOf(lines, t.Most)
	case t.Act == dialog.Less && len(lines) > 0:
		core.Content = lines[:1]
	case t.Act == dialog.Why || t.Act == dialog.More:
		for i := range sections[1:] {
			sections[1+i].Expandable = false
		}
	}
	if t.Act == dialog.Why {
		core.Content = append(slices.Clone(core.Content), reckoning(sections[1:])...)
	}
	data := *r.StructuredData
	data.Sections = sections
	asks := asking(s.Query) || phrases.Has(s.Query, "supposes") || strings.HasSuffix(strings.TrimSpace(s.Query), "?")
	switch {
	case !t.repeats(s, told) || data.Metadata.Confidence <= nothing:
		core.Content = append(slices.Clone(t.Changes), core.Content...)
	case asks && data.Metadata.Confidence >= planning.Answers && s.answersToo(core.Content):
		core.Content = []string{texts.Say(s.Language, "told.same"), likestLine(core.Content, s.Query)}
	case s.reckoned() && s.saysNew(core.Content), // a number that nothing was reckoned with
		asks && (len(t.Changes) == 0 || strings.Contains(s.Understood, strings.TrimSpace(s.Query))):
		core.Content = []string{texts.Say(s.Language, "told.question")}
		data.Metadata.Confidence = nothing
	default:
		core.Content = []string{texts.Say(s.Language, "told.fact", "text", strings.TrimRight(strings.TrimSpace(s.Query), ".?!,~ ")), core.Content[0]}
	}
	r.StructuredData = &data
	if t.Act == dialog.Less {
		r.Answer = strings.Join(core.Content, "\n\n")
		return told
	}
	r.Answer = markdown(sections)
	return told
}

// repeats tells whether an answer has nothing but lines that stood in the one before, to
// another message: nobody wants to read those again. A document is shown whenever it
// changes.
func (t *Talk) repeats(s *State, told []string) bool {
	if len(told) == 0 || t.Act != "" || s.DocumentTeamState != nil || korean.Fold(s.Query) == korean.Fold(t.Shown.Message) {
		return false
	}
	return !slices.ContainsFunc(told, func(line string) bool { return !slices.Contains(t.Shown.Lines, line) })
}

// answersToo tells whether lines that were told before answer the message, too: law does
// that has its words, figures only where all of its numbers are among them, and either
// where the message only points back ("그럼 달라져요?").
func (s *State) answersToo(lines []string) bool {
	if digits.MatchString(s.Query) {
		return !s.saysNew(lines)
	}
	if dialog.PointsBack(s.Query) && len(strings.Fields(s.Query)) <= maxElliptical-1 {
		return true
	}
	return !s.reckoned() && korean.PairsOf(s.Query).Common(korean.PairsOf(strings.Join(lines, " "))) > 0
}

// saysNew tells whether the message has a number that stands in none of some lines.
func (s *State) saysNew(lines []string) bool {
	told := digits.FindAllString(strings.Join(lines, " "), -1)
	return slices.ContainsFunc(digits.FindAllString(s.Query, -1), func(n string) bool { return !slices.Contains(told, n) })
}

// reckoned tells whether figures were reckoned from what was said.
func (s *State) reckoned() bool {
	return s.AnalysisTeamState != nil && slices.ContainsFunc(s.AnalysisTeamState.Findings, func(f analysis.Finding) bool { return !f.Rule })
}

// likestLine is the line that has most of a message's words, else the first.
func likestLine(lines []string, message string) string {
	pairs, best, most := korean.PairsOf(message), 0, 0
	for i, line := range lines {
		if n := pairs.Common(korean.PairsOf(line)); n > most {
			best, most = i, n
		}
	}
	return lines[best]
}

// withoutSource is a line without what is said in brackets, such as its law, which an
// answer names once.
func withoutSource(line string) string { return bracketed.ReplaceAllString(line, "") }

var bracketed = regexp.MustCompile(`\s?\([^()]*\)`)

// firstOf are the first sentences of some lines, each on a line.
func firstOf(lines []string, most int) (list []string) {
	for _, line := range lines {
		for _, s := range korean.Sentences(line) {
			if s = strings.TrimSpace(s); s != "" && len(list) < most {
				list = append(list, s)
			}
		}
	}
	return list
}

// reckoning is how the first figure of an answer came about, for who asks why.
func reckoning(sections []state.Section) []string {
	for _, s := range sections {
		if s.Icon == "chart" && len(s.Content) > 0 {
			return s.Content[:1]
		}
	}
	return nil
}
