package realestate

import (
	"context"
	"encoding/json"
	"fmt"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/madang-dev/madang/engine"
	"github.com/madang-dev/madang/internal/evidence"
	"github.com/madang-dev/madang/llm"
	scriptfile "github.com/madang-dev/madang/llm/scripted"
	"github.com/madang-dev/madang/state"
	"github.com/madang-dev/madang/store"
	"github.com/madang-dev/madang/supervisor/toolloop"
	"github.com/madang-dev/madang/teams/tools"
)

// leader is a model that reads, calls tools by turns and writes on what they
// brought.
type leader struct {
	read   string
	rounds [][]llm.ToolCall
	write  func(facts []string) string
	asked  []llm.Request
}

var factID = regexp.MustCompile(`<fact id="(F\d+)"`)

func (m *leader) Generate(_ context.Context, req llm.Request) (llm.Response, error) {
	m.asked = append(m.asked, req)
	r := llm.Response{Model: "fake-1", Finish: llm.FinishStop, Usage: llm.Usage{InputTokens: 10, OutputTokens: 1}}
	if req.Purpose == usePlan {
		r.Text = m.read
		return r, nil
	}
	round, facts := 0, []string(nil)
	for _, msg := range req.Messages {
		switch msg.Role {
		case llm.RoleAssistant:
			round++
		case llm.RoleTool:
			for _, found := range factID.FindAllStringSubmatch(msg.Text, -1) {
				facts = append(facts, found[1])
			}
		}
	}
	if round < len(m.rounds) {
		r.ToolCalls, r.Finish = m.rounds[round], llm.FinishToolCalls
		return r, nil
	}
	r.Text = m.write(facts)
	return r, nil
}

func calls(name, arguments string) llm.ToolCall {
	return llm.ToolCall{ID: name + fmt.Sprint(len(arguments)), Name: name, Arguments: json.RawMessage(arguments)}
}

// askedTwice is a question whose second half no team plans for.
const askedTwice = "집주인이 보증금을 3억에서 3억 3천만원으로 올려달라고 하는데 따라야 하나요?"

const readTwice = `{"intent":"legal_consult","confidence":0.95,"is_irrelevant":false,"follow_up":false,"parts":[{"text":"` + askedTwice + `","intent":"legal_consult","actions":["legal","rent_increase"]}]}`

// The model leads: it reads the message, has five things looked up and reckoned,
// one after the user's yes, and writes on what they brought.
func TestAModelLeads(t *testing.T) {
	t.Parallel()
	noted := 0
	note := tools.New("note", "Writes a note to the landlord", func(context.Context, tools.Caller, struct{}) (tools.Found, error) {
		noted++
		return tools.Found{Text: "noted", Facts: []state.Source{tools.Source("메모", "집주인에게 남길 메모를 적었습니다.", "메모장")}}, nil
	})
	note.Approval = true
	m := &leader{
		read: readTwice,
		rounds: [][]llm.ToolCall{
			{calls("calc_rent_increase", `{"current_deposit":300000000,"percent":3}`), calls("calc_rent_increase", `{"current_deposit":300000000,"percent":10}`)},
			{calls("search_legal", `{"question":"전세 보증금 증액 한도"}`), calls("calc_brokerage_fee", `{"price":500000000}`)},
			{calls("note", `{}`)},
		},
		write: func(facts []string) string {
			return manuscriptOf(says("보증금은 3억 1,500만원까지만 올릴 수 있습니다.", facts[0]), says("집주인에게 남길 메모를 적었습니다.", facts[len(facts)-1]))
		},
	}
	cfg := Config{ToolsFunc: func() tools.Set { return tools.Set{note} }}
	a := adviserOf(t, leadAssistant(t, m, cfg), 0)
	runID, s, r := a.leads(t, askedTwice)
	if r.StructuredData.Metadata.AnsweredBy != state.AnsweredByModel || !strings.Contains(r.Answer, "3억 1,500만원까지만") || !strings.Contains(r.Answer, "(메모장)") {
		t.Errorf("metadata %+v\n%s", r.StructuredData.Metadata, r.Answer)
	}
	made := 0
	for _, step := range s.PlanningState.ExecutionSteps {
		if step.Team == toolloop.Team {
			made++
			if step.Status != state.StepCompleted || step.Task == "" {
				t.Errorf("%+v", step)
			}
		}
	}
	if made != 5 || noted != 1 || s.PlanningState.PlannedBy != "model" || len(s.ModelUses) != 5 {
		t.Errorf("%d calls, %d notes, planned by %s, %d uses", made, noted, s.PlanningState.PlannedBy, len(s.ModelUses))
	}
	report, err := engine.Replay(t.Context(), engine.ReplayConfig{Store: a.store, Assistants: []engine.Assistant{leadAssistant(t, nil, Config{})}}, runID)
	if err != nil || !report.Equal {
		t.Errorf("replay %+v, %v", report, err)
	}
}

// Where the model writes what its tools did not bring, the rules answer, say
// why, and show what the tools brought beside it.
func TestTheRulesAnswerBesideTheTools(t *testing.T) {
	t.Parallel()
	m := &leader{
		read: "not JSON", rounds: [][]llm.ToolCall{{calls("calc_brokerage_fee", `{"price":500000000}`)}},
		write: func(facts []string) string {
			return manuscriptOf(evidence.Sentence{Text: "중개보수는 999만원입니다.", Facts: facts[:1]})
		},
	}
	_, s, r := adviserOf(t, leadAssistant(t, m, Config{}), 0).leads(t, askedTwice)
	if r.StructuredData.Metadata.Fallback != state.ModelBadAnswer || strings.Contains(r.Answer, "999만원") || !strings.Contains(r.Answer, "200만원") {
		t.Errorf("metadata %+v\n%s", r.StructuredData.Metadata, r.Answer)
	}
	for _, key := range []string{"caution.fell_back.bad_answer", "caution.plan_fell_back.bad_answer"} {
		if !strings.Contains(r.Answer, texts.Say("ko", key)) {
			t.Errorf("%s is not said:\n%s", key, r.Answer)
		}
	}
	if s.PlanningState.PlannedBy != "rules" {
		t.Errorf("planned by %s", s.PlanningState.PlannedBy)
	}
}

// What is asked of the model is in the light of the conversation.
func TestTheModelIsToldTheConversation(t *testing.T) {
	t.Parallel()
	m := &leader{read: "not JSON", write: func([]string) string { return "no" }}
	a := adviserOf(t, leadAssistant(t, m, Config{}), 0)
	id := a.begin(t)
	a.said(t, id, askedTwice)
	a.said(t, id, "강남구 아파트 전세 시세는 어때?")
	told := m.asked[slices.IndexFunc(m.asked, func(r llm.Request) bool {
		return r.Purpose == usePlan && strings.Contains(r.Messages[1].Text, "강남구")
	})].Messages[1].Text
	if before, _, _ := strings.Cut(told, "강남구"); !strings.Contains(before, "3억 3천만원") {
		t.Errorf("told %s", told)
	}
}

func (a *adviser) begin(t *testing.T) string {
	t.Helper()
	session, err := a.store.CreateSession(t.Context(), store.Server(), state.Session{Assistant: Name, Title: state.DefaultTitle})
	if err != nil {
		t.Fatal(err)
	}
	return session.ID
}

// leads is a run in a conversation of its own whose questions are answered yes.
func (a *adviser) leads(t *testing.T, query string) (runID string, s State, r state.Response) {
	t.Helper()
	id := a.begin(t)
	runID, r = a.said(t, id, query)
	c, err := a.store.LatestCheckpoint(t.Context(), store.Server(), id)
	if err == nil {
		err = json.Unmarshal(c.State, &s)
	}
	if err != nil {
		t.Fatal(err)
	}
	return runID, s, r
}

func (a *adviser) said(t *testing.T, id, query string) (runID string, r state.Response) {
	t.Helper()
	p, err := a.Position(t.Context(), id)
	if err != nil {
		t.Fatal(err)
	}
	stream := a.Watch(id, p.LastSeq)
	defer stream.Close()
	ack, err := a.Submit(t.Context(), engine.Query{SessionID: id, Text: query, Language: "ko"})
	if err != nil {
		t.Fatal(err)
	}
	for {
		d, err := stream.Next(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		if d.Event.Type == state.EventWorkflowInterrupted {
			if err := a.Reply(t.Context(), id, "", state.ActionApprove, nil); err != nil {
				t.Fatal(err)
			}
		}
		if d.Event.Type == state.EventFinalResponse {
			var final state.FinalResponse
			if err := json.Unmarshal(d.Event.Payload, &final); err != nil {
				t.Fatal(err)
			}
			return ack.RunID, final.Response
		}
		if state.TerminalEvent(d.Event.Type) {
			t.Fatalf("%s %s", d.Event.Type, d.Event.Payload)
		}
	}
}

// The demonstration's script leads through five calls to an answer.
func TestTheDemonstration(t *testing.T) {
	t.Parallel()
	script, err := scriptfile.Load(filepath.Join("..", "..", "configs", "scripted", "demo.yaml"))
	if err != nil {
		t.Fatal(err)
	}
	const query = "보증금 3억을 3억 3천만원으로 올려달라는데 따라야 하나요? 5억짜리 집을 사면 복비는 얼마인가요?"
	_, s, r := adviserOf(t, leadAssistant(t, scriptfile.New(script), Config{}), 0).leads(t, query)
	made := 0
	for _, step := range s.PlanningState.ExecutionSteps {
		if step.Team == toolloop.Team && step.Status == state.StepCompleted {
			made++
		}
	}
	if made != 5 || r.StructuredData.Metadata.AnsweredBy != state.AnsweredByModel || !strings.Contains(r.Answer, "상한이 200만원입니다") || s.PlanningState.PlannedBy != "model" {
		t.Errorf("%d calls, %s, %+v\n%+v\n%s", made, s.PlanningState.PlannedBy, r.StructuredData.Metadata, r.StructuredData.Sources, r.Answer)
	}
}
