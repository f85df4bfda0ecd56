package tutor

import (
	_ "embed"
	"slices"
	"strings"
	"testing"
)

//go:embed testdata/next.tsv
var nextSentences string

// What learners say is understood whatever its words, and the lesson stays where it
// was unless they want it to go on.
func TestNextSentences(t *testing.T) {
	t.Parallel()
	c := newClassroom(t, nil)
	seats := map[string]string{"theory": "theory", "quiz": "choice", "marked": "fail", "written": "written"}
	for _, line := range strings.Split(strings.TrimSpace(nextSentences), "\n") {
		row := strings.Split(line, "\t")
		if len(row) < 4 || row[0] == "x" {
			continue
		}
		before := c.seat(seats[row[0]], "ko")
		got := c.say(row[3])
		s := got.state
		if !slices.Contains(strings.Split(row[1], "|"), s.Turn.Intent) || strings.Contains(got.text, "⟨") {
			t.Errorf("%s %q is %s, want %s: %.300s", row[0], row[3], s.Turn.Intent, row[1], got.text)
		}
		stays := s.place() == before.place() && s.QuestionOpen == before.QuestionOpen && s.CurrentQuestionNumber == before.CurrentQuestionNumber && s.CurrentChapter == max(before.CurrentChapter, 1)
		if row[2] != "any" && stays != (row[2] == "stays") {
			t.Errorf("%s %q stays: %v, want %s (%+v)", row[0], row[3], stays, row[2], s.Turn)
		}
	}
}
