package e2e

import (
	"archive/zip"
	"bytes"
	"encoding/json"
	"encoding/xml"
	"errors"
	"io"
	"net/http"
	"os/exec"
	"regexp"
	"strings"
	"testing"
)

// A lease contract is drawn up over several turns: what is missing is asked
// for, what does not fit is asked about, a correction is taken, and the
// document can be downloaded in every format, also after a restart.
func TestALeaseContractOverSeveralTurns(t *testing.T) {
	t.Parallel()
	for name, environment := range environments(t) {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			args, env := environment(t)
			s := start(t, args, env)
			id := s.session(nil)
			document := drawUpLease(t, s.dial(id, ""))
			checkDownloads(t, s, id, document)
			checkSharing(t, s, id, document)
			s.kill()
			s = start(t, args, env)
			checkDownloads(t, s, id, document)
			// The conversation goes on where it was: a correction makes
			// a new document and leaves the old one as it is.
			again := s.fresh(id).ask("임차인은 이영희로 고쳐줘")
			if again.Type != "document" || again.Document.ID == "" || again.Document.ID == document {
				t.Fatalf("after the restart: %q %+v", again.Type, again.Document)
			}
			for format, text := range s.texts(again.Document.ID) {
				if !strings.Contains(text, "이영희") || strings.Contains(text, "김철수") {
					t.Errorf("the corrected %s:\n%.600s", format, text)
				}
			}
			checkDownloads(t, s, id, document)
		})
	}
}

// drawUpLease has the conversation and returns the document's id.
func drawUpLease(t *testing.T, c *socket) string {
	t.Helper()
	turns := []struct {
		say, kind   string
		want, never []string
	}{
		{"임대차 계약서 작성해줘", "answer", []string{"임대인", "임차인"}, nil},
		{"전세 계약이고 임대인은 홍길동, 임차인은 김철수입니다. 서울특별시 강남구 역삼동 123-45 역삼아파트 101동 1001호", "answer",
			[]string{"홍길동", "김철수", "보증금"}, nil},
		{"보증금 3억원, 계약기간은 2027년 1월 10일부터 2029년 1월 9일까지", "answer", []string{"3억원", "2027-01-10 ~ 2029-01-09", "계약금", "잔금"}, nil},
		{"계약금은 3천만원, 잔금은 2억 8천만원", "answer", []string{"맞지 않는", "3억 1,000만원", "3억원"}, nil},
		{"잔금은 2억 7천만원으로 고쳐줘", "answer", []string{"2억 7,000만원"}, []string{"맞지 않는"}},
		{"그대로 작성해줘", "document", []string{"초안"}, []string{"맞지 않는"}},
	}
	var last response
	for _, turn := range turns {
		last = c.ask(turn.say)
		if last.Type != turn.kind {
			t.Fatalf("%s: response of type %q: %s%s", turn.say, last.Type, last.Message, last.Answer)
		}
		for _, want := range turn.want {
			if !strings.Contains(last.Answer, want) {
				t.Errorf("%s: no %q in:\n%s", turn.say, want, last.Answer)
			}
		}
		for _, never := range turn.never {
			if strings.Contains(last.Answer, never) {
				t.Errorf("%s: %q in:\n%s", turn.say, never, last.Answer)
			}
		}
	}
	for _, format := range []string{"markdown", "docx", "pdf"} {
		if !strings.HasPrefix(last.Document.Downloads[format], "/api/v1/documents/"+last.Document.ID+"/download?format=") {
			t.Errorf("downloads %q", last.Document.Downloads)
		}
	}
	return last.Document.ID
}

// contractWords are in every format of the document.
var contractWords = []string{"주택임대차계약서", "홍길동", "김철수", "역삼아파트 101동 1001호", "300,000,000", "270,000,000", "30,000,000"}

// documentEntry is a document in a list.
type documentEntry struct {
	ID           string            `json:"id"`
	SessionID    string            `json:"session_id"`
	DocumentType string            `json:"document_type"`
	Title        string            `json:"title"`
	Downloads    map[string]string `json:"downloads"`
}

func checkDownloads(t *testing.T, s *server, session, document string) {
	t.Helper()
	for format, text := range s.texts(document) {
		for _, want := range contractWords {
			if !strings.Contains(text, squeeze(want)) {
				t.Errorf("no %s in the %s:\n%.600s", want, format, text)
			}
		}
	}
	var list []documentEntry
	if code := s.call("GET", "/api/v1/sessions/"+session+"/documents", nil, &list); code != 200 || len(list) == 0 {
		t.Fatalf("documents: %d %+v", code, list)
	}
	if d := list[0]; d.ID != document || d.SessionID != session || d.DocumentType == "" || d.Title == "" || len(d.Downloads) != 3 {
		t.Errorf("listed as %+v", d)
	}
}

// texts is the document's text in each format, squeezed.
func (s *server) texts(document string) map[string]string {
	s.t.Helper()
	return map[string]string{
		"md":   squeeze(s.markdown(document)),
		"pdf":  squeeze(pdfText(s.t, s.download(document, "pdf", "application/pdf"))),
		"docx": squeeze(docxText(s.t, s.download(document, "docx", "application/vnd.openxmlformats-officedocument.wordprocessingml.document"))),
	}
}

// squeeze drops white space: lines are broken within words.
func squeeze(text string) string { return strings.Join(strings.Fields(text), "") }

func (s *server) markdown(document string) string {
	s.t.Helper()
	return string(s.download(document, "md", "text/markdown; charset=utf-8"))
}

func (s *server) download(document, format, contentType string) []byte {
	s.t.Helper()
	res, err := http.Get("http://" + s.addr + "/api/v1/documents/" + document + "/download?format=" + format)
	if err != nil {
		s.t.Fatal(err)
	}
	defer res.Body.Close()
	body, err := io.ReadAll(res.Body)
	if err != nil {
		s.t.Fatal(err)
	}
	name := res.Header.Get("Content-Disposition")
	if res.StatusCode != http.StatusOK || res.Header.Get("Content-Type") != contentType ||
		!regexp.MustCompile(`^attachment; filename="document\.`+format+`"; filename\*=UTF-8''[A-Za-z0-9%._~!$&+-]+\.`+format+`$`).MatchString(name) {
		s.t.Fatalf("%s: %d %s %s", format, res.StatusCode, res.Header, body[:min(len(body), 200)])
	}
	return body
}

func pdfText(t testing.TB, pdf []byte) string {
	t.Helper()
	if !bytes.HasPrefix(pdf, []byte("%PDF-")) {
		t.Fatalf("not a PDF: %.20q", pdf)
	}
	cmd := exec.Command("pdftotext", "-layout", "-enc", "UTF-8", "-", "-")
	cmd.Stdin = bytes.NewReader(pdf)
	var complaints bytes.Buffer
	cmd.Stderr = &complaints
	text, err := cmd.Output()
	if err != nil || complaints.Len() > 0 {
		t.Fatalf("pdftotext: %v %s", err, complaints.String())
	}
	return string(text)
}

// docxText is the text of the document, of which every part must be
// well-formed.
func docxText(t testing.TB, docx []byte) string {
	t.Helper()
	archive, err := zip.NewReader(bytes.NewReader(docx), int64(len(docx)))
	if err != nil {
		t.Fatal(err)
	}
	text, parts := "", 0
	for _, file := range archive.File {
		if !strings.HasSuffix(file.Name, ".xml") && !strings.HasSuffix(file.Name, ".rels") {
			continue
		}
		parts++
		r, err := file.Open()
		if err != nil {
			t.Fatal(err)
		}
		found, err := xmlText(r)
		r.Close()
		if err != nil {
			t.Errorf("%s: %v", file.Name, err)
		}
		if file.Name == "word/document.xml" {
			text = found
		}
	}
	if parts < 4 || text == "" {
		t.Errorf("%d parts of XML, %d bytes of text", parts, len(text))
	}
	return text
}

func xmlText(r io.Reader) (string, error) {
	var text strings.Builder
	decoder := xml.NewDecoder(r)
	for {
		token, err := decoder.Token()
		if errors.Is(err, io.EOF) {
			return text.String(), nil
		}
		if err != nil {
			return "", err
		}
		if data, ok := token.(xml.CharData); ok {
			text.Write(data)
		}
	}
}

// checkSharing: a document is had by its id, which nobody can guess, as long
// as its session is there; ids that are not, and formats that are not, are
// refused.
func checkSharing(t *testing.T, s *server, session, document string) {
	t.Helper()
	var one struct {
		SessionID string `json:"session_id"`
		Markdown  string `json:"markdown"`
	}
	if code := s.call("GET", "/api/v1/documents/"+document, nil, &one); code != 200 || one.SessionID != session || one.Markdown != s.markdown(document) {
		t.Errorf("the document as JSON: %d %+v", code, one)
	}
	other := s.session(nil)
	var none []json.RawMessage
	if code := s.call("GET", "/api/v1/sessions/"+other+"/documents", nil, &none); code != 200 || len(none) != 0 {
		t.Errorf("another session's documents: %d %s", code, none)
	}
	for path, want := range map[string]int{
		"/api/v1/documents/" + document + "/download?format=exe":                     422,
		"/api/v1/documents/" + document + "/download?format=..%2F..%2Fmd":            422,
		"/api/v1/documents/" + document[:len(document)-1]:                            404,
		"/api/v1/documents/" + document + "%27%20OR%201=1":                           404,
		"/api/v1/documents/%25/download":                                             404,
		"/api/v1/documents/..%2F..%2Fetc%2Fpasswd/download":                          404,
		"/api/v1/sessions/session-00000000-0000-4000-8000-000000000000/documents":    404,
		"/api/v1/documents/00000000-0000-7000-8000-000000000000/download?format=pdf": 404,
		"/api/v1/documents/00000000-0000-7000-8000-000000000000":                     404,
	} {
		if code := s.call("GET", path, nil, nil); code != want {
			t.Errorf("%s: %d, want %d", path, code, want)
		}
	}
	// A hidden session hides its documents; a restored one shows them again.
	s.call("DELETE", "/api/v1/chat/sessions/"+session, nil, nil)
	for _, path := range []string{"/api/v1/documents/" + document, "/api/v1/documents/" + document + "/download?format=pdf", "/api/v1/sessions/" + session + "/documents"} {
		if code := s.call("GET", path, nil, nil); code != 404 {
			t.Errorf("%s of a hidden session: %d", path, code)
		}
	}
	if code := s.call("POST", "/api/v1/chat/sessions/"+session+"/restore", nil, nil); code != 200 {
		t.Errorf("restore: %d", code)
	}
}
