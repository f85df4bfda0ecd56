package fault

// entry is one row of the table that maps codes to words and hints.
type entry struct {
	ko, en      string
	recoverable bool
	status      int // HTTP
}

var table = map[Code]entry{
	InvalidJSON:         {"JSON 형식이 올바르지 않습니다.", "The message is not valid JSON.", true, 400},
	InvalidMessage:      {"메시지 형식이 올바르지 않습니다. JSON 객체로 보내 주세요.", "The message has the wrong shape; send one JSON object.", true, 400},
	UnknownType:         {"알 수 없는 메시지 종류입니다.", "This message type is unknown.", true, 400},
	QueryEmpty:          {"질문을 입력해 주세요.", "Please enter a question.", true, 400},
	QueryTooLarge:       {"질문이 너무 깁니다. 64 KiB 이하로 줄여 주세요.", "The question is too long; keep it within 64 KiB.", true, 413},
	InvalidEncoding:     {"글자가 깨져 있습니다. UTF-8 텍스트로 다시 보내 주세요.", "The text is not valid UTF-8 or holds a NUL character.", true, 400},
	InvalidArgument:     {"값이 올바르지 않습니다.", "A value is not valid.", true, 422},
	InvalidAmount:       {"금액이나 비율, 면적이 올바르지 않습니다.", "An amount, rate or area is not possible.", true, 422},
	InvalidDate:         {"날짜나 기간이 올바르지 않습니다.", "A date or period is not possible.", true, 422},
	Unauthenticated:     {"로그인이 필요합니다.", "Please sign in.", false, 401},
	SessionNotFound:     {"대화를 찾을 수 없습니다.", "The session was not found.", false, 404},
	RunNotFound:         {"해당 작업을 찾을 수 없습니다.", "The run was not found.", true, 404},
	StepNotFound:        {"해당 단계를 찾을 수 없습니다.", "The step was not found.", true, 404},
	NotFound:            {"찾을 수 없습니다.", "Not found.", true, 404},
	MethodNotAllowed:    {"지원하지 않는 요청 방식입니다.", "This method is not allowed here.", true, 405},
	UnknownAssistant:    {"없는 상담 종류입니다.", "There is no such assistant.", true, 422},
	SessionBusy:         {"이전 질문을 처리하고 있습니다. 잠시 후 다시 보내 주세요.", "An earlier question is still being worked on.", true, 409},
	QueueFull:           {"대기 중인 질문이 너무 많습니다. 답변을 받은 뒤 다시 보내 주세요.", "Too many questions are waiting in this session.", true, 429},
	RunFinished:         {"이미 끝난 작업입니다.", "The run has already ended.", true, 409},
	StepNotSkippable:    {"이미 끝난 단계라 건너뛸 수 없습니다.", "The step is already done and can't be skipped.", true, 409},
	DuplicateConflict:   {"같은 client_msg_id로 다른 내용이 이미 접수되었습니다.", "This client_msg_id was already used for another message.", true, 409},
	InterruptNotPending: {"지금은 답변을 기다리는 질문이 없습니다.", "There is no pending question to answer.", true, 409},
	RateLimited:         {"요청이 너무 잦습니다. 잠시 후 다시 시도해 주세요.", "Too many requests; please wait a moment.", true, 429},
	TooManyConnections:  {"연결이 너무 많습니다. 다른 창을 닫아 주세요.", "Too many connections.", true, 429},
	Draining:            {"서버를 점검하고 있습니다. 곧 다시 연결됩니다.", "The server is restarting; please reconnect.", true, 503},
	Unavailable:         {"일시적으로 저장소에 연결할 수 없습니다. 잠시 후 다시 시도해 주세요.", "Storage is temporarily unavailable; please try again soon.", true, 503},
	DeadlineExceeded:    {"시간 안에 답변을 마치지 못했습니다. 다시 시도해 주세요.", "The answer took too long; please try again.", true, 504},
	ProcessingFailed:    {"질문을 처리하는 중 문제가 생겼습니다. 다시 시도해 주세요.", "Something went wrong while working on the question.", true, 500},
	Internal:            {"일시적인 오류가 발생했습니다. 다시 시도해 주세요.", "A temporary error occurred; please try again.", true, 500},
}

// Codes lists every code.
func Codes() []Code {
	codes := make([]Code, 0, len(table))
	for c := range table {
		codes = append(codes, c)
	}
	return codes
}

// Text is the sentence for a code in the language ("en", else Korean).
func Text(code Code, language string) string {
	e, ok := table[code]
	if !ok {
		e = table[Internal]
	}
	if language == "en" {
		return e.en
	}
	return e.ko
}

// Recoverable tells whether the same client may go on after the error.
func Recoverable(code Code) bool { return table[code].recoverable }

// HTTPStatus is the status that a REST route answers with.
func HTTPStatus(code Code) int {
	if e, ok := table[code]; ok {
		return e.status
	}
	return 500
}
