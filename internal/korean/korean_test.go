package korean_test

import (
	"errors"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/madang-dev/madang/internal/korean"
)

func TestParseAmount(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]int64{
		"3억 5천만원":           350_000_000,
		"3억5천":              350_000_000,
		"3억 3천만원":           330_000_000,
		"1억 6,500만원":        165_000_000,
		"1억6500":            165_000_000,
		"1억 6500만 원":        165_000_000,
		"150만원":             1_500_000,
		"오백만원":              5_000_000,
		"삼억":                300_000_000,
		"일억이천만원":            120_000_000,
		"일억이천":              120_000_000,
		"2.5억":              250_000_000,
		"2.5억원":             250_000_000,
		"0.35억":             35_000_000,
		"500,000,000원":      500_000_000,
		"500000000원":        500_000_000,
		"1조 2,000억원":        1_200_000_000_000,
		"1조원":               1_000_000_000_000,
		"5천만원":              50_000_000,
		"5천":                50_000_000,
		"2천5백":              25_000_000,
		"2천 5백만원":           25_000_000,
		"1천5백만원":            15_000_000,
		"5천원":               5_000,
		"41만 6,666원":        416_666,
		"150만 5천원":          1_505_000,
		"3억 3천원":            330_000_000,
		"3억 5,000원":         300_005_000,
		"만원":                10_000,
		"십만원":               100_000,
		"천만원":               10_000_000,
		"삼천만":               30_000_000,
		"백오십만원":             1_500_000,
		"80만":               800_000,
		"12억 3천4백만원":        1_234_000_000,
		"300 million won":   300_000_000,
		"1.2 billion won":   1_200_000_000,
		"500k won":          500_000,
		"₩350,000,000":      350_000_000,
		"KRW 350,000,000":   350_000_000,
		"350,000,000 KRW":   350_000_000,
		"600,000 won":       600_000,
		"80 million":        80_000_000,
		"-3억원":              -300_000_000,
		"마이너스 5천만원":         -50_000_000,
		"0원":                0,
		"315000000":         315_000_000,
		"1.23456789억":       123_456_789,
		"2 hundred million": 200_000_000,
	} {
		got, err := korean.ParseAmount(text)
		if err != nil || got != want {
			t.Errorf("ParseAmount(%q) = %d, %v; want %d", text, got, err, want)
		}
	}
}

func TestParseAmountRefuses(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]error{
		"":                      korean.ErrNoAmount,
		"전세":                    korean.ErrNoAmount,
		"억":                     korean.ErrNoAmount,
		"3억 아파트":                korean.ErrNoAmount,
		"2000조원":                korean.ErrTooLarge,
		"99999999999999999999억": korean.ErrTooLarge,
	} {
		if _, err := korean.ParseAmount(text); !errors.Is(err, want) {
			t.Errorf("ParseAmount(%q) error = %v, want %v", text, err, want)
		}
	}
}

func TestFindMoney(t *testing.T) {
	t.Parallel()
	type hit struct {
		Text string
		Won  int64
		Bare bool
	}
	for text, want := range map[string][]hit{
		"3억에서 3억 3천으로 올려달래요":                        {{"3억", 300_000_000, false}, {"3억 3천", 330_000_000, false}},
		"보증금 1000에 월세 50 이하":                        {{"1000", 1000, true}, {"50", 50, true}},
		"주임법 7조와 제6조":                               nil,
		"시세는 1억 8천 시세입니다":                           {{"1억 8천", 180_000_000, false}},
		"보증금 2000 월 55":                             {{"2000", 2000, true}, {"55", 55, true}},
		"3 월 15일까지":                                 nil,
		"보증금 3천에 월세 60인 방":                          {{"3천", 30_000_000, false}, {"60", 60, true}},
		"4인 가족이 9시 반에":                              nil,
		"84㎡ 2년 5% 3층":                              nil,
		"추억과 기억, 이만 줄일게요 천만에요":                      nil,
		"이사 일정 오만하다":                                nil,
		"연봉 6천인데":                                   {{"6천", 60_000_000, false}},
		"식대 7만5천으로, 관리비 12만 5천":                     {{"7만5천", 75_000, false}, {"12만 5천", 125_000, false}},
		"2만5백에 샀어":                                  {{"2만5백", 20_500, false}},
		"보증금삼억에월세오십만원":                              {{"삼억", 300_000_000, false}, {"오십만원", 500_000, false}},
		"3억 이상 5억이면":                                {{"3억", 300_000_000, false}, {"5억", 500_000_000, false}},
		"500만원짜리 원룸":                                {{"500만원", 5_000_000, false}},
		"3천 세대 단지":                                  nil,
		"for 700 million won if":                    {{"700 million won", 700_000_000, false}},
		"three hundred million won":                 nil,
		"3eok jeonse, 3.5 eok, 50man won":           {{"3eok", 300_000_000, false}, {"3.5 eok", 350_000_000, false}, {"50man won", 500_000, false}},
		"deposit of 300M":                           {{"300M", 300_000_000, false}},
		"from 300M to 330M":                         {{"300M", 300_000_000, false}, {"330M", 330_000_000, false}},
		"400M jeonse or 50M deposit + 1.4M monthly": {{"400M", 400_000_000, false}, {"50M", 50_000_000, false}, {"1.4M", 1_400_000, false}},
		"400m from the station":                     {{"400", 400, true}},
		"rent 500k":                                 {{"500k", 500_000, false}},
		"300M KRW":                                  {{"300M KRW", 300_000_000, false}},
		"3억, 2억":                                    {{"3억", 300_000_000, false}, {"2억", 200_000_000, false}},
	} {
		var got []hit
		for _, m := range korean.FindMoney(text) {
			got = append(got, hit{text[m.Start:m.End], m.Won, m.Bare})
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("FindMoney(%q) (-want +got):\n%s", text, diff)
		}
	}
}

func TestFormatWonReadsBack(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		won := rapid.Int64Range(-korean.MaxWon, korean.MaxWon).Draw(t, "won")
		for _, text := range []string{korean.FormatWon(won), korean.FormatComma(won)} {
			got, err := korean.ParseAmount(text)
			if err != nil || got != won {
				t.Fatalf("%q reads back as %d, %v; want %d", text, got, err, won)
			}
		}
	})
}

func TestFormat(t *testing.T) {
	t.Parallel()
	for won, want := range map[int64][2]string{
		315_000_000:       {"3억 1,500만원", "315,000,000원"},
		416_666:           {"41만 6,666원", "416,666원"},
		1_200_000_000_000: {"1조 2,000억원", "1,200,000,000,000원"},
		0:                 {"0원", "0원"},
		-50_000:           {"-5만원", "-50,000원"},
		999:               {"999원", "999원"},
	} {
		got := [2]string{korean.FormatWon(won), korean.FormatComma(won)}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%d (-want +got):\n%s", won, diff)
		}
	}
}

func TestJosa(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ word, with, without, want string }{
		{"임대인", "을", "를", "임대인을"},
		{"보증금", "은", "는", "보증금은"},
		{"전세", "이", "가", "전세가"},
		{"서울", "으로", "로", "서울로"},
		{"부산", "으로", "로", "부산으로"},
		{"제7조", "과", "와", "제7조와"},
		{"3", "을", "를", "3을"},
		{"5%", "은", "는", "5%는"},
		{"LTV", "이", "가", "LTV가"},
		{"(주)마당", "이", "가", "(주)마당이"},
		{"포맷(WebP/AVIF)", "을", "를", "포맷(WebP/AVIF)을"},
		{"'특약'", "이", "가", "'특약'이"},
		{"", "이", "가", "가"},
	} {
		if got := korean.Josa(c.word, c.with, c.without); got != c.want {
			t.Errorf("Josa(%q) = %q, want %q", c.word, got, c.want)
		}
	}
}

func TestParseCount(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]int{
		"12": 12, "이십사": 24, "두": 2, "스물일곱": 27, "two": 2, "석": 3, "넉": 4, "서른다섯": 35, "열": 10, "백": 100,
	} {
		if got, ok := korean.ParseCount(text); !ok || got != want {
			t.Errorf("ParseCount(%q) = %d, %v; want %d", text, got, ok, want)
		}
	}
	for _, text := range []string{"", "전세", "2.5", "99999999999"} {
		if got, ok := korean.ParseCount(text); ok {
			t.Errorf("ParseCount(%q) = %d, want none", text, got)
		}
	}
}

func FuzzFindMoney(f *testing.F) {
	for _, seed := range []string{"3억 5천만원", "1,1,1,1", "천천천천만만", "₩-3.5.5억", "7조의2", "1조 1", "\xff3억", "3 만 원", "mil 3 mil"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, s string) {
		last := 0
		for _, m := range korean.FindMoney(s) {
			if m.Start < last || m.End <= m.Start || m.End > len(s) || m.Won < 0 || m.Won > korean.MaxWon {
				t.Fatalf("FindMoney(%q) found %+v after %d", s, m, last)
			}
			last = m.End
		}
	})
}

// "2억 5천 달래요" wants a sum: its 달 counts no months.
func TestWhoWantsASumCountsNoMonths(t *testing.T) {
	t.Parallel()
	const text = "집주인이 2억 5천 달래요"
	if periods, sums := korean.FindPeriods(text), korean.FindMoney(text); len(periods) != 0 || len(sums) != 1 || sums[0].Won != 250_000_000 {
		t.Errorf("%+v, %+v", periods, sums)
	}
	if periods := korean.FindPeriods("5천만원을 두 달 뒤에 줘요"); len(periods) != 1 || periods[0].Months != 2 {
		t.Errorf("%+v", periods)
	}
}
