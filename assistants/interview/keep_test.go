package interview

import (
	"archive/zip"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io/fs"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/madang-dev/madang/internal/scoring"
	"github.com/madang-dev/madang/llm"
	"github.com/madang-dev/madang/state"
	"github.com/madang-dev/madang/store"
)

// Personal data reaches neither the messages nor the state nor the tables; what is
// kept is exported and erased, and an earlier interview's questions come last.
func TestWhatIsKept(t *testing.T) {
	t.Parallel()
	r := newRoom(t, nil)
	r.enter("u1")
	r.say("백엔드 2문제로 시작할게요")
	r.say("인덱스와 캐시를 썼고 제 번호는 010-1234-5678, 주소는 서울특별시 강남구 테헤란로 123입니다")
	r.say("잘 모르겠습니다")
	r.say("그만할게요")
	messages, err := r.store.Messages(t.Context(), store.Server(), r.id, 100, 0)
	if err != nil {
		t.Fatal(err)
	}
	kept, _ := json.Marshal([]any{messages, r.state()})
	v, err := newInterviewer(Config{Store: r.store})
	if err != nil {
		t.Fatal(err)
	}
	exported, err := v.history(t.Context(), "u1", 100)
	if err != nil {
		t.Fatal(err)
	}
	rows, _ := json.Marshal(exported)
	for _, secret := range []string{"1234-5678", "테헤란로"} {
		if strings.Contains(string(kept)+string(rows), secret) {
			t.Errorf("%q is kept", secret)
		}
	}
	if err := r.store.View(t.Context(), "as it stands", func(ctx context.Context, tx store.Tx) error {
		var stands string
		err := tx.QueryRowContext(ctx, "SELECT marks FROM interview_answers LIMIT 1").Scan(&stands)
		if !strings.HasPrefix(stands, "$sealed$") {
			t.Errorf("marks stand as %.80s", stands)
		}
		return err
	}); err != nil {
		t.Error(err)
	}
	var archive bytes.Buffer
	if err := r.store.ExportUser(t.Context(), store.Server(), "u1", time.Now(), &archive); err != nil {
		t.Fatal(err)
	}
	files, err := zip.NewReader(bytes.NewReader(archive.Bytes()), int64(archive.Len()))
	if err != nil {
		t.Fatal(err)
	}
	answers, err := fs.ReadFile(files, "assistants/interview/interview_answers.jsonl")
	if err != nil || !strings.Contains(string(answers), exported.Answers[0].QuestionID) || strings.Contains(string(answers), "$sealed$") {
		t.Errorf("the archive has %.200s, %v", answers, err)
	}
	if h := exported; len(h.Interviews) != 1 || len(h.Answers) == 0 || h.Interviews[0].Review != ReviewPending || h.Interviews[0].Summary != "" {
		t.Errorf("exported %s", rows)
	}
	r.review(state.ActionApprove, "")
	r.enter("u1")
	if s := r.say("백엔드 면접").state; s.UserContext.Profile.Interviews != 1 || len(s.UserContext.Profile.Asked) == 0 || s.Task.CurrentQuestion == nil {
		t.Errorf("%+v", s.UserContext.Profile)
	}
	if erased, err := r.store.EraseUser(t.Context(), store.Server(), "u1"); err != nil || erased.Sessions != 2 {
		t.Errorf("%+v erased: %v", erased, err)
	}
	if exported, err := v.history(t.Context(), "u1", 100); err != nil || len(exported.Interviews)+len(exported.Answers) > 0 {
		t.Errorf("behind erasing: %v %v", exported, err)
	}
}

// readings is a model that reads each answer as told, one reading after another.
type readings struct {
	credits []scoring.Credit
	n       int
	orders  [][]string // of the key points, by reading
}

func (m *readings) Generate(_ context.Context, r llm.Request) (llm.Response, error) {
	credit := m.credits[m.n%len(m.credits)]
	m.n++
	points, order := []scoring.Award{}, []string{}
	for line := range strings.Lines(r.Messages[len(r.Messages)-1].Text) {
		if line[0] >= '1' && line[0] <= '9' && line[1] == '.' {
			order = append(order, strings.TrimSpace(line[2:]))
			points = append(points, scoring.Award{Criterion: len(points) + 1, Credit: credit, Quote: "고르겠습니다"})
		}
	}
	m.orders = append(m.orders, order)
	raw, err := json.Marshal(map[string]any{"points": points})
	return llm.Response{Text: string(raw), Model: "reader-1", Finish: "stop"}, err
}

// Two readings that agree are the marks, the lower of their credits; where they
// are more than a point apart the rubric's stay and the reviewer is told.
func TestTwoReadings(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		credits  []scoring.Credit
		by       string
		disputed bool
	}{
		"agree":            {[]scoring.Credit{scoring.Full}, "reader-1", false},
		"differ":           {[]scoring.Credit{scoring.Full, scoring.None}, byRubric, true},
		"differ by halves": {[]scoring.Credit{scoring.Full, scoring.Half}, byRubric, true},
	} {
		model := &readings{credits: c.credits}
		r := newRoom(t, func(cfg *Config) { cfg.Model = llm.NewClient(llm.Config{Model: model}) })
		r.say("백엔드 1문제")
		out := r.say("저는 상황을 보고 알맞은 쪽을 고르겠습니다")
		a := out.state.last()
		if a == nil || a.GradedBy != c.by || (a.Readings != nil) != c.disputed || model.n != 2 {
			t.Fatalf("%s: %+v after %d readings", name, a, model.n)
		}
		for i, out := range out.state.Task.ToolOutputs {
			want := pointsOf(scoring.Result{Marks: slices.Repeat([]scoring.Mark{{Credit: c.credits[i%len(c.credits)]}}, len(a.Points))})
			if out.Tool != fmt.Sprintf("reading-%d", i+1) || out.Question != a.ID || out.Points != want || out.Why != "" {
				t.Errorf("%s: reading %d has given %+v, want %v points", name, i+1, out, want)
			}
		}
		if n := len(out.state.Task.ToolOutputs); n != 2 {
			t.Errorf("%s: %d outputs", name, n)
		}
		if slices.Reverse(model.orders[1]); len(model.orders[0]) < 2 || !slices.Equal(model.orders[0], model.orders[1]) {
			t.Errorf("%s: read in the orders %q", name, model.orders)
		}
		if !c.disputed && a.Score != 100 || c.disputed && (a.Score != 0 || len(out.state.FlowControl.HumanInLoopPayload.Disputed) != 1) {
			t.Errorf("%s: %d points, review %+v", name, a.Score, out.state.FlowControl.HumanInLoopPayload)
		}
	}
}

// An answer in words that the rubric does not know is shown to the reviewer, with
// them; one that it reads whole is not.
func TestUnknownWordsAreTheReviewers(t *testing.T) {
	t.Parallel()
	for said, unsure := range map[string]bool{
		"부엌 서랍마다 같은 양념을 하나씩 넣어 둡니다. 요리하는 사람은 가까운 서랍만 열면 됩니다. 그 대신 한 서랍의 양념을 바꾸면 나머지 서랍도 다 열어야 합니다. 식구가 적으면 한 서랍으로 모읍니다.": true,
		"잘은 모르지만 장부 같은 것입니다.": false,
	} {
		r := newRoom(t, nil)
		r.say("백엔드 1문제")
		r.say("DB 질문 주세요")
		out := r.say(said)
		for range 2 { // whether to mark it, a follow-up
			if out.state.Task.CurrentQuestion == nil {
				break
			}
			out = r.say("더 드릴 말씀은 없습니다.")
		}
		a, review := out.state.last(), out.state.FlowControl.HumanInLoopPayload
		if a == nil || (a.Unread != nil) != unsure || a.Score >= sure || review == nil || (len(review.Disputed) == 1) != unsure {
			t.Fatalf("%q: %+v, review %+v", said, a, review)
		}
		if told := texts.Say("ko", "coach.unread"); strings.Contains(out.text, told) != unsure {
			t.Errorf("%q is answered with %q", said, out.text)
		}
		if line := strings.Join((&interviewer{}).markLines(builtIn(t).questions[a.ID], a, "ko"), "\n"); strings.Contains(line, "가까운 서랍만 열면 됩니다") != unsure {
			t.Errorf("%q has the marks %q", said, line)
		}
	}
}

// An event begins the talk: it greets, asks for a field and goes on as ever.
func TestAnEventGreets(t *testing.T) {
	t.Parallel()
	r := newRoom(t, nil)
	r.enter("u2")
	trigger, err := r.engine.Trigger(t.Context(), state.Trigger{
		EventID: "event-1", EventType: "interview_reminder", UserID: "u2", Assistant: Name, SessionID: r.id, Language: "ko",
		Metadata: json.RawMessage(`{"round":2}`),
	})
	if err != nil || trigger.RunID == "" {
		t.Fatalf("%+v %v", trigger, err)
	}
	out := r.heard(trigger.RunID, 0)
	if p := out.state.Proactive; p == nil || p.TriggerEventType != "interview_reminder" || p.TriggerEventID != store.EventName("event-1") ||
		string(p.Metadata) != `{"round":2}` || !strings.Contains(out.text, "예정된 면접") {
		t.Errorf("%+v\n%s", p, out.text)
	}
	if out := r.say("데이터로 할게요"); out.state.Task.CurrentQuestion == nil || out.state.Proactive != nil {
		t.Errorf("behind what the user said: %+v\n%s", out.state.Proactive, out.text)
	}
}

// What corrects, or asks how it was, is not marked; so many questions more end it behind
// them, and harder ones are of the same field.
func TestWhatIsNoAnswerChangesNothing(t *testing.T) {
	t.Parallel()
	r := newRoom(t, nil)
	first := r.say("아무거나 바로 시작해 주세요").state
	category := first.Task.CurrentQuestion.Category
	if out := r.say("아까 삼 년이라고 했는데 사 년이 맞아요"); out.state.scored() != 0 || !strings.Contains(out.text, "바로잡으신") {
		t.Errorf("a correction: %s", out.text)
	}
	const other = "점심마다 뒷산에 올라가 나무 이름을 하나씩 외우고 저녁에는 강가에서 자전거를 타면서 계절이 바뀌는 풍경을 사진으로 남깁니다"
	r.say(other)
	out := r.say("지금 제 답 괜찮았나요?")
	if c := out.state.Task.CurrentQuestion; c.Unsure != other || !strings.Contains(out.text, "다른 이야기로 보고") {
		t.Errorf("how it was: %+v\n%s", c, out.text)
	}
	if out := r.say("방금 답 다시 해도 되나요?"); !strings.Contains(out.text, "지금 다시 답해") {
		t.Errorf("nothing was marked: %s", out.text)
	}
	if s := r.say("더 어려운 문제로 주세요").state; s.Task.CurrentQuestion.Category != category {
		t.Errorf("harder questions of %s instead of %s", s.Task.CurrentQuestion.Category, category)
	}
	if out := r.say("다음엔 조금 더 깊게 파고들어 주시기 바랍니다"); out.state.scored() != 0 {
		t.Errorf("a request: %s", out.text)
	}
	r.say("잘 모르겠습니다")
	if out := r.say("두 개만 더 하고 마칠게요"); out.state.Task.Wanted != 3 || out.state.place() != atQuestion {
		t.Errorf("two more: %d wanted: %s", out.state.Task.Wanted, out.text)
	}
	if out := r.say("몇 개 남았어요?"); !strings.Contains(out.text, "지금 질문까지 2개") {
		t.Errorf("what is left: %s", out.text)
	}
	if out := r.say("면접 끝낼게요"); !strings.Contains(out.text, "먼저 보완할 주제는") {
		t.Errorf("what to begin with: %s", out.text)
	}
}
