package korean

import "regexp"

// respelling is one way of writing that people have in chats, and the one that
// readers know.
type respelling struct {
	said *regexp.Regexp
	as   string
}

// begins and ends are where a word does; what stands there is kept.
const begins, ends = `(^|[^가-힣ㄱ-ㅣ])`, `($|[^가-힣ㄱ-ㅣ])`

// respellings are carried out one after another: single letters, what words are
// shortened to, sounds of endings, letters that are mixed up, and what is no
// word at all.
var respellings = respelt([][2]string{
	{begins + `ㅇㅇ+` + ends, "${1}응${2}"}, {begins + `(?:ㅇㅋ)+`, "${1}오케이"}, {begins + `ㄴㄴ+` + ends, "${1}아니${2}"}, {begins + `ㅁㄹ` + ends, "${1}모름${2}"},
	{begins + `ㄱㅅ+`, "${1}감사"}, {begins + `(?:ㄱㄱ+|고고(?:씽|싱)?|가즈아)` + ends, "${1}가자${2}"}, {begins + `(?:ㅂㅂ|ㅂㅇ|빠이|바이바이)+` + ends, "${1}안녕히 계세요${2}"},
	{`([^\sㅋㅎㅠㅜㅡ])\s?[ㅋㅎㅠㅜㅡ]{1,40}` + ends, "${1}${2}"}, {`^[ㅋㅎㅠㅜ]{2,40}\s+(\S)`, "${1}"}, {`([가-힣])[~∼〜]{1,40}`, "${1}"}, {`[…‥]+|\.{2,}`, ". "}, {`[⁉‼？]`, "?"},

	{begins + `넘+ `, "${1}너무 "}, {begins + `넘+(많|비|빡|짧|멀|쉬|쉽|좋|힘|재밌|바쁘|바빠|작|좁|이르|늦)`, "${1}너무 ${2}"}, {begins + `젤루?( |로)`, "${1}제일 "}, {begins + `걍`, "${1}그냥"},
	{`쫌|쪼끔|쪼금`, "좀"}, {begins + `좀만`, "${1}조금만"}, {`뱅기`, "비행기"}, {begins + `담(번|에|날|주|달|꺼|거|장|단원|진도|문제| |$)`, "${1}다음${2}"},
	{begins + `낼(부터|까지| 또| 다시| 봐| 와| 올| 할| 아침)`, "${1}내일${2}"}, {begins + `첨(에|부터|이|으로| )`, "${1}처음${2}"}, {begins + `울 ?(애|엄마|아빠|남편|와이프|가족|아들|딸|신랑)`, "${1}우리 ${2}"},
	{begins + `머(가|야|예요|에요|임|지|죠|냐|라고|하|해|먹|입|로)`, "${1}뭐${2}"}, {begins + `모야`, "${1}뭐야"}, {begins + `(?:웅|엉|웅웅|어엉)` + ends, "${1}응${2}"}, {begins + `(?:넹|넴|녜|넵|옙|예썰)` + ends, "${1}네${2}"},
	{`왤케|왜케|왜일케`, "왜 이렇게 "}, {`일케|이케`, "이렇게"}, {`글케|그케`, "그렇게"}, {`어케|어캐|어뜨케|어떻해`, "어떻게"}, {`갈켜`, "가르쳐"}, {`땜에|땜시`, "때문에"}, {`암(거나|데나)`, "아무${1}"},
	{`몰겠|모르겟|몰겟`, "모르겠"}, {begins + `몰(?:루|랑|라)` + ends, "${1}모름${2}"}, {begins + `시러`, "${1}싫어"}, {begins + `조아`, "${1}좋아"}, {begins + `마니`, "${1}많이"}, {begins + `노관심`, "${1}관심 없"}, {begins + `노잼`, "${1}재미 없"},

	{`(해|돼|줘|가|세|어|아|죠|나|네|까|께|게|데|래|봐|려|지|예|에|야|워|와)(?:여|염|욤|용|영|욥|욧|유|요잉)` + ends, "${1}요${2}"}, {`(?:쎄요|세오)`, "세요"}, {`(주|하|가|보)(?:삼|셈)` + ends, "${1}세요${2}"},
	{`([가-힣])(?:주라|줘라|줘잉|줭|쥬라)` + ends, "${1}줘${2}"}, {`죵`, "죠"}, {`(걸|거|으|데|대)루` + ends, "${1}로${2}"},
	{`(이|그|저|내|제|번|째|른|딴|운|은|는|던|간|한|비싼|싼) ?(?:꺼|껏)`, "${1} 거"}, {`껄(로|루)`, "걸로"}, {`(할|갈|볼|올|쓸|풀|뺄|줄|먹|놀|쉴|둘|을)께`, "${1}게"}, {`([월화수목금토일])욜`, "${1}요일"}, {`되요`, "돼요"}, {`됬|됫`, "됐"}, {`뺴`, "빼"}, {`뺼`, "뺄"}, {`햬`, "해"},
	{`잇(어|나|음|는|을|다|죠|냐)`, "있${1}"}, {`햇(어|나|음|는|을|다|죠|냐|네)`, "했${1}"}, {`봣`, "봤"}, {`땟(어|나|음|는|다|죠|냐|네|지|던)`, "땠${1}"}, {`줫(어|나|음|는|다|죠|냐|네|지|던)`, "줬${1}"}, {`왓(어|나|음|는|다|죠|냐|네|지|던)`, "왔${1}"},
	{begins + `왜(이렇게|그렇게)`, "${1}왜 ${2}"}, {begins + `(둘|셋)다` + ends, "${1}${2} 다${3}"}, {`겟(어|나|음|네|다|죠|지)`, "겠${1}"},
	{`던데서`, "던 데서"}, {`([둘셋넷])쨋 ?날`, "${1}째 날"}, {`하룻날`, "첫날"},
})

func respelt(list [][2]string) []respelling {
	all := make([]respelling, len(list))
	for i, r := range list {
		all[i] = respelling{regexp.MustCompile(r[0]), r[1]}
	}
	return all
}

// Spoken is a message in the spelling that readers know: what people shorten,
// sound out and mistype in chats ("젤루 싼 걸루 해주세용ㅋㅋ") is written as it
// is in books ("제일 싼 걸로 해주세요"). It is for reading alone: what is shown
// and kept is what was written.
func Spoken(text string) string {
	for _, r := range respellings {
		text = r.said.ReplaceAllString(text, r.as)
	}
	return text
}
