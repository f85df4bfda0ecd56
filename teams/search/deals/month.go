package deals

import (
	"bytes"
	"compress/gzip"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strconv"
	"time"

	"github.com/madang-dev/madang/internal/cache"
	"github.com/madang-dev/madang/internal/remote"
	"github.com/madang-dev/madang/knowledge"
)

// reportedWithin is how long after its month a deal may still be reported.
const reportedWithin = 30 * 24 * time.Hour

// month is the deals of one request, from the cache when it has them.
func (s *Source) month(ctx context.Context, r request) ([]knowledge.MarketRow, error) {
	key := cache.Key("deals", 1, r.kind.path, r.district.Code, r.month.Format("200601"))
	if rows, ok := s.cached(ctx, key); ok {
		return rows, nil
	}
	var rows []knowledge.MarketRow
	for page, read := 1, 0; page <= s.MaxPages; page++ {
		a, err := s.page(ctx, r, page)
		if err != nil {
			return nil, err
		}
		for _, it := range a.items {
			row, err := row(it, r.kind, r.district)
			switch {
			case err == nil:
				rows = append(rows, row)
			case !errors.Is(err, errCancelled):
				s.Logger.Warn("deal left out", "district", r.district.Code, "month", r.month.Format("2006-01"), "error", err)
			}
		}
		if read += len(a.items); read >= a.total || len(a.items) == 0 {
			break
		}
	}
	s.keep(ctx, key, rows, r.month)
	return rows, nil
}

func (s *Source) page(ctx context.Context, r request, page int) (answer, error) {
	q := url.Values{
		"LAWD_CD": {r.district.Code}, "DEAL_YMD": {r.month.Format("200601")},
		"pageNo": {strconv.Itoa(page)}, "numOfRows": {strconv.Itoa(s.PageRows)},
	}
	got, err := s.service.Do(ctx, remote.Request{
		URL:    s.BaseURL + "/" + r.kind.path + "?serviceKey=" + s.key + "&" + q.Encode(),
		Header: http.Header{"Accept": {"application/xml"}},
	})
	switch {
	case errors.Is(err, remote.ErrUnavailable):
		return answer{}, fmt.Errorf("%w: %w", ErrUnavailable, err)
	case err != nil:
		return answer{}, fmt.Errorf("%w: %w", ErrAnswer, err)
	case got.Status == http.StatusUnauthorized || got.Status == http.StatusForbidden:
		return answer{}, fmt.Errorf("%w: status %d", ErrUnauthorized, got.Status)
	case got.Status != http.StatusOK:
		return answer{}, fmt.Errorf("%w: status %d", ErrAnswer, got.Status)
	}
	a, err := parse(got.Body)
	if err != nil {
		return a, err
	}
	return a, refusal(a)
}

// refusal is the error that a page's code stands for (the portal's list of
// common codes), nil for none.
func refusal(a answer) error {
	switch a.code {
	case "gateway 20", "gateway 30", "gateway 31", "gateway 32", "20", "30", "31", "32":
		return fmt.Errorf("%w: %s %s", ErrUnauthorized, a.code, a.message)
	case "gateway 22", "22":
		return fmt.Errorf("%w: %s %s", ErrLimit, a.code, a.message)
	case "03", "003": // NODATA
		return nil
	}
	if a.ok() {
		return nil
	}
	return fmt.Errorf("%w: %s %s", ErrUnavailable, a.code, a.message)
}

// cached is what the cache has of a month. Months are kept compressed: a
// large district's would be longer than a cache takes.
func (s *Source) cached(ctx context.Context, key string) (rows []knowledge.MarketRow, ok bool) {
	if s.Cache == nil {
		return nil, false
	}
	raw, ok, err := s.Cache.Get(ctx, key)
	if err == nil && ok {
		rows, err = unpacked(raw)
	}
	if err != nil {
		s.Logger.Warn("cache of deals", "error", err)
		return nil, false
	}
	return rows, ok
}

func (s *Source) keep(ctx context.Context, key string, rows []knowledge.MarketRow, month time.Time) {
	if s.Cache == nil {
		return
	}
	ttl := s.ClosedTTL
	if s.Clock().Before(month.AddDate(0, 1, 0).Add(reportedWithin)) {
		ttl = s.OpenTTL
	}
	raw, err := packed(rows)
	if err == nil {
		err = s.Cache.Set(ctx, key, raw, ttl)
	}
	if err != nil {
		s.Logger.Warn("cache of deals", "error", fmt.Errorf("keep: %w", err))
	}
}

func packed(rows []knowledge.MarketRow) ([]byte, error) {
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	if err := errors.Join(json.NewEncoder(z).Encode(rows), z.Close()); err != nil {
		return nil, err
	}
	return b.Bytes(), nil
}

// maxUnpacked bounds what a value of the cache may become.
const maxUnpacked = 64 << 20

func unpacked(raw []byte) (rows []knowledge.MarketRow, err error) {
	z, err := gzip.NewReader(bytes.NewReader(raw))
	if err != nil {
		return nil, err
	}
	return rows, json.NewDecoder(io.LimitReader(z, maxUnpacked)).Decode(&rows)
}
