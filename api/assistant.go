package api

import (
	"net/http"

	"github.com/labstack/echo/v4"

	"github.com/madang-dev/madang/internal/auth/policy"
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
	Start string `json:"start,omitempty"`
	Edges []Edge `json:"edges,omitempty"`
}

func (a assistantRoutes) list() []route {
	return []route{{method: http.MethodGet, path: extension + "/assistants", tag: "assistants", action: policy.Talk,
		summary: "Assistants that a conversation can choose", reply: []assistantEntry{}, handle: a.all}}
}

func (a assistantRoutes) all(c echo.Context) error {
	language := speak(c)
	entries := make([]assistantEntry, len(a.cfg.Assistants))
	for i, each := range a.cfg.Assistants {
		examples := make([]string, len(each.Examples))
		for j, e := range each.Examples {
			examples[j] = e.In(language)
		}
		views := make([]string, len(each.Views))
		for j, view := range each.Views {
			views[j] = extension + "/" + each.Name + view.Path
		}
		entries[i] = assistantEntry{each.Name, each.Title.In(language), each.Description.In(language), examples, i == 0, views, each.Start, each.Edges}
	}
	return ok(c, entries)
}
