package analysis

import (
	"errors"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/madang-dev/madang/internal/estate"
	"github.com/madang-dev/madang/internal/words"
	"github.com/madang-dev/madang/state"
)

// A calculation is added by its texts and one function (docs/extend.md).
const depositInterest = `
title: {deposit_interest: TITLE}
deposit_interest:
  headline: "TITLE {{won .interest}}"
  formula: "{{won .deposit}} ÷ 20 = {{won .interest}}"
  rule: RULE
  rule_formula: RULE
  ask: {deposit: "ASK?"}
assumed: {deposit: "{{spoken .sum}} ASSUMED"}
`

func interest(t *testing.T) Calculation {
	t.Helper()
	file := func(title, rule, ask string) *fstest.MapFile {
		return &fstest.MapFile{Data: []byte(strings.NewReplacer("TITLE", title, "RULE", rule, "ASK", ask).Replace(depositInterest))}
	}
	texts, err := words.Load(fstest.MapFS{
		"texts/ko.yaml": file("보증금 이자", "보증금의 20분의 1", "보증금은 얼마인가요"),
		"texts/en.yaml": file("Deposit interest", "a twentieth", "How much is the deposit"),
	}, "texts")
	if err != nil {
		t.Fatal(err)
	}
	return Calculation{
		Name: "deposit_interest", Type: TypeFinance, Texts: texts,
		Inputs: []Input{{Name: "deposit", Roles: []string{estate.Deposit}, Loose: true}},
		Needs:  []string{"deposit"},
		Reckon: func(_ *Tables, in Inputs) (Outcome, error) {
			return Outcome{Figures: map[string]any{"interest": in.Won("deposit") / 20}}, nil
		},
	}
}

func TestCalculationIsAddedByItsTextsAndAFunction(t *testing.T) {
	t.Parallel()
	team := New(Config{Tables: loadTables(t), Clauses: loadClauses(t), Calculations: []Calculation{interest(t)}})
	for language, want := range map[string]string{"ko": "보증금 이자 5,000,000원", "en": "Deposit interest KRW 5,000,000"} {
		s, err := team.Execute(t.Context(), request("보증금 1억", language, state.Entities{}, "deposit_interest"), nil)
		if err != nil {
			t.Fatal(err)
		}
		if len(s.Findings) != 1 || s.Findings[0].Headline != want || s.Metrics["deposit_interest.interest"] != 5_000_000 || len(s.InputData.Assumed) != 1 {
			t.Errorf("%s: %+v, %v, assumed %v", language, s.Findings, s.Metrics, s.InputData.Assumed)
		}
		if errs := s.Validate(); len(errs) > 0 {
			t.Error(errs)
		}
		if s, _ = team.Execute(t.Context(), request("보증금", language, state.Entities{}, "deposit_interest"), nil); len(s.InputData.Missing) != 1 || !s.Findings[0].Rule {
			t.Errorf("%s: without the deposit: %+v", language, s.InputData)
		}
	}
}

func TestCalculationWithoutATextIsRefused(t *testing.T) {
	t.Parallel()
	c := interest(t)
	c.Needs = []string{"rent"}
	team := newTeam(t)
	if err := team.add(c); !errors.Is(err, ErrCalculation) || !strings.Contains(err.Error(), "deposit_interest.ask.rent") {
		t.Errorf("error %v", err)
	}
	c = interest(t)
	c.Name = MethodConversion
	if err := team.add(c); err == nil {
		t.Error("a taken name was added")
	}
}
