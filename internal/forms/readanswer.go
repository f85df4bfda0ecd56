package forms

import "strings"

// readAnswers takes what is answered with yes, no or none.
func (r *reading) readAnswers() {
	for _, f := range r.form.Fields {
		switch f.Type {
		case YesNo:
			r.readYesNo(f)
		case Text:
			r.readFind(f)
			r.readNone(f)
		default:
			r.readNone(f)
		}
	}
}

func (r *reading) readYesNo(f *Field) {
	text := r.text(f)
	switch there, said := r.exists(f, text); {
	case f.No.In(text):
		r.set(f.Key, false)
	case f.Yes.In(text):
		r.set(f.Key, true)
	case said:
		r.set(f.Key, there)
	}
}

// exists reads "… there is none" behind a subject; when another subject
// stands between, the words behind both count for both.
func (r *reading) exists(f *Field, text string) (there, said bool) {
	at := f.About.re.FindStringIndex(text)
	if at == nil {
		return false, false
	}
	tail := text[at[1]:]
	if end := strings.IndexAny(tail, "\n.;"); end >= 0 {
		tail = tail[:end]
	}
	own := tail
	for _, other := range r.each(YesNo) {
		if o := other.About.re.FindStringIndex(own); o != nil && other != f {
			own = own[:o[0]]
		}
	}
	for _, part := range []string{own, tail} {
		no, _, isNo := phrases.Find(part, "there_is_no")
		yes, _, isYes := phrases.Find(part, "there_is")
		if isNo || isYes {
			return isYes && (!isNo || yes < no), true
		}
	}
	return false, false
}

// readNone takes "no deposit": zero, or a list that says so. A sum that the
// same message names counts more.
func (r *reading) readNone(f *Field) {
	text := r.text(f)
	if f.Type == Text { // the words for none were taken as the text itself: "items given: none"
		text = r.Lower
	}
	if f.None.Empty() || !f.None.In(text) || len(r.said[f.Key]) > 0 {
		return
	}
	switch f.Type {
	case Money:
		if f.Then != "" && r.Int(f.Key) > 0 {
			return
		}
		r.Set(f.Key, int64(0))
	case List:
		r.Set(f.Key, []string{r.scope().say("none")})
	case Text:
		r.Set(f.Key, r.scope().say("none"))
	default:
		delete(r.Values, f.Key)
	}
	r.forget(f.Forgets)
	r.Understood++
}

// readFind takes a text that is known by its own look, or the group of it that is the value. A
// sentence may tell a day, which was read as such.
func (r *reading) readFind(f *Field) {
	anew := !f.Sentence && phrases.Has(r.Written, "corrects")
	if f.Find.Empty() || r.Has(f.Key) && !anew || !f.When.Empty() && !f.When.In(r.Rest()) {
		return
	}
	text, sentence := r.Rest(), f.Sentence && !f.Noun
	if sentence {
		text = r.Lower
	}
	for _, at := range f.Ignore.FindAll(r.Lower, maxListItems) {
		text = text[:at[0]] + strings.Repeat(" ", at[1]-at[0]) + text[at[1]:]
	}
	if all := f.Find.re.FindAllStringSubmatchIndex(text, maxListItems); len(all) > 0 {
		at := all[0]
		if anew { // what is meant stands behind what was said
			at = all[len(all)-1]
		}
		value := at[:2]
		for g := 2; g < len(at); g += 2 {
			if at[g] >= 0 {
				value = at[g : g+2]
			}
		}
		found := strings.TrimSpace(r.Written[value[0]:value[1]])
		if strings.Contains(r.Values.Text(f.Key), found) {
			return
		}
		r.Set(f.Key, found)
		if sentence { // the message has said what it says
			r.Understood++
		}
	}
}
