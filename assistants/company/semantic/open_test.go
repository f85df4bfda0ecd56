package semantic

import (
	"strings"
	"testing"

	"github.com/madang-dev/madang/assistants/company/access"
	"github.com/madang-dev/madang/assistants/company/sample"
)

// What was understood of a question that was asked back or refused is completed or changed by
// the next one, and no condition of it is lost on the way.
func TestAnOpenQuestionGoesOn(t *testing.T) {
	t.Parallel()
	l := open(t)
	for _, c := range []struct {
		id, language, want string
		questions          []string
	}{
		{"E024", "ko", "asked: metric", []string{"온라인 매출 10월", "서울은?"}},
		{"E024", "en", "asked: number", []string{"what did we spend on parking fines last month?", "and only the ones above 30k?"}},
		{"E024", "ko", "2026년 10월 직원05 식음료 지출", []string{"직원05 접대 그거 얼마야 지난달", "식음료로"}},
		{"E024", "ko", "직원03|59개\nE014|직원14|53개\nE010|직원10|42개", []string{"지난달 30개 넘는 사람만 보여줘", "반품 수량"}},
		{"E024", "ko", "asked: metric 지금까지 알아들은 것은 “2026년 9월 부산”입니다.", []string{"서울 마진 지난달 어땠지", "부산은?", "9월은?"}},
		{"E024", "ko", "2026년 9월 부산 매출\n", []string{"서울 마진 지난달 어땠지", "부산은?", "9월은?", "매출로"}},
		{"E024", "ko", "refused: uncovered", []string{"올해 3월 카드수수료 뺀 매출"}},
		{"E024", "ko", "refused: uncovered", []string{"10월 판매량 담당자별", "하나도 못 판 사람은?"}},
		{"E024", "ko", "방문 없는 직원 목록\nE002|직원02", []string{"지난달 방문 담당자별", "한 번도 안 간 사람은?"}},
		{"E024", "ko", "부산 방문 없는 직원 목록\nE001|직원01", []string{"지난달 부산 방문 담당자별", "한 번도 안 간 사람은?"}},
		// A noun that begins as an idle verb does is asked about, and a name is known by its number.
		{"E024", "ko", "refused: uncovered", []string{"해외 매출 지난달"}},
		{"E024", "ko", "refused: uncovered", []string{"지난달 거마비 얼마나 나갔어"}},
		{"E024", "ko", "고객기관045 거래처 목록", []string{"고객기광045 담당 누구야"}},
		// What stands alone begins anew.
		{"E024", "ko", "2026년 10월 매출, 거래처 지역별", []string{"고객기관012 날씨 알려줘", "지난달 지역별 매출"}},
		// A condition stays until it is said what it is on, whatever number is named beside it.
		{"E024", "ko", "직원03|59개\nE014|직원14|53개\nE010|직원10|42개", []string{"지난달 30개 넘는 사람만 보여줘", "10월 반품 수량"}},
		// Of what was refused only whom and when it was of goes on: never its figure.
		{"E024", "ko", "2026년 9월 서울 매출", []string{"온라인 서울 매출 10월", "그럼 9월 매출은?"}},
		{"E024", "ko", "asked: metric", []string{"온라인 매출 10월", "서울은?", "부산은?"}},
		{"E024", "ko", "asked: metric", []string{"서울 매출 10월 줄세우면", "부산은?"}},
		// What points at nothing is asked again: without it the figure would be of everybody.
		{"E024", "ko", "asked: referent", []string{"그 거래처의 올해 매출", "지난달은?"}},
		{"E024", "ko", "2026년 고객기관012 매출\n", []string{"그 거래처의 올해 매출", "고객기관012"}},
		{"E024", "ko", "2026년 6월 방문 건수\n", []string{"그 달 방문 건수는?", "6월"}},
		{"E024", "en", "June 2026 sales by product (top 2)", []string{"visits in that month", "top 2 products by sales in June"}},
		{"E024", "ko", "asked: referent", []string{"남들은 지난달 매출이 얼마야"}},
		{"E024", "ko", "asked: referent", []string{"지난달 매출", "뒤에 거는 얼마야"}},
		// A ranking whose parts come one by one.
		{"E024", "ko", "asked: dimension 지금까지 알아들은 것은 “2026년 11월 매출”입니다.", []string{"이번달 꼴찌", "매출"}},
		{"E024", "ko", "2026년 11월 매출, 담당자별 (하위 5)", []string{"이번달 꼴찌", "매출", "직원별로"}},
		{"E024", "en", "Q3 2026 number of visits by salesperson (top 1)", []string{"who was best last quarter?", "by visits"}},
		// What is compared stays so when it is said by what, and one kind alone takes the place of all.
		{"E024", "ko", "2026년 10월 직원03·직원14 방문 건수, 담당자별", []string{"10월 직원03이랑 직원14 비교해줘", "방문 건수"}},
		{"E024", "ko", "2026년 10월 의원 매출, 담당자별", []string{"10월 병원 매출 담당자별로", "의원만 놓고 비교하면"}},
		// Some alone of what was asked keep to it; who says who that is asks of nobody else.
		{"E024", "ko", "2026년 9월 대구 C등급 매출", []string{"대구 거래처 수", "C등급만 9월 매출 얼마야"}},
		{"E024", "ko", "2026년 10월 직원07 방문 건수", []string{"제 10월 방문 건수요. 직원07입니다"}},
		// What is broken down by is what "where" asks of.
		{"E024", "ko", "2026년 9월 매출, 거래처 지역별 (하위 1)", []string{"9월 매출 지역별로 보면 어디가 가장 낮아요?"}},
		{"E024", "ko", "2026년 9월 방문 건수, 부서별 (상위 1)", []string{"9월에 팀별 방문은 어디가 제일 많아?"}},
		{"E024", "ko", "2026년 10월 영업2팀 반품 수량, 담당자별", []string{"반품 순위", "지난달", "2팀에서"}},
	} {
		got := held(t, l, c.id, c.language, c.questions...)
		if !strings.Contains(got, c.want) {
			t.Errorf("%s: %s", c.questions, got)
		}
	}
	// A code is not told as the name of what somebody may not see.
	if got := held(t, l, "E002", "ko", "이번달 꼴찌", "C0077 걸로"); !strings.HasPrefix(got, "asked") || strings.Contains(got, "고객기관") {
		t.Error(got)
	}
	// What may not be seen is not offered to be ranked.
	for _, choice := range choicesOf(t, l, "E004", "나 제일 많은 데") {
		if strings.Contains(choice, "방문") {
			t.Error(choice)
		}
	}
	left := access.Person{ID: "E011", CompanyID: sample.Company, Role: access.Former}
	if r, err := l.Read(t.Context(), Question{Text: "왜 다 막혀 있어?", Language: "ko", Person: left, Today: today}); err != nil || r.Hidden == nil || r.Hidden.Reason != "role" {
		t.Errorf("%+v %v", r, err)
	}
}

// choicesOf are the choices of what is asked back to a question.
func choicesOf(t *testing.T, l *Layer, id, text string) (choices []string) {
	t.Helper()
	r, err := l.Read(t.Context(), Question{Text: text, Language: "ko", Person: person(t, id), Today: today})
	if err != nil || r.Ambiguity == nil || len(r.Ambiguity.Choices) == 0 {
		t.Fatalf("%+v %v", r, err)
	}
	for _, c := range r.Ambiguity.Choices {
		choices = append(choices, c.Text)
	}
	return choices
}

// Members of what was shown are pointed at by where they stand, whatever was asked since.
func TestMembersOfAListing(t *testing.T) {
	t.Parallel()
	l := open(t)
	for _, c := range []struct {
		language, want string
		questions      []string
	}{
		{"ko", "고객기관111·고객기관066·고객기관109 반품 건수", []string{"지난달 매출 상위 4개 거래처", "첫째 말고 나머지 셋은 반품이 몇 개야"}},
		{"ko", "예시뉴로멘정 제품 목록", []string{"9월 판매량 상위 5개 제품", "앞의 둘은 반품이 얼마나 돼", "세 번째 건 정가가 얼마야"}},
		{"ko", "고객기관109 거래처 목록", []string{"지난달 매출 상위 4개 거래처", "첫째 말고 나머지 셋은 반품이 몇 개야", "네 번째는 담당이 누구야"}},
		{"ko", "고객기관066 거래처 목록", []string{"지난달 매출 상위 4개 거래처", "그 손님들 마진은 어때", "세 번째는 담당이 누구야"}},
		{"en", "고객기관109 list of customers", []string{"top 5 customers by sales last month", "who looks after the fourth on that list?"}},
		{"en", "고객기관110 list of customers", []string{"top 5 customers by sales last month", "who looks after the fourth on that list?", "what about the next one?"}},
		{"en", "고객기관109·고객기관110 quantity returned", []string{"top 5 customers by sales last month", "and the last two, what did they return?"}},
		{"ko", "2026년 10월 서울 반품 수량", []string{"서울이랑 부산 지난달 매출", "전자는 반품이 얼마야"}},
		{"ko", "2026년 10월 부산 반품 수량", []string{"서울이랑 부산 지난달 매출", "전자는 반품이 얼마야", "후자는"}},
		{"ko", "2026년 10월 직원05 목표 달성률", []string{"지난달 방문 제일 많은 직원 3명", "첫번째 사람 목표 달성률은", "그 다음 사람은?"}},
		{"ko", "2026년 10월 직원03·직원01 목표 달성률", []string{"지난달 방문 제일 많은 직원 3명", "첫번째 사람 목표 달성률은", "그 다음 사람은?", "나머지는?"}},
		// Ordinals are of the newest list.
		{"ko", "제품 목록\nP0", []string{"9월 매출 상위 5개 거래처", "첫째 거래처가 산 제품별 수량", "세 번째 건 정가가 얼마야"}},
		{"ko", "2026년 9월 고객기관066 매출\n", []string{"지난달 매출 상위 4개 거래처", "세 번째 건 9월 매출이 얼마야"}},
		{"ko", "고객기관066·고객기관109 반품 건수", []string{"지난달 매출 상위 4개 거래처", "첫 번째랑 두 번째 빼고 나머지는 반품이 몇 개야"}},
		{"ko", "고객기관111·고객기관109 반품 건수", []string{"지난달 매출 상위 4개 거래처", "두 번째 건 반품이 몇 개야", "고객기관066 빼고 나머지는 반품이 몇 개야"}},
		// Months are none of the members.
		{"en", "refused", []string{"top 5 customers by sales last month", "the last two months margin"}},
		{"en", "October 2026 Seoul number of visits", []string{"top 5 customers by sales last month", "the last two visits to Seoul"}},
	} {
		if got := held(t, l, "E024", c.language, c.questions...); !strings.Contains(got, c.want) {
			t.Errorf("%s: %s", c.questions, got)
		}
	}
}

// A group that is named says what is ranked: its members. What is only counted in is no
// condition, and what the data does not tell of is named.
func TestNothingIsDroppedSilently(t *testing.T) {
	t.Parallel()
	l := open(t)
	for _, c := range []struct{ language, want, question string }{
		{"ko", "2026년 10월 영업2팀 반품 수량, 담당자별 (상위 1)", "2팀에서 반품 최다 지난달"},
		{"ko", "2026년 10월 의원 매출, 거래처별 (상위 3)", "의원 중에 매출 톱3 지난달"},
		{"ko", "2026년 10월 매출\n180111705원", "도매 포함해서 지난달 매출"},
		{"ko", "2026년 10월 서울 매출\n", "서울 다 합쳐서 지난달 매출 얼마야"},
		{"ko", "2026년 10월 약국 매출\n", "약국 합쳐서 지난달 매출"},
		{"ko", "예시뉴로멘정", "예시뉴로멘정을 포함한 주문은 몇 건이야"},
		{"ko", "도매 제외", "도매는 포함 안 한 지난달 매출"},
		{"en", "October 2026 Busan sales", "sales in Busan as well last month"},
		{"ko", "2026년 10월 부산 매출\n27855130원", "지난달 부산 매출, 약국도 포함해서"},
		{"en", "October 2026 sales\n180111705", "sales in October including wholesale"},
		{"ko", "refused: unclear", "지난달 상위 3개 빼고 나머지 거래처 매출 합계"},
		{"ko", "2026년 1월 매출\n", "지난 1월 매출은"},
	} {
		if got := held(t, l, "E024", c.language, c.question); !strings.Contains(got, c.want) {
			t.Errorf("%s: %s", c.question, got)
		}
	}
	for _, c := range []struct{ language, not, listed, question string }{
		{"ko", "고객기관", "지난달 매출 상위 3개 거래처", "나머지 제품은 얼마나 팔렸어"},
		{"ko", "고객기관", "지난달 매출 상위 3개 거래처", "마지막 2개 방문"},
		{"en", "고객기관", "top 5 customers by sales last month", "which product was third by quantity?"},
		{"en", "고객기관", "top 5 customers by sales last month", "the last two visits to Seoul"},
	} {
		if got := held(t, l, "E024", c.language, c.listed, c.question); strings.Contains(strings.SplitN(got, "\n", 2)[0], c.not) {
			t.Errorf("%s: %s", c.question, got)
		}
	}
	r, err := l.Read(t.Context(), Question{Text: "오전에 방문한 건 몇 건이야 지난달", Language: "ko", Person: person(t, "E024"), Today: today})
	if err != nil || r.Request == nil || r.Request.Assumptions[0].Key != "unused" {
		t.Errorf("%+v %v", r.Request, err)
	}
}
