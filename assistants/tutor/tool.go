package tutor

import (
	"context"
	"strings"

	"github.com/madang-dev/madang/state"
	"github.com/madang-dev/madang/teams/tools"
)

// questionFor is what the tool takes.
type questionFor struct {
	Question string `json:"question" jsonschema:"minLength=2,maxLength=500,description=a question on using AI"`
}

// tools are what other assistants' models may have looked up in the course.
func (t *tutor) tools() tools.Set {
	look := tools.New("course_search", "Looks a question on using AI well (prompts, errors, risks, work) up in a course", t.lookUp)
	look.TitleFunc = func(language string) string { return texts.Say(language, "tool.title") }
	return tools.Set{look}
}

func (t *tutor) lookUp(_ context.Context, by tools.Caller, in questionFor) (tools.Found, error) {
	var found tools.Found
	var lines []string
	for _, p := range t.course().passages(in.Question, asking{level: Beginner, language: by.Language}) {
		found.Facts = append(found.Facts, state.Source{
			Kind: "document", Title: p.Title, Text: p.Text, Source: texts.Say(by.Language, "tool.source", "chapter", p.chapter), Status: "verified",
		})
		lines = append(lines, p.Title+": "+p.Text)
	}
	found.Text = strings.Join(lines, "\n")
	return found, nil
}
