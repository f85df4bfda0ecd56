package company

import (
	"context"
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/madang-dev/madang/internal/evidence"
	"github.com/madang-dev/madang/internal/korean"
	"github.com/madang-dev/madang/llm"
	"github.com/madang-dev/madang/llm/ask"
)

// promptAnswer has a model say what figures say.
const promptAnswer = "company_answer"

// prose are the facts of an answer's figures, and what of them belongs together.
type prose struct {
	*evidence.List
	question, language string
	// common are the numbers that may stand anywhere: those of the question
	// and of the titles.
	common map[string]bool
	rows   []proseRow
	// ways are the directions that figures went, up or down; first names the
	// row that is first of a ranking from above.
	ways  []string
	first string
}

// proseRow is a row with its numbers, by what names it.
type proseRow struct {
	label   string
	numbers map[string]bool
}

// tell has a model write the sentences of an answer that is of figures alone.
// Each is held against the rows that it names; where one does not hold, or the
// model can't be asked, the rules' sentences stand. Its error is the end of the
// run.
func (d *desk) tell(ctx context.Context, t *turn, s *GlobalSessionState, a *answer) error {
	p := a.figuresOnly(s)
	if p == nil {
		return nil
	}
	heard, err := ask.Once(ctx, t, d.model, "answer", llm.Call{
		Prompt: d.promptAnswer, Data: map[string]any{"Language": s.Language, "Today": s.Today, "Question": quoted(p.question), "Facts": p.All()},
		CheckFunc: func(said llm.Answer) []string { _, wrong := p.read(said); return wrong },
	})
	if err != nil || heard.Off() {
		return err
	}
	a.asked = ResourceUsage{Tokens: heard.Answer.Usage.InputTokens + heard.Answer.Usage.OutputTokens, APICalls: map[string]int{"model": 1}}
	var text string
	if heard.Fallback == "" {
		var wrong []string
		if text, wrong = p.read(heard.Answer); len(wrong) > 0 { // by rules that are newer than the record
			heard.Fallback = llm.OutcomeBadAnswer
		}
	}
	a.retryAfterMS = heard.RetryAfterMS
	if a.fallback = heard.Fallback; a.fallback == "" {
		a.core, a.model, a.prompt = []string{text}, heard.Answer.Model, heard.Prompt
	}
	return nil
}

// figuresOnly are the facts of an answer that tells figures and nothing else, nil
// of any other.
func (a *answer) figuresOnly(s *GlobalSessionState) *prose {
	if s.PlanningState == nil || len(a.missing)+len(a.findings)+len(a.known) > 0 || a.document != nil {
		return nil
	}
	p := &prose{question: oneLine(s.message().text), language: s.Language, common: map[string]bool{}}
	p.know(p.question, s.Today)
	var facts []*evidence.Fact
	for _, t := range s.PlanningState.tasks() {
		agent, ok := s.agent(t.ID)
		if !ok || agent.ErrorMessage != nil && a.replaced(t.ID) {
			continue
		}
		if agent.Data == nil || len(agent.Data.RawData) == 0 {
			return nil
		}
		facts = append(facts, p.of(agent.Data, a)...)
	}
	if len(facts) == 0 || len(facts) > maxFacts {
		return nil
	}
	p.List = evidence.NewList(p.question, nil, facts...)
	p.Number()
	return p
}

// maxFacts bounds what a model is shown.
const maxFacts = 40

// of are the facts of a result: its verdict where nothing names its rows, else a
// fact for each row.
func (p *prose) of(d *DataAnalysisAgentState, a *answer) (facts []*evidence.Fact) {
	data := &d.ProcessedData
	p.know(data.Title, data.Period.Text)
	add := func(text string) {
		facts = append(facts, &evidence.Fact{
			Kind: "data", Title: data.Title, Source: strings.Join(data.Sources, ", "), AsOf: data.DataDay, Text: data.Title + ": " + text + " (" + data.Period.Text + ")",
		})
	}
	if data.role("label", "time", "key", "field") < 0 {
		add(d.verdict(a.Printer))
		if len(d.RawData) == 1 {
			p.ways = append(p.ways, d.way(d.RawData[0]))
		}
		return facts
	}
	for i, line := range d.lines(a.Language()) {
		label := d.label(d.RawData[i], a.Language())
		row := proseRow{label, numbersOf(strings.Replace(line, label, " ", 1))}
		p.rows = append(p.rows, row)
		if i == 0 && d.Request.Order.By == "metric" && d.Request.Order.Desc {
			p.first, line = label, line+" ("+a.Say("prose.first")+")"
		}
		add(line)
	}
	return facts
}

func (p *prose) know(texts ...string) {
	for _, text := range texts {
		for n := range numbersOf(text) {
			p.common[n] = true
		}
	}
}

// number is one in a text, with its commas and decimals.
var number = regexp.MustCompile(`\d[\d,]*(?:\.\d+)?`)

// firstPlace is a number that only ranks; who has it is looked at by itself.
var firstPlace = regexp.MustCompile(`(?i)\b1(?:st|\x{c704})`)

func numbersOf(text string) map[string]bool {
	found, at := map[string]bool{}, 0
	var plain strings.Builder
	for _, m := range korean.FindMoney(text) { // 725만 3,740원 and 7,253,740원 are one number
		if !m.Bare {
			plain.WriteString(text[at:m.Start] + " " + strconv.FormatInt(m.Won, 10) + " ")
			at = m.End
		}
	}
	plain.WriteString(text[at:])
	for _, n := range number.FindAllString(plain.String(), -1) {
		found[strings.TrimRight(strings.ReplaceAll(n, ",", ""), ".")] = true
	}
	return found
}

// read is a model's answer as one text, and what is wrong with it.
func (p *prose) read(a llm.Answer) (text string, wrong []string) {
	var said struct {
		Sentences []evidence.Sentence `json:"sentences"`
	}
	if err := json.Unmarshal(a.JSON, &said); err != nil {
		return "", []string{err.Error()}
	}
	var list []string
	for _, s := range said.Sentences {
		s.Text = oneLine(s.Text)
		wrong = append(append(wrong, p.Check(s, p.language, p.question)...), p.misplaced(s.Text)...)
		list = append(list, s.Text)
	}
	if len(list) == 0 {
		wrong = append(wrong, "no sentence")
	}
	return strings.Join(list, " "), wrong
}

// misplaced lists what a sentence says of the wrong row: a number that does not
// belong to the name before it, a first place that is another's, a direction that
// nothing went.
func (p *prose) misplaced(text string) (wrong []string) {
	at := p.named(text)
	ranks := phrases.HasAny(text, "prose.most", "prose.least")
	for i := -1; i < len(at); i++ {
		from, to, known := 0, len(text), map[string]bool{}
		if i >= 0 {
			from, known = at[i].end, at[i].row.numbers
		}
		if i+1 < len(at) {
			to = at[i+1].start
		}
		for n := range numbersOf(firstPlace.ReplaceAllString(text[from:to], " ")) {
			if !known[n] && !p.common[n] && len(p.rows) > 0 {
				wrong = append(wrong, fmt.Sprintf("%s in %.60q does not belong to the name before it", n, text))
			}
		}
	}
	if len(p.rows) > 0 && ranks && (p.first == "" || len(at) != 1 || at[0].row.label != p.first || phrases.Has(text, "prose.least")) {
		wrong = append(wrong, fmt.Sprintf("%.60q ranks what no fact ranks so", text))
	}
	for _, way := range []string{"up", "down"} {
		if phrases.Has(text, "prose."+way) && !slices.Contains(p.ways, way) {
			wrong = append(wrong, fmt.Sprintf("%.60q says that something went %s", text, way))
		}
	}
	return wrong
}

// namedAt is where a text names a row.
type namedAt struct {
	start, end int
	row        proseRow
}

// named are the rows that a text names, from left to right; of two names at one
// place the longer one.
func (p *prose) named(text string) (at []namedAt) {
	for i := 0; i < len(text); {
		best := namedAt{}
		for _, r := range p.rows {
			rest, ok := strings.CutPrefix(text[i:], r.label)
			if ok && r.label != "" && len(r.label) > best.end-best.start && (rest == "" || rest[0] < '0' || rest[0] > '9') {
				best = namedAt{i, i + len(r.label), r}
			}
		}
		if best.end > 0 {
			at = append(at, best)
			i = best.end
			continue
		}
		i++
	}
	return at
}

// oneLine is a text without line ends.
func oneLine(text string) string { return strings.Join(strings.Fields(text), " ") }
