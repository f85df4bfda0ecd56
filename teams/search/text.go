package search

import (
	"embed"

	"github.com/madang-dev/madang/internal/answer"
	"github.com/madang-dev/madang/internal/dialog"
	"github.com/madang-dev/madang/internal/words"
)

//go:embed texts/*.yaml phrases/*.yaml
var files embed.FS

// texts are what the team says, phrases what it looks for in questions.
var (
	texts   = words.Must(files, "texts")
	phrases = dialog.Must(files, "phrases")
)

// The keys of the remarks that readers tell apart.
const (
	KeyNoLaw  = "note.no_law"
	KeySample = "note.sample"
	KeyLoan   = "note.loan"
)

// remark adds what to know about the results, once.
func (a *Aggregated) remark(p words.Printer, kind answer.Kind, key string, args ...any) {
	a.add(answer.Say(p, kind, key, args...))
}

func (a *Aggregated) add(remarks ...answer.Statement) {
	a.Remarks = answer.Add(a.Remarks, remarks...)
	a.Notes = answer.Add(a.Notes, answer.Texts(remarks)...)
}

func scopeName(scope string) words.Message { return words.M("scope." + scope) }

func scopeNames(scopes []string) []words.Message {
	var names []words.Message
	for _, s := range scopes {
		names = append(names, scopeName(s))
	}
	return names
}

// foundText counts what was found, scope by scope.
func foundText(p words.Printer, c Counts) string {
	var parts []words.Message
	for i, n := range [...]int{c.Legal, c.Market, c.Loan, c.Property} { // in the order of the scopes
		if n > 0 {
			parts = append(parts, words.M("found.scope", "scope", scopeName(scopes[i]), "n", n))
		}
	}
	if len(parts) == 0 {
		return p.Say("found.none")
	}
	return p.Say("found.some", "parts", parts)
}
