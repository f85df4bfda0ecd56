package company

import "testing"

// What is asked of an open form is answered from it, and changes nothing; each row is what is said
// one after the other, and what the last answer has and lacks.
func TestAnOpenFormIsAskedAbout(t *testing.T) {
	t.Parallel()
	const trip = "출장 경비 정산 올릴게"
	hold(t, []spoken{
		{"ko", "합계는 149,600원입니다: ktx 119,600원, 택시 30,000원", "결재", []string{trip, "10/14~15 부산 ktx 왕복 119600", "택시 3만원", "합계 얼마야"}},
		{"ko", "1인당 66,000원", "기간", []string{"지출보고서 작성해줘", "어제 원장님이랑 저녁 26만4천원 4명", "1인당 얼마죠 그럼"}},
		{"ko", "합계는 2,500,000원입니다.\n\n- 식음료 1,500,000원\n- 강연료 1,000,000원", "두분",
			[]string{"세미나 신청서 쓰자", "인원 25명 예상. 연자 한분 강의료 50", "인원 30으로 바꿔주고 식사는 1인 5만원", "연자가 두분으로 늘었어요 똑같이 50씩", "그럼 총액 다시요"}},
		{"ko", "합계는 1,750,000원", "", []string{"세미나 신청서 쓰자", "인원 25명 예상", "총예산 다시 계산해주세요. 식대는 1인 7만원"}},
		{"ko", "지금까지 적힌 내용으로 확인했습니다", "", []string{"지출보고서 작성해줘", "어제 원장님이랑 저녁 26만4천원 4명", "한도 넘는거 아니지?"}},
		{"ko", "내역: 택시 12,000원, 주차비 5,000원", "이어서 확인", []string{trip, "택시 12000원, 주차비 5000원", "ㅇㅇ 정리해서 보여줘"}},
		{"ko", "다듬지는 않습니다", "쓰지 못합니다", []string{"방문보고서 쓰자", "어제 원장님 만남", "너무 딱딱하다 좀 짧게"}},
		{"ko", "14일 전까지", "", []string{"세미나 신청서 쓰자", "신청 마감이 행사 며칠 전까지였죠"}},
		{"ko", "지출일: 2026-11-20", "법카", []string{"어제 법카로 원장님이랑 저녁 먹었는데 정산 어떻게 올려요?"}},
		{"en", "KRW 105,000: taxi KRW 15,000, lunch KRW 90,000", "", []string{"expense report please", "yesterday taxi 12,000 won", "lunch with the doctor 90,000 won for 3", "the taxi was 15,000 not 12,000", "what is the total now"}},
		{"en", "don't shorten", "mail", []string{"visit report please", "met the doctor yesterday", "make it shorter, too stiff"}},
	})
}

// One thing of a case changes: the verdict is told anew with its sum, and what nothing is new of is
// not listed again.
func TestOneThingOfACaseChanges(t *testing.T) {
	t.Parallel()
	const gift, stay = "추석선물 원장님들 돌려도 됨?", "심포지엄 참석하시는 교수님 숙박비 저희가 내드려도 되는지요"
	hold(t, []spoken{
		{"ko", "규정과 견준 금액은 5만원", "[ANT-007]", []string{gift, "5만원짜리 과일바구니"}},
		{"ko", "규정과 견준 금액은 5만원", "600,000", []string{gift, "12명인데 총 60만원"}},
		{"ko", "규정과 견준 금액은 3만원입니다.\n\n말씀하신 대로 보아도 판단은 앞과 같습니다.", "[PRE-004]", []string{gift, "5만원짜리 과일바구니", "그럼 3만원짜리로 내리면?"}},
		{"ko", "세금·봉사료를 빼고 1인당 하루 10만원까지", "어긋나는 점이", []string{"원장님 두분이랑 저 포함 넷이서 저녁 먹었는데 42만원 나왔어요 괜찮은 건가요"}},
		{"ko", "판단은 앞과 같습니다", "[", []string{gift, "5만원짜리 과일바구니", "약국 약사님은 다른가"}},
		{"ko", "1만원 이하만 됩니다. 한도 안의 표시된 물품으로", "숫자 질문", []string{gift, "5만원짜리 과일바구니", "그래서 되는게 뭐야 하나만 말해봐"}},
		{"ko", "안 됩니다. 규정에 어긋나는 점이 1건 있습니다. 식음료와 판촉물은", "", []string{stay, "동반 사모님 식사도 같이 하시는데 그건 안되겠죠?"}},
		{"ko", "3명이면 모두 30만원까지", "따로 적혀", []string{"원장님 저녁 1인당 9만원 사도 되나요", "세 명이면 전부 얼마까지 돼요?"}},
		{"ko", "외부강의 사례금은", "따로 적혀", []string{"강연료 50만원 괜찮나요?", "국립대병원 소속이세요. 그럼 금액이 달라지나요"}},
		{"ko", "견본품", "따로 적혀", []string{"샘플 줘도되나 의사한테", "몇개까지", "파는거랑 똑같은 포장이어도?"}},
		{"ko", "", "여비·숙박", []string{stay, "사전에 신고나 승인 받아야 되는 서류가 뭐가 있나요"}},
		{"ko", "주사기", "승인이 필요", []string{"주사기 품목 거래처별 매출이나 주세요"}},
		{"en", "1 rule is broken", "100,000", []string{"am i allowed to buy coffee for the nurses at a clinic", "what about lunch for the doctor and 3 nurses, maybe 20,000 won each", "And if we don't talk about product, just lunch?"}},
		{"en", "up to KRW 10,000", "among them", []string{"can I give a doctor a 50,000 won fruit basket", "what if it's 9,000 won", "so what is allowed? just one thing"}},
	})
}
