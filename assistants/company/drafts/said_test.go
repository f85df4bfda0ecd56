package drafts

import (
	"testing"
	"time"
)

// Several facts of a line are all kept, sums for several people are divided, and what is taken
// back is gone: each row is what is told one after the other, and what the form holds then.
func TestAFormIsToldInOneLine(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, 11, 21, 9, 0, 0, 0, time.UTC)
	for _, c := range []struct {
		lang, kind string
		told       []string
		want       map[string]any
		lacks      []string
	}{
		{"ko", "visit_report", []string{"어제 고객기관012, 샘플 3개랑 볼펜 두 자루 드림, 도시락은 넷이서 8만원"},
			map[string]any{"provided_items": "샘플 3개, 볼펜 두 자루, 도시락", "meal": int64(20000)}, nil},
		{"ko", "visit_report", []string{"점심 세 명이서 먹음, 다과 리플릿 제공", "밥값은 총 9만원이었어"}, map[string]any{"meal": int64(30000)}, nil},
		{"ko", "visit_report", []string{"밥값은 총 9만원이었어"}, map[string]any{"memo": "밥값은 총 9만원이었어"}, []string{"meal"}},
		{"ko", "visit_report", []string{"점심은 1인당 3만원, 총 네 명"}, map[string]any{"meal": int64(30000)}, nil},
		{"ko", "visit_report", []string{"볼펜 두 자루랑 리플릿 두 장 드림", "리플릿은 빼줘"}, map[string]any{"provided_items": "볼펜 두 자루"}, nil},
		{"ko", "visit_report", []string{"다음 조치는 자료 전달", "다음 조치는 지워줘"}, nil, []string{"next_action"}},
		{"ko", "visit_report", []string{"다음엔 견적서 들고 가기로 함"}, map[string]any{"next_action": "다음엔 견적서 들고 가기로"}, nil},
		{"en", "visit_report", []string{"gave a brochure and two pens, lunch 120,000 won for three in total", "scratch the brochure"},
			map[string]any{"provided_items": "pens", "meal": int64(40000)}, nil},
		{"ko", "seminar_request", []string{"장소는 서울 호텔, 40명 참석", "식사는 다 합쳐서 200만원", "인원은 25명으로 고쳐"},
			map[string]any{"food_per_head": int64(80000), "attendees": int64(25)}, nil},
		{"en", "visit_report", []string{"gave a pen and a leaflet", "make that two pens"}, map[string]any{"provided_items": "pens, leaflet"}, nil},
		{"ko", "seminar_request", []string{"장소는 지워줘"}, nil, []string{"place"}},
		// what plainly is of another field, corrects or wishes something is no value of the one that was asked for
		{"ko", "visit_report", []string{"어제 원장님 만남", "다음 방문은 다다음주 월요일"}, map[string]any{"next_action": "다음 방문은 다다음주 월요일"}, []string{"customer"}},
		{"ko", "visit_report", []string{"어제 원장님 만남", "아니 화요일"}, nil, []string{"customer", "product"}},
		{"ko", "visit_report", []string{"어제 원장님 만남", "일단 저장"}, nil, []string{"customer"}},
		{"en", "visit_report", []string{"met the doctor yesterday", "a bit shorter, two lines at most"}, nil, []string{"customer"}},
		{"ko", "visit_report", []string{"어제 새봄소아과 최 원장님께 두통약 설명"}, map[string]any{"customer": "새봄소아과", "product": "두통약"}, nil},
		{"ko", "visit_report", []string{"소화기내과 과장님 만남"}, nil, []string{"customer"}},
		{"ko", "seminar_request", []string{"식사 5만원", "주차비 10만원 추가"}, map[string]any{"food_per_head": int64(50000), "memo": "주차비 10만원 추가"}, []string{"souvenir"}},
		{"ko", "seminar_request", []string{"식사 5만원", "강연료 50만원"}, map[string]any{"lecture_fee": int64(500000)}, []string{"souvenir", "memo"}},
		{"ko", "expense_report", []string{"약사님이랑 식사", "주차비 6천원"}, map[string]any{"amount": int64(6000)}, []string{"memo"}},
		{"ko", "expense_report", []string{"최 원장님이랑 간호사 세 분 식사"}, map[string]any{"contact_role": "mixed"}, nil},
		{"ko", "expense_report", []string{"원장님 말고 간호사랑 식사"}, map[string]any{"contact_role": "nurse"}, nil},
		// what was not given is not listed
		{"ko", "visit_report", []string{"볼펜 두 자루 드리고 샘플은 안 드림"}, map[string]any{"provided_items": "볼펜 두 자루"}, nil},
		{"en", "visit_report", []string{"gave a pen and no samples"}, map[string]any{"provided_items": "pen"}, nil},
		{"en", "visit_report", []string{"i did not give samples and leaflets, left a pen"}, map[string]any{"provided_items": "pen"}, nil},
		{"ko", "visit_report", []string{"볼펜은 빼고 리플릿만 드림"}, map[string]any{"provided_items": "리플릿"}, nil},
		{"ko", "visit_report", []string{"볼펜이랑 샘플은 안 드림"}, nil, []string{"provided_items"}},
		{"ko", "visit_report", []string{"인천 종합병원 과장님 만남, 신제품 샘플 얘기했음"}, map[string]any{"customer": "인천 종합병원"}, []string{"provided_items"}},
		{"ko", "visit_report", []string{"볼펜 두 자루 드림, 샘플 요청하심"}, map[string]any{"provided_items": "볼펜 두 자루"}, nil},
		{"ko", "visit_report", []string{"볼펜 드림", "제공한 물품 없어요, 볼펜은 착각이었어요"}, map[string]any{"provided_items": "없음"}, nil},
		{"en", "visit_report", []string{"left a pen", "positive. send leaflet. no AE"},
			map[string]any{"provided_items": "pen", "next_action": "send leaflet", "reaction": "positive", "adverse_event": "no"}, nil},
		{"en", "visit_report", []string{"gave two pens and will send a leaflet and samples"},
			map[string]any{"provided_items": "pens", "next_action": "will send a leaflet and samples"}, nil},
		{"ko", "visit_report", []string{"도시락은 괜찮다고 하셔서 안 드렸어, 브로슈어로 설명하고 왔음"}, nil, []string{"provided_items"}},
		{"en", "visit_report", []string{"i'll bring samples next week"}, map[string]any{"next_action": "bring samples next week"}, []string{"provided_items"}},
		{"ko", "visit_report", []string{"볼펜 드림, 리플릿은 보내드리기로 함"}, map[string]any{"provided_items": "볼펜"}, nil},
		// a whole sentence is no name of a customer
		{"ko", "visit_report", []string{"오늘 원장님 만났습니다", "설명은 잘 들으셨고 자료 챙겨서 한 번 더 들르기로 함"}, nil, []string{"customer", "product"}},
		{"ko", "visit_report", []string{"오늘 원장님 만났습니다", "원무과에서 단가 얘기를 한참 하다가 나온 게 전부"}, nil, []string{"customer", "product"}},
		// a message that names a field first tells that one, whatever was asked for
		{"ko", "visit_report", []string{"11월 18일 고객기관066, 원장님 만나 예시가디온정 설명", "날짜 15일이야"}, map[string]any{"visit_date": "2026-11-15"}, []string{"next_action"}},
		{"ko", "visit_report", []string{"11월 18일 고객기관066, 원장님 만나 예시가디온정 설명", "방문일을 15일로 고쳐줘"}, map[string]any{"visit_date": "2026-11-15"}, []string{"next_action"}},
		{"ko", "visit_report", []string{"11월 18일 고객기관066, 원장님 만나 예시가디온정 설명", "아니 거래처는 한빛의원이야"}, map[string]any{"customer": "한빛의원"}, []string{"next_action"}},
		{"ko", "visit_report", []string{"11월 18일 고객기관066, 원장님 만나 예시가디온정 설명", "거래처 이름은 고객기관108로 바꿔주세요"}, map[string]any{"customer": "고객기관108"}, []string{"next_action"}},
		{"ko", "visit_report", []string{"11월 18일 고객기관066, 원장님 만나 예시가디온정 설명", "제품은 예시리피드정이에요"}, map[string]any{"product": "예시리피드정", "customer": "고객기관066"}, []string{"next_action"}},
		{"ko", "visit_report", []string{"반응 긍정, 다음 조치 자료 전달", "다음 조치는 전화드리기로 바꿔줘"}, map[string]any{"next_action": "전화드리기", "reaction": "positive"}, nil},
		{"ko", "visit_report", []string{"반응 긍정, 다음 조치 자료 전달", "반응은 보통으로 수정"}, map[string]any{"next_action": "자료 전달", "reaction": "neutral"}, nil},
		{"en", "visit_report", []string{"visited customer clinic C0066 on November 18, met the doctor", "no, the date is the 15th"}, map[string]any{"visit_date": "2026-11-15"}, []string{"next_action"}},
		{"en", "visit_report", []string{"visited on November 18, met the doctor", "change the customer to C0108"}, map[string]any{"customer": "C0108"}, []string{"next_action"}},
		{"ko", "seminar_request", []string{"장소는 서울 호텔, 40명 참석", "아니 장소는 부산 호텔로"}, map[string]any{"place": "부산 호텔", "attendees": int64(40)}, nil},
		{"ko", "visit_report", []string{"11월 18일 고객기관066, 원장님 만나 예시가디온정 설명", "없어"}, map[string]any{"provided_items": "없음"}, []string{"next_action"}},
		{"ko", "visit_report", []string{"11월 18일 고객기관066, 원장님 만나 예시가디온정 설명", "없습니다."}, map[string]any{"provided_items": "없음"}, []string{"next_action"}},
		{"en", "visit_report", []string{"visited C0066 on November 18, met the doctor for a product briefing, product: P01", "none"}, map[string]any{"provided_items": "none"}, []string{"next_action"}},
		{"ko", "seminar_request", []string{"12월 10일, 참석 30명", "예산은 300만원"}, map[string]any{"attendees": int64(30)}, []string{"title", "event_name", "place", "host"}},
		// a removal is of what is named whole, and a field goes by a request alone
		{"ko", "visit_report", []string{"방문일 11월 18일, 목적 제품설명", "방문 목적은 지워줘"}, map[string]any{"visit_date": "2026-11-18"}, []string{"purpose"}},
		{"ko", "visit_report", []string{"방문일 11월 18일", "다음 방문은 취소하고 전화로 하기로 함"}, map[string]any{"visit_date": "2026-11-18"}, nil},
		{"ko", "visit_report", []string{"점심은 1인당 3만원", "저녁 약속은 취소하고 다과만 드림"}, map[string]any{"meal": int64(30000), "provided_items": "다과"}, nil},
		{"ko", "visit_report", []string{"도시락 드림, 점심은 1인당 3만원", "도시락은 빼줘"}, map[string]any{"meal": int64(30000)}, []string{"provided_items"}},
		{"ko", "visit_report", []string{"볼펜 두 자루랑 리플릿이랑 샘플 드림", "볼펜이랑 리플릿은 빼줘"}, map[string]any{"provided_items": "샘플"}, nil},
		{"en", "visit_report", []string{"gave a pen, a leaflet and samples", "please drop the pen and the leaflet"}, map[string]any{"provided_items": "samples"}, nil},
		// a sum is one for all where its own clause says so
		{"ko", "seminar_request", []string{"식사는 5만원, 참석은 총 40명"}, map[string]any{"food_per_head": int64(50000)}, nil},
		{"ko", "seminar_request", []string{"식사는 5만원이고 강연은 총 60분"}, map[string]any{"food_per_head": int64(50000)}, nil},
		{"ko", "visit_report", []string{"점심 총 90분 동안 6만원"}, map[string]any{"meal": int64(60000)}, nil},
		{"ko", "visit_report", []string{"총 두 분께 점심 5만원"}, map[string]any{"meal": int64(50000)}, nil},
		{"ko", "visit_report", []string{"저녁 8만원, 세 분이 오셨고 볼펜 총 2개"}, map[string]any{"meal": int64(80000)}, nil},
		{"ko", "seminar_request", []string{"참석 인원 총 40명", "식사는 5만원", "인원은 25명으로 고쳐"}, map[string]any{"food_per_head": int64(50000), "attendees": int64(25)}, nil},
		{"ko", "seminar_request", []string{"40명 참석", "식사는 다 합쳐서 200만원", "아니, 1인당 5만원이야", "인원은 25명"}, map[string]any{"food_per_head": int64(50000)}, nil},
		{"ko", "seminar_request", []string{"40명 참석", "식사는 다 합쳐서 100만원", "인원은 33명으로 고쳐", "인원은 40명으로 고쳐"}, map[string]any{"food_per_head": int64(25000)}, nil},
		{"ko", "visit_report", []string{"점심 열둘이서 24만원"}, map[string]any{"meal": int64(20000)}, nil},
		{"ko", "visit_report", []string{"점심 스물다섯 명이서 50만원"}, map[string]any{"meal": int64(20000)}, nil},
		{"ko", "visit_report", []string{"점심 서른두 명 다 합쳐 64만원"}, map[string]any{"meal": int64(20000)}, nil},
		{"ko", "visit_report", []string{"점심 1,200명이서 2,400만원"}, map[string]any{"meal": int64(20000)}, nil},
		{"en", "visit_report", []string{"lunch was 90,000 won in total for 60 minutes"}, nil, []string{"meal"}},
		// a sum for each person is multiplied where the form holds that of all
		{"ko", "expense_report", []string{"11월 19일 원장님과 점심, 1인당 12만원, 3명"}, map[string]any{"amount": int64(360000), "people": int64(3)}, nil},
		{"ko", "expense_report", []string{"점심 3명, 1인 12만원"}, map[string]any{"amount": int64(360000)}, nil},
		{"ko", "expense_report", []string{"점심", "12만원씩", "3명", "인원은 2명으로 고쳐"}, map[string]any{"amount": int64(240000)}, nil},
		{"ko", "expense_report", []string{"점심", "금액은 인당 12만원"}, nil, []string{"amount"}},
		{"ko", "expense_report", []string{"점심", "금액은 인당 12만원", "3명", "금액은 30만원으로 고쳐줘", "인원은 2명"}, map[string]any{"amount": int64(300000)}, nil},
		{"ko", "expense_report", []string{"점심, 1인당 12만원, 3명", "금액은 지워줘", "인원은 2명"}, nil, []string{"amount"}},
		{"ko", "expense_report", []string{"기념품은 개당 3만원, 3명"}, map[string]any{"amount": int64(90000)}, nil},
		{"ko", "expense_report", []string{"점심 총 36만원, 1인당 12만원, 3명"}, map[string]any{"amount": int64(360000)}, nil},
		{"ko", "expense_report", []string{"점심 36만원, 3명"}, map[string]any{"amount": int64(360000)}, nil},
		{"en", "expense_report", []string{"lunch with the doctor on November 19, 120,000 won per person for 3 people"}, map[string]any{"amount": int64(360000)}, nil},
		{"en", "expense_report", []string{"lunch with the doctor", "120,000 won each", "3 people"}, map[string]any{"amount": int64(360000)}, nil},
		{"en", "expense_report", []string{"lunch for 3 people, 360,000 won"}, map[string]any{"amount": int64(360000)}, nil},
		// the only sum of a form that needs one is its, wherever it is told
		{"en", "expense_report", []string{"back from lunch with a client, need to file an expense report. 86,000 won, 3 people"}, map[string]any{"amount": int64(86000), "people": int64(3)}, nil},
		{"ko", "expense_report", []string{"점심 먹고 왔어요. 경비 올려줘. 8만6천원, 3명"}, map[string]any{"amount": int64(86000)}, nil},
		{"en", "expense_report", []string{"dinner Nov 19, 120,000 won per person for 3, card"}, map[string]any{"amount": int64(360000), "people": int64(3)}, nil},
		{"en", "expense_report", []string{"lunch, 3 people", "ok and what if there were only 2 of us"}, map[string]any{"people": int64(3)}, []string{"amount"}},
		// a sum for each is of a field for each, whatever else is told, and gives way to another
		{"ko", "seminar_request", []string{"의사 12명", "식사는 셋이 합쳐 36만... 아 이건 다른 건이고 세미나는 1인당 9만원", "그럼 7만5천으로 낮추고 인원은 15명으로"},
			map[string]any{"food_per_head": int64(75000), "attendees": int64(15)}, nil},
		{"ko", "seminar_request", []string{"의사 12명", "식사는 셋이 합쳐 36만... 아 이건 다른 건이고 세미나는 1인당 9만원"}, map[string]any{"food_per_head": int64(90000)}, nil},
		{"ko", "seminar_request", []string{"의사 12명", "식사는 다 합쳐 36만원", "식사는 다 합쳐 36만원이 아니라 1인당 9만원", "인원은 15명으로 고쳐"}, map[string]any{"food_per_head": int64(90000)}, nil},
		{"ko", "seminar_request", []string{"의사 12명", "강사료 50만원 따로 있어요 (강사 한 명)"}, map[string]any{"lecture_fee": int64(500000)}, []string{"speakers"}},
		{"ko", "seminar_request", []string{"의사 12명", "강사는 김철수 교수, 강사료 50만원"}, map[string]any{"lecture_fee": int64(500000), "speakers": "김철수 교수"}, nil},
		// what is to be done with the form is no value of it
		{"ko", "expense_report", []string{"점심 9만6천원 3명", "그럼 예시가디온정 제품설명으로 목적 적고 마무리해줘"}, map[string]any{"product": "예시가디온정"}, []string{"purpose"}},
		{"en", "expense_report", []string{"lunch 86,000 won, 3 people yesterday, 고객기관031", "leave it at 3. check the form before I send it"}, map[string]any{"people": int64(3)}, []string{"purpose"}},
		{"en", "expense_report", []string{"lunch 86,000 won, 3 people", "yesterday not today. it was 고객기관031"}, map[string]any{"expense_date": "2026-11-20"}, nil},
		// the notes and the sum that were there stay
		{"ko", "visit_report", []string{"메모: 주차 불편", "점심은 1인당 3만원", "밥값은 총 9만원이었어"},
			map[string]any{"memo": "주차 불편 / 밥값은 총 9만원이었어", "meal": int64(30000)}, nil},
		{"en", "visit_report", []string{"visited on Nov 18", "purpose was hard to tell"}, nil, []string{"customer"}},
		{"en", "seminar_request", []string{"headcount is 25, not 30"}, map[string]any{"attendees": int64(25)}, nil},
	} {
		d := Shipped().Begin(c.kind, c.lang)
		for _, said := range c.told {
			Shipped().Fill(&d, said, Input{Now: now})
		}
		for key, want := range c.want {
			if got := any(d.FormData.Int(key)); got != want && d.FormData.Text(key) != want && (want != "no" || !d.FormData.No(key)) {
				t.Errorf("%s: %s is %v %q", c.told, key, got, d.FormData.Text(key))
			}
		}
		for _, key := range c.lacks {
			if d.FormData.Has(key) {
				t.Errorf("%s: %s is %q", c.told, key, d.FormData.Text(key))
			}
		}
	}
	for text, kind := range map[string]string{"i have to log a visit": "visit_report", "expenses to file": "expense_report", "제품설명회 신고서 쓰자": "seminar_request"} {
		if got := Shipped().Wanted(text); got != kind {
			t.Errorf("%s: %q", text, got)
		}
	}
}
