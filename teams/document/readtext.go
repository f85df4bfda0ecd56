package document

import (
	"regexp"
	"strings"
	"sync"
)

// labelled is a short text that a word and a colon or particle announce.
type labelled struct {
	key string
	re  *regexp.Regexp // group 1 is the value
}

const (
	is    = `\s*(?:은|는|이|가)?\s*[:：=]?\s*`
	colon = `\s*(?:은|는)?\s*[:：]\s*`
	value = `([^,;\n]{2,160})`
	line  = `([^\n]{2,300})`
	phone = `(\+?\d{2,4}[-\s.]?\d{3,4}[-\s.]?\d{4})`
)

// leaseTexts and salesTexts are tried in their order; an earlier one owns
// its characters. Their repetitions make them slow to compile: only who reads
// texts waits for it.
var (
	leaseTexts = sync.OnceValue(func() []labelled {
		return []labelled{
			{"lessor_phone", regexp.MustCompile(`(?:임대인|집주인|landlord)(?:의|'s)?\s*(?:전화번호|전화|연락처|휴대폰|번호|phone)` + is + phone)},
			{"lessee_phone", regexp.MustCompile(`(?:임차인|세입자|tenant)(?:의|'s)?\s*(?:전화번호|전화|연락처|휴대폰|번호|phone)` + is + phone)},
			{"lessor_addr", regexp.MustCompile(`(?:임대인|집주인|landlord)(?:의|'s)?\s*(?:주소|address)` + is + value)},
			{"lessee_addr", regexp.MustCompile(`(?:임차인|세입자|tenant)(?:의|'s)?\s*(?:주소|address)` + is + value)},
			{"rent_account", regexp.MustCompile(`(?:월세|차임|rent)\s*(?:입금\s*)?(?:계좌(?:번호)?|account)` + is + value)},
			{"lessor_account", regexp.MustCompile(`(?:(?:임대인|집주인|보증금|입금)\s*)?(?:계좌(?:번호)?|bank account)` + is + value)},
			{"tax_note", regexp.MustCompile(`(?:(?:미납|체납)\s*(?:세금|국세|지방세)?\s*내용|tax note)` + is + value)},
			{"prior_note", regexp.MustCompile(`(?:선순위\s*(?:보증금|임차인)?\s*내용|prior note)` + is + value)},
			{"broker_reg_no", regexp.MustCompile(`(?:중개사무소\s*)?(?:등록번호|registration number)` + is + `([0-9가-힣][0-9가-힣-]{3,30})`)},
			{"broker_office", regexp.MustCompile(`(?:(?:공인)?중개사?\s?사무소|중개업소|broker(?:'s)? office)` + colon + value)},
			{"lease_part", regexp.MustCompile(`(?:임대할?|임차할?)\s*부분` + is + value)},
			{"building_structure", regexp.MustCompile(`건물\s*구조` + is + value)},
			{"building_use", regexp.MustCompile(`건물\s*용도` + is + value)},
			{"land_category", regexp.MustCompile(`지목` + is + `([가-힣]{1,8})`)},
			{"mgmt_rule", regexp.MustCompile(`관리비\s*(?:부과\s*)?기준` + is + value)},
			{"repair_remedy", regexp.MustCompile(`수리\s*(?:미이행|안\s*하면|지연)\s*시?` + colon + line)},
		}
	})
	salesTexts = sync.OnceValue(func() []labelled {
		return []labelled{
			{"seller_phone", regexp.MustCompile(`(?:매도인|seller)(?:의|'s)?\s*(?:전화번호|전화|연락처|휴대폰|번호|phone)` + is + phone)},
			{"buyer_phone", regexp.MustCompile(`(?:매수인|buyer)(?:의|'s)?\s*(?:전화번호|전화|연락처|휴대폰|번호|phone)` + is + phone)},
			{"seller_addr", regexp.MustCompile(`(?:매도인|seller)(?:의|'s)?\s*(?:주소|address)` + is + value)},
			{"buyer_addr", regexp.MustCompile(`(?:매수인|buyer)(?:의|'s)?\s*(?:주소|address)` + is + value)},
			{"seller_account", regexp.MustCompile(`(?:(?:매도인|대금|입금)\s*)?(?:계좌(?:번호)?|bank account)` + is + value)},
			{"release_condition", regexp.MustCompile(`(?:말소\s*조건|release)` + is + line)},
			{"mortgage_bank", regexp.MustCompile(`(?:근저당권자|mortgage lender)` + is + value)},
			{"land_permit_note", regexp.MustCompile(`허가\s*조건` + is + line)},
			{"broker_reg_no", regexp.MustCompile(`(?:중개사무소\s*)?(?:등록번호|registration number)` + is + `([0-9가-힣][0-9가-힣-]{3,30})`)},
			{"broker_office", regexp.MustCompile(`(?:(?:공인)?중개사?\s?사무소|중개업소|broker(?:'s)? office)` + colon + value)},
		}
	})
	repairList  = regexp.MustCompile(`(?:입주\s*전\s*)?(?:수리|보수|repairs?)\s*(?:할\s*)?(?:항목|내용|사항|items)?` + colon + line)
	fixtureList = regexp.MustCompile(`(?:부속물|포함\s*(?:물품|시설)|옵션|fixtures)` + is + `([^\n.]{2,200})`)
	defectList  = regexp.MustCompile(`(?:알려진\s*)?(?:하자|known defects?)\s*(?:은|는)?\s*[:：]\s*([^\n.]{2,200})`)
	listCut     = regexp.MustCompile(`\s*(?:,|、|·|/|\s및\s|\sand\s)\s*`)
	bareAccount = regexp.MustCompile(`\b\d{2,6}-\d{2,6}-\d{2,8}(?:-\d{1,4})?\b`)
	barePhone   = regexp.MustCompile(`\b01\d[-.\s]?\d{3,4}[-.\s]?\d{4}\b`)
	isoLike     = regexp.MustCompile(`^(?:19|20)\d{2}-\d{1,2}-\d{1,2}$`)
	talk        = regexp.MustCompile(`(?:입니다|이에요|예요|이야|이고요?|이며|으로 해\s?주세요|로 해\s?주세요|으로 해\s?줘|로 해\s?줘|이요|입니당)\s*[.!~]*$`)
)

// readLabelledTexts takes the texts that their label announces and then
// blanks out what looks like an account or a phone number.
func (r *reading) readLabelledTexts() {
	texts := leaseTexts()
	if r.draft.Sales != nil {
		texts = salesTexts()
	}
	for _, l := range texts {
		m := l.re.FindStringSubmatchIndex(r.rest())
		if m == nil {
			continue
		}
		text := plainValue(r.text[m[2]:m[3]], maxTextRunes)
		slot := r.draft.textSlot(l.key)
		if slot == nil || text == "" || !r.textFits(l.key, text) {
			continue
		}
		*slot = text
		r.used(m[0], m[3])
	}
	r.readLists()
	for _, re := range []*regexp.Regexp{barePhone, bareAccount} {
		for _, at := range re.FindAllIndex(r.left, -1) {
			if !isoLike.Match(r.left[at[0]:at[1]]) {
				blank(r.left, at[0], at[1])
			}
		}
	}
}

// textFits keeps words that only follow a label from being taken for its
// value: an account has digits.
func (r *reading) textFits(key, text string) bool {
	switch key {
	case "lessor_account", "rent_account", "seller_account":
		return strings.ContainsAny(text, "0123456789")
	}
	return true
}

func plainValue(s string, n int) string {
	s = oneLine(s, n)
	return strings.TrimSpace(strings.Trim(talk.ReplaceAllString(s, ""), " .:：\"'“”"))
}

// readLists takes the lists that a label announces.
func (r *reading) readLists() {
	take := func(re *regexp.Regexp, into *[]string) {
		m := re.FindStringSubmatchIndex(r.rest())
		if m == nil {
			return
		}
		var items []string
		for _, item := range listCut.Split(r.text[m[2]:m[3]], -1) {
			if item = plainValue(item, 80); item != "" {
				items = append(items, item)
			}
		}
		if len(items) > 0 {
			*into = bounded(items, maxListItems)
			r.used(m[0], m[1])
		}
	}
	if c := r.draft.Lease; c != nil {
		take(repairList, &c.RepairItems)
	}
	if c := r.draft.Sales; c != nil {
		take(fixtureList, &c.IncludedFixtures)
		take(defectList, &c.KnownDefects)
	}
}
