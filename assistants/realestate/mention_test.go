package realestate

import (
	"strings"
	"testing"
	"time"

	"github.com/madang-dev/madang/assistants/realestate/mention"
	"github.com/madang-dev/madang/internal/estate"
	"github.com/madang-dev/madang/internal/korean"
	"github.com/madang-dev/madang/knowledge"
)

var saturday = time.Date(2026, 11, 21, 0, 0, 0, 0, korean.Zone)

// A query with what it points at in its place is read like one that names it.
func TestRewrittenQueryIsRead(t *testing.T) {
	t.Parallel()
	h, err := openHouse()
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ query, language, want string }{
		{"그 집 위험해?", "ko", "마포구 예시단지 아파트 84.9㎡ 전세 8억 2,500만원 집 위험해?"},
		{"아까 그 집은?", "ko", "마포구 예시단지 아파트 84.9㎡ 전세 8억 2,500만원 집은?"},
		{"그 아파트를 담보로 대출 돼?", "ko", "마포구 예시단지 아파트 84.9㎡ 전세 8억 2,500만원 아파트를 담보로 대출 돼?"},
		{"그건 위험해?", "ko", "마포구 예시단지 아파트 84.9㎡ 전세 8억 2,500만원은 위험해?"},
		{"Is that one risky?", "en", "Is the 마포구 예시단지 apartment 84.9㎡ jeonse KRW 825,000,000 risky?"},
	} {
		m := homeMention(estate.MentionListing, 0, knowledge.Home{Sido: "서울특별시", Sigungu: "마포구", Name: "예시단지", ComplexType: "아파트", DealType: "jeonse", AreaM2: 84.9, DepositWon: 825_000_000}, c.language)
		ref := mention.Find(c.query, h.planner.Facts(c.query, saturday), mention.Past{Mentions: []estate.Mention{m}, Today: saturday})
		if ref == nil || ref.Chosen == nil {
			t.Errorf("%s: not resolved", c.query)
			continue
		}
		got := ref.Rewrite(c.query, c.language)
		if got != c.want {
			t.Errorf("%s: %q, want %q", c.query, got, c.want)
		}
		e := h.planner.Facts(got, saturday)
		deposit, ok := e.Amount(estate.Deposit, estate.CurrentDeposit)
		if !ok || deposit.Won != 825_000_000 || len(e.Regions) != 1 || e.Regions[0].Sigungu != "마포구" || strings.Join(e.ContractTypes, "") != "jeonse" || strings.Join(e.PropertyTypes, "") != "apartment" {
			t.Errorf("%s is read as %+v", got, e)
		}
	}
}
