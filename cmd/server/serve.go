package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"os"
	"runtime/debug"
	"strings"
	"syscall"
	"time"

	"github.com/KimMachineGun/automemlimit/memlimit"
	"golang.org/x/sync/errgroup"
	"golang.org/x/term"

	"github.com/madang-dev/madang/api"
	"github.com/madang-dev/madang/configs"
	"github.com/madang-dev/madang/internal/korean"
	"github.com/madang-dev/madang/internal/logging"
	"github.com/madang-dev/madang/store"
)

// serve runs the product until ctx ends. It stops in the order that loses
// nothing: no new queries, runs end or are handed over, sockets close with a
// code that says "come back", requests end, the store closes.
func serve(ctx context.Context, settings configs.Settings, c console) error {
	if err := settings.Unguarded(); err != nil {
		return err
	}
	log := logging.New(c.err, settings.LogFormat, settings.Level(), isTerminal(c.err))
	if settings.Exposed() {
		log.Warn("auth.mode is none: whoever reaches this server may read, change and erase everything in it", "addr", settings.Addr)
	}
	limitMemory(memlimit.ApplyFallback(memlimit.FromCgroup, memlimit.FromSystem), log)
	// Nearly all that a start makes, it keeps: collecting between is in vain.
	calm := debug.SetGCPercent(startGC)
	h, err := build(ctx, settings, log)
	debug.SetGCPercent(calm)
	if err != nil {
		return err
	}
	defer h.close()
	cert, err := openCertificate(settings.TLS, log)
	if err != nil {
		return err
	}
	listeners, err := listen(ctx, settings.Addr)
	if err != nil {
		return fmt.Errorf("listen: %w", err)
	}
	var servers []*http.Server
	for range listeners {
		servers = append(servers, api.Server(settings.Addr, h.door))
	}
	if settings.OpsAddr != "" {
		ops, err := listen(ctx, settings.OpsAddr)
		if err != nil {
			errs := []error{fmt.Errorf("listen for operators: %w", err)}
			for _, l := range listeners {
				errs = append(errs, l.Close())
			}
			return errors.Join(errs...)
		}
		for _, l := range ops {
			servers, listeners = append(servers, api.Server(settings.OpsAddr, h.ops)), append(listeners, l)
		}
	}
	if cert != nil {
		for _, server := range servers {
			server.TLSConfig = cert.config()
		}
	}
	return h.run(ctx, settings, servers, listeners, log)
}

// listen takes an address; localhost is this machine over IPv4 and, where there
// is one, IPv6: browsers ask whichever they like.
func listen(ctx context.Context, addr string) ([]net.Listener, error) {
	host, port, err := net.SplitHostPort(addr)
	if err != nil || !strings.EqualFold(host, "localhost") {
		l, err := (&net.ListenConfig{}).Listen(ctx, "tcp", addr)
		return []net.Listener{l}, err
	}
	four, err := (&net.ListenConfig{}).Listen(ctx, "tcp4", net.JoinHostPort("127.0.0.1", port))
	if err != nil {
		return nil, err
	}
	_, port, _ = net.SplitHostPort(four.Addr().String()) // of a listener it can be read
	six, err := (&net.ListenConfig{}).Listen(ctx, "tcp6", net.JoinHostPort("::1", port))
	switch {
	case errors.Is(err, syscall.EADDRINUSE):
		// Half the browsers would talk to that other program.
		return nil, errors.Join(err, four.Close())
	case err != nil:
		return []net.Listener{four}, nil //nolint:nilerr // there is no IPv6 here: IPv4 does
	}
	return []net.Listener{four, six}, nil
}

// goMemory is the part of the container's memory, or else of the machine's, up to
// which it is collected as seldom as main says. The rest is for what Go does
// not count, as SQLite's caches. GOMEMLIMIT says otherwise.
const goMemory = 0.8

func limitMemory(whole memlimit.Provider, log *slog.Logger) {
	if _, err := memlimit.Set(memlimit.WithRatio(goMemory), memlimit.WithProvider(whole)); err != nil {
		log.Warn("memory is not limited", "error", err)
	}
}

// startGC is how much a start may make, in percent of what it has, before
// memory is collected.
const startGC = 1000

// fullShelf is how long a start waits for what is ingested. Most is loaded
// by then, so that the first answers know it; more than that follows.
const fullShelf = 2 * time.Second

func (h *house) run(ctx context.Context, settings configs.Settings, servers []*http.Server, listeners []net.Listener, log *slog.Logger) error {
	h.noteStart(ctx, settings, log)
	group, groupCtx := errgroup.WithContext(ctx)
	engineDone := make(chan struct{})
	group.Go(func() error {
		defer close(engineDone)
		return h.engine.Run(groupCtx)
	})
	group.Go(func() error { return h.shelf.Run(groupCtx) })
	group.Go(func() error { return h.tools.Run(groupCtx) })
	for _, work := range h.works {
		group.Go(func() error { return work(groupCtx) })
	}
	group.Go(func() error { return h.limiter.Run(groupCtx) })
	if h.gate != nil {
		group.Go(func() error {
			return h.gate.Run(groupCtx, func() { h.sockets.Revoke(h.gate.Revoked) })
		})
	}
	if h.making != nil {
		group.Go(func() error { return h.making.Run(groupCtx) })
	}
	group.Go(func() error {
		h.welcome(groupCtx, settings, listeners, log)
		for i, server := range servers {
			group.Go(func() error {
				if err := accept(server, listeners[i]); !errors.Is(err, http.ErrServerClosed) {
					return fmt.Errorf("serve: %w", err)
				}
				return nil
			})
		}
		return nil
	})
	group.Go(func() error {
		<-groupCtx.Done()
		log.Info("stopping", "within", settings.ShutdownTimeout)
		stopping, cancel := context.WithTimeout(context.WithoutCancel(ctx), settings.ShutdownTimeout)
		defer cancel()
		// Watchers still get the last events of runs that end now.
		<-engineDone
		errs := []error{h.sockets.Drain(stopping)}
		h.engine.FlushDelivered(stopping)
		for _, server := range servers {
			errs = append(errs, server.Shutdown(stopping))
		}
		return errors.Join(errs...)
	})
	err := group.Wait()
	log.Info("stopped")
	return err
}

// welcome says that the server is ready, as soon as what is ingested is loaded
// or has been waited for long enough.
func (h *house) welcome(ctx context.Context, settings configs.Settings, listeners []net.Listener, log *slog.Logger) {
	select {
	case <-h.shelf.Complete():
	case <-time.After(fullShelf):
		log.Warn("ingested knowledge is still being loaded; until it is, answers tell of the built-in alone")
	case <-ctx.Done():
		return
	}
	log.Info("madang is ready", "addr", listeners[0].Addr().String(), "version", version(),
		"database", h.store.Dialect(), "settings", settings)
	// Loading leaves more behind than it keeps, and a process that is collected so seldom
	// would hold it until it has work.
	debug.FreeOSMemory()
}

// migrate brings the database up to date.
func migrate(ctx context.Context, settings configs.Settings, c console) error {
	s, err := openStore(ctx, settings)
	if err != nil {
		return err
	}
	h := &house{store: s, serves: true}
	defer h.close()
	if _, err = h.assistants(ctx, settings, uncounted(), slog.New(slog.DiscardHandler)); err != nil {
		return err
	}
	at, err := s.Version(ctx)
	if err != nil {
		return err
	}
	fmt.Fprintf(c.out, "%s: %d migrations applied, now at version %d\n", s.Dialect(), h.migrated, at)
	return nil
}

func openStore(ctx context.Context, settings configs.Settings) (*store.Store, error) {
	return store.Open(ctx, store.Config{
		DatabaseURL: settings.DatabaseURL, DataDir: settings.DataDir, MaxConns: settings.DBMaxConns,
		Keyset: settings.Encryption.Keyset,
	})
}

// openInUse opens a database as it is, whether or not a server has it. Without a
// keyset what is encrypted can't be read.
func openInUse(ctx context.Context, settings configs.Settings, keyset string) (*store.Store, error) {
	return store.Open(ctx, store.Config{
		DatabaseURL: settings.DatabaseURL, DataDir: settings.DataDir, MaxConns: settings.DBMaxConns, Keyset: keyset, Beside: true,
	})
}

func isTerminal(w io.Writer) bool {
	f, ok := w.(*os.File)
	return ok && term.IsTerminal(int(f.Fd()))
}

// today is the day of the calendar where there is one.
func (h *house) today(settings configs.Settings) func() time.Time {
	if h.calendar != nil {
		return h.calendar.Today
	}
	return today(settings)
}

// today is the date that answers reckon from.
func today(settings configs.Settings) func() time.Time {
	if fixed, ok := settings.TodayDate(korean.Zone); ok {
		return func() time.Time { return fixed }
	}
	return func() time.Time { return time.Now().In(korean.Zone) }
}
