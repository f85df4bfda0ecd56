package mcp

import (
	"context"
	"log/slog"
	"slices"
	"sync"
	"time"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/madang-dev/madang/teams/tools"
)

// Servers are the declared servers at work. They are safe for many goroutines.
type Servers struct {
	links []*link
}

// New is the servers of a file; Run reaches them.
func New(list []Server, log *slog.Logger) *Servers {
	s := &Servers{}
	for _, declared := range list {
		l := &link{Server: declared, log: log.With("mcp_server", declared.Name), changed: make(chan struct{}, 1), tried: make(chan struct{})}
		l.triedFunc = sync.OnceFunc(func() { close(l.tried) })
		s.links = append(s.links, l)
	}
	return s
}

// Run keeps every server reached until ctx ends; it ends their processes.
func (s *Servers) Run(ctx context.Context) error {
	if s == nil {
		return nil
	}
	var group sync.WaitGroup
	for _, l := range s.links {
		group.Go(func() { l.run(ctx) })
	}
	group.Wait()
	return nil
}

// Tools are those of the servers that are there at the moment. It waits until Run
// has tried to reach each once: a run that a new process carries on must not find
// the tools gone that the one before it had.
func (s *Servers) Tools() tools.Set {
	if s == nil {
		return nil
	}
	var set tools.Set
	for _, l := range s.links {
		<-l.tried
		l.mu.Lock()
		set = append(set, l.set...)
		l.mu.Unlock()
	}
	return set
}

// Away are the names of the servers that can't be reached at the moment.
func (s *Servers) Away() []string {
	if s == nil {
		return nil
	}
	var names []string
	for _, l := range s.links {
		l.mu.Lock()
		if l.session == nil {
			names = append(names, l.Name)
		}
		l.mu.Unlock()
	}
	return names
}

// link is the way to one server.
type link struct {
	Server
	log *slog.Logger
	// changed tells that the server's tools are others now.
	changed chan struct{}
	// tried is closed by triedFunc once the server was reached, or was not.
	tried     chan struct{}
	triedFunc func()

	mu      sync.Mutex
	session *sdk.ClientSession // nil while it is away
	set     tools.Set
}

// How long a server that could not be reached is left alone.
const (
	firstPause = time.Second
	maxPause   = time.Minute
)

func (l *link) run(ctx context.Context) {
	defer l.triedFunc()
	pause := firstPause
	for ctx.Err() == nil {
		began := time.Now()
		err := l.once(ctx)
		l.triedFunc()
		if ctx.Err() != nil {
			return
		}
		if time.Since(began) > maxPause {
			pause = firstPause
		}
		l.log.Warn("an MCP server is away; its tools are not offered", "error", err, "again_in", pause)
		select {
		case <-time.After(pause):
		case <-ctx.Done():
		}
		pause = min(2*pause, maxPause)
	}
}

// once reaches the server and stays until it goes.
func (l *link) once(ctx context.Context) error {
	session, err := l.connect(ctx)
	if err != nil {
		return err
	}
	defer session.Close()
	defer l.keep(nil, nil)
	gone := make(chan error, 1)
	go func() { gone <- session.Wait() }()
	for {
		set, err := l.list(ctx, session)
		if err != nil {
			return err
		}
		l.keep(session, set)
		l.triedFunc()
		l.log.Info("an MCP server is there", "tools", len(set))
		select {
		case <-l.changed:
		case err := <-gone:
			return err
		case <-ctx.Done():
			return nil
		}
	}
}

func (l *link) keep(session *sdk.ClientSession, set tools.Set) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.session, l.set = session, set
}

// list are the allowed tools that the server has.
func (l *link) list(ctx context.Context, session *sdk.ClientSession) (tools.Set, error) {
	within, cancel := context.WithTimeout(ctx, l.timeout)
	defer cancel()
	var set tools.Set
	for declared, err := range session.Tools(within, nil) {
		if err != nil {
			return nil, err
		}
		allowed, ok := l.Tools[declared.Name]
		if !ok || slices.ContainsFunc(set, func(t tools.Tool) bool { return t.Name == l.toolName(declared.Name) }) {
			continue
		}
		tool, err := l.tool(declared, allowed)
		if err != nil {
			l.log.Warn("a tool of an MCP server can't be used", "tool", declared.Name, "error", err)
			continue
		}
		set = append(set, tool)
	}
	return set, nil
}
