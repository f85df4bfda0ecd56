package semantic

import (
	"slices"
	"strings"
	"testing"
)

// talk asks one question behind the other, each with what the one before has shown.
func talk(t *testing.T, l *Layer, questions ...string) (r Reading, got Result) {
	t.Helper()
	q := Question{Language: "ko", Person: person(t, "E024"), Today: today}
	for _, q.Text = range questions {
		var err error
		if r, err = l.Read(t.Context(), q); err != nil || r.Request == nil {
			t.Fatalf("%s: %+v %+v %v", q.Text, r.Refusal, r.Ambiguity, err)
		}
		if got, err = l.Run(t.Context(), *r.Request, q.Person); err != nil {
			t.Fatal(err)
		}
		if q.First == nil {
			q.First = r.Request
		}
		q.Earlier, q.Previous, q.Shown = q.Previous, r.Request, map[string][]string{}
		for i, c := range got.Columns {
			for _, row := range got.Rows {
				if row[i].Text != "" {
					q.Shown[c.Name] = append(q.Shown[c.Name], row[i].Text)
				}
			}
		}
	}
	return r, got
}

// Words that point at a row, at all of them or at a time are those that were shown;
// a ranking that is asked for anew is none of them.
func TestRowsThatWereShownArePointedAt(t *testing.T) {
	t.Parallel()
	l := open(t)
	for _, c := range []struct{ want, rows, first, then string }{
		{"2026년 10월 고객기관004 매출, 제품별", "예시헤모릭스주|9448120원", "10월 매출 상위 거래처 5곳", "1위 거래처 제품별로 보여줘"},
		{"2026년 10월 고객기관110 매출, 제품별", "", "10월 매출 상위 거래처 5곳", "마지막 거래처 제품별로"},
		{"2026년 10월 예시헤모릭스주 매출, 거래처 지역별", "부산|9684840원", "지난달 제품별 매출", "그 중 1위 제품 지역별로"},
		{"2026년 10월 직원03 매출", "10923840원", "10월 방문 건수 많은 담당자 5명", "1위 담당자 매출은?"},
		{"2026년 10월 고객기관111 매출, 제품별 (상위 1)", "", "10월 매출 상위 거래처 5곳", "그 2위 거래처에서 제일 많이 팔린 제품은?"},
		{"2026년 3분기 제주 매출, 거래처별", "", "3분기 지역별 매출", "제일 낮은 지역 거래처별로 보여줘"},
		{"2026년 3분기 서울 매출, 담당자별", "", "3분기 지역별 매출", "1등 지역 담당자별로 쪼개줘"},
		{"2026년 10월 매출, 담당자별 (상위 1)", "직원12|20958875원", "10월 방문 건수 많은 담당자 5명", "매출 1위 담당자는?"},
		{"2026년 3분기 제주 매출, 월별", "2026-08|20965790원", "3분기 매출 하위 1개 지역", "거기 월별로"},
		{"2026년 11월 매출, 거래처별 (상위 3)", "고객기관062|6140480원", "올해 매출 가장 높은 달은?", "그 달 거래처 상위 3"},
		{"고객기관003·고객기관102·고객기관051·고객기관065·고객기관026 방문 건수", "고객기관003|1건", "10월 매출 하위 거래처 5곳", "이 거래처들 방문 건수는?"},
		{"담당자: 직원09 제외 매출", "직원01|71295325원", "상반기 담당자별 매출 상위 3", "3등 빼고 보여줘"},
		{"2026년 3분기 고객기관041·고객기관100 매출", "고객기관041|13383405원\nC0100|고객기관100|11407590원", "3분기 거래처별 매출 상위 5", "1위랑 3위 비교해줘"},
		{"2026년 대구·제주 매출", "대구|359831950원\n제주|153471535원", "올해 지역별 매출", "1위 지역이랑 꼴찌 지역 매출 차이"},
		{"거래처 지역: 대구, 서울 제외 매출", "광주|276094905원", "올해 지역별 매출", "1위, 2위 빼고"},
		{"2026년 매출, 거래처 지역별", "서울|350869770원\n광주|276094905원\n부산|260031715원", "올해 지역별 매출", "2위에서 4위만"},
		{"2026년 10월 부산 매출, 거래처별 (상위 3)", "고객기관109|6455870원\nC0110|고객기관110|5827800원", "10월 부산 거래처별 매출", "거기서 세 개만"},
		{"2026년 10월 고객기관004 방문 목록", "", "10월 매출 상위 거래처 5곳", "첫 번째 거래처 방문 기록"},
		{"고객기관004 거래처 목록", "직원12", "10월 매출 상위 거래처 5곳", "1위 담당자가 누구야?"},
		{"고객기관004 거래처 목록", "직원12", "10월 매출 상위 거래처 5곳", "거기 1등 담당이 누구더라"},
		{"2025년 10월 고객기관004 매출, 담당자별", "", "10월 매출 상위 거래처 5곳", "첫번째꺼 담당 누구고 작년엔 얼마였어?"},
		{"2026년 9월 매출, 담당자별 (상위 1)", "", "10월 매출 상위 거래처 5곳", "9월 1위 담당자가 누구야?"},
		{"고객기관111 거래처 목록", "A", "10월 매출 상위 거래처 5곳", "2번째는 무슨 등급이지"},
		{"2026년 고객기관004·고객기관111 매출, 거래처별", "고객기관111|25655340원", "10월 매출 상위 거래처 2곳", "둘 다 올해 매출은?"},
		{"2026년 10월 고객기관004·고객기관111 방문 건수", "", "10월 매출 상위 거래처 2곳", "그 두 곳 방문은 몇 번 갔어?"},
	} {
		if _, got := talk(t, l, c.first, c.then); !strings.Contains(got.Title, c.want) || !strings.Contains(flat(got), c.rows) {
			t.Errorf("%s, %s: %s\n%s", c.first, c.then, got.Title, flat(got))
		}
	}
	q := Question{Language: "ko", Person: person(t, "E024"), Today: today, Text: "아까 첫번째 걸로 돌아가줘", Previous: &Request{Metrics: []MetricRef{{Name: "sales_amount"}}, Groups: []string{"customer_region"}}, Earlier: &Request{Metrics: []MetricRef{{Name: "visit_count"}}}}
	if back, err := l.Read(t.Context(), q); err != nil || back.Refusal == nil {
		t.Errorf("%+v %v", back.Request, err)
	}
	q.Text, q.Previous, q.Earlier = "2위랑 3위 지역만 월별로", &Request{Language: "ko", Metrics: []MetricRef{{Name: "sales_amount"}}, Groups: []string{"customer_region"}}, nil
	if both, err := l.Read(t.Context(), q); err != nil || both.Refusal == nil {
		t.Errorf("places among months and things: %+v %v", both.Request, err)
	}
	r, _ := talk(t, l, "10월 매출 상위 거래처 5곳", "2위 거래처 제품별로")
	if a := r.Request.Assumptions; len(a) != 1 || a[0].Key != "referent" || a[0].Args["as"] != "고객기관111" || a[0].Args["word"] != "2위 거래처" {
		t.Errorf("%+v", a)
	}
}

// A breakdown takes the place of the one before, exclusions add up, and all rows
// are shown for who asks for all.
func TestWhatIsShownIsChanged(t *testing.T) {
	t.Parallel()
	l := open(t)
	for _, c := range []struct {
		want      string
		rows      int
		questions []string
	}{
		{"2026년 2분기 매출, 거래처 지역별", 8, []string{"2분기 월별 매출", "지역별로"}},
		{"2026년 상반기 매출, 제품별", 10, []string{"상반기 팀별 매출", "지역별 말고 제품별로"}},
		{"거래처 지역: 대구, 광주 제외", 6, []string{"10월 지역별 매출", "대구 빼고", "광주도 빼줘"}},
		{"2026년 상반기 매출, 담당자별", 20, []string{"상반기 담당자별 매출 상위 3", "전부 다 보여줘"}},
	} {
		if _, got := talk(t, l, c.questions...); !strings.Contains(got.Title, c.want) || len(got.Rows) != c.rows {
			t.Errorf("%s: %s, %d rows", c.questions, got.Title, len(got.Rows))
		}
	}
}

// What is added stays beside what was kept to, and the first question of a talk is gone back to.
func TestWhatWasAskedBeforeIsPutTogether(t *testing.T) {
	t.Parallel()
	l := open(t)
	for _, c := range []struct {
		want, rows string
		questions  []string
	}{
		{"2026년 10월 영업1팀 매출, 담당자별", "직원01|14426325원", []string{"지난달 팀별 매출이요", "그럼 9월은?", "어느 팀이 제일 커요?", "처음 걸로 돌아가서 그 팀 것만 직원별로 쪼개줘"}},
		{"2026년 약국 대구·부산 매출, 거래처별 (상위 10)", "고객기관078|22853895원", []string{"올해 약국 매출 상위 10곳", "부산만", "대구도 넣어줘"}},
		{"방문 건수, 거래처별", "고객기관107|4건", []string{"올해 부산 약국 매출 상위 10곳", "거기 방문은 올해 몇번씩 갔어?"}},
		{"2026년 고객기관023 매출, 제품별", "예시헤모릭스주|17274840원", []string{"고객기관023 올해 얼마나 샀지", "주로 뭘 샀는데"}},
		{"고객기관092 매출, 제품별", "예시뉴로멘정|0원|2628450원", []string{"9월 대비 10월 매출이 제일 많이 줄어든 거래처", "거기서 어떤 제품이 줄었어?"}},
		{"고객기관023 거래처 목록", "직원06", []string{"고객기관023 올해 얼마나 샀지", "주로 뭘 샀는데", "거기 담당자가 누구야"}},
	} {
		if _, got := talk(t, l, c.questions...); !strings.Contains(got.Title, c.want) || !strings.Contains(flat(got), c.rows) {
			t.Errorf("%s: %s\n%s", c.questions, got.Title, flat(got))
		}
	}
	// What goes on from a question behind others says so.
	q := Question{Language: "ko", Person: person(t, "E024"), Today: today, Text: "부산은?", Resumes: true,
		Previous: &Request{Language: "ko", Metrics: []MetricRef{{Name: "sales_amount"}}, Period: Period{Key: "month", From: "2026-10-01", To: "2026-10-31"}}}
	r, err := l.Read(t.Context(), q)
	if err != nil || r.Request == nil || r.Request.Assumptions[0].Key != "resumed" {
		t.Errorf("%+v %v", r.Request, err)
	}
	// Of what was refused there is nothing to name.
	q.Text, q.Previous = "그럼 매출은?", &Request{Language: "ko", Filters: []Filter{{Dimension: "customer_region", Op: In, Values: []string{"BSN"}}}}
	if r, err := l.Read(t.Context(), q); err != nil || r.Request == nil || len(r.Request.Filters) != 1 {
		t.Errorf("%+v %v", r, err)
	}
}

// Of two periods the later one is compared with the earlier one, whichever was asked
// first: what rose must not be told to have fallen.
func TestTheLaterPeriodIsComparedWithTheEarlier(t *testing.T) {
	t.Parallel()
	l := open(t)
	for _, said := range [][]string{
		{"작년 매출", "올해랑 비교하면 늘었어?"},
		{"작년 8월 서울 매출", "올해는?", "늘어난거야 줄어든거야?"},
		{"이번 달 인천 매출", "작년 11월은?", "그럼 올해랑 비교해줘"},
	} {
		r, _ := talk(t, l, said...)
		if to := r.Request.CompareTo; to == nil || to.From >= r.Request.Period.From || !strings.HasPrefix(r.Request.Period.From, "2026") {
			t.Errorf("%v: %s", said, l.Summary(*r.Request))
		}
	}
}

// The last of something is that of all time, however the answer before was broken
// down; who it was is told of the same row.
func TestTheLastOneAndWhoItWas(t *testing.T) {
	t.Parallel()
	l := open(t)
	r, got := talk(t, l, "고객기관066 작년 제품별 매출", "방문은 최근에 언제 갔지", "누가 갔어")
	if r.Request.Rows != "visits" || len(got.Rows) != 1 || !strings.HasPrefix(flat(got), "V000730") || !strings.Contains(flat(got), "직원") {
		t.Errorf("%s: %s", l.Summary(*r.Request), flat(got))
	}
}

// A superlative among the rows that were shown is a row of theirs, whatever would be the
// highest of all time or of everybody; what goes on from it stays with them.
func TestTheHighestRowThatWasShownIsPointedAt(t *testing.T) {
	t.Parallel()
	l := open(t)
	for _, c := range []struct {
		want string
		says []string
	}{
		{"2026년 6월 영업3팀 매출, 제품별", []string{"올해 영업3팀 월별 매출", "제일 높은 달 제품별 매출 보여줘"}},
		{"2026년 5월 영업3팀 매출, 제품별", []string{"올해 영업3팀 월별 매출", "매출이 가장 낮은 달 제품별로"}},
		{"2026년 6월 영업3팀 매출, 담당자별 (상위 1)", []string{"올해 영업3팀 월별 매출", "제일 높은 달 제품별 매출 보여줘", "그 달에 누가 제일 많이 팔았어?"}},
		{"2026년 직원18 영업3팀 방문 건수", []string{"올해 영업3팀 담당자별 매출", "제일 적게 판 사람은 방문을 몇 번 했어?"}},
		{"2026년 영업3팀 매출, 월별 (하위 1)", []string{"올해 영업3팀 월별 매출", "제일 낮은 달은?"}},
		{"2026년 직원12 매출, 제품별 (상위 5)", []string{"10월 매출 상위 거래처 5곳", "1위 담당자가 누구야?", "그 사람 올해 뭐 많이 팔아?"}},
		// The visits are others than those that were shown: they are looked for anew.
		{"2026년 영업3팀 방문 건수, 매출, 담당자별 (상위 1)", []string{"올해 영업3팀 담당자별 매출", "방문 건수가 제일 많은 담당자 매출은?"}},
	} {
		if _, got := talk(t, l, c.says...); !strings.HasPrefix(got.Title, c.want) && !strings.HasSuffix(got.Title, c.want) {
			t.Errorf("%q: %s", c.says, got.Title)
		}
	}
}

// Figures that can't be broken down as a follow-up wants give way to those that can,
// and it is said.
func TestAFollowUpTakesTheFiguresThatCanBeBrokenDown(t *testing.T) {
	t.Parallel()
	r, got := talk(t, open(t), "10월 영업3팀 목표 달성률", "제품별로 쪼개줘")
	if got.Title != "2026년 10월 영업3팀 매출, 제품별" || !slices.ContainsFunc(r.Request.Assumptions, func(a Assumption) bool { return a.Key == "instead" && a.Args["metric"] == "sales_amount" }) {
		t.Errorf("%s %+v", got.Title, r.Request.Assumptions)
	}
}

// A question of other figures that names nobody goes on with whom the talk is about,
// and says so; one that is complete, or names somebody, does not.
func TestFiguresAreOfWhomTheTalkIsAbout(t *testing.T) {
	t.Parallel()
	l := open(t)
	for _, c := range []struct{ want, first, then string }{
		{"2026년 10월 직원12 방문 건수", "올해 직원12 월별 매출", "근데 지난달 방문 건수 알려줘"},
		{"2026년 증빙 없음 직원12 지출 금액", "올해 직원12 월별 매출", "영수증 없는 지출 금액 알려줘"},
		{"2026-06-01 ~ 2026-11-21 고객기관021 매출, 월별", "고객기관021은 어떤 데지?", "최근 6개월 매출 월별로"},
		{"2026년 10월 매출", "올해 직원12 월별 매출", "지난달 전국 매출 알려줘"},
		{"2026년 10월 고객기관021 매출", "올해 직원12 월별 매출", "지난달 고객기관021 매출 알려줘"},
		{"2026년 3분기 매출, 제품별 (상위 5)", "지난달 부산 매출은?", "2026년 3분기 제품별 매출 상위 5개"},
		{"2026년 10월 매출, 부서별", "지난달 영업3팀 매출", "다른 팀은?"},
		{"2026년 하반기 매출, 부서별", "올해 부서별 매출", "상반기 하반기 나눠서 볼 수 있어?"},
		{"2026년 10월 직원12 매출, 제품별 (상위 5)", "올해 직원12 월별 매출", "10월에 뭐가 그렇게 많이 나갔어?"},
		{"고객기관021 매출, 제품별 (상위 5)", "고객기관021은 어떤 데지?", "주로 뭐가 나가?"},
		{"2026년 10월 직원12 매출, 거래처별", "10월 직원12 매출", "어느 거래처였지?"},
		{"2026년 10월 직원12 방문 건수", "올해 직원12 월별 매출", "근데 지난달 방문은 한번도 안간거야??"},
		{"2026년 11월 20일 고객기관021 방문 건수, 방문 결과별", "월요일에 직원03이랑 고객기관021 동행하기로 했거든 거기 어떤 데였지?", "어제도 다녀온걸로 아는데 결과가 어떻게 적혀있어?"},
		{"2026년 4월 영업3팀 반품 수량", "4월 영업3팀 제품별 매출", "그 달에 반품이 많았나?"},
		{"2026년 영업3팀 매출, 담당자별", "올해 직원15 실적", "영업3팀 안에서는 몇 번째야"},
		{"2026년 10월 영업3팀 거절 추후 방문 방문 건수", "10월 영업3팀 거절 방문 목록", "거절난데 중에 다음조치가 추후 방문인데만 골라줘"},
		{"2026년 11월 영업3팀 지출 금액", "이번달 영업3팀 지출 내역 쭉 보여줘", "다 합치면 얼마야"},
		{"2026년 11월 영업3팀 증빙 없음 지출 목록", "이번달 영업3팀 지출 내역 쭉 보여줘", "그중에 영수증 없는 것만"},
		{"2026년 10월 직원12 매출, 제품별", "10월 직원12 매출 몇 위야?", "제품별로 보여줘"},
		{"2026년 직원12 방문 건수", "올해 직원12 매출", "근데 방문은 총 몇 번 갔어?"},
		{"2026년 3분기 부산 매출, 월별", "3분기 서울 매출", "같은 기간 부산 월별 매출 보여줘"},
		{"2026년 9월 교통비 영업3팀 지출 금액", "10월 영업3팀 식대 지출 금액", "근데 9월 교통비 지출 금액 알려줘"},
		{"2026년 10월 반품 수량", "10월 반품 제외 매출", "근데 지난달 반품 수량 알려줘"},
		{"2026년 10월 매출", "10월 영업3팀 매출", "그 달 전국 매출 알려줘"},
		{"2026년 10월 매출", "올해 직원12 월별 매출", "10월 전사 매출 알려줘"},
		{"2026년 10월 영업2팀 방문 건수", "올해 직원12 월별 매출", "제일 높은 달 영업2팀 방문 건수는?"},
		{"2026년 10월 준법지원팀 매출", "고객기관021 매출", "근데 우리 팀 지난달 매출 알려줘"},
		{"2026년 10월 방문 없는 거래처 목록", "10월 영업3팀 매출", "지난달에 안 간 거래처 알려줘"},
		{"2026년 10월 영업2팀 매출", "지난달 직원12 매출", "영업2팀은?"},
		{"2026년 10월 부산 매출", "지난달 고객기관021 매출", "부산은?"},
		{"2026년 3분기 영업3팀 방문 건수", "3분기 영업3팀 매출", "같은 기간에 방문 건수는?"},
		{"2026년 직원12 제품: 예시헤모릭스주 제외 매출, 제품별", "올해 알러케어 매출", "직원12 헤모릭스 말고는 뭐 많이 팔아? 올해 기준"},
	} {
		if _, got := talk(t, l, c.first, c.then); !strings.HasPrefix(got.Title, c.want) {
			t.Errorf("%s, %s: %s", c.first, c.then, got.Title)
		}
	}
}

// A day that only tells the occasion is no time of the figures.
func TestTheDayOfTheOccasionIsNoPeriod(t *testing.T) {
	t.Parallel()
	l := open(t)
	for q, want := range map[string]string{
		"토욜인데 출근했다 ㅠㅠ 이번주 영업3팀 방문 정리나 하자 몇건이야":   "2026-11-16 ~ 2026-11-22 영업3팀 방문 건수",
		"월욜 팀장회의 자료땜에 그런데 영업3팀 이번달 달성률 지금 몇프로야?": "2026년 11월 영업3팀 목표 달성률",
	} {
		if _, got := talk(t, l, q); got.Title != want {
			t.Errorf("%s: %s", q, got.Title)
		}
	}
}

// A place beyond all rows is none of them, however many digits it has.
func TestAPlaceBeyondAllRows(t *testing.T) {
	t.Parallel()
	q := Question{
		Language: "ko", Person: person(t, "E024"), Today: today, Text: "99999999999999999999위는?",
		Previous: &Request{Language: "ko", Metrics: []MetricRef{{Name: "sales_amount"}}, Groups: []string{"product"}}, Shown: map[string][]string{"product": {"P01", "P02"}},
	}
	if r, err := open(t).Read(t.Context(), q); err != nil || r.Request != nil && r.Request.Filters != nil {
		t.Errorf("%+v %v", r.Request, err)
	}
}

// How many a ranking showed goes on only with what it ranked: other figures are of those that
// were shown, another breakdown is of all, and the same ranking elsewhere is as long.
func TestTheFirstFewOfARankingDoNotStick(t *testing.T) {
	t.Parallel()
	l := open(t)
	for _, c := range []struct {
		title     string
		rows      int
		questions []string
	}{
		{"2026년 10월 고객기관004 방문 건수", 1, []string{"10월 매출 1위 거래처", "방문 건수는?"}},
		{"2026년 10월 고객기관004 방문 건수", 1, []string{"10월 매출 1위 거래처", "방문 건수는?", "9월은?", "10월은?"}},
		{"2026년 10월 직원12·직원08 방문 건수, 담당자별", 1, []string{"10월 매출 상위 담당자 2명", "방문은?"}},
		{"2026년 10월 매출, 부서별", 3, []string{"10월 매출 하위 1개 지역", "팀별로는?"}},
		{"2026년 10월 매출, 거래처 지역별", 8, []string{"10월 매출 상위 3개 제품", "지역별로 보여줘"}},
		{"2026년 10월 매출, 거래처 유형별", 5, []string{"10월 매출 꼴찌 지역", "고객 유형별로는 어때?"}},
		{"2026년 10월 방문 건수, 담당자별 (상위 3)", 3, []string{"10월 매출 상위 담당자 3명", "방문 기준으로는?"}},
		{"2026년 10월 방문 건수, 담당자별 (상위 3)", 3, []string{"10월 매출 상위 담당자 3명", "방문 건수로는?"}},
		{"2026년 10월 부산 매출, 제품별 (상위 3)", 3, []string{"10월 매출 상위 3개 제품", "부산은?"}},
		{"영업2팀 직원 수", 1, []string{"직원12 어느 팀이야", "영업2팀 몇명이야"}},
		{"2026년 11월 목표 달성률", 1, []string{"이번달 목표 얼마 남았어"}},
		{"2025년 11월 직원04 고객기관032 매출, 거래처별 (상위 1)", 1, []string{"이번 달 직원04 매출 작년 같은 달이랑 비교", "제일 많이 산 거래처는?", "거기 작년엔 얼마였어?"}},
		{"2026년 9월 매출, 제품별 (상위 3)", 3, []string{"10월 매출 상위 3개 제품", "9월은?"}},
	} {
		_, got := talk(t, l, c.questions...)
		if got.Title != c.title || len(got.Rows) != c.rows {
			t.Errorf("%s: %s, %d rows\n%s", c.questions, got.Title, len(got.Rows), flat(got))
		}
	}
}

// English words that point at a place or a person that was shown.
func TestThereAndHis(t *testing.T) {
	t.Parallel()
	l := open(t)
	for _, c := range []struct{ want, first, then string }{
		{"October 2026 Seoul sales by customer (top 3)", "which region sold most in October", "top 3 customers there"},
		{"October 2026 직원12 sales", "how many visits did 직원12 make in October", "and his sales?"},
		{"2026 직원12 sales", "sales of 직원12 last month", "what did she sell this year"},
		{"number of customers", "sales in Busan last month", "how many customers are there"},
	} {
		q := Question{Language: "en", Person: person(t, "E024"), Today: today, Text: c.first}
		first, err := l.Read(t.Context(), q)
		if err != nil || first.Request == nil {
			t.Fatal(c.first, first, err)
		}
		shown, err := l.Run(t.Context(), *first.Request, q.Person)
		if err != nil {
			t.Fatal(err)
		}
		q.Previous, q.Shown, q.Text = first.Request, Listed(first.Request, shown.Columns, shown.Rows).Names, c.then
		then, err := l.Read(t.Context(), q)
		if err != nil || then.Request == nil {
			t.Errorf("%s / %s: %+v %v", c.first, c.then, then, err)
			continue
		}
		if got := l.Summary(*then.Request); !strings.Contains(got, c.want) {
			t.Errorf("%s / %s: %s", c.first, c.then, got)
		}
	}
}
