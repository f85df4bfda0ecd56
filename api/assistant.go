package api

import (
	"net/http"

	"github.com/madang-dev/madang/engine"
	"github.com/madang-dev/madang/internal/auth/policy"
	"github.com/madang-dev/madang/internal/words"
	"github.com/madang-dev/madang/state"
)

// assistantRoutes tell what a session can choose.
type assistantRoutes struct{ *door }

type assistantEntry struct {
	Name        string   `json:"name"`
	Title       string   `json:"title"`
	Description string   `json:"description"`
	Examples    []string `json:"examples"`
	Default     bool     `json:"default"`
	// Views are the paths of its own read-only routes.
	Views []string `json:"views"`
	// Start is the node that a run begins in; Edges lead on from it to "end".
	Start string        `json:"start,omitempty"`
	Edges []engine.Edge `json:"edges,omitempty"`
}

func (a assistantRoutes) list() []route {
	return []route{{method: http.MethodGet, path: extension + "/assistants", tag: "assistants", action: policy.Talk,
		summary: "Assistants that a conversation can choose", reply: []assistantEntry{}, handle: a.all}}
}

func (a assistantRoutes) all(q *request) (any, error) {
	language := speak(q)
	entries := make([]assistantEntry, len(a.cfg.Assistants))
	for i, one := range a.cfg.Assistants {
		examples := listOf(one.Examples, func(e words.Text) string { return e.In(language) })
		views := listOf(one.Views, func(v state.View) string { return extension + "/" + one.Name + v.Path })
		entries[i] = assistantEntry{one.Name, one.Title.In(language), one.Description.In(language), examples, i == 0, views, one.Start, one.Edges}
	}
	return entries, nil
}
