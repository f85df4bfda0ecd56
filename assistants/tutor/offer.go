package tutor

import (
	"cmp"
	"strconv"
	"strings"

	"github.com/madang-dev/madang/internal/cut"
	"github.com/madang-dev/madang/internal/dialog"
	"github.com/madang-dev/madang/internal/korean"
)

// What learners ask of the course before they learn: what it teaches, what a chapter
// is about, and which level suits whom. Nothing of it moves the lesson.
const (
	intentCourses      = "courses"
	intentOtherSubject = "other_subject"
	intentAboutChapter = "about_chapter"
	intentWhichLevel   = "which_level"
	// intentSuggested is a level that fits what somebody says of himself, or that he
	// asks about; assent to it chooses it.
	intentSuggested = "suggest_level"
)

// maxSubject bounds the name of a subject that is wanted.
const maxSubject = 20

// offered tells that a message is short enough to ask of the course.
func (m *message) offered() bool { return m.short && (!m.writes() || m.requests()) }

// readSubjectWanted reads a wish to learn what is taught beside the course.
func readSubjectWanted(_ *act, m *message) (Turn, bool) {
	n := 0
	for _, sentence := range korean.Sentences(m.text) {
		if phrases.Has(korean.Words(sentence), "learns") {
			n = max(n, m.course.subjectOf(sentence))
		}
	}
	if n == 0 || m.asks && !m.has("request") || m.has("own_subject") {
		return Turn{}, false
	}
	return Turn{Chapter: n, Level: Beginner}, true
}

// readWish reads that who has no lesson yet wants to be taught AI: the chapter that the
// wish names, else the first, at the level that is named, else the beginner's.
func readWish(_ *act, m *message) (Turn, bool) {
	chapter, wishes := 0, false
	for _, sentence := range korean.Sentences(m.text) {
		if said := korean.Words(sentence); phrases.Has(said, "wish") {
			chapter = cmp.Or(chapter, named(sentence), m.course.wished(sentence))
			wishes = chapter > 0 || m.has("own_subject")
		}
	}
	return Turn{Level: cmp.Or(m.level(m.words), Beginner), Chapter: max(chapter, 1), Assumed: true}, wishes && chapter <= len(m.course.chapters)
}

// maxBare is how long a wish is at most that names nothing, in syllables.
const maxBare = 12

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
	return Turn{Work: cut.Runes(subject, maxSubject)}, true
}

// readOffered reads what is asked of the course in phrases of its own; doubt between
// the levels is said in few words.
func readOffered(a *act, m *message) (Turn, bool) {
	return Turn{}, m.offered() && m.has("act."+a.intent) && (a.intent != intentWhichLevel || m.length() <= shortCommand/2)
}

// readLanguage reads a wish for a language; one for a chapter in it is of the chapter. Who
// lacks one of the two wants the other.
func readLanguage(a *act, m *message) (Turn, bool) {
	t, ok := says(a, m)
	other := map[string]string{intentKorean: intentEnglish, intentEnglish: intentKorean}[a.intent]
	instead := m.short && m.has("lacks."+other) && m.has("language."+a.intent)
	asked := m.asks && !instead && m.course.likeliest(m.text, nil, likelyTaught) != nil // of languages
	return t, (ok || instead) && !m.has("lacks."+a.intent) && !asked && named(m.text) == 0
}

// readLevel reads the choice of a level; a bare number only where it was asked. Who
// refuses one of the two wants the other. What is asked behind the choice leaves it
// chosen where it is waited for.
func readLevel(_ *act, m *message) (Turn, bool) {
	level, asks := m.level(m.words), m.asks
	if first, rest, ok := strings.Cut(m.text, ". "); ok && asks && m.at == atLevel && !korean.Asks(first) {
		level, asks = m.level(korean.Words(first)), false
		m.contents = phrases.Has(korean.Words(rest), "act.courses")
	}
	if bare := m.length() <= maxBare || m.has("request") || m.has("level.change"); m.at == atLevel && level == "" && bare && named(m.text) == 0 && !m.has("act.at_a_loss") {
		level = [...]string{"", Beginner, Advanced}[readChoice(m.text, make([]string, 2)).Choice]
	}
	switch {
	case m.at == atLevel && (m.wantsTaught() || m.course.subjectOf(m.text) > 0), !m.short, m.writes() && !m.requests(), m.at != atLevel && !m.has("level.change") && !m.has("level.refused"), level == "", asks:
		return Turn{}, false
	}
	return Turn{Level: level, Contents: m.contents, Chapter: named(m.text)}, true
}

// level is the one that words choose: the one named, or the other one of one that is
// refused; "" is none.
func (m *message) level(said string) string {
	named, refused := map[string]bool{}, map[string]bool{}
	for _, level := range []string{Beginner, Advanced} {
		key := "level." + level
		if m.at == atLevel && !phrases.Has(said, key) {
			key += "_asked"
		}
		start, end, ok := phrases.Find(said, key)
		named[level] = ok
		refused[level] = ok && (dialog.Denies(said[end:]) || phrases.Has(said[end:], "level.refused") || phrases.Has(said[:start], "level.not"))
	}
	switch {
	case refused[Beginner]:
		return Advanced
	case refused[Advanced]:
		return Beginner
	case named[Beginner] == named[Advanced]:
		return ""
	case named[Beginner]:
		return Beginner
	}
	return Advanced
}

// readSuggested reads which level would fit, of which none is chosen: what somebody
// says of himself chooses nothing, and neither does a question.
func readSuggested(_ *act, m *message) (Turn, bool) {
	level := m.level(m.words)
	switch {
	case !m.short, m.course.likeliest(m.text, nil, likelySaid) != nil: // which is answered
		return Turn{}, false
	case m.asks:
		return Turn{Level: level}, level != "" && m.has("level.change")
	case m.has("level.newcomer"):
		return Turn{Level: Beginner}, true
	}
	return Turn{Level: Advanced}, m.has("level.at_work")
}

// wantsTaught tells that something of the lessons is wanted, or to see what they hold.
func (m *message) wantsTaught() bool {
	return m.has("act.example") || m.has("act.summary") || m.has("act.courses") && !m.contents
}

// readAboutChapter reads what a chapter is about: one by its number, the next, or the
// one that teaches what is named.
func readAboutChapter(_ *act, m *message) (Turn, bool) {
	if m.offered() && m.has("act.which_chapter") && !m.has("act.courses") {
		f := m.course.resolve(m.text, asking{language: texts.Languages()[0]}).Finding
		if n := cmp.Or(f.Chapter, m.course.wished(m.text)); n > 0 {
			return Turn{Chapter: n}, true
		}
	}
	if !m.offered() || !m.has("act.about_chapter") {
		return Turn{}, false
	}
	n := named(m.text)
	return Turn{Chapter: n}, n > 0 || m.has("chapter.next") // 0 is the next one
}

// named is the number of a chapter of which something is said or wanted, 0 is none.
func named(text string) int {
	n, _ := strconv.Atoi(cmp.Or(append(phrases.Match(korean.Fold(text), "chapter.which"), "", "")[1:]...))
	return n
}

// courses tells what is taught.
func (t *tutor) courses(s *TutorState) string {
	others := strings.Join(t.course().subjects(s.Language), ", ")
	taught := texts.Say(s.Language, "guide.courses", "chapters", t.course().own(), "subject", s.Turn.Work, "others", others)
	return taught + "\n\n" + strings.Join(t.titles(s), "\n")
}

// told is the chapter that is told of: one by its number, or the next where that is 0.
func (t *tutor) told(s *TutorState, n int) int {
	if n == 0 && s.place() != atLevel {
		n = t.course().next(max(s.CurrentChapter, 1))
	}
	return max(n, 1)
}

// aboutChapter tells what a chapter teaches.
func (t *tutor) aboutChapter(s *TutorState) string {
	n := t.told(s, s.Turn.Chapter)
	if n > len(t.course().chapters) {
		return t.courses(s)
	}
	ch := t.course().chapter(n)
	return texts.Say(s.Language, "guide.about_chapter", "chapter", n, "title", ch.Title) + "\n\n" + bullets(in(s.Language, ch.Levels[cmp.Or(s.UserType, Beginner)].Goals))
}

// suggested tells of the level that would fit, and asks.
func (t *tutor) suggested(s *TutorState) string {
	speak := texts.In(s.Language)
	goals := bullets(in(s.Language, t.course().chapter(1).Levels[s.Turn.Level].Goals))
	return speak.Say("guide.suggest_level", "level", speak.Say("level."+s.Turn.Level), "goals", goals)
}

// whichLevel tells the levels apart by what their first chapters teach.
func (t *tutor) whichLevel(s *TutorState) string {
	first := t.course().chapter(1)
	goals := func(level string) string { return bullets(in(s.Language, first.Levels[level].Goals)) }
	return texts.Say(s.Language, "guide.which_level", "beginner", goals(Beginner), "advanced", goals(Advanced))
}
