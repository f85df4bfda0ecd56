package api

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"strings"

	"github.com/madang-dev/madang/internal/fault"
	"github.com/madang-dev/madang/internal/object"
)

// maxBody is the most that a request's body may hold, in bytes.
const maxBody = 1 << 20

// body decodes the body into v; an empty body is {}. Base clients may
// send fields that nobody knows, so strict is for bodies of the extension.
func (q *request) body(v any, strict bool) error {
	if q.err != nil {
		return q.err
	}
	raw, err := io.ReadAll(q.Request().Body)
	var large *http.MaxBytesError
	switch {
	case errors.As(err, &large):
		return fault.Wrap(fault.QueryTooLarge, invalid{"body", "must be at most 1 MiB"})
	case err != nil:
		return fault.Wrap(fault.InvalidJSON, invalid{"body", "could not be read to its end"})
	}
	if len(bytes.TrimSpace(raw)) == 0 {
		return nil
	}
	if err := checkJSON(raw); err != nil {
		return err
	}
	decoder := json.NewDecoder(bytes.NewReader(raw))
	if strict {
		decoder.DisallowUnknownFields()
	}
	return bodyFault(decoder.Decode(v))
}

// bodyFault says in the client's words what a decoder found.
func bodyFault(err error) error {
	var kind *json.UnmarshalTypeError
	switch {
	case err == nil:
		return nil
	case errors.As(err, &kind):
		return wrong(kind.Field, "must not be a JSON "+kind.Value)
	case strings.HasPrefix(err.Error(), "json: unknown field "):
		return wrong(strings.Trim(strings.TrimPrefix(err.Error(), "json: unknown field "), `"`), "is not known here")
	}
	if _, ok := errors.AsType[*fault.Error](err); ok {
		return err
	}
	return fault.Wrap(fault.InvalidJSON, invalid{"body", "is not valid JSON"})
}

// checkJSON refuses a body that is not one JSON object, and what the decoder
// would let through to poison a database or a later reader.
func checkJSON(raw []byte) error {
	_, err := object.Read(raw)
	var twice object.RepeatedError
	switch {
	case errors.As(err, &twice):
		return fault.Wrap(fault.InvalidJSON, invalid{twice.Key, "is given twice"})
	case errors.Is(err, object.ErrNotText), errors.Is(err, object.ErrSurrogate):
		return fault.Wrap(fault.InvalidEncoding, invalid{"body", "must be UTF-8 text"})
	case errors.Is(err, object.ErrNUL):
		return fault.Wrap(fault.InvalidEncoding, invalid{"body", "must not hold NUL"})
	case errors.Is(err, object.ErrKind):
		return fault.Wrap(fault.InvalidMessage, invalid{"body", "must be a JSON object"})
	case errors.Is(err, object.ErrDepth):
		return fault.Wrap(fault.InvalidMessage, invalid{"body", "is nested too deeply"})
	case errors.Is(err, object.ErrKeys):
		return fault.Wrap(fault.InvalidMessage, invalid{"body", "has too many keys"})
	case err != nil:
		return fault.Wrap(fault.InvalidJSON, invalid{"body", "is not valid JSON"})
	}
	// Token by token: the values of a hostile megabyte would take thirty.
	for tokens := json.NewDecoder(bytes.NewReader(raw)); ; {
		switch _, err := tokens.Token(); {
		case errors.Is(err, io.EOF):
			return nil
		case err != nil: // a number beyond all range
			return fault.Wrap(fault.InvalidJSON, invalid{"body", "holds a value that can't be read"})
		}
	}
}
