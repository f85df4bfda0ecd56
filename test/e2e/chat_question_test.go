package e2e

import (
	"encoding/json"
	"os"
	"strings"
	"testing"
)

// The terminal shows the plan and asks; what comes in through the pipe
// answers.
func TestChatReviewsThePlan(t *testing.T) {
	t.Parallel()
	s := start(t, append(onSQLite(t), "--probe"), nil)
	chat := func(in string, args ...string) done {
		t.Helper()
		return madang(t, nil, in, append([]string{"chat", "--url", "http://" + s.addr}, args...)...).seen()
	}
	asks := []string{`(?m)^이 계획대로 진행할까요\?$`, `(?m)^  1\) 이대로 진행$`, `(?m)^남은 시간 [45]분.* 답이 없으면: 이대로 진행$`}
	chat("1\n", "--review-plan", compound).expect(t, 0, append(asks, `(?m)^✔ 4\) .* 완료`, `제7조`), nil)
	chat("수정\n4\n", "--review-plan", compound).expect(t, 0, append(asks, `(?m)^  4\) \[분석\] 시세 통계 분석$`, `(?m)^⤼ 4\) .*건너뜀$`, `(?m)^✔ 1\) `), nil)
	chat("글쎄\n거절\n", "--review-plan", compound).expect(t, 0, append(asks, `번호나 선택지로 답해 주세요`, `진행하지 않겠습니다`), nil)
	chat("y\n", "--review-plan", "--language", "en", compound).expect(t, 0, []string{`(?m)^  1\) Go ahead$`, `[45]m.* left; without an answer: Go ahead`, `(?m)^✔ 1\) `}, nil)
	chat("", "--assistant", "probe", asking("approval", 900, "approve")).expect(t, 0, []string{`There is no more input\. In 1s`, `The time is up: Yes`, `approve by expiry`}, nil)
	chat("", "--assistant", "probe", asking("approval", 900, "cancel")).expect(t, 130, []string{`by default: cancel`}, nil)
	chat("3억\n", "--assistant", "probe", asking("input", 0, "cancel")).expect(t, 0, []string{`\{"text":"3억"\}`}, nil)
}

func TestChatAnswersAsJSON(t *testing.T) {
	t.Parallel()
	s := start(t, append(onSQLite(t), "--probe"), nil)
	in := "no\n" + `{"action":"destroy"}` + "\n" + `{"action":"reject","payload":{"why":"아니요"}}` + "\n"
	d := madang(t, nil, in, "chat", "--url", "http://"+s.addr, "--json", "--assistant", "probe", asking("approval", 0, "cancel"))
	d.expect(t, 0, []string{`"type":"workflow_interrupted"`, `"type":"error".*"code":"invalid_argument"`, `"type":"interrupt_resolved".*"action":"reject"`, `reject by user`}, []string{`one JSON object a line`})
	for line := range strings.Lines(d.out) {
		if !json.Valid([]byte(line)) {
			t.Errorf("no frame: %s", line)
		}
	}
}

// Ctrl-C cancels the run that asks; a session that waits is taken up by the
// next terminal, after a kill -9 too.
func TestChatLeavesAndTakesUpAQuestion(t *testing.T) {
	t.Parallel()
	args := append(onSQLite(t), "--probe")
	s := start(t, args, nil)
	id, gone := s.session(nil), s.session(nil)
	cmd, out, complaints := command(t, nil, "", "chat", "--url", "http://"+s.addr, "--session", gone, "--review-plan", compound)
	cmd.Stdin = nil
	if _, err := cmd.StdinPipe(); err != nil { // nothing is typed
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	await(t, "the question", func() bool { return s.newest(gone).Status == "waiting" })
	if err := cmd.Process.Signal(os.Interrupt); err != nil {
		t.Fatal(err)
	}
	wait(t, cmd, out, complaints).seen().expect(t, 130, []string{`취소`}, nil)
	if run := s.newest(gone); run.Status != "cancelled" {
		t.Errorf("after Ctrl-C: %s", run.Status)
	}
	for _, c := range []struct{ in, query string }{{"1\n\n", ""}, {"", "승인"}} {
		socket := s.fresh(id)
		socket.send(map[string]any{"type": "query", "query": compound, "review_plan": true})
		q := socket.inquiry()
		s.kill()
		s = start(t, args, nil)
		more := []string{"chat", "--url", "http://" + s.addr, "--session", id}
		if c.query != "" {
			more = append(more, c.query)
		}
		want := []string{`(?m)^✔ 1\) `, `제7조`}
		if c.query == "" {
			want = append(want, `답을 기다리는 질문이 있습니다`, `이 계획대로 진행할까요`)
		}
		madang(t, nil, c.in, more...).seen().expect(t, 0, want, []string{id})
		if run := s.run(q.RunID); run.Status != "completed" {
			t.Errorf("the run that waited: %s", run.Status)
		}
		once(t, s.labels(id, q.RunID))
	}
}

// newest is the session's newest run.
func (s *server) newest(id string) runRow {
	s.t.Helper()
	var runs []runRow
	if s.call("GET", "/api/v1/sessions/"+id+"/runs", nil, &runs); len(runs) == 0 {
		return runRow{}
	}
	return runs[0]
}
