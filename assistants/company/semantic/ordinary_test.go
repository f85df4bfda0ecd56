package semantic

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/madang-dev/madang/internal/korean"
)

// The ways in which staff say one question, by what differs: how it is wanted, what a figure is
// called, how it is broken down, ranked, compared or lacked. Each is read as the plain one.
func TestOrdinaryWordsSayThePlainQuestion(t *testing.T) {
	t.Parallel()
	l := open(t)
	request := func(text string) string {
		language := "en"
		if strings.ContainsFunc(text, korean.IsHangul) {
			language = "ko"
		}
		reading, _ := answer(t, l, "E021", language, text)
		if reading.Request == nil {
			return kind(reading)
		}
		r := *reading.Request
		r.Assumptions = nil
		said, err := json.Marshal(r)
		if err != nil {
			t.Fatal(err)
		}
		return string(said)
	}
	for plain, ways := range map[string][]string{
		"지난달 서울 매출은 얼마야?": {
			"지난달 서울 매출 체크 좀", "지난달 서울 매출 파악하고 싶어", "지난달 서울 매출 내봐", "지난달 서울 매출 제대로", "지난달 서울 매출 대략적으로",
			"시간 되면 지난달 서울 매출 얼마야?", "실례지만 지난달 서울 매출 얼마야?", "결론적으로 지난달 서울 매출 얼마야?", "보고할 건데 지난달 서울 매출 얼마야?",
			"회의가 있어서 지난달 서울 매출 얼마야?", "지난달 서울 매상 얼마야?", "지난달 서울 판매 대금 얼마야?", "지난달 서울 매출 규모는", "지난달 서울 매출 결과가 어때",
		},
		"What were sales in Seoul last month?": {
			"I'd like sales in Seoul last month", "walk me through sales in Seoul last month", "look up sales in Seoul last month", "would you mind showing me sales in Seoul last month",
			"if you don't mind, sales in Seoul last month", "what's the deal with sales in Seoul last month", "What were the takings in Seoul last month?", "sales result in Seoul last month",
			"I was wondering what sales in Seoul were last month",
		},
		"Which customers had the most visits last month?": {"Which customers did we make the most visits to last month?"},
		"What were our expenses last month?":              {"What were the expenses we made last month?"},
		"지난달보다 반품률이 오른 제품":                                {"지난달보다 반품률이 나빠진 제품"},
		"지난달보다 반품률이 떨어진 제품":                               {"지난달보다 반품률이 좋아진 제품", "지난달보다 반품률이 나아진 제품"},
		"지난달 지역별 매출":                                      {"지난달 매출 지역별로 분류해줘", "지난달 지역끼리 매출", "지난달 지역에 따른 매출"},
		"Sales by region last month":                      {"sales broken out by region last month", "regional sales last month", "sales in every region last month"},
		"지난달 매출이 가장 많은 직원은?":                              {"지난달 매출이 으뜸인 직원", "지난달 젤 많이 판 직원"},
		"지난달 매출 하위 3개 거래처":                                {"지난달 매출 최하위 3개 거래처", "지난달 매출 시원찮은 거래처 3곳", "지난달 매출 바닥권 거래처 3개"},
		"이번 달 매출 지난달과 비교":                                 {"이번 달 매출 지난달에 견주면", "이번 달 매출을 지난달과 나란히 보여줘", "이번 달 매출 지난달이랑 얼마나 달라"},
		"지난달 방문 성공률":                                      {"지난달 방문 성사 비율", "지난달 방문 성공 확률"},
		"지난달 평균 방문 시간":                                    {"지난달 방문당 평균 시간", "지난달 방문 소요 시간 평균"},
		"영업1팀 이번 달 목표 달성률":                                {"영업1팀 이번 달 목표 진척률", "영업1팀 이번 달 계획 대비 실적", "영업1팀 이번 달 목표 몇 프로 했어"},
		"지난달 반품 금액":                                       {"지난달 반품이 얼마어치나 돼"},
		"지난달 거래처당 매출":                                     {"지난달 거래처 하나당 매출", "지난달 거래처 평균 매출"},
		"지난달 우리 팀 지출":                                     {"지난달 우리 팀 사용 금액", "지난달 우리 팀 경비 집행액"},
		"최근 3개월 거래가 없는 거래처 목록":                            {"최근 3개월 거래가 끊긴 거래처", "최근 3개월 주문 안 넣은 거래처", "최근 3개월 매출 제로 거래처", "최근 3개월 사 가지 않은 거래처"},
		"올해 개설한 거래처 수":                                    {"올해 새로 들어온 거래처 몇 곳이야?", "올해 새 거래처 몇 곳이야?", "올해 새로 개척한 거래처 몇 곳이야?"},
		"지난달 매출 서울 제외":                                    {"지난달 매출 서울 제끼고", "지난달 서울 안 넣고 매출"},
		"지난달 매출 1000만원 초과 거래처":                            {"지난달 매출 1000만원을 초과한 거래처", "지난달 매출 1000만원 돌파한 거래처"},
		"Customers without visits last month":             {"customers that weren't visited last month", "which customers did we not visit last month", "customers nobody visited last month"},
		"Customers without sales in the last 3 months": {
			"customers that have not ordered in the last 3 months", "customers that ordered nothing in the last 3 months",
		},
	} {
		want := request(plain)
		for _, way := range ways {
			if got := request(way); got != want {
				t.Errorf("%s: %s, want %s", way, got, want)
			}
		}
	}
	// What a word could take away from a question, or turn round, is no courtesy and no slip: these
	// were answered with all sales, with the best for the worst, or with net sales for gross ones.
	for _, text := range []string{
		"박과장이 판 지난달 매출 찾아서 보여줘", "박과장이 판 지난달 매출 찾는데 얼마야", "지난달 출장 때 쓴 경비 얼마야?", "지난달 외근 때 방문 건수", "지난달 출장 때문에 쓴 교통비",
		"지난달 방문이 잦은 거래처", "지난달 주문 얻은 거래처 목록", "지난달 매출이 늦은 거래처", "고객기관001이랑 같은 지역 거래처 매출",
		"Which products stopped selling last month?", "sales of sinus medicine last month", "sales of fever medicine last month", "How many warnings last month?",
		"sales of dairy products last month", "charge of sales last month",
		"gross sales last month", "올해 처음 거래한 거래처 수",
		"How much time did we spend with customers last month?", "sales at the start of 2025", "visits in the afternoon last month", "sales this morning",
		"Which region's sales vary the most?", "distribution costs last month", "running costs last month", "sales of broken products last month", "visits won last month",
		"지난달 체크카드 지출", "지난달 아시아 매출", "지난달 아시아제약 매출", "지난달 비서실 지출", "지난달 서울 문의 건수", "지난달 요거트 매출", "지난달 리뷰 건수", "지난달 브리핑 건수",
		"지난달 대체 의약품 매출", "올해 새로 뽑은 직원 몇 명", "지난달 매출이 올라온 지역",
	} {
		if got := request(text); got != "refuse" && got != "ask" {
			t.Errorf("%s: %s", text, got)
		}
	}
	// What is new restricts, whatever it is that is done anew.
	for _, text := range []string{"올해 새로 합병한 거래처 매출", "확정 매출 지난달", "sales of good customers last month", "sales of possible customers"} {
		if got := request(text); got != "refuse" {
			t.Errorf("%s: %s", text, got)
		}
	}
}
