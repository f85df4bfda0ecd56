package analysis

import "github.com/madang-dev/madang/internal/words"

// asksMeaning tells whether a question asks what a word means.
func (f *facts) asksMeaning(words ...string) bool {
	return f.says(words...) && f.says("뭐", "뭔", "무슨", "무엇", "뜻", "의미", "설명", "what is", "what's", "what does", "mean", "explain")
}

// jeonseRatioMeaning says what the jeonse ratio is to those who ask.
func (r *run) jeonseRatioMeaning() {
	if !r.facts.asksMeaning("전세가율", "jeonse ratio", "jeonse-to-price") {
		return
	}
	r.title = words.M("meaning.jeonse_ratio.title")
	r.rule(words.M("meaning.jeonse_ratio.rule"),
		basis(words.M("meaning.jeonse_ratio.formula"), nil, arithmetic))
	r.title = words.Message{}
}

// loanRatioMeaning says what LTV and DSR are to those who ask.
func (r *run) loanRatioMeaning() {
	if r.facts.asksMeaning("dsr", "총부채원리금상환비율") {
		t := r.tables.DSR
		r.title = words.M("meaning.dsr.title")
		r.rule(words.M("meaning.dsr.rule", "t", t),
			basis(words.M("meaning.dsr.formula"), []Citation{cite(ruleFSC, "DSR")}, t.Source))
	}
	if r.facts.asksMeaning("ltv", "담보인정비율") {
		t := r.tables.LTV
		r.title = words.M("meaning.ltv.title")
		r.rule(words.M("meaning.ltv.rule", "t", t),
			basis(words.M("meaning.ltv.formula"), []Citation{cite(ruleFSC, "LTV")}, t.Source))
	}
	r.title = words.Message{}
}
