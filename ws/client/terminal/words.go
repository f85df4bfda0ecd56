package terminal

import (
	"errors"
	"fmt"
	"net/http"
	"net/url"

	"github.com/madang-dev/madang/fault"
	"github.com/madang-dev/madang/state"
	"github.com/madang-dev/madang/ws/client"
)

// words is what the terminal says, in one language.
type words struct {
	language                             string
	plan, confidence, estimate, seconds  string
	started, completed, failed, skipped  string
	results, queued, replanned           string
	sources, answeredBy, rules, model    string
	sample                               string
	missing, document, lost, regained    string
	cancelling, cancelled, goOn, welcome string
	noSession, signIn, unreachable, dead string
	prompt                               string
	help, noSuch, noneYet, newSession    string
	noCommand                            string // name
	badAddress                           string // address
	teams                                map[string]string
	questionWords
}

func wordsFor(language string) words {
	if language == "en" {
		return words{
			language: "en",
			plan:     "Plan", confidence: "confidence", estimate: "about", seconds: "s",
			started: "started", completed: "done", failed: "failed", skipped: "skipped",
			results: "%d found", queued: "waiting: %d ahead", replanned: "the plan has changed",
			sources: "Sources", answeredBy: "answered by", rules: "rules", model: "the model", sample: "uses built-in sample data, not real deals",
			missing: "Not found", document: "Document", lost: "connection lost, trying again in %s", regained: "connected again",
			cancelling: "cancelling…", cancelled: "Cancelled.", goOn: "Go on with: --session %s",
			welcome:   "Ask a question. An empty line or Ctrl-D ends, /help shows the commands.",
			noSession: "The session was not found: %s", signIn: "The server asks for a valid sign-in.",
			unreachable: "The server can't be reached: %s. Is it running, and is --url right?", dead: "The server ended the connection.",
			prompt: "> ",
			help: "/sessions     list conversations\n" +
				"/open N       go on with one of them\n" +
				"/new [NAME]   begin another, with an assistant\n" +
				"/assistants   list assistants\n" +
				"/help         show this\n" +
				"/quit         end\n" +
				"Ctrl-C        cancel the run under way, or end",
			noCommand:     "There is no command %s.",
			badAddress:    "%s is not an address like http://localhost:8000.",
			noSuch:        "There is no such conversation; /sessions lists them.",
			noneYet:       "There are no conversations yet.",
			newSession:    "A new conversation.",
			questionWords: questionWordsFor(language),
			teams:         map[string]string{"search": "search", "document": "document", "analysis": "analysis", "planning": "planning"},
		}
	}
	return words{
		language: "ko",
		plan:     "계획", confidence: "신뢰도", estimate: "예상", seconds: "초",
		started: "시작", completed: "완료", failed: "실패", skipped: "건너뜀",
		results: "%d건", queued: "대기 중: 앞에 %d개", replanned: "계획이 바뀌었습니다",
		sources: "근거", answeredBy: "답변 방식", rules: "규칙 기반", model: "언어 모델", sample: "실거래가 아닌 내장 예시 데이터를 사용했습니다",
		missing: "찾지 못한 내용", document: "문서", lost: "연결이 끊겼습니다. %s 후 다시 연결합니다", regained: "다시 연결되었습니다",
		cancelling: "취소하는 중입니다…", cancelled: "취소했습니다.", goOn: "이어서 대화하기: --session %s",
		welcome:   "질문을 입력하세요. 빈 줄이나 Ctrl-D를 누르면 끝납니다. 명령은 /help로 볼 수 있습니다.",
		noSession: "대화를 찾을 수 없습니다: %s", signIn: "로그인이 필요합니다. 토큰을 확인해 주세요.",
		unreachable: "서버에 연결할 수 없습니다: %s. 서버가 켜져 있는지, --url이 맞는지 확인해 주세요.", dead: "서버가 연결을 끝냈습니다.",
		prompt: "> ",
		help: "/sessions     대화 목록\n" +
			"/open 번호    이어서 대화하기\n" +
			"/new [이름]   새 대화, 상담 종류를 골라도 됩니다\n" +
			"/assistants   상담 종류 목록\n" +
			"/help         도움말\n" +
			"/quit         끝내기\n" +
			"Ctrl-C        진행 중인 작업 취소, 없으면 끝내기",
		noCommand:     "%s 명령은 없습니다.",
		badAddress:    "%s은(는) http://localhost:8000 같은 주소가 아닙니다.",
		noSuch:        "그런 대화가 없습니다. /sessions로 목록을 볼 수 있습니다.",
		noneYet:       "아직 대화가 없습니다.",
		newSession:    "새 대화를 시작합니다.",
		questionWords: questionWordsFor(language),
		teams:         map[string]string{"search": "검색", "document": "문서", "analysis": "분석", "planning": "계획"},
	}
}

func (w words) team(name string) string {
	if t := w.teams[name]; t != "" {
		return t
	}
	return clean(name)
}

// trouble says in the user's language why the server can't be talked to.
func (w words) trouble(err error, o Options) string {
	var refused *client.Refused
	switch at, bad := url.Parse(o.URL); {
	case bad != nil || at.Host == "" || at.Scheme != "http" && at.Scheme != "https":
		return fmt.Sprintf(w.badAddress, line(o.URL))
	case errors.Is(err, client.ErrNoSession):
		return fmt.Sprintf(w.noSession, o.Session)
	case errors.Is(err, client.ErrSignIn):
		return w.signIn
	case errors.Is(err, client.ErrDismissed):
		return w.dead
	case errors.As(err, &refused) && refused.Code == "" && refused.Status == http.StatusNotFound:
		return fmt.Sprintf(w.noSession, line(o.Session))
	case errors.As(err, &refused):
		if refused.Code != "" {
			return w.fault(state.ErrorEvent{Code: refused.Code, Message: refused.Detail})
		}
		return fmt.Sprintf(w.unreachable, o.URL)
	}
	return fmt.Sprintf(w.unreachable, o.URL)
}

// fault is an error event's sentence: the server's in the user's language,
// else the one that belongs to the code, else what older servers say.
func (w words) fault(e state.ErrorEvent) string {
	if e.Message != "" {
		return clean(e.Message)
	}
	for _, code := range fault.Codes() {
		if string(code) == e.Code {
			return fault.Text(code, w.language)
		}
	}
	if e.Error != "" {
		return clean(e.Error)
	}
	return fault.Text(fault.Internal, w.language)
}
