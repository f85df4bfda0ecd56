package tutor

import (
	"cmp"
	"slices"
	"time"
)

// reckon makes a Progress of the rows.
func (c *course) reckon(r *records, today time.Time, language string) Progress {
	p := Progress{
		Level: r.learner.level, CurrentChapter: max(r.learner.chapter, 1),
		Chapters: make([]ChapterProgress, len(c.chapters)), ScoreTrend: []ScorePoint{}, WeakTopics: []WeakTopic{},
	}
	for i := range c.chapters {
		p.Chapters[i] = ChapterProgress{Chapter: i + 1, Title: c.chapters[i].Title.In(language)}
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
	say := func(kind string, chapter int) Recommendation {
		return Recommendation{kind, chapter, texts.Say(language, "progress."+kind, "chapter", chapter, "title", c.chapter(chapter).Title)}
	}
	if p.TotalSessions == 0 {
		return say("start", 1)
	}
	if at := &p.Chapters[min(p.CurrentChapter, len(p.Chapters))-1]; !at.Passed && at.Sessions < maxSessions {
		return say("continue", at.Chapter)
	}
	weakest := -1
	for i, ch := range p.Chapters {
		if !ch.Passed && (weakest < 0 || ch.AverageScore < p.Chapters[weakest].AverageScore) {
			weakest = i
		}
	}
	switch {
	case weakest >= 0:
		return say("review", p.Chapters[weakest].Chapter)
	case p.Level == Beginner:
		return say("advance", 1)
	}
	return say("complete", len(p.Chapters))
}
