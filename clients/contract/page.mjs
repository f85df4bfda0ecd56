// A page of an existing client: it knows section 1 of docs/protocol.md and nothing else.
import { WebSocket } from "ws";
import { within } from "./server.mjs";

export class Page {
  shown = []; // the types of frames, since the page was opened
  frames = [];
  cards = 0; // execution_start
  intents = [];
  ends = 0; // terminal events
  locked = false; // the input, from a query to its terminal event
  last = undefined; // the newest terminal event
  closed = undefined; // the code that the socket ended with
  #watchers = new Set();

  /** browser tells that it says which site it is of, as browsers do. */
  constructor(server, id, browser = false) {
    this.server = server;
    this.id = id;
    this.origin = browser ? `http://${server.addr}` : undefined;
  }

  /** open comes to the session; it may be asked something before the greeting was read. Called again it forgets its
   *  socket, and still shows what that one hears. */
  async open() {
    this.closed = undefined;
    const socket = new WebSocket(`ws://${this.server.addr}/api/v1/chat/ws/${this.id}`, { origin: this.origin });
    this.socket = socket;
    socket.on("message", (data) => this.#show(JSON.parse(String(data))));
    socket.on("error", () => {});
    socket.on("close", (code) => {
      this.closed = code;
      this.#look();
    });
    await within(
      new Promise((resolve, reject) => {
        socket.once("open", resolve);
        socket.once("error", reject);
      }),
      "the socket",
    );
    return this;
  }

  say(query) {
    if (this.locked) throw new Error("the input is locked");
    this.locked = true;
    this.send({ type: "query", query, enable_checkpointing: true });
  }

  send(command) {
    this.socket.send(JSON.stringify(command));
  }

  /** until waits for something to be so. */
  until(so, what) {
    return within(
      new Promise((resolve) => {
        const look = () => {
          if (so(this)) {
            this.#watchers.delete(look);
            resolve(this);
          }
        };
        this.#watchers.add(look);
        look();
      }),
      `${what}; shown: ${this.shown.join(" ")}`,
    );
  }

  /** answered waits until the input is open again. */
  async answered() {
    await this.until(() => !this.locked || this.closed !== undefined, "the terminal event");
    if (this.locked) throw new Error(`closed with ${this.closed} and the input locked; shown: ${this.shown.join(" ")}`);
    return this.last;
  }

  over() {
    return this.until(() => this.closed !== undefined, "the socket's end");
  }

  /** leave closes the socket as a browser does. */
  leave() {
    this.socket.close(1000);
    return this.over();
  }

  /** hangUp ends it without a close frame, and reads on to its end. A pong would be a write after that, at which the library breaks the socket off. */
  hangUp() {
    this.socket.pong = () => {};
    this.socket._socket.end();
    return this.over();
  }

  /** returns comes back as these clients do: unless the socket was meant to end. */
  async returns() {
    await this.over();
    if (this.closed === 1000 || this.closed === 1005) return false;
    for (let left = 100; ; left--) {
      try {
        await this.open();
        return true;
      } catch (e) {
        if (left === 0) throw e;
        await new Promise((resolve) => setTimeout(resolve, 100));
      }
    }
  }

  /** nothingWaits asks something small: what is shown must be of that, for older events would come first. */
  async nothingWaits() {
    const before = this.shown.length;
    this.say("안녕");
    await this.answered();
    const got = this.shown
      .slice(before)
      .filter((t) => t !== "connected")
      .join(" ");
    if (got !== "planning_start final_response") throw new Error("shown again: " + got);
  }

  #show(frame) {
    this.frames.push(frame);
    this.shown.push(frame.type);
    switch (frame.type) {
      case "execution_start":
        this.cards++; // and it has the plan's intent
      case "plan_ready":
        this.intents.push(frame.intent);
        break;
      case "final_response":
      case "error":
        this.locked = false;
        this.last = frame;
        this.ends++;
    }
    this.#look();
  }

  #look() {
    for (const w of [...this.#watchers]) w();
  }
}
