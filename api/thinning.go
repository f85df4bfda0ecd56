package api

import (
	"net/http"
	"time"

	"github.com/labstack/echo/v4"

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

func keepParam() parameter {
	return parameter{name: "keep", kind: "integer", required: true, max: maxOffset,
		doc: "How many of the newest stay; 0 removes all, and the assistant forgets where the conversation stands."}
}

func (p thinningRoutes) list() []route {
	return []route{
		{method: http.MethodDelete, path: extension + "/sessions/:session_id/checkpoints", tag: "checkpoints", action: policy.Erase, summary: "Remove a conversation's older checkpoints, or all",
			query: []parameter{keepParam()}, reply: thinnedReply{}, missing: true, handle: p.remove},
	}
}

func (p thinningRoutes) remove(c echo.Context) error {
	id, err := sessionID(c, "session_id")
	if err != nil {
		return err
	}
	keep, err := number(c, keepParam())
	if err != nil {
		return err
	}
	if err := p.shown(c, id, fault.SessionNotFound); err != nil {
		return err
	}
	var n int64
	if ctx := c.Request().Context(); keep == 0 {
		n, err = p.cfg.Store.DeleteCheckpoints(ctx, ownerOf(c), id)
	} else {
		n, err = p.cfg.Store.Prune(ctx, ownerOf(c), id, keep, time.Time{})
	}
	if err != nil {
		return branched(missing(err, fault.SessionNotFound))
	}
	return ok(c, thinnedReply{texts.Say(speak(c), "thinned", "n", n), id, n})
}
