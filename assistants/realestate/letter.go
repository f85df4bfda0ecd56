package realestate

import (
	"fmt"
	"strings"
)

// addLetter drafts the short message that a tenant asked for, from the
// figures that analysis worked out. A rise is only proposed where it stays
// within the ceiling.
func (a *answer) addLetter() {
	if !a.wantsLetter() {
		return
	}
	text := a.letter()
	if text == "" {
		return
	}
	a.core = append([]string{a.words.letterIntro + "\n\n> " + strings.ReplaceAll(text, "\n", "\n> ")}, a.core...)
	a.core = a.core[:min(len(a.core), maxLaw)]
	a.recommend = appendNew(a.recommend, a.words.letterSend)
}

// wantsLetter tells whether a message to the other party is asked for; a
// contract is the document team's.
func (a *answer) wantsLetter() bool {
	if a.state.DocumentTeamState != nil {
		return false
	}
	query := strings.ToLower(a.state.Query)
	named := containsAny(query, "문자", "카톡", "메시지", "답장", "통지", "내용증명", "이메일", "메일", "편지", "message", "letter", "email", "e-mail", "notice")
	return named && containsAny(query, "초안", "써", "작성", "만들", "적어", "draft", "write", "make")
}

func containsAny(text string, words ...string) bool {
	for _, w := range words {
		if strings.Contains(text, w) {
			return true
		}
	}
	return false
}

func (a *answer) letter() string {
	query := strings.ToLower(a.state.Query)
	switch {
	case a.riseLetter() != "":
		return a.riseLetter()
	case containsAny(query, "보증금") && containsAny(query, "반환", "돌려") || strings.Contains(query, "deposit back"):
		return a.pick(
			"안녕하세요, 임차인 [이름]입니다. 임대차 계약이 [만료일]에 끝나므로 그날 집을 넘겨 드리면서 보증금 [금액] 전액을 돌려받고자 합니다. 반환 계좌는 [계좌]이며, 어려운 사정이 있으시면 [날짜]까지 알려 주시기 바랍니다.",
			"Hello, this is [name], your tenant. The lease ends on [date]; I will hand over the home that day and ask for the whole deposit of [sum] in return, to account [account]. Please let me know by [date] if there is any difficulty.")
	case containsAny(query, "수리", "누수", "고장", "고쳐", "보일러", "repair", "leak", "broken", "heater"):
		return a.pick(
			"안녕하세요, 임차인 [이름]입니다. [날짜]부터 [고장 난 곳과 증상]이(가) 있어 사진을 함께 보내 드립니다. 생활에 지장이 있어 수리를 부탁드리며, 언제 가능하신지 [날짜]까지 알려 주시기 바랍니다.",
			"Hello, this is [name], your tenant. Since [date] there has been [what is broken]; photos are attached. It makes living here difficult, so I ask you to have it repaired. Please let me know by [date] when this can be done.")
	case containsAny(query, "갱신", "연장", "재계약", "renew", "extend"):
		return a.renewalLetter()
	}
	return ""
}

// riseLetter proposes a rise that the analysis found to be within the
// ceiling.
func (a *answer) riseLetter() string {
	s := a.state.AnalysisTeamState
	if s == nil || s.RawAnalysis.RentIncrease == nil {
		return ""
	}
	r := s.RawAnalysis.RentIncrease
	if r.Verdict != "within" || r.ProposedDeposit == 0 || r.Input.CurrentDeposit == 0 {
		return ""
	}
	lang := a.state.Language
	now, then := won(r.Input.CurrentDeposit, lang), won(r.ProposedDeposit, lang)
	return fmt.Sprintf(a.pick(
		"안녕하세요, 임차인 [이름]입니다. 계약갱신요구권을 행사하여 계속 거주하고자 합니다. 보증금은 지금 %[1]s에서 %[2]s 올린 %[3]s으로 하기를 제안드립니다. 법정 한도 %[4]s는 올릴 수 있는 최대 비율이므로 서로 무리가 없는 선에서 정했으면 합니다. 검토 후 답변 부탁드립니다. 감사합니다.",
		"Hello, this is [name], your tenant. I wish to use my right to renew and stay. I propose a deposit of %[3]s, %[2]s above the present %[1]s. The legal limit of %[4]s is a maximum and not a due rise, so I hope this suits us both. I look forward to your reply."),
		now, r.Rise, then, r.Ceiling)
}

func (a *answer) renewalLetter() string {
	end := a.pick("[만료일]", "[end of the lease]")
	if s := a.state.AnalysisTeamState; s != nil && s.RawAnalysis.RenewalWindow != nil {
		end = s.RawAnalysis.RenewalWindow.End
	}
	return fmt.Sprintf(a.pick(
		"안녕하세요, 임차인 [이름]입니다. %s에 끝나는 임대차 계약에 대해 계약갱신요구권을 행사하여 갱신을 요구합니다. 보증금과 차임의 조정은 법이 정한 범위에서 협의하기를 바랍니다. 확인 후 답변 부탁드립니다.",
		"Hello, this is [name], your tenant. For the lease that ends on %s I use my right to demand renewal. I am ready to talk about the deposit and the rent within the legal limit. Please confirm."), end)
}

func (a *answer) pick(ko, en string) string {
	if a.state.Language == "en" {
		return en
	}
	return ko
}
