package tutor

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/madang-dev/madang/engine"
	"github.com/madang-dev/madang/llm"
	"github.com/madang-dev/madang/llm/dictation"
	"github.com/madang-dev/madang/state"
)

// The bounds of an answer that a model writes.
const (
	maxWritten = 12   // sentences
	maxLetters = 1500 // of all of them
)

// passage is what the model may answer from.
type passage struct {
	Number      int
	Title, Text string
	chapter     int
}

// sentence is one of an answer's, with the passages that it rests on.
type sentence struct {
	Text string `json:"text"`
	Used []int  `json:"used"`
	Item bool   `json:"item,omitempty"` // of a list
}

// modelAnswer is an answer as a model writes it; one without sentences says
// that the passages have none.
type modelAnswer struct {
	Sentences []sentence `json:"sentences"`
}

// writing is one answer that a model writes from passages.
type writing struct {
	question string
	passages []passage
	// title is what the answer is shown under.
	title string
}

// tutored has the model answer from the course's passages and shows what it
// writes. own stands where it can't, or where it finds nothing in them. Its
// error is the end of the run.
func (t *tutor) tutored(ctx context.Context, tr *turn, s *TutorState, own resolution) (resolution, error) {
	info := tr.Info()
	passages := t.course.passages(info.Query, s.CurrentChapter, s.UserType, s.Language)
	if len(passages) == 0 {
		return own, nil
	}
	pen := dictation.NewPen(info.RunID, func(d state.AnswerDelta) {
		if err := tr.Emit(engine.Event{Type: state.EventAnswerDelta, Body: d}); err != nil {
			t.cfg.Logger.Warn("answer delta", "run_id", info.RunID, "error", err)
		}
	})
	defer pen.Close()
	w := &writing{question: info.Query, passages: passages, title: heading(texts.Say(s.Language, "qna.answer"))}
	heard, err := t.dictate(ctx, tr, w, s, pen)
	if err != nil {
		return own, err
	}
	told := w.resolved(heard, own)
	if told.Finding.Why != "" {
		t.cfg.Logger.WarnContext(ctx, "the course's answer stands for the model's", "run_id", info.RunID, "reason", told.Finding.Why, "error", heard.Detail)
	}
	pen.End(t.presented(*s, told))
	return told, nil
}

// presented is the text of the response that a resolution is going to be
// presented with.
func (t *tutor) presented(s TutorState, told resolution) string {
	s.QnADraft, s.Turn.QnA = told.Draft, &told.Finding
	r := t.findingReply(&s)
	return r.Answer + r.Message
}

// dictate asks the model once for the run, showing what it writes.
func (t *tutor) dictate(ctx context.Context, tr *turn, w *writing, s *TutorState, pen *dictation.Pen) (dictation.Heard, error) {
	info := tr.Info()
	asking, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	page := dictation.Page[sentence]{Pen: pen, SayFunc: w.say, StopFunc: stop}
	data := struct {
		Language, Level, Question string
		Passages                  []passage
	}{s.Language, s.UserType, tagless(cut(info.Query, maxRead)), w.passages}
	call := asker{info.UserID, info.SessionID, info.RunID}.call(t.helper.answer, data, func(a llm.Answer) []string {
		_, wrong := w.read(a)
		return wrong
	})
	call.DeltaFunc, call.ResetFunc = page.Delta, page.Reset
	return dictation.Asking{
		Model: t.helper.model, OnceFunc: tr.Once, Key: modelScope, Deadline: info.Deadline, Logger: t.cfg.Logger,
	}.Ask(ctx, asking, call)
}

// say is a sentence as it is shown while it is written: one that is right.
func (w *writing) say(before []sentence, s *sentence) (string, bool) {
	*s = tidy(*s)
	if len(w.wrong(append(slices.Clip(before), *s))) > 0 {
		return "", false
	}
	text := joint(before, *s) + s.Text
	if len(before) == 0 {
		text = w.title + text
	}
	return text, true
}

// joint stands between a sentence and those before it.
func joint(before []sentence, s sentence) string {
	n := len(before)
	return dictation.Separator(n == 0, n > 0 && before[n-1].Item, s.Item)
}

// read is an answer's sentences, and what is wrong with them.
func (w *writing) read(a llm.Answer) (list []sentence, wrong []string) {
	var m modelAnswer
	if err := json.Unmarshal(a.JSON, &m); err != nil {
		return nil, []string{err.Error()}
	}
	for _, s := range m.Sentences {
		list = append(list, tidy(s))
	}
	return list, w.wrong(list)
}

// resolved is what came of asking, on the course's own answer.
func (w *writing) resolved(heard dictation.Heard, own resolution) resolution {
	list, wrong := []sentence(nil), []string(nil)
	if heard.Fallback == "" {
		list, wrong = w.read(heard.Answer)
	}
	if len(wrong) > 0 { // checked by rules that were not yet there when it was recorded
		heard.Fallback = dictation.FallbackBadAnswer
	}
	switch {
	case heard.Fallback == dictation.FallbackOff:
		return own
	case heard.Fallback != "":
		own.Finding.Fallback, own.Finding.Why = true, heard.Fallback
		return own
	case len(list) == 0:
		return own
	}
	var draft strings.Builder
	f := Finding{Found: true, Terms: own.Finding.Terms, Sources: own.Finding.Sources, By: heard.Answer.Model}
	for i, s := range list {
		draft.WriteString(joint(list[:i], s) + s.Text)
	}
	for _, p := range w.passages {
		if !slices.ContainsFunc(list, func(s sentence) bool { return slices.Contains(s.Used, p.Number) }) {
			continue
		}
		if f.Chapter == 0 {
			f.Chapter = p.chapter
		}
		if !slices.Contains(f.Sources, p.Title) {
			f.Sources = append(f.Sources, p.Title)
		}
	}
	return resolution{draft.String(), f}
}

// wrong lists what is wrong with sentences: each has to name its passages,
// and to invent no figure and no link.
func (w *writing) wrong(list []sentence) []string {
	var wrong []string
	letters := 0
	for i, s := range list {
		letters += utf8.RuneCountInString(s.Text)
		for _, text := range w.wrongIn(s) {
			wrong = append(wrong, fmt.Sprintf("sentence %d: %s", i+1, text))
		}
	}
	if len(list) > maxWritten || letters > maxLetters {
		wrong = append(wrong, "the answer is too long")
	}
	return wrong
}

func (w *writing) wrongIn(s sentence) []string {
	if s.Text == "" || len(s.Used) == 0 {
		return []string{"it needs words and the passages used"}
	}
	material := w.question
	for _, n := range s.Used {
		i := slices.IndexFunc(w.passages, func(p passage) bool { return p.Number == n })
		if i < 0 {
			return []string{fmt.Sprintf("there is no passage %d", n)}
		}
		material += "\n" + w.passages[i].Title + "\n" + w.passages[i].Text
	}
	var wrong []string
	for _, f := range figure.FindAllString(s.Text, -1) {
		if f = strings.TrimRight(f, ",."); len(f) > 1 && !strings.Contains(material, f) {
			wrong = append(wrong, "the figure "+f+" stands in no passage that is used")
		}
	}
	if outgoing.MatchString(s.Text) {
		wrong = append(wrong, "links and HTML are not wanted")
	}
	if strings.HasPrefix(s.Text, "#") || strings.Contains(s.Text, "```") || strings.ContainsFunc(s.Text, unicode.IsControl) {
		wrong = append(wrong, "headings, code blocks and control characters are not wanted")
	}
	return wrong
}

// tidy is a sentence on one line, without the mark of a list, which is added.
func tidy(s sentence) sentence {
	s.Text = oneLine(s.Text)
	for _, mark := range []string{"- ", "• ", "* "} {
		s.Text = strings.TrimPrefix(s.Text, mark)
	}
	return s
}
