// Package fault is the closed list of error codes that users, clients and
// operators see, with a kind sentence for each in every language; and a panic
// as an error.
package fault

import (
	"errors"
	"fmt"
)

// Code names a kind of failure; the list is closed.
type Code string

// The codes. A client may branch on them; they never change meaning.
const (
	InvalidJSON         Code = "invalid_json"
	InvalidMessage      Code = "invalid_message"
	UnknownType         Code = "unknown_message_type"
	QueryEmpty          Code = "query_empty"
	QueryTooLarge       Code = "query_too_large"
	InvalidEncoding     Code = "invalid_encoding"
	InvalidArgument     Code = "invalid_argument"
	InvalidAmount       Code = "invalid_amount"
	InvalidDate         Code = "invalid_date"
	Unauthenticated     Code = "unauthenticated"
	SessionNotFound     Code = "session_not_found"
	RunNotFound         Code = "run_not_found"
	StepNotFound        Code = "step_not_found"
	NotFound            Code = "not_found"
	MethodNotAllowed    Code = "method_not_allowed"
	UnknownAssistant    Code = "unknown_assistant"
	SessionBusy         Code = "session_busy"
	QueueFull           Code = "queue_full"
	RunFinished         Code = "run_finished"
	StepNotSkippable    Code = "step_not_skippable"
	DuplicateConflict   Code = "client_msg_id_conflict"
	InterruptNotPending Code = "interrupt_not_pending"
	InterruptNotYours   Code = "interrupt_not_yours"
	RateLimited         Code = "rate_limited"
	TooManyConnections  Code = "too_many_connections"
	Draining            Code = "server_draining"
	Unavailable         Code = "backend_unavailable"
	DeadlineExceeded    Code = "deadline_exceeded"
	ProcessingFailed    Code = "processing_failed"
	Internal            Code = "internal_error"
)

// Error is a failure with a code; Detail goes to the user, Err does not.
type Error struct {
	Code   Code
	Detail string // what exactly, in the user's words ("query", "limit=-1")
	Err    error  // the operator's chain
}

// New is a fault with a detail for the user; format may be empty.
func New(code Code, format string, args ...any) *Error {
	return &Error{Code: code, Detail: fmt.Sprintf(format, args...)}
}

// Wrap is a fault whose cause only the operator sees.
func Wrap(code Code, err error) *Error { return &Error{Code: code, Err: err} }

func (e *Error) Error() string {
	switch {
	case e.Err != nil && e.Detail != "":
		return fmt.Sprintf("%s: %s: %v", e.Code, e.Detail, e.Err)
	case e.Err != nil:
		return fmt.Sprintf("%s: %v", e.Code, e.Err)
	case e.Detail != "":
		return fmt.Sprintf("%s: %s", e.Code, e.Detail)
	}
	return string(e.Code)
}

func (e *Error) Unwrap() error { return e.Err }

// Of is the code of an error; Internal when it carries none.
func Of(err error) Code {
	if f, ok := errors.AsType[*Error](err); ok {
		return f.Code
	}
	return Internal
}

// Detail is what the error says to the user beyond its code's sentence.
func Detail(err error) string {
	if f, ok := errors.AsType[*Error](err); ok {
		return f.Detail
	}
	return ""
}
