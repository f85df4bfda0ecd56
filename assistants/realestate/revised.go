package realestate

import (
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

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
	lines := slices.Clone(core.Content)
	if t.Act == dialog.Less && len(t.Shown.Lines) > 0 && t.Shown.Lines[0] != told[0] && dialog.AskedLanguage(s.Query) == "" {
		lines, told = t.Shown.Lines, t.Shown.Lines // which are what is to be shorter
	}
	switch {
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
		core.Content = append(t.reasoned(s, core.Content, told), reckoning(sections[1:])...)
	}
	data := *r.StructuredData
	switch {
	case data.Metadata.Confidence > nothing && t.repeats(s, told):
		if line := s.again(core.Content); line != "" {
			if t.Added != "" {
				t.Changes = []string{texts.Say(s.Language, "revised.same", "text", clip(t.Added, maxEcho))}
			}
			core.Content = append(slices.Clone(t.Changes), line)
			break
		}
		sections, data.Metadata.Confidence = said(sections, s, "told.question"), nothing
	case t.onlyTold(s, told, data.Metadata.Confidence):
		sections, data.Metadata.Confidence = said(sections, s, "told.noted"), nothing
	default:
		core.Content = append(slices.Clone(t.Changes), core.Content...)
	}
	data.Sections = sections
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
	if len(told) == 0 || t.Act != "" || s.DocumentTeamState != nil && t.Added == "" || korean.Fold(s.Query) == korean.Fold(t.Shown.Message) {
		return false
	}
	return !slices.ContainsFunc(told, func(line string) bool { return !slices.Contains(t.Shown.Lines, line) })
}

// said is one text in place of the key answer, with what is left to be asked; who only
// says thanks besides is answered that.
func said(sections []state.Section, s *State, key string) []state.Section {
	if kind := courtesy(s.Query); kind != "" && !asking(s.Query) {
		key = kind
	}
	sections[0].Content = []string{texts.Say(s.Language, key, "text", clip(lastAsked(s.Query), maxEcho))}
	open := slices.DeleteFunc(sections[1:], func(x state.Section) bool { return x.Icon != "alert" })
	return sections[:1+len(open)]
}

// lastAsked is the last sentence of a message that asks, or all of it.
func lastAsked(message string) string {
	asked := message
	for _, sentence := range korean.Sentences(message) {
		if asking(sentence) {
			asked = sentence
		}
	}
	return strings.TrimRight(strings.Join(strings.Fields(asked), " "), " .!~")
}

// maxEcho is how much of a message is repeated, in letters.
const maxEcho = 80

// again is the one of the lines told before that answers the message, too, "" for none:
// a figure does for who asks for one or changes what it is reckoned from, else the line
// that has most of its words, where none of its numbers is new.
func (s *State) again(lines []string) string {
	reckoned := s.AnalysisTeamState != nil || s.ModelThere // which has called for what it tells
	told := digits.FindAllString(strings.Join(lines, " "), -1)
	switch {
	case reckoned && (len(s.Talk.Changes) > 0 || s.Talk.Adds):
		return lines[0]
	case slices.ContainsFunc(digits.FindAllString(s.Query, -1), func(n string) bool { return !slices.Contains(told, n) }):
		return ""
	case reckoned && phrases.Has(s.Query, "asks.amount"):
		return lines[0]
	}
	words, best, most := strings.Fields(strings.ToLower(s.Query)), "", 0
	for _, line := range lines {
		n := 0
		for i, word := range words { // the last is a verb, unless a particle shows that it is none
			thing := stem(word)
			verb := i == len(words)-1 && thing == strings.Trim(word, " .,!?~")
			n += boolInt(!verb && utf8.RuneCountInString(thing) > 1 && strings.Contains(strings.ToLower(line), thing))
		}
		if n > most {
			best, most = line, n
		}
	}
	return best
}

// adds tells whether a message in the middle of a talk asks and corrects nothing, and adds
// to nothing that was asked. A reply of a word or two may be to what was asked back.
func (t *Talk) adds(message string) bool {
	asks := func(text string) bool {
		return asking(text) || phrases.HasAny(text, "supposes", "asks.part", "asks.amount") || strings.Contains(text, "?")
	}
	return t != nil && t.Shown.Message != "" && t.Act == "" && len(strings.Fields(message)) >= leastTold &&
		!asks(message) && !asks(t.Asked) && len(dialog.Denials(message)) == 0 && !does(message, dialog.Correct)
}

// onlyTold tells whether what was found for a message that adds to a talk is no figure,
// nor surely to the situation that it tells by itself: what it says is kept for what is
// asked next, and no answer to it is made up.
func (t *Talk) onlyTold(s *State, told []string, confidence float64) bool {
	reckoned := s.AnalysisTeamState != nil && slices.ContainsFunc(s.AnalysisTeamState.Findings, func(f analysis.Finding) bool {
		return slices.Contains(told, withoutSource(f.Headline))
	})
	alone := s.Understood == "" || s.Understood == s.Query
	return t.adds(s.Query) && !reckoned && !s.ModelThere && s.DocumentTeamState == nil && confidence > nothing && !(alone && confidence >= planning.Situation) &&
		s.SearchTeamState != nil && len(s.SearchTeamState.LegalResults) > 0
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

// reasoned is the key answer to who asks why. To a figure it adds the reasons that the
// articles of the answer give; what nothing was reckoned for has only been told, and
// nobody wants to read all of it again: its reasons stand for it.
func (t *Talk) reasoned(s *State, lines, told []string) []string {
	reasons := s.reasons(strings.Join(told, "\n"))
	switch {
	case s.AnalysisTeamState != nil && slices.ContainsFunc(s.AnalysisTeamState.Findings, func(f analysis.Finding) bool {
		return slices.Contains(told, withoutSource(f.Headline))
	}), !slices.Equal(told, t.Shown.Lines), s.SearchTeamState == nil:
		return append(slices.Clone(lines), reasons...)
	case len(reasons) == 0:
		return []string{texts.Say(s.Language, "revised.no_reason")}
	}
	return reasons
}

// reasons are the sentences that say why in the articles of which a text tells something,
// those first that it has not told.
func (s *State) reasons(told string) (list []string) {
	if s.SearchTeamState == nil {
		return nil
	}
	has := func(x sentence) bool { return strings.Contains(told, strings.TrimSuffix(x.told, ".")) }
	for _, again := range []bool{false, true} {
		for i := range s.SearchTeamState.LegalResults {
			h := newHit(&s.SearchTeamState.LegalResults[i], s.Language)
			if !slices.ContainsFunc(h.sentences, has) {
				continue
			}
			for _, x := range h.sentences {
				if phrases.Has(x.text, "tells.reason") && has(x) == again {
					list = appendNew(list, x.told)
				}
			}
		}
	}
	return list[:min(len(list), maxReasons)]
}

// maxReasons is how many reasons are told at once.
const maxReasons = 2

// reckoning is how the first figure of an answer came about, for who asks why.
func reckoning(sections []state.Section) []string {
	at := slices.IndexFunc(sections, func(s state.Section) bool { return s.Icon == "chart" && len(s.Content) > 0 })
	if at < 0 {
		return nil
	}
	return sections[at].Content[:1]
}
