package drafts

import (
	"strings"
	"testing"
	"time"
)

// A form is corrected and added to by later messages, in whatever words: each row is what is told
// one after the other, and what the form holds then.
func TestAFormIsAmended(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, 11, 21, 9, 0, 0, 0, time.UTC)
	for _, c := range []struct {
		lang, kind string
		told       []string
		want       map[string]any
		lacks      []string
	}{
		// one word in the place of another
		{"ko", "visit_report", []string{"어제 원장님 만남", "아 어제 아니고 그저께다 18일"}, map[string]any{"visit_date": "2026-11-18"}, nil},
		{"ko", "visit_report", []string{"어제 원장님 만남", "어제 말고 그저께였어"}, map[string]any{"visit_date": "2026-11-19"}, nil},
		{"ko", "visit_report", []string{"어제 원장님 만남", "원장 말고 간호사였어요"}, map[string]any{"contact_role": "nurse"}, nil},
		{"ko", "visit_report", []string{"어제 원장님 만남", "원장이 아니라 약제과장님이었습니다"}, map[string]any{"contact_role": "pharmacist"}, nil},
		{"en", "visit_report", []string{"met the doctor yesterday", "not the doctor but the nurse"}, map[string]any{"contact_role": "nurse"}, nil},
		{"en", "visit_report", []string{"met the doctor yesterday", "actually it was two days ago"}, map[string]any{"visit_date": "2026-11-19"}, nil},
		// a day without its month
		{"ko", "visit_report", []string{"방문일은 18일이에요"}, map[string]any{"visit_date": "2026-11-18"}, nil},
		{"ko", "visit_report", []string{"28일에 다녀왔어요"}, map[string]any{"visit_date": "2026-10-28"}, nil},
		{"ko", "seminar_request", []string{"12월 10일", "아 15일로"}, map[string]any{"event_date": "2026-12-15"}, nil},
		// times
		{"ko", "seminar_request", []string{"12월 10일 오후 2시 서울 코엑스에서 합니다", "시간은 3시로 바꿔주세요"}, map[string]any{"event_time": "3시", "place": "서울 코엑스", "event_date": "2026-12-10"}, nil},
		{"ko", "seminar_request", []string{"일시는 12월 10일 14시", "강연 시간 40분"}, map[string]any{"event_time": "14시"}, nil},
		{"ko", "visit_report", []string{"어제 오후 3시 반에 방문"}, map[string]any{"visit_time": "오후 3시 반", "visit_date": "2026-11-20"}, nil},
		// so many more
		{"ko", "seminar_request", []string{"의사 4명 참석 예정", "참석자 5명 추가해주세요"}, map[string]any{"attendees": int64(9)}, nil},
		{"ko", "seminar_request", []string{"의사 4명 참석 예정", "4명 더 온대"}, map[string]any{"attendees": int64(8)}, nil},
		{"ko", "seminar_request", []string{"의사 4명 참석 예정", "인원 5명으로"}, map[string]any{"attendees": int64(5)}, nil},
		{"ko", "sample_request", []string{"예시칼디엔정 3통", "두 통 더 주세요"}, map[string]any{"packs": int64(5)}, nil},
		{"en", "seminar_request", []string{"20 doctors", "add 5 more doctors"}, map[string]any{"attendees": int64(25)}, nil},
		// people kind by kind, a sum for so many, and the price of something else
		{"ko", "seminar_request", []string{"참석: 의사 7명, 약사 3명\n식대 총 200,000원\n기념품: 머그컵 10개(개당 9,000원)"},
			map[string]any{"attendees": int64(10), "food_per_head": int64(20000), "souvenir": int64(9000)}, nil},
		{"ko", "seminar_request", []string{"의사 8명 참석", "다과로 할게요. 12명 36만원"}, map[string]any{"attendees": int64(12), "food_per_head": int64(30000)}, nil},
		{"ko", "seminar_request", []string{"의사 8명 참석", "식대 8명 3만원씩"}, map[string]any{"food_per_head": int64(30000)}, nil},
		{"ko", "seminar_request", []string{"약사 6명 아니고 약사 8명 참석"}, map[string]any{"attendees": int64(8)}, nil},
		{"en", "seminar_request", []string{"6 doctors and 4 nurses"}, map[string]any{"attendees": int64(10)}, nil},
		// a question about a field
		{"ko", "seminar_request", []string{"장소는 코엑스", "장소는 왜요? 작년에도 거기였어요"}, map[string]any{"place": "코엑스"}, nil},
		// notes
		{"ko", "seminar_request", []string{"특이사항에 주차권 필요하다고 추가해줘", "비고란에 셔틀 운행도 적어줘"}, map[string]any{"memo": "주차권 필요하다 / 셔틀 운행"}, nil},
		{"ko", "visit_report", []string{"이상사례 없었고 특이사항은 환자수가 줄었다고 하심"}, map[string]any{"memo": "환자수가 줄었다고 하심", "adverse_event": "no"}, nil},
		{"ko", "expense_report", []string{"메모에 주말 행사라고 남겨주세요"}, map[string]any{"memo": "주말 행사"}, nil},
		{"en", "visit_report", []string{"add a note: parking is difficult"}, map[string]any{"memo": "parking is difficult"}, nil},
		{"en", "seminar_request", []string{"add to the notes that parking is needed"}, map[string]any{"memo": "parking is needed"}, nil},
		// several fields of one message, joined by endings
		{"ko", "seminar_request", []string{"주최는 우리 회사고 행사명은 예시칼디엔정 제품설명회"}, map[string]any{"host": "우리 회사", "event_name": "예시칼디엔정 제품설명회"}, nil},
		{"ko", "seminar_request", []string{"12월 20일에 서울대병원에서 하고 참석은 12명", "오후 6시 시작이고 저녁은 1인당 4만원"},
			map[string]any{"place": "서울대병원", "event_time": "오후 6시", "food_per_head": int64(40000)}, []string{"event_name"}},
		{"ko", "seminar_request", []string{"강사는 김교수님, 강연료 50만원 40분"}, map[string]any{"lecture_fee": int64(500000), "lecture_minutes": int64(40), "speakers": "김교수님"}, nil},
		{"ko", "seminar_request", []string{"12월 20일", "날짜를 22일로 바꿀게"}, map[string]any{"event_date": "2026-12-22"}, nil},
		{"ko", "visit_report", []string{"그제 약사님이랑 얘기함, 예시알러케어정 소개했고 반응 좋았어", "3천원짜리 메모지 하나 드렸음", "담에 또 가기로"},
			map[string]any{"visit_date": "2026-11-19", "purpose": "product", "provided_items": "메모지 하나", "next_action": "담에 또 가기로"}, []string{"memo"}},
		{"ko", "visit_report", []string{"부작용 보고 없음, 설명한 제품은 없고 빈손으로 감"}, map[string]any{"adverse_event": "no", "product": "없음", "provided_items": "없음"}, nil},
		{"ko", "visit_report", []string{"방문시간은 11시", "아니 시간은 10시 반이었네"}, map[string]any{"visit_time": "10시 반"}, nil},
		{"ko", "sample_request", []string{"다음주 금요일까지"}, map[string]any{"request_date": "2026-11-27"}, nil},
		// none, in a clause
		{"ko", "seminar_request", []string{"강연자는 없고 식사는 1인당 5만원이요"}, map[string]any{"speakers": "없음", "food_per_head": int64(50000)}, nil},
		{"ko", "visit_report", []string{"제품은 예시판토젤정, 제공 물품은 없음으로요. 나머지는 다녀와서 채울게요"}, map[string]any{"provided_items": "없음", "product": "예시판토젤정"}, nil},
		// items with their price and number, and one that was not given after all
		{"ko", "visit_report", []string{"볼펜 하나 4000원짜리 드림", "볼펜 두개로 고쳐"}, map[string]any{"provided_items": "볼펜 두개 4000원짜리"}, nil},
		{"ko", "visit_report", []string{"볼펜이랑 브로셔 드렸어요", "아 볼펜은 안 드렸다"}, map[string]any{"provided_items": "브로셔"}, []string{"next_action"}},
		{"ko", "visit_report", []string{"메모지 하나 드렸음", "메모지 말고 볼펜이었네"}, map[string]any{"provided_items": "볼펜"}, nil},
		// a day inside a sentence, and who somebody is by the department
		{"ko", "visit_report", []string{"내과 과장 만나서 예시메트란정 설명, 반응은 괜찮았고 다음주에 자료 갖다주기로"},
			map[string]any{"contact_role": "doctor", "purpose": "product", "next_action": "다음주에 자료 갖다주기로"}, nil},
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
}

// A product that the words for another field took is told all the same, and what was taken back
// is checked no more.
func TestWhatIsNamedAndWhatIsTakenBack(t *testing.T) {
	t.Parallel()
	d := Shipped().Begin("expense_report", "ko")
	Shipped().Fill(&d, "목적은 제품설명 예시리피드정", Input{Now: now, Names: map[string]string{"product": "예시리피드정"}})
	if got := d.FormData.Text("product"); got != "예시리피드정" {
		t.Errorf("product %q", got)
	}
	d = Shipped().Begin("visit_report", "ko")
	for _, said := range []string{"볼펜이랑 브로셔 드렸어요", "아 볼펜은 안 드렸다"} {
		Shipped().Fill(&d, said, Input{Now: now})
	}
	if said := strings.Join(d.Said, " "); strings.Contains(said, "볼펜") {
		t.Errorf("said %q", said)
	}
}

// Corrections in everyday words: a time, a day of the week or a week in the place of another, what was told
// last; and what can be no value of a field. Each row is what
// is told one after the other, and what the form holds then.
func TestAFormIsCorrectedInEverydayWords(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		lang, kind string
		told       []string
		want       map[string]any
		lacks      []string
	}{
		{"ko", "visit_report", []string{"어제 오후 3시 원장님 만남", "아 3시 아니고 4시였다"}, map[string]any{"visit_time": "오후 4시"}, nil},
		{"ko", "visit_report", []string{"어제 원장님 만남. 샘플 2개 드렸어", "2개 아니고 3개"}, map[string]any{"provided_items": "샘플 3개"}, []string{"next_action", "customer"}},
		{"ko", "visit_report", []string{"어제 원장님 만남. 다음 조치는 다음주 전화", "다음주 말고 이번주"}, map[string]any{"next_action": "이번주 전화", "visit_date": "2026-11-20"}, nil},
		{"ko", "seminar_request", []string{"강사 김민수 교수, 강연료 40만원 60분", "김민수 교수 말고 이정훈 교수로 바꿔줘"}, map[string]any{"speakers": "이정훈 교수", "lecture_fee": int64(400_000)}, nil},
		{"ko", "seminar_request", []string{"참석 20명", "밥은 1인당 4만5천원"}, map[string]any{"food_per_head": int64(45_000)}, nil},
		{"ko", "visit_report", []string{"어제 10시에 원장님 만남", "11시로 바꿔줘"}, map[string]any{"visit_time": "11시"}, nil},
		{"ko", "visit_report", []string{"어제 원장님 만남. 다음주 수요일 2시에 데모하기로", "아 수요일 아니고 목요일"}, map[string]any{"next_action": "다음주 목요일 2시에 데모하기로"}, []string{"visit_time", "customer"}},
		{"ko", "visit_report", []string{"어제 원장님 만남. 다음주에 샘플 보내기로", "그거 다음주 아니고 다다음주"}, map[string]any{"next_action": "다다음주에 샘플 보내기로"}, []string{"customer"}},
		{"ko", "visit_report", []string{"어제 원장님 만남", "메모에 주차 불편하다고 적어줘", "그건 빼줘"}, map[string]any{"contact_role": "doctor"}, []string{"memo"}},
		{"ko", "visit_report", []string{"한빛의원 방문", "거래처 사람들이 점심시간이라 좀 기다렸다고 메모에 적어줘"}, map[string]any{"customer": "한빛의원", "memo": "거래처 사람들이 점심시간이라 좀 기다렸다"}, nil},
		{"ko", "visit_report", []string{"어제 원장님 만남", "경쟁사 제품 쓰는데 AS가 느려서 불만이래 이것도 넣어"}, map[string]any{"memo": "경쟁사 제품 쓰는데 AS가 느려서 불만이래"}, []string{"purpose"}},
		{"ko", "visit_report", []string{"어제 원장님 만남", "동행 이과장 추가"}, map[string]any{"companion": "이과장"}, nil},
		{"ko", "visit_report", []string{"어제 원장님 만났고 관절내시경 소모품 신제품 설명함"}, map[string]any{"product": "관절내시경 소모품", "purpose": "product"}, nil},
		{"ko", "expense_report", []string{"약사님이랑 식사", "거래처랑 13만원 3명"}, map[string]any{"people": int64(3), "amount": int64(130_000)}, []string{"customer"}},
		{"ko", "expense_report", []string{"어제 고객기관012 약사님이랑 식사 5만원 2명", "영수증 사진은 어디다 첨부해요"}, nil, []string{"purpose", "product"}},
		{"ko", "expense_report", []string{"약사님이랑 식사", "거래처 담당자랑 통화했는데 다음에 알려준대"}, nil, []string{"customer"}},
		{"ko", "seminar_request", []string{"날짜 12월 둘째주 금요일 저녁 7시"}, map[string]any{"event_date": "2026-12-11", "event_time": "저녁 7시"}, nil},
		{"ko", "seminar_request", []string{"인원 25명", "인원 30으로 바꿔주고 식사는 1인 5만원"}, map[string]any{"attendees": int64(30), "food_per_head": int64(50_000)}, nil},
		{"ko", "seminar_request", []string{"연자 한분 강의료 50", "연자가 두분으로 늘었어요 똑같이 50씩"}, map[string]any{"speaker_count": int64(2), "lecture_fee": int64(1_000_000)}, []string{"speakers"}},
		{"ko", "seminar_request", []string{"대구 수성구 쪽 호텔이고 내과 선생님들 25분 정도 예상합니다"}, map[string]any{"place": "대구 수성구 쪽 호텔", "attendees": int64(25)}, nil},
		{"ko", "seminar_request", []string{"장소는 코엑스", "장소는 아직이야"}, map[string]any{"place": "코엑스"}, nil},
		{"en", "visit_report", []string{"met Dr Kim at Hanbit clinic yesterday at 3pm", "not 3pm but 4pm"}, map[string]any{"visit_time": "4pm", "customer": "Hanbit clinic", "contact_role": "doctor"}, nil},
		{"en", "visit_report", []string{"the customer's staff were friendly and we waited a bit"}, nil, []string{"customer"}},
		{"en", "visit_report", []string{"met the doctor", "add a note: parking is bad", "scratch that"}, nil, []string{"memo"}},
	} {
		d := Shipped().Begin(c.kind, c.lang)
		for _, said := range c.told {
			Shipped().Fill(&d, said, Input{Now: now})
		}
		for key, want := range c.want {
			if got := any(d.FormData.Int(key)); got != want && d.FormData.Text(key) != want {
				t.Errorf("%s: %s is %v %q", c.told, key, got, d.FormData.Text(key))
			}
		}
		for _, key := range c.lacks {
			if d.FormData.Has(key) {
				t.Errorf("%s: %s is %q", c.told, key, d.FormData.Text(key))
			}
		}
	}
}
