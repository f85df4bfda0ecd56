package estate_test

import (
	"encoding/json"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/madang-dev/madang/internal/estate"
)

func TestEntitiesByRole(t *testing.T) {
	t.Parallel()
	e := estate.Entities{
		Amounts:    []estate.Amount{{Won: 1, Role: "price"}, {Won: 2, Role: "deposit"}, {Won: 3, Role: "deposit"}},
		Attributes: []estate.Attribute{{Name: "age", Value: "27"}},
	}
	if a, ok := e.Amount("current_deposit", "deposit"); !ok || a.Won != 2 {
		t.Errorf("%+v %v", a, ok)
	}
	if _, ok := e.Amount("loan"); ok {
		t.Error("a loan that nobody named")
	}
	if v, ok := e.Attr("age"); !ok || v != "27" {
		t.Errorf("%s %v", v, ok)
	}
}

func TestWhatIsKeptIsReadBack(t *testing.T) {
	t.Parallel()
	e := estate.Entities{Regions: []estate.Region{{Text: "마포", Sido: "서울특별시", Sigungu: "마포구"}}, ContractTypes: []string{"jeonse"}}
	if diff := cmp.Diff(e, estate.EntitiesOf(e.JSON())); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff(estate.Entities{}, estate.EntitiesOf(nil)); diff != "" {
		t.Error(diff)
	}
	home := estate.Mention{Kind: estate.MentionHome, Label: "마포구 전세", DealType: "jeonse", Won: 1}
	kept := append(estate.Remember([]estate.Mention{home}), json.RawMessage(`"of another assistant"`))
	if diff := cmp.Diff([]estate.Mention{home}, estate.Remembered(kept)); diff != "" {
		t.Error(diff)
	}
}
