package memory

import (
	"slices"
	"strconv"
	"strings"

	"github.com/madang-dev/madang/internal/korean"
)

// listed is how many live in a home whose people a sentence counts up from its user on
// ("it's me, my husband and our baby").
func (l *learner) listed(message string) {
	for _, sentence := range korean.Sentences(masked(begin(message))) {
		if !phrases.Has(sentence, "cue.listed") {
			continue
		}
		n := 1 + len(phrases.FindAll(sentence, "who."+partner)) + len(phrases.FindAll(sentence, "who."+parents))
		if phrases.Has(sentence, "fact."+Children) {
			children, _ := strconv.Atoi(headcount(sentence)) // Yes is one
			n += max(children, 1)
		}
		if n > 1 {
			l.add(People, strconv.Itoa(n), sentence)
		}
	}
}

// headcount is how many animals or children a clause names, else Yes.
func headcount(text string) string {
	found := phrases.Named(text, "number.heads")
	if found["twins"] != "" {
		return "2"
	}
	for _, name := range []string{"n", "child"} {
		if n, ok := korean.ParseCount(found[name]); ok {
			return strconv.Itoa(n)
		}
	}
	return Yes
}

func (l *learner) withParents(c clause) {
	if (c.who == self || c.who == parents) && phrases.Has(c.text, "who.parents") && c.has("cue.with_us") {
		value := Yes
		if c.has("cue.unsure") {
			value = Maybe
		}
		people, _ := strconv.Atoi(l.value(People))
		if value == Yes && people > 0 && c.has("cue.joins") && l.value(Parents) == "" { // one more than were said before
			l.add(People, strconv.Itoa(people+1), c.text)
		}
		l.add(Parents, value, c.text)
	}
}

// holds are what somebody is and has.
func (l *learner) holds(c clause) {
	for _, key := range phrases.Under("fact") {
		at, end, ok := phrases.Find(c.text, key)
		key = strings.TrimPrefix(key, "fact.")
		if !ok || strings.HasPrefix(key, "pet.") && !c.has("cue.have") {
			continue
		}
		value := Yes
		switch {
		case phrases.Has(c.text[end:], "no"), phrases.Has(c.text[:at], "no_before"):
			value = No
		case strings.HasPrefix(key, "pet."), key == Children:
			value = l.counted(key, c)
		}
		l.add(key, value, c.text)
		if value == Yes {
			l.excludes(key, c.text)
		}
	}
	if c.has("who.spouse") && l.value("status.divorced") == "" {
		l.add("status.married", Yes, c.text)
		l.excludes("status.married", c.text)
	}
}

// counted is how many a clause names, "" where more is known already: "my daughter is
// five" is one of two children.
func (l *learner) counted(key string, c clause) string {
	value := headcount(c.text)
	known, _ := strconv.Atoi(l.value(key))
	if n, err := strconv.Atoi(value); known > 0 && (err != nil || n < known && c.has("one_of")) {
		return ""
	}
	return value
}

// excludes denies what was known of somebody's marriage before it is told anew.
func (l *learner) excludes(key, words string) {
	group := []string{"status.single", "status.married", "status.divorced"}
	for _, other := range group {
		if slices.Contains(group, key) && other != key && l.value(other) == Yes {
			l.add(other, No, words)
		}
	}
}
