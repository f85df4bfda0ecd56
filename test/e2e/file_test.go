package e2e

import (
	"bytes"
	"encoding/json"
	"errors"
	"mime/multipart"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/madang-dev/madang/internal/documents"
	"github.com/madang-dev/madang/teams/document"
)

// leaseText is a lease with four clauses that harm the tenant and their
// look-alikes that protect it.
const leaseText = `# 주택 월세 계약서

임대인 홍길동(이하 갑)과 임차인 김철수(이하 을)는 다음과 같이 계약한다.

## 제1조(보증금과 차임)

보증금은 1억원, 차임은 월 50만원으로 하고 매달 5일에 지급한다.

## 제2조(수선)

보일러와 누수 등 주요 설비의 수리비는 임대인이 부담한다.

## 제3조(계약의 해지)

임차인이 차임을 1회라도 연체하면 임대인은 즉시 계약을 해지하고 짐을 들어낼 수 있다.

## 제4조(보증금의 반환)

임대인은 새 임차인을 구한 뒤에 보증금을 반환한다.

## 제5조(중도 해지)

임차인은 어떠한 사정으로 목적물의 사용을 그만두는 경우에도 임대인에게 남은 기간의 차임 전액을 지급하여야 하고, 보증금의 반환을 청구하지 못하며, 시설비와 권리금의 회수를 위한 어떠한 협력도 임대인에게 요구하지 아니한다.

## 특약사항

1. 임차인은 전입신고와 확정일자를 받지 아니한다.
2. 임차인은 계약갱신요구권을 행사하지 아니하기로 한다.
3. 임차인은 언제든지 전입신고와 확정일자를 받을 수 있고 임대인은 이에 협조한다.
4. 임대인은 잔금일까지 근저당권을 설정하지 아니한다.
`

// fileText is a file as the server reads it.
func (s *server) fileText(name string, content []byte) (text string) {
	s.t.Helper()
	var body bytes.Buffer
	form := multipart.NewWriter(&body)
	part, err := form.CreateFormFile("file", name)
	if err == nil {
		_, err = part.Write(content)
	}
	if err != nil || form.Close() != nil {
		s.t.Fatal(err)
	}
	res, err := http.Post("http://"+s.addr+"/api/v1/files/text", form.FormDataContentType(), &body)
	if err != nil {
		s.t.Fatal(err)
	}
	defer res.Body.Close()
	var read struct{ Name, Text string }
	if err := json.NewDecoder(res.Body).Decode(&read); err != nil || res.StatusCode != http.StatusOK || read.Name != name {
		s.t.Fatalf("%s: %d %+v %v", name, res.StatusCode, read, err)
	}
	return read.Text
}

// A contract that is handed over as a file is reviewed as the same text pasted.
func TestAContractAsAFile(t *testing.T) {
	t.Parallel()
	content, _, err := documents.Export(strings.Replace(leaseText, "주택 월세 계약서", "망원동 표준 월세계약서", 1), "월세계약서", "docx", time.Now())
	ingested := filepath.Join(t.TempDir(), "lease.docx")
	if err = errors.Join(err, os.WriteFile(ingested, content, 0o600)); err != nil {
		t.Fatal(err)
	}
	args := onSQLite(t)
	madang(t, nil, "", append([]string{"ingest", ingested, "--pack=house"}, args...)...).expect(t, 0, nil, nil)
	s := start(t, args, nil)
	ask := func(text string) (verdicts []string) {
		r := s.fresh(s.session(nil)).ask(text)
		var found struct {
			Data struct {
				Review struct{ Clauses []document.Reviewed } `json:"review_result"`
			}
		}
		if err := json.Unmarshal(r.Data["document"], &found); err != nil {
			t.Error(err)
		}
		for _, c := range found.Data.Review.Clauses {
			if c.Verdict != "unclear" { // of which the lines of a PDF make other pieces
				verdicts = append(verdicts, c.Text+": "+c.Verdict)
			}
		}
		return verdicts
	}
	review := func(text string) []string {
		return ask("이 파일을 검토해 주세요.\n\n[월세계약서.docx]\n\n" + text)
	}
	want := review(documents.Plain(leaseText))
	// An operator's contract that was ingested is reviewed by its title.
	if diff := cmp.Diff(want, ask("망원동 표준 월세계약서 검토해줘")); diff != "" {
		t.Errorf("ingested (-pasted +ingested):\n%s", diff)
	}
	for clause, verdict := range map[string]string{
		"임차인은 전입신고와 확정일자를 받지 아니한다.":        "risky",
		"임대인은 새 임차인을 구한 뒤에 보증금을 반환한다.":     "risky",
		"보일러와 누수 등 주요 설비의 수리비는 임대인이 부담한다.": "fine",
	} {
		if !slices.Contains(want, clause+": "+verdict) {
			t.Errorf("%s is not %s in %q", clause, verdict, want)
		}
	}
	for _, format := range []string{"docx", "pdf"} {
		content, _, err := documents.Export(leaseText, "주택 월세 계약서", format, time.Now())
		if err != nil {
			t.Fatal(err)
		}
		text := s.fileText("월세계약서."+format, content)
		if diff := cmp.Diff(want, review(text)); diff != "" {
			t.Errorf("%s (-pasted +handed over):\n%s\n%s", format, diff, text)
		}
	}
}
