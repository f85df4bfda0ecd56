package api

import (
	"archive/zip"
	"bytes"
	"encoding/json"
	"io"
	"mime/multipart"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/madang-dev/madang/internal/documents"
	"github.com/madang-dev/madang/internal/fault"
)

const contract = "# 월세 계약서\n\n제1조(보증금) 보증금은 1억원으로 한다.\n\n특약사항\n\n1. 임차인은 보증금의 반환을 청구하지 아니한다.\n2. 임대인은 계약이 끝나면 보증금을 바로 돌려준다.\n"

// form is a body with one file, and its content type.
func form(t *testing.T, field, name string, content []byte) (body, kind string) {
	t.Helper()
	var b bytes.Buffer
	w := multipart.NewWriter(&b)
	part, err := w.CreateFormFile(field, name)
	if err == nil {
		_, err = part.Write(content)
	}
	if err != nil || w.Close() != nil {
		t.Fatal(err)
	}
	return b.String(), w.FormDataContentType()
}

func (f *fixture) hand(name string, content []byte, header ...string) *httptest.ResponseRecorder {
	f.t.Helper()
	body, kind := form(f.t, "file", name, content)
	return f.call(http.MethodPost, filePath, body, append([]string{"Content-Type", kind}, header...)...)
}

// What a file says is told, and nothing of it is kept.
func TestTextOfAFile(t *testing.T) {
	t.Parallel()
	f := newFixture(t, nil)
	before := f.stored()
	files := map[string][]byte{"계약.txt": []byte(contract), "계약.md": []byte(contract)}
	for _, format := range []string{"docx", "pdf"} {
		content, _, err := documents.Export(contract, "월세 계약서", format, noon)
		f.must(err)
		files["계약."+format] = content
	}
	for name, content := range files {
		w := f.hand(name, content)
		var got fileText
		f.must(json.Unmarshal(w.Body.Bytes(), &got))
		if w.Code != http.StatusOK || got.Name != name {
			t.Errorf("%s: %d %s", name, w.Code, w.Body)
		}
		if strings.Contains(got.Text, "-1-") {
			t.Errorf("%s: the number of a page is in %q", name, got.Text)
		}
		for _, want := range []string{"월세 계약서", "제1조(보증금)", "청구하지 아니한다.", "바로 돌려준다."} {
			if !strings.Contains(got.Text, want) {
				t.Errorf("%s: %q is not in %q", name, want, got.Text)
			}
		}
	}
	if after := f.stored(); after != before {
		t.Errorf("rows changed:\n%s\nwere\n%s", after, before)
	}
	if w := f.hand("../a/\u202e"+strings.Repeat("가", 200)+".txt", []byte("글")); !strings.Contains(w.Body.String(), `"name":"`+strings.Repeat("가", 96)+`.txt"`) {
		t.Errorf("a long name: %d %s", w.Code, w.Body)
	}
}

// Whatever is wrong with a file is told in the user's language, with a code.
func TestFilesThatCannotBeRead(t *testing.T) {
	t.Parallel()
	f := newFixture(t, nil)
	scan, _, err := documents.Export("# \n", "", "pdf", noon)
	f.must(err)
	for name, c := range map[string]struct {
		file    string
		content []byte
		code    fault.Code
		text    string
	}{
		"another kind":  {"계약서.hwp", []byte("글"), fault.InvalidArgument, "file.kind"},
		"no name":       {"", []byte("글"), fault.InvalidArgument, "file.kind"},
		"locked":        {"a.docx", []byte("\xd0\xcf\x11\xe0"), fault.InvalidArgument, "file.broken"},
		"a bomb":        {"a.docx", bomb(t), fault.QueryTooLarge, "file.long"},
		"a picture":     {"a.pdf", scan, fault.InvalidArgument, "file.no_text"},
		"too long":      {"a.txt", bytes.Repeat([]byte("가나다라.\n"), 5000), fault.QueryTooLarge, "file.long"},
		"too large":     {"a.txt", make([]byte, maxFile+1), fault.QueryTooLarge, "file.large"},
		"far too large": {"a.txt", make([]byte, maxFileBody+1), fault.QueryTooLarge, "file.large"},
	} {
		for _, language := range []string{"ko", "en"} {
			w := f.hand(c.file, c.content, "Accept-Language", language)
			var p problem
			f.must(json.Unmarshal(w.Body.Bytes(), &p))
			if p.ErrorCode != c.code || w.Code != fault.HTTPStatus(c.code) || p.Message != texts.Say(language, c.text) || p.Details["file"] == "" {
				t.Errorf("%s: %d %s", name, w.Code, w.Body)
			}
		}
	}
	other, kind := form(t, "other", "a.txt", []byte("글"))
	for _, w := range []*httptest.ResponseRecorder{
		f.call(http.MethodPost, filePath, `{"file":"글"}`, "Content-Type", "application/json"),
		f.call(http.MethodPost, filePath, other, "Content-Type", kind),
		f.call(http.MethodPost, filePath, other[:len(other)-20], "Content-Type", kind),
	} {
		if w.Code != fault.HTTPStatus(fault.InvalidArgument) || !strings.Contains(w.Body.String(), texts.Say("ko", "file.none")) {
			t.Errorf("no file: %d %s", w.Code, w.Body)
		}
	}
}

// bomb is a small DOCX whose text is 32 MiB.
func bomb(t *testing.T) []byte {
	t.Helper()
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	w, err := z.Create("word/document.xml")
	for range 32 {
		if err == nil {
			_, err = w.Write(bytes.Repeat([]byte(" "), 1<<20))
		}
	}
	if err != nil || z.Close() != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func TestWithoutAReaderOfPDF(t *testing.T) {
	t.Setenv("PATH", t.TempDir())
	w := newFixture(t, nil).hand("a.pdf", []byte("%PDF-1.4\n"), "Accept-Language", "en")
	if w.Code != fault.HTTPStatus(fault.ProcessingFailed) || !strings.Contains(w.Body.String(), texts.Say("en", "file.no_tool")) {
		t.Errorf("%d %s", w.Code, w.Body)
	}
}

// An address may have two files under way; the next may come when one is through.
func TestFilesAreTakenByTurns(t *testing.T) {
	t.Parallel()
	f := newFixture(t, nil)
	srv := httptest.NewUnstartedServer(f.handler)
	srv.Config = Server("", f.handler)
	srv.Start()
	defer srv.Close()
	url := "http://" + strings.Replace(srv.Listener.Addr().String(), "127.0.0.1", "localhost", 1) + filePath
	body, kind := form(t, "file", "a.txt", []byte("글"))
	conns := make([]net.Conn, filesOfOne)
	for i := range conns { // which do not go on
		conn, err := net.Dial("tcp", srv.Listener.Addr().String())
		f.must(err)
		defer conn.Close()
		conns[i] = conn
		_, err = io.WriteString(conn, "POST "+filePath+" HTTP/1.1\r\nHost: localhost\r\nContent-Type: "+kind+"\r\nContent-Length: 100000\r\n\r\n"+body[:40])
		f.must(err)
	}
	post := func() int {
		res, err := http.Post(url, kind, strings.NewReader(body))
		f.must(err)
		defer res.Body.Close()
		return res.StatusCode
	}
	for post() != http.StatusTooManyRequests { // until both have begun
		time.Sleep(10 * time.Millisecond)
	}
	_ = conns[0].Close()
	for post() != http.StatusOK {
		time.Sleep(10 * time.Millisecond)
	}
}
