import { Line } from "/assets/line.js";
import { render } from "/assets/markdown.js";
import { words } from "/assets/words.js";

const $ = (id) => document.getElementById(id);
const log = $("log");
const composer = $("composer");
const input = $("query");

const make = (tag, className, ...children) => {
  const node = document.createElement(tag);
  if (className) node.className = className;
  node.append(...children);
  return node;
};

// Storage may be forbidden; the page then lives without a memory.
const kept = {
  read(key) { try { return JSON.parse(localStorage.getItem("madang." + key)); } catch { return null; } },
  write(key, value) { try { localStorage.setItem("madang." + key, JSON.stringify(value)); } catch { /* private mode */ } },
};

let language = kept.read("language") ?? (navigator.language?.startsWith("ko") ? "ko" : "en");
let assistants = [];
let session = null; // {id, assistant}
let line = null;
let runs = new Map(); // run id → the run as it is shown
let outgoing = new Map(); // client_msg_id → a query without an answer yet
let buffer = null; // frames held back until the history is shown
let question = null; // what an assistant waits for
let lastShown = ""; // the newest answer taken from the history
let command = 0;

const t = () => words[language] ?? words.ko;

async function call(path, options = {}) {
  const answer = await fetch(path, { ...options, headers: { "Content-Type": "application/json", "Accept-Language": language } });
  const body = await answer.json().catch(() => null);
  if (!answer.ok) throw Object.assign(new Error(body?.message ?? body?.detail ?? answer.statusText), { status: answer.status });
  return body;
}

// --- the conversation's frame ---

async function begin(assistant) {
  const started = await call("/api/v1/chat/start", { method: "POST", body: JSON.stringify({ language, ...(assistant && { assistant }) }) });
  session = { id: started.session_id, assistant };
  kept.write("session", { ...session, seq: 0, epoch: "" });
  clear();
  open({ seq: 0, epoch: "" }, false);
}

function clear() {
  runs = new Map();
  outgoing = new Map();
  question = null;
  lastShown = "";
  for (const node of [...log.children]) if (node.id !== "welcome") node.remove();
  $("welcome").hidden = false;
  document.title = "마당 Madang";
  controls();
}

function open(position, withHistory) {
  line?.close();
  buffer = withHistory ? [] : null;
  const mine = session;
  line = new Line(session.id, position, {
    status: (name) => {
      $("connection").textContent = t()[name] ?? "";
      $("connection").dataset.status = name;
      if (name === "refused") notice(t().refused, true);
      controls();
    },
    message: (frame) => (buffer ? hold(frame) : receive(frame)),
    refused: async () => {
      try {
        await call("/api/v1/chat/" + mine.id);
      } catch (error) {
        if (error.status !== 404 || session !== mine) return true;
        await begin(mine.assistant).then(() => notice(t().gone), () => {});
        return false;
      }
      return true;
    },
  });
}

// hold collects what is replayed after a reload. The history shows finished
// runs, so only unfinished ones are taken from what was held.
function hold(frame) {
  buffer.push(frame);
  const tell = (wait) => { const held = buffer; setTimeout(() => held === buffer && showHistory(), wait); };
  if (frame.type === "connected") tell(1500); // a server that never says "resumed"
  if (frame.type === "resumed") tell(0);
}

async function showHistory() {
  const held = buffer;
  const mine = session;
  let messages = [];
  try {
    for (let page; !page || page.length === 500;) {
      page = await call(`/api/v1/chat/sessions/${mine.id}/messages?limit=500&offset=${messages.length}`);
      messages = messages.concat(page);
    }
  } catch (error) {
    notice(error.message, true);
  }
  if (buffer !== held || session !== mine) return;
  const unsent = outgoing;
  clear();
  outgoing = unsent;
  for (const m of messages.slice(-200)) {
    if (m.role === "user") mineSays(m.content);
    else answer({ answer: m.content, structured_data: m.structured_data, document: m.structured_data?.document });
    if (m.role !== "user") lastShown = m.content;
  }
  const asked = messages.findLast((m) => m.role === "user")?.content;
  for (const { query } of outgoing.values()) if (query !== asked) mineSays(query);
  log.scrollTop = log.scrollHeight;
  buffer = null;
  const over = new Set(held.filter(terminal).map((f) => f.run_id));
  for (const frame of held) if (!frame.run_id || !over.has(frame.run_id)) receive(frame);
  settle();
}

const terminal = (frame) => ["final_response", "run_cancelled"].includes(frame.type) || (frame.type === "error" && Boolean(frame.run_id));

// settle remembers up to where nothing is left open: a reload starts there.
function settle() {
  controls();
  if (line && ![...runs.values()].some((r) => !r.done)) {
    kept.write("session", { ...session, seq: line.seq, epoch: line.epoch });
  }
}

// --- what comes in ---

function receive(frame) {
  const run = frame.run_id && ofRuns.has(frame.type) ? runOf(frame) : null;
  switch (frame.type) {
    case "connected":
      for (const [id, out] of outgoing) if (!out.acked) line.send(queryFrame(id, out.query));
      break;
    case "resumed":
      if (frame.recovered === false) { buffer = []; showHistory(); }
      break;
    case "ack": outgoing.delete(frame.client_msg_id); break;
    case "run_queued": card(run, t().queued); break;
    case "planning_start": card(run, frame.message || t().planning); break;
    case "plan_ready":
    case "execution_start":
    case "todo_updated":
    case "plan_updated":
      keepPlace(() => { card(run, ""); steps(run, frame.execution_steps ?? []); });
      break;
    case "step_progress": progress(run, frame); break;
    case "answer_delta": if (run) delta(run, frame); break;
    case "workflow_interrupted": ask(frame); break;
    case "session_updated": if (frame.title) document.title = frame.title + " · 마당"; break;
    case "final_response":
    case "run_cancelled": finish(run, frame.response ?? {}); break;
    case "error": fail(run, frame); break;
  }
  settle();
}

// ofRuns are the frames that tell of a run's life; others may name a run
// that has long been over.
const ofRuns = new Set(["ack", "run_queued", "planning_start", "plan_ready", "execution_start", "todo_updated", "plan_updated",
  "step_progress", "answer_delta", "workflow_interrupted", "final_response", "run_cancelled", "error"]);

function runOf(frame) {
  if (!runs.has(frame.run_id)) runs.set(frame.run_id, { id: frame.run_id, done: false, steps: new Map(), text: "" });
  return runs.get(frame.run_id);
}

function card(run, message) {
  if (!run || run.done) return;
  if (!run.card) {
    run.note = make("span", "quiet");
    run.list = make("ol", "steps");
    run.card = make("section", "card plan", make("h3", "", make("span", "", t().plan), run.note), run.list);
    run.card.setAttribute("aria-label", t().plan);
    add(run.card);
  }
  run.note.textContent = message;
}

function steps(run, list) {
  if (!run?.list) return;
  const seen = new Set();
  for (const step of list) {
    seen.add(step.step_id);
    const row = run.steps.get(step.step_id) ?? stepRow(run, step.step_id);
    row.node.dataset.status = step.status;
    row.task.textContent = step.task || step.description || step.agent_name;
    row.noteNode.textContent = step.error || step.result?.summary || (step.description !== step.task ? step.description : "") || "";
    row.state.textContent = stateText(step);
    row.skip.hidden = run.done || !["pending", "in_progress"].includes(step.status);
    row.skip.setAttribute("aria-label", `${t().skip}: ${row.task.textContent}`);
    run.list.append(row.node); // keeps the order of a changed plan
  }
  for (const [id, row] of run.steps) if (!seen.has(id)) { row.node.remove(); run.steps.delete(id); }
  const done = list.filter((s) => ["completed", "failed", "skipped"].includes(s.status)).length;
  run.note.textContent = list.length ? `${done} / ${list.length}` : "";
}

function stateText(step) {
  const name = t().status[step.status] ?? step.status;
  return step.status === "in_progress" && step.progress_percentage > 0 ? `${name} ${step.progress_percentage}%` : name;
}

function stepRow(run, id) {
  const row = { task: make("div"), noteNode: make("div", "note"), state: make("span"), skip: make("button", "button small", t().skip) };
  row.skip.type = "button";
  row.skip.onclick = () => { row.skip.disabled = line.send({ type: "todo_skip", id: nextCommand(), run_id: run.id, todo_id: id }); };
  const mark = make("span", "mark");
  mark.setAttribute("aria-hidden", "true");
  row.node = make("li", "step", mark, make("div", "body", row.task, row.noteNode), make("div", "state", row.state, row.skip));
  run.steps.set(id, row);
  return row;
}

function progress(run, frame) {
  const row = run?.steps.get(frame.step_id);
  if (!row || row.node.dataset.status !== "in_progress") return;
  row.state.textContent = stateText({ status: "in_progress", progress_percentage: frame.progress_percentage });
  if (frame.message) row.noteNode.textContent = frame.message;
}

function delta(run, frame) {
  if (run.done) return;
  if (!run.live) { run.live = make("article", "card answer"); add(run.live); }
  run.text += frame.delta ?? "";
  if (run.painting) return;
  run.painting = requestAnimationFrame(() => {
    run.painting = 0;
    if (!run.done) keepPlace(() => run.live.replaceChildren(...render(run.text)));
  });
}

function finish(run, response) {
  if (run?.done) return;
  close(run);
  const text = response.answer || response.message || "";
  if (text && text === lastShown) { lastShown = ""; return; } // the history had it
  if (response.type === "error") notice(response.message || t().failed, true);
  else if (response.type === "cancelled") notice(response.message || t().cancelled);
  else answer(response);
}

// close ends a run's card; a frame without a run closes the newest.
function close(run) {
  run ??= [...runs.values()].findLast((r) => !r.done);
  if (!run) return;
  run.done = true;
  run.live?.remove();
  question = null;
  for (const row of run.steps.values()) row.skip.hidden = true;
  if (run.card && !run.steps.size) run.card.remove();
}

function fail(run, frame) {
  const text = frame.message || frame.error || t().failed;
  if (run) close(run);
  else if (frame.id) for (const [id, out] of outgoing) if (out.command === frame.id) outgoing.delete(id);
  notice(text, true);
}

function ask(frame) {
  const data = frame.interrupt_data ?? {};
  question = { id: frame.interrupt_id, type: frame.interrupt_type };
  const node = make("section", "card answer", ...render(data.message || t().answerBelow));
  const choices = make("div", "choices");
  const options = Array.isArray(data.options) && data.options.length ? data.options
    : ["approval", "plan_review"].includes(question.type) ? [{ label: t().approve, action: "approve" }, { label: t().reject, action: "reject" }] : [];
  for (const option of options) {
    const label = String(option.label ?? option.title ?? option.value ?? option);
    const button = make("button", "button", label);
    button.type = "button";
    button.onclick = () => {
      if (reply(option.action ?? "answer", option.action ? undefined : { value: option.value ?? option, text: label })) {
        for (const b of choices.children) b.disabled = true;
      }
    };
    choices.append(button);
  }
  node.append(options.length ? choices : make("p", "notice", t().answerBelow));
  add(node);
}

function reply(action, payload) {
  if (!question) return false;
  const sent = line.send({ type: "interrupt_response", id: nextCommand(), interrupt_id: question.id, action, ...(payload && { payload, feedback: payload.text }) });
  if (sent) question = null;
  controls();
  return sent;
}

// --- what is shown ---

function add(node) {
  keepPlace(() => { $("welcome").hidden = true; log.append(node); }, node);
}

// keepPlace follows the end only for who is at the end; of something taller
// than the view it shows the beginning.
function keepPlace(change, node) {
  const atEnd = log.scrollHeight - log.scrollTop - log.clientHeight < 80;
  change();
  if (!atEnd) return;
  const tall = node && node.offsetHeight > log.clientHeight - 80;
  log.scrollTop = tall ? node.offsetTop - 16 : log.scrollHeight;
}

function mineSays(text) {
  add(make("div", "row", make("div", "bubble mine", text)));
}

function notice(text, bad = false) {
  const node = make("p", bad ? "notice bad" : "notice", text);
  if (bad) node.setAttribute("role", "alert");
  add(node);
}

function answer(response) {
  const node = make("article", "card answer", ...render(response.answer || response.message || ""));
  const metadata = response.structured_data?.metadata ?? {};
  const sources = Array.isArray(metadata.sources) ? metadata.sources : [];
  if (sources.length || metadata.sample_data) {
    const part = make("div", "sources");
    if (sources.length) part.append(make("div", "", t().sources), make("ul", "", ...sources.map((s) => make("li", "", String(s)))));
    if (metadata.sample_data) part.append(make("p", "", t().sample));
    node.append(part);
  }
  const downloads = Object.entries(response.document?.downloads ?? {}).filter(([, path]) => /^\/(?![/\\])/.test(path));
  if (downloads.length) {
    const links = make("div", "choices");
    for (const [format, path] of downloads) {
      const link = make("a", "", `${t().download} ${format}`);
      link.href = path;
      links.append(link);
    }
    node.append(links);
  }
  add(node);
}

// --- what goes out ---

const nextCommand = () => "c" + ++command;

function queryFrame(id, query) {
  const out = outgoing.get(id);
  out.command = nextCommand();
  return { type: "query", id: out.command, client_msg_id: id, query, enable_checkpointing: true };
}

// uuid also works on pages without a secure context.
function uuid() {
  const b = crypto.getRandomValues(new Uint8Array(16));
  b[6] = (b[6] & 15) | 64;
  b[8] = (b[8] & 63) | 128;
  const hex = [...b].map((n) => n.toString(16).padStart(2, "0")).join("");
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
}

const working = () => [...runs.values()].filter((r) => !r.done);
const busy = () => outgoing.size > 0 || working().length > 0;

function submit(text) {
  const query = text.trim();
  if (!query || !line) return;
  if (question) {
    if (reply("answer", { text: query })) { mineSays(query); input.value = ""; grow(); }
    return;
  }
  if (busy()) return;
  const id = uuid();
  outgoing.set(id, { query });
  log.scrollTop = log.scrollHeight;
  mineSays(query);
  line.send(queryFrame(id, query)); // else it goes when the line is back
  input.value = "";
  grow();
  controls();
}

function stop() {
  const run = working()[0];
  if (run) line.send({ type: "cancel", id: nextCommand(), run_id: run.id });
}

function controls() {
  const stopping = busy() && !question;
  const send = $("send");
  send.textContent = stopping ? t().stop : t().send;
  send.classList.toggle("primary", !stopping);
  send.disabled = stopping && (!working().length || !line?.open);
}

function grow() {
  input.style.height = "auto";
  input.style.height = Math.min(input.scrollHeight + 2, 160) + "px";
}

function speak() {
  const w = t();
  document.documentElement.lang = language;
  $("assistant-label").textContent = w.assistant;
  $("assistant").setAttribute("aria-label", w.assistant);
  $("new-chat").textContent = w.newChat;
  $("language").textContent = w.other;
  $("language").lang = language === "ko" ? "en" : "ko";
  $("query-label").textContent = w.query;
  input.placeholder = w.placeholder;
  $("docs-link").textContent = w.docs;
  $("welcome-title").textContent = w.welcome;
  $("welcome-text").textContent = w.welcomeText;
  $("connection").textContent = w[$("connection").dataset.status] ?? "";
  controls();
}

async function listAssistants() {
  assistants = await call("/api/v1/assistants");
  const select = $("assistant");
  const chosen = session?.assistant ?? assistants.find((a) => a.default)?.name ?? "";
  select.replaceChildren(...assistants.map((a) => {
    const option = make("option", "", a.title);
    option.value = a.name;
    option.selected = a.name === chosen;
    return option;
  }));
  select.hidden = assistants.length < 2;
  $("assistant-label").hidden = select.hidden;
  showExamples();
}

function showExamples() {
  const assistant = assistants.find((a) => a.name === $("assistant").value) ?? assistants[0];
  $("examples").replaceChildren(...(assistant?.examples ?? []).map((text) => {
    const button = make("button", "button", text);
    button.type = "button";
    button.onclick = () => submit(text);
    return make("li", "", button);
  }));
}

async function start() {
  speak();
  const stored = kept.read("session");
  if (stored?.id) session = { id: stored.id, assistant: stored.assistant };
  try {
    await listAssistants();
    if (session) open({ seq: stored.seq ?? 0, epoch: stored.epoch ?? "" }, true);
    else await begin($("assistant").value);
  } catch {
    $("connection").textContent = t().unreachable;
    setTimeout(start, 3000);
  }
}

composer.addEventListener("submit", (event) => {
  event.preventDefault();
  if (busy() && !question) stop();
  else submit(input.value);
});
input.addEventListener("keydown", (event) => {
  if (event.key !== "Enter" || event.shiftKey || event.isComposing) return; // Hangul is still being put together
  event.preventDefault();
  submit(input.value);
});
input.addEventListener("input", grow);
const fresh = () => begin($("assistant").value).catch((error) => notice(error.message || t().unreachable, true));
$("new-chat").addEventListener("click", fresh);
$("assistant").addEventListener("change", () => { showExamples(); fresh(); });
$("language").addEventListener("click", () => {
  language = language === "ko" ? "en" : "ko";
  kept.write("language", language);
  speak();
  listAssistants().catch(() => {});
});
start();
