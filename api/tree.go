package api

import (
	"errors"
	"slices"
	"strings"
	"time"

	"github.com/madang-dev/madang/internal/fault"
	"github.com/madang-dev/madang/state"
	"github.com/madang-dev/madang/store"
)

// maxAncestors bounds the way up to a root, maxKin the owner's conversations
// that forks are looked for among.
const (
	maxAncestors = 50
	maxKin       = 500
)

// branchEntry is a conversation in a tree of forks.
type branchEntry struct {
	SessionID string `json:"session_id"`
	Title     string `json:"title"`
	// ParentID is the conversation that it was made out of, after ParentStep
	// of its transitions; "" is the root.
	ParentID   string    `json:"parent_id,omitempty"`
	ParentStep int64     `json:"parent_step,omitempty"`
	CreatedAt  time.Time `json:"created_at"`
}

// tree answers with the session's forebears and, of its owner's newest
// conversations, those that descend from the same root. Of a conversation that
// nobody owns only the forebears are told: the list of nobody's conversations
// is everybody's.
func (f forkRoutes) tree(q *request) (any, error) {
	id := q.sessionID()
	line, err := f.forebears(q, id)
	if err != nil {
		return nil, missing(err, fault.SessionNotFound)
	}
	known := map[string]bool{}
	for _, s := range line {
		known[s.ID] = true
	}
	if owner := line[len(line)-1].UserID; owner != "" {
		kin, err := f.cfg.Store.Sessions(q.ctx(), q.owner, store.SessionFilter{UserID: owner, Limit: maxKin})
		if err != nil {
			return nil, err
		}
		slices.SortFunc(kin, func(a, b state.Session) int { return a.CreatedAt.Compare(b.CreatedAt) })
		for grown := true; grown; { // a fork may be as old as what it was made out of
			grown = false
			for _, s := range kin {
				if parent, _ := parentOf(s); known[parent] && !known[s.ID] {
					known[s.ID], grown = true, true
					line = append(line, s)
				}
			}
		}
	}
	return listOf(line, func(s state.Session) branchEntry {
		entry := branchEntry{SessionID: s.ID, Title: s.Title, CreatedAt: s.CreatedAt.UTC()}
		if parent, step := parentOf(s); known[parent] {
			entry.ParentID, entry.ParentStep = parent, step
		}
		return entry
	}), nil
}

// forebears are the session and what it was made out of, the root first; one
// that was removed ends the way up.
func (f forkRoutes) forebears(q *request, id string) ([]state.Session, error) {
	s, err := f.cfg.Store.Session(q.ctx(), q.owner, id)
	if err != nil {
		return nil, err
	}
	line := []state.Session{s}
	for len(line) < maxAncestors {
		parent, _ := parentOf(s)
		if parent == "" {
			break
		}
		next, err := f.cfg.Store.Session(q.ctx(), q.owner, parent)
		if errors.Is(err, store.ErrNotFound) || err == nil && next.UserID != s.UserID {
			break
		}
		if err != nil {
			return nil, err
		}
		s = next
		line = append(line, s)
	}
	slices.Reverse(line)
	return line, nil
}

// parentOf is the conversation that a session was made out of, and the step.
func parentOf(s state.Session) (id string, step int64) {
	if id, step, ok := state.ParseCheckpointID(s.ForkedFrom); ok {
		return id, step
	}
	id, _ = strings.CutSuffix(s.ForkedFrom, ".0") // its beginning
	return id, 0
}
