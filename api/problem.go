package api

import (
	"context"
	"encoding/json"
	"errors"
	"log/slog"
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/labstack/echo/v4"

	"github.com/madang-dev/madang/internal/fault"
	"github.com/madang-dev/madang/internal/limit"
	"github.com/madang-dev/madang/store"
)

// problem is every error that the base contract has no own shape for: a
// problem detail (RFC 9457) with the fields that chat clients read. Status
// is the contract's word and not the number; the number is the answer's.
type problem struct {
	Type      string            `json:"type"`
	Title     string            `json:"title"`
	Detail    string            `json:"detail"`
	Status    string            `json:"status"` // "error"
	ErrorCode fault.Code        `json:"error_code"`
	Message   string            `json:"message"` // the user's language
	Details   map[string]string `json:"details"` // what is wrong, by field
	RequestID string            `json:"request_id"`
	Timestamp time.Time         `json:"timestamp"`
	// RetryAfterMS is how long to wait before the same may succeed.
	RetryAfterMS int64 `json:"retry_after_ms,omitempty"`
}

// detail is the base contract's error.
type detail struct {
	Detail string `json:"detail"`
}

// sentence is what a user is told in the place of what a code says, in the
// user's language.
type sentence struct{ text string }

func (s sentence) Error() string { return s.text }

// forbidden is a request from a page that may not call.
type forbidden struct{ error }

// clientGone is logged as what it is: nobody was there to be answered.
const clientGone = 499

// refuse is the one place where an error becomes an answer. What is the
// server's own fault is logged here, once, with its chain.
func (d *door) refuse(err error, c echo.Context) {
	if c.Response().Committed {
		return
	}
	if errors.Is(err, context.Canceled) && c.Request().Context().Err() != nil {
		c.Response().Status = clientGone
		return
	}
	code, status := classify(err)
	if status >= 500 {
		d.cfg.Logger.ErrorContext(c.Request().Context(), "request failed",
			slog.String("request_id", requestID(c)), slog.String("route", c.Request().Method+" "+c.Path()),
			slog.String("code", string(code)), slog.Any("error", err))
	}
	if code == fault.SessionNotFound && strings.HasPrefix(c.Path(), base) {
		err = reply(c, status, detail{"Session not found"})
	} else {
		err = d.problem(c, status, code, err)
	}
	if err != nil {
		d.cfg.Logger.DebugContext(c.Request().Context(), "write error answer", slog.Any("error", err))
	}
}

func (d *door) problem(c echo.Context, status int, code fault.Code, cause error) error {
	p := problem{
		Type: "about:blank", Title: http.StatusText(status), Status: "error", ErrorCode: code,
		Message: fault.Text(code, speak(c)), Details: map[string]string{},
		RequestID: requestID(c), Timestamp: d.now(),
	}
	if own, ok := errors.AsType[sentence](cause); ok {
		p.Message = own.text
	}
	if field, ok := errors.AsType[invalid](cause); ok {
		p.Details[field.field] = field.reason
	}
	p.Detail = p.Message
	if extra := fault.Detail(cause); extra != "" {
		p.Detail += " (" + extra + ")"
	}
	var wait limit.Wait
	if code == fault.Unavailable || code == fault.Draining {
		wait = limit.Wait(2 * time.Second)
	}
	if errors.As(cause, &wait) || wait > 0 {
		p.RetryAfterMS = max(time.Duration(wait).Milliseconds(), 1)
		c.Response().Header().Set(echo.HeaderRetryAfter, strconv.FormatInt((p.RetryAfterMS+999)/1000, 10))
	}
	body, err := json.Marshal(p)
	if err != nil {
		return err
	}
	return c.Blob(status, "application/problem+json; charset=utf-8", body)
}

// classify is the code and HTTP status of an error.
func classify(err error) (fault.Code, int) {
	var (
		coded  *fault.Error
		page   forbidden
		answer *echo.HTTPError
		large  *http.MaxBytesError
	)
	switch {
	case errors.As(err, &page):
		return fault.InvalidArgument, http.StatusForbidden
	case errors.As(err, &coded):
		return coded.Code, fault.HTTPStatus(coded.Code)
	case errors.Is(err, store.ErrUnavailable), errors.Is(err, context.DeadlineExceeded):
		return fault.Unavailable, fault.HTTPStatus(fault.Unavailable)
	case errors.Is(err, store.ErrInvalid):
		return fault.InvalidArgument, fault.HTTPStatus(fault.InvalidArgument)
	case errors.Is(err, store.ErrNotFound):
		return fault.NotFound, http.StatusNotFound
	case errors.As(err, &large):
		return fault.QueryTooLarge, http.StatusRequestEntityTooLarge
	case errors.As(err, &answer) && answer.Code == http.StatusNotFound:
		return fault.NotFound, http.StatusNotFound
	case errors.As(err, &answer) && answer.Code == http.StatusMethodNotAllowed:
		return fault.MethodNotAllowed, http.StatusMethodNotAllowed
	}
	return fault.Internal, http.StatusInternalServerError
}

// missing turns the store's not-found into the code of what was looked for.
func missing(err error, code fault.Code) error {
	if errors.Is(err, store.ErrNotFound) {
		return fault.Wrap(code, err)
	}
	return err
}
