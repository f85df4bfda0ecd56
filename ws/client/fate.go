package client

import (
	"errors"
	"net/http"

	"github.com/gorilla/websocket"
)

// Errors that end a Client.
var (
	// ErrClosed is what Err returns after Close.
	ErrClosed = errors.New("client: closed")
	// ErrNoSession is returned for a session that the server does not know
	// or does not show to this user.
	ErrNoSession = errors.New("client: no such session")
	// ErrSignIn is returned when the server does not accept the token.
	ErrSignIn = errors.New("client: sign-in refused")
	// ErrDismissed wraps a close by which the server wants no return, and is
	// returned for a server that does not speak madang.v1.
	ErrDismissed = errors.New("client: dismissed by the server")
	// ErrOutage wraps the last failure when no connection came about for
	// Config.MaxOutage.
	ErrOutage = errors.New("client: no connection")
)

// closeLost is the server's word that it can't serve our position.
const closeLost = 4006

// mayReturn tells by its range whether a client may come back after a close
// code; so it does right on codes that it has never heard of.
func mayReturn(code int) bool {
	switch {
	case code >= 4000 && code <= 4499:
		return true
	case code >= 4500 && code <= 4999:
		return false
	}
	switch code {
	case websocket.CloseGoingAway, websocket.CloseAbnormalClosure, websocket.CloseInternalServerErr,
		websocket.CloseServiceRestart, websocket.CloseTryAgainLater:
		return true
	}
	return false // 1000 and 1005: do not return; the rest: we are at fault
}

// fate is the error that ends the client for a failed connection, nil when
// another attempt is due.
func fate(err error) error {
	if errors.Is(err, ErrDismissed) {
		return err
	}
	if refused, ok := errors.AsType[*Refused](err); ok {
		switch s := refused.Status; {
		case s == http.StatusNotFound || s == http.StatusGone:
			return errors.Join(ErrNoSession, err)
		case s == http.StatusUnauthorized || s == http.StatusForbidden:
			return errors.Join(ErrSignIn, err)
		case s == http.StatusTooManyRequests || s == http.StatusRequestTimeout || s >= 500:
			return nil
		}
		return errors.Join(ErrDismissed, err)
	}
	if closed, ok := errors.AsType[*websocket.CloseError](err); ok && !mayReturn(closed.Code) {
		return errors.Join(ErrDismissed, err)
	}
	return nil
}
