package memory

import (
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/madang-dev/madang/internal/korean"
	"github.com/madang-dev/madang/state"
)

// ordered reads what an order names of what is known; else a thing, by the places and persons
// that it names ("봉천동 집은 잊어줘"), its own words where it is of what was told ("요양원
// 얘기는 지워줘"), or what was said before it where it names nothing at all. "그 집 얘긴
// 지워" has to be asked about.
func (r *Request) ordered(text, before string) {
	told := phrases.HasAny(text, "memory.talk", "memory.unkept")
	mine := told || phrases.Has(text, "memory.mine")
	things, more := names(text), beside(text, "memory", "when")
	r.Home = phrases.Has(text, "memory.home")
	if whose := about(text, self); mine && (whose != self || phrases.Has(text, "memory.singular")) {
		r.Whose = whose
	}
	if ofHome := r.Home && slices.ContainsFunc(things, place); mine && !ofHome {
		r.Keys, r.Words = append(r.Keys, subjects(text)...), append(r.Words, named(text)...)
	}
	if len(r.Keys)+len(r.Words) > 0 {
		return
	}
	if phrases.Has(text, "memory.mine") && len(things) == 0 {
		r.worded(text)
	}
	of := phrases.Named(text, "memory.told_of")["what"]
	switch {
	case len(r.Words) > 0:
	case len(things) > 0 && of == "":
		r.Words, r.Thing = things, true
	case r.Home && len(more) <= 1:
	case told && len(more) == 0: // "그 병 얘기는 잊어줘" names no more than the field
		r.Keys = keysOf(text, "field")
	case told:
		for _, word := range more {
			stems := korean.Stems(word)
			r.Words = append(r.Words, stems[min(1, len(stems)-1)])
		}
		if of != "" {
			r.Words = append(r.Words, of)
		}
	default:
		if r.Words = slices.DeleteFunc(names(before), place); len(r.Words) == 0 {
			r.Words = names(before)
		}
		r.Thing = len(r.Words) > 0
	}
	r.Sure = told || len(more) == 0 || mine && len(r.Keys)+len(r.Words) > 0
}

// names are the places and persons that a text names, of places in each other the longer.
func names(text string) (list []string) {
	for _, name := range places() {
		if before, _, ok := strings.Cut(text, name); ok {
			if r, _ := utf8.DecodeLastRuneInString(before); !korean.IsHangul(r) {
				list = append(list, name)
			}
		}
	}
	list = slices.DeleteFunc(slices.Clone(list), func(name string) bool {
		return slices.ContainsFunc(list, func(longer string) bool { return longer != name && strings.Contains(longer, name) })
	})
	for _, at := range slices.Concat(phrases.FindAll(text, "who."+partner), phrases.FindAll(text, "who."+parents), phrases.FindAll(text, "who."+other)) {
		if name := strings.TrimSpace(text[at[0]:at[1]]); !phrases.Has(name, "who_again") {
			list = appendNew(list, name)
		}
	}
	return list
}

// names tells whether a text speaks of what is to go: of a thing with all its words.
func (r Request) names(text string) bool {
	if !r.Thing {
		return containsAny(text, r.Words)
	}
	return !slices.ContainsFunc(r.Words, func(w string) bool { return !containsAny(text, []string{w}) })
}

func ofHome(key string) bool { return under(key, "home") || key == LeaseEnd }

// goesOn are the runs whose exchanges go on about the thing that is to go without naming it.
// An exchange that names nothing is of what its conversation named last, before that of a
// home that it names later; one in another conversation is of a home that was told of where
// it speaks of a home or a paper. What tells of the user himself stays.
func (r Request) goesOn(kept Kept) map[string]bool {
	runs := map[string]bool{}
	if !r.Thing {
		return runs
	}
	last, here, told := "", false, false
	for _, x := range slices.Backward(kept.Exchanges) {
		if x.ConversationID != last {
			last, here = x.ConversationID, r.Home && slices.ContainsFunc(kept.Exchanges, func(m state.Memory) bool {
				return m.ConversationID == x.ConversationID && r.names(m.Query)
			})
		}
		others := slices.DeleteFunc(names(x.Query), func(name string) bool { return r.Home && !place(name) })
		if named := r.names(x.Query); named || len(others) > 0 {
			here, told = named, named && r.Home || told && !(r.Home && len(others) > 0)
		}
		mine := slices.ContainsFunc(kept.Facts, func(p state.Preference) bool {
			return p.RunID == x.RunID && p.Key != Language && !ofHome(p.Key) && !r.names(p.Evidence)
		})
		goes := here && (r.Home || len(others) == 0) || told && len(others) == 0 && phrases.HasAny(x.Query, "paper", "memory.home")
		runs[x.RunID] = goes && !mine && len(others) <= len(r.Words)
	}
	return runs
}

// former are forgotten facts, and of those that stay what was said of them before that
// goes: the deposit of the home before.
func (r Request) former(known []state.Preference, goesOn map[string]bool, forgotten []state.Preference) []state.Preference {
	for _, p := range known {
		p.History = slices.DeleteFunc(slices.Clone(p.History), func(e state.Evidence) bool {
			return !r.Thing || !goesOn[e.RunID] && !r.names(e.Words)
		})
		p.Key, p.Evidence = "", ""
		forgotten = append(forgotten, p)
	}
	return forgotten
}

// Things are the places, or persons, that were told of, the newest first: what "that home"
// can mean. It is the one before, where somebody has moved.
func (k Kept) Things(r Request) (list []string) {
	for _, p := range k.Facts {
		for _, e := range p.History {
			if r.Home && p.Key == HomeAt && e.Value != p.Value {
				return names(e.Words)
			}
		}
	}
	for _, x := range k.Exchanges {
		for _, name := range names(x.Query) {
			if place(name) == r.Home {
				list = appendNew(list, name)
			}
		}
	}
	return list[:min(len(list), maxFound)]
}
