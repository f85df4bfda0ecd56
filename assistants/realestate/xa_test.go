package realestate

import (
	"fmt"
	"testing"
)

func TestXA(t *testing.T) {
	for _, q := range []string{"갱신요구권을 쓰고 싶어요. 만기가 2027년 3월 31일이에요.", "전세 3억에 살고 있는데 집주인이 재계약하면서 3억 3천만원을 달래요. 5%까지만 올릴 수 있나요?"} {
		for _, l := range []string{"ko", "ko-XA"} {
			s := carriedOut(t, q, l)
			r := compose(s)
			fmt.Println("=====", l, r.StructuredData.Metadata.Sources)
			for _, f := range s.AnalysisTeamState.Findings {
				fmt.Printf("F %s rule=%v | %s | %s | %q\n", f.Method, f.Rule, f.Headline, f.Formula, f.Sources)
			}
			fmt.Println(r.Answer)
		}
	}
}
