package memory

import (
	"context"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/madang-dev/madang/internal/guard"
	"github.com/madang-dev/madang/state"
	"github.com/madang-dev/madang/store"
)

// maxDocuments is how many of a user's documents are looked through.
const maxDocuments = 100

// asksForDocument tells whether a message wants to see a document that was made
// earlier: to find it, or by nothing but what it is and when it was made.
func asksForDocument(message string) bool {
	has := func(key string) bool { return phrases.Has(message, "document."+key) }
	return has("earlier") && (has("show") || has("only")) && !has("other") && !guard.Orders(message)
}

// Documents are those that were made for the user in all conversations, the
// newest first; of the versions that one conversation made of a kind the last.
func (m *Memory) Documents(ctx context.Context, userID string) ([]state.Document, error) {
	all, err := m.config.Store.UserDocuments(ctx, store.User(userID), userID, maxDocuments)
	var kept []state.Document
	for _, d := range all {
		version := func(k state.Document) bool { return k.SessionID == d.SessionID && k.Type == d.Type }
		if !slices.ContainsFunc(kept, version) {
			kept = append(kept, d)
		}
	}
	return kept, err
}

// Conversation is the title of one of the user's conversations.
func (m *Memory) Conversation(ctx context.Context, userID, sessionID string) (string, error) {
	s, err := m.config.Store.Session(ctx, store.User(userID), sessionID)
	return s.Title, err
}

// FindDocuments are the documents (of newest first) that a question means: of
// the kind and the days that it names, and of these the ones that have most of
// its words, at most five. "The one just now" is the newest.
func FindDocuments(question string, documents []state.Document, today time.Time) []state.Document {
	from, to, dated := daysOf(question, today)
	kind := kindOf(question)
	words := content(without(question, "document.filler"))
	found := best(documents, len(words) == 0, func(d state.Document) (n int, meant bool) {
		for _, w := range words {
			n += weight(d, w)
		}
		day := dayOf(d.CreatedAt)
		return n, (!dated || !day.Before(from) && !day.After(to)) && strings.HasSuffix(d.Type, kind)
	})
	if phrases.Has(question, "document.newest") {
		return found[:min(len(found), 1)]
	}
	return found
}

// kindOf is the type of documents that a question names, or how its types end.
func kindOf(question string) string {
	if phrases.Has(question, "document.contract") && !phrases.HasAny(question, phrases.Under("document.kind")...) {
		return "contract"
	}
	return strings.TrimPrefix(phrases.First(question, phrases.Under("document.kind")...), "document.kind.")
}

var (
	// open are the choices of a form that are not ticked, ticked those that are.
	open   = regexp.MustCompile(`☐[^☐☑|\n]*`)
	ticked = regexp.MustCompile(`☑[^☐☑|\n]*`)
)

// weight is how much a document is about a word: what its title says and what
// is ticked in it count more than what stands somewhere.
func weight(d state.Document, word string) int {
	switch {
	case mentions(d.Title, word), mentions(strings.Join(ticked.FindAllString(d.Markdown, -1), " "), word):
		return 2
	case mentions(open.ReplaceAllString(d.Markdown, ""), word):
		return 1
	}
	return 0
}
