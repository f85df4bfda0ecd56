package main

import (
	"net/http"
	"net/http/pprof"
)

// profiled adds Go's profiles to the operators' door. They tell of the
// program's inside and cost time, so only the setting probe brings them.
func profiled(ops http.Handler) http.Handler {
	mux := http.NewServeMux()
	mux.Handle("/", ops)
	mux.HandleFunc("GET /debug/pprof/", pprof.Index)
	mux.HandleFunc("GET /debug/pprof/profile", pprof.Profile)
	mux.HandleFunc("GET /debug/pprof/trace", pprof.Trace)
	return mux
}
