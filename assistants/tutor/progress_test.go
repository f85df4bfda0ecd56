package tutor

import (
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/madang-dev/madang/internal/korean"
)

func TestStreak(t *testing.T) {
	t.Parallel()
	today := time.Date(2026, 3, 2, 12, 0, 0, 0, korean.Zone)
	for name, test := range map[string]struct {
		days []string
		want int
	}{
		"never":           {nil, 0},
		"today":           {[]string{"2026-03-02"}, 1},
		"yesterday":       {[]string{"2026-03-01"}, 1},
		"two days ago":    {[]string{"2026-02-28"}, 0},
		"over a month":    {[]string{"2026-03-02", "2026-03-01", "2026-02-28", "2026-02-27"}, 4},
		"with a gap":      {[]string{"2026-03-02", "2026-03-01", "2026-02-20", "2026-02-19", "2026-02-18"}, 2},
		"long ago":        {[]string{"2025-12-31", "2025-12-30"}, 0},
		"yesterday, more": {[]string{"2026-03-01", "2026-02-28"}, 2},
	} {
		if got := streak(test.days, today); got != test.want {
			t.Errorf("%s: %d", name, got)
		}
	}
}

func TestProgressOfWhatIsStored(t *testing.T) {
	t.Parallel()
	c := newClassroom(t, nil)
	c.enter("7")
	c.say("입문")
	c.say("퀴즈")
	c.say(c.wrong())
	c.say("다시 할게요")
	c.say("퀴즈")
	c.say(c.right())
	p, err := (&tutor{cfg: Config{Store: c.store, TodayFunc: monday}, course: shipped}).progress(t.Context(), "7", "ko")
	if err != nil || p.TotalSessions != 2 || p.AverageScore != 50 || p.StreakDays != 1 || p.LastStudyDay != "2026-11-23" || p.CurrentChapter != 2 || p.Level != Beginner {
		t.Errorf("%v %+v", err, p)
	}
	want := ChapterProgress{Chapter: 1, Title: builtIn(t).chapter(1).Title.In("ko"), Sessions: 2, Correct: 1, AverageScore: 50, BestScore: 100, LastScore: 100, Passed: true}
	want.StudySeconds = p.Chapters[0].StudySeconds // as long as the turns took
	if diff := cmp.Diff(want, p.Chapters[0]); diff != "" {
		t.Error(diff)
	}
	if len(p.WeakTopics) != 1 || p.WeakTopics[0].AverageScore != 0 || p.WeakTopics[0].Questions != 1 || p.WeakTopics[0].Title == p.WeakTopics[0].Topic {
		t.Errorf("%+v", p.WeakTopics)
	}
	if len(p.ScoreTrend) != 2 || p.ScoreTrend[0].Score != 0 || p.ScoreTrend[1].Score != 100 {
		t.Errorf("oldest first: %+v", p.ScoreTrend)
	}
}

func TestRecommend(t *testing.T) {
	t.Parallel()
	c := builtIn(t)
	all := func(level string, failed int) Progress {
		p := Progress{Level: level, CurrentChapter: 8, TotalSessions: 8, Chapters: make([]ChapterProgress, 8)}
		for i := range p.Chapters {
			p.Chapters[i] = ChapterProgress{Chapter: i + 1, Title: c.chapter(i + 1).Title.In("ko"), Sessions: 1, Passed: i+1 != failed, AverageScore: 90}
			if i+1 == failed {
				p.Chapters[i].Sessions, p.Chapters[i].AverageScore = 3, 20
			}
		}
		return p
	}
	begun := Progress{Level: Beginner, CurrentChapter: 2, TotalSessions: 1, Chapters: all(Beginner, 0).Chapters}
	begun.Chapters[1] = ChapterProgress{Chapter: 2, Title: "좋은 질문 만들기"}
	for name, test := range map[string]struct {
		p       Progress
		kind    string
		chapter int
		has     string
	}{
		"nobody yet":      {Progress{Chapters: make([]ChapterProgress, 8)}, "start", 1, "1장"},
		"in the middle":   {begun, "continue", 2, "2장 ‘좋은 질문 만들기"},
		"one not passed":  {all(Beginner, 5), "review", 5, "5장"},
		"all passed":      {all(Beginner, 0), "advance", 1, "실무 응용"},
		"all of advanced": {all(Advanced, 0), "complete", 8, "업무"},
	} {
		if got := c.recommend(&test.p, "ko"); got.Kind != test.kind || got.Chapter != test.chapter || !strings.Contains(got.Text, test.has) {
			t.Errorf("%s: %+v", name, got)
		}
		if got := c.recommend(&test.p, "en"); got.Kind != test.kind || got.Text == "" {
			t.Errorf("%s: %+v", name, got)
		}
	}
}
