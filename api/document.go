package api

import (
	"cmp"
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"time"
	"unicode"

	"github.com/labstack/echo/v4"

	"github.com/madang-dev/madang/internal/auth/policy"
	"github.com/madang-dev/madang/state"
)

// documentRoutes hand out what teams wrote for a user.
type documentRoutes struct{ *door }

// documentEntry is a document without its text.
type documentEntry struct {
	ID           string            `json:"id"`
	SessionID    string            `json:"session_id"`
	RunID        string            `json:"run_id,omitempty"`
	DocumentType string            `json:"document_type"`
	Title        string            `json:"title"`
	Metadata     json.RawMessage   `json:"metadata,omitempty"`
	CreatedAt    time.Time         `json:"created_at"`
	Downloads    map[string]string `json:"downloads"` // format → path
}

type document struct {
	documentEntry
	Markdown string `json:"markdown"`
}

func (d documentRoutes) list() []route {
	format := parameter{name: "format", kind: "string", doc: formats + ".", standard: "md"}
	return []route{
		{method: http.MethodGet, path: extension + "/sessions/:session_id/documents", tag: "documents", action: policy.Talk, summary: "Documents of a conversation",
			reply: []documentEntry{}, missing: true, shown: true, handle: d.all},
		{method: http.MethodGet, path: extension + "/documents/:document_id", tag: "documents", action: policy.Talk, summary: "One document as JSON",
			reply: document{}, missing: true, handle: d.one},
		{method: http.MethodGet, path: extension + "/documents/:document_id/download", tag: "documents", action: policy.Talk, summary: "One document as a file",
			query: []parameter{format}, media: "application/octet-stream", missing: true, handle: d.download},
	}
}

// formats names what a document can be downloaded as.
const formats = "md, docx, pdf, or ics for one with dates"

// hasCalendar tells whether a document's metadata carries dates.
func hasCalendar(s state.Document) bool {
	var carried struct {
		Calendar json.RawMessage `json:"calendar"`
	}
	return json.Unmarshal(s.Metadata, &carried) == nil && len(carried.Calendar) > 0
}

func documentOf(s state.Document) documentEntry {
	path := extension + "/documents/" + url.PathEscape(s.ID) + "/download?format="
	downloads := map[string]string{"markdown": path + "md", "docx": path + "docx", "pdf": path + "pdf"}
	if hasCalendar(s) {
		downloads["ics"] = path + "ics"
	}
	return documentEntry{s.ID, s.SessionID, s.RunID, s.Type, s.Title, s.Metadata, s.CreatedAt, downloads}
}

func (d documentRoutes) all(q *request) (any, error) {
	id := q.sessionID()
	stored, err := d.cfg.Store.DocumentsOf(q.ctx(), q.owner, id)
	return listOf(stored, documentOf), err
}

func (documentRoutes) one(q *request) (any, error) {
	stored, err := q.document()
	return document{documentOf(stored), stored.Markdown}, err
}

func (d documentRoutes) download(q *request) (any, error) {
	format := cmp.Or(q.text("format"), "md")
	if format == "markdown" {
		format = "md"
	}
	if !slices.Contains([]string{"md", "docx", "pdf", "ics"}, format) {
		q.fail(wrong("format", "must be "+formats))
	}
	stored, err := q.document()
	if err != nil {
		return nil, err
	}
	if format == "ics" && !hasCalendar(stored) {
		return nil, wrong("format", "ics needs a document with dates")
	}
	file, contentType, err := d.render(stored, format)
	if err != nil {
		return nil, fmt.Errorf("export document %s as %s: %w", stored.ID, format, err)
	}
	q.Response().Header().Set(echo.HeaderContentDisposition, disposition(stored.Title, format))
	return nil, q.Blob(http.StatusOK, contentType, file)
}

func (d documentRoutes) render(s state.Document, format string) ([]byte, string, error) {
	switch format {
	case "md":
		return []byte(s.Markdown), "text/markdown; charset=utf-8", nil
	case "ics":
		file, err := d.cfg.CalendarFunc(s.Metadata, s.Title, s.CreatedAt)
		return file, "text/calendar; charset=utf-8", err
	}
	return d.cfg.ExportFunc(s.Markdown, s.Title, format, s.CreatedAt)
}

// disposition names the file twice (RFC 6266, appendix D): plainly for old
// clients, and in full after filename*.
func disposition(title, format string) string {
	name := strings.TrimFunc(strings.Map(func(r rune) rune {
		if unicode.IsControl(r) || unicode.Is(unicode.Cf, r) || strings.ContainsRune(`/\:*?"<>|`, r) {
			return '_'
		}
		return r
	}, title), func(r rune) bool { return unicode.IsSpace(r) || r == '.' })
	if runes := []rune(name); len(runes) > 80 {
		name = string(runes[:80])
	}
	name = cmp.Or(name, "document")
	// url.PathEscape leaves $&+=:@ which attr-char of RFC 5987 knows in part.
	escaped := strings.NewReplacer("=", "%3D", ":", "%3A", "@", "%40", "'", "%27", "(", "%28", ")", "%29", "*", "%2A", ",", "%2C", ";", "%3B").Replace(url.PathEscape(name + "." + format))
	return `attachment; filename="document.` + format + `"; filename*=UTF-8''` + escaped
}
