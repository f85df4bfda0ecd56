package dialog

import (
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestActs(t *testing.T) {
	t.Parallel()
	for text, want := range map[string][]Act{
		"네!":                      {Confirm},
		"아니요, 됐어요":                {Deny, Deny},
		"다시 설명해 주세요":              {Again, Ask},
		"더 자세히 알려 주세요":            {Ask, More},
		"짧게 요약해 줘":                {Less},
		"더 쉽게 말해 주세요":             {Less},
		"너무 어려워요":                 {Less},
		"설명이 좀 어려워요":              {Less},
		"혼자 결정하기가 너무 어려워요":        nil,
		"집주인이랑 연락하기가 어려워요":        nil,
		"집주인 말은 무슨 말인지":           nil,
		"되돌려 줘":                   {Undo},
		"go back":                 {Undo},
		"go back to the landlord": nil,
		"보증금을 되돌려 받았어요":           nil,
		"왜 그런가요?":                 {Why, Ask},
		"A안이랑 B안을 비교해 줘":          {Compare},
		"아니, 월세를 60으로 바꿔 줘":       {Deny, Correct},
		"지금까지 정한 거 보여줘":           {Show},
		"2번으로 할게요":                {Choose},
		"방금 거 취소해 줘":              {Undo, Stop},
		"취소하지 말고 계속해":             nil,
		"그만할래요":                   {Stop},
		"고마워요":                    {Thanks},
		"안녕하세요":                   {Greet},
		"뭐 할 수 있어?":               {Help, Ask},
		"보증금은 3억이에요":              nil,
		"강남구도 포함해 줘":              {Add},
		"Yes, show me the list":   {Confirm, Show},
		"why not?":                {Why, Ask},
		"thanks, tell me more":    {Thanks, More},
		"no, I meant the second":  {Deny, Correct},
		"Sorry, it's 450 million": {Correct},
		"":                        nil,
	} {
		var got []Act
		for _, s := range Acts(text) {
			got = append(got, s.Act)
			if s.Start < s.Scope.Start || s.End > s.Scope.End || s.Scope.End > len(text) {
				t.Errorf("%q: %+v lies outside its clause", text, s)
			}
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%q: %s", text, diff)
		}
	}
	said := Acts("보증금은 3억이고, 월세를 60으로 바꿔 줘. 고마워요")
	if len(said) != 2 || said[0].Act != Correct || said[0].Scope.Start != len("보증금은 3억이고, ") {
		t.Errorf("%+v", said)
	}
}

func TestFollowing(t *testing.T) {
	t.Parallel()
	for text, want := range map[string][2]bool{
		"그럼 4%면요?": {true, false}, "하나만 더요, 복비는 누가 내요": {true, false}, "집 하나만 더 사면 취득세 얼마예요?": {false, false}, "마지막으로 월세 낸 게 6월인데 해지되나요?": {false, false}, "대출은?": {false, true},
		"what about 4%?": {true, false}, "전세 3억인데 5% 올려도 되나요": {false, false}, "고마워요": {false, false},
	} {
		if got := [2]bool{PointsBack(text), Elliptical(text)}; got != want {
			t.Errorf("%q: %v, want %v", text, got, want)
		}
	}
}

func TestAskedLanguage(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"영어로 답해줘": "en", "영어로": "en", "영어로 다시 설명해 주세요": "en", "취득세 6억 영어로 짧게 알려줘": "en",
		"영어로 요약해줘": "en", "그거 영어로요": "en", "In English please": "en", "say that in English": "en",
		"한국어로 알려줘": "ko", "우리말로요": "ko", "Can you say that in Korean?": "ko", "Korean please": "ko",
		"영어로 하지 말고 한국어로 해줘": "ko", "영어로 말고 한국어로 답해줘": "ko", "영어로 알려주지 마": "",
		"영어로 된 계약서가 있나요?": "", "영어로도 써줘": "", "영어 학원 상가예요": "", "영어로 대화 가능해요?": "",
		"영어로 설명해주는 투어 있어요?": "", "집주인이 영어로 말해서 못 알아듣겠어요": "", "전세는 영어로 뭐야": "", "영문으로 답해줘": "en", "영어로 두 줄로 요약해줘": "en", "영어로 된 특약 한 줄만 넣어도 효력 있나요?": "",
		"is the contract in English valid": "", "I am an English teacher": "", "전세 3억": "", "Korean": "",
		"Please don't answer in Korean": "", "Why did you reply in Korean?": "", "Do I have to talk to Korean landlords?": "",
	} {
		if got := AskedLanguage(text); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}

func TestSentences(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]int{
		"두 줄로 줄여 줘": 2, "3줄로 요약해줘": 3, "세 문장이면 돼요": 3, "결론만 한 줄로": 1, "just the steps in 3 lines": 3,
		"two sentences max": 2, "give me five bullet points": 5, "짧게 해줘": 0, "2줄": 0, "첫 줄이 뭐예요": 0, "월세 3만원으로": 0, "월세 줄이면 어떻게 돼요": 0, "집주인이 문자 한 줄만 보냈어요": 0,
	} {
		if got := Sentences(text); got != want {
			t.Errorf("%q: %d, want %d", text, got, want)
		}
	}
}

func TestPointsEarlier(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]bool{
		"아까 그 얘기로": true, "방금 그거 얼마라고요?": false, "Can I move out earlier?": false, "I want to go back to the landlord": false,
		"as you said earlier": true, "back to my first question": true, "Back to the deposit thing.": true,
	} {
		if PointsEarlier(text) != want {
			t.Errorf("%q points earlier: want %t", text, want)
		}
	}
}

func TestDenials(t *testing.T) {
	t.Parallel()
	for text, want := range map[string][]Denial{
		"전세 말고 월세":                  {{"전세", "월세"}},
		"강남이 아니라 마포로 해 줘":           {{"강남", "마포로 해 줘"}},
		"not a house but a flat":    {{"a house", "a flat"}},
		"a flat instead of a house": {{"a house", "a flat"}},
		"전세로 할게요":                   nil,
	} {
		got := Denials(text)
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%q: %s", text, diff)
		}
	}
	if Denied("", " 아니면 신혼부부 대출 중에") || Denied("", "가 아니라고 은행이") || !Denied("", " 아니면 얼마예요?") {
		t.Error("Denied")
	}
	if !Denies(" 말고 월세") || !Denies("이 아니라 월세") || Denies("로 할게요") {
		t.Error("Denies")
	}
}

func TestOpenQuestions(t *testing.T) {
	t.Parallel()
	homes := Open{Options: []string{"마포 래미안", "강남 자이", "분당 푸르지오"}}
	for text, want := range map[string]Reply{
		"2": {Choices: []int{1}}, "②번": {Choices: []int{1}}, "두 번째요": {Choices: []int{1}}, "the last one": {Choices: []int{2}},
		"강남 자이로 할게요": {Choices: []int{1}}, "래미안": {Choices: []int{0}}, "마포 래미안이랑 강남자이": {Choices: []int{0, 1}},
		"7번": {OutOfRange: true}, "둘 다": {All: true}, "none": {None: true}, "아직 몰라요": {Later: true},
		"두 번째 집 근처에 학교가 있나요?": {Choices: []int{1}}, "보증금은 얼마예요?": {}, "": {},
	} {
		if diff := cmp.Diff(want, homes.Read(text)); diff != "" {
			t.Errorf("%q: %s", text, diff)
		}
	}
	for text, want := range map[string]Reply{"네": {Yes: true}, "아뇨": {No: true}, "Yes.": {Yes: true}, "없어요": {None: true}, "네, 그런데 월세가 더 오르면 어떻게 되나요": {}} {
		if diff := cmp.Diff(want, Open{}.Read(text)); diff != "" {
			t.Errorf("%q: %s", text, diff)
		}
	}
}

func TestEveryActHasPhrases(t *testing.T) {
	t.Parallel()
	under := spoken.Under("act")
	for _, act := range []Act{Correct, Add, Compare, Why, More, Less, Again, Show, Choose, Confirm, Deny, Undo, Stop, Thanks, Greet, Help} {
		if !slices.Contains(under, "act."+string(act)) {
			t.Errorf("%s has no phrases", act)
		}
	}
}
