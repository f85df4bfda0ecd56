package realestate

import (
	"slices"
	"strings"

	"github.com/madang-dev/madang/internal/dialog"
	"github.com/madang-dev/madang/internal/korean"
	"github.com/madang-dev/madang/planning"
)

// denied puts in the place of what a message waves aside what it wants
// instead, in the last question that has it: by the facts that both name, by
// their numbers or by their words.
func (r *revision) denied(talk *Talk, message string) bool {
	meant := r.asked
	denials := dialog.Denials(message)
	for _, d := range denials {
		was, now := r.planner.Read(d.Denied, r.today), r.planner.Read(d.Instead, r.today)
		for _, s := range talk.all() {
			if r.asked != s.Asked {
				r.about(s.Asked)
			}
			if r.swapFacts(was, now) || r.swapNumbers(d.Denied, d.Instead) || !r.passing && r.swapWords(d.Denied, d.Instead) {
				r.beside(message, d)
				return true
			}
		}
	}
	if r.about(meant); !r.newTopic() && len(denials) > 0 {
		r.beside(message, denials[0]) // of "서울 아니고 천안이에요" only the latter is told
	}
	return len(r.edits) > 0
}

// beside puts in what a message says beside what it waves aside and wants: of
// "보증금 6천이고 서울 아니고 천안" all but the place that ends the denied part.
func (r *revision) beside(message string, d dialog.Denial) {
	start := strings.Index(message, d.Denied)
	end, kept := start+len(d.Denied), false
	from := start
	r.said.Facts = slices.DeleteFunc(slices.Clone(r.said.Facts), func(f planning.Said) bool {
		inside := f.Start >= start && f.End <= end
		denied := inside && !strings.Contains(message[f.End:end], " ")
		if kept = kept || inside && !denied; denied && kept {
			from = f.Start
		}
		return denied || slices.ContainsFunc(r.edits, func(e edit) bool { return strings.Contains(e.new, f.Text) })
	})
	if at := strings.Index(message[end:], d.Instead); at >= 0 {
		end += at
	} else { // "Busan instead of Seoul"
		from = strings.LastIndex(message[:start], d.Instead) + len(d.Instead)
	}
	r.replace(message[:from] + message[end:])
}

// swapFacts puts what is wanted in the place of the fact of the question that is
// waved aside; false is none of its kind.
func (r *revision) swapFacts(was, now planning.Message) bool {
	for _, old := range was.Facts {
		for _, new := range now.Facts {
			if old.Kind != new.Kind {
				continue
			}
			if i := slices.IndexFunc(r.before.Facts, func(f planning.Said) bool { return f.Kind == old.Kind && f.Value == old.Value }); i >= 0 {
				r.put(r.before.Facts[i].Start, r.before.Facts[i].End, new.Text)
				return true
			}
		}
	}
	return false
}

// swapWords puts the word that is wanted in the place of the last one that is
// waved aside, where the question has it.
func (r *revision) swapWords(denied, instead string) bool {
	new := ""
	for _, w := range strings.Fields(instead) {
		if new = stem(w); new != "" {
			break
		}
	}
	old := stem(last(strings.Fields(denied)))
	at := strings.Index(r.asked, old)
	if old == "" || new == "" || at < 0 {
		return false
	}
	r.put(at, at+len(old), new)
	return true
}

// stem is a word without its particles.
func stem(word string) string {
	word = strings.ToLower(strings.Trim(word, " .,!?~"))
	if at, _, ok := phrases.Find(word, "copula"); ok { // "재개발이었네요"
		word = word[:at]
	}
	stems := korean.Stems(word)
	shortest := stems[0]
	for _, s := range stems {
		if len(s) < len(shortest) && len(s) >= len("가나") {
			shortest = s
		}
	}
	return shortest
}

func last(list []string) string {
	if len(list) == 0 {
		return ""
	}
	return list[len(list)-1]
}
