package e2e

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// The socket is closed after each number of frames there is; the page comes
// back, is shown the rest and the terminal event once, and a third time
// nothing.
func TestRule6And2WhatWasNotSentIsReplayedOnce(t *testing.T) {
	t.Parallel()
	ends := map[string]func(*page){"close frame": (*page).leave, "end of stream": (*page).hangUp}
	for name, environment := range environments(t) {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			args, env := environment(t)
			shared := start(t, args, env)
			for how, end := range ends {
				for cut := range 14 {
					t.Run(fmt.Sprint(how, " after ", cut), func(t *testing.T) {
						t.Parallel()
						p := shared.in(t).page()
						p.say(longQuery)
						p.readSome(cut)
						end(p)
						p.open()
						p.await()
						checkRun(t, p, p.shown)
						end(p)
						p.open()
						p.nothingWaits()
						oneEndEach(t, shared, p.id)
					})
				}
			}
		})
	}
}

// checkRun sees one whole run in what one page was shown over its sockets.
func checkRun(t *testing.T, p *page, shown []string) {
	t.Helper()
	shown = slices.DeleteFunc(slices.Clone(shown), func(s string) bool { return s == "connected" })
	if got := strings.Join(shown, " "); !regexp.MustCompile(`^planning_start plan_ready execution_start( todo_updated)+ final_response$`).MatchString(got) {
		t.Errorf("shown: %s", got)
	}
	if p.cards != 1 || p.ended != 1 || p.last.Response.Type != "answer" {
		t.Errorf("%d cards, %d ends, response of type %q", p.cards, p.ended, p.last.Response.Type)
	}
}

// A page whose network went away without a word has its terminal event on
// the next socket, though nobody ended the first: of that, only what a pong
// answered for counts.
func TestRule6ASilentDeathLocksNoInput(t *testing.T) {
	t.Parallel()
	s := start(t, onSQLite(t), nil)
	for cut := range 8 {
		id := s.session(nil)
		deaf := s.dial(id, "") // reads nothing, and answers no ping, but when it is told to
		deaf.send(map[string]any{"type": "query", "query": longQuery})
		for range cut {
			deaf.must()
		}
		p := &page{t: t, addr: s.addr, id: id, locked: true}
		p.open()
		p.await()
		if p.ended != 1 || p.cards > 1 || p.last.Response.Type != "answer" {
			t.Errorf("cut %d: %d ends; shown %q", cut, p.ended, p.shown)
		}
	}
}

// A connection that is closed with frames unread (an app that was put to
// sleep) has not been given them: the terminal event comes again. One that
// was read to the terminal event and closed has been given everything.
func TestRule6AConnectionClosedUnread(t *testing.T) {
	t.Parallel()
	s := start(t, onSQLite(t), nil)
	for _, frames := range []int{0, 1, 3, 5, -1} {
		id := s.session(nil)
		c := s.dial(id, "")
		c.must()
		c.send(map[string]any{"type": "query", "query": longQuery})
		for range frames {
			c.must()
		}
		if frames < 0 {
			// At once: a ping that comes meanwhile would be left unread.
			c.answer()
		} else {
			await(t, "the answer", func() bool { messages, _ := s.written(id); return messages == 2 })
		}
		c.NetConn().Close()
		await(t, "the socket's end", func() bool {
			var stats struct {
				Active int `json:"active_connections"`
			}
			s.call("GET", "/api/v1/chat/stats/websockets", nil, &stats)
			return stats.Active == 0
		})
		p := &page{t: t, addr: s.addr, id: id, locked: frames >= 0}
		p.open()
		if p.await(); frames >= 0 && (p.ended != 1 || p.last.Response.Type != "answer") {
			t.Errorf("closed after %d frames: shown %q", frames, p.shown)
		}
		p.nothingWaits()
		p.leave()
	}
}

// Two tabs of a session are shown the same, each once.
func TestRule6TwoTabs(t *testing.T) {
	t.Parallel()
	s := start(t, onSQLite(t), nil)
	a := s.page()
	b := &page{t: t, addr: s.addr, id: a.id}
	b.open()
	a.say(longQuery)
	b.locked = true // its user is told by the frames
	a.await()
	b.await()
	if diff := slices.Compare(a.shown, b.shown); diff != 0 {
		t.Errorf("one tab: %q\nthe other: %q", a.shown, b.shown)
	}
	checkRun(t, b, b.shown)
}
