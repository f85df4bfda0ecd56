package api

import (
	"net/http"

	"github.com/labstack/echo/v4"
)

// assistantRoutes tell what a session can choose.
type assistantRoutes struct{ *door }

type assistantEntry struct {
	Name        string   `json:"name"`
	Title       string   `json:"title"`
	Description string   `json:"description"`
	Examples    []string `json:"examples"`
	Default     bool     `json:"default"`
}

func (a assistantRoutes) list() []route {
	return []route{{method: http.MethodGet, path: extension + "/assistants", tag: "assistants",
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
		entries[i] = assistantEntry{each.Name, each.Title.In(language), each.Description.In(language), examples, i == 0}
	}
	return ok(c, entries)
}
