package ws

import "github.com/gorilla/websocket"

// Subprotocol is what clients that know the whole protocol offer.
const Subprotocol = "madang.v1"

// Close codes. The range tells a client what to do with a code that it
// does not know: after 4000-4499 it may come back, after 4500-4999 it must
// stay away. Clients of the base contract stay away only after 1000 and
// 1005, so the server never opens a close with either.
const (
	// CloseGoingAway and CloseRestart end base sockets at shutdown.
	CloseGoingAway = websocket.CloseGoingAway      // 1001
	CloseRestart   = websocket.CloseServiceRestart // 1012
	// CloseProtocol is a breach of RFC 6455.
	CloseProtocol = websocket.CloseProtocolError // 1002
	// CloseUnsupported is a binary frame.
	CloseUnsupported = websocket.CloseUnsupportedData // 1003
	// CloseNotText is a text frame that is not UTF-8.
	CloseNotText = websocket.CloseInvalidFramePayloadData // 1007
	// CloseTooBig is a frame beyond the read limit.
	CloseTooBig = websocket.CloseMessageTooBig // 1009
	// CloseInternal is a failure that the server can't name.
	CloseInternal = websocket.CloseInternalServerErr // 1011

	CloseDraining   = 4001 // the server restarts
	CloseHeartbeat  = 4002 // nothing was heard in time
	CloseSlow       = 4003 // a write did not finish in time
	CloseTokenOld   = 4004 // the token expired and was not refreshed
	CloseLost       = 4006 // position can't be served: take a snapshot
	CloseRate       = 4008 // commands or control frames far too often
	CloseBackend    = 4009 // the session's stream can't be read
	CloseBadToken   = 4501 // no identity, or a token that is not valid
	CloseHelloLate  = 4502 // no hello in time where one is needed
	CloseForbidden  = 4503 // not this user's session
	CloseRevoked    = 4506 // the user's access was withdrawn
	CloseManyErrors = 4507 // one refused frame after the other
)

// closeAbnormal is what is counted when a connection ends without a close
// frame; it is never sent.
const closeAbnormal = websocket.CloseAbnormalClosure // 1006
