package memory

import (
	"strings"
	"testing"
	"time"

	"github.com/madang-dev/madang/state"
)

func TestReadRequest(t *testing.T) {
	t.Parallel()
	for query, want := range map[string]string{
		"내 선호 지역 잊어줘": "forget region", "내 예산 지워 주세요": "forget budget", "선호하는 지역은 잊어": "forget region",
		"제 거래 유형 기억하지 마세요": "forget deal_type", "forget my region": "forget region", "Please delete my budget.": "forget budget",
		"고양이 얘기는 잊어 주세요": "forget pet.cat", "제가 이혼했다는 건 기억하지 마세요": "forget status.divorced",
		"Forget that I have a dog, but keep my budget": "forget pet.dog", "제 소득 정보는 지워주세요": "forget income", "임신했다는 말 잊어줘요": "forget status.pregnant",
		"기억한 내용 지워줘": "forget_all", "기억하고 있는 거 전부 지워줘": "forget_all", "나에 대해 기억한 거 다 잊어줘": "forget_all",
		"저에 대한 정보 삭제해 주세요": "forget_all", "forget everything about me": "forget_all", "Delete my memories": "forget_all",
		"내가 뭐 좋아한다고 기억해?": "show", "나에 대해 뭘 기억하고 있어?": "show", "내 선호 알려줘": "show",
		"what do you remember about me?": "show", "show me my preferences": "show", "What do you know about us?": "show",
		"제 예산이 얼마라고 했죠?": "show budget", "우리 이사 언제라고 했지?": "show day.moving", "제가 좋아하는 층이 뭐였죠": "show taste.floor",
		"What did I say my budget was?": "show budget", "제가 어디 산다고 했죠?": "show home", "내 보증금 알려줘": "show home", "저 무주택 맞죠?": "confirm status.no_house",
		"지난주에 뭐 물어봤죠?": "earlier", "제가 매달 얼마 낸다고 했죠?": "show home.monthly_rent", "저에 대해 뭐 알아?": "show", "제가 별로라고 한 조건 기억나요?": "show taste", "망원동 집 관리비가 얼마였죠?": "earlier", "What did I ask you yesterday?": "earlier",
		"제 계좌번호 기억하고 있어요?": "secret", "저 생애최초 취득세 감면 받을 수 있는 거 맞죠?": "",
		// Asked plainly, without a word of having said it.
		"우리 지금 월세 얼마?": "show home", "지금 사는집 월세 얼마야": "show home", "월세 예산은?": "show budget", "매매 예산 얼마였더라": "show budget",
		"아내 연봉은?": "show income", "What's my sale budget?": "show budget", "Do we have children?": "show household.children", "am I single?": "show status.married status.single",
		"제가 집이 있나요?": "show status.no_house status.owner", "저희 가족 몇 명이야": "show household", "how much do we earn, according to you?": "show income",
		"내 보증금 돌려받을 수 있어?": "", "전세 예산 얼마로 잡을까?": "", "can I get my deposit back?": "", "내 월세 5% 인상?": "", "우리 대출 가능?": "",
		"전부 잊어줘": "forget_all", "그냥 싹 다 지워줘": "forget_all", "please forget all of it": "forget_all", "특약 다 지워줘": "",

		"내가 뭐 찾고 있었지?": "earlier", "제 상황 기억하시죠?": "show", "내 프로필 보여줘": "show", "제 나이 몇 살로 알고 계세요?": "show age", "이사 예정일 기억나세요": "show day.moving",
		"저번에 말한 집 어디였더라": "earlier", "10월에 내가 질문한 거 찾아줘": "earlier", "내 연봉 얼마야": "show income", "what kind of place am I looking for?": "show", "When does my lease end?": "show day.lease_end",
		"Is my budget saved?": "show budget", "나에 관한 거 다 지워": "forget_all", "미안한데 지금까지 내가 한 말 싹 다 지워주세요": "forget_all", "제가 그동안 말씀드린 내용 전부 삭제해주세요": "forget_all",
		"wipe everything I told you": "forget_all", "Please erase the scam story": "forget past", "남편 연봉은 잊어주세요": "forget income", "남편 연봉 얼마였죠?": "show income", "지금까지 내가 물어본 것들 정리해줘": "earlier", "Please delete all that I've shared": "forget_all", "내가 말한 예산 다 지워줘": "forget budget",
		"제 동호수 주소 적은거 지워주세여 무서워서요. 만기일은 놔두고": "forget home.region", "제 예산 빼고 다 지워줘": "", "그 회사 얘기는 잊어줘 곧 때려칠거라 ㅋㅋ": "forget place.work",
		"내가 적어준 예산은 지우시오. 집사람이 알면 곤란하오": "forget budget", "delete my address please": "forget home.region", "delete my data except my budget": "", "아까 말한 빚 얘기는 없던 걸로 해줘": "forget loan", "고양이 키운다고 한 거 지워줘": "forget pet.cat", "남편 얘기 기억하지 말아줘": "forget",
		"제 정보 뭐 갖고 있음?": "show", "내가 보고 있는 동네?": "show region", "제 월급 얼마로 적어두셨어요": "show income", "우리 돈만 치면 얼마야": "show asset",
		"제 한달 수입 얼마로 적혀있어요?": "show income", "내 월급 얼마라고 저장돼 있음?": "show income", "저 연봉 얼마로 들어가 있나요": "show income",
		"내 전세 예산 얼마라고?": "show budget", "예산을 얼마로 알고 있소?": "show budget", "제 예산 얼마로 남아있어요?": "show budget", "제 예산 얼마라고 적어드렸죠?": "show budget",
		"whats the monthly rent max i gave u?": "show budget", "WHATS MY BUDGET IN YOUR NOTES": "show budget", "hows my budget noted, whats the limit i told u": "show budget", "what was my budget again?": "show budget",
		"Where do I live these days, according to your notes?": "show home", "where im living, per your records?": "show home", "나 어디 산다고 들었어?": "show home",
		"내 직장이 어디라고 들었어?": "show place.work", "Where do I work according to your records?": "show place.work", "저에 관해 아직 남아있는 정보 있나요?": "show",
		"등기부에 소유자가 누구로 적혀있어요?": "", "계약서에 만기가 언제로 적혀 있어야 하나요?": "", "특약에 월세가 얼마로 적혀있는데 맞아?": "", "고지서에 관리비가 얼마로 나와 있나요?": "", "Can I ask for my deposit again?": "", "How much does the register say is recorded as debt?": "",
		"제 대출 이자 얼마 나와요?": "", "제 보증금 반환보증 보험료 얼마 나와요?": "", "제 소득에 대출 얼마나 나와요?": "",
		"우리 월세 5%까지만 올릴 수 있다고 들었는데 맞나요?": "", "우리 계약 아직 남아있는데 나가라고 할 수 있나요?": "", "제 대출 아직 남아 있는데 집 팔 수 있나요?": "",
		"우리 계약서에 특약이 뭐라고 적혀 있나요?": "", "제 계약서에 월세가 얼마로 적혀있어요?": "", "When is my landlord allowed to raise the rent again?": "",
		"Did I give enough notice if my lease ends in May?": "", "I sent a termination notice a month ago. Is it valid?": "",
		"제 주소가 옛집으로 되어 있으면 대항력이 없나요?": "", "제가 말한 중개사 이름이 뭐였죠?": "earlier", "저번에 말한 단지 이름이 뭐였죠?": "earlier",
		"Please remove the part about pets from the contract": "", "Remove the parking part from the lease.": "", "제가 쓰는 계약서 초안에서 반려동물 금지 특약 지워줘": "",
		"Please don't keep my salary.": "forget income", "Delete everything about me and don't keep any copies": "forget_all", "내 정보 전부 삭제해줘 미루지 말고": "forget_all",
		"제 예산이랑 월급 말고 다 지워줘": "", "제 월급 지워주세요 예산이랑 나이는 놔두고": "forget income", "와이프 모르게 예산 얘기 지워줘": "forget budget",
		"집주인이 제가 한 말 다 잊어버렸대요, 구두 합의도 효력 있나요?": "", "제가 알려준 거 다 지워졌나요?": "show",
		"제 프로필 좀 볼 수 있을까요": "show", "월급 알려준 거 없애줘": "forget income", "How many people did I tell you we are?": "show household",
		"부모님이 대구에 아파트 하나 갖고 계세요. 저는 아직 집이 없고요": "", "임대사업자 등록된 집이에요": "",
		"복사한 친구 조건 보여줘": "other", "빌라는 빼주세요": "", "제 예산대로 사면 복비 얼마예요?": "", "방금 뭐라고 했죠?": "", "내 보증금으로 얼마까지 돼?": "", "전세금 5% 인상 가능해?": "", "계약서에서 특약 지워줘": "", "계약 기억이 안 나는데 특약 지워도 돼?": "",
		"등기에서 근저당 삭제해줘": "", "내가 기억하기로 5%까지인데 맞아?": "", "can the landlord forget to register?": "",
		"집주인이 보증금을 잊어버렸대": "", "what do you know about jeonse?": "", "delete the clause about my deposit": "",
		"젖은 가구는 누구한테 물어내라고 해야 하죠": "", "이 동네는 어떤 취향의 사람들이 살아?": "", "제 예산으로 살 수 있는 아파트 있나요?": "", "우리 강아지 때문에 계약 거절당했는데 괜찮은가요?": "",
	} {
		got := ""
		if r, ok := ReadRequest(query); ok {
			got = strings.TrimSpace(r.Kind + " " + strings.Join(r.Keys, " "))
			if r.Kind == AskEarlier {
				got = r.Kind
			}
		}
		if got != want {
			t.Errorf("%s: %q, want %q", query, got, want)
		}
	}
}

// What is told of in a clause is forgotten by its words.
func TestForgetsByWhatWasTold(t *testing.T) {
	t.Parallel()
	r, ok := ReadRequest("약 먹는다는 얘기는 지워주세요")
	if !ok || r.Kind != AskForget || !containsAny("불면증 약 먹고 있어요", r.Words) {
		t.Errorf("%v, want what has the words of the clause", r)
	}
}

// A question that has a matter of its own is answered from memory only where memory
// knows something of it.
func TestAQuestionOfItsOwn(t *testing.T) {
	t.Parallel()
	for query, sure := range map[string]bool{
		"아는 형님이 분양권을 웃돈 주고 넘기겠다는데 받아도 되나요":                  false,
		"버팀목으로 2억 빌리고 금리 3.2%라는데 이자만 내면 한 달에 얼마죠":           false,
		"전세금 떼먹은 사람 이름 공개하는 곳이 있다던데 어떤 기준인가요? 우리 집주인도 나올까요": false,
		"나에 대해 아는 거 다 말해줘":                                  true,
		"How do I ask for repairs of a broken boiler?":      false,
		"What can I say to my landlord about mold?":         false,
		"What did I say about my dog?":                      true,
		"저번에 뭐 물어봤더라":                                       true,
		"제 예산이 얼마라고 했죠?":                                    true,
		"지난주에 뭐 물어봤죠?":                                      true,
	} {
		if r, ok := ReadRequest(query); ok && r.Sure != sure || sure && !ok {
			t.Errorf("%s: %+v", query, r)
		}
	}
}

func TestFind(t *testing.T) {
	t.Parallel()
	today := time.Date(2026, 11, 19, 0, 0, 0, 0, time.UTC) // a Thursday
	exchange := func(day int, query string) state.Memory {
		return state.Memory{Query: query, Timestamp: time.Date(2026, 11, day, 3, 0, 0, 0, time.UTC)}
	}
	kept := []state.Memory{
		exchange(18, "보일러 수리비는 누가 내나요"), exchange(13, "망원동 투룸은 3천에 90, 합정 원룸은 2천에 80이래요"),
		exchange(11, "노량진 오피스텔 관리비가 12만원인데 비싼가요"), exchange(8, "손님 메모 좀 할게요. 첫 손님: 푸들 키우는 분, 전세 2억 4천, 당산역. 오늘 손님이 많네요"), exchange(2, "How much is the broker's fee for 500 million won?"),
	}
	for question, want := range map[string]string{
		"합정 원룸 월세 얼마였죠?": "합정 원룸은 2천에 80이래요", "지난주에 뭐 물어봤죠?": kept[1].Query, "어제 제가 뭐 물어봤죠": kept[0].Query,
		"푸들 손님 얼마까지였죠?": "첫 손님: 푸들 키우는 분, 전세 2억 4천, 당산역.", "합정 집 월세가 150,000원 넘었나요": "합정 원룸은 2천에 80이래요",
		"11월 11일에 뭐 물어봤지?": kept[2].Query, "제가 말한 중개사 이름이 뭐였죠?": "", "what did I ask about the broker?": "How much is the broker's fee for 500 million won",
		"노량진꺼 관리비 얼마였어요?": kept[2].Query, "지난달에 뭐 물어봤죠?": "",
	} {
		got := ""
		if found := Find(question, kept, today); len(found) > 0 {
			got = Passage(question, found[0])
		}
		if got != want {
			t.Errorf("%s: %q, want %q", question, got, want)
		}
	}
}

func TestBearing(t *testing.T) {
	t.Parallel()
	known := []state.Preference{{Key: Work, Value: "판교"}, {Key: LeaseEnd, Value: "2027-02-28"}, {Key: "health.stairs", Value: Yes}, {Key: "pet.dog", Value: No}, {Key: "status.no_house", Value: No}, {Key: "health.disability", Value: No}, {Key: HomeHeld, Value: "100000000"}}
	for message, want := range map[string]string{
		"출퇴근하기 좋은 곳 있을까요?": Work, "계약 갱신은 언제부터 말할 수 있나요?": LeaseEnd, "5층인데 괜찮을까요": "health.stairs",
		"집주인이 올려달라는데 최대 얼마예요?": HomeHeld, "주인이 더 달래요": HomeHeld, "How much can they raise the rent?": HomeHeld, "나가려면 언제까지 말해야 해요?": LeaseEnd,
		"반려동물 키우는 집이 있나요": "", "대출이 되나요?": "status.no_house", "장애인 주차는 어디에 하나요?": "health.disability", "이 집 나한테 어때?": Work, "Would living in Suwon be right for me?": Work, "집주인이 저한테 어떤 서류를 줘야 하나요?": "", "Is this contract ok for me?": "", "세입자가 이사 나가면 장기수선충당금은?": "", "중개보수 얼마예요?": "",
	} {
		var got []string
		for _, p := range Bearing(message, known) {
			got = append(got, p.Key)
		}
		if strings.Join(got, " ") != want {
			t.Errorf("%s: %q, want %q", message, got, want)
		}
	}
}

func TestOwns(t *testing.T) {
	t.Parallel()
	known := []state.Preference{{Key: HomeHeld, Value: "200000000"}, {Key: HomeAt, Value: "세종특별자치시 도담동"}, {Key: Work, Value: "판교"}, {Key: BudgetOf("sale"), Value: "500000000"}, {Key: BudgetOf("deposit"), Value: "300000000"}, {Key: "status.no_house", Value: Yes}, {Key: Age, Value: "31"}}
	for message, want := range map[string]string{
		"제 보증금에서 5천만 남기면 월세가 얼마예요?": "제 보증금 home.deposit", "내 예산대로 집을 매매하면 복비는?": "내 예산대로 budget.sale",
		"내 조건에 맞는 대출 있나요?": "내 조건 status.no_house age", "보증금을 올려 달래요": "", "제 월세가 오르나요?": "",
		"요즘 제가 사는 동네 아파트 시세가 어떤가요?": "제가 사는 동네 home.region", "우리 동네 전세 얼마나 해요?": "우리 동네 home.region",
		"what are prices like where I live?": "where I live home.region", "사는 동네를 바꿀까요?": "",
		"우리 회사 명의로 아파트 사면 취득세 얼마예요?": "", "국내 회사 다니는 외국인도 사나요?": "", "제가 사는 데 취득세 얼마 들어요?": "", "우리 회사 있는 곳 시세는?": "우리 회사 있는 곳 place.work",
	} {
		got := ""
		for _, o := range Owns(message, known) {
			got = message[o.Start:o.End]
			for _, p := range o.Facts {
				got += " " + p.Key
			}
		}
		if got != want {
			t.Errorf("%s: %q, want %q", message, got, want)
		}
	}
}

// Of a message only what is to be forgotten goes, and all of it where the two hang
// together.
func TestWhatIsLeftOfAMessage(t *testing.T) {
	t.Parallel()
	for said, want := range map[string]string{
		"가산 의류창고에서 일해요. 허리가 안 좋아요 | 회사 얘기는 잊어줘":             "허리가 안 좋아요",
		"이혼하고 혼자 애 키워요, 수원 전세 2억 | 이혼 얘기는 지워줘":              "혼자 애 키워요, 수원 전세 2억",
		"마포 1204호 사는데 계약이 2027년 2월 10일까지예요 | 제 주소 말한 거 지워줘": "계약이 2027년 2월 10일까지예요",
		"보증보험회사가 거절했어요. 가산 의류창고에서 일해요 | 회사 얘기는 잊어줘":         "보증보험회사가 거절했어요.",
		"계단에 금이 갔어요. 무릎은 튼튼해요 | 제 건강 얘기 지워줘":                "계단에 금이 갔어요.",
		"예산은 2억이요 | 내 예산 지워줘":                               "",
	} {
		message, order, _ := strings.Cut(said, " | ")
		r, ok := ReadRequest(order)
		if got := r.leftOf(message, nil); !ok || got != want {
			t.Errorf("%s: %q, want %q (%+v)", said, got, want, r)
		}
	}
}

// Who says "mine" means nobody else's, and a household's is his too.
func TestWhoseIsForgotten(t *testing.T) {
	t.Parallel()
	known := []state.Preference{{Key: "income.self"}, {Key: "income.partner"}, {Key: "income.both"}, {Key: BudgetOf("deposit")}, {Key: BudgetOf("sale")}, {Key: "partner.job"}, {Key: "job"}}
	for query, want := range map[string]string{
		"내 월급은 지워줘": "income.self income.both", "남편 월급은 지워줘": "income.partner income.both", "소득 얘기는 잊어줘": "income.self income.partner income.both",
		"forget my job": "job", "delete my budget": "budget.deposit budget.sale",
	} {
		r, _ := ReadRequest(query)
		var got []string
		for _, p := range r.Of(known) {
			got = append(got, p.Key)
		}
		if strings.Join(got, " ") != want {
			t.Errorf("%s: %q, want %q", query, got, want)
		}
	}
}
