package realestate

import (
	"strings"
	"testing"
)

func TestRecognise(t *testing.T) {
	t.Parallel()
	for query, want := range map[string]string{
		"내 선호 지역 잊어줘": "forget region", "내 예산 지워 주세요": "forget budget", "선호하는 지역은 잊어": "forget region",
		"제 거래 유형 기억하지 마세요": "forget deal_type", "forget my region": "forget region", "Please delete my budget.": "forget budget",
		"기억한 내용 지워줘": "forget_all", "기억하고 있는 거 전부 지워줘": "forget_all", "나에 대해 기억한 거 다 잊어줘": "forget_all",
		"저에 대한 정보 삭제해 주세요": "forget_all", "forget everything about me": "forget_all", "Delete my memories": "forget_all",
		"내가 뭐 좋아한다고 기억해?": "show", "나에 대해 뭘 기억하고 있어?": "show", "내 선호 알려줘": "show",
		"what do you remember about me?": "show", "show me my preferences": "show",

		"전세금 5% 인상 가능해?": "", "계약서에서 특약 지워줘": "", "계약 기억이 안 나는데 특약 지워도 돼?": "",
		"등기에서 근저당 삭제해줘": "", "내가 기억하기로 5%까지인데 맞아?": "", "can the landlord forget to register?": "",
		"집주인이 보증금을 잊어버렸대": "", "내 보증금 알려줘": "", "what do you know about jeonse?": "", "delete the clause about my deposit": "",
		"이 동네는 어떤 취향의 사람들이 살아?": "",
	} {
		got := ""
		if c, ok := recognise(query); ok {
			got = strings.TrimSpace(c.Kind + " " + c.Key)
		}
		if got != want {
			t.Errorf("%s: %q, want %q", query, got, want)
		}
	}
}
