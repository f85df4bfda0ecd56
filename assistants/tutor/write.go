package tutor

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/madang-dev/madang/configs"
	"github.com/madang-dev/madang/internal/cut"
	"github.com/madang-dev/madang/internal/evidence"
	"github.com/madang-dev/madang/internal/scoring"
	"github.com/madang-dev/madang/llm"
	"github.com/madang-dev/madang/llm/ask"
)

// markup is what no sentence holds: links, HTML, headings, code, control
// characters.
var markup = regexp.MustCompile("(?i)https?:|www\\.|\\]\\(|<[a-z/!]|^#|```|[[:cntrl:]\u0080-\u009f]")

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
// writes. The course's own answer stands where it can't, or where it finds
// nothing in them. Its error is the end of the run.
func (t *tutor) tutored(ctx context.Context, tr *turn, s *TutorState) (resolution, error) {
	query := tr.Info().Query
	own := t.course().resolve(query, s.asking())
	passages := t.course().passages(query, s.asking())
	if len(passages) == 0 || own.Finding.Health {
		return own, nil
	}
	w := &writing{question: query, passages: passages, title: heading(texts.Say(s.Language, "qna.answer"))}
	data := struct {
		Language, Level, Question string
		Passages                  []passage
	}{s.Language, s.UserType, ask.Tagless(cut.Runes(query, maxRead)), passages}
	writer := ask.WriterOf(tr)
	defer writer.Close()
	heard, err := ask.Write(ctx, tr, t.helper.Model, "answer", llm.Call{
		Prompt: t.helper.answer, Data: data, CheckFunc: func(a llm.Answer) []string { _, wrong := w.read(a); return wrong },
	}, &ask.Sentences[sentence]{Writer: writer, SayFunc: w.say})
	if err != nil {
		return own, err
	}
	told := w.resolved(heard, own)
	if why := told.Finding.Why; why != "" {
		t.cfg.Logger.WarnContext(ctx, "the course's answer stands for the model's", "run_id", tr.Info().RunID, "reason", why)
	}
	writer.End(t.presented(*s, told))
	return told, nil
}

// presented is the text of the response that a resolution is going to be
// presented with.
func (t *tutor) presented(s TutorState, told resolution) string {
	s.QnADraft, s.Turn.QnA = told.Draft, &told.Finding
	r := t.findingReply(&s)
	return r.Answer + r.Message
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
	return ask.Separator(n == 0, n > 0 && before[n-1].Item, s.Item)
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
func (w *writing) resolved(heard ask.Heard, own resolution) resolution {
	var list []sentence
	if heard.Fallback == "" {
		var wrong []string
		if list, wrong = w.read(heard.Answer); len(wrong) > 0 { // by rules that are newer than the record
			heard.Fallback = llm.OutcomeBadAnswer
		}
	}
	if heard.Fallback != "" && !heard.Off() {
		own.Finding.Fallback, own.Finding.Why, own.Finding.RetryAfterMS = true, heard.Fallback, heard.RetryAfterMS
	}
	if heard.Fallback != "" || len(list) == 0 {
		return own
	}
	told := resolution{Finding: Finding{Found: true, Terms: own.Finding.Terms, Sources: own.Finding.Sources, By: heard.Answer.Model}}
	var used []int
	for i, s := range list {
		told.Draft += joint(list[:i], s) + s.Text
		used = append(used, s.Used...)
	}
	for _, p := range w.passages {
		if slices.Contains(used, p.Number) {
			told.Finding.Chapter = cmp.Or(told.Finding.Chapter, p.chapter)
			told.Finding.source(p.Title)
		}
	}
	return told
}

// wrong lists what is wrong with sentences: each has to name its passages,
// and to invent no figure and no link.
func (w *writing) wrong(list []sentence) (wrong []string) {
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

func (w *writing) wrongIn(s sentence) (wrong []string) {
	if s.Text == "" || len(s.Used) == 0 {
		return []string{"it needs words and the passages used"}
	}
	material := w.question
	for _, n := range s.Used {
		if n < 1 || n > len(w.passages) {
			return []string{fmt.Sprintf("there is no passage %d", n)}
		}
		material += "\n" + w.passages[n-1].Title + "\n" + w.passages[n-1].Text
	}
	for _, f := range evidence.FiguresOf(s.Text).Beyond(evidence.FiguresOf(material)) {
		wrong = append(wrong, "the figure "+f+" stands in no passage that is used")
	}
	if markup.MatchString(s.Text) {
		wrong = append(wrong, "links, HTML, headings, code blocks and control characters are not wanted")
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

// modelTime is how long a model's answer is waited for.
const modelTime = 20 * time.Second

// helper is the language model at the tutor's side, nobody where none is
// configured. What it says is checked before a learner sees it, and where it
// fails the rubric and the glossary stand in.
type helper struct {
	ask.Model
	grade, answer *llm.Prompt
}

func newHelper(cfg *Config) (h helper, err error) {
	if cfg.Model == nil {
		return h, nil
	}
	h.Model = ask.Model{Client: cfg.Model, Timeout: modelTime, Logger: cfg.Logger}
	if h.grade, err = llm.LoadPrompt(configs.FS, "tutor_grade"); err != nil {
		return h, err
	}
	h.answer, err = llm.LoadPrompt(configs.FS, "tutor_answer")
	return h, err
}

type numbered struct {
	Number int
	Text   string
}

// marking is the call that has a model mark what a learner wrote, by the
// question's rubric.
func (h *helper) marking(q *Question, own, language string) llm.Call {
	data := struct {
		Language, Question, Example, Answer string
		Criteria                            []numbered
	}{Language: language, Question: q.Text.In(language), Example: q.Explanation.In(language), Answer: ask.Tagless(own)}
	for i, c := range q.Rubric {
		data.Criteria = append(data.Criteria, numbered{i + 1, c.Name.In(language) + ": " + c.Full.In(language)})
	}
	return llm.Call{Prompt: h.grade, Data: data, CheckFunc: func(a llm.Answer) []string {
		_, _, wrong := q.awarded(a, data.Answer)
		return wrong
	}}
}

// awarded is what a model's marks come to. The credits are the model's, the
// points are reckoned here, and a credit counts only with words of the answer
// that earn it.
func (q *Question) awarded(a llm.Answer, own string) (result scoring.Result, remarks, wrong []string) {
	var marks struct {
		Criteria []scoring.Award `json:"criteria"`
		Remarks  []string        `json:"remarks"`
	}
	if err := json.Unmarshal(a.JSON, &marks); err != nil {
		return result, nil, []string{err.Error()}
	}
	for _, r := range marks.Remarks {
		remarks = append(remarks, cut.Runes(oneLine(r), 200))
	}
	result, wrong = q.marking().Reckon(own, marks.Criteria)
	return result, remarks, wrong
}

func oneLine(s string) string { return strings.Join(strings.Fields(s), " ") }
