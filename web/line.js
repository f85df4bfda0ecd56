// Line is the WebSocket of one session that comes back by itself. It asks to
// resume after the last number it saw, drops what it saw already, and gives
// up only when the server's close code says so (1000, 4500-4999) or the
// refused handler does.

const protocol = "madang.v1";
const quiet = 25_000; // ms without a word before the line is tested
const patience = 10_000; // ms to wait for an answer to the test

export class Line {
  // handlers: message(frame), status(name), refused() → true to go on.
  constructor(sessionID, { seq = 0, epoch = "" } = {}, handlers) {
    this.sessionID = sessionID;
    this.seq = seq;
    this.epoch = epoch;
    this.handlers = handlers;
    this.attempt = 0;
    this.closed = false;
    this.wake = () => { if (document.visibilityState === "visible" && !this.open) this.connect(); };
    addEventListener("online", this.wake);
    document.addEventListener("visibilitychange", this.wake);
    this.connect();
  }

  get open() { return this.socket?.readyState === WebSocket.OPEN; }

  connect() {
    clearTimeout(this.timer);
    if (this.closed || this.open || this.socket?.readyState === WebSocket.CONNECTING) return;
    this.handlers.status(this.attempt ? "waiting" : "connecting");
    const at = new URL(`/api/v1/chat/ws/${encodeURIComponent(this.sessionID)}`, location.href);
    at.protocol = location.protocol === "https:" ? "wss:" : "ws:";
    at.searchParams.set("last_seq", this.seq);
    if (this.epoch) at.searchParams.set("epoch", this.epoch);
    const socket = new WebSocket(at, [protocol]);
    let opened = false;
    this.socket = socket;
    socket.onopen = () => { opened = true; this.heard(); };
    socket.onmessage = (event) => { if (socket === this.socket) this.receive(event.data); };
    socket.onclose = (event) => { if (socket === this.socket) this.lost(event.code, opened); };
  }

  receive(text) {
    this.heard();
    let frame;
    try { frame = JSON.parse(text); } catch { return; }
    if (frame === null || typeof frame !== "object") return;
    if (frame.type === "connected") {
      this.attempt = 0;
      if (frame.epoch) this.epoch = frame.epoch;
      this.handlers.status("online");
    }
    if (frame.type === "resumed" && frame.recovered === false) this.seq = frame.seq ?? this.seq;
    if (Number.isInteger(frame.seq) && frame.event_id) {
      if (frame.seq <= this.seq) return;
      this.seq = frame.seq;
    }
    this.handlers.message(frame);
  }

  send(frame) {
    if (!this.open) return false;
    this.socket.send(JSON.stringify(frame));
    return true;
  }

  // heard puts off the test of a line that may be dead without knowing.
  heard() {
    clearTimeout(this.test);
    this.test = setTimeout(() => {
      if (!this.send({ type: "ping" })) return;
      this.test = setTimeout(() => this.open && this.drop(), patience);
    }, quiet);
  }

  // drop leaves a silent socket at once: its own close may take minutes.
  drop() {
    const socket = this.socket;
    this.socket = null;
    socket.close(4000);
    this.lost(1006, true);
  }

  async lost(code, opened) {
    clearTimeout(this.test);
    this.socket = null;
    if (this.closed) return;
    if (code >= 4500 && code <= 4999) return this.end("refused");
    if (code === 1000 && opened) return this.end("offline");
    if (!opened && !(await this.handlers.refused())) return this.end("offline");
    if (this.closed) return;
    this.handlers.status("waiting");
    const wait = Math.min(10_000, 400 * 2 ** this.attempt++) * (0.5 + Math.random() / 2);
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.connect(), wait);
  }

  end(status) {
    this.close();
    this.handlers.status(status);
  }

  close() {
    this.closed = true;
    clearTimeout(this.timer);
    clearTimeout(this.test);
    removeEventListener("online", this.wake);
    document.removeEventListener("visibilitychange", this.wake);
    this.socket?.close(1000);
    this.socket = null;
  }
}
