package ws

import (
	"errors"
	"time"

	"github.com/madang-dev/madang/internal/fault"
	"github.com/madang-dev/madang/internal/limit"
	"github.com/madang-dev/madang/state"
)

// queryFailed is the text that existing clients know for a query that was
// understood and could not be taken on.
const queryFailed = "Query processing failed"

// errorText is the text of the field error: that of the base contract where
// it has one.
func errorText(code fault.Code, detail string) string {
	switch code {
	case fault.QueryEmpty:
		return "Query cannot be empty"
	case fault.UnknownType:
		return "Unknown message type: " + detail
	case fault.InvalidJSON, fault.InvalidMessage:
		return "Invalid JSON format"
	}
	return sentence(code, detail, "en")
}

// sentence is a code's sentence with what exactly was meant.
func sentence(code fault.Code, detail, language string) string {
	text := fault.Text(code, language)
	if detail != "" {
		text += " (" + detail + ")"
	}
	return text
}

// retryAfter is when the same may succeed; 0 where waiting alone does not help.
func retryAfter(err error) time.Duration {
	if wait, ok := errors.AsType[limit.Wait](err); ok {
		return max(time.Duration(wait), time.Millisecond)
	}
	switch fault.Of(err) {
	case fault.SessionBusy:
		return time.Second
	case fault.QueueFull, fault.Draining, fault.TooManyConnections, fault.Unavailable:
		return 2 * time.Second
	}
	return 0
}

// retryAfter is retryAfter of a command.
func (c *conn) retryAfter(err error) time.Duration {
	var wait limit.Wait
	switch code := fault.Of(err); {
	case code == fault.Unavailable:
		return time.Second
	case code == fault.RateLimited && !errors.As(err, &wait) && c.limiter != nil:
		missing := 1 - c.limiter.Tokens()
		return max(time.Duration(missing/c.server.cfg.Rate*float64(time.Second)), time.Millisecond)
	}
	return retryAfter(err)
}

func (c *conn) newError(h Header, err error) *Error {
	code, detail := fault.Of(err), fault.Detail(err)
	if code == fault.Internal {
		c.log().Error("command", "type", cut(h.Type), "error", err)
	}
	return &Error{
		Frame: frame(state.EventError), ID: h.ID,
		ErrorEvent: state.ErrorEvent{
			Error: errorText(code, detail), Code: string(code),
			Message:      sentence(code, detail, c.language),
			Recoverable:  fault.Recoverable(code),
			RetryAfterMS: c.retryAfter(err).Milliseconds(),
		},
	}
}

// refuse tells the client why its frame did nothing.
func (c *conn) refuse(h Header, err error) { c.send(c.newError(h, err)) }

// refuseQuery is refuse for a query, whose terminal event it is.
func (c *conn) refuseQuery(h Header, clientMsgID string, err error) {
	e := c.newError(h, err)
	e.ClientMsgID = clientMsgID
	switch fault.Of(err) {
	case fault.QueryEmpty, fault.QueryTooLarge, fault.InvalidEncoding, fault.InvalidArgument:
	default:
		e.Details = map[string]string{"error": e.Error}
		e.Error = queryFailed
	}
	c.send(e)
}
