package analysis

// asksMeaning tells whether a question asks what a word means.
func (f *facts) asksMeaning(words ...string) bool {
	return f.says(words...) && f.says("뭐", "뭔", "무슨", "무엇", "뜻", "의미", "설명", "what is", "what's", "what does", "mean", "explain")
}

// jeonseRatioMeaning says what the jeonse ratio is to those who ask.
func (r *run) jeonseRatioMeaning() {
	if !r.facts.asksMeaning("전세가율", "jeonse ratio", "jeonse-to-price") {
		return
	}
	r.title = say("전세가율", "Jeonse ratio")
	r.rule(say("전세가율은 전세보증금을 매매가로 나눈 비율로, 높을수록 집값이 내릴 때 보증금을 돌려받기 어려워집니다.",
		"The jeonse ratio is the jeonse deposit over the sale price; the higher it is, the harder it is to get the deposit back when prices fall."),
		basis(say("전세보증금 ÷ 매매가", "jeonse deposit ÷ sale price"), nil, arithmetic))
	r.title = Text{}
}

// loanRatioMeaning says what LTV and DSR are to those who ask.
func (r *run) loanRatioMeaning() {
	if r.facts.asksMeaning("dsr", "총부채원리금상환비율") {
		t := r.tables.DSR
		r.title = say("DSR", "DSR")
		r.rule(say("DSR은 한 해 소득에서 모든 대출의 원리금 상환액이 차지하는 비율이고, 은행은 %s까지만 빌려줍니다.",
			"DSR is the share of a year's income that goes into repaying all loans; banks lend up to %s.", t.BankPct),
			basis(say("한 해 원리금 상환액 ÷ 연소득", "yearly repayments ÷ yearly income"), []Citation{cite(ruleFSC, "DSR")}, t.Source))
	}
	if r.facts.asksMeaning("ltv", "담보인정비율") {
		t := r.tables.LTV
		r.title = say("LTV", "LTV")
		r.rule(say("LTV는 집값에서 담보대출이 차지하는 비율이고, 무주택자의 상한은 규제지역 %s, 그 밖의 수도권 %s, 지방 %s입니다.",
			"LTV is the share of the home's price that is lent on it; without a home the limit is %s in regulated areas, %s in the rest of the capital area and %s elsewhere.",
			t.Regulated.NoHousePct, t.Capital.NoHousePct, t.Other.NoHousePct),
			basis(say("담보대출 ÷ 집값", "loan ÷ price"), []Citation{cite(ruleFSC, "LTV")}, t.Source))
	}
	r.title = Text{}
}
