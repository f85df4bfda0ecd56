package document

import (
	"regexp"
	"strings"
)

// letterForm are the words for a message with its form; the first that a
// text has decides.
var letterForms = []struct {
	form string
	re   *regexp.Regexp
}{
	{FormCertified, regexp.MustCompile(`내용\s?증명|최고장|certified (?:letter|mail)|proof of contents`)},
	{FormNotice, regexp.MustCompile(`통지서|통보서|통지문|안내문|요청서|요구서|공문|편지|서한|이메일|e-?mail|\bletter\b|\bnotice\b`)},
	{FormText, regexp.MustCompile(`문자|카톡|카카오톡|메시지|메세지|답장|text message|\btext\b|\bmessage\b|kakao`)},
}

var (
	letterWrite = regexp.MustCompile(`써|쓰고|쓸|작성|초안|만들|적어|보낼|보내|양식|준비|드릴|write|draft|make|create|compose|prepare|need|generate`)
	letterNot   = regexp.MustCompile(`특약|조항|넣어|넣을|추가|계약서|위임장|합의서|영수증|동의서|각서`)

	warmAsk  = regexp.MustCompile(`정중|공손|부드럽|예의|친절|상냥|완곡|politer?|softer?|gentl[ey]r?|kinder|warmer`)
	firmAsk  = regexp.MustCompile(`단호|강하게|세게|딱딱하게|건조하게|사무적|firm(?:er)?|stronger|businesslike`)
	shortAsk = regexp.MustCompile(`짧게|간단|간결|줄여|요약|shorter|brief(?:er)?|concise`)
	koAsk    = regexp.MustCompile(`한국어로|한글로|in korean`)
	enAsk    = regexp.MustCompile(`영어로|영문으로|in english`)
	formAsk  = regexp.MustCompile(`(?:내용\s?증명|통지서|편지|이메일|메일|문자|카톡|메시지)\s?(?:으로|로|형식|용으로|버전|형태|처럼)|as (?:a |an )?(?:certified letter|letter|notice|text|e-?mail)`)
	// strangeAsk tells a question about a form or a word from a wish.
	strangeAsk = regexp.MustCompile(`뭐|무엇|무슨|왜|얼마|효력|비용|어디|언제|차이|알려|설명|궁금|what|why|how|when|where|which|explain`)
)

// asksLetter tells whether a text asks to write a message or notice.
func asksLetter(lower string) bool {
	return letterFormOf(lower) != "" && letterWrite.MatchString(lower) && !letterNot.MatchString(lower)
}

func letterFormOf(lower string) string {
	for _, f := range letterForms {
		if f.re.MatchString(lower) {
			return f.form
		}
	}
	return ""
}

// purposes are tried in their order: a repair asked for in a letter that
// ends the lease is the ground, not the purpose.
var purposes = []struct {
	kind LetterKind
	re   *regexp.Regexp
	not  *regexp.Regexp
}{
	{RentRefund, regexp.MustCompile(`(?:초과|더\s*(?:낸|준|받은|올려\s*준)|넘게\s*(?:낸|준|받은|올려)|넘겨\s*(?:낸|준)|과다|10조의\s?2)[^\n]{0,40}(?:반환|돌려|환급|환불)|(?:refund|return|back)[^\n]{0,40}(?:excess|above the (?:limit|cap)|overpaid|over 5)|(?:excess|overpaid)[^\n]{0,40}(?:refund|return|back)`), nil},
	{DisclosureRequest, regexp.MustCompile(`납세\s?증명|완납\s?증명|체납[^\n]{0,12}(?:확인|열람|동의|증명|보여)|선순위[^\n]{0,24}(?:정보|확인|알려|열람|보여|자료|내역)|확정일자[^\n]{0,16}(?:현황|정보|열람)|열람[^\n]{0,8}동의|정보\s*제시|3조의\s?7|tax (?:certificates?|payment|clearance)|prior (?:deposits?|tenants?)|proof of (?:paid )?tax`), nil},
	{DepositReturn, regexp.MustCompile(`(?:보증금|전세금)[^\n]{0,40}(?:반환|돌려|못\s*받|안\s*(?:줘|주|준)|받지\s*못|내놓|달라고)|(?:반환|돌려)[^\n]{0,16}(?:보증금|전세금)|deposit[^\n]{0,40}(?:back|return|refund)|(?:return|refund|back)[^\n]{0,24}deposit`), regexp.MustCompile(`올려|인상|증액|깎|내려|인하|감액|%|프로|퍼센트`)},
	{RentProposal, regexp.MustCompile(`올려|올리|인상|증액|깎|내려|내리|낮춰|낮추|인하|감액|동결|그대로\s*(?:유지|두)|유지하자|raise|increase|lower|reduce|cut|decrease|freeze|keep the (?:rent|deposit)`), regexp.MustCompile(`내려\s?(?:앉|오)|물이\s*내려|수압|수리|누수|고장`)},
	{NonRenewal, regexp.MustCompile(`갱신\s*(?:을|를)?\s*(?:안|거절|하지\s*않|원하지\s*않|의사가?\s*없)|연장\s*(?:을|를)?\s*(?:안|하지\s*않|거절)|재계약\s*(?:을|를)?\s*(?:안|하지\s*않|거절|의사가?\s*없)|(?:만기|만료)(?:일)?(?:에|에는|까지만|되면)?[^\n]{0,12}(?:나가|나갈|이사|퇴거|끝내|종료)|갱신\s*거절|계약\s*종료\s*(?:통지|통보|알)|(?:not|n't|refuse to|without) (?:to )?(?:be )?(?:renew|extend)|non-?renewal`), regexp.MustCompile(`거절\s*(?:당|했|한다고\s*(?:해|하)|하신|에\s*대비|못)`)},
	{Termination, regexp.MustCompile(`해지|중도\s*퇴거|중간에\s*나|나가겠|나간다|나갈\s*(?:거|예정|계획)|이사\s*(?:나|간|갈|가겠)|방\s*빼|terminat|move out|moving out|end (?:the|my|our) lease|break the lease|leave early|give notice`), nil},
	{RepairRequest, regexp.MustCompile(`수리|수선|고쳐|고장|누수|물이?\s*새|곰팡이|결로|보일러|에어컨|변기|배수|하자|repair|leak|broken|mou?ld|heater|boiler|fix(?:ed)?\b`), nil},
	{RenewalRequest, regexp.MustCompile(`갱신|연장|재계약|계속\s*(?:살|거주)|더\s*살|renew|extend|extension|stay (?:on|longer)`), nil},
}

// letterKindOf is the purpose that a text names, "" when it names none.
func letterKindOf(lower string) LetterKind {
	if letterSideOf(lower) == SideLandlord && strings.Contains(lower, "실거주") {
		return NonRenewal
	}
	for _, p := range purposes {
		if p.re.MatchString(lower) && (p.not == nil || !p.not.MatchString(lower)) {
			return p.kind
		}
	}
	if rateRE.MatchString(lower) {
		return RentProposal
	}
	return ""
}

var (
	toTenant   = regexp.MustCompile(`(?:세입자|임차인)(?:분)?\s*(?:님)?\s*(?:에게|한테|께|보고|앞으로|이?\s?받을)|to (?:my|the|our) tenants?|(?:저는|제가|나는|내가|i am|i'm)\s*(?:the |a )?(?:집주인|임대인|landlord|owner)`)
	toLandlord = regexp.MustCompile(`(?:집주인|임대인|건물주|주인)(?:분)?\s*(?:님)?\s*(?:에게|한테|께|보고|앞으로|이?\s?받을)|to (?:my|the|our) (?:landlord|lessor|owner)|(?:저는|제가|나는|내가|i am|i'm)\s*(?:the |a )?(?:세입자|임차인|tenant)`)
)

// letterSideOf is who sends: "" when the text does not tell.
func letterSideOf(lower string) string {
	switch {
	case toTenant.MatchString(lower):
		return SideLandlord
	case toLandlord.MatchString(lower):
		return SideTenant
	}
	return ""
}

var (
	threat   = regexp.MustCompile(`협박(?:하는|조|성|처럼|\s?(?:문자|편지|메시지|해|하게))|죽여|죽이|죽인다|가만\s*(?:두지|안\s*두)|해코지|불\s?(?:지르|질러)|때리겠|패버|신상[^\n]{0,10}(?:퍼뜨|공개|올리)|(?:소문|사진)[^\n]{0,10}(?:퍼뜨|뿌리|뿌린)|가족[^\n]{0,12}(?:해치|찾아가)|겁(?:을|이)?\s*(?:주는|주게|나게|먹게)|\bthreat(?:en|ening|s)?\b|blackmail|\bkill\b|\bhurt (?:him|her|them)\b|scare (?:him|her|them)`)
	insult   = regexp.MustCompile(`욕(?:을|설|설을|도|도\s*좀)?\s*(?:섞|넣|퍼|써|해\s?줘|하는|담)|모욕(?:하는|적|해)|비하하는|조롱|인신\s?공격|\binsult|\bcurs(?:e|ing)\b|swear words?`)
	untruth  = regexp.MustCompile(`(?:안|않)\s*(?:났|샜|새|깨졌)[^\n]{0,6}(?:데|지만)[^\n]{0,10}(?:났|샜|샌|깨졌)다고|거짓(?:말|으로|\s?사유|된)?[^\n]{0,14}(?:써|적|말|꾸|넣|통지|실거주)|허위(?:로|\s?사실)|꾸며\s*(?:내|서|줘)|지어\s*내|없는\s*(?:하자|고장|누수|사실|연체)|사실이?\s*아니(?:지만|어도|라도)|(?:안|않)[^\n]{0,8}(?:데|지만)[^\n]{0,16}(?:다고|라고)\s*(?:써|적|해)|실거주\s*(?:안|하지\s*않)[^\n]{0,12}(?:데|지만|면서)|\bpretend|\bmake up\b|\bfalsely\b|\blie (?:that|about)|\ba lie\b|not true but`)
	withoutI = regexp.MustCompile(`^[^\n.]{0,10}(?:않|말고|없이|빼고|아니게)`)
)

// refusesLetter names why a letter is not written: "threat", "insult",
// "untruth" or "".
func refusesLetter(lower string) string {
	for _, r := range []struct {
		name string
		re   *regexp.Regexp
	}{{"threat", threat}, {"insult", insult}, {"untruth", untruth}} {
		// "협박처럼 들리지 않게" is the opposite of a threat.
		for _, at := range r.re.FindAllStringIndex(lower, 8) {
			if r.name == "untruth" || !withoutI.MatchString(lower[at[1]:]) && !strings.HasSuffix(strings.TrimSpace(lower[:at[0]]), "not") {
				return r.name
			}
		}
	}
	return ""
}
