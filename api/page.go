package api

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io/fs"
	"net/http"
	"path"
	"time"

	"github.com/labstack/echo/v4"
)

// pageRoutes serve the web client out of Config.Pages.
type pageRoutes struct{ *door }

func (p pageRoutes) list() []route {
	if p.cfg.Pages == nil {
		return nil
	}
	return []route{
		{method: http.MethodGet, path: "/", tag: "pages", summary: "The chat page", media: "text/html", handle: p.file("index.html")},
		{method: http.MethodGet, path: "/docs", tag: "pages", summary: "This description as a page", media: "text/html", handle: p.file("docs.html")},
		{method: http.MethodGet, path: "/assets/*", tag: "pages", summary: "Scripts and styles of the pages", media: "application/octet-stream", missing: true, handle: p.asset},
	}
}

func (p pageRoutes) file(name string) echo.HandlerFunc {
	return func(c echo.Context) error { return p.serve(c, name) }
}

func (p pageRoutes) asset(c echo.Context) error {
	name, err := segment(c, "*")
	if err != nil {
		return err
	}
	if path.Ext(name) == ".html" {
		return echo.ErrNotFound // pages have their own addresses
	}
	return p.serve(c, name)
}

// serve writes a file with a tag of its content: an embedded file has no
// time of its own that a browser could ask by.
func (p pageRoutes) serve(c echo.Context, name string) error {
	if !fs.ValidPath(name) {
		return echo.ErrNotFound
	}
	if info, err := fs.Stat(p.cfg.Pages, name); err != nil || info.IsDir() {
		return echo.ErrNotFound
	}
	content, err := fs.ReadFile(p.cfg.Pages, name)
	if err != nil {
		return fmt.Errorf("read page %s: %w", name, err)
	}
	sum := sha256.Sum256(content)
	h := c.Response().Header()
	h.Set("ETag", `"`+hex.EncodeToString(sum[:8])+`"`)
	h.Set(echo.HeaderCacheControl, "no-cache")
	http.ServeContent(c.Response(), c.Request(), name, time.Time{}, bytes.NewReader(content))
	return nil
}
