package tutor

import (
	"cmp"
	"strconv"
	"strings"

	"github.com/madang-dev/madang/internal/assistant"
	"github.com/madang-dev/madang/internal/korean"
)

// What learners ask of the course before they learn: what it teaches, what a chapter
// is about, and which level suits whom. Nothing of it moves the lesson.
const (
	intentCourses      = "courses"
	intentOtherSubject = "other_subject"
	intentAboutChapter = "about_chapter"
	intentWhichLevel   = "which_level"
)

// maxSubject bounds the name of a subject that is wanted.
const maxSubject = 20

// offered tells that a message is short enough to ask of the course.
func (m *message) offered() bool { return m.short && (!m.writes() || m.requests()) }

// readCourses reads what is asked of all that is taught.
func readCourses(_ *act, m *message) (Turn, bool) {
	return Turn{}, m.offered() && m.has("act.courses") && (m.asks || m.has("request") || m.length() <= shortCommand/2)
}

// readSubject reads a wish to learn something, which is another subject where the
// course has no word of it.
func readSubject(_ *act, m *message) (Turn, bool) {
	subject := strings.TrimSpace(phrases.Named(m.words, "subject")["subject"])
	if !m.offered() || subject == "" || phrases.Has(subject, "subject_empty") {
		return Turn{}, false
	}
	if m.has("own_subject") || len(m.course.glossary.find(subject)) > 0 {
		return Turn{Intent: intentCourses}, m.at == atLevel || m.has("own_subject")
	}
	return Turn{Work: assistant.Cut(subject, maxSubject)}, true
}

// readAboutChapter reads what a chapter is about: one by its number, or the next.
func readAboutChapter(_ *act, m *message) (Turn, bool) {
	if !m.offered() || !m.has("act.about_chapter") {
		return Turn{}, false
	}
	for _, key := range []string{"chapter.which", "chapter.number"} {
		if found := phrases.Match(korean.Fold(m.text), key); found != nil {
			n, err := strconv.Atoi(cmp.Or(found[1:]...))
			return Turn{Chapter: n}, err == nil
		}
	}
	return Turn{}, m.has("chapter.next") // 0 is the next one
}

// readWhichLevel reads doubt between the levels.
func readWhichLevel(_ *act, m *message) (Turn, bool) {
	return Turn{}, m.offered() && m.has("act.which_level") && (m.at == atLevel || m.has("level.beginner") || m.has("level.advanced") || m.has("level.change"))
}

// courses tells what is taught.
func (t *tutor) courses(s *TutorState) string {
	speak := texts.In(s.Language)
	lines := []string{speak.Say("guide.courses", "chapters", len(t.course().chapters)), ""}
	if s.Turn.Work != "" {
		lines[0] = speak.Say("guide.other_subject", "subject", s.Turn.Work, "chapters", len(t.course().chapters))
	}
	for _, ch := range t.course().chapters {
		lines = append(lines, speak.Say("guide.chapter", "n", ch.Number, "title", ch.Title))
	}
	return strings.Join(lines, "\n")
}

// aboutChapter tells what a chapter teaches.
func (t *tutor) aboutChapter(s *TutorState) string {
	n := s.Turn.Chapter
	if n == 0 {
		n = min(max(s.CurrentChapter, 1)+1, len(t.course().chapters))
		if s.place() == atLevel {
			n = 1
		}
	}
	if n < 1 || n > len(t.course().chapters) {
		return t.courses(s)
	}
	level := s.UserType
	if level == "" {
		level = Beginner
	}
	ch := t.course().chapter(n)
	return texts.Say(s.Language, "guide.about_chapter", "chapter", n, "title", ch.Title) + "\n\n" + bullets(in(s.Language, ch.Levels[level].Goals))
}

// whichLevel tells the levels apart by what their first chapters teach.
func (t *tutor) whichLevel(s *TutorState) string {
	first := t.course().chapter(1)
	goals := func(level string) string { return bullets(in(s.Language, first.Levels[level].Goals)) }
	return texts.Say(s.Language, "guide.which_level", "beginner", goals(Beginner), "advanced", goals(Advanced))
}
