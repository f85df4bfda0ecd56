package api

import (
	"net/http"
	"time"

	"github.com/madang-dev/madang/internal/auth/policy"
	"github.com/madang-dev/madang/internal/fault"
)

// thinningRoutes remove what of a conversation's past nobody needs.
type thinningRoutes struct{ *door }

type thinnedReply struct {
	Message   string `json:"message"`
	SessionID string `json:"session_id"`
	Deleted   int64  `json:"deleted"`
}

func (p thinningRoutes) list() []route {
	keep := parameter{name: "keep", kind: "integer", required: true, max: maxOffset,
		doc: "How many of the newest stay; 0 removes all, and the assistant forgets where the conversation stands."}
	return []route{
		{method: http.MethodDelete, path: extension + "/sessions/:session_id/checkpoints", tag: "checkpoints", action: policy.Erase, summary: "Remove a conversation's older checkpoints, or all",
			query: []parameter{keep}, reply: thinnedReply{}, missing: true, handle: p.remove},
	}
}

func (p thinningRoutes) remove(q *request) (any, error) {
	id, keep := q.sessionID(), q.number("keep")
	if err := q.shown(id, fault.SessionNotFound); err != nil {
		return nil, err
	}
	var n int64
	var err error
	if keep == 0 {
		n, err = p.cfg.Store.DeleteCheckpoints(q.ctx(), q.owner, id)
	} else {
		n, err = p.cfg.Store.Prune(q.ctx(), q.owner, id, keep, time.Time{})
	}
	if err != nil {
		return nil, branched(missing(err, fault.SessionNotFound))
	}
	return thinnedReply{texts.Say(speak(q), "thinned", "n", n), id, n}, nil
}
