package analysis

import (
	"testing"

	"github.com/madang-dev/madang/internal/estate"
	"github.com/madang-dev/madang/internal/lineartest"
)

// What a question takes to read grows as it does, whatever it repeats.
func TestLongQuestionsAreReadInLinearTime(t *testing.T) { //nolint:paralleltest // it measures the processor
	team := newTeam(t)
	units := []string{"3억 ", "5% ", "월급 ", "한 달에 1만원 벌어요 ", "2026-01-01 ", "“", "제1조 임대인은 ", "갱신", "팔 ", "사서 1원 ", "\xff", "12345", " ", "하고, "}
	lineartest.CheckUnits(t, "all methods", units, func(question string) {
		for _, name := range team.names {
			req := request("q", "ko", estate.Entities{}, name)
			req.Question = question
			if _, err := team.Execute(t.Context(), req, nil); err != nil {
				t.Error(err)
			}
		}
	})
}
