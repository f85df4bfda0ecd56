package planning

import (
	"regexp"
	"slices"

	"github.com/madang-dev/madang/internal/korean"
)

// spokenPair is how a deposit and a rent are said without 만 or digits:
// "천에 오십", "삼천오백에 백이십", "오백에 35". A final 일 or 이 is left to
// the word behind it, since it is mostly a particle ("오십이면").
var spokenPair = guarded{regexp.MustCompile(`(?:^|[\s,:(]|보증금|월세)((?:[일이삼사오육칠팔구]?[천백])+)에\s?(?:월세?\s?)?((?:[이삼사오육칠팔구]?[백십])+[삼사오육칠팔구]?|\d{2,3})(?:만\s?원?)?(?:$|[^가-힣\d%]|에|으|이|인|일|짜|라|로|면|정|하|내|계|도|은)`), korean.Guard{All: [][]string{{"천에", "백에"}}}}

// lettings are the signs of a home or shop that is let; without one "천에
// 오십" may count anything.
var lettings = []string{"wolse", "wolse_doc", "room", "officetel", "villa", "apartment", "shop", "deposit", "rent_en", "lease_doc", "detached", "estate"}

// spokenPairs adds the pairs that are said in words to the sums of a text,
// as bare numbers of 만원.
func (r *reading) spokenPairs() {
	if !hasAny(r.signs, lettings) {
		return
	}
	for _, m := range spokenPair.all(r.norm) {
		a, okA := korean.ParseCount(r.norm[m[2]:m[3]])
		b, okB := korean.ParseCount(r.norm[m[4]:m[5]])
		if !okA || !okB || a < b {
			continue
		}
		r.money = slices.DeleteFunc(r.money, func(old korean.Money) bool { return old.Start < m[5] && old.End > m[2] })
		at, _ := slices.BinarySearchFunc(r.money, m[2], func(old korean.Money, start int) int { return old.Start - start })
		r.money = slices.Insert(r.money, at,
			korean.Money{Won: int64(a), Start: m[2], End: m[3], Bare: true},
			korean.Money{Won: int64(b), Start: m[4], End: m[5], Bare: true})
		r.signs["amount"] = true
	}
}
