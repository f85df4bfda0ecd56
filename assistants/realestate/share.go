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
	if d.Memory == nil || info.UserID == "" || !phrases.Has(info.Query, "share_of_income") || len(korean.FindMoney(info.Query)) != 1 {
		return "", nil
	}
	facts, err := engine.Read(ctx, t, "income", func(ctx context.Context) ([]state.Preference, error) {
		kept, err := d.Memory.Kept(ctx, info.UserID)
		return memory.Request{Keys: []string{"income"}}.Of(kept.Facts), err
	})
	if err != nil {
		return "", err
	}
	return shareOf(korean.FindMoney(info.Query)[0].Won, facts, info.Language), nil
}

// shareOf is a monthly sum as a share of the income: the user's own, or else that of
// both.
func shareOf(won int64, facts []state.Preference, language string) string {
	for _, key := range []string{"income.self", "income.both"} {
		i := slices.IndexFunc(facts, func(p state.Preference) bool { return p.Key == key })
		var in memory.Income
		if i < 0 || json.Unmarshal([]byte(facts[i].Value), &in) != nil || in.Won <= 0 {
			continue
		}
		month := float64(in.Won)
		if in.Per == "year" {
			month /= 12
		}
		percent := korean.Shortest(math.Round(1000*float64(won)/month) / 10)
		return texts.Say(language, "memory.share", "won", won, "percent", percent) + "\n- " + teller{language: language}.fact(facts[i])
	}
	return ""
}
