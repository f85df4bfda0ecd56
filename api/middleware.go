package api

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/google/uuid"
	"github.com/labstack/echo/v4"
	"github.com/labstack/echo/v4/middleware"

	"github.com/madang-dev/madang/internal/fault"
	"github.com/madang-dev/madang/internal/limit"
)

// use puts on what every request passes, outermost first.
func (d *door) use(e *echo.Echo) {
	e.Use(
		first(nameRequest),
		d.log,
		middleware.RecoverWithConfig(middleware.RecoverConfig{
			StackSize: 32 << 10, DisableStackAll: true, DisableErrorHandler: true, LogErrorFunc: panicked,
		}),
		first(safeHeaders),
		first(boundURL),
		first(d.refuseHosts()),
		first(d.limitAddress),
		middleware.CORSWithConfig(middleware.CORSConfig{
			AllowOriginFunc: func(origin string) (bool, error) { return d.allows(origin), nil },
			AllowMethods:    []string{http.MethodGet, http.MethodHead, http.MethodPost, http.MethodPut, http.MethodPatch, http.MethodDelete},
			AllowHeaders:    []string{echo.HeaderAuthorization, echo.HeaderContentType, "Accept-Language", echo.HeaderXRequestID},
			ExposeHeaders:   []string{echo.HeaderContentDisposition, echo.HeaderXRequestID, echo.HeaderRetryAfter},
			MaxAge:          600,
		}),
		first(d.refuseStrangers()),
		first(d.identify),
		first(d.limitCaller),
		d.bound,
	)
}

// first has something done, or refused, before the request goes on.
func first(do echo.HandlerFunc) echo.MiddlewareFunc {
	return func(next echo.HandlerFunc) echo.HandlerFunc {
		return func(c echo.Context) error {
			if err := do(c); err != nil {
				return err
			}
			return next(c)
		}
	}
}

// givenID is a request id that may go into headers and logs as it is.
var givenID = regexp.MustCompile(`^[A-Za-z0-9._-]{1,64}$`)

func nameRequest(c echo.Context) error {
	id := c.Request().Header.Get(echo.HeaderXRequestID)
	if !givenID.MatchString(id) {
		id = uuid.Must(uuid.NewV7()).String()
	}
	c.Response().Header().Set(echo.HeaderXRequestID, id)
	return nil
}

func requestID(c echo.Context) string { return c.Response().Header().Get(echo.HeaderXRequestID) }

// log writes one line a request: the route and never the address as it was
// asked for, whose ids and query may be somebody's own.
func (d *door) log(next echo.HandlerFunc) echo.HandlerFunc {
	return func(c echo.Context) error {
		start := time.Now()
		if err := next(c); err != nil {
			c.Error(err)
		}
		d.cfg.Logger.DebugContext(c.Request().Context(), "request",
			slog.String("request_id", requestID(c)), slog.String("route", c.Request().Method+" "+c.Path()),
			slog.Int("status", c.Response().Status), slog.Int64("bytes", c.Response().Size),
			slog.Duration("took", time.Since(start)), slog.String("from", c.RealIP()))
		return nil
	}
}

// panicked is a panic as an error, which refuse logs with its stack and answers.
func panicked(_ echo.Context, cause error, stack []byte) error {
	return fmt.Errorf("panic: %s\n%s", cause.Error(), stack)
}

// contentPolicy lets the served pages load their own files and nothing else; styles
// may be let in besides.
func contentPolicy(styles string) string {
	return strings.TrimSpace("default-src 'none'; script-src 'self'; style-src 'self' "+styles) + "; img-src 'self' data:; font-src 'self'; " +
		"connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
}

// filePolicy is for everything that is not a page.
var filePolicy = contentPolicy("")

func safeHeaders(c echo.Context) error {
	h := c.Response().Header()
	h.Set(echo.HeaderXContentTypeOptions, "nosniff")
	h.Set(echo.HeaderXFrameOptions, "DENY")
	h.Set(echo.HeaderReferrerPolicy, "no-referrer")
	h.Set(echo.HeaderContentSecurityPolicy, filePolicy)
	h.Set("Cross-Origin-Opener-Policy", "same-origin")
	if strings.HasPrefix(c.Request().URL.Path, "/api/") {
		h.Set(echo.HeaderCacheControl, "no-store")
	}
	return nil
}

// refuseStrangers stops other origins' pages from changing anything: a
// form or a fetch without preflight needs no CORS to be sent.
func (d *door) refuseStrangers() echo.HandlerFunc {
	if slices.Contains(d.cfg.AllowedOrigins, everybody) {
		return func(echo.Context) error { return nil }
	}
	guard := http.NewCrossOriginProtection()
	for _, origin := range d.cfg.AllowedOrigins {
		if err := guard.AddTrustedOrigin(origin); err != nil {
			panic(fmt.Sprintf("api: allowed origin %q: %v", origin, err))
		}
	}
	return func(c echo.Context) error {
		if err := guard.Check(c.Request()); err != nil {
			return forbidden{errors.Join(invalid{"origin", "may not call this server"}, err)}
		}
		return nil
	}
}

// boundURL refuses addresses that no page makes, before they are parsed again and
// again on the way in.
func boundURL(c echo.Context) error {
	if len(c.Request().RequestURI) > limit.MaxURL {
		return fault.Wrap(fault.QueryTooLarge, invalid{"url", "must be at most 8 KiB"})
	}
	return nil
}

// bound limits what a request may send and how long it may take. A socket
// lives on after its request and is bounded by its own door.
func (d *door) bound(next echo.HandlerFunc) echo.HandlerFunc {
	return func(c echo.Context) error {
		r := c.Request()
		if _, err := url.ParseQuery(r.URL.RawQuery); err != nil {
			return wrong("query", "the query string can't be read")
		}
		if c.Path() == socketPath {
			return next(c)
		}
		most, wait := int64(maxBody), d.cfg.Timeout
		if c.Path() == filePath { // whose handler bounds the work behind the body
			most, wait = maxFileBody, wait+bodyWait+maxFileBody*time.Second/slowestBody
		}
		ctx, cancel := context.WithTimeout(r.Context(), wait)
		defer cancel()
		r = r.WithContext(ctx)
		pace(c.Response(), r, bodyWait)
		r.Body = http.MaxBytesReader(c.Response(), r.Body, most)
		c.SetRequest(r)
		return next(c)
	}
}
