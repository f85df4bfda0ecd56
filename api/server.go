package api

import (
	"net/http"
	"time"
)

// Server is an http.Server with the limits of a door to the open: a client
// that sends its headers or its body drop by drop is cut off after 5 s (a body that
// comes on has longer, see pace), an idle one after 2 minutes. Sockets are not
// bound by these once they are upgraded.
// The caller serves it and shuts it down.
func Server(addr string, handler http.Handler) *http.Server {
	return &http.Server{
		Addr:              addr,
		Handler:           handler,
		ReadHeaderTimeout: 5 * time.Second,
		ReadTimeout:       bodyWait,
		WriteTimeout:      60 * time.Second,
		IdleTimeout:       2 * time.Minute,
		MaxHeaderBytes:    32 << 10,
	}
}
