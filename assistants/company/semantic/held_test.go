package semantic

import (
	"strings"
	"testing"
)

// held has a dialog with the layer as a desk of people has it: each question with what the one
// before it asked and has shown, also where that was refused or hidden. It tells what became of
// the last: a summary with the rows, or why not.
func held(t *testing.T, l *Layer, id, language string, questions ...string) (became string) {
	t.Helper()
	q := Question{Language: language, Person: person(t, id), Today: today}
	for _, q.Text = range questions {
		r, err := l.Read(t.Context(), q)
		if err != nil {
			t.Fatal(q.Text, err)
		}
		asked := r.Understood()
		q.Answers = r.Ambiguity != nil
		switch {
		case r.Request != nil:
			got, err := l.Run(t.Context(), *r.Request, q.Person)
			if err != nil {
				t.Fatal(q.Text, err)
			}
			shown := Listed(r.Request, got.Columns, got.Rows)
			q.Shown, q.Listing = shown.Names, q.Listing.After(shown)
			became = got.Title + "\n" + flat(got)
		case r.Hidden != nil:
			became = "hidden: " + r.Hidden.Text
		case r.Refusal != nil:
			became = "refused: " + r.Refusal.Reason
		default:
			became = "asked: " + r.Ambiguity.Key + " " + r.Ambiguity.Text
		}
		if asked != nil {
			q.Earlier, q.Previous = q.Previous, asked
		}
	}
	return became
}

// What a question says counts, and what the ones before it said gives way to it; what is no
// question of figures is refused. Each row is a dialog, and what its last answer has to hold.
func TestWhatIsSaidIsNeitherDroppedNorContradicted(t *testing.T) {
	t.Parallel()
	l := open(t)
	for _, c := range []struct {
		id, language, want string
		questions          []string
	}{
		// Who asks, said behind the question or in English.
		{"E002", "ko", "2026년 11월 직원02 목표 달성률\n48.7%", []string{"이번달 목표까지 얼마 남았지 나"}},
		{"E002", "ko", "2026년 10월 직원02 목표 달성률\n126.5%", []string{"이번달 목표까지 얼마 남았지 나", "지난달은 채웠나"}},
		{"E008", "en", "직원08 target achievement\n75.4%", []string{"am I on target this month?"}},
		// Both that were asked of, one after the other.
		{"E024", "ko", "2026년 9월 대구·부산 매출\n70452460원", []string{"9월 대구 매출", "부산은?", "둘 다 합치면 얼마야"}},
		{"E024", "ko", "2026년 9월 대구·부산 매출, 거래처 지역별\n부산|38243545원\n대구|32208915원", []string{"9월 대구 매출", "부산은?", "두 지역 차이는?"}},
		{"E024", "en", "September 2026 Daegu·Busan sales by customer region", []string{"sales in Daegu in September", "and Busan?", "compare the two"}},
		// Why, with what it is of.
		{"E024", "ko", "2026년 10월 서울 매출, 거래처별 – 2026년 9월과 비교", []string{"지난달 서울 매출이 왜 떨어졌는지 알려줘"}},
		{"E024", "ko", "2026년 인천 반품 건수\n4건", []string{"요즘 인천 반품 왜케 많아?", "올해는 몇 건이야"}},
		{"E024", "ko", "방문 목록 (상위 1)", []string{"고객기관045 매출이 요즘 없던데 무슨 일이에요?", "마지막으로 방문한 날짜랑 결과도 알려주세요"}},
		{"E024", "ko", "직원17", []string{"고객기관045 올해 매출", "담당이 누구시죠"}},
		// A row that is gone on with, and a property of each row.
		{"E024", "ko", "2026년 3분기 제주 매출, 담당자별", []string{"3분기 지역별 매출", "그 중 제일 낮은 데 담당이 누구야"}},
		{"E024", "ko", "고객기관023·고객기관005·고객기관084 거래처 목록", []string{"9월 서울 거래처별 매출 상위 3개", "각각 담당자는 누구야"}},
		{"E024", "en", "list of customers", []string{"top 3 customers by sales in Q3", "who looks after them?"}},
		// Whom a refused question was of.
		{"E014", "ko", "hidden: 직원09의 입사일", []string{"직원09 연봉 얼마인지 알수있어?", "그럼 입사일이라도"}},
		{"E024", "ko", "2026년 직원09 매출\n165333230원", []string{"직원09 연봉 얼마인지 알수있어?", "알겠어 그럼 걔 올해 매출은 볼수있나?"}},
		// One's own customers, wherever they are.
		{"E002", "ko", "직원02 거래처 목록\n", []string{"내 거래처 목록"}},
		// A colleague's are seen in one's own region alone, however they are asked for.
		{"E002", "ko", "C0001|고객기관001|상급종합병원|경기|C등급\nC0074|고객기관074|약국|경기|B등급\nC0081|고객기관081|병원|경기|A등급", []string{"직원01 거래처 목록"}},
		{"E002", "ko", "C0064|고객기관064|병원|경기|A등급\nC0065|고객기관065|병원|경기|A등급", []string{"직원20 거래처 목록"}},
		{"E002", "ko", "직원20 거래처 수\n2곳", []string{"직원20 거래처 수"}},
		{"E002", "ko", "hidden: 직원09의 거래처는", []string{"직원09 거래처 목록"}},
		{"E002", "ko", "E001|직원01|3곳\nE003|직원03|2곳\nE020|직원20|2곳", []string{"거래처 수, 담당자별"}},
		{"E002", "en", "E001|직원01|3곳\nE003|직원03|2곳\nE020|직원20|2곳", []string{"number of customers by employee"}},
		// A superlative that says itself what is counted goes on from nothing.
		{"E024", "ko", "asked: compare_period", []string{"영업1팀 매출", "거래처 제일 적은 사람이 매출이 줄었나요?"}},
		{"E024", "ko", "asked: compare_period", []string{"영업2팀 올해 매출", "거래처 제일 많은 사람이 매출이 늘었나요?"}},
		// A sentence goes on behind figures, spans and what a point shortens.
		{"E024", "ko", "refused: cause", []string{"제주 올해 매출", "9월~10월 매출이 왜 떨어졌어?"}},
		{"E024", "en", "refused: cause", []string{"sales in Busan this year", "why did sales fall vs. last year?"}},
		{"E024", "en", "refused: cause", []string{"sales in Busan this year", "why are sales 3.5 million below October?"}},
		{"E024", "ko", "refused: cause", []string{"제주 올해 매출", "지난달 ~ 이번달 매출이 왜 떨어졌어?"}},
		{"E024", "ko", "refused: cause", []string{"제주 올해 매출", "영업1팀 ~ 영업3팀 매출이 왜 떨어졌어?"}},
		{"E024", "ko", "2026년 10월 매출\n180111705원", []string{"고마워요~ 지난달 매출 보여줘"}},
		// Who gives nothing to anybody changes no data, and who asks of a drop leaves nothing out.
		{"E024", "en", "Q1 2026 Busan sales\n66021450원", []string{"give the sales from January to March in Busan"}},
		{"E024", "en", "October 2026 sales team 1 sales\n54086770원", []string{"give the October sales of team 1 to me"}},
		{"E024", "ko", "2026년 10월 부산 매출, 담당자별", []string{"지난달 담당자별 매출", "담당자 말고 부산으로 바꿔줘"}},
		{"E024", "ko", "2026년 10월 대구 매출", []string{"지난달 서울 매출", "대구로 바꿔놔"}},
		{"E024", "ko", "2026년 10월 직원02 매출", []string{"지난달 직원01 매출", "직원02로 바꿔줘"}},
		{"E024", "ko", "2026년 10월 직원02 매출", []string{"지난달 직원01 매출", "직원02로 바꿔서 보여줘"}},
		{"E023", "ko", "refused: write", []string{"직원20 담당 거래처 리스트", "담당자 직원02로 바꿔줘"}},
		{"E023", "ko", "refused: write", []string{"직원20 담당 거래처 리스트", "직원02로 넘겨줘"}},
		{"E023", "en", "refused: write", []string{"customers of 직원20", "give them to 직원02"}},
		{"E021", "en", "asked: compare_period", []string{"sales by team in October", "Drop in sales by team?"}},
		{"E021", "en", "asked: compare_period", []string{"drop in sales of team 2 in October"}},
		// What the data is not changed by, and what it does not judge.
		{"E023", "ko", "refused: write", []string{"직원20 담당 거래처 리스트", "그럼 직원02로 바꿔놔"}},
		{"E023", "ko", "refused: write", []string{"고객기관011 담당을 직원02로 변경해줘"}},
		{"E023", "ko", "refused: advice", []string{"직원20 담당 거래처 리스트", "경기쪽 두곳은 우리팀 누가 맡는게 좋을까"}},
		{"E023", "en", "refused: advice", []string{"sales of team 2 last month", "who should take these customers?"}},
		// What was shown is carried as the rows of it, and asked for where nothing was.
		{"E024", "ko", "2026-09-21 ~ 2026-11-21 고객기관007·외 24 매출, 거래처별\nC0062|고객기관062|11895935원", []string{"최근 두달 방문 없는 거래처", "그 병원들 매출은 어떤데"}},
		{"E024", "ko", "asked: referent 그 병원", []string{"최근 두달 방문 없는 거래처", "그 병원 매출은 어떤데"}},
		{"E024", "ko", "asked: referent 거기서", []string{"거기서 최근 두달 방문 없는 곳"}},
		{"E024", "ko", "refused: unclear", []string{"두번째 병원은 지난주에 주문 넣었다던데 아니야?"}},
		{"E024", "ko", "asked: period", []string{"주문도 계속 하고 있어?"}},
		{"E024", "ko", "asked: metric", []string{"작년 마진율", "올해 8월까지 누계랑 나란히요"}},
		{"E024", "ko", "2026-08-21 ~ 2026-11-21 인천 매출 없는 거래처 목록", []string{"3개월 이상 주문 안 한 거래처 나 인천이야"}},
		// Of what has not ended no growth is told, and rows are sorted by what groups them.
		{"E024", "ko", "2026년 서울 매출, 연도별\n2026|350869770원|–", []string{"서울 매출 알려줘", "해마다 몇%씩 컸어", "올해로"}},
		{"E024", "ko", "2025년 매출 목록\nS000004|2025-01-15|C0001|고객기관001|P07|예시아토클리어크림|195000원|E001|직원01", []string{"2025년 매출 목록", "담당자별로 묶어줘"}},
		{"E024", "en", "October 2026 hospitals of all types·clinic number of visits by customer type\nhospitals of all types|30건", []string{"how often did we visit hospitals and clinics last month"}},
		// A reason that is asked for beside something else.
		{"E016", "ko", "2026년 제주 상급종합병원·종합병원 매출\n43437580원", []string{"제주 올해 매출 알려줘", "종합병원만", "상급은 왜 빠졌어? 상급도 넣어야지"}},
		// Conditions of the question before that can't be with what this one names.
		{"E024", "ko", "2026년 10월 고객기관021 매출\n993960원", []string{"10월 서울 매출", "고객기관021은?"}},
		{"E024", "ko", "2026년 10월 영업1팀 매출\n54086770원", []string{"10월 고객기관021 매출", "영업1팀 매출"}},
		{"E017", "ko", "직원17 할인율 0% 이하 매출\n29081000원", []string{"할인 1프로 이상 준 매출 합이 얼마지", "내것만 올해", "할인 안준건?"}},
		{"E022", "en", "October 2026 sales by customer region, compared with October 2025\nDaegu|29981205원", []string{"How did Seoul do last month vs the same month last year?", "and Jeju?", "which regions went down?"}},
		// A part of a whole, which no thing is of itself.
		{"E024", "ko", "직원04|30961075원|4.5%", []string{"올해 영업1팀 매출에서 직원04가 차지하는 비중은"}},
		{"E024", "ko", "직원04|30961075원|4.5%", []string{"올해 영업1팀 매출, 제품별", "매출에서 직원04가 차지하는 비중은"}},
		{"E006", "ko", "병원|98117195원|24.5%", []string{"약국이 우리 매출에서 몇퍼센트임?", "올해로 하면", "나머지 유형도 다"}},
		// What is ranked, listed and shown besides.
		{"E010", "ko", "asked: metric", []string{"약 많이 쓴 데 어디야"}},
		{"E024", "ko", "E004|직원04|영업1팀|영업담당|부산", []string{"거래처 제일 적은 사람이 어느 지역이야"}},
		{"E018", "ko", "2026년 직원18 매출, 거래처별\nC0089", []string{"내 거래처 올해 매출 하나씩 보여줘"}},
		{"E024", "ko", "V000803|2025-11-15|C0073", []string{"고객기관073 마지막 주문 언제?", "방문은?"}},
		{"E024", "ko", "C0002|고객기관002", []string{"공공기관 거래처 중에 이번분기 매출 있는데가 몇군데예요", "목록도요"}},
		{"E024", "ko", "공공기관 매출 없는 거래처 수\n0곳", []string{"공공기관 거래처 중에 이번분기 매출 있는데가 몇군데예요", "없는 곳도 있나요 그럼?"}},
		{"E024", "ko", "A등급|E015|직원15", []string{"올해 방문을 한 번도 안 간 A등급 거래처", "담당자도 같이 보여줘"}},
		{"E024", "ko", "refused: unclear", []string{"연봉 얼마야 서울", "담당자도 같이"}},
		{"E024", "ko", "2026년 식음료 1인당 금액 10만원 초과 지출 목록", []string{"1인당 식사비 10만원 넘긴 건 다 보여줘", "올해꺼만"}},
		{"E024", "ko", "51건|54991030원", []string{"올해 반품 몇건에 얼마인가요"}},
		{"E024", "ko", "refused: unclear", []string{"올해 반품 제일 많은 제품은?", "그 제품 말고 두번째 제품은 어느 거래처에서 반품했어요?"}},
		{"E008", "ko", "고객기관086", []string{"지난달에 방문은 했는데 매출 안나온 거래처 어디어디야"}},
		{"E024", "ko", "2025-01|201740255원\n2025-02|148450510원\n2025-03", []string{"작년 1월, 2월, 3월 매출"}},
		{"E021", "en", "2026 직원19 sales\n88473095원", []string{"which reps missed target last month", "the second one, what did he sell this year"}},
		// What may not be seen is not offered to be chosen.
		{"E004", "ko", "hidden: 방문", []string{"나 방문 안간지 제일 오래된 거래처 어디야"}},
		// What can't be reckoned with is not left out.
		{"E024", "ko", "refused: unclear", []string{"이번 달 평일 하루 평균 매출"}},
		{"E024", "ko", "refused: unclear", []string{"요일별 평균 매출"}},
		{"E024", "ko", "refused: unclear", []string{"요일별 매출 성장률"}},
		{"E024", "en", "refused: unclear", []string{"average sales per visit in October"}},
		{"E024", "en", "second half of 2025 sales, compared with first half of 2025", []string{"first half and second half of last year sales"}},
		{"E024", "ko", "2026년 10월 방문 없는 거래처 목록", []string{"방문이 1건도 없는 거래처 10월"}},
		{"E024", "ko", "고객기관021 매출", []string{"월요일에 고객기관021 가는데 거기 매출 어때"}},
		{"E024", "ko", "2026년 2분기와 비교\nC", []string{"3분기 매출이 2분기보다 준 거래처"}},
		{"E021", "en", "channel: not wholesale", []string{"what did team 3 sell last month", "and without wholesale?"}},
		{"E024", "en", "Busan (without Q4 2026 visits) sales by customer", []string{"list customers in Busan without any visit this quarter", "sort by sales this year"}},
		{"E021", "en", "not Seoul sales by customer region", []string{"show sales by region for Q3", "drop Seoul"}},
		// What a reader passed over is none of what was asked.
		{"E024", "en", "customer type: not pharmacy sales", []string{"sales without pharmacies last month"}},
		{"E024", "en", "(with visits) number of customers", []string{"how many Seoul customers have visits this year"}},
		{"E024", "en", "(with returns sales) number of products", []string{"how many products have returns last month"}},
		{"E024", "en", "refused: unclear", []string{"customers without a target this year"}},
		{"E024", "en", "compared with 2026-10-01 to 2026-10-21", []string{"did Seoul sell more than last month?"}},
		{"E024", "ko", "refused: unclear", []string{"올해 목표 없는 거래처"}},
		// Of what was counted, whatever counts them.
		{"E024", "ko", "2026년 10월 영업2팀 매출, 거래처별 (상위 3)", []string{"영업2팀 거래처는 몇 곳이야", "그 중에서 지난달 매출 큰 순으로 3개만"}},
		{"E024", "ko", "서울 병원 매출, 거래처별 (상위 3)", []string{"서울 병원 몇 개야", "매출 상위 3개는"}},
		// What is said of time, of who asks and of the order counts whatever form it has.
		{"E024", "ko", "2026-08-21 ~ 2026-11-21 인천 매출 없는 거래처 목록", []string{"최근에 주문 끊긴 거래처 있나", "나 인천이야"}},
		{"E024", "ko", "2026년 10월 매출 – 2026년 9월과 비교", []string{"9월 매출이랑 10월 매출 둘다 보여주고 차이도"}},
		{"E024", "ko", "2025년 매출, 거래처 지역별\n", []string{"작년 매출", "지점별로 큰거부터 쭉 늘어놔봐"}},
		{"E024", "ko", "2025년 매출\n2028602545", []string{"작년 순이익", "그런것도 없나. 그럼 매출은"}},
		// The average of what was shown for each of those who have it.
		{"E024", "ko", "2026년 3분기 대구 거래처당 매출\n4557434원", []string{"3분기 대구 매출", "거래처당 평균은 얼마나 나옴"}},
		{"E024", "en", "Q3 2026 Daegu sales per customer\n4557434", []string{"sales in Daegu in Q3", "average per customer?"}},
		// What the talk has said is not asked again.
		{"E024", "ko", "2026년 판매량, 거래처별", []string{"올해 판매량 제품별", "올해 제일 많이 쓰는 거래처"}},
		{"E024", "ko", "asked: metric", []string{"올해 방문 건수 담당자별", "올해 제일 많이 쓰는 거래처"}},
	} {
		if got := held(t, l, c.id, c.language, c.questions...); !strings.Contains(got, c.want) {
			t.Errorf("%s: %s, want %s", strings.Join(c.questions, " / "), got, c.want)
		}
	}
}
