package document_test

import (
	"context"
	"strings"
	"testing"

	"github.com/madang-dev/madang/teams/document"
)

// Who speaks, and what was said of ends, arrears and a right already used, holds
// for the letters of the talk; a letter serves the purpose that was named.
func TestALetterHoldsToTheTalk(t *testing.T) {
	t.Parallel()
	owner := []string{"그럼 짐 빼고 문 비번 바꿔버리면 안돼요? 내집인데", "월세를 두달치 밀렸는데 이걸로 내보낼수는 없어요?", "방 두개 세놓고 있어요 한 세입자를 내보내고 싶은데요"}
	used := []string{"갱신권은 2년전에 이미 썼다니까요", "전세 2억8천이고 만기가 2027년 2월 25일이에요"}
	raise := []string{"안올려주면 나가라는데", "월세 45만원인데 집주인이 55만원으로 올려달래요 들어온지 5달됐어요"}
	for _, tt := range []struct {
		before        []string
		query, kind   string
		want, without []string
	}{
		{owner, "내용증명 어떻게 써요", "termination", []string{"발신 (임대인)", "연체"}, []string{"이사하고자"}},
		{owner, "밀린 월세 60만원 내라고 하고 안내면 해지한다고 내용증명 써줘", "rent_demand", []string{"600,000원", "제640조", "발신 (임대인)"}, nil},
		{owner, "밀린 월세 달라고 문자 써줘", "rent_demand", []string{"임대인"}, []string{"해지함을"}},
		{nil, "제가 집주인인데 세입자가 월세 30만원씩 두달 밀렸어요 내용증명 써주세요", "rent_demand", []string{"600,000원", "2개월분", "발신 (임대인)"}, nil},
		{nil, "우리 세입자가 월세를 안 내요. 독촉 문자 써줘", "rent_demand", []string{"임대인", "밀려 있습니다"}, nil},
		{nil, "월세 밀린 세입자한테 보낼 문자 써줘", "rent_demand", []string{"임대인"}, nil},
		{nil, "월세 두 달 밀린 세입자한테 계약 해지 통보 내용증명 써줘", "termination", []string{"제640조", "해지함을"}, nil},
		{used, "그럼 집주인한테 보낼 문자 하나 써줘요 나간다고", "non_renewal", []string{"2027년 2월 25일", "갱신하지 않고", "보증금"}, []string{"상의드립니다", "합의로"}},
		{used, "만기에 이사 간다고 집주인한테 카톡 써줘", "non_renewal", []string{"2027년 2월 25일"}, []string{"상의드립니다"}},
		{used, "집주인한테 방 뺀다고 문자 보낼건데 써줘", "non_renewal", []string{"2027년 2월 25일"}, nil},
		{used, "사정이 생겨 중도에 나가겠다고 집주인한테 문자 써줘", "termination", nil, []string{"갱신하지 않고"}},
		{used, "계속 살고싶다고 집주인한테 문자 써줘", "renewal_request", []string{"합의로 연장", "2027년 2월 25일"}, []string{"갱신요구권을 행사"}},
		{[]string{"이미 갱신청구권을 행사했고 만기는 2027년 6월 30일이에요"}, "재계약 하자고 집주인한테 문자 써줘", "renewal_request", []string{"합의로 연장"}, []string{"갱신요구권을 행사"}},
		{[]string{"갱신청구권은 쓴 적이 없고 만기는 2027년 3월 31일이에요"}, "연장한다고 집주인한테 문자 써줘", "renewal_request", []string{"계약갱신요구권을 행사"}, []string{"합의로 연장"}},
		{[]string{"갱신요구권은 아직 안 썼어요. 만기는 2027년 3월 31일이에요"}, "더 살겠다고 집주인한테 문자 써줘", "renewal_request", []string{"계약갱신요구권을 행사"}, []string{"합의로 연장"}},
		{[]string{"만기가 2027년 3월 31일이에요"}, "계속 살고 싶다고 집주인한테 문자 써줘", "renewal_request", []string{"계약갱신요구권을 행사", "2027년 3월 31일"}, nil},
		{[]string{"만기는 지난 11월 1일이었어요 보증금은 1억 5천이요", "저는 전세 사는 세입자인데 집주인이 보증금을 안 돌려줘요"}, "내용증명 써줘", "deposit_return", []string{"2026년 11월 1일에 끝났으나", "1억 5,000만원"}, []string{"2027년 11월"}},
		{[]string{"만기가 2027년 3월 31일이에요", "수원 아파트 3억5천짜리 생각중", "전세 4억까지 대출 되나요"}, "갱신 안 한다고 집주인한테 문자 써줘", "non_renewal", []string{"2027년 3월 31일"}, []string{"3억", "4억"}},
		{[]string{"갱신요구권은 예전에 한번 썼어요", "집주인이 나가라고 하는데 계약은 내년 6월 30일까지예요"}, "집주인한테 더 살고 싶다고 문자 써줘", "renewal_request", []string{"합의로 연장"}, nil},
		{raise, "거절 문자 써줘요", "rent_proposal", []string{"응하기 어렵습니다", "45만원으로 유지"}, []string{"최대 한도", "55만원"}},
		{raise, "거절하는 답장 써줘", "rent_proposal", []string{"응하기 어렵습니다"}, []string{"최대 한도"}},
		{raise, "can you write a text message saying no", "rent_proposal", []string{"응하기 어렵습니다"}, []string{"최대 한도"}},
		{raise, "3%만 올리자고 문자 써줘", "rent_proposal", []string{"3% 올린"}, []string{"응하기"}},
	} {
		req := request(tt.query, "ko", nil, document.TypeMessage)
		req.Before = tt.before
		for _, asked := range append([]string{tt.query}, tt.before...) {
			if req.Side = document.SideOf(asked); req.Side != "" {
				break
			}
		}
		s, err := newTeam(t).Execute(context.Background(), req, nil)
		if err != nil {
			t.Fatal(err)
		}
		if got := s.Draft.Forms["letter"].Text("kind"); got != tt.kind {
			t.Errorf("%q after %q: %s, want %s", tt.query, tt.before, got, tt.kind)
		}
		for _, w := range tt.want {
			if !strings.Contains(s.FinalDocument, w) {
				t.Errorf("%q after %q lacks %q:\n%s", tt.query, tt.before, w, s.FinalDocument)
			}
		}
		for _, w := range tt.without {
			if strings.Contains(s.FinalDocument, w) {
				t.Errorf("%q after %q has %q:\n%s", tt.query, tt.before, w, s.FinalDocument)
			}
		}
	}
}

func TestSideOf(t *testing.T) {
	t.Parallel()
	for side, texts := range map[string][]string{
		"landlord": {
			"단독주택 2층인데 방 두개 세놓고 있어요", "아니 제가 집주인이에요", "집주인이 저라니까요", "세입자가 월세를 두 달째 안 내요", "우리 세입자가 나간대요",
			"원룸 하나 임대 놓고 있는데요", "저는 임대인입니다", "한 세입자를 내보내고 싶은데요", "My tenant has not paid for two months", "I'm the owner of the flat",
		},
		"tenant": {
			"저희 수원에서 전세 2억8천에 살고있는데", "집주인이 55로 올려달래요", "원룸 500/45 사는데 보일러 고장났는데 집주인이 안고쳐줘요", "제 집주인이 연락이 안 돼요",
			"집주인한테 뭐라고 하죠", "저는 세입자예요", "집주인이 다음 세입자한테 받아서 준대요", "My landlord refuses to fix the heater", "I rent a one-room",
		},
		"": {"전세 3억 5% 올리면 얼마예요", "복비 얼마예요", "세입자 권리가 뭐예요", "계약서 쓸 때 뭘 봐야 하나요", "취득세 알려줘", "새 세입자 구하는 법"},
	} {
		for _, text := range texts {
			if got := document.SideOf(text); got != side {
				t.Errorf("%q: %q, want %q", text, got, side)
			}
		}
	}
}

// What fills in a made letter is of the letter, a name alone is asked about, and who
// asks whether it is done is told what is left.
func TestALetterIsFilledIn(t *testing.T) {
	t.Parallel()
	letter := "만기 2026년 10월 31일이 지났는데 보증금 3억을 안 돌려줘요. 내용증명 써줘"
	made := talk(t, "ko", document.TypeMessage, letter).Draft
	if s := talk(t, "ko", document.TypeMessage, "우리 세입자가 월세를 안 내요. 독촉 문자 써줘", "240만원이라고 써줘"); !strings.Contains(s.FinalDocument, "240만원이 밀려") {
		t.Error(s.FinalDocument)
	}
	if s := talk(t, "ko", document.TypeMessage, "우리 세입자가 월세를 두 달째 안 냅니다. 독촉 내용증명 써줘", "총 160만원이에요", "그중 30만원 보낸 게 있네요 금액 고쳐줘"); !strings.Contains(s.FinalDocument, "1,300,000원") {
		t.Error(s.FinalDocument)
	}
	for say, want := range map[string]string{
		"받는 사람은 김철수":                                                                                      "김철수",
		"보내는 분은 박영수, 받는 분은 이민호":                                                                           "이민호",
		"이름은 박영수고 집주인은 이민호":                                                                               "이민호",
		"제 이름 박영수 집주인 이름 이민호":                                                                             "박영수",
		"2억8천이고 계약 끝난건 11월 10일":                                                                           "2026년 11월 10일에 끝났으나",
		"계약은 11월 5일에 끝났어요":                                                                                "2026년 11월 5일에 끝났으나",
		"이름은 박영수고 주소는 나중에":                                                                                "발신 (임차인) | 박영수",
		"기한은 12월 10일까지":                                                                                   "2026년 12월 10일까지",
		"계좌는 국민은행 123456-78-901234":                                                                       "123456-78-901234",
		"계좌 농협 302-1234-5678-91 적어주세요":                                                                    "계좌: 농협 302-1234-5678-91\n",
		"받는 사람은 김하준 말고 김하진":                                                                               "김하진",
		"아니 보증금은 3억1천이에요 중간에 1천 올려준 거 깜빡":                                                                 "310,000,000원",
		"대전 서구 둔산동 목련아파트 12동 504호":                                                                        "대전 서구 둔산동 목련아파트 12동 504호",
		"My name is Mina Lee, landlord is Kim Young-ho. the home is Mapo-gu Hapjeong-dong 12-3, unit 401": "Mapo-gu Hapjeong-dong 12-3, unit 401",
	} {
		if !document.Continues(made, say) {
			t.Errorf("%q is not of the letter", say)
		}
		if s := talk(t, "ko", document.TypeMessage, letter, say); !strings.Contains(s.FinalDocument, want) {
			t.Errorf("%q: no %q in\n%s", say, want, s.FinalDocument)
		}
	}
	for said, wants := range map[[2]string]string{
		{"받는 사람은 배순옥", "아 배순옥이 아니라 배순덕임 계약서 다시 봤어"}:                             "배순덕",
		{"대전 서구 둔산동 목련아파트 12동 504호", "504호가 아니라 1504호예요"}:                       "12동 1504호",
		{"the home is Mapo-gu Hapjeong-dong 12-3", "sorry, it's 13-2 not 12-3"}: "Hapjeong-dong 13-2",
	} {
		if s := talk(t, "ko", document.TypeMessage, letter, said[0], said[1]); !strings.Contains(s.FinalDocument, wants) {
			t.Errorf("%q: no %q in\n%s", said, wants, s.FinalDocument)
		}
	}
	for say, want := range map[string]string{
		"김철수": "받는 분인가요", "다됐어요?": "남은 빈칸", "이제 다 된 건가요?": "남은 빈칸", "주소는 나중에 쓸게요": "비워 두었으니", "이름은 제가 적을게요": "비워 두었으니",
	} {
		if !document.Continues(made, say) {
			t.Errorf("%q is not of the letter", say)
		}
		if s := talk(t, "ko", document.TypeMessage, letter, say); !strings.Contains(s.Message, want) || s.FinalDocument != "" {
			t.Errorf("%q: %s", say, s.Message)
		}
	}
	for _, say := range []string{
		"내용증명 보내는데 돈 얼마 들어요?", "그래도 안내면 어떻게해요", "전세 3억이면 복비 얼마예요?", "집주인 연락이 안되요 어떡하죠", "집주인이 5% 올려달라고", "고마워요", "서울 아파트 시세 알려줘", "짐 먼저 빼도 되나요?", "집주인이 고친다 했어요",
		"전세 대출 금리가 올랐다고 해요", "은행에서 안 된다고", "부동산에서 그렇게 하면 안 된다고 하네요",
	} {
		if document.Continues(made, say) {
			t.Errorf("%q goes on with the letter", say)
		}
	}
}

// A letter is dictated in pieces: each goes in where it belongs or stands as it was said,
// and a question or a story of something else changes nothing.
func TestALetterIsDictated(t *testing.T) {
	t.Parallel()
	const owed = "만기 2027년 3월 15일인데 집주인이 돈없다고 배째래요 보증금은 2억이에요. 내용증명 써줘"
	const reply = "세입자가 저한테 보증금 1억4천 안준다고 내용증명을 보냈어요. 답장 써줘"
	const leaving = "묵시적 갱신된 집에서 5월말에 나간다고 집주인한테 문자 써줘"
	for _, tt := range []struct {
		order, say    string
		want, without []string
	}{
		{owed, "보증금은 2억3천이고 집주인 이름은 비워두세요 제가 채울게요", []string{"230,000,000원"}, nil},
		{owed, "1월 초에 카톡으로 나간다고 말했어요 집주인이 '네' 했고요. 그것도 넣어주세요", []string{"내용증명 (초안)", "1월 초에 카톡으로 나간다고 말했어요", "2027년 3월 15일에 끝나므로"}, []string{"이사하고자", "2027년 1월"}},
		{owed, "보증금 2억이 아니라 2억5백이네요 재계약할때 올렸어요", []string{"보증금 반환 요구", "205,000,000원"}, []string{"갱신을 요구"}},
		{owed, "기한은 2주로 해주세요", []string{"2027년 3월 15일에 끝나므로", "2026년 12월 5일까지 알려"}, nil},
		{owed, "안주면 이자 받는다는 말도 넣어줘", []string{"안주면 이자 받습니다."}, nil},
		{reply, "만기는 12월 10일이었고 저는 새 세입자 들어오면 준다고 계속 얘기했어요", []string{"2025년 12월 10일에 끝난", "발신 (임대인)", "반환에 관하여 답변"}, nil},
		{reply, "일단 2월 말까지 5천 먼저 주고 나머지는 4월에 준다고 제안하는 식으로 써주세요", []string{"140,000,000원", "2월 말까지 5천 먼저 주고 나머지는 4월에 줍니다."}, nil},
		{reply, "싱크대 문짝 부서진거 30만원 공제하겠다는 내용도 추가요", []string{"140,000,000원", "30만원 공제하겠습니다."}, []string{"300,000원(30만원)"}},
		{leaving, "보증금 7천 그날 꼭 달라는거 추가. 그리고 집 보러 오는건 평일 저녁만 된다고", []string{"7,000만원", "그날 꼭 주시기 바랍니다.", "평일 저녁만 됩니다."}, nil},
		{leaving, "아 6월 7일로 미룸 새집 입주가 밀렸대", []string{"2027년 6월 7일"}, []string{"5월 31일"}},
	} {
		made := talk(t, "ko", document.TypeMessage, tt.order).Draft
		if !document.Continues(made, tt.say) {
			t.Errorf("%q does not go on with the letter", tt.say)
		}
		s := talk(t, "ko", document.TypeMessage, tt.order, tt.say)
		for _, w := range tt.want {
			if !strings.Contains(s.FinalDocument, w) {
				t.Errorf("%q: no %q in\n%s", tt.say, w, s.FinalDocument)
			}
		}
		for _, w := range tt.without {
			if strings.Contains(s.FinalDocument, w) {
				t.Errorf("%q: %q in\n%s", tt.say, w, s.FinalDocument)
			}
		}
	}
	due := "만기 2026년 10월 31일이 지났는데 보증금 3억을 안 돌려줘요. 내용증명 써줘"
	for say, want := range map[string]string{"기한은 2주로 해주세요": "2026년 12월 5일까지", "14일 안에 달라고 해줘": "2026년 12월 5일까지"} {
		if s := talk(t, "ko", document.TypeMessage, due, say); !strings.Contains(s.FinalDocument, want) {
			t.Errorf("%q: no %q in\n%s", say, want, s.FinalDocument)
		}
	}
	if s := talk(t, "ko", document.TypeMessage, owed, "안주면 이자 받는다는 말도 넣어줘", "아까 이자 말은 빼줘"); strings.Contains(s.FinalDocument, "이자 받") {
		t.Errorf("a point that was taken back stands in\n%s", s.FinalDocument)
	}
	made := talk(t, "ko", document.TypeMessage, leaving).Draft
	for _, say := range []string{"오늘이 2월 20일이니까 딱 맞나?", "할머니 아들한테 보내도 효력있음?", "이거 몇부 뽑아서 우체국 가면 되나요?"} {
		if document.Continues(made, say) {
			t.Errorf("%q goes on with the letter", say)
		}
	}
}
