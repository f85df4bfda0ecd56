package company

import (
	"context"
	"encoding/json"
	"errors"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/madang-dev/madang/llm"
	"github.com/madang-dev/madang/state"
)

// scripted is a model that says what the test wants to what it is asked for: a
// request of the catalogue, or the sentences of an answer.
type scripted struct {
	choose, tell string
	fails        bool
	asked        atomic.Int64
}

func (m *scripted) Generate(_ context.Context, req llm.Request) (llm.Response, error) {
	m.asked.Add(1)
	if m.fails {
		return llm.Response{}, errors.New("away")
	}
	text := m.choose
	if req.Purpose == promptAnswer {
		text = m.tell
	}
	return llm.Response{Text: text, Usage: llm.Usage{InputTokens: 100, OutputTokens: 10}, Model: "fake-1", Finish: "stop"}, nil
}

const ranked = "지난달 서울 매출 상위 거래처 보여줘"

func TestAModelSaysWhatFiguresSay(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		tell string
		by   string
	}{
		"right":               {`{"sentences":[{"text":"지난달 서울 매출 1위 거래처는 고객기관066으로 725만 3,740원입니다.","facts":["F1"]},{"text":"고객기관060은 매출 465만 8,280원입니다.","facts":["F2"]}]}`, state.AnsweredByModel},
		"right, in digits":    {`{"sentences":[{"text":"지난달 서울 매출 1위 거래처는 고객기관066으로 7,253,740원입니다.","facts":["F1"]}]}`, state.AnsweredByModel},
		"a number of nowhere": {`{"sentences":[{"text":"지난달 서울 거래처 고객기관066의 매출은 7,253,741원입니다.","facts":["F1"]}]}`, state.AnsweredByRules},
		"a sum of its own":    {`{"sentences":[{"text":"서울 거래처 고객기관066과 고객기관060의 매출은 합쳐서 11,912,020원입니다.","facts":["F1","F2"]}]}`, state.AnsweredByRules},
		"another's number":    {`{"sentences":[{"text":"서울 거래처 고객기관066의 매출은 4,658,280원, 고객기관060의 매출은 7,253,740원입니다.","facts":["F1","F2"]}]}`, state.AnsweredByRules},
		"another in the lead": {`{"sentences":[{"text":"서울에서 매출이 가장 많은 거래처는 고객기관060으로 4,658,280원입니다.","facts":["F2"]}]}`, state.AnsweredByRules},
		"a direction":         {`{"sentences":[{"text":"서울 거래처 고객기관066의 매출은 7,253,740원으로 늘었습니다.","facts":["F1"]}]}`, state.AnsweredByRules},
		"a fact that is not":  {`{"sentences":[{"text":"서울 거래처 고객기관066의 매출은 7,253,740원입니다.","facts":["F99"]}]}`, state.AnsweredByRules},
		"another language":    {`{"sentences":[{"text":"The customer in first place sold for the most.","facts":["F1"]}]}`, state.AnsweredByRules},
		"no JSON":             {`hello`, state.AnsweredByRules},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			m := &scripted{tell: c.tell}
			o := real(t, func(cfg *Config) { cfg.Model = llm.NewClient(llm.Config{Model: m}) })
			h := o.ask(ranked)
			meta := h.response.StructuredData.Metadata
			if meta.AnsweredBy != c.by || m.asked.Load() == 0 || (meta.Fallback == "") != (c.by == state.AnsweredByModel) {
				t.Errorf("answered by %s, %q: %s", meta.AnsweredBy, meta.Fallback, h.text())
			}
			if !strings.Contains(h.text(), "고객기관066") || !strings.Contains(h.text(), "7,253,740") || !strings.Contains(h.text(), "기간: 2026년 10월") {
				t.Errorf("%s", h.text())
			}
			o.replayed(h.runID)
		})
	}
}

// Where the model is away the rules answer in the same run; documents, checks
// and refusals are never its own.
func TestWhatAModelDoesNotSay(t *testing.T) {
	t.Parallel()
	m := &scripted{fails: true}
	o := real(t, func(cfg *Config) { cfg.Model = llm.NewClient(llm.Config{Model: m}) })
	h := o.ask(ranked)
	if meta := h.response.StructuredData.Metadata; meta.AnsweredBy != state.AnsweredByRules || meta.Fallback == "" || !strings.Contains(h.text(), "7,253,740") {
		t.Errorf("%q: %s", meta.Fallback, h.text())
	}
	before := m.asked.Load()
	for _, say := range []string{"식사비 한도가 얼마야?", "이걸로 보고서 만들어줘"} {
		if h := o.ask(say); h.response.StructuredData.Metadata.AnsweredBy != state.AnsweredByRules {
			t.Errorf("%s: %s", say, h.text())
		}
	}
	if n := m.asked.Load(); n != before {
		t.Errorf("asked %d times for what is none of its business", n-before)
	}
}

// A model chooses names of the catalogue that the person may see, or nothing.
func TestAModelChoosesARequest(t *testing.T) {
	t.Parallel()
	const fits = `"groups":[],"grain":"","filters":[{"dimension":"customer_region","op":"in","values":["SEL"]}],"from":"2026-10-01","to":"2026-10-31","descending":true,"limit":0}`
	for name, c := range map[string]struct {
		choose, want string
	}{
		"names of the catalogue": {`{"understood":true,"metrics":[{"name":"sales_amount"}],` + fits, "3,358만 8,285원"},
		"a name of its own":      {`{"understood":true,"metrics":[{"name":"happiness"}],` + fits, ""},
		"SQL":                    {`{"understood":true,"metrics":[{"name":"SUM(sales_amount) FROM sales; DROP TABLE sales"}],` + fits, ""},
		"nothing":                {`{"understood":false,"metrics":[],"groups":[],"grain":"","filters":[],"from":"","to":"","descending":false,"limit":0}`, ""},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			o := real(t, func(cfg *Config) {
				cfg.Model = llm.NewClient(llm.Config{Model: &scripted{choose: c.choose, tell: "no"}})
			})
			h := o.ask("서울 쪽 벌이는 요새 좀 어떤 편이래")
			if found := strings.Contains(h.text(), "3,358만 8,285원"); found != (c.want != "") {
				t.Errorf("%s", h.text())
			}
			if h.question.ID != "" {
				o.reply(h, state.ActionSkip, "")
			}
			o.replayed(h.runID)
		})
	}
}

// A word that is not known may be a condition, or be what is asked for: nothing is told or
// offered without it, and what was answered before is gone on with.
func TestWhatIsNotUnderstoodIsDeclined(t *testing.T) {
	t.Parallel()
	o := real(t, nil)
	o.ask("10월 지역별 매출")
	for _, c := range []struct{ say, has, lacks string }{
		{"울산 3분기 매출 알려줘", "시·군·구 단위는 제 자료에 없습니다", "5억"},
		{"내일 회식 장소 좀 골라줘", "그 안에 없습니다", "매출, 거래처"},
		{"제품별 재고는?", "재고·출고·배송은 제 자료에 없습니다", "2026년 10월"},
		{"차트로 보여줘", "2026년 10월 매출, 거래처 지역별", ""},
	} {
		h := o.ask(c.say)
		if text := h.text(); h.question.ID != "" || !strings.Contains(text, c.has) || c.lacks != "" && strings.Contains(text, c.lacks) {
			t.Errorf("%s: %s %+v", c.say, text, h.question)
		}
	}
}

// reply answers a question and follows what comes of it.
func (o *office) reply(h heardEvents, action, payload string) heardEvents {
	o.t.Helper()
	if err := o.Reply(o.t.Context(), o.id, h.question.ID, action, json.RawMessage(payload)); err != nil {
		o.t.Fatal(err)
	}
	return o.follow()
}
