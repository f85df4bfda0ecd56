package memory

import (
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/madang-dev/madang/internal/estate"
	"github.com/madang-dev/madang/internal/korean"
	"github.com/madang-dev/madang/state"
)

var learnDay = time.Date(2026, 11, 2, 0, 0, 0, 0, time.UTC)

// regionsOf stands in for the planner's reading of places.
func regionsOf(text string) (found []estate.Region) {
	taken, lower := 0, strings.ToLower(text)
	named := slices.DeleteFunc(korean.Places(), func(p korean.Place) bool {
		return !slices.ContainsFunc(p.Words, func(w string) bool { return strings.Contains(lower, w) })
	})
	for i := range text {
		best := estate.Region{}
		for _, p := range named {
			for _, w := range p.Words {
				if strings.HasPrefix(strings.ToLower(text[i:]), w) && len(w) > len(best.Text) {
					best = estate.Region{Text: w, Sido: p.Sido, Sigungu: p.Sigungu, Dong: p.Dong, Start: i, End: i + len(w)}
				}
			}
		}
		if best.Text != "" && i >= taken {
			found, taken = append(found, best), best.End
		}
	}
	return found
}

// learned is what is known after these messages, as "key=value" without the
// language.
func learned(messages ...string) map[string]string {
	known := map[string]string{}
	var before []state.Preference
	for _, text := range messages {
		for _, p := range (&Memory{}).Learn(Said{UserID: "u", RunID: "r", Query: text, Regions: regionsOf(text), Known: before, Today: learnDay, At: learnDay}) {
			known[p.Key] = p.Value
			before = append(slices.DeleteFunc(before, func(q state.Preference) bool { return q.Key == p.Key }), p)
		}
	}
	return known
}

// Each row is what is said, message by message behind bars, and what is known
// then; "-" before a key is what must not be.
var profiles = []struct{ say, want string }{
	{"마포구에서 전세로 아파트 알아보고 있어요", "region=서울특별시 마포구; deal_type=jeonse; property=apartment"},
	{"예산은 5억 정도로 잡고 있습니다", "budget=500000000"},
	{"보증금은 2천까지, 월세는 60 이하로 생각해요", "budget.deposit=20000000; budget.monthly_rent=600000"},
	{"저희는 네 식구고 아이 둘은 초등학생이에요", "household.people=4; household.children=2"},
	{"강아지 한 마리 키우고 있습니다", "pet.dog=1"},
	{"애가 4살이고 예산은 6억이에요", "household.children=yes; budget=600000000"}, // years are no number of children
	{"요즘 마포구랑 강남구 중에 어디가 나을까요 실거주하다가 나중에 팔기", "-home.region; -region"},
	{"저는 서른한 살이고 무주택자입니다", "age=31; status.no_house=yes"},
	{"연봉은 세전 5,200만원이고 아내는 월급이 세후 250이에요", `income.self={"won":52000000,"per":"year","tax":"gross"}; income.partner={"won":2500000,"per":"month","tax":"net"}`},
	{"지금은 부천에서 월세로 살고 있고 직장은 여의도예요", "home.region=경기도 부천시; home.deal_type=monthly_rent; place.work=여의도; -region; -deal_type"},
	{"전세 만기가 2027년 2월 28일이에요", "day.lease_end=2027-02-28; -deal_type"},
	{"반지하는 절대 싫고 남향이면 좋겠어요", "taste.semi_basement=dislike; taste.south=like"},
	{"예산은 3억까지예요|죄송해요 다시 계산하니 예산은 2억 7천까지예요", "budget=270000000"},
	{"고양이 키워요|고양이는 이제 없어요", "pet.cat=no"},
	{"무릎이 아파서 계단은 힘들어요. 엘리베이터 있어야 해요", "health.stairs=yes; taste.elevator=like"},
	{"내년 3월에 이사해야 해요", "day.moving=2027-03"},
	{"방 세 개짜리로 찾아요 신혼부부입니다", "rooms=3; status.newlywed=yes; household.people=2"},
	{"강남 말고 송파 쪽으로 알아보려고요", "region=서울특별시 송파구"},
	{"We are a family of four looking for a jeonse apartment in Mapo", "household.people=4; deal_type=jeonse; property=apartment; region=서울특별시 마포구"},
	{"I have two dogs and my budget is up to 300 million won", "pet.dog=2; budget=300000000"},
	{"시어머니를 모시고 살아서 방이 네 개 필요해요", "household.parents=yes; rooms=4"},
	{"모은 돈은 8천만원이고 청약통장도 있어요", "asset=80000000; status.subscription=yes; -budget"},
	// What is corrected is of the field that its words name, or that has the sum.
	{"보증금 3천에 월세 55 내고 있어요|월세 55가 아니고 50이에요", "home.deposit=30000000; home.monthly_rent=500000"},
	{"월급은 310이에요|월급 310 아니고 330입니다", `income.self={"won":3300000,"per":"month"}`},
	{"전세는 2억 8천까지 볼게요|전세 2억8천 아니라 3억", "budget.deposit=300000000; deal_type=jeonse"},
	{"예산은 5억이고 모은 돈도 5억이에요|모은 돈은 5억 아니고 4억", "asset=400000000; budget=500000000"},
	{"my deposit is 20 million won|sorry, the deposit is 25 million, not 20", "home.deposit=25000000"},
	{"my salary is 48 million a year|not 48 million but 52 million", `income.self={"won":52000000,"per":"year"}`},
	// What is said to be the most is of the deal that it is said of.
	{"전세 1억 2천에 살아요|사는 건 6억 5천까지 가능해요", "home.deposit=120000000; budget.sale=650000000"},
	{"월세는 70까지, 전세면 1억 8천, 사면 5억 이하로 볼게요", "budget.monthly_rent=700000; budget.deposit=180000000; budget.sale=500000000; -deal_type; -home.deposit"},
	{"집을 살 거면 7억 넘어가면 힘들어요", "budget.sale=700000000"},
	{"For rent at most 900k a month with 10 million deposit, and for jeonse we can manage 180 million", "budget.monthly_rent=900000; budget.deposit=180000000"},
	{"매매 예산은 6억이에요|예산은 6억 4천까지는 괜찮아요", "budget.sale=640000000; -budget"},
	// A wish is taken back, a loan is asked about.
	{"매매로 알아봐요, 매매 예산은 5억이에요|매매는 접었어요", "deal_type=no; budget.sale=no"},
	{"전세로 구해요|전세는 안 하려고요 월세로 볼게요", "deal_type=monthly_rent"},
	{"월세는 안 본다니까요", "-deal_type"},
	{"디딤돌 얼마나 받을 수 있어 집값 3억", "-loan.sum"},
	// Places are taken out and come in beside each other.
	{"부천이나 안양 쪽 전세", "region=경기도 부천시, 경기도 안양시"},
	{"노원 도봉 쪽으로 봐요|도봉은 제외하고 강북으로 볼게요", "region=서울특별시 노원구, 서울특별시 강북구"},
	{"분당 쪽 봐요|용인도 볼래요", "region=경기도 성남시 분당구, 경기도 용인시"},
	{"강서구 알아봐요|양천구로 바꿀게요", "region=서울특별시 양천구"},
	{"We are looking in Seongnam or Yongin, not Gangnam", "region=경기도 성남시, 경기도 용인시"},
	// The deposit that a landlord keeps is the tenant's.
	{"임대인이 전세금 1억 8천을 안 돌려줘요. 만기는 9월 30일이었어요", "home.deposit=180000000; day.lease_end=2026-09-30"},
	{"My landlord won't return our 30 million deposit. The lease expired on September 15", "home.deposit=30000000; day.lease_end=2026-09-15"},
	{"동생 집주인이 보증금 2억을 안 돌려준대요", "-home.deposit"},
	{"집주인이 보증금 3천을 더 달래요", "-home.deposit"},
	// Of whose family in passing.
	{"초등학생 애 하나 아내 세식구", "household.people=3; household.children=1; status.married=yes"},
	{"애가 셋이에요|막내는 이제 3살이에요", "household.children=3"},
	{"강아지 두 마리 키워요|강아지가 있어서 1층이 좋아요", "pet.dog=2"},
	{"저 미혼이에요|지난달에 결혼했어요", "status.married=yes; status.single=no"},
	{"my wife and I want a flat in Mapo", "status.married=yes; region=서울특별시 마포구"},
	{"아내랑 합치면 세후 600이에요", `income.both={"won":6000000,"per":"month","tax":"net"}`},
	{"주차장 없는 집은 싫어요", "taste.parking=like"},
	{"전남편 집이었어요", "-status.married"},
	// Not the user's.
	{"친구가 강서구에서 전세 2억까지로 알아본대요", "-region; -budget; -budget.deposit; -deal_type"},
	{"제 동생은 고양이 두 마리 키우고 관악구 원룸에 살아요", "-pet.cat; -home.region; -rooms"},
	{"부모님은 대전에 집 한 채 있으세요. 저는 집이 없어요", "status.no_house=yes; -status.owner; -home.region"},
	{"누나네는 아이가 셋이에요. 저는 혼자 살고요", "-household.children; household.people=1"},
	{"회사 동료가 연봉 8천이래요", "-income.self"},
	{"집주인이 보증금을 2억까지 올려달래요", "-budget; -budget.deposit"},
	{"광고 문구 붙여넣어요: 송파 신축 아파트, 반려견 환영, 예산 10억 이하. 저는 4억까지 생각해요", "budget=400000000; -region; -pet.dog"},
	{"“저는 무주택이고 예산 9억입니다” 이렇게 써야 하나요?", "-status.no_house; -budget"},
	{"My sister is a student living in Sinchon. I work in Yeouido", "-status.student; -place.school; -home.region; place.work=yeouido"},
	{"예산이 7억이면 어디까지 가능한가요? 강남 아파트 시세 알려줘", "-budget; -region; -property"},
	// Questions, numbers of persons.
	{"제 주민번호는 900101-1234567이에요", "-age"},
	{"노원구 아파트 2억 5천짜리 봤는데 어떨까요", "-region; -budget; -property"},
	{"남편은 9억까지 보자는데 저는 7억 넘으면 부담돼요", "budget=700000000"},
	{"저 이혼했고 아이랑 둘이 살 집이에요", "status.divorced=yes; household.people=2; household.children=yes"},
	{"학교는 신촌이고 학생이에요", "place.school=신촌; status.student=yes"},
	{"꼭대기층은 별로예요|생각해 보니 꼭대기층도 괜찮아요", "taste.floor_top=fine"},
	{"I don't own a house and I'm 29 years old", "status.no_house=yes; age=29"},
	{"프리랜서라 월 350 정도 벌어요", `status.self_employed=yes; income.self={"won":3500000,"per":"month"}`},
	{"부부합산 연소득이 7천만원입니다", `income.both={"won":70000000,"per":"year"}`},
	{"비염이 있어서 곰팡이 있는 집은 피하고 싶어요", "health.asthma=yes; taste.mold=dislike"},
	// What has no number or name of its own, and what others are.
	{"지금 반전세 살고 보증금 1억에 월 40 내요", "home.deal_type=monthly_rent; home.deposit=100000000; home.monthly_rent=400000; -budget"},
	{"전세대출 1억6천 받은거 금리 4.2%로 나가요", "loan.sum=160000000; loan.rate=4.2; -budget"},
	{"여친은 유치원 교사, 저는 개발자", "job=저는 개발자; partner.job=여친은 유치원 교사"},
	{"아내는 연봉 6천2백 받고 저는 3천8백이요", `income.self={"won":38000000,"per":"year"}; income.partner={"won":62000000,"per":"year"}`},
	{"예비신랑입니다 12월 5일에 식 올려요", "day.wedding=2026-12-05"},
	{"내년 5월에 계약 끝나요", "day.lease_end=2027-05"},
	{"장모님이 같이 사시기로 해서 이제 네명이에요", "household.parents=yes; household.people=4"},
	{"합정에서 원룸 구해요|아 합정 말고 별말동으로 바꿀게요", "region=별말동"},
	{"엘베 없으면 안 돼요", "taste.elevator=like"},
	{"59타입 원해요", "-budget"},
	{"재건축 노리고 실입주는 5년 뒤예요", "plan=재건축 노리고, 실입주는 5년 뒤예요"},
	{"앞으로 짧게 요점만 말해줘", "style=앞으로 짧게 요점만 말해줘"},
	{"천호동 전세 3억 2천 봅니다", "budget.deposit=320000000; deal_type=jeonse"},
	{"우리 딸이 이번에 취직해서 원룸 구한대요", "-property; -household.children; -rooms"},
	{"연봉 1억인 사람은 대출이 나온다고 치면", "-income.self"},
	{"고객님 댁 방이 몇 개 필요하대요", "-pet.dog"},
	{"과천 쪽 매매, 7억 5천 있습니다", "budget.sale=750000000"},
	{"전세 1억 4천 있고 투룸요", "budget.deposit=140000000; rooms=2"},
	{"성남 매매 6억 정도 있어요", "budget.sale=600000000"},
	{"전세 2억에 살고 있고 대출 1억 있어요", "loan.sum=100000000; home.deposit=200000000; -budget; -budget.deposit"},
	{"매매 5억 있는 집 봤어요", "-budget; -budget.sale"},
	{"부평역 전세 알아봐요. 무조건 3억 안에서 끝내야 해요", "budget=300000000"},
	{"예산은 전세 3억까지예요|아 오타요 3억 말고 2억임", "budget.deposit=200000000"},
	{"예산 3억까지요|3억 아니고 2억 5천이에요", "budget=250000000"},
	{"월급이 300이에요|300만 아니고 320만이요", `income.self={"won":3200000,"per":"month"}`},
	{"예산은 3억 말고 2억으로 잡을게요", "budget=200000000"},
	{"전세 만기가 3월 31일이 아니라 5월 20일이었어요", "day.lease_end=2027-05-20"},
	{"예산 3억까지요, 모은 돈은 3억이요|3억 말고 2억임", "budget=300000000; asset=300000000"},
	{"집주인이 3억 말고 2억 받겠대요", "-budget; -home.deposit"},
	{"계약이 2027년 2월 10일까지예요", "day.lease_end=2027-02-10"},
	{"만기일은 놔두고", "-job"},
	{"전세 만기가 2027년 3월 15일인 세입자요", "day.lease_end=2027-03-15"},
	{"저는 임차인이고 만기는 2027년 4월 1일이에요", "day.lease_end=2027-04-01"},
	{"세입자가 2027년 4월 1일 만기래요", "-day.lease_end"},
	{"I can't go above 900k a month including everything", "budget.monthly_rent=900000"},
	{"지금 보증금 5천에 월세 60 살고있어요", "home.deposit=50000000; home.monthly_rent=600000"},
	{"저는 60 살이에요", "-asset; -budget"},
	{"판교 게임사 기획자예요", "place.work=판교"},
	{"저는 여의도 증권사 직원이고 판교는 멀어요", "place.work=여의도"},
	{"강남 병원 간호사입니다", "place.work=강남"},
	{"강남 살고 병원 간호사입니다", "-place.work"},
	{"판교 회사 근처 아파트 찾아요", "-home.region"},
	{"Update: we moved! Bundang now, near Seohyeon station.", "home.region=경기도 성남시 분당구"},
	{"저 이사했어요! 지금은 부천이에요", "home.region=경기도 부천시"},
	{"동생이 이사했어요. 지금은 부천이래요", "-home.region"},
	{"제 친구요 이번에 마포로 이사했어요", "-home.region"},
	{"제 동생이요, 무주택에 연봉 5천이에요", "-status.no_house; -income.self"},
	{"제 친구요. 마포로 이사했어요", "-home.region"},
	{"3억 이내 전세나 월세 찾아요", "budget=300000000; -budget.monthly_rent"},
	{"월세 예산은 50까지예요|월세 50 말고 전세 2억으로 볼게요", "budget.monthly_rent=500000; deal_type=jeonse"},
	{"강남 10억 말고 마포 8억으로 볼게요", "region=서울특별시 마포구"},
	{"예산은 3억까지예요|보증금 3억 아니고 2억 5천이에요", "budget=300000000"},
	{"계약금은 12월 5일까지 보내기로 했어요", "-day.lease_end"},
	{"친구는 지금 월세 80 내고 있대요. 저는 2억 있어요", "-home.deposit; -home.monthly_rent"},
	{"전세보증금 3억 있는데 집주인이 안 돌려줘요", "-budget.deposit; -budget"},
	{"작년에 이사했어요. 지금은 강남 집값이 걱정이에요", "-home.region"},
	{"저는 간호사고 연소득 4800만원이에요", `job=저는 간호사고; income.self={"won":48000000,"per":"year"}`},
	{"전세로 살아요. 보증금 2억 4천이고 계약은 2025년 7월 10일부터 2027년 7월 9일까지예요", "home.deposit=240000000; day.lease_end=2027-07-09; -budget.deposit; -budget"},
	{"나 은평구 응암동 반전세 1억에 40. 만기 2027.10.2", "home.deposit=100000000; home.monthly_rent=400000; home.region=서울특별시 은평구"},
	{"저희 마포구 월세 2000에 70까지 볼게요", "-home.deposit; -home.monthly_rent"},
	{"애들이 셋이라 방이 최소 4개는 있어야 해요", "household.children=3; -household.people"},
	{"My lease in Mapo ends on June 20, 2027. Deposit 20 million, rent 900k.", "day.lease_end=2027-06-20; home.deposit=20000000; home.monthly_rent=900000"},
	{"I rent an officetel in Bundang. My lease runs until August 31, 2027.", "day.lease_end=2027-08-31; -home.deposit"},
	{"We're renting in Suwon for 5 million deposit, 550k a month.", "home.deposit=5000000; home.monthly_rent=550000"},
	{"I pay 700,000 won a month in rent right now", "home.monthly_rent=700000; -budget.monthly_rent"},
}

func TestProfile(t *testing.T) {
	t.Parallel()
	wrong := [2]int{}
	for i, c := range profiles {
		got := learned(strings.Split(c.say, "|")...)
		ok := true
		for want := range strings.SplitSeq(c.want, "; ") {
			if key, not := strings.CutPrefix(want, "-"); not {
				ok = ok && got[key] == ""
				continue
			}
			key, value, _ := strings.Cut(want, "=")
			ok = ok && got[key] == value
		}
		if !ok {
			wrong[i%2]++
			t.Errorf("%q\n got %v\nwant %s", c.say, got, c.want)
		}
	}
	t.Logf("wrong: %v of %d", wrong, len(profiles))
}

// What stands in a file that came with a message is nobody's word on himself.
func TestNothingIsLearnedOfAFile(t *testing.T) {
	t.Parallel()
	got := stated("제 예산은 전세 3억이에요.\n\n[내 계약서.docx]\n\n특약사항\n\n1. 개를 키우지 않는다.\n저는 서른두 살이다.")
	if len(got) != 1 || got[0].text != "제 예산은 전세 3억이에요." {
		t.Errorf("%+v", got)
	}
}

// What has no place in the profile is told in its own words, but not what leads up
// to a question, greets, or is known by now.
func TestStatements(t *testing.T) {
	t.Parallel()
	at := func(day int, text string) state.Memory {
		return state.Memory{Query: text, RunID: text, Timestamp: learnDay.AddDate(0, 0, day)}
	}
	said := []state.Memory{at(3, "안녕하세요 그냥 둘러보는 중입니다"), at(2, "노원 아파트 2억 5천짜리 봤는데 어떤가요?"), at(1, "권리금 없는 데 위주로요"), at(0, "동생은 자전거로 다녀요")}
	facts := []state.Preference{{Key: "shop", Evidence: "권리금 없는 데 위주로요", UpdatedAt: learnDay}}
	for question, want := range map[string]string{"제가 뭐라고 했죠?": "권리금 없는 데 위주로요", "동생 얘기 뭐라고 했죠?": "권리금 없는 데 위주로요|동생은 자전거로 다녀요"} {
		var got []string
		for _, s := range Statements(question, said, nil, nil) {
			got = append(got, s.Text)
		}
		if strings.Join(got, "|") != want {
			t.Errorf("%s: %q", question, got)
		}
	}
	if got := Statements("제가 뭐라고 했죠?", said, facts, facts); len(got) > 0 {
		t.Errorf("told twice: %+v", got)
	}
}
