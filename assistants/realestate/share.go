package realestate

import (
	"context"
	"encoding/json"
	"math"
	"slices"

	"github.com/madang-dev/madang/engine"
	"github.com/madang-dev/madang/internal/korean"
	"github.com/madang-dev/madang/memory"
	"github.com/madang-dev/madang/state"
)

// share answers which share of what is known of the user's income a sum of the query
// is, "" where it asks for none or no income is known.
func (d *desk) share(ctx context.Context, t *turn) (string, error) {
	info := t.Info()
	won, ok := partOf(info.Query)
	if d.Memory == nil || info.UserID == "" || !ok {
		return "", nil
	}
	facts, err := engine.Read(ctx, t, "income", func(ctx context.Context) ([]state.Preference, error) {
		kept, err := d.Memory.Kept(ctx, info.UserID)
		return memory.Request{Keys: []string{"income"}}.Of(kept.Facts), err
	})
	if err != nil {
		return "", err
	}
	keys := []string{"income.self", "income.both"}
	if phrases.Has(info.Query, "income_of_both") {
		keys = keys[1:]
	}
	return shareOf(won, keys, facts, info.Language), nil
}

// partOf is the only sum of a question for its share of an income, where it is not
// the income itself; a bare number is in 만원, as it is said.
func partOf(query string) (won int64, ok bool) {
	sums := korean.FindMoney(query)
	if len(sums) != 1 || !phrases.Has(query, "share_of_income") || phrases.Has(query[:sums[0].Start], "income_before") {
		return 0, false
	}
	if won = sums[0].Won; sums[0].Bare && won < 10_000 {
		won *= 10_000
	}
	return won, won > 0
}

// shareOf is a monthly sum as a share of the first of these incomes that is known,
// "" where it is no smaller: then it is no month's.
func shareOf(won int64, keys []string, facts []state.Preference, language string) string {
	for _, key := range keys {
		i := slices.IndexFunc(facts, func(p state.Preference) bool { return p.Key == key })
		var in memory.Income
		if i < 0 || json.Unmarshal([]byte(facts[i].Value), &in) != nil || in.Won <= 0 {
			continue
		}
		month := float64(in.Won)
		if in.Per == "year" {
			month /= 12
		}
		if float64(won) >= month {
			return ""
		}
		percent := korean.Shortest(math.Round(1000*float64(won)/month) / 10)
		return texts.Say(language, "memory.share", "won", won, "percent", percent) + "\n- " + teller{language: language}.fact(facts[i])
	}
	return ""
}
