// The inspector's words: they come with it, not with the first visit.
import { useLanguage } from "../words/index.ts";

const ko = {
  runs: "실행", run: (n: number) => `${n}번째 실행`, running: "진행 중",
  statuses: { queued: "대기", running: "진행 중", waiting: "답변 대기", completed: "완료", failed: "실패", cancelled: "중지됨" } as Record<string, string>,
  kinds: { query: "질문", trigger: "알림", rerun: "이어 실행", reply: "답변" } as Record<string, string>,
  intent: "의도", status: "상태", took: "걸린 시간", attempt: "시도", began: "시작", id: "실행 ID", error: "오류", refresh: "새로 고침",
  tabs: { states: "상태", events: "이벤트", times: "시간", replay: "다시 실행 확인" }, views: "보기",
  again: "같은 질문으로 다시", againHint: "이 실행 바로 앞에서 갈라진 새 대화에서 같은 질문을 다시 합니다.",
  timeline: "상태 전이", points: (n: number) => `상태 전이 ${n}개`, noPoints: "아직 저장된 상태가 없습니다.", step: "단계", since: "경과", keys: "↑ ↓ 옮기기, b 비교 기준으로",
  node: "노드", phase: "국면", next: "다음", end: "끝", base: "기준", newest: (n: number) => `처음 ${n}개까지만 보여 줍니다.`,
  parts: { state: "전체 상태", compare: "비교", field: "필드 기록" }, part: "이 시점",
  fork: "여기서 갈라 열기", forkHint: "이 상태에서 시작하는 새 대화를 엽니다.", goOn: "갈라서 이어 실행", goOnHint: "새 대화에서 이 상태 다음을 다시 실행합니다.", forking: "만드는 중",
  find: "이름이나 값으로 찾기", found: (n: number) => (n ? `${n}개 찾음` : "찾은 것이 없습니다."), clear: "지우기",
  openAll: "모두 펼치기", closeAll: "모두 접기", more: (n: number) => `${n}개 더 보기`, showAll: (n: number) => `모두 보기 (${n.toLocaleString("ko")}자)`, showLess: "접기",
  path: "경로", copyPath: "경로 복사", copyValue: "값 복사", copied: "복사함", copyFailed: "복사하지 못했습니다. 글자를 선택해 직접 복사해 주세요.", history: "기록 보기", choosePath: "항목을 고르면 경로가 나옵니다.",
  size: (kind: "object" | "list", n: number) => (kind === "list" ? `항목 ${n}개` : `필드 ${n}개`), hidden: "가려짐", hiddenHint: "개인정보라서 서버가 가렸습니다.", none: "없음", empty: "빈 글",
  from: "기준", to: "대상", swap: "서로 바꾸기", same: "두 상태가 같습니다.", changes: (n: number, more: boolean) => (more ? `처음 ${n}개만 보여 줍니다. 더 가까운 두 시점을 골라 보세요.` : `${n}곳이 다릅니다.`), first: "첫 상태라서 앞 상태가 없습니다. 비교할 기준을 골라 주세요.",
  ops: { added: "추가", removed: "삭제", changed: "변경" }, before: "이전", after: "이후", sameId: "기준과 대상이 같은 시점입니다.",
  field: "필드 경로", fieldHint: "예: planning_state.execution_strategy", look: "보기", values: (n: number) => `값이 바뀐 시점 ${n}개`, noValues: "이 경로에는 값이 없었습니다. 경로를 확인해 주세요.", older: "이전 기록 더 보기", otherRun: "다른 실행", atStep: (n: number) => `${n}단계`, gone: "사라짐",
  events: (n: number) => `이벤트 ${n}개`, noEvents: "저장된 이벤트가 없습니다.", payload: "내용", filter: "이벤트 종류", all: "모두",
  times: "실행이 쓴 시간", nodes: "노드", steps: "단계", total: (t: string) => `전체 ${t}`, span: (from: string, to: string, took: string) => `${from}부터 ${to}까지, ${took}`, noTimes: "아직 잰 시간이 없습니다.", untilNow: "진행 중",
  replay: "다시 실행해 비교", replaying: "다시 실행하는 중", replayHint: "기록된 시각과 결과로 같은 실행을 다시 해 보고 이벤트와 상태가 똑같은지 봅니다. 아무것도 저장하지 않습니다.",
  equal: "기록과 같습니다.", equalOf: (e: number, c: number) => `이벤트 ${e}개와 상태 ${c}개가 한 글자도 다르지 않습니다.`, differs: (n: number) => `기록과 ${n}곳이 다릅니다.`, differsHint: "코드가 바뀌어 답이 달라졌다면 예상된 결과인지 확인하세요.", recorded: "기록", replayed: "다시 실행", notYet: "실행이 끝난 뒤에 확인할 수 있습니다.",
  retry: "다시 시도", loading: "불러오는 중",
};

export type InspectorWords = typeof ko;

const en: InspectorWords = {
  runs: "Run", run: (n) => `Run ${n}`, running: "running",
  statuses: { queued: "queued", running: "running", waiting: "waiting for an answer", completed: "completed", failed: "failed", cancelled: "cancelled" },
  kinds: { query: "query", trigger: "trigger", rerun: "continued", reply: "reply" },
  intent: "Intent", status: "Status", took: "Took", attempt: "Attempt", began: "Began", id: "Run ID", error: "Error", refresh: "Refresh",
  tabs: { states: "States", events: "Events", times: "Timing", replay: "Replay check" }, views: "Views",
  again: "Ask the same again", againHint: "Asks the same in a new chat that branches off right before this run.",
  timeline: "Transitions", points: (n) => `${n} ${n === 1 ? "transition" : "transitions"}`, noPoints: "No state has been stored yet.", step: "Step", since: "Since start", keys: "↑ ↓ to move, b to compare from here",
  node: "Node", phase: "Phase", next: "Next", end: "end", base: "Base", newest: (n) => `Only the first ${n} are shown.`,
  parts: { state: "Whole state", compare: "Compare", field: "Field history" }, part: "At this point",
  fork: "Open a fork", forkHint: "Opens a new chat that begins with this state.", goOn: "Fork and go on", goOnHint: "Runs what came after this state again, in a new chat.", forking: "Making it",
  find: "Find a name or a value", found: (n) => (n ? `${n} found` : "Nothing found."), clear: "Clear",
  openAll: "Expand all", closeAll: "Collapse all", more: (n) => `Show ${n} more`, showAll: (n) => `Show all (${n.toLocaleString("en")} characters)`, showLess: "Show less",
  path: "Path", copyPath: "Copy path", copyValue: "Copy value", copied: "Copied", copyFailed: "Copying failed. Please select the text and copy it by hand.", history: "History", choosePath: "Choose an item to see its path.",
  size: (kind, n) => (kind === "list" ? `${n} ${n === 1 ? "item" : "items"}` : `${n} ${n === 1 ? "field" : "fields"}`), hidden: "hidden", hiddenHint: "The server hides it because it is personal.", none: "none", empty: "empty text",
  from: "Base", to: "Target", swap: "Swap", same: "Both states are the same.", changes: (n, more) => (more ? `Only the first ${n} are shown. Choose two points that are closer together.` : `${n} ${n === 1 ? "difference" : "differences"}.`), first: "This is the first state: nothing was before it. Choose a base to compare with.",
  ops: { added: "added", removed: "removed", changed: "changed" }, before: "before", after: "after", sameId: "Base and target are the same point.",
  field: "Path of the field", fieldHint: "e.g. planning_state.execution_strategy", look: "Show", values: (n) => `${n} ${n === 1 ? "change" : "changes"}`, noValues: "There was never a value at this path. Please check the path.", older: "Older changes", otherRun: "another run", atStep: (n) => `step ${n}`, gone: "gone",
  events: (n) => `${n} ${n === 1 ? "event" : "events"}`, noEvents: "No events are stored.", payload: "Payload", filter: "Type of event", all: "all",
  times: "Where the time went", nodes: "Nodes", steps: "Steps", total: (t) => `${t} in all`, span: (from, to, took) => `from ${from} to ${to}, ${took}`, noTimes: "Nothing has been timed yet.", untilNow: "running",
  replay: "Run again and compare", replaying: "Running again", replayHint: "Carries the run out again with the recorded clock and results, and tells whether events and states are the same. Nothing is stored.",
  equal: "Same as the record.", equalOf: (e, c) => `${e} events and ${c} states, byte for byte.`, differs: (n) => `${n} ${n === 1 ? "place differs" : "places differ"} from the record.`, differsHint: "If the code has changed, check that this is what you meant.", recorded: "Recorded", replayed: "Replayed", notYet: "This can be checked once the run is over.",
  retry: "Try again", loading: "Loading",
};

const all = { ko, en };

export const useInspectorWords = (): InspectorWords => all[useLanguage()];
export const inspectorWords = (language: "ko" | "en"): InspectorWords => all[language];
