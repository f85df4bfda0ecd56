package analysis

import "github.com/madang-dev/madang/internal/words"

// asksMeaning tells whether a question asks what a word means.
func (f *facts) asksMeaning(word string) bool { return f.says(word) && f.says("meaning.asked") }

// jeonseRatioMeaning says what the jeonse ratio is to those who ask.
func (r *run) jeonseRatioMeaning() {
	if !r.facts.asksMeaning("meaning.jeonse_ratio") {
		return
	}
	r.title = words.M("meaning.jeonse_ratio.title")
	r.rule(words.M("meaning.jeonse_ratio.rule"),
		basis(words.M("meaning.jeonse_ratio.formula"), nil, arithmetic))
	r.title = words.Message{}
}

// loanRatioMeaning says what LTV and DSR are to those who ask.
func (r *run) loanRatioMeaning() {
	if r.facts.asksMeaning("meaning.dsr") {
		t := r.tables.DSR
		r.title = words.M("meaning.dsr.title")
		r.rule(words.M("meaning.dsr.rule", "t", t),
			basis(words.M("meaning.dsr.formula"), []Citation{cite(ruleFSC, "DSR")}, t.Source))
	}
	if r.facts.asksMeaning("meaning.ltv") {
		t := r.tables.LTV
		r.title = words.M("meaning.ltv.title")
		r.rule(words.M("meaning.ltv.rule", "t", t),
			basis(words.M("meaning.ltv.formula"), []Citation{cite(ruleFSC, "LTV")}, t.Source))
	}
	r.title = words.Message{}
}
