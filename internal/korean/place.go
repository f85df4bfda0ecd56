package korean

import (
	"cmp"
	_ "embed"
	"regexp"
	"strings"
	"sync"
)

//go:embed regions.txt
var regionTable string

// Place is a province, a city or district, or a quarter.
type Place struct {
	Sido, Sigungu, Dong string
	// Words are what it is called.
	Words []string
	// English is its name by the Revised Romanization; "" is not known.
	English string
}

// Places lists every place that is known; the first that has a word owns it.
func Places() []Place {
	var places []Place
	for line := range strings.Lines(regionTable) {
		if line = strings.TrimSpace(line); line == "" || line[0] == '#' {
			continue
		}
		cols := strings.Split(line, "|")
		p := Place{Sido: cols[0], Sigungu: cols[1], Dong: cols[2]}
		for word := range strings.SplitSeq(cols[3], ",") {
			p.Words = append(p.Words, strings.TrimSpace(word))
		}
		if len(cols) > 4 {
			p.English = strings.TrimSpace(cols[4])
		}
		places = append(places, p)
	}
	return places
}

// englishNames are the English names of provinces and their districts, by both
// Korean ones; a province has no district.
var englishNames = sync.OnceValue(func() map[[2]string]string {
	names := map[[2]string]string{}
	for _, p := range Places() {
		if province := [2]string{p.Sido}; names[province] == "" {
			names[province] = p.English
		}
		if p.Dong == "" {
			names[[2]string{p.Sido, p.Sigungu}] = p.English
		}
	}
	return names
})

// EnglishPlace is the English name of a province, or of a district of it
// without the province; one that is not known keeps its Korean name.
func EnglishPlace(sido, sigungu string) string {
	return cmp.Or(englishNames()[[2]string{sido, sigungu}], sigungu, sido)
}

// Capital tells whether the place is in the capital area (서울·경기·인천,
// 수도권정비계획법 제2조 제1호).
func (p Place) Capital() bool {
	return p.Sido == "서울특별시" || p.Sido == "경기도" || p.Sido == "인천광역시"
}

// Short is the name as people say it: "서울 강남구", "경기 성남시 분당구".
func (p Place) Short() string {
	name := shortSido(p.Sido)
	if p.Sigungu != "" && p.Sigungu != "세종시" {
		name += " " + p.Sigungu
	}
	if p.Dong != "" {
		name += " " + p.Dong
	}
	return name
}

// shortSido is 충북 for 충청북도 and 서울 for 서울특별시.
func shortSido(sido string) string {
	letters := []rune(sido)
	if len(letters) == 4 && strings.HasSuffix(sido, "도") {
		return string([]rune{letters[0], letters[2]})
	}
	return string(letters[:min(2, len(letters))])
}

const (
	sidoName = `(?:서울특별시|서울시|서울|부산광역시|부산시|부산|대구광역시|대구시|대구|인천광역시|인천시|인천|광주광역시|광주|대전광역시|대전시|대전|울산광역시|울산시|울산|세종특별자치시|세종시|세종|경기도|경기|강원특별자치도|강원도|강원|충청북도|충북|충청남도|충남|전북특별자치도|전라북도|전북|전라남도|전남|경상북도|경북|경상남도|경남|제주특별자치도|제주도|제주)`
	// cityName is a city with districts, as people say it without its province.
	cityName = `(?:수원|성남|안양|안산|용인|고양|부천|화성|청주|천안|전주|포항|창원)시?`
	// streetName is the street or the village and the number there.
	streetName = `(?:[가-힣]{1,8}(?:읍|면)\s+)?[가-힣0-9·]{1,14}(?:대로|로|길|동|가|리)(?:\s?\d{1,4}번?[가나다라]?길)?\s*(?:산\s*)?\d{1,5}(?:-\d{1,5})?(?:\s?번지)?`
	unitName   = `(?:,?\s?\d{1,4}동)?(?:\s?\d{1,5}호)?`
)

var (
	fullAddress = regexp.MustCompile(sidoName + `\s+(?:[가-힣]{1,8}(?:시|군|구)\s+){0,2}` + streetName)
	// buildingAddress has the name of a building and a unit in the place of a number
	// ("광주 북구 용봉동 현대아파트 103동 1201호").
	buildingAddress = regexp.MustCompile(`(` + sidoName + `\s+(?:[가-힣]{1,8}(?:시|군|구)\s+){0,2}[가-힣0-9·]{1,14}(?:동|읍|면|리|가)\s+[가-힣A-Za-z]{2,16})\s*(?:\d{1,4}동\s*)?\d{1,5}호`)
	// districtAddress has no province but its district ("수원 팔달구 화서동 12-3").
	districtAddress = regexp.MustCompile(`(?:` + cityName + `\s+)?[가-힣]{2,6}(?:구|군)\s+` + streetName)
	// namedAddress has its province or district and its number, so that no
	// sentence about something else looks like it ("으로 3개").
	namedAddress = regexp.MustCompile(`(?:` + sidoName + `\s+(?:[가-힣]{1,8}(?:시|군|구)\s+){0,2}|(?:[가-힣]{2,6}시\s+)?[가-힣]{2,6}(?:구|군)\s+)` + streetName + unitName)
)

// maxAddress is how much of a text is read for its address, in bytes: a
// contract names it on its first page.
const maxAddress = 8 << 10

// FullAddress is where the first address with its province stands in a text,
// without the unit of the building.
func FullAddress(s string) (Span, bool) {
	s = s[:min(len(s), maxAddress)]
	if !mayHaveAddress(s) {
		return Span{}, false
	}
	if loc := buildingAddress.FindStringSubmatchIndex(s); loc != nil {
		return Span{loc[2], loc[3]}, true
	}
	return firstSpan(fullAddress, s)
}

// DistrictAddress is where the first address stands that names its district but no
// province, without the unit of the building.
func DistrictAddress(s string) (Span, bool) {
	s = s[:min(len(s), maxAddress)]
	if !mayHaveAddress(s) {
		return Span{}, false
	}
	return firstSpan(districtAddress, s)
}

// HideAddresses is a text with a mark in the place of each address that names
// its province or district.
func HideAddresses(s, mark string) string {
	if !mayHaveAddress(s) {
		return s
	}
	return namedAddress.ReplaceAllString(s, mark)
}

func mayHaveAddress(s string) bool { return hasDigit(s) && holds(s, "로", "길", "동", "리", "가") }

func firstSpan(re *regexp.Regexp, s string) (Span, bool) {
	loc := re.FindStringIndex(s)
	if loc == nil {
		return Span{}, false
	}
	return Span{loc[0], loc[1]}, true
}
