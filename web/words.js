// What the page says, in the two languages that it speaks.
export const words = {
  ko: {
    assistant: "상담", newChat: "새 대화", other: "English", query: "질문", placeholder: "무엇이든 물어보세요",
    send: "보내기", stop: "중지", docs: "API 문서",
    welcome: "무엇을 도와드릴까요?",
    welcomeText: "질문을 보내면 계획을 세워 보여 드리고, 여러 팀이 차례로 일하는 과정을 그대로 보여 드립니다.",
    online: "연결됨", connecting: "연결하는 중…", waiting: "다시 연결하는 중…", offline: "연결이 끊겼습니다",
    planning: "계획을 수립하고 있습니다…", plan: "진행 상황", queued: "앞선 질문을 처리한 뒤 시작합니다.", done: "완료",
    status: { pending: "대기", in_progress: "진행 중", completed: "완료", failed: "실패", skipped: "건너뜀" },
    skip: "건너뛰기", sources: "근거", sample: "시세는 예시 데이터입니다.", download: "내려받기",
    failed: "요청을 처리하지 못했습니다.", cancelled: "중지했습니다.", gone: "이전 대화를 찾을 수 없어 새 대화를 시작했습니다.",
    approve: "승인", reject: "거절", unreachable: "서버에 연결할 수 없습니다. 잠시 후 다시 시도해 주세요.",
    refused: "서버가 연결을 거절했습니다. 새 대화를 시작해 주세요.", answerBelow: "아래 입력창에 답해 주세요.",
  },
  en: {
    assistant: "Assistant", newChat: "New chat", other: "한국어", query: "Question", placeholder: "Ask anything",
    send: "Send", stop: "Stop", docs: "API docs",
    welcome: "How can we help?",
    welcomeText: "Send a question: a plan is drawn up, and you can watch the teams work through it step by step.",
    online: "Connected", connecting: "Connecting…", waiting: "Reconnecting…", offline: "Disconnected",
    planning: "Drawing up a plan…", plan: "Progress", queued: "Starts when the earlier question is done.", done: "Done",
    status: { pending: "Waiting", in_progress: "Working", completed: "Done", failed: "Failed", skipped: "Skipped" },
    skip: "Skip", sources: "Sources", sample: "Prices come from sample data.", download: "Download",
    failed: "The request could not be completed.", cancelled: "Stopped.", gone: "The earlier conversation was not found; a new one was started.",
    approve: "Approve", reject: "Reject", unreachable: "The server can't be reached. Please try again soon.",
    refused: "The server refused the connection. Please start a new chat.", answerBelow: "Please answer in the box below.",
  },
};
