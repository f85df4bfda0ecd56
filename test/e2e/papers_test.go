package e2e

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/madang-dev/madang/store/storetest"
)

// What a user has filed with the company assistant is listed, shown in its
// versions, downloaded, exported and erased; another user's stays.
func TestPapersAreShownExportedAndErased(t *testing.T) {
	t.Parallel()
	for name, environment := range environments(t) {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			args, env := environment(t)
			s := start(t, args, append(env, "MADANG_TODAY=2026-11-21"))
			sessions := map[string]string{}
			for user, note := range map[string]string{"user-a": "푸른약국 결제일은 매달 25일", "user-b": "푸른약국 휴일은 수요일"} {
				id := s.session(map[string]any{"assistant": "company", "user_id": user, "metadata": map[string]any{"person_id": "E001"}})
				sessions[user] = id
				c := s.fresh(id)
				c.settles("기억해줘: "+note, "answer")
				c.settles("방문보고서 작성해줘. 방문일 2026-11-20, 거래처 고객기관066, 의사, 목적 제품설명, 설명 제품 예시가디온정, 제공 물품 없음, 반응 긍정, 다음 조치 자료 전달, 이상사례 없음", "document")
				c.settles("반응은 보통으로 바꿔줘", "document")
				c.settles("제출해줘", "question")
				c.settles("네", "document")
			}
			a := sessions["user-a"]
			checkVersions(t, s, a)
			before := s.exported(t, "user-a")
			for table, want := range map[string]int{
				"company_documents": 1, "company_document_versions": 2, "company_visits": 1, "company_filings": 4,
			} {
				if n := len(before[papers(table)]); n != want {
					t.Errorf("%d rows of %s are exported, not %d", n, table, want)
				}
			}
			// What was filed is the company's: it stays when a conversation goes.
			if code := s.call(http.MethodDelete, "/api/v1/chat/sessions/"+a+"?hard_delete=true", nil, nil); code != http.StatusOK {
				t.Fatalf("delete the conversation: %d", code)
			}
			if after := s.exported(t, "user-a")[papers("company_filings")]; len(after) != 4 {
				t.Errorf("gone with the conversation: %v", after)
			}
			if code := s.call(http.MethodDelete, "/api/v1/users/user-a", nil, nil); code != http.StatusOK {
				t.Fatalf("erase: %d", code)
			}
			if left := fmt.Sprint(s.exported(t, "user-a")); strings.Contains(left, "푸른약국") || strings.Contains(left, "고객기관066") {
				t.Errorf("left of an erased user: %.2000s", left)
			}
			c := s.fresh(sessions["user-b"])
			if r := c.settles("푸른약국 메모 찾아줘", "answer"); !strings.Contains(r.Answer, "수요일") || strings.Contains(r.Answer, "25일") {
				t.Errorf("found after the erasure: %s", r.Answer)
			}
			if other := s.exported(t, "user-b"); len(other[papers("company_documents")]) != 1 {
				t.Errorf("another user's papers: %v", other)
			}
		})
	}
}

// settles says something and wants a kind of reply.
func (c *socket) settles(text, kind string) response {
	c.t.Helper()
	c.send(map[string]any{"type": "query", "query": text})
	_, r := c.settled()
	if r.Type != kind {
		c.t.Fatalf("%q: %s, not %s: %s%s", text, r.Type, kind, r.Answer, r.Message)
	}
	return r
}

// exported are the rows of a user's archive, by file.
func (s *server) exported(t *testing.T, user string) map[string][]map[string]any {
	t.Helper()
	var raw []byte
	if code := s.call(http.MethodGet, "/api/v1/users/"+user+"/export", nil, &raw); code != http.StatusOK {
		t.Fatalf("export: %d", code)
	}
	return storetest.Archive(t, raw)
}

// papers is the archive's file of one of the company assistant's tables.
func papers(table string) string { return "assistants/company/" + table + ".jsonl" }

// checkVersions reads a conversation's filed document in its versions.
func checkVersions(t *testing.T, s *server, session string) {
	t.Helper()
	path := "/api/v1/company/chats/" + session + "/documents"
	var list struct {
		Documents []struct {
			ID      string
			Status  string
			Version int
		}
	}
	if code := s.call(http.MethodGet, path, nil, &list); code != http.StatusOK || len(list.Documents) == 0 {
		t.Fatalf("documents: %d %+v", code, list)
	}
	first := list.Documents[0]
	var shown struct {
		Versions []struct {
			Version   int
			Markdown  string
			Outcome   json.RawMessage
			Downloads map[string]string
		}
	}
	if code := s.call(http.MethodGet, path+"/"+first.ID, nil, &shown); code != http.StatusOK || len(shown.Versions) != first.Version || first.Version != 2 || first.Status != "submitted" {
		t.Fatalf("%+v in versions: %d %+v", first, code, shown)
	}
	for _, v := range shown.Versions {
		if v.Markdown == "" || len(v.Outcome) == 0 || len(v.Downloads) != 3 {
			t.Errorf("a version: %+v", v)
		}
		for format, at := range v.Downloads {
			var file []byte
			if code := s.call(http.MethodGet, at, nil, &file); code != http.StatusOK || len(file) == 0 {
				t.Errorf("version %d as %s: %d", v.Version, format, code)
			}
		}
	}
	if code := s.call(http.MethodGet, path+"/nothing", nil, nil); code != http.StatusNotFound {
		t.Errorf("a document that is not there: %d", code)
	}
}
