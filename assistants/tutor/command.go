package tutor

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/madang-dev/madang/internal/korean"
)

// requests tells whether a short message can only be a wish: a written
// answer may well hold words like "문제" or "과정".
func (m message) requests() bool {
	n := utf8.RuneCountInString(m.said)
	if n <= 6 || m.asks() && n <= 12 {
		return true
	}
	for _, end := range []string{"줘", "줘요", "주세요", "줄래요", "할래요", "할게요", "볼게요", "싶어요", "싶습니다", "가자", "갈래요", "갈게요", "부탁해요", "부탁드려요", "부탁드립니다", "보여", "please", "course", "progress", "english", "korean"} {
		if n <= 24 && strings.HasSuffix(m.said, end) {
			return true
		}
	}
	return strings.HasPrefix(m.said, "switchto") || strings.HasPrefix(m.said, "chapter")
}

// quizCommand reads what only makes sense while a question is open.
func (m message) quizCommand() (Turn, bool) {
	if !m.short {
		return Turn{}, false
	}
	switch {
	case utf8.RuneCountInString(m.said) <= 15 && containsAny(m.said, "힌트", "hint"):
		return Turn{Intent: intentHint}, true
	case slices.Contains([]string{"포기", "포기할게요", "포기합니다", "넘어가기", "넘어갈게요", "패스", "풀이보여줘", "skip", "pass", "giveup", "igiveup"}, m.said):
		return Turn{Intent: intentGiveUp}, true
	case containsAny(m.said, "모르겠", "몰라", "어려워요", "idontknow", "noidea"):
		return Turn{Intent: intentPeek}, true
	case strings.ContainsAny(m.text, "?？") && containsAny(m.said, "맞나", "맞아", "맞죠", "맞습니까", "맞을까", "정답인가", "isitnumber", "amiright", "iscorrect"):
		return Turn{Intent: intentPeek}, true
	case containsAny(m.said, "정답", "답") && containsAny(m.said, "알려", "보여", "뭐", "몇번", "무엇", "가르쳐"),
		strings.Contains(m.said, "answer") && containsAny(m.said, "tell", "show", "what", "give", "reveal"):
		return Turn{Intent: intentPeek}, true
	case strings.Contains(m.said, "문제") && containsAny(m.said, "다시", "보여"), containsAny(m.said, "questionagain", "showthequestion", "repeatthequestion"):
		return Turn{Intent: intentQuestionAgain}, true
	}
	return Turn{}, false
}

var chapterPattern = regexp.MustCompile(`(?:(\d{1,3})\s*(?:장|챕터|단원|과)(?:[^가-힣]|으로|로|부터|을|를|에|복습|시작|공부|$))|(?:chapter|ch\.?)\s*(\d{1,3})`)

// command reads what steers the lesson.
func (m message) command(at place) (Turn, bool) {
	if !m.short {
		return Turn{}, false
	}
	if t, ok := m.language(); ok {
		return t, true
	}
	if t, ok := m.level(at); ok {
		return t, true
	}
	if t, ok := m.chapter(); ok {
		return t, true
	}
	switch s := m.said; {
	case containsAny(s, "진도", "진행상황", "내점수", "내성적", "학습통계", "연속며칠", "myprogress", "mystats", "mystreak", "myscore", "progress"):
		return Turn{Intent: intentProgress}, true
	case containsAny(s, "도움말", "사용법", "뭘할수있", "뭐할수있", "무엇을할수있", "whatcanyoudo", "howdoesthiswork") || s == "help" || s == "명령어":
		return Turn{Intent: intentHelp}, true
	case at == atTheory && containsAny(s, "한번더", "다시한번", "onemoretime"), containsAny(s, "다시설명", "한번더설명", "설명다시", "이해가안", "이해안", "이해못", "explainagain", "explainitagain"):
		return Turn{Intent: intentTheoryAgain}, true
	case m.asks():
		return Turn{}, false
	case containsAny(s, "객관식", "multiplechoice"):
		return Turn{Intent: intentType, QuestionType: MultipleChoice}, true
	case containsAny(s, "주관식", "서술형", "openquestion", "writtenquestion"):
		return Turn{Intent: intentType, QuestionType: Subjective}, true
	case containsAny(s, "퀴즈", "문제", "quiz", "questionplease"):
		return Turn{Intent: intentQuiz}, true
	case m.goesOn():
		return Turn{Intent: intentNext}, true
	}
	return Turn{}, false
}

func (m message) language() (Turn, bool) {
	switch s := m.said; {
	case containsAny(s, "한국어로", "한글로", "우리말로", "inkorean", "speakkorean"):
		return Turn{Intent: intentKorean}, true
	case containsAny(s, "영어로말", "영어로답", "영어로해", "영어로설명", "영어로바꿔", "영어로부탁", "영어로진행", "inenglish", "speakenglish", "englishplease") || s == "영어로" || s == "english":
		return Turn{Intent: intentEnglish}, true
	}
	return Turn{}, false
}

// level reads the choice of a level; a bare number only where it was asked.
func (m message) level(at place) (Turn, bool) {
	beginner := containsAny(m.said, "입문", "초보", "초급", "처음배", "beginner", "basic")
	advanced := containsAny(m.said, "실무", "고급", "응용", "심화", "중급", "advanced")
	if at == atLevel {
		n, found := readChoice(m.text, []string{"입문 과정", "실무 응용 과정"})
		if found == choiceOne && !beginner && !advanced {
			beginner, advanced = n == 1, n == 2
		}
	} else if !containsAny(m.said, "과정", "바꿔", "변경", "바꿀", "수준", "레벨", "난이도", "코스", "level", "course", "switch", "track") {
		return Turn{}, false
	}
	switch {
	case beginner == advanced || m.asks():
		return Turn{}, false
	case beginner:
		return Turn{Intent: intentLevel, Level: Beginner}, true
	}
	return Turn{Intent: intentLevel, Level: Advanced}, true
}

func (m message) chapter() (Turn, bool) {
	found := chapterPattern.FindStringSubmatch(korean.Fold(m.text))
	if found == nil || m.asks() || !m.goesThere() {
		return Turn{}, false
	}
	n, err := strconv.Atoi(found[1] + found[2])
	if err != nil {
		return Turn{}, false
	}
	return Turn{Intent: intentChapter, Chapter: n}, true
}

// goesThere tells whether a message that names a chapter wants to go there
// ("3장으로 가자") and does not speak of sheets of paper.
func (m message) goesThere() bool {
	return korean.CountLetters(m.text) <= 3 || strings.HasPrefix(m.said, "chapter") ||
		containsAny(m.said, "가자", "갈래", "갈게", "가고", "이동", "부터", "복습", "시작", "공부", "할래", "하고싶", "할게", "넘어", "배우", "배울", "학습", "goto", "jump", "study", "review", "letsdo", "startch")
}

// goesOn reads assent: short, since "네, 그런데 …" is more than that.
func (m message) goesOn() bool {
	if utf8.RuneCountInString(m.said) > 16 {
		return false
	}
	if slices.Contains([]string{"네", "넵", "넹", "예", "응", "어", "ㅇ", "ㅇㅇ", "ㅇㅋ", "ㄱ", "ㄱㄱ", "고", "고고", "좋아", "그래", "yes", "y", "ok", "okay", "sure", "go", "ready", "start", "next", "continue", "retry"}, m.said) {
		return true
	}
	return containsAny(m.said, "다음", "시작", "계속", "이어서", "준비", "좋아요", "좋습니다", "그래요", "알겠", "이해했", "이해됐", "넘어가", "가자", "가요", "갈게", "할게요", "해볼게", "해보자", "하자", "next", "continue", "도전", "다시할", "다시하", "한번더", "복습",
		"goon", "gonext", "moveon", "letsgo", "letsstart", "startthe", "iamready", "imready", "gotit", "understood", "tryagain", "carryon")
}

// asks tells whether the message is a question to be answered.
func (m message) asks() bool {
	if korean.CountLetters(m.text) < 2 {
		return false
	}
	if strings.ContainsAny(m.text, "?？") {
		return true
	}
	if containsAny(m.said, "뭐야", "뭔가요", "뭔지", "뭐예요", "뭐에요", "뭐죠", "뭘까", "무엇", "무슨뜻", "뜻이", "왜그", "왜안", "왜이", "어떻게", "어떤거", "차이가", "차이점", "차이를", "궁금", "인가요", "한가요", "되나요", "있나요", "설명해", "알려줘", "알려주", "가르쳐", "예를들어줘", "예시를들어", "에대해", "difference", "explain", "tellmeabout") {
		return true
	}
	first, _, _ := strings.Cut(strings.TrimSpace(korean.Fold(m.text)), " ")
	return slices.Contains([]string{"what", "why", "how", "when", "which", "who", "what's", "whats", "왜", "뭐", "define"}, first)
}

// courtesy is what is left: a greeting, thanks, or nothing that is known.
func (m message) courtesy() string {
	switch {
	case !m.short:
	case containsAny(m.said, "안녕", "반가", "hello", "goodmorning") || slices.Contains([]string{"hi", "hey", "하이", "헬로"}, m.said):
		return intentGreeting
	case containsAny(m.said, "고마워", "고맙", "감사", "thank"):
		return intentThanks
	}
	return intentUnclear
}
