package chaos

import (
	"fmt"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/madang-dev/madang/internal/failpoint"
)

// labour is a conversation with an assistant that writes rows of its own.
type labour struct {
	name, session string
	says          []string
	stride        int // in commits, between the kills of a short test, and of any on Postgres
	// kept counts what a conversation has left in the assistant's tables.
	kept []string
}

func labours() []labour {
	return []labour{{
		name: "company", session: `{"assistant":"company","metadata":{"person_id":"E001"}}`,
		stride: 6,
		says: []string{
			"지난달 서울 매출은 얼마야?",
			"기억해줘: 고객기관066 원장은 금요일 오후에만 만날 수 있다",
			"방문보고서 작성해줘. 방문일 2026-11-20, 거래처 고객기관066, 의사, 목적 제품설명, 설명 제품 예시가디온정, 제공 물품 없음, 반응 긍정, 다음 조치 자료 전달, 이상사례 없음",
			"제출해줘",
		},
		kept: []string{
			`SELECT d.type || ' ' || d.status || ' ' || d.version, count(*) FROM company_documents d WHERE d.session_id = $1 GROUP BY 1`,
			`SELECT 'versions', count(*) FROM company_document_versions v JOIN company_documents d ON d.id = v.document_id WHERE d.session_id = $1`,
			`SELECT f.kind, count(*) FROM company_filings f WHERE substr(f.key, 1, 36) IN (SELECT id FROM runs WHERE session_id = $1)
				OR f.key IN (SELECT id || '/submitted' FROM company_documents WHERE session_id = $1) GROUP BY 1`,
			`SELECT 'visits', count(*) FROM company_visits x JOIN company_documents d ON x.key = d.id || '/submitted' WHERE d.session_id = $1`,
			`SELECT 'audit ' || action, count(*) FROM audit_rows WHERE substr(subject, 5, 36) IN (SELECT id FROM runs WHERE session_id = $1) GROUP BY 1`,
		},
	}, {
		name: "interview", session: `{"assistant":"interview"}`,
		stride: 2,
		says:   []string{"백엔드 두 문제 면접 시작", "질문이 무슨 뜻이에요?", "잘 모르겠습니다"},
		kept: []string{
			`SELECT 'answers', count(*) FROM interview_answers WHERE chat_session_id = $1`,
		},
	}}
}

// Reliability 2 of assistants that keep rows of their own: a node is killed
// before or after each commit of a turn, also while an agent works and between
// the last commit and the answer. Each turn ends once, as if nothing had been,
// and what it keeps is kept once.
func TestKilledWithinAnAssistantsTurn(t *testing.T) {
	t.Parallel()
	databases := map[string]plan{"SQLite": {sqlite: true}}
	if long() {
		databases["Postgres"] = plan{nodes: 1, direct: true}
	}
	for database, p := range databases {
		p.everybody, p.args, p.env = true, []string{"--shutdown-timeout", "1s"}, []string{"MADANG_TODAY=2026-11-21"}
		for _, l := range labours() {
			t.Run(database+"/"+l.name, func(t *testing.T) {
				t.Parallel()
				if p.sqlite { // on Postgres a run waits until its dead node's lease is over
					l.stride = pick(l.stride, 1)
				}
				newCluster(t, p).dieWithin(l)
			})
		}
	}
}

// dieWithin holds a conversation in peace and others on a node that is killed
// within them.
func (c *cluster) dieWithin(l labour) {
	t := c.t
	t.Helper()
	n := c.nodes[0]
	calm := c.employ(l)
	for _, say := range l.says {
		calm.says(say)
	}
	deaths := 0
	var all []*worker
	for _, place := range pick([]string{failpoint.CommitBefore}, []string{failpoint.CommitBefore, failpoint.CommitAfter, failpoint.PublishBefore}) {
		for at := 1; ; at += l.stride {
			n.kill()
			n.start(fmt.Sprintf("MADANG_FAILPOINT=%s=kill@%d", place, at))
			n.ready()
			one := c.employ(l)
			one.fault = fmt.Sprintf("%s@%d", place, at)
			for _, say := range l.says {
				one.says(say)
			}
			all = append(all, one)
			if one.deaths == 0 {
				break // it was over before that many commits
			}
			deaths++
		}
	}
	// Into how many commits a turn falls depends on how they are grouped.
	if deaths < 2 {
		t.Errorf("killed %d times", deaths)
	}
	t.Logf("killed %d times", deaths)
	db := c.verdict()
	kept := c.kept(l, calm.session)
	if len(kept) < len(l.kept) {
		t.Errorf("nothing to compare: %v", kept)
	}
	for _, one := range all {
		for i := range l.says {
			if diff := cmp.Diff(shape(db, calm.run(calm.told[i])), shape(db, one.run(one.told[i]))); diff != "" {
				t.Errorf("%s, %q: the history is another (-calm +killed):\n%s", one.fault, l.says[i], diff)
			}
		}
		if diff := cmp.Diff(kept, c.kept(l, one.session)); diff != "" {
			t.Errorf("%s: other rows are kept (-calm +killed):\n%s", one.fault, diff)
		}
	}
}

// worker is a client who says one thing after the other to the one node.
type worker struct {
	*client
	fault  string
	told   []*ask
	deaths int
}

func (c *cluster) employ(l labour) *worker {
	c.t.Helper()
	one := &worker{client: c.join(c.nodes[0].sessionWith(l.session), 0, false)}
	one.present()
	return one
}

// says is over when the answer is there; the node is brought back where it dies
// of it.
func (k *worker) says(text string) {
	k.t.Helper()
	a := k.ask(text)
	k.told = append(k.told, a)
	n := k.nodes[0]
	if !k.outlived(a, n) {
		k.deaths++
		n.wasKilled()
		n.start()
		n.ready()
	}
	if end := k.answered(a); end != "final_response" && end != "" {
		k.t.Errorf("%s: %q ended with %q", k.fault, text, end)
	}
}

// kept is what a conversation has left in the assistant's tables.
func (c *cluster) kept(l labour, session string) (lines []string) {
	c.t.Helper()
	db, done := c.database()
	defer done()
	for _, query := range l.kept {
		rows, err := db.QueryContext(c.t.Context(), query, session)
		if err != nil {
			c.t.Fatalf("%s: %v", query, err)
		}
		for rows.Next() {
			var name string
			var count int
			if err := rows.Scan(&name, &count); err != nil {
				c.t.Fatal(err)
			}
			lines = append(lines, fmt.Sprintf("%s: %d", name, count))
		}
		if err := rows.Close(); err != nil {
			c.t.Fatal(err)
		}
	}
	slices.Sort(lines)
	return lines
}
