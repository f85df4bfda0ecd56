package drafts

import (
	"maps"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/madang-dev/madang/internal/dialog"
	"github.com/madang-dev/madang/internal/forms"
	"github.com/madang-dev/madang/internal/korean"
)

// Bounds of what a draft keeps.
const (
	maxVersions = 5 // every step of a run encodes them
	maxSaid     = 8
	// maxCorrection is how long a message is at most, in bytes, that does nothing but put one word
	// in the place of another.
	maxCorrection = 60
)

// Draft is a document that is being written. It reads back from JSON as it
// was.
type Draft struct {
	DocumentType string       `json:"document_type"`
	TemplateID   string       `json:"template_id"`
	Language     string       `json:"language"`
	FormData     forms.Values `json:"form_data"`
	// DraftVersions are the newest ones; CurrentVersion is the number of the
	// last, 0 before anything is known.
	DraftVersions  []Version `json:"draft_versions,omitempty"`
	CurrentVersion int       `json:"current_version"`
	// Asked are the fields that were asked for last, Clashes those that were
	// told several sums.
	Asked   []string      `json:"asked,omitempty"`
	Clashes []forms.Clash `json:"clashes,omitempty"`
	// Said are the messages that the draft was filled from: what no field
	// holds is checked too.
	Said []string `json:"said,omitempty"`
	// Told are the sums, in won, that were told for several people of fields for each, or for
	// each of fields for all.
	Told forms.Values `json:"told,omitempty"`
}

// Version is what a draft held at a time.
type Version struct {
	Number  int          `json:"number"`
	At      string       `json:"at"` // RFC 3339
	Values  forms.Values `json:"values"`
	Changed []string     `json:"changed,omitempty"`
}

// Input is what a message is read with.
type Input struct {
	Now time.Time
	// Names are values by field that data knows and the message names: what was
	// read around one is talk ("sorry, it was clinic 34").
	Names map[string]string
	// Supposed tells that the message asks what would be: a sum without a word for its
	// field is another in the place of the only one that is known.
	Supposed bool
}

// Begin is an empty draft; of an unknown kind it can't be filled.
func (s *Set) Begin(typ, lang string) Draft {
	return Draft{DocumentType: typ, TemplateID: typ + "_" + lang, Language: lang, FormData: forms.Values{}}
}

// idle are the acts that tell nothing of a document: "thanks" is no product.
var idle = []dialog.Act{dialog.Thanks, dialog.Greet, dialog.Help, dialog.Stop, dialog.Undo, dialog.Show, dialog.Why}

// says tells whether a short message does nothing but some acts.
func says(text string, acts []dialog.Act) bool {
	if len(text) > 60 {
		return false
	}
	said := dialog.Acts(text)
	return len(said) > 0 && !slices.ContainsFunc(said, func(s dialog.Said) bool { return !slices.Contains(acts, s.Act) })
}

// Fill reads a message or an answer into the draft and is the fields that it changed.
func (s *Set) Fill(d *Draft, text string, in Input) []string {
	doc := s.byType[d.DocumentType]
	if doc == nil || says(text, idle) || phrases.Has(text, "as_is") {
		return nil
	}
	before := d.FormData
	if n := len(d.DraftVersions); n > 1 && phrases.Has(text, "undoes") { // what was told last
		return s.change(d, d.DraftVersions[n-2].Values.Clone(), in.Now)
	}
	values, asked, left := before.Clone(), d.Asked, text
	if doc.Correct(values, text) && len(text) <= maxCorrection { // "not 2 but 3" says nothing else
		left = ""
	}
	left = doc.takeBack(values, left)
	said := doc.unsaid(d, before, values, text)
	if left == "" || !values[rowsKey].Equal(before[rowsKey]) { // what is left of it answers nothing
		asked = nil
	}
	left = doc.meant(doc.into(values, left), in.Now)
	whole := left
	left, found := doc.itemize(values, d.Language, left)
	if left != whole || len(found) > 0 && values.Has(rowsKey) {
		asked = nil
	}
	kept := values.Clone()
	read := monthDay.ReplaceAllString(apart(left), "${1}"+texts.Say("ko", "month_day", "month", "${2}", "day", "${3}")+"${4}")
	input := forms.Input{Today: korean.Midnight(in.Now), Lang: d.Language, Asked: asked, Clashes: d.Clashes}
	m := forms.NewMessage(read)
	res := doc.Read(values, m, input)
	doc.list(kept, values, m, input)
	doc.wholly(kept, values, left)
	if f, sum := doc.onlySum(before, values, text); !doc.otherCost(kept, values, left) && f != nil && (in.Supposed || !before.Has(f.Key) || phrases.Has(text, "corrects")) {
		for _, other := range doc.Fields { // a text that was read around the sum is none
			if other.Type != forms.Text || !strings.Contains(values.Text(other.Key), sum) || values[other.Key].Equal(before[other.Key]) {
				continue
			}
			put(values, before, other.Key)
		}
		if won, err := korean.ParseAmount(sum); err == nil && won >= 0 {
			values.Set(f.Key, won)
		}
	}
	if f, value := doc.directed(left); f != nil && len(kept) > 0 && left == whole {
		doc.direct(f, value, kept, values, input)
	}
	doc.counted(kept, values, forms.Lower(left))
	doc.more(kept, values, left)
	doc.summed(d, kept, values, left)
	doc.balance(before, values, d.Told, found)
	doc.named(before, values, left, in.Names)
	d.Clashes = res.Clashes
	if d.Said = append(d.Said, forms.Clean(said, 2<<10)); len(d.Said) > maxSaid {
		d.Said = slices.Clone(d.Said[len(d.Said)-maxSaid:])
	}
	doc.void(d, values)
	changed := s.change(d, values, in.Now)
	s.asking(d, in.Now)
	return changed
}

// apart is a message with a comma in the place of each ending that joins a noun to another
// clause: "the place is the Lotte hotel, and it is at 3" tells a place and a time.
func apart(text string) string {
	for _, at := range slices.Backward(phrases.FindAll(text, "joins_clause")) {
		text = text[:at[0]] + ", " + text[at[1]:]
	}
	return text
}

// onlySum is the only field of money that is known, or the only one of the form where it is
// needed, and the only sum of a message that changed none; nil for several or none.
func (doc *document) onlySum(before, values forms.Values, text string) (only *forms.Field, sum string) {
	sums := korean.FindSums(text)
	if len(sums) != 1 {
		return nil, ""
	}
	for _, f := range doc.Fields {
		switch {
		case f.Type != forms.Money || !values.Has(f.Key) && !(doc.only(f) && f.Needed.Given() && !phrases.Has(text, "sum_of")):
		case only != nil || !values[f.Key].Equal(before[f.Key]):
			return nil, ""
		default:
			only = f
		}
	}
	return only, text[sums[0].Start:sums[0].End]
}

// monthDay is a day written with a stroke, 11/20, or the first of several, 11/20~21.
var monthDay = regexp.MustCompile(`(^|[\s(,])(1[0-2]|0?[1-9])/([12]\d|3[01]|0?[1-9])(?:\s?[~-]\s?(?:\d{1,2}/)?\d{1,2})?($|[^\d/])`)

// void forgets what was told of a field that is corrected to none.
func (doc *document) void(d *Draft, values forms.Values) {
	for _, key := range slices.Sorted(maps.Keys(doc.Voids)) {
		if was := d.FormData.Text(key); was == "" || isNone(was) || !isNone(values.Text(key)) {
			continue
		}
		d.Said = nil
		for _, other := range doc.Voids[key] {
			delete(values, other)
		}
	}
}

// change takes new values, as a new version where they differ.
func (s *Set) change(d *Draft, values forms.Values, now time.Time) []string {
	var changed []string
	for _, key := range s.byType[d.DocumentType].Keys() {
		if values.Has(key) != d.FormData.Has(key) || !values[key].Equal(d.FormData[key]) {
			changed = append(changed, key)
		}
	}
	if len(changed) == 0 {
		return nil
	}
	d.FormData = values
	d.CurrentVersion++
	d.DraftVersions = append(slices.Clone(d.DraftVersions), Version{
		Number: d.CurrentVersion, At: now.UTC().Format(time.RFC3339), Values: values.Clone(), Changed: changed,
	})
	d.DraftVersions = d.DraftVersions[max(0, len(d.DraftVersions)-maxVersions):]
	return changed
}

func (s *Set) asking(d *Draft, now time.Time) {
	d.Asked = nil
	for _, m := range forms.NextQuestions(s.Missing(*d, now)) {
		d.Asked = append(d.Asked, m.Key)
	}
}

// Missing lists what nobody has said yet, what is needed first.
func (s *Set) Missing(d Draft, now time.Time) []forms.Missing {
	doc, scope := s.open(d, now)
	return doc.Form.Missing(scope)
}
