package document

import (
	"errors"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"github.com/madang-dev/madang/internal/forms"
	"github.com/madang-dev/madang/internal/words"
)

// Term is a recommended special term, written for the contract at hand.
type Term struct {
	ID         string `json:"id"` // ST-01…ST-20
	Name       string `json:"name"`
	Text       string `json:"text"`
	Importance string `json:"importance"` // high | medium | low
	Reason     string `json:"reason"`
	// Ready tells that the text has no blank left to fill in.
	Ready bool `json:"ready"`
}

// termRule is a recommended term as its file has it.
type termRule struct {
	ID         string     `yaml:"id"`
	Importance string     `yaml:"importance"`
	Name       words.Text `yaml:"name"`
	Why        words.Text `yaml:"why"`
	When       forms.Cond `yaml:"when"`
	// CoveredBy are words of a term that already says it.
	CoveredBy []string       `yaml:"covered_by"`
	Text      forms.Template `yaml:"text"`
}

func (r *termRule) prepare(f *forms.Form) error {
	if r.ID == "" || level(r.Importance) != r.Importance {
		return errors.New("it needs an id and an importance: high, medium or low")
	}
	return errors.Join(f.CheckCond(&r.When), f.Check(&r.Text))
}

func (r *termRule) term(s *forms.Scope) Term {
	text := r.Text.In(s)
	return Term{
		ID: r.ID, Name: r.Name.In(s.Lang()), Text: text, Importance: r.Importance,
		Reason: r.Why.In(s.Lang()), Ready: !strings.Contains(text, forms.BlankMark()),
	}
}

// recommended lists the special terms that fit the contract and are not yet
// among its own, the most important first.
func (c *contract) recommended(s *forms.Scope) []Term {
	var out []Term
	own := strings.Join(s.Values.List(termsKey), "\n")
	for _, importance := range []string{SeverityHigh, SeverityMedium, SeverityLow} {
		for i := range c.Terms {
			r := &c.Terms[i]
			covered := slices.ContainsFunc(r.CoveredBy, func(w string) bool { return strings.Contains(own, w) })
			if r.Importance == importance && !covered && r.When.Holds(s, true) {
				out = append(out, r.term(s))
			}
		}
	}
	return out
}

// readTerms takes the special terms out of a message before anything else,
// so that a sum within a term is not read as the contract's.
func (c *contract) readTerms(m *forms.Message, s *forms.Scope) {
	t := &termReader{Message: m, scope: s, contract: c}
	t.drop()
	for {
		start, end, ok := phrases.Find(m.Rest(), "terms.head")
		if !ok {
			break
		}
		m.Use(start, t.below(end))
	}
	for _, key := range []string{"terms.quote_behind", "terms.quote_before"} {
		for _, at := range phrases.FindAll(m.Rest(), key) {
			part := m.Written[at[0]:at[1]]
			if q := phrases.Match(part, "terms.quoted"); q != nil {
				t.add(q[len(q)-1])
			}
			m.Use(at[0], at[1])
		}
	}
	t.put("terms.put")
	t.put("terms.said")
	t.addRecommended()
}

// put adds a term that a sentence names: "특약에 반려동물 금지 넣어줘".
func (t *termReader) put(key string) {
	for _, at := range phrases.FindAll(t.Rest(), key) {
		said := strings.TrimSpace(phrases.Named(t.Rest()[at[0]:at[1]], key)["n"])
		start := strings.Index(t.Rest()[at[0]:at[1]], said)
		if said == "" || start < 0 || phrases.Has(said, "terms.unnamed") || key == "terms.said" && t.ofField(said) {
			continue
		}
		term := t.Written[at[0]+start : at[0]+start+len(said)]
		if phrases.Has(said, "terms.open") {
			term += texts.Say(words.Base, "draft.closed")
		}
		t.add(term)
		t.Use(at[0], at[1])
	}
}

// ofField tells whether a piece is what a field of the contract takes.
func (t *termReader) ofField(said string) bool {
	v := t.scope.Values.Clone()
	t.contract.Read(v, forms.NewMessage(said), forms.Input{Today: t.scope.AsOf(), Lang: t.scope.Lang()})
	return slices.ContainsFunc(t.contract.Keys(), func(key string) bool {
		return t.contract.Field(key).Type != forms.YesNo && !reflect.DeepEqual(v[key], t.scope.Values[key])
	})
}

type termReader struct {
	*forms.Message
	scope    *forms.Scope
	contract *contract
}

func (t *termReader) terms() []string { return t.scope.Values.List(termsKey) }

// below adds the term on the line of the heading, or the list below it, and
// tells where it ends.
func (t *termReader) below(at int) int {
	end := at + lineLength(t.Written[at:])
	for _, item := range splitTerms(strings.TrimSpace(t.Written[at:end])) {
		t.add(item)
	}
	for end < len(t.Written) {
		next := end + 1
		stop := next + lineLength(t.Written[next:])
		if !phrases.Has(t.Written[next:stop], "terms.bullet") {
			break
		}
		t.add(t.Written[next:stop])
		end = stop
	}
	return end
}

func lineLength(s string) int {
	if i := strings.IndexByte(s, '\n'); i >= 0 {
		return i
	}
	return len(s)
}

// splitTerms cuts a line at semicolons and at numbers that begin an item.
func splitTerms(line string) []string {
	var out []string
	for part := range strings.SplitSeq(line, ";") {
		if !phrases.Has(part, "terms.bullet") {
			out = append(out, part)
			continue
		}
		from := 0
		for _, at := range phrases.FindAll(part, "terms.next_number") {
			out = append(out, part[from:at[0]])
			from = at[1]
		}
		out = append(out, part[from:])
	}
	return out
}

// withoutBullet drops the sign or number before an item.
func withoutBullet(line string) string {
	if _, end, ok := phrases.Find(line, "terms.bullet"); ok {
		return line[end:]
	}
	return line
}

func (t *termReader) add(text string) {
	text = strings.Trim(forms.OneLine(withoutBullet(text), maxTermRunes), `"“”'‘’ `)
	terms := t.terms()
	if len([]rune(text)) < 2 || phrases.Has(text, "terms.none") || slices.Contains(terms, text) || len(terms) >= maxTerms {
		return
	}
	t.scope.Set(termsKey, append(slices.Clone(terms), text))
	t.Understood++
}

// drop removes terms by the number they are shown with.
func (t *termReader) drop() {
	if start, end, ok := phrases.Find(t.Rest(), "terms.drop_all"); ok {
		t.scope.Set(termsKey, []string(nil))
		t.Use(start, end)
		return
	}
	for _, at := range phrases.FindAll(t.Rest(), "terms.drop") {
		n, err := strconv.Atoi(strings.Trim(phrases.Named(t.Written[at[0]:at[1]], "terms.drop")["n"], " "))
		if terms := t.terms(); err == nil && n >= 1 && n <= len(terms) {
			t.scope.Set(termsKey, slices.Delete(slices.Clone(terms), n-1, n))
		}
		t.Use(at[0], at[1])
	}
}

// addRecommended adds the recommended terms that the user asked for, by id or
// all that fit.
func (t *termReader) addRecommended() {
	if start, end, ok := phrases.Find(t.Rest(), "terms.add_all"); ok {
		for _, term := range t.contract.recommended(t.scope) {
			if term.Ready {
				t.add(term.Text)
			}
		}
		t.Use(start, end)
		return
	}
	if !phrases.Has(t.Rest(), "terms.add") {
		return
	}
	for _, at := range phrases.FindAll(t.Rest(), "terms.id") {
		id := "ST-" + t.Written[at[1]-2:at[1]]
		for i := range t.contract.Terms {
			if t.contract.Terms[i].ID == id {
				t.add(t.contract.Terms[i].term(t.scope).Text)
			}
		}
		t.Use(at[0], at[1])
	}
}
