package company

import (
	"encoding/json"
	"errors"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/madang-dev/madang/assistants/company/compliance"
	"github.com/madang-dev/madang/assistants/company/drafts"
	"github.com/madang-dev/madang/state"
	"github.com/madang-dev/madang/store"
)

// While a form is under way what is told of it is no question, a word beside it
// leads back to it, what it says can be looked at, and who hands it in too early
// is told what it lacks.
func TestAFormUnderWay(t *testing.T) {
	t.Parallel()
	o := open(t)
	for _, turn := range []struct {
		say        string
		has, lacks []string
	}{
		{"방문보고서 작성해줘", []string{"방문일, 거래처, 면담자 직위를 알려 주세요"}, []string{"각각"}},
		{"두 자루가 아니고 세 자루요", []string{"거래처"}, []string{"두 자루"}},
		{"방문일 2026-11-20, 거래처 고객기관066, 의사를 만났어요", []string{"거래처: 고객기관066", "설명 제품"}, nil},
		{"목적은 제품설명이고 예시가디온정을 설명해 드렸어요", []string{"방문 목적: 제품설명", "설명 제품: 예시가디온정"}, []string{"그 자료는 없습니다"}},
		{"잘 모르겠어요", []string{"쓰고 있습니다"}, []string{"모르겠"}},
		{"네", []string{"쓰고 있습니다", "제공한 물품"}, []string{"그 자료는 없습니다"}},
		{"제출해줘", []string{"아직 빠진 내용", "제공한 물품"}, nil},
		{"지금까지 적은 내용 보여줘", []string{"방문일: 2026-11-20"}, nil},
		{"제공 물품 없음, 반응 긍정, 다음 조치 자료 전달, 이상사례 없음", []string{"검토를 통과"}, nil},
		{"워드 파일로 줘", []string{"검토를 통과", "방문일: 2026-11-20"}, []string{"그 자료는 없습니다"}},
	} {
		h := o.told(turn.say, turn.has, turn.lacks)
		if turn.say == "워드 파일로 줘" && h.response.Document == nil {
			t.Error("the file is not there")
		}
		if strings.Contains(h.text(), "검토를 통과") && strings.HasPrefix(turn.say, "제공 물품") {
			o.described(h)
		}
		o.replayed(h.runID)
	}
}

// told asks and looks at what the answer has to say, and what not.
func (o *office) told(say string, has, lacks []string) heardEvents {
	o.t.Helper()
	h := o.ask(say)
	for _, want := range has {
		if !strings.Contains(h.text(), want) {
			o.t.Errorf("%s: no %q in\n%s", say, want, h.text())
		}
	}
	for _, not := range lacks {
		if strings.Contains(h.text(), not) {
			o.t.Errorf("%s: %q in\n%s", say, not, h.text())
		}
	}
	return h
}

// described looks at what is known of the document of an answer besides its text.
func (o *office) described(h heardEvents) {
	o.t.Helper()
	doc, err := o.store.Document(o.t.Context(), store.Server(), h.response.Document.ID)
	if err != nil {
		o.t.Fatal(err)
	}
	want := Metadata{DocumentType: "visit_report", TemplateID: "visit_report_ko", Version: 3, Language: "ko", Sources: []string{}}
	for _, a := range o.state().AgentStates {
		if a.Document == nil || a.ExecutionContext.RunID != h.runID {
			continue
		}
		var kept, stored Metadata
		if err := errors.Join(json.Unmarshal(a.Document.GeneratedDocument.Metadata, &kept), json.Unmarshal(doc.Metadata, &stored)); err != nil {
			o.t.Error(err)
		}
		if a.Document.TemplateID != want.TemplateID || !reflect.DeepEqual(kept, want) || !reflect.DeepEqual(stored, want) {
			o.t.Errorf("%s is described as %+v and %+v", a.Document.TemplateID, kept, stored)
		}
		return
	}
	o.t.Error("no document was made")
}

// What is checked is named: what is done, a document, or data that leave.
func TestWhatIsCheckedIsNamed(t *testing.T) {
	t.Parallel()
	o := real(t, nil)
	for say, want := range map[string]string{
		"매출 데이터 전부 엑셀로 내보내줘": compliance.KindData, "의사에게 식사 15만원 대접해도 되나요?": compliance.KindAction,
	} {
		h, found := o.ask(say), ""
		for _, a := range o.state().AgentStates {
			if a.Compliance != nil && a.ExecutionContext.RunID == h.runID {
				found = a.Compliance.Outcome.ValidationType
			}
		}
		if found != want {
			t.Errorf("%s is checked as %q: %s", say, found, h.text())
		}
	}
}

// A question behind a check that says too little is about the rules still, and what
// was noted is told back.
func TestMoreIsAskedOfACheck(t *testing.T) {
	t.Parallel()
	o := open(t)
	o.ask("기억해줘: 고객기관066 원장은 금요일 오후에만 만날 수 있다")
	if h := o.ask("고객기관066 원장님 언제 만날 수 있다고 했지?"); !strings.HasPrefix(h.text(), "고객기관066 원장은 금요일") {
		t.Error(h.text())
	}
	o.ask("상품권 5만원 드려도 되나요?")
	if h := o.ask("그럼 10개는?"); !strings.Contains(h.text(), "상품권") || strings.Contains(h.text(), "그 자료는 없습니다") {
		t.Error(h.text())
	}
}

// Behind a rule it is told why it forbids and what breaking it brings, with the
// article of each; where no rule says that, it is said.
func TestWhyARuleForbidsAndWhatItBrings(t *testing.T) {
	t.Parallel()
	o := open(t)
	for _, turn := range []struct{ say, has, lacks string }{
		{"원장님께 상품권 10만원 드려도 되나요?", "제47조 제2항", "데이터만으로"},
		{"왜 안돼?", "허용 항목에 없습니다. 어기면: 금지된 이익을 주면 3년 이하 징역이나 3,000만원 이하 벌금, 몰수·추징이 있을 수 있습니다. (약사법 제47조 제2항, 같은 법 시행규칙 별표 2; 약사법 제94조 제1항)", "데이터만으로"},
		{"걸리면 어떻게 돼?", "현금·상품권·유가증권 금지: 금지된 이익을 주면 3년 이하 징역", "허용 항목"},
		{"전문의약품을 인스타그램에 광고해도 되나요?", "광고", "3년"},
		{"벌금은 얼마야?", "제재는 규정 자료에 적혀 있지 않습니다", "3년"},
		{"리베이트 걸리면 어떻게 돼?", "제94조 제1항", "데이터만으로"},
	} {
		h := o.ask(turn.say)
		if !strings.Contains(h.text(), turn.has) || strings.Contains(h.text(), turn.lacks) {
			t.Errorf("%s: %s", turn.say, h.text())
		}
		o.replayed(h.runID)
	}
	o.ask("규정에서 상품권 찾아줘")
	if h := o.ask("왜 안돼?"); !strings.Contains(h.text(), "제47조") {
		t.Errorf("behind a search: %s", h.text())
	}
	o.ask("매출 보여줘")
	if h := o.ask("왜 안돼?"); strings.Contains(h.text(), "제47조") {
		t.Errorf("behind figures: %s", h.text())
	}
}

// A form that was checked by other rules, or on another day, is checked once more
// when it is handed in.
func TestADraftIsCheckedAgainWhenItIsHandedIn(t *testing.T) {
	t.Parallel()
	o := open(t)
	d, err := newDesk(o.config)
	if err != nil {
		t.Fatal(err)
	}
	draft := d.papers().Begin("visit_report", "ko")
	s := GlobalSessionState{Today: "2026-11-21", Language: "ko"}
	d.papers().Fill(&draft, "방문일 2026-11-20, 거래처 고객기관066, 의사, 목적 제품설명, 설명 제품 예시가디온정, 제공 물품 현금 50만원, 반응 긍정, 다음 조치 없음, 이상사례 없음", drafts.Input{Now: s.day()})
	for _, c := range []struct {
		outcome compliance.Outcome
		want    bool
	}{
		{compliance.Outcome{Version: "of last year", Day: s.Today}, true},
		{compliance.Outcome{Version: d.rules().Version(), Day: "2026-11-20"}, true},
		{compliance.Outcome{Version: d.rules().Version(), Day: s.Today}, false},
	} {
		s.Paper = &Paper{Type: "visit_report", Draft: &draft, Outcome: &c.outcome, Status: StatusChecked}
		again := d.rechecked(&s)
		if (again != nil) != c.want || again != nil && !slices.ContainsFunc(again.Violations, func(v compliance.Violation) bool { return v.Rule == "REB-002" }) {
			t.Errorf("%+v: %+v", c.outcome, again)
		}
	}
	// One that still passes goes its way on a later day.
	today := o.config.TodayFunc()
	o = openWith(t, func(c *Config) { c.TodayFunc = func() time.Time { return today } })
	o.ask("방문보고서 작성해줘. 방문일 2026-11-21, 거래처 고객기관066, 의사, 목적 제품설명, 설명 제품 예시가디온정, 제공 물품 없음, 반응 긍정, 다음 조치 자료 전달, 이상사례 없음")
	today = today.AddDate(0, 0, 1)
	h := o.ask("제출해줘")
	if h.question.ID == "" {
		t.Fatalf("nothing was asked: %s", h.text())
	}
	if err := o.Reply(t.Context(), o.id, h.question.ID, state.ActionApprove, nil); err != nil {
		t.Fatal(err)
	}
	if end := o.follow(); !strings.Contains(end.text(), "제출") {
		t.Error(end.text())
	}
	o.replayed(h.runID)
}

// Steps that ask nobody start and end in one commit.
func TestStepsThatAskNobodyAreOneTransition(t *testing.T) {
	t.Parallel()
	o := open(t)
	h := o.ask("방문보고서 작성해줘")
	list, err := o.store.Checkpoints(t.Context(), store.Server(), o.id, h.runID, 0, 100)
	if err != nil {
		t.Fatal(err)
	}
	ended := 0
	for _, c := range list {
		if strings.HasPrefix(c.Label, "T3 ") {
			t.Errorf("%s is a commit of its own", c.Label)
		}
		if strings.HasPrefix(c.Label, "T4 ") {
			ended++
		}
	}
	if ended == 0 {
		t.Error("no step ended")
	}
}

// What staff say shortly is read in full: things by a part of their name, figures
// without a metric, notes that quote or point back, reports with a title, a check
// that goes on, and a sentence that is no name for a field.
func TestWhatStaffSayShortly(t *testing.T) {
	t.Parallel()
	for _, talk := range [][]struct{ say, has, lacks string }{
		{
			{"066 올해 얼마나 나갔어?", "고객기관066 매출은", "상위"},
			{"월별은 너무 자잘하니 분기로 묶어줘", "분기별", ""},
			{"보고서로 묶어줘 제목 '066 올해 현황'", "066 올해 현황 1판", "제목"},
			{"제목만 066 4분기 현황으로 바꿔줘", "066 4분기 현황 2판", "바꿔"},
			{"지금까지 얘기한 거 메모로 남겨줘", "고객기관066 매출", "얘기한"},
			{"'소명 대기, 11/27까지' 라고 메모해둬요", "“소명 대기, 11/27까지” 내용을 저장했습니다", "라고"},
			{"아까 적은거 다시 보여줘", "소명 대기", "찾지 못했습니다"},
		},
		{
			{"제품설명회 하면 참석하시는 분 1인당 식사비 얼마까지 돼?", "설명회에서는 1인당 식음료", "공직자 등의 식사"},
			{"그게 부가세 포함이야 별도야", "세금·봉사료", "판단할 수 없어"},
			{"세미나 신청서 쓰자. 12월 10일, 20명", "일시: 2026-12-10", ""},
			{"뭐 더 채워야 돼?", "행사명", "공직자"},
			{"지난달 식대 젤 많이 쓴 사람은", "지출 금액", "쓰고 있습니다"},
		},
		{
			{"원장님께 로고 박힌 볼펜 8천원짜리 드려도 되나요?", "ANT-00", ""},
			{"간호사까지 다섯 명이면요", "규정", "이 데이터에는 없는"},
		},
		{
			{"방문보고서 쓰자. 환자 한 분이 약 먹고 어지럽다고 하셨대", "이상사례: 예", ""},
			{"그것도 보고해야 돼? 언제까지", "24시간", "쓰고 있습니다"},
		},
		{
			{"세미나 신청서 쓰자. 강연료 80", "강연료: 800,000원", ""},
			{"밥은 좋은 코스로 잡았어", "어느 칸에 적을지", "행사명: 밥"},
		},
		{
			{"방문보고서 쓰자. 066 원장님 만났어", "거래처: 고객기관066", ""},
			{"제공 물품 칸에 적어줘", "어느 칸에 적을지 알지 못했습니다", "- 제공 물품: "},
			{"다음 조치에 적어줘: 견적 보내기", "다음 조치: 견적 보내기", "적어줘"},
		},
		{
			{"샘플 신청하려고요", "제품", ""},
			{"051에 브레소캡슐 10개요", "거래처: 고객기관051", ""},
			{"하 알았어 나중에 마저 할게", "어느 칸에 적을지 알지 못했습니다", "제품: 하"},
			{"원장님이 환자들한테 나눠주신다는데 상관없죠?", "SAM-002", "적힌 내용"},
		},
		{
			{"식사 한도 알려줘", "월 4회", ""},
			{"소주도 포함이야?", "소주: 제가 가진 규정에는", ""},
			{"한 달에 몇 번까지?", "월 4회까지", "따로 적혀 있지"},
		},
		{
			{"강연료 상한 알려줘", "50만원", ""},
			{"대학병원 정교수는 얼마까지 줄 수 있어요?", "학교 교직원·언론인 1시간 100만원", "따로 적혀 있지"},
			{"원천징수는 우리가 하는 건가요", "원천징수: 제가 가진 규정에는", "급여"},
			{"연간 한도는요?", "연 300만원", ""},
		},
		{
			{"20만원짜리 비용은 전결권자가 누구야?", "30만원까지 팀장", "없는 내용"},
			{"근거 조항도 알려줘", "결재 금액 구간", ""},
			{"감사팀에도 알려야 하나요", "준법 담당", "그 안에 없습니다"},
		},
		{
			{"방문보고서 쓰자. 어제 원장님 만났어", "면담자 직위: 의사", ""},
			{"ㅇㅋ 임시저장해줘", "초안으로 두었습니다", "오케이"},
			{"올리지는 말고", "쓰고 있습니다", "올리지"},
		},
		{
			{"이거 제출해줘", "제출할 문서가 없습니다", ""},
		},
	} {
		o := real(t, nil)
		for _, turn := range talk {
			h := o.ask(turn.say)
			if !strings.Contains(h.text(), turn.has) || turn.lacks != "" && strings.Contains(h.text(), turn.lacks) {
				t.Errorf("%s: %s", turn.say, h.text())
			}
			o.replayed(h.runID)
		}
	}
}

// Who is asked back about figures amid a form goes on with the form, tells the period
// that was asked for, which is no day of the form, or drops the form.
func TestFiguresAreAskedBackAmidAForm(t *testing.T) {
	t.Parallel()
	for name, talk := range map[string][]struct{ say, has, lacks string }{
		"goes on": {
			{"방문보고서 쓰자. 066 원장님 만났어", "거래처: 고객기관066", ""},
			{"잠깐 그 반품이 몇 개였더라", "", ""},
			{"맞네 35개. 목적은 클레임, 제공한건 없고 반응은 처음엔 화내시다가 좀 누그러지심", "방문 목적: 클레임\n- 제공 물품: 없음\n- 반응: 보통", "찾지 못했습니다"},
			{"반품이 몇 개였더라", "", ""},
			{"담당자 성적은?", "", "적힌 내용"},
			{"다음 조치는 자료 전달, 이상사례 없음", "다음 조치: 자료 전달", "찾지 못했습니다"},
		},
		"answers": {
			{"방문보고서 쓰자. 066 원장님 만났어", "거래처: 고객기관066", ""},
			{"그 반품이 몇 개였더라", "", ""},
			{"올해 상반기", "2026년 상반기 반품 건수", "적힌 내용"},
			{"고객기관066 매출은 어때", "고객기관066 매출", "적힌 내용"},
			{"지금까지 적은 내용 보여줘", "거래처: 고객기관066", "방문일: "},
		},
		"drops it": {
			{"방문보고서 쓰자. 066 원장님 만났어", "거래처: 고객기관066", ""},
			{"그 반품이 몇 개였더라", "", ""},
			{"취소할래", "그만두었습니다", ""},
			{"방문일은 어제", "", "적힌 내용"},
		},
	} {
		o := real(t, nil)
		for _, turn := range talk {
			h := o.ask(turn.say)
			if !strings.Contains(h.text(), turn.has) || turn.lacks != "" && strings.Contains(h.text(), turn.lacks) {
				t.Errorf("%s: %s: %s", name, turn.say, h.text())
			}
			if turn.has == "" && turn.lacks == "" && h.question.ID == "" {
				t.Errorf("%s: %s: nothing is asked back: %s", name, turn.say, h.text())
			}
		}
	}
	o := open(t) // asked back twice
	for _, say := range []string{"방문보고서 작성해줘. 거래처 고객기관066", "성적 알려줘", "성적 말이야"} {
		o.ask(say)
	}
	if h := o.ask("방문일 2026-11-20, 제공 물품 없음"); !strings.Contains(h.text(), "방문일: 2026-11-20") {
		t.Error(h.text())
	}
}

// A report told in plain sentences: what is left is asked about without a question of figures
// being read, a day to come is no other day of the visit, and the talk comes back to the form.
func TestAReportInPlainSentences(t *testing.T) {
	t.Parallel()
	o := open(t)
	for _, turn := range []struct {
		say        string
		has, lacks []string
	}{
		{"오늘 다녀온 거 보고서 남기고 싶은데", []string{"방문보고서를 쓰고"}, nil},
		{"어제 고객기관001 갔다 왔어", []string{"방문일: 2026-11-20", "거래처: 고객기관001"}, nil},
		{"뭐가 빠졌어?", []string{"방문보고서를 쓰고", "방문일: 2026-11-20"}, []string{"비교할까요"}},
		{"원장님 만나서 예시가디온정 설명드렸어", []string{"면담자 직위: 의사"}, nil},
		{"방문일은 12월 3일이야", []string{"2026-12-03"}, nil},
		{"방문일은 11월 20일이야", []string{"방문일: 2026-11-20"}, nil},
		{"준 건 없고 반응은 괜찮았어", []string{"제공 물품: 없음", "반응: 긍정적"}, nil},
		{"다음 주에 자료 보내드리기로 했어", []string{"방문일: 2026-11-20", "다음 조치: 다음 주에 자료"}, nil},
		{"고객기관001 이번 달 매출 얼마야?", []string{"1,234원"}, nil},
		{"다시 보고서로 돌아가자", []string{"방문보고서를 쓰고"}, []string{"어느 칸에"}},
		{"부작용 얘기는 없었어", []string{"이상사례: 아니요"}, nil},
	} {
		o.told(turn.say, turn.has, turn.lacks)
	}
	for text, want := range map[string]bool{
		"What's left?": true, "what is still missing in the report?": true, "What do you have so far?": true,
		"What's left of the target this month?": false, "What do you have on customer 17?": false,
	} {
		if got := phrases.Has(text, "paper.show"); got != want {
			t.Errorf("%s: the form is shown: %t", text, got)
		}
	}
}
