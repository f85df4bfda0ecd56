package memory

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/madang-dev/madang/state"
	"github.com/madang-dev/madang/store"
)

// Forget forgets the facts that a request names, the words that they are from, and
// of the exchanges what has its words, what the facts are from or what states what it
// names, or all of one where that cannot be told apart; it lists the keys of what was known, or what else it was told of. Facts are
// learned again only from what is said after at.
func (m *Memory) Forget(ctx context.Context, userID string, r Request, at time.Time) ([]string, error) {
	if len(r.Keys)+len(r.Words) == 0 {
		return nil, nil // which would be all that is known
	}
	kept, err := m.all(ctx, userID)
	if err != nil {
		return nil, fmt.Errorf("forget %s of user %s: %w", r.Keys, userID, err)
	}
	if r.Thing && !slices.ContainsFunc(kept.Exchanges, func(x state.Memory) bool { return r.names(x.Query) }) {
		r.Thing = false // none has all of its words
	}
	var gone []string
	goesOn := r.goesOn(kept)
	facts := slices.DeleteFunc(slices.Clone(kept.Facts), func(p state.Preference) bool {
		return len(r.Of([]state.Preference{p})) == 0 && !(goesOn[p.RunID] && ofHome(p.Key)) && !(r.Home && r.names(p.Value))
	})
	for _, p := range facts {
		if err := m.config.Store.DeletePreference(ctx, store.User(userID), userID, p.Key, at); err != nil {
			return gone, fmt.Errorf("forget %s of user %s: %w", p.Key, userID, err)
		}
		gone = append(gone, p.Key)
	}
	if err := m.dropWords(ctx, userID, r.former(kept.Facts, goesOn, facts), kept.Facts); err != nil {
		return gone, err
	}
	found := false
	for _, x := range kept.Exchanges {
		if !r.names(x.Query) && !learnedFrom(x.Query, facts) && !r.toldIn(x.Query) && !goesOn[x.RunID] {
			continue
		}
		found = true
		if x.Query = r.leftOf(x.Query, facts); x.Query == "" || goesOn[x.RunID] {
			err = m.config.Store.DeleteMemory(ctx, store.User(userID), userID, x.ID)
		} else {
			x.Response, x.Mentions = "", nil // they tell of what is forgotten
			err = m.config.Store.CutMemory(ctx, store.User(userID), userID, x)
		}
		if err != nil && !errors.Is(err, store.ErrNotFound) {
			return gone, fmt.Errorf("forget an exchange of user %s: %w", userID, err)
		}
	}
	if found && len(gone) == 0 {
		gone = append(slices.Clone(r.Keys), r.Words...)
	}
	return gone, nil
}

// dropWords takes the words that forgotten facts are from out of the others that were
// learned from them too.
func (m *Memory) dropWords(ctx context.Context, userID string, forgotten, known []state.Preference) error {
	var words []string
	for _, p := range forgotten {
		words = append(words, p.Evidence)
		for _, e := range p.History {
			words = append(words, e.Words)
		}
	}
	words = slices.DeleteFunc(words, func(w string) bool { return w == "" })
	if len(words) == 0 {
		return nil
	}
	for _, p := range known {
		gone := slices.ContainsFunc(forgotten, func(f state.Preference) bool { return f.Key == p.Key })
		quotes := func(text string) bool {
			return slices.ContainsFunc(words, func(w string) bool { return strings.Contains(text, w) })
		}
		if gone || !quotes(p.Evidence) && !slices.ContainsFunc(p.History, func(e state.Evidence) bool { return quotes(e.Words) }) {
			continue
		}
		if err := m.config.Store.DropEvidence(ctx, store.User(userID), userID, p.Key, words); err != nil && !errors.Is(err, store.ErrNotFound) {
			return fmt.Errorf("forget words of %s of user %s: %w", p.Key, userID, err)
		}
	}
	return nil
}

// toldIn tells whether a message states of its user what a request names by its
// keys: a sum or a day by its value, so that no message goes which only speaks of a
// budget.
func (r Request) toldIn(message string) bool { return slices.ContainsFunc(passages(message), r.told) }

func (r Request) told(c clause) bool {
	words := strings.Join(r.Words, " ")
	switch {
	case slices.ContainsFunc(keysOf(words, "topic"), func(key string) bool { return c.has("topic." + key) }):
		return true // a trouble goes with all that comes of it, whoever that is of
	case c.who != cmp.Or(r.Whose, self):
		return false
	case len(r.Keys) == 0: // all that was said of somebody, by name or by "she" behind it
		return r.Whose != "" && phrases.Has(words, "who."+r.Whose) && c.has("who_again")
	}
	c.text = without(c.text, "others_office")
	of := subjects(c.text)
	for _, key := range keysOf(c.text, "field") {
		if kind := valueKind(key); kind == sumKind || kind == dayKind || key == HomeAt || len(phrases.Under("about."+key)) == 0 && !slices.Contains(phrases.Under("about"), "about."+key) {
			of = append(of, key)
		}
	}
	for cue, key := range map[string]string{"cue.work": Work, "cue.school": School} {
		if c.has(cue) {
			of = append(of, key)
		}
	}
	return slices.ContainsFunc(of, func(key string) bool {
		kind := valueKind(key)
		valued := kind == sumKind || kind == dayKind
		return slices.ContainsFunc(r.Keys, func(k string) bool { return under(key, k) }) && (!valued || holds(c.text, kind))
	})
}

// leftOf is what a message says besides what is forgotten, "" where nothing is left
// or the two cannot be told apart.
func (r Request) leftOf(message string, facts []state.Preference) string {
	if begin(message) != message {
		return ""
	}
	left, from := "", 0
	for _, c := range stated(message) {
		if r.told(c) || r.names(c.text) || learnedFrom(c.text, facts) {
			left, from = left+message[from:c.start], c.start+len(c.text)
		}
	}
	left = strings.TrimSpace(left + message[from:])
	if from == 0 || r.names(left) || learnedFrom(left, facts) || r.toldIn(left) || utf8.RuneCountInString(without(left, "small")) < minStatement {
		return ""
	}
	return left
}

// ForgetAll forgets a user's conversations and preferences and counts them.
func (m *Memory) ForgetAll(ctx context.Context, userID string, at time.Time) (memories, preferences int64, err error) {
	memories, preferences, err = m.config.Store.ForgetUser(ctx, store.User(userID), userID, at)
	if err != nil {
		return 0, 0, fmt.Errorf("forget user %s: %w", userID, err)
	}
	return memories, preferences, nil
}

// learnedFrom tells whether a fact is from a message.
func learnedFrom(message string, facts []state.Preference) bool {
	return slices.ContainsFunc(facts, func(p state.Preference) bool {
		from := func(words string) bool { return words != "" && strings.Contains(message, words) }
		return from(p.Evidence) || slices.ContainsFunc(p.History, func(e state.Evidence) bool { return from(e.Words) })
	})
}
