// Package assistant introduces an assistant to the house: what it is called,
// what it can be asked, its graph, and what it keeps of a user in tables of its
// own. cmd/server registers each by one line.
package assistant

import (
	"context"
	"fmt"
	"io/fs"
	"strconv"

	"github.com/madang-dev/madang/engine"
	"github.com/madang-dev/madang/internal/words"
	"github.com/madang-dev/madang/state"
	"github.com/madang-dev/madang/store"
	"github.com/madang-dev/madang/teams/tools"
)

// Assistant is a graph with its card.
type Assistant struct {
	engine.Assistant
	Title, Description words.Text
	// Starters are questions to begin with.
	Starters []words.Text
	// Teams are the names that steps are counted by; nil has no steps.
	Teams []string
	// Tools are what other assistants' models may have it do; nil is nothing.
	Tools tools.Set
	// Views are its own read-only routes.
	Views []state.View
	// Tables are the migrations of its own tables; nil has none.
	Tables fs.FS
	// Run is what it does besides answering, on every node, until ctx ends; nil is
	// nothing. An error ends the server.
	Run func(ctx context.Context) error
	// UserTables are those of them with rows of users.
	UserTables []store.UserTable
}

// New is an assistant whose card stands in its texts: card.title,
// card.description and the list card.starters. It panics where one is missing:
// a programmer's error.
func New(graph engine.Assistant, texts *words.Catalogue) Assistant {
	a := Assistant{Assistant: graph, Title: texts.All("card.title"), Description: texts.All("card.description")}
	for i := 0; texts.Has("card.starters." + strconv.Itoa(i)); i++ {
		a.Starters = append(a.Starters, texts.All("card.starters."+strconv.Itoa(i)))
	}
	if a.Title == nil || a.Description == nil || a.Starters == nil {
		panic(fmt.Sprintf("assistant: the texts of %s need card.title, card.description and card.starters", graph.Name()))
	}
	return a
}
