package api

import (
	"bytes"
	"cmp"
	"compress/gzip"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"mime"
	"net/http"
	"path"
	"strconv"
	"strings"

	"github.com/labstack/echo/v4"

	"github.com/madang-dev/madang/internal/auth/policy"
)

// pageRoutes serve the web client out of Config.Pages.
type pageRoutes struct{ *door }

func (p pageRoutes) list() []route {
	return []route{
		{method: http.MethodGet, path: "/", tag: "pages", action: policy.Public, summary: "The chat page", media: "text/html", handle: p.front},
		{method: http.MethodGet, path: "/docs", tag: "pages", action: policy.Public, summary: "This description as a page", media: "text/html", handle: p.docs},
		{method: http.MethodGet, path: "/assets/*", tag: "pages", action: policy.Public, summary: "Scripts and styles of the pages", media: "application/octet-stream", missing: true, handle: p.asset},
	}
}

// nonceMark is where a page wants the nonce that its styles may carry.
const nonceMark = "__NONCE__"

// page writes an HTML file with a nonce of its own, so that the styles which
// the page's components make are let in and no others. It is asked for anew
// each time; all that is large comes from assets.
func (p pageRoutes) page(q *request, name string) (any, error) {
	content, err := fs.ReadFile(p.cfg.Pages, name)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, echo.ErrNotFound
	}
	if err != nil {
		return nil, fmt.Errorf("read page %s: %w", name, err)
	}
	nonce := rand.Text()
	h := q.Response().Header()
	h.Set(echo.HeaderContentSecurityPolicy, contentPolicy("'nonce-"+nonce+"'"))
	h.Set(echo.HeaderCacheControl, "no-cache")
	return nil, q.Blob(http.StatusOK, "text/html; charset=utf-8", bytes.ReplaceAll(content, []byte(nonceMark), []byte(nonce)))
}

func (p pageRoutes) docs(q *request) (any, error) { return p.page(q, "docs.html") }

// asset writes a file whose name changes with its content, so that it is
// kept for good. Text lies there compressed only, as name.br and name.gz.
func (p pageRoutes) asset(q *request) (any, error) {
	name := "assets/" + q.segment("*")
	if q.err != nil {
		return nil, q.err
	}
	if !fs.ValidPath(name) {
		return nil, echo.ErrNotFound
	}
	content, encoding, err := p.encoded(name, q.Request().Header.Get(echo.HeaderAcceptEncoding))
	if err != nil {
		return nil, err
	}
	h := q.Response().Header()
	h.Set(echo.HeaderCacheControl, "public, max-age=31536000, immutable")
	h.Add(echo.HeaderVary, echo.HeaderAcceptEncoding)
	if encoding != "" {
		h.Set(echo.HeaderContentEncoding, encoding)
	}
	kind := mime.TypeByExtension(path.Ext(name))
	if path.Ext(name) == ".woff2" {
		kind = "font/woff2" // known to few systems' tables
	}
	kind = cmp.Or(kind, echo.MIMEOctetStream)
	h.Set(echo.HeaderContentLength, strconv.Itoa(len(content)))
	return nil, q.Blob(http.StatusOK, kind, content)
}

// encoded is a file in the best encoding that the client takes.
func (p pageRoutes) encoded(name, accepted string) (content []byte, encoding string, err error) {
	for _, e := range []struct{ coding, ext string }{{"br", ".br"}, {"gzip", ".gz"}} {
		if !accepts(accepted, e.coding) {
			continue
		}
		content, err = fs.ReadFile(p.cfg.Pages, name+e.ext)
		if err == nil {
			return content, e.coding, nil
		}
	}
	if content, err = fs.ReadFile(p.cfg.Pages, name); err == nil {
		return content, "", nil
	}
	packed, err := p.cfg.Pages.Open(name + ".gz")
	if err != nil {
		return nil, "", echo.ErrNotFound
	}
	defer func() { _ = packed.Close() }()
	plain, err := gzip.NewReader(packed)
	if err == nil {
		content, err = io.ReadAll(plain)
	}
	if err != nil {
		return nil, "", fmt.Errorf("unpack %s: %w", name, err)
	}
	return content, "", nil
}

// accepts tells whether an Accept-Encoding names a coding without refusing it.
func accepts(header, coding string) bool {
	for item := range strings.SplitSeq(header, ",") {
		name, weight, _ := strings.Cut(strings.TrimSpace(item), ";")
		if strings.EqualFold(strings.TrimSpace(name), coding) {
			q := strings.TrimPrefix(strings.ReplaceAll(weight, " ", ""), "q=")
			zero, err := strconv.ParseFloat(q, 64)
			return err != nil || zero > 0
		}
	}
	return false
}
