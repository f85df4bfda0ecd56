package document_test

import (
	"strings"
	"testing"

	"github.com/madang-dev/madang/teams/document"
)

// A sum that is put in the place of one that stands is no second one.
func TestASumTakesThePlaceOfTheOneThatStands(t *testing.T) {
	t.Parallel()
	s := talk(t, "ko", "sales_contract", "매매계약서 써줘. 매매가 3억8천, 계약금 3천8백, 중도금 1억은 5월 15일", "중도금 1억은 너무 많은 거네요 5천으로 바꿔주세요")
	if rows := s.Draft.Forms["sales"].Rows("middle_payments"); len(rows) != 1 || rows[0].Amount != 50_000_000 || rows[0].Day == "" {
		t.Errorf("middle payments: %+v", rows)
	}
}

// What asks or tells of money shows no clause to review.
func TestTalkShowsNoClause(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]bool{
		"아 10월꺼는 반 냈네 35만원. 그럼 밀린게 총 얼마요":                                                false,
		"combined income is about 110M, no other debt except her car loan, 480k a month": false,
		"이거 괜찮아? 모든 수선은 임차인이 부담한다":                                                       true,
		"The tenant shall pay for all repairs":                                           true,
	} {
		if got := document.ShowsClause(text); got != want {
			t.Errorf("%q shows a clause: %v", text, got)
		}
	}
}

// A form takes what is said as people say it, each thing in its own place.
func TestAFormTakesNaturalInput(t *testing.T) {
	t.Parallel()
	const begin = "월세계약서 하나 써줘 방하나 세놓을건데"
	for _, tt := range []struct {
		say  []string
		key  string
		want string
	}{
		{[]string{"저는 박영수고 수원 팔달구 화서동 12-3 2층이요"}, "lessor_name", "박영수"},
		{[]string{"저는 박영수고 수원 팔달구 화서동 12-3 2층이요"}, "property_address", "수원 팔달구 화서동 12-3"},
		{[]string{"저는 박영수고 수원 팔달구 화서동 12-3 2층이요"}, "property_detail", "2층"},
		{[]string{"제 이름은 김영희고 세입자는 이민호"}, "lessor_name", "김영희"},
		{[]string{"제 이름은 김영희고 세입자는 이민호"}, "lessee_name", "이민호"},
		{[]string{"집주인이 저라니까요 박영수"}, "lessor_name", "박영수"},
		{[]string{"저는 박영수입니다"}, "lessor_name", "박영수"},
		{[]string{"마포구 서교동 395-1 3층"}, "property_address", "마포구 서교동 395-1"},
		{[]string{"서울 마포구 서교동 395-1 201호"}, "property_address", "서울 마포구 서교동 395-1"},
		{[]string{"저는 이사를 12월에 하고 싶어요 보증금 오백"}, "lessor_name", ""},
		{[]string{"저는 전세보다 월세가 좋아요"}, "lessor_name", ""},
		{[]string{"특약에 반려동물 금지 넣어줘"}, "special_terms", "반려동물 금지"},
		{[]string{"특약에다 흡연 금지를 추가해주세요"}, "special_terms", "흡연 금지"},
		{[]string{"특약으로 퇴거 시 청소비 10만원은 임차인이 낸다 넣어줘"}, "special_terms", "퇴거 시 청소비 10만원은 임차인이 낸다"},
		{[]string{"반려동물 금지 특약 넣어줘"}, "special_terms", "반려동물 금지"},
		{[]string{"아니 층간소음 주의 특약도 추가해줘"}, "special_terms", "층간소음 주의"},
		{[]string{"특약에 벽에 못박지 말라고 넣어주시오"}, "special_terms", "벽에 못박지 말 것"},
		{[]string{"아 그리고 한달이라도 밀리면 바로 나가는 걸로"}, "special_terms", "한달이라도 밀리면 바로 나가는 것"},
		{[]string{"기간은 12월 1일부터 1년", "한달이라도 밀리면 바로 나가는 걸로"}, "end_date", "2027-11-30"},
		{[]string{"기간은 12월 1일부터 1년", "올려주는 돈은 10월 말까지 보내는 걸로"}, "end_date", "2027-11-30"}, // by when is no end
		{[]string{"청소비 10만원 퇴실때 받는것도 넣어주고, 관리비는 6만원으로 고칩시다"}, "special_terms", "청소비 10만원 퇴실때 받는것"},
		{[]string{"관리비에 수도 인터넷 포함이고 전기 가스는 세입자가 냅니다"}, "special_terms", "관리비에 수도 인터넷 포함이고 전기 가스는 세입자가 냅니다"},
		{[]string{"도배는 집주인이 해주는 걸로 하고 애완동물은 안키우는 조건으로"}, "special_terms", "도배는 집주인이 해주는 것 | 애완동물은 안키우는 것"},
		{[]string{"임차인은 나는 최영희"}, "lessee_name", ""},
		{[]string{"관리비는 5만원으로 하는 걸로 해줘"}, "special_terms", ""},
		{[]string{"이 특약 넣어줘"}, "special_terms", ""},
		{[]string{"특약 어떻게 넣어?"}, "special_terms", ""},
	} {
		s := talk(t, "ko", "lease_contract", append([]string{begin}, tt.say...)...)
		v := s.Draft.Forms["lease"]
		if got := strings.Join(v.List(tt.key), " | "); got != tt.want {
			t.Errorf("%q: %s is %q, want %q", tt.say, tt.key, got, tt.want)
		}
	}
	for _, tt := range []struct {
		say, key string
		want     int64
	}{
		{"보증금 오백에 월 사십오, 관리비 오만원", "monthly_rent", 450_000},
		{"월세 날짜는 매달 말일로 했던가? 말일이 아니고 1일 선불로", "rent_day", 1},
	} {
		if got := talk(t, "ko", "lease_contract", begin, tt.say).Draft.Forms["lease"].Int(tt.key); got != tt.want {
			t.Errorf("%q: %s is %d, want %d", tt.say, tt.key, got, tt.want)
		}
	}
	if s := talk(t, "ko", "lease_contract", begin, "월세를 1회라도 연체하면 즉시 나가야 한다는 특약 넣어줘"); !strings.Contains(s.Message, "주의") {
		t.Errorf("a term without effect is not told of: %s", s.Message)
	}
	d := talk(t, "ko", "lease_contract", begin).Draft
	for _, say := range []string{"저는 박영수고 수원 팔달구 화서동 12-3 2층이요", "집주인이 저라니까요 박영수", "특약에 반려동물 금지 넣어줘", "제 이름은 김영희예요", "이제 처음부터 끝까지 다시 한번 보여주시오"} {
		if !document.Continues(d, say) {
			t.Errorf("%q is not of the contract", say)
		}
	}
}
