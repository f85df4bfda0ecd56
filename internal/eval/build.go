package eval

import (
	"context"
	"encoding/json"
	"fmt"

	"go.yaml.in/yaml/v4"

	"github.com/madang-dev/madang/internal/guard"
	"github.com/madang-dev/madang/state"
	"github.com/madang-dev/madang/store"
)

// pageOfRatings is how many ratings are read at once.
const pageOfRatings = 200

// FromFeedback builds a set of the rated runs of an assistant. A query whose
// answer was found good expects the same sources again; one whose answer was
// found bad is listed for review. Personal data is masked; a query that came
// more often is kept once.
func FromFeedback(ctx context.Context, from *store.Store, assistant string) (Set, error) {
	set := Set{Name: "feedback", Title: "Questions of rated answers", Kind: Answers}
	seen := map[string]bool{}
	for offset := 0; ; offset += pageOfRatings {
		rated, err := from.Feedbacks(ctx, store.Server(), store.FeedbackFilter{Assistant: assistant, Limit: pageOfRatings, Offset: offset})
		if err != nil {
			return set, fmt.Errorf("build set: %w", err)
		}
		for _, r := range rated {
			text := guard.Hide(r.Query)
			if text == "" || seen[text] {
				continue
			}
			seen[text] = true
			if err := set.take(ctx, from, r, text); err != nil {
				return set, err
			}
		}
		if len(rated) < pageOfRatings {
			return set, nil
		}
	}
}

func (s *Set) take(ctx context.Context, from *store.Store, r store.RatedRun, text string) error {
	if r.Rating != "positive" {
		s.Review = append(s.Review, Complaint{ID: r.RunID, Text: text, Comment: guard.Hide(r.Comment)})
		return nil
	}
	sources, err := sourcesOf(ctx, from, r)
	if err != nil {
		return err
	}
	if len(sources) > 0 { // guidance and small talk prove nothing
		s.Cases = append(s.Cases, Case{ID: r.RunID, Text: text, Language: r.Language, Expect: &Expect{Cites: sources}})
	}
	return nil
}

// maxMessages bounds how far back a conversation is searched for an answer.
const maxMessages = 500

// sourcesOf are what a run's answer cited.
func sourcesOf(ctx context.Context, from *store.Store, r store.RatedRun) ([]string, error) {
	messages, err := from.Messages(ctx, store.Server(), r.SessionID, maxMessages, 0)
	if err != nil {
		return nil, fmt.Errorf("build set: messages of run %s: %w", r.RunID, err)
	}
	for _, m := range messages {
		if m.RunID != r.RunID || m.Role != state.RoleAssistant || len(m.Data) == 0 {
			continue
		}
		var response state.Response
		if err := json.Unmarshal(m.Data, &response); err != nil {
			return nil, fmt.Errorf("build set: answer of run %s: %w", r.RunID, err)
		}
		if d := response.StructuredData; d != nil {
			return d.Metadata.Sources, nil
		}
	}
	return nil, nil
}

// YAML is the set as a file that Load reads.
func (s Set) YAML() ([]byte, error) {
	data, err := yaml.Dump(s)
	if err != nil {
		return nil, fmt.Errorf("write set %s: %w", s.Name, err)
	}
	return data, nil
}
