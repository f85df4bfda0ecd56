package webtool

import (
	"context"
	"net/url"
)

// Hit is a page of the web.
type Hit struct{ Title, URL, Snippet string }

// Pages are what the service finds for words, of a tool whose scope is web,
// in its order. What leads nowhere but to an http address is left out.
func (s *Source) Pages(ctx context.Context, query string, limit int) ([]Hit, error) {
	found, err := results(ctx, s, []Ask{{Query: query, Limit: limit}}, hit)
	return found[:min(len(found), limit)], err
}

func hit(v values) (Hit, error) {
	h := Hit{Title: v.text("title"), URL: v.text("url"), Snippet: v.text("snippet")}
	if u, err := url.Parse(h.URL); err != nil || u.Host == "" || u.Scheme != "http" && u.Scheme != "https" {
		v.fail("url", h.URL)
	}
	return h, v.err
}
