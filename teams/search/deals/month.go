package deals

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"

	"github.com/madang-dev/madang/internal/remote"
	"github.com/madang-dev/madang/knowledge"
)

// reportedWithin is how long after its month a deal may still be reported.
const reportedWithin = 30 * 24 * time.Hour

// month is the deals of one request, from the cache when it has them.
func (s *Source) month(ctx context.Context, r request) ([]knowledge.MarketRow, error) {
	key := strings.Join([]string{r.kind.path, r.district.Code, r.month.Format("200601")}, " ")
	if rows, ok := s.Cache.Get(key); ok {
		return rows, nil
	}
	var rows []knowledge.MarketRow
	for page, read := 1, 0; page <= maxPages; page++ {
		a, err := s.page(ctx, r, page)
		if err != nil {
			return nil, fmt.Errorf("deals: %w", err)
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
	ttl := keptClosed
	if s.Clock().Before(r.month.AddDate(0, 1, 0).Add(reportedWithin)) {
		ttl = keptOpen
	}
	s.Cache.SetFor(key, rows, len(rows)+1, ttl)
	return rows, nil
}

func (s *Source) page(ctx context.Context, r request, page int) (answer, error) {
	q := url.Values{
		"LAWD_CD": {r.district.Code}, "DEAL_YMD": {r.month.Format("200601")},
		"pageNo": {strconv.Itoa(page)}, "numOfRows": {strconv.Itoa(pageRows)},
	}
	got, err := s.service.Fetch(ctx, remote.Request{
		URL:    s.BaseURL + "/" + r.kind.path + "?serviceKey=" + s.key + "&" + q.Encode(),
		Header: http.Header{"Accept": {"application/xml"}},
	})
	if err != nil {
		return answer{}, err
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
		return fmt.Errorf("%w: %s %s", remote.ErrUnauthorized, a.code, a.message)
	case "gateway 22", "22":
		return fmt.Errorf("%w: %s %s", ErrLimit, a.code, a.message)
	case "03", "003": // NODATA
		return nil
	}
	if a.ok() {
		return nil
	}
	return fmt.Errorf("%w: %s %s", remote.ErrUnavailable, a.code, a.message)
}
