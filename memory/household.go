package memory

import (
	"strconv"

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
