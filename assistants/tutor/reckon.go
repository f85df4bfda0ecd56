package tutor

import (
	"cmp"
	"fmt"
	"slices"
	"time"

	"github.com/madang-dev/madang/internal/korean"
)

// reckon makes a Progress of the rows.
func (c *course) reckon(r *records, today time.Time, language string) Progress {
	p := Progress{
		Level: r.learner.level, CurrentChapter: max(r.learner.chapter, 1),
		Chapters: make([]ChapterProgress, len(c.chapters)), ScoreTrend: []ScorePoint{}, WeakTopics: []WeakTopic{},
	}
	for i := range c.chapters {
		p.Chapters[i] = ChapterProgress{Chapter: i + 1, Title: c.chapters[i].Title.in(language)}
	}
	total := 0
	for _, s := range r.stats {
		if s.chapter < 1 || s.chapter > len(p.Chapters) || s.count == 0 {
			continue
		}
		ch := &p.Chapters[s.chapter-1]
		ch.Sessions, ch.Correct, ch.BestScore, ch.LastScore = s.count, s.correct, s.best, s.last
		ch.AverageScore, ch.Passed, ch.StudySeconds = float64(s.total)/float64(s.count), s.correct > 0, s.took/1000
		p.TotalSessions += s.count
		p.StudySeconds += ch.StudySeconds
		total += s.total
	}
	if p.TotalSessions > 0 {
		p.AverageScore = float64(total) / float64(p.TotalSessions)
	}
	for _, q := range r.quizzes[:min(len(r.quizzes), trendLength)] {
		p.ScoreTrend = append(p.ScoreTrend, q.ScorePoint)
	}
	slices.Reverse(p.ScoreTrend)
	p.Trend = trend(p.ScoreTrend)
	p.StreakDays, p.LongestStreak = streaks(r.days, today)
	if len(r.days) > 0 {
		p.LastStudyDay = r.days[0]
	}
	p.WeakTopics = append(p.WeakTopics, c.weak(r.quizzes, language)...)
	p.Recommendation = c.recommend(&p, language)
	return p
}

// trend compares the newer half of the scores with the older one.
func trend(points []ScorePoint) string {
	if len(points) < 4 {
		return ""
	}
	mean := func(list []ScorePoint) float64 {
		sum := 0
		for _, s := range list {
			sum += s.Score
		}
		return float64(sum) / float64(len(list))
	}
	half := len(points) / 2
	switch change := mean(points[half:]) - mean(points[:half]); {
	case change >= 5:
		return "rising"
	case change <= -5:
		return "falling"
	}
	return "steady"
}

// streaks counts days in a row: up to today (or yesterday, while today is
// not over), and the most there ever were. days are newest first.
func streaks(days []string, today time.Time) (current, longest int) {
	length, open := 0, true
	expected := ""
	for i, day := range days {
		at, err := time.Parse(time.DateOnly, day)
		if err != nil {
			continue
		}
		if i == 0 {
			first := today.Format(time.DateOnly)
			open = day == first || day == today.AddDate(0, 0, -1).Format(time.DateOnly)
		} else if day != expected {
			length, open = 0, false
		}
		length++
		if open {
			current = length
		}
		longest = max(longest, length)
		expected = at.AddDate(0, 0, -1).Format(time.DateOnly)
	}
	return current, longest
}

// weak lists the topics below weakBelow, the weakest first.
func (c *course) weak(quizzes []quizRow, language string) []WeakTopic {
	type key struct {
		chapter int
		topic   string
	}
	var order []key
	sum, count := map[key]int{}, map[key]int{}
	for _, q := range quizzes {
		k := key{q.Chapter, q.topic}
		if count[k] == 0 {
			order = append(order, k)
		}
		sum[k] += q.Score
		count[k]++
	}
	var list []WeakTopic
	for _, k := range order {
		if average := float64(sum[k]) / float64(count[k]); average < weakBelow {
			list = append(list, WeakTopic{k.topic, c.chapter(k.chapter).topic(k.topic, language), k.chapter, average, count[k]})
		}
	}
	slices.SortStableFunc(list, func(a, b WeakTopic) int {
		return cmp.Or(cmp.Compare(a.AverageScore, b.AverageScore), cmp.Compare(a.Chapter, b.Chapter))
	})
	return list
}

// recommend is what to study next: begin, go on, look again at the weakest
// chapter once all were studied, then the advanced course.
func (c *course) recommend(p *Progress, language string) Recommendation {
	if p.TotalSessions == 0 {
		return Recommendation{"start", 1, fmt.Sprintf(pick(language, "1장 ‘%s’부터 시작해 보세요.", "Begin with chapter 1, “%s”."), c.chapters[0].Title.in(language))}
	}
	current := &p.Chapters[min(p.CurrentChapter, len(p.Chapters))-1]
	if !current.Passed && current.Sessions < maxSessions {
		return Recommendation{"continue", current.Chapter, fmt.Sprintf(pick(language, "%d장 %s 이어서 학습해 보세요.", "Go on with chapter %d, %s."), current.Chapter, object(current.Title, language))}
	}
	weakest := -1
	for i, ch := range p.Chapters {
		if !ch.Passed && (weakest < 0 || ch.AverageScore < p.Chapters[weakest].AverageScore) {
			weakest = i
		}
	}
	if weakest >= 0 {
		ch := p.Chapters[weakest]
		return Recommendation{"review", ch.Chapter, fmt.Sprintf(pick(language, "아직 통과하지 못한 %d장 %s 복습해 보세요.", "Look at chapter %d, %s, again; it is not passed yet."), ch.Chapter, object(ch.Title, language))}
	}
	if p.Level == Beginner {
		return Recommendation{"advance", 1, pick(language, "모든 장을 통과하셨습니다. 실무 응용 과정에 도전해 보세요.", "You passed every chapter. Try the advanced course.")}
	}
	return Recommendation{"complete", len(p.Chapters), pick(language, "모든 장을 통과하셨습니다. 배운 내용을 업무에 적용해 보세요.", "You passed every chapter. Put what you learned to work.")}
}

// object is a title in quotes, as the object of a sentence.
func object(title, language string) string {
	if language == "en" {
		return "“" + title + "”"
	}
	return korean.Josa("‘"+title+"’", "을", "를")
}
