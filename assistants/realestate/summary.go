package realestate

import (
	"slices"
	"strings"

	"github.com/madang-dev/madang/internal/dialog"
	"github.com/madang-dev/madang/internal/korean"
	"github.com/madang-dev/madang/planning"
	"github.com/madang-dev/madang/state"
	"github.com/madang-dev/madang/supervisor"
	"github.com/madang-dev/madang/teams/document"
)

// Verdict is the first line of an answer and what it is of: a later one of the same takes
// its place.
type Verdict struct {
	Of   string `json:"of"`
	Line string `json:"line"`
}

// maxVerdicts is how many a conversation keeps, summaryLines how many a summary has where
// nobody says.
const (
	maxVerdicts  = 8
	summaryLines = 3
)

// concludes notes the verdict of an answer, of which told are the lines. A document and
// an answer that only says why there is none have none.
func (t *Talk) concludes(s *State, r state.Response, told []string) {
	if t == nil || len(told) == 0 || s.DocumentTeamState != nil || r.StructuredData == nil || r.StructuredData.Metadata.Confidence <= nothing {
		return
	}
	v := Verdict{Of: told[0], Line: told[0]}
	if s.AnalysisTeamState != nil {
		for _, f := range s.AnalysisTeamState.Findings {
			if withoutSource(f.Headline) == v.Line {
				v.Of = f.Method + f.Product
			}
		}
	}
	t.Verdicts = append(slices.DeleteFunc(slices.Clone(t.Verdicts), func(x Verdict) bool { return x.Of == v.Of }), v)
	t.Verdicts = t.Verdicts[max(0, len(t.Verdicts)-maxVerdicts):]
}

// led is what the last answer began with.
func (t *Talk) led() string {
	if t == nil || len(t.Verdicts) == 0 {
		return ""
	}
	return t.Verdicts[len(t.Verdicts)-1].Of
}

// wantsSummary tells whether a message wants what the talk came to in few lines, for
// somebody who was not in it. A letter to the other side of a contract is none.
func (d *desk) wantsSummary(t *turn) bool {
	s := t.State()
	query := t.Info().Query
	if s.Talk == nil || len(s.Talk.Verdicts) == 0 || !phrases.Has(query, "summary") || phrases.Has(query, "to_other_side") {
		return false
	}
	if s.Draft != nil && s.Draft.Type == document.TypeMessage && document.Continues(s.Draft, query) {
		return false
	}
	said := d.planner.Read(query, d.today(t.Info()))
	return !slices.ContainsFunc(said.Topics, func(topic string) bool { return topic != "law" }) &&
		!slices.ContainsFunc(said.Facts, func(f planning.Said) bool { return f.Kind == planning.KindAmount })
}

// summary is what the talk came to, in so many lines.
func (t *Talk) summary(query, language string) string {
	most := summaryLines
	if n := dialog.Sentences(query); n > 0 {
		most = n
	}
	list := t.Verdicts[max(0, len(t.Verdicts)-most):]
	var lines []string
	for _, v := range list {
		lines = appendNew(lines, strings.ReplaceAll(v.Line, "**", ""))
	}
	for _, line := range t.Shown.Lines { // of a talk with few answers the last one says more
		if len(lines) < most && len(korean.Sentences(line)) > 0 {
			lines = appendNew(lines, firstOf([]string{line}, 1)[0])
		}
	}
	return texts.Say(language, "summary") + "\n\n- " + strings.Join(lines, "\n- ")
}

// summed answers a message that wants the talk summed up.
func (d *desk) summed(t *turn) (p supervisor.Plan[State]) {
	info := t.Info()
	told := aboutMemory(info, t.State().Talk.summary(info.Query, info.Language))
	told.DetectedIntent = "summary"
	p.Response = &told
	return p
}
