package main

// chatWords is what the help of chat says, in one language.
type chatWords struct {
	usage, url, session, user, assistant, language string
	reviewPlan, json, noColor, sessions            string
	badLanguage                                    string // language
}

func chatWordsFor(language string) chatWords {
	if language == "en" {
		return chatWords{
			usage: `server chat [flags] [QUERY]

Asks a running server and shows its teams at work. Without a QUERY it asks
for questions line by line; /help lists the commands. Where a run asks back,
the next line is the answer; with --json it is an object like
{"action":"approve"}. Ctrl-C cancels the run under way, a second one ends.

  server chat "Can my landlord raise the deposit by 5%?"
  server chat --assistant travel
  server chat --json "..." | jq -r 'select(.type == "final_response").response.answer'

In a pipe it writes plain lines. NO_COLOR takes the colors away, TERM=dumb
also the redrawing; LANG=en... makes it speak English before you do.

Exit codes: 0 answered; 1 the answer was an error, or the server can't be
reached; 2 wrong flags; 130 cancelled.

`,
			url: "address of the server", session: "session to go on with; empty starts one",
			user:       "user whose memory a new session has; empty is nobody",
			assistant:  "assistant of a new session; empty is the server's default",
			language:   "language of answers, ko or en; empty is the question's",
			reviewPlan: "show each plan and ask before it is carried out",
			json:       "print the server's frames, one on a line", noColor: "no colors even on a terminal",
			sessions:    "list the newest conversations (of --user, if given) and end",
			badLanguage: "--language is ko or en, not %q",
		}
	}
	return chatWords{
		usage: `server chat [옵션] [질문]

실행 중인 서버에 질문하고 팀들이 일하는 과정을 보여 줍니다. 질문 없이 시작하면
한 줄씩 묻고, /help로 명령을 볼 수 있습니다. 작업이 되물으면 다음 줄이 답이
됩니다. --json에서는 {"action":"approve"} 같은 객체로 답합니다. Ctrl-C는 진행
중인 작업을 취소하고, 한 번 더 누르면 끝냅니다.

  server chat "전세금 5% 인상 가능해?"
  server chat --assistant travel
  server chat --json "..." | jq -r 'select(.type == "final_response").response.answer'

파이프에서는 꾸밈없는 줄로 씁니다. NO_COLOR는 색을, TERM=dumb는 다시 그리기도
끕니다. (English: LANG=en server chat -h)

종료 코드: 0 답변함, 1 오류로 답했거나 서버에 연결할 수 없음, 2 잘못된 옵션,
130 취소함.

`,
		url: "서버 주소", session: "이어서 할 대화, 비우면 새로 시작",
		user: "새 대화에서 기억을 쓸 사용자, 비우면 없음", assistant: "새 대화의 상담 종류, 비우면 서버의 기본값",
		language: "답변 언어 ko 또는 en, 비우면 질문의 언어", reviewPlan: "계획을 먼저 보여 주고 진행할지 묻기",
		json: "서버의 프레임을 한 줄에 하나씩 출력", noColor: "터미널에서도 색 없이",
		sessions:    "최근 대화 목록(--user가 있으면 그 사용자의 것)을 보여 주고 끝내기",
		badLanguage: "--language는 ko 또는 en입니다: %q",
	}
}
