package e2e

import (
	"slices"
	"strings"
	"testing"
)

// vague is a question whose intent the rules do not know; the script does.
const vague = "주인분이 저더러 오백만원 더 얹으라시는데 버텨도 되는지"

// aside is what an answer says when a model's text could not be used.
const aside = "규칙으로 쓴 답변입니다"

// asked is a query in the extension with all that came of it.
func (s *server) asked(sessionID, text string) []frame {
	s.t.Helper()
	c := s.fresh(sessionID)
	defer c.Close()
	c.send(map[string]any{"type": "query", "query": text})
	return c.answer()
}

// plannedBy is who drew the plan that the frames show.
func plannedBy(frames []frame) string {
	for _, f := range frames {
		if f.Type == "analysis_ready" {
			return f.PlannedBy
		}
	}
	return ""
}

// A question is answered by the model: its words are shown as it writes
// them, and the pieces are the answer.
func TestAModelAnswers(t *testing.T) {
	t.Parallel()
	for name, environment := range environments(t) {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			args, env := environment(t)
			s := start(t, append(args, playing(t, "model.yaml")...), env)
			id := s.session(nil)
			frames := s.asked(id, mainQuery)
			end := frames[len(frames)-1]
			meta := end.Response.Structured.Metadata
			if meta.AnsweredBy != "model" || meta.Model != "scripted" || !strings.HasPrefix(meta.Prompt, "answer@") || meta.Fallback != "" {
				t.Errorf("metadata %+v", meta)
			}
			if !strings.Contains(end.Response.Answer, "네, 5% 인상은 상한 5% 안이라") || !slices.Contains(meta.Sources, "주택임대차보호법 제7조") {
				t.Errorf("sources %q of\n%s", meta.Sources, end.Response.Answer)
			}
			var shown, message string
			pieces := 0
			for _, f := range frames {
				switch {
				case f.Type != "answer_delta":
					continue
				case f.Index == 0:
					shown, message, pieces = "", f.MessageID, 0
				case f.MessageID != message || f.Index != pieces:
					t.Errorf("piece %s %d after %s %d", f.MessageID, f.Index, message, pieces-1)
				}
				shown, pieces = shown+f.Delta, pieces+1
			}
			if pieces < 3 || shown != end.Response.Answer {
				t.Errorf("%d pieces:\n%s\nanswer:\n%s", pieces, shown, end.Response.Answer)
			}
			if u := s.usage(id).of(end.RunID, "answer"); u.Calls != 1 || u.InputTokens == 0 || u.OutputTokens == 0 {
				t.Errorf("used %+v", u)
			}
			// Existing clients see whole answers only.
			c := s.dial(s.session(nil), "")
			c.send(map[string]any{"type": "query", "query": mainQuery})
			if got := types(c.answer()); strings.Contains(got, "answer_delta") || !strings.HasSuffix(got, "final_response") {
				t.Errorf("frames: %s", got)
			}
		})
	}
}

// A question that the rules can't place is read by the model.
func TestAModelReads(t *testing.T) {
	t.Parallel()
	rules := start(t, onSQLite(t), nil)
	if end := last(rules.asked(rules.session(nil), vague)); len(end.Response.Structured.Metadata.Sources) > 0 {
		t.Fatalf("the rules can answer it as well: %s", end.Response.Answer)
	}
	s := start(t, append(onSQLite(t), playing(t, "model.yaml")...), nil)
	id := s.session(nil)
	frames := s.asked(id, vague)
	end := last(frames)
	if by := plannedBy(frames); by != "model" || end.Response.Type != "answer" || end.Response.Structured.Metadata.Intent != "legal_consult" {
		t.Errorf("planned by %q, %s %s", by, end.Response.Type, end.Response.Structured.Metadata.Intent)
	}
	if !slices.Contains(end.Response.Structured.Metadata.Sources, "주택임대차보호법 제7조") {
		t.Errorf("sources %q of\n%s", end.Response.Structured.Metadata.Sources, end.Response.Answer)
	}
	if u := s.usage(id).of(end.RunID, "plan"); u.Calls != 1 {
		t.Errorf("used %+v", u)
	}
}

func last(frames []frame) frame { return frames[len(frames)-1] }

// nonsense are models that can't be used, each in its own way.
var nonsense = map[string]string{
	"garbage":                    "default: {fault: garbage}",
	"half JSON":                  `default: {fault: half_json, text: '{"sentences":[{"text":"5% 인상은 됩니다.","facts":["F1"]}],"not_found":[]}'}`,
	"endless":                    "default: {fault: endless}",
	"an empty text":              `default: {text: ""}`,
	"a tool that does not exist": `default: {tool_calls: [{name: delete_everything, arguments: {all: true}}]}`,
	"an intent that does not exist": `
rules:
  - purpose: plan
    json: {intent: buy_shares, confidence: 1, is_irrelevant: false, follow_up: false, parts: []}
default: {json: {intent: buy_shares}}`,
	"a fact that does not exist": `default: {json: {sentences: [{text: "5% 인상은 상한 안입니다.", facts: [F99]}], not_found: []}}`,
	"a figure from nowhere":      `default: {json: {sentences: [{text: "상한은 12%라서 36,000,000원까지 됩니다.", facts: [F1]}], not_found: []}}`,
}

// Whatever a model says, the rules' answer stands, and says that it does.
func TestAModelTalksNonsense(t *testing.T) {
	t.Parallel()
	rules := start(t, onSQLite(t), nil)
	want := last(rules.asked(rules.session(nil), mainQuery)).Response
	for name, script := range nonsense {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := start(t, append(onSQLite(t), improvised(t, script)...), nil)
			id := s.session(nil)
			end := last(s.asked(id, mainQuery))
			meta := end.Response.Structured.Metadata
			if meta.AnsweredBy != "rules" || meta.Fallback != "bad_answer" || !strings.Contains(end.Response.Answer, aside) {
				t.Errorf("metadata %+v of\n%s", meta, end.Response.Answer)
			}
			if core := coreOf(t, want); core == "" || coreOf(t, end.Response) != core || !slices.Equal(meta.Sources, want.Structured.Metadata.Sources) {
				t.Errorf("sources %q, not the rules' answer:\n%s", meta.Sources, end.Response.Answer)
			}
			for _, leak := range []string{"12%", "36,000,000", "delete_everything", "끝없이", "F99"} {
				if strings.Contains(string(end.Raw), leak) {
					t.Errorf("%s is in %s", leak, end.Raw)
				}
			}
			if u := s.usage(id).of(end.RunID, "answer"); u.Calls < 1 || u.Calls > 2 {
				t.Errorf("used %+v", u)
			}
			frames := s.asked(s.session(nil), vague)
			if by := plannedBy(frames); by == "model" || last(frames).Type != "final_response" {
				t.Errorf("planned by %s: %s", by, last(frames).Raw)
			}
		})
	}
}

// The tutor has written answers marked and questions answered by the model.
func TestAModelTeaches(t *testing.T) {
	t.Parallel()
	s := start(t, append(onSQLite(t), playing(t, "model.yaml")...), nil)
	p := talks(t)["tutor"].speaker(s, s.session(map[string]any{"assistant": "tutor"}), "")
	// 50 + 25 by the script; the rubric gives half of both.
	for _, turn := range turnsOf(t, `
- {say: 입문, stage: theory_completed}
- {say: AI가 뭐예요?, model: scripted, intent: qna, has: [스팸 메일을 골라내는 기능이 쉬운 예예요], stage: theory_completed}
- {say: 주관식, question: subjective}
- say: 초안은 금방 써 주니까 사람이 손보면 되고, 거꾸로 오늘 환율은 엉뚱하게 댄다. 그래서 돈이 걸린 일은 내가 찾는다.
  model: scripted
  score: 75
  decision: proceed
  has: [최신 환율처럼 때가 지난 것은]
  lacks: [채점 모델을 쓸 수 없어]
- {say: 다음, chapter: 2}
`) {
		p.hold(turn)
	}
}

// The planner understands, with the model's help, what is no slot's words,
// and says what it understood.
func TestAModelListensToATraveller(t *testing.T) {
	t.Parallel()
	s := start(t, append(onSQLite(t), playing(t, "model.yaml")...), nil)
	id := s.session(map[string]any{"assistant": "travel"})
	c := talks(t)["travel"].speaker(s, id, "")
	for _, turn := range turnsOf(t, `
- say: 글리코 아저씨 간판 보고 바람 좀 쐬고 올까 하는데
  kind: answer
  has: ["‘목적지 오사카, 기간 3박 4일, 인원 2명’로 이해했습니다"]
  slots: {destination: osaka, duration: 3, num_people: 2}
- {say: 200만원이고 맛집 위주로요, kind: answer, recommended: standard, total: 1190000, lacks: [이해했습니다]}
`) {
		c.hold(turn)
	}
	if u := s.usage(id); u.Total.Calls != 1 || u.Runs[0].Purpose != "travel_read" {
		t.Errorf("used %+v", u)
	}
}
