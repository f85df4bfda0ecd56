package document

import (
	"regexp"
	"strings"
)

const sido = `(?:서울특별시|서울시|서울|부산광역시|부산시|부산|대구광역시|대구시|대구|인천광역시|인천시|인천|광주광역시|광주|대전광역시|대전시|대전|울산광역시|울산시|울산|세종특별자치시|세종시|세종|경기도|경기|강원특별자치도|강원도|강원|충청북도|충북|충청남도|충남|전북특별자치도|전라북도|전북|전라남도|전남|경상북도|경북|경상남도|경남|제주특별자치도|제주도|제주)`

var (
	fullAddress = regexp.MustCompile(sido + `\s+(?:[가-힣]{1,8}(?:시|군|구)\s+){0,2}(?:[가-힣]{1,8}(?:읍|면)\s+)?[가-힣0-9·]{1,14}(?:대로|로|길|동|가|리)(?:\s?\d{1,4}번?[가나다라]?길)?\s*(?:산\s*)?\d{1,5}(?:-\d{1,5})?(?:\s?번지)?`)
	addressHead = regexp.MustCompile(`(?:주소|소재지|소재|물건지|목적물|\baddress|located at)\s*(?:은|는|가|이|is|:|：|=)*\s*([^\n;]{4,120})`)
	addressCut  = regexp.MustCompile(`(?:입니다|이에요|예요|이고|이며)?\s*(?:[.]\s|[.]?$|,\s*(?:보증금|전세|월세|매매|계약|임대|임차|매도|매수|기간|잔금|deposit|rent|price|landlord|tenant|seller|buyer))`)
	unitDetail  = regexp.MustCompile(`^\s*,?\s*((?:\([^)\n]{1,40}\)\s*)?(?:[가-힣a-z0-9]{1,16}(?:아파트|빌라|오피스텔|타워|빌딩|주택|맨션|하이츠|캐슬|자이|푸르지오|래미안)\s*\d{0,2}\s*)?(?:\d{1,4}동\s*)?(?:지하\s*)?(?:\d{1,3}층\s*)?(?:[a-z]?\d{1,5}호|지하층))`)
	looseUnit   = regexp.MustCompile(`(?:\d{1,4}동\s*)?(?:지하\s*)?(?:\d{1,3}층\s*)?\d{1,5}호`)
)

// readAddress takes the address of the home with its unit.
func (r *reading) readAddress() {
	text := r.rest()
	if at := fullAddress.FindStringIndex(text); at != nil {
		r.takeAddress(at[0], at[1])
		return
	}
	if m := addressHead.FindStringSubmatchIndex(text); m != nil {
		end := m[3]
		if stop := addressCut.FindStringIndex(text[m[2]:m[3]]); stop != nil {
			end = m[2] + stop[0]
		}
		if strings.ContainsAny(text[m[2]:end], "0123456789") {
			r.takeAddress(m[2], end)
			blank(r.left, m[0], end)
			return
		}
	}
	if at := looseUnit.FindStringIndex(text); at != nil {
		r.setDetail(r.text[at[0]:at[1]])
		r.used(at[0], at[1])
	}
}

func (r *reading) takeAddress(from, to int) {
	slot := r.draft.textSlot("property_address")
	if slot == nil {
		return
	}
	*slot = plainValue(r.text[from:to], maxTextRunes)
	r.used(from, to)
	if m := unitDetail.FindStringSubmatchIndex(r.rest()[to:]); m != nil && m[3] > m[2] {
		r.setDetail(r.text[to+m[2] : to+m[3]])
		r.used(to+m[0], to+m[1])
	}
}

func (r *reading) setDetail(text string) {
	if slot := r.draft.textSlot("property_detail"); slot != nil {
		*slot = plainValue(text, maxTextRunes)
	}
}
