package api

import (
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
	"github.com/madang-dev/madang/internal/fault"
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
	formats := d.formats()
	format := parameter{name: "format", kind: "string", doc: formats + ".", standard: "md"}
	return []route{
		{method: http.MethodGet, path: extension + "/sessions/:session_id/documents", tag: "documents", action: policy.Talk, summary: "Documents of a conversation",
			reply: []documentEntry{}, missing: true, handle: d.all},
		{method: http.MethodGet, path: extension + "/documents/:document_id", tag: "documents", action: policy.Talk, summary: "One document as JSON",
			reply: document{}, missing: true, handle: d.one},
		{method: http.MethodGet, path: extension + "/documents/:document_id/download", tag: "documents", action: policy.Talk, summary: "One document as a file",
			query: []parameter{format}, media: "application/octet-stream", missing: true, handle: d.download},
	}
}

// formats names what a document can be downloaded as.
func (d documentRoutes) formats() string {
	switch {
	case d.cfg.ExportFunc == nil:
		return "md"
	case d.cfg.CalendarFunc == nil:
		return "md, docx or pdf"
	}
	return "md, docx, pdf, or ics for one with dates"
}

// hasCalendar tells whether a document's metadata carries dates.
func (d documentRoutes) hasCalendar(s state.Document) bool {
	var carried struct {
		Calendar json.RawMessage `json:"calendar"`
	}
	return d.cfg.CalendarFunc != nil && json.Unmarshal(s.Metadata, &carried) == nil && len(carried.Calendar) > 0
}

func (d documentRoutes) entryOf(s state.Document) documentEntry {
	path := extension + "/documents/" + url.PathEscape(s.ID) + "/download?format="
	downloads := map[string]string{"markdown": path + "md"}
	if d.cfg.ExportFunc != nil {
		downloads["docx"], downloads["pdf"] = path+"docx", path+"pdf"
	}
	if d.hasCalendar(s) {
		downloads["ics"] = path + "ics"
	}
	return documentEntry{s.ID, s.SessionID, s.RunID, s.Type, s.Title, s.Metadata, s.CreatedAt, downloads}
}

func (d documentRoutes) all(c echo.Context) error {
	id, err := sessionID(c, "session_id")
	if err != nil {
		return err
	}
	ctx := c.Request().Context()
	if _, err := d.cfg.Store.Session(ctx, ownerOf(c), id); err != nil {
		return missing(err, fault.SessionNotFound)
	}
	stored, err := d.cfg.Store.DocumentsOf(ctx, ownerOf(c), id)
	if err != nil {
		return err
	}
	entries := make([]documentEntry, len(stored))
	for i, s := range stored {
		entries[i] = d.entryOf(s)
	}
	return ok(c, entries)
}

func (d documentRoutes) load(c echo.Context) (state.Document, error) {
	id, err := itemID(c, "document_id", fault.NotFound)
	if err != nil {
		return state.Document{}, err
	}
	stored, err := d.cfg.Store.Document(c.Request().Context(), ownerOf(c), id)
	if err != nil {
		return stored, missing(err, fault.NotFound)
	}
	return stored, d.shown(c, stored.SessionID, fault.NotFound)
}

func (d documentRoutes) one(c echo.Context) error {
	stored, err := d.load(c)
	if err != nil {
		return err
	}
	return ok(c, document{d.entryOf(stored), stored.Markdown})
}

func (d documentRoutes) download(c echo.Context) error {
	format, err := text(c, "format")
	if err != nil {
		return err
	}
	if format == "" || format == "markdown" {
		format = "md"
	}
	if !slices.Contains([]string{"md", "ics"}, format) && (d.cfg.ExportFunc == nil || format != "docx" && format != "pdf") || format == "ics" && d.cfg.CalendarFunc == nil {
		return wrong("format", "must be "+d.formats())
	}
	stored, err := d.load(c)
	if err != nil {
		return err
	}
	if format == "ics" && !d.hasCalendar(stored) {
		return wrong("format", "ics needs a document with dates")
	}
	file, contentType, err := d.render(stored, format)
	if err != nil {
		return fmt.Errorf("export document %s as %s: %w", stored.ID, format, err)
	}
	c.Response().Header().Set(echo.HeaderContentDisposition, disposition(stored.Title, format))
	return c.Blob(http.StatusOK, contentType, file)
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
	if name == "" {
		name = "document"
	}
	// url.PathEscape leaves $&+=:@ which attr-char of RFC 5987 knows in part.
	escaped := strings.NewReplacer("=", "%3D", ":", "%3A", "@", "%40", "'", "%27", "(", "%28", ")", "%29", "*", "%2A", ",", "%2C", ";", "%3B").Replace(url.PathEscape(name + "." + format))
	return `attachment; filename="document.` + format + `"; filename*=UTF-8''` + escaped
}
