package korean

import "regexp"

// spokenPair is how a deposit and a rent are said without 만 or digits:
// "천에 오십", "삼천오백에 백이십", "오백에 35", "3천에 95", "1000/60". A final 일 or 이 is left to
// the word behind it, since it is mostly a particle ("오십이면").
var spokenPair = regexp.MustCompile(`(?:^|[\s,:(]|보증금|월세)((?:(?:[일이삼사오육칠팔구]|\d{1,2})?[천백])+|\d{0,2}[05]00)\s?(?:에|/)\s?(?:월세?\s?)?((?:[이삼사오육칠팔구]?[백십])+[삼사오육칠팔구]?|\d{2,3})(?:만\s?원?)?(?:$|[^가-힣\d%]|에|으|이|인|일|짜|라|로|면|정|하|내|계|도|은)`)

// FindSpokenPairs lists the pairs of a deposit and a rent that are said in
// words, as bare numbers of 만원. Without a word about letting near by they may
// count anything.
func FindSpokenPairs(s string) [][2]Money {
	var pairs [][2]Money
	for _, m := range spokenPair.FindAllStringSubmatchIndex(s, maxFound) {
		deposit, okA := ParseCount(group(s, m, 1))
		rent, okB := ParseCount(group(s, m, 2))
		if okA && okB && deposit >= rent {
			pairs = append(pairs, [2]Money{
				{Won: int64(deposit), Start: m[2], End: m[3], Bare: true},
				{Won: int64(rent), Start: m[4], End: m[5], Bare: true},
			})
		}
	}
	return pairs
}
