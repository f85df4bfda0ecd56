package company

import (
	"context"
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/madang-dev/madang/assistants/company/access"
	"github.com/madang-dev/madang/assistants/company/sample"
	"github.com/madang-dev/madang/assistants/company/semantic"
	"github.com/madang-dev/madang/knowledge"
	"github.com/madang-dev/madang/state"
	"github.com/madang-dev/madang/teams/search/webtool"
)

// as begins a conversation of one of the people.
func (o *office) as(person string) {
	o.t.Helper()
	raw, err := json.Marshal(map[string]string{"person_id": person})
	if err != nil {
		o.t.Fatal(err)
	}
	o.stream.Close()
	o.session(state.Session{Metadata: raw, UserID: "user-of-" + person})
}

// real is an office whose numbers are those of the sample company.
func real(t *testing.T, change func(*Config)) *office {
	t.Helper()
	dir := t.TempDir()
	layer, err := semantic.New(semantic.Config{PathFunc: func(ctx context.Context) (string, error) { return sample.Ensure(ctx, dir) }, Company: sample.Company, Catalogue: sample.Catalogue(), Limit: time.Minute})
	if err == nil {
		err = layer.Connect(t.Context()) // made before anybody waits for an answer
	}
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = layer.Close() })
	return openWith(t, func(c *Config) {
		c.Numbers, c.People, c.Company = layer, sample.People(), sample.Company
		if change != nil {
			change(c)
		}
	})
}

func person(t *testing.T, id string) access.Person {
	t.Helper()
	p, err := sample.People().Person(t.Context(), sample.Company, id)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// sources are what an answer names as where it is from.
func (h heardEvents) sources() (list []string) {
	for _, s := range h.response.StructuredData.Sources {
		list = append(list, s.Kind)
	}
	return list
}

func TestAKeptNoteIsFoundAgain(t *testing.T) {
	t.Parallel()
	o := real(t, nil)
	for _, keep := range []string{
		"기억해줘: 새벽의원 원장은 금요일 오후에만 만날 수 있다", "푸른약국 결제일은 매달 25일이라고 적어둬",
		"remember that the Busan team meets on the third floor",
	} {
		if h := o.ask(keep); h.response.Type != state.ResponseAnswer || h.planned.ExecutionSteps[0].AgentName != StorageDecisionAgent {
			t.Fatalf("%s: %s", keep, h.text())
		}
	}
	for ask, want := range map[string]string{
		"새벽의원 메모 찾아줘": "금요일", "푸른약국 결제일 메모가 뭐였지?": "25일", "저장한 메모 보여줘": "25일",
		"find my note on the Busan team": "third floor",
	} {
		h := o.ask(ask)
		if !strings.Contains(h.text(), want) || !slices.Contains(h.sources(), "note") {
			t.Errorf("%s: %v %s", ask, h.sources(), h.text())
		}
		o.replayed(h.runID)
	}
	// Sales staff find their own, team leaders everybody's.
	o.as("E001")
	if h := o.ask("새벽의원 메모 찾아줘"); strings.Contains(h.text(), "금요일") {
		t.Errorf("sales reads a team leader's note: %s", h.text())
	}
	o.ask("기억해줘: 한솔병원 약제과는 수요일에 쉰다")
	if h := o.ask("한솔병원 메모 찾아줘"); !strings.Contains(h.text(), "수요일") {
		t.Errorf("sales does not find the own note: %s", h.text())
	}
	o.as("E022")
	if h := o.ask("한솔병원 메모 찾아줘"); !strings.Contains(h.text(), "수요일") {
		t.Errorf("a team leader does not find a note: %s", h.text())
	}
}

func TestAKeptResultIsFoundAgain(t *testing.T) {
	t.Parallel()
	o := real(t, nil)
	o.ask("지난달 지역별 매출 보여줘")
	if h := o.ask("이거 저장해둬"); !strings.Contains(h.text(), "매출") {
		t.Fatalf("%s", h.text())
	}
	if h := o.ask("저장한 지역별 매출 자료 찾아줘"); !strings.Contains(h.text(), "서울") {
		t.Errorf("%s", h.text())
	}
}

// Customers are found under the permission of who asks.
func TestCustomersAreFound(t *testing.T) {
	t.Parallel()
	o := real(t, nil)
	in := func(region string) string {
		t.Helper()
		got, err := o.config.Numbers.Run(t.Context(), semantic.Request{
			Language: "ko", Rows: "customers", Filters: []semantic.Filter{{Dimension: "customer_region", Op: semantic.In, Values: []string{region}}},
		}, person(t, "E024"))
		if err != nil || len(got.Rows) == 0 {
			t.Fatal(err, got)
		}
		return got.Rows[0][1].Text
	}
	who := person(t, "E001")
	there := "SEL"
	if who.Region == there {
		there = "PUS"
	}
	own, other := in(who.Region), in(there)
	o.as("E001")
	if h := o.ask(own + " 정보 찾아줘"); !strings.Contains(h.text(), own) || !slices.Contains(h.sources(), "customer") {
		t.Errorf("own: %v %s", h.sources(), h.text())
	}
	if h := o.ask(other + " 정보 찾아줘"); slices.Contains(h.sources(), "customer") || !strings.Contains(h.text(), "권한") {
		t.Errorf("others': %v %s", h.sources(), h.text())
	}
	o.as("E021")
	if h := o.ask(other + " 정보 찾아줘"); !slices.Contains(h.sources(), "customer") {
		t.Errorf("a team leader: %v %s", h.sources(), h.text())
	}
}

// handbook is what an operator has ingested.
type handbook struct{}

func (handbook) Stamp(context.Context) (string, error) { return "1", nil }
func (handbook) Passages(context.Context) ([]knowledge.Passage, error) {
	return []knowledge.Passage{{
		ID: "handbook/returns.md#1", Law: "업무 안내", Title: "반품 절차", Text: "반품은 접수한 날부터 사흘 안에 물류팀이 회수한다.", Source: "returns.md", Status: knowledge.StatusVerified,
	}}, nil
}

// meant embeds texts by whether they speak of goods that come back.
type meant struct{}

func (meant) Model() string { return "fixed" }

func (meant) Embed(_ context.Context, list []string) (out [][]float32, err error) {
	for _, text := range list {
		v := []float32{0, 1}
		if strings.Contains(text, "반품") || strings.Contains(text, "goods") {
			v = []float32{1, 0}
		}
		out = append(out, v)
	}
	return out, nil
}

func TestTheHandbookAndMeaningAreSearched(t *testing.T) {
	t.Parallel()
	o := real(t, func(c *Config) { c.Handbook, c.Embedder = handbook{}, meant{} })
	if h := o.ask("반품 절차 문서 찾아줘"); !strings.Contains(h.text(), "물류팀") {
		t.Errorf("by words: %s", h.text())
	}
	if h := o.ask("find the document on goods that are sent back"); !strings.Contains(h.text(), "물류팀") {
		t.Errorf("by meaning: %s", h.text())
	}
}

func TestTheWebIsAskedWhereItIsConfigured(t *testing.T) {
	t.Parallel()
	o := real(t, nil)
	if h := o.ask("예시 신약 허가 소식 인터넷에서 찾아줘"); !strings.Contains(h.text(), "설정되어 있지 않아") {
		t.Errorf("without a service: %s", h.text())
	}
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		_, _ = w.Write([]byte(`{"items":[{"title":"해외 신약 허가 소식","link":"https://news.example/1","text":"해외 신약이 허가되었다."}]}`))
	}))
	t.Cleanup(server.Close)
	tools, err := webtool.Load(strings.NewReader("tools:\n  - {name: web, scope: web, url: "+server.URL+", query: {q: '{{.Query}}'}, items: items, fields: {title: title, url: link, snippet: text}}"), func(string) (string, bool) { return "", false })
	if err != nil {
		t.Fatal(err)
	}
	o = real(t, func(c *Config) { c.Web = webtool.New(tools[0], webtool.Config{}) })
	h := o.ask("해외 신약 허가 소식 인터넷에서 찾아줘")
	if !slices.Contains(h.sources(), "page") || !strings.Contains(h.text(), "news.example") {
		t.Errorf("asked for: %v %s", h.sources(), h.text())
	}
	o.replayed(h.runID)
	// Where the house has nothing the web is looked at, and it is said.
	if h := o.ask("해외 신약 허가 소식 자료 찾아줘"); !slices.Contains(h.sources(), "page") || len(h.updated) != 1 || !strings.Contains(h.text(), "웹에서 찾았습니다") {
		t.Errorf("instead: %v %v %s", h.sources(), h.updated, h.text())
	}
}
