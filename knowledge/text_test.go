package knowledge

import (
	"strings"
	"testing"
	"testing/fstest"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/madang-dev/madang/internal/dialog/dialogtest"
)

func TestNormalise(t *testing.T) {
	t.Parallel()
	for in, want := range map[string]string{
		"5 퍼센트 인상": "5% 인상", "5프로": "5%", "1억 6,500만원": "1억 6500만원", "A, B": "a, b", "연 2.5%": "연 2.5%",
	} {
		if got := normalise(in); got != want {
			t.Errorf("%q is %q, want %q", in, got, want)
		}
	}
}

func TestChunks(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.StringOf(rapid.RuneFrom([]rune("가나다 .\n①ab"))).Draw(t, "text")
		limit := rapid.IntRange(1, 40).Draw(t, "limit")
		var joined strings.Builder
		for _, c := range Chunks(text, limit) {
			if n := utf8.RuneCountInString(c); n > limit {
				t.Fatalf("a chunk has %d runes, limit %d", n, limit)
			}
			joined.WriteString(c)
		}
		strip := func(s string) string { return strings.Join(strings.Fields(s), "") }
		if strip(joined.String()) != strip(text) {
			t.Fatalf("chunks lost text: %q of %q", joined.String(), text)
		}
	})
}

func TestLongDocumentIsFoundByItsEnd(t *testing.T) {
	t.Parallel()
	text := strings.Repeat("이 조항은 관리규약의 일반 사항을 정한다. ", 80) + "전기차 충전 구역은 관리주체가 표시한다."
	x, err := newIndex(t.Context(), []document{{ID: "rules", Fields: [fields]string{fieldTitle: "관리규약", fieldText: text}}, {ID: "other", Fields: [fields]string{fieldTitle: "주차", fieldText: "주차는 한 대까지 한다."}}}, &lexicon{}, true)
	if err != nil {
		t.Fatal(err)
	}
	found, err := x.search(t.Context(), x.ask("전기차 충전 구역"), 5)
	if err != nil || len(found) != 1 || found[0].ID != "rules" {
		t.Errorf("found %v, %v", found, err)
	}
}

func TestNewIndexRefusesBadIDs(t *testing.T) {
	t.Parallel()
	for _, docs := range [][]document{{{ID: ""}}, {{ID: "a"}, {ID: "a"}}} {
		if _, err := newIndex(t.Context(), docs, &lexicon{}, true); err == nil {
			t.Errorf("%v was accepted", docs)
		}
	}
}

func TestLimitFor(t *testing.T) {
	t.Parallel()
	limits := []Limit{
		{Region: RegionCapital, Won: 120}, {Region: RegionOther, Won: 80},
		{Groups: []string{"newlywed"}, Region: RegionCapital, Won: 250},
		{Groups: []string{"under_25_single"}, Won: 60, Replaces: true},
	}
	for _, c := range []struct {
		groups []string
		region string
		want   int64
	}{
		{nil, RegionCapital, 120}, {nil, RegionOther, 80}, {nil, "", 80},
		{[]string{"newlywed"}, RegionCapital, 250}, {[]string{"newlywed"}, RegionOther, 80},
		{[]string{"newlywed", "under_25_single"}, RegionCapital, 60},
	} {
		if got, ok := LimitFor(limits, c.groups, c.region); got != c.want || !ok {
			t.Errorf("%v in %q: %d, want %d", c.groups, c.region, got, c.want)
		}
	}
	if _, ok := LimitFor(limits[2:3], nil, RegionOther); ok {
		t.Error("a limit of another group applied")
	}
}

func FuzzReferences(f *testing.F) {
	l := &lexicon{Laws: []lawAlias{{Name: "민법", Aliases: []string{"civil act"}}}}
	if err := l.compile(); err != nil {
		f.Fatal(err)
	}
	for _, seed := range []string{"민법 제565조", "제6조의3 제4항", "Article 7-2(1) of the Civil Act", "2조 원", "제99999조"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		for _, r := range l.references(text) {
			if r.Number < 0 || r.Sub < 0 || r.Para < 0 {
				t.Errorf("%q gave %+v", text, r)
			}
		}
	})
}

func FuzzReadMarket(f *testing.F) {
	f.Add("rows: [{id: M-1, sido: 서울특별시, sigungu: 강남구, complex_type: 아파트, deal_type: sale, area_m2: 84.9, price_won: 100000, contract_ym: 2026-01}]")
	f.Add("rows: [{id: M-1, sido: 서울특별시, sigungu: 강남구, complex_type: 아파트, deal_type: monthly_rent, area_m2: .nan, monthly_won: 99999999999999999999, contract_ym: 2026-01}]")
	f.Add("a,b\n")
	f.Fuzz(func(t *testing.T, text string) {
		p := &pack{}
		if p.readMarket(fstest.MapFS{marketFile: {Data: []byte(text)}}) != nil {
			return
		}
		for _, r := range p.market {
			if r.PriceWon < 0 || r.DepositWon < 0 || r.MonthlyWon < 0 || !(r.AreaM2 > 0) {
				t.Errorf("accepted %+v", r)
			}
		}
	})
}

func FuzzSearch(f *testing.F) {
	x, err := newIndex(f.Context(), []document{{ID: "a", Fields: [fields]string{fieldTitle: "전세금 인상", fieldText: "보증금은 5%까지 올린다."}}}, &lexicon{}, true)
	if err != nil {
		f.Fatal(err)
	}
	for _, seed := range []string{"전세금을 올려요", "5 퍼센트", "", "\xff\xfe", "İ ß 가"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		found, err := x.search(t.Context(), x.ask(text), 5)
		if err != nil {
			t.Fatal(err)
		}
		for _, hit := range found {
			if hit.Score <= 0 || hit.Score > 1 {
				t.Errorf("%q scored %v", text, hit.Score)
			}
		}
	})
}

func TestParseCover(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]reference{
		"제7조": {Law: "민법", Number: 7}, "제6조의3 제4항": {Law: "민법", Number: 6, Sub: 3, Para: 4},
		"제1조 제2호": {Law: "민법", Number: 1, Item: 2}, "제주 특별법 시행령  제10조 제1항 제2호": {Law: "제주 특별법 시행령", Number: 10, Para: 1, Item: 2},
		"제1조 제2조": {Law: "제1조", Number: 2},
	} {
		if got, ok := parseCover("민법", text); !ok || got != want {
			t.Errorf("%q is %+v, %v, want %+v", text, got, ok, want)
		}
	}
	for _, text := range []string{"", "7조", "제조", "제7", "제7조 ", " 제7조", "민법제7조", "제7조의", "제7조제1항", "제7조 제1호 제1항", "상\n법 제7조"} {
		if got, ok := parseCover("민법", text); ok {
			t.Errorf("%q is %+v", text, got)
		}
	}
}

func TestPhrases(t *testing.T) {
	t.Parallel()
	dialogtest.Check(t, phrases, ".")
}

func found(t *testing.T, docs []document, query string) []string {
	t.Helper()
	x, err := newIndex(t.Context(), docs, &lexicon{}, true)
	if err != nil {
		t.Fatal(err)
	}
	list, err := x.search(t.Context(), x.ask(query), 5)
	if err != nil {
		t.Fatal(err)
	}
	ids := []string{}
	for _, f := range list {
		ids = append(ids, f.ID)
	}
	return ids
}

func TestWhatComesFirst(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		docs  []document
		query string
		want  []string
	}{
		"a title speaks of it": {[]document{
			{ID: "beside", Fields: [fields]string{fieldTitle: "사무소", fieldText: "간판을 철거한다."}}, {ID: "about", Fields: [fields]string{fieldTitle: "간판의 철거", fieldText: "간판을 철거한다."}},
		}, "간판 철거", []string{"about", "beside"}},
		"one sentence says it all": {[]document{
			{ID: "apart", Fields: [fields]string{fieldText: "임차인은 청소를 한다. 임대인은 도배를 한다. 청소부는 쉰다."}}, {ID: "as one", Fields: [fields]string{fieldText: "임대인은 쉰다. 임차인은 도배를 한다. 청소부는 쉰다."}},
		}, "임차인 도배", []string{"as one", "apart"}},
		"spaces are set at will": {[]document{
			{ID: "apart", Fields: [fields]string{fieldText: "안에 두고 며칠 쉰다."}}, {ID: "together", Fields: [fields]string{fieldText: "쉰다 두고 며칠 안에."}},
		}, "며칠안에", []string{"together", "apart"}},
		"the middle dot parts words": {[]document{
			{ID: "ad", Fields: [fields]string{fieldTitle: "표시ㆍ광고", fieldText: "표시ㆍ광고를 한다."}}, {ID: "other", Fields: [fields]string{fieldTitle: "등록", fieldText: "등록을 한다."}},
		}, "광고", []string{"ad"}},
		"editors' notes are not text": {[]document{
			{ID: "a", Fields: [fields]string{fieldTitle: "휴업", fieldText: "제2장 사무소의 정비 > 제1절 정비구역 > 휴업한다. <개정 2020. 1. 1.> [전문개정 2008. 3. 21.]"}},
		}, "정비구역 전문개정", []string{}},
	} {
		if diff := cmp.Diff(c.want, found(t, c.docs, c.query)); diff != "" {
			t.Errorf("%s: %s", name, diff)
		}
	}
}

func TestAWordThatNobodyWroteDownFindsNothing(t *testing.T) {
	t.Parallel()
	if ids := found(t, []document{{ID: "seal", Fields: [fields]string{fieldTitle: "인장의 등록"}}}, "어제 바꾼 새 도장 때문에 고민"); len(ids) > 0 {
		t.Errorf("without a lexicon %v is found", ids)
	}
}
