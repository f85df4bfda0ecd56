package clause

import (
	"regexp"
	"strings"
)

// clauseEnd is where another statement of the sentence begins: what stands
// behind it says nothing about the matched words.
var clauseEnd = regexp.MustCompile(`[,;]|(하고|하며|되며|이며|으며|받고|되고|않고|이고|있고|없고|주고|내고|하여|해서|므로|지만)([ ,]|$)`)

// denies finds the words that turn a Korean statement around.
var denies = regexp.MustCompile(`지\s*(않|아니|못)|아니\s*(한다|된다|하며)|안\s*된다|수\s*없|금지|무효|효력이?\s*없|없던\s*것|불가|못\s*한다|삭제|배제한다`)

// negated is a match that ends in a verb said not to be done.
var negated = regexp.MustCompile(`(않|아니|못)$`)

// condition follows such a verb when the sentence speaks of what happens if
// it is not done ("고지하지 않은 경우 해제할 수 있다") and bans nothing.
var condition = regexp.MustCompile(`^(으면|하면|았을|하였을|은|을|는|한|할|하는)?\s*(경우|때|시\s|사실|하자)|^(으면|하면|아서)`)

// deniesEN is looked for before the matched words, where English has it.
var deniesEN = regexp.MustCompile(`(?i)\b(not|never|cannot|nothing|neither|no)\b`)

// denied tells whether the sentence forbids what was matched in it. A
// question is never a denial: "…포기한다는 특약은 무효인가요?" asks about
// the clause.
func denied(sentence string, match span) bool {
	if strings.HasSuffix(strings.TrimRight(sentence, "\"'”’ "), "?") {
		return false
	}
	tail := sentence[match.end:]
	if negated.MatchString(sentence[match.start:match.end]) && condition.MatchString(tail) {
		return true
	}
	if end := tailEnd(tail); end >= 0 {
		tail = tail[:end]
	}
	if denies.MatchString(tail) {
		return true
	}
	head := sentence[max(0, match.start-30):match.start]
	return deniesEN.MatchString(head)
}

// tailEnd is where the statement that was matched ends, -1 at the end of
// the sentence. Its own verb ("포기하지 않고,") still belongs to it.
func tailEnd(tail string) int {
	loc := clauseEnd.FindStringIndex(tail)
	if loc == nil {
		return -1
	}
	return loc[1]
}
