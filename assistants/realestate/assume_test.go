package realestate

import (
	"strings"
	"testing"
	"time"

	"github.com/madang-dev/madang/internal/estate"
	"github.com/madang-dev/madang/memory"
	"github.com/madang-dev/madang/state"
)

func TestASumOverTheBudgetIsNamed(t *testing.T) {
	t.Parallel()
	day := time.Date(2026, 11, 2, 3, 0, 0, 0, time.UTC)
	of := []estate.Amount{{Won: 400_000_000, Role: estate.Deposit}, {Won: 3_000_000_000, Role: estate.Price}}
	any := exceeded(estate.Entities{Amounts: of}, []state.Preference{{Key: memory.Budget, Value: "300000000", UpdatedAt: day}}, "ko")
	if len(any) != 1 || any[0].Text != "예산은 3억원까지라고 하셨는데(2026년 11월 2일) 4억원이라 1억원 넘습니다." {
		t.Errorf("a budget of no kind: %+v", any)
	}
	of = []estate.Amount{{Won: 5_000_000, Role: estate.Deposit}, {Won: 550_000, Role: estate.MonthlyRent}}
	if got := exceeded(estate.Entities{Amounts: of}, []state.Preference{{Key: memory.Budget, Value: "600000", UpdatedAt: day}}, "ko"); len(got) > 0 {
		t.Errorf("a deposit beside a budget for the rent: %+v", got)
	}
	known := []state.Preference{{Key: memory.BudgetOf("deposit"), Value: "20000000", UpdatedAt: day}}
	for won, want := range map[int64]string{30_000_000: "보증금 예산은 2,000만원까지라고 하셨는데(2026년 11월 2일) 3,000만원이라 1,000만원 넘습니다.", 20_000_000: ""} {
		var got []string
		for _, a := range exceeded(estate.Entities{Amounts: []estate.Amount{{Won: won, Role: estate.Deposit}, {Won: won, Role: estate.Loan}}}, known, "ko") {
			got = append(got, a.Text)
		}
		if strings.Join(got, " ") != want {
			t.Errorf("%d: %q", won, got)
		}
	}
}
