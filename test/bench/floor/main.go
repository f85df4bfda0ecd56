// Command floor is what the server is measured against: plain Go that does
// the same work for a query and nothing else. No sessions that others may
// enter, no fences, no resume, no cancel, no metrics.
//
//	floor -kind socket    gorilla and the same frames, nothing is stored
//	floor -kind postgres  the same rows by group commit on Postgres (-url)
//	floor -kind sqlite    the same rows by group commit on SQLite (-dir)
//	floor -kind relay     what a model streams (-url), token by token as it comes
//
// In the durable kinds an event leaves after its commit and a node begins
// after the one before is durable, which is what the server promises too.
package main

import (
	"context"
	"flag"
	"fmt"
	"net"
	"net/http"
	"os"
	"time"
)

func main() {
	kind := flag.String("kind", "socket", "socket, postgres, sqlite or relay")
	url := flag.String("url", "", "address of the Postgres database, or of the model")
	dir := flag.String("dir", "", "folder of the SQLite database")
	flag.Parse()
	if err := run(*kind, *url, *dir); err != nil {
		fmt.Fprintln(os.Stderr, "floor:", err)
		os.Exit(1)
	}
}

func run(kind, url, dir string) error {
	door, err := doorOf(kind, url, dir)
	if err != nil {
		return err
	}
	listener, err := (&net.ListenConfig{}).Listen(context.Background(), "tcp", "127.0.0.1:0")
	if err != nil {
		return err
	}
	fmt.Fprintf(os.Stderr, "{\"msg\":\"floor is ready\",\"addr\":%q}\n", listener.Addr())
	server := &http.Server{Handler: door, ReadHeaderTimeout: 5 * time.Second}
	return server.Serve(listener)
}

func doorOf(kind, url, dir string) (http.Handler, error) {
	if kind == "relay" {
		return &relay{url: url}, nil
	}
	work, err := readWork()
	if err != nil {
		return nil, err
	}
	history, err := open(kind, url, dir)
	return &door{work: work, history: history}, err
}

func open(kind, url, dir string) (history, error) {
	switch kind {
	case "socket":
		return nothing{}, nil
	case "postgres":
		return openPostgres(url)
	case "sqlite":
		return openSQLite(dir)
	}
	return nil, fmt.Errorf("no kind %q", kind)
}

// history keeps rows; commit returns when they are durable.
type history interface {
	commit(rows []row) error
}

// row is one fact of a session. Its number counts within its kind.
type row struct {
	session string
	kind    int16
	n, run  int64
	at      int64 // unix ms
	payload []byte
}

const (
	kindRun int16 = iota
	kindMessage
	kindSave
	kindEvent
)

type nothing struct{}

func (nothing) commit([]row) error { return nil }

// most is how many commits share a transaction at most.
const most = 512
