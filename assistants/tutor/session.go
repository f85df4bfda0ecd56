package tutor

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/madang-dev/madang/engine"
)

// sessionManager begins learning sessions and decides them.
func (t *tutor) sessionManager(ctx context.Context, tr *turn) (string, error) {
	s := tr.State()
	if s.undecided() {
		return t.complete(tr, &s)
	}
	return t.startSession(ctx, tr, &s)
}

// startSession is rows 1 and 2 of the table: the state is readied for a
// learning session, and the supervisor takes over.
func (t *tutor) startSession(ctx context.Context, tr *turn, s *TutorState) (string, error) {
	var known profile
	if s.SessionStartTime.IsZero() && s.UserID != "" {
		var err error
		known, err = engine.Read(ctx, tr, "profile", func(ctx context.Context) (profile, error) { return t.profile(ctx, s.UserID) })
		if err != nil {
			return "", fmt.Errorf("profile of the learner: %w", err)
		}
	}
	now, query := t.now(tr), tr.Info().Query
	if err := hand(tr, "session started", SessionManager, func(s *TutorState) {
		known.fill(s)
		s.startOver(t.course(), now)
		s.say(SessionManager, messageUser, query, now)
		s.LastDay = now.Format(time.DateOnly)
	}); err != nil {
		return "", err
	}
	return LearningSupervisor, hand(tr, "supervisor takes over", LearningSupervisor)
}

// startOver resets the state for the next learning session: of a chapter or
// level that the turn names, of the next chapter, or of the same once more.
func (s *TutorState) startOver(c *course, now time.Time) {
	again := s.SessionProgressStage == StageFeedback && s.SessionDecisionResult == Retry && s.Turn.Chapter == 0 && s.Turn.Intent != intentLevel
	switch {
	case s.Turn.Intent == intentChapter:
		s.CurrentChapter = s.Turn.Chapter
	case s.Turn.Intent == intentLevel:
		s.UserType = s.Turn.Level
		if c.chapter(s.CurrentChapter).Subject != nil {
			s.CurrentChapter = 1 // a level is of the course
		}
	case s.Turn.wantsQuestion(): // another one of this chapter, or of the one that is named
		s.CurrentChapter = cmp.Or(s.Turn.Chapter, s.CurrentChapter)
	case s.SessionProgressStage == StageFeedback && !again:
		s.CurrentChapter = c.next(s.CurrentChapter)
	}
	s.CurrentChapter = max(s.CurrentChapter, 1)
	s.reset(!again, now)
	// The design counts retries from 0; its session ids begin with 001.
	s.CurrentSessionCount++
}

// decide is the design's session_completion_check (section 6.4).
func (s *TutorState) decide() (decision string, forced bool) {
	passed := s.Evaluation != nil && s.Evaluation.Passed
	if forced = !passed && s.CurrentSessionCount >= maxSessions; passed || forced {
		return Proceed, forced
	}
	return Retry, false
}

// complete is row 8: the decision, and in its transaction all that the
// learning session leaves.
func (t *tutor) complete(tr *turn, s *TutorState) (string, error) {
	now, runID := t.now(tr), tr.Info().RunID
	decision, forced := s.decide()
	key := StoredSession{SessionID: sessionID(s.learner(), s.CurrentChapter, s.CurrentSessionCount, now), RunID: runID}
	decide := func(s *TutorState) {
		s.SessionDecisionResult, s.Forced, s.Stored = decision, forced, &key
		s.CourseCompleted = s.CourseCompleted || decision == Proceed && s.CurrentChapter == t.course().own()
	}
	after := *s
	decide(&after)
	summary := t.summarize(&after)
	return t.answer(tr, "session decided: "+decision, t.feedbackReply(&after), func(s *TutorState) {
		decide(s)
		s.RecentSessionsSummary = append(slices.Clip(s.RecentSessionsSummary), summary)
		if decision == Retry {
			s.Missed = append(slices.Clip(s.Missed), s.CurrentQuestionNumber)
		}
		s.handTo(SessionManager)
	}, t.record(after, summary, now))
}

// sessionID is the design's structured id (section 4.3). A user's id that
// is no number keeps its letters and digits; a stranger is a guest.
func sessionID(learner string, chapter, count int, at time.Time) string {
	return fmt.Sprintf("user%s_ch%d_session%03d_%s", idPart(learner), chapter, count, at.Format("20060102_150405"))
}

func idPart(learner string) string {
	if chat, is := strings.CutPrefix(learner, "session-"); is {
		learner = "guest" + strings.ReplaceAll(chat, "-", "")
		return learner[:min(len(learner), 13)]
	}
	kept := strings.Map(func(r rune) rune {
		if r >= '0' && r <= '9' || r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r == '-' {
			return r
		}
		return '-'
	}, learner)
	return kept[:min(len(kept), 40)]
}

// summarize is the design's create_session_summary.
func (t *tutor) summarize(s *TutorState) Summary {
	asked := 0
	for _, c := range s.CurrentSessionConversations {
		if c.AgentName == QnAResolver {
			asked++
		}
	}
	e, speak := s.Evaluation, texts.In(s.Language)
	text := speak.Say("feedback.summary", "chapter", s.CurrentChapter, "title", t.course().chapter(s.CurrentChapter).Title,
		"n", s.CurrentSessionCount, "type", speak.Say("type."+s.CurrentQuestionType), "question", s.CurrentQuestionNumber,
		"passed", e.Passed, "score", e.Score, "hints", s.HintUsageCount, "asked", asked)
	return Summary{
		SessionID: s.Stored.SessionID, Chapter: strconv.Itoa(s.CurrentChapter),
		QuestionType: s.CurrentQuestionType, Score: strconv.Itoa(e.Score),
		Decision: s.SessionDecisionResult, Summary: text,
	}
}
