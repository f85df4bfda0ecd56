package interview

import (
	"cmp"
	"context"
	"slices"
	"strings"
	"time"
	"unicode"

	"github.com/madang-dev/madang/assistants/interview/ability"
	"github.com/madang-dev/madang/internal/korean"
	"github.com/madang-dev/madang/internal/scoring"
)

// timeUnit is how fine times are kept, so that they are the same when they are
// read back.
const timeUnit = time.Millisecond

// byRubric marks besides models.
const byRubric = "rubric"

const (
	// A follow-up comes behind a score from probing on and below deepening: who
	// knows nothing of it, or nearly all, goes on with another question.
	deepening, probing = 75, 10
	// elaborating is below which an answer is asked to be told at more length: a
	// question that leads on would pass over what little was said.
	elaborating = 40
	// An answer below sure of which the rubric has read less than known per cent, and
	// left unreadClauses or more aside, is shown to the reviewer: it may be right in
	// words that nobody thought of.
	sure, known, unreadClauses = 80, 55, 3
	knownStory, unreadStory    = 70, 2
	// mistaken is how many key points told wrong make the others half: who has two of
	// them wrong names the rest without knowing it.
	mistaken = 2
	// wordsAPoint is how many words a key point takes at least to be explained.
	wordsAPoint = 2
	// wishStep is how far a wish for easier or harder questions shifts them, in
	// logits (12.5 points a logit), and maxWish how far all wishes do.
	wishStep, maxWish = 1.0, 2.0
)

// The moods of the persona.
const (
	moodWelcoming   = "welcoming"
	moodEncouraging = "encouraging"
	moodCurious     = "curious"
	moodImpressed   = "impressed"
	moodComposed    = "composed"
)

// moodFor is the mood behind an answer.
func moodFor(score int) string {
	switch {
	case score >= 80:
		return moodImpressed
	case score >= 40:
		return moodCurious
	}
	return moodEncouraging
}

// evaluator marks an answer, or notes a question that was passed over. It leaves
// the question open where a follow-up is worth it.
func (v *interviewer) evaluator(ctx context.Context, tr *turn) (string, error) {
	s := tr.State()
	q, c := v.open(&s), *s.Task.CurrentQuestion
	c.Unsure = ""
	answer := s.Turn.Intent == intentAnswer || s.Turn.Answer != ""
	if answer {
		c = *c.with(cmp.Or(s.Turn.Answer, tr.Info().Query))
		if kind, probed, ok := q.followUpFor(&c); ok {
			mood := moodFor(q.mark(&c).Score)
			return v.say(tr, "answer heard: "+q.ID, Evaluator, nil, func(s *InterviewState) {
				s.Task.CurrentAnswer = c.Answers[len(c.Answers)-1]
				c.FollowUp, c.Probed = kind, probed
				s.Task.CurrentQuestion, s.Persona.CurrentMood = &c, mood
			})
		}
	}
	asked := q.marked(&c)
	asked.Skipped = !answer && s.Turn.Intent != intentAtLoss && len(c.Answers) == 0
	var outputs []ToolOutput
	if len(c.Answers) > 0 {
		var err error
		if outputs, err = v.readTwice(ctx, tr, q, &c, &asked); err != nil {
			return "", err
		}
	}
	now := tr.Now()
	asked = v.closed(&s, asked)
	return v.say(tr, "answer evaluated: "+q.ID, Evaluator, nil, func(s *InterviewState) {
		if answer {
			s.Task.CurrentAnswer = c.Answers[len(c.Answers)-1]
		}
		s.Task.QuestionsAsked = append(slices.Clip(s.Task.QuestionsAsked), asked)
		s.Task.CurrentQuestion, s.Task.InterviewStage = nil, StageFeedback
		s.Task.ToolOutputs = outputs
		s.Turn.Closed = true
		if !asked.Skipped {
			s.Persona.CurrentMood = moodFor(asked.Score)
		}
		e := s.estimate()
		s.Task.Ability, s.Task.CurrentDifficulty = &e, ability.Shown(s.target())
	}, with{Effects: []effect{v.keepAnswer(&s, asked, now)}})
}

// marked is the question as it is closed, by the rubric.
func (q *Question) marked(c *CurrentQuestion) AskedQuestion {
	text := strings.Join(c.Answers, "\n")
	asked := AskedQuestion{
		PoolQuestion: c.PoolQuestion, Question: c.Question, FollowUp: c.FollowUp, Answers: c.Answers, Hints: len(c.Hinted), GradedBy: byRubric,
		Reasoned: phrases.Has(text, "reason"), Exampled: phrases.Has(text, "example"),
	}
	marks := q.mark(c)
	asked.write(marks)
	few, part := unreadClauses, 100-known
	if q.Cat == behavioural { // which everybody tells in words of his own
		few, part = unreadStory, 100-knownStory
	}
	if marks.Score < sure && len(marks.Unread) >= few && 100*korean.CountLetters(strings.Join(marks.Unread, "")) > part*korean.CountLetters(text) {
		asked.Unread = marks.Unread
	}
	return asked
}

// closed is a question with the ability as it is known behind it.
func (v *interviewer) closed(s *InterviewState, asked AskedQuestion) AskedQuestion {
	after := *s
	after.Task.QuestionsAsked = append(slices.Clip(s.Task.QuestionsAsked), asked)
	e := after.estimate()
	asked.Theta, asked.SE = e.Theta, e.SE
	return asked
}

// wish shifts what is asked next, and chooses another field.
func (s *InterviewState) wish() {
	switch s.Turn.Intent {
	case intentEasier:
		s.Task.Wish = max(s.Task.Wish-wishStep, -maxWish)
	case intentHarder:
		s.Task.Wish = min(s.Task.Wish+wishStep, maxWish)
	}
}

// substance is what an answer claims. Its questions to the interviewer and what it
// says is not known ("I don't know about hoisting") would earn what they name, and
// clauses of which every word is one that answers to any question hold ("first, it is
// important") what a question asks by such a word.
func substance(answer string) string {
	var kept []string
	for _, sentence := range korean.Sentences(unmasked(answer)) {
		if phrases.Has(sentence, "wonders") {
			continue
		}
		claims := ""
		for part := range strings.SplitAfterSeq(sentence, ",") {
			for _, unknown := range slices.Backward(phrases.FindAll(part, "no_claim")) {
				part = part[:unknown[0]] + part[unknown[1]:]
			}
			if slices.ContainsFunc(strings.FieldsFunc(part, between), func(word string) bool { return !phrases.Has(word, "frame") }) {
				claims += part
			}
		}
		if claims != "" {
			kept = append(kept, claims)
		}
	}
	return strings.Join(kept, "\n")
}

// unmasked is a text without the words in which something was masked: a number of a
// phone is no figure.
func unmasked(text string) string {
	for _, word := range strings.Fields(text) {
		if masked(word) {
			text = strings.ReplaceAll(text, word, "")
		}
	}
	return text
}

// between tells what stands between words.
func between(r rune) bool { return r != '\'' && !unicode.IsLetter(r) && !unicode.IsDigit(r) }

// mark marks all that was said to a question. What a hint or a follow-up has
// named earns half at most, and nothing by being repeated.
func (q *Question) mark(c *CurrentQuestion) scoring.Result {
	given, named := q.given(), slices.Clone(c.Hinted)
	if c.Probed > 0 {
		named = append(named, c.Probed)
	}
	for _, n := range named {
		for _, language := range texts.Languages() {
			given = append(given, q.Points[n-1].Name.In(language))
		}
	}
	text := substance(strings.Join(c.Answers, "\n"))
	marks := q.rubric.Mark(text, given...)
	// A list of names explains nothing.
	if listed := len(strings.Fields(text)) < wordsAPoint*marks.Named(); listed || q.wronged(marks) >= mistaken {
		for i := range marks.Marks {
			marks.Halve(i)
		}
	}
	return q.capped(marks, c)
}

// wronged counts the key points that wrong facts left without points.
func (q *Question) wronged(r scoring.Result) int {
	points := map[int]bool{}
	for _, slip := range r.Mistakes {
		points[q.Wrong[slip.Mistake].Point] = true
	}
	return len(points)
}

// capped halves what hints named; a point that was probed for counts whole where
// the first answer had it.
func (q *Question) capped(r scoring.Result, c *CurrentQuestion) scoring.Result {
	for _, n := range append(slices.Clone(c.Hinted), c.Probed) {
		if n > 0 {
			r.Halve(n - 1)
		}
	}
	return r
}

// followUpFor is the question to ask behind the first answer: the bank's where it
// leads to a missing key point or none is missing altogether, else one for the
// first that is.
func (q *Question) followUpFor(c *CurrentQuestion) (text string, probed int, ok bool) {
	marks := q.mark(c)
	switch {
	case c.FollowUp != "" || marks.Score < probing || marks.Score >= deepening:
		return "", 0, false
	case marks.Score < elaborating && len(marks.Mistakes) == 0:
		return followUpMore, 0, true
	}
	missing := -1
	for i, m := range marks.Marks {
		if m.Credit == scoring.None {
			if slices.Contains(q.About, i+1) {
				return followUpBank, 0, true
			}
			if missing < 0 && !slices.Contains(c.Hinted, i+1) {
				missing = i
			}
		}
	}
	if missing < 0 {
		return followUpBank, 0, true
	}
	return followUpPoint, missing + 1, true
}

// The kinds of follow-up, as the state has them.
const (
	followUpBank  = "bank"
	followUpPoint = "key_point"
	followUpMore  = "more" // of what was said
)

// write puts marks into a closed question.
func (a *AskedQuestion) write(r scoring.Result) {
	a.Score, a.Points, a.WrongFacts = r.Score, nil, nil
	for i, m := range r.Marks {
		share := scoring.Whole*(i+1)/len(r.Marks) - scoring.Whole*i/len(r.Marks)
		a.Points = append(a.Points, PointMark{Credit: m.Credit, Earned: m.Earned, Points: share, Evidence: m.Evidence})
	}
	for _, slip := range r.Mistakes {
		a.WrongFacts = append(a.WrongFacts, slip.Mistake)
	}
}
