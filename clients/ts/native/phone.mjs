// A phone: the app in a real Hermes, and behind React Native's bridge what Android does (ReactAndroid's
// WebSocketModule, NetworkingModule, BlobModule and JavaTimerManager of react-native 0.72).
import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { tools } from "./bundle.mjs";

const here = fileURLToPath(new URL("./", import.meta.url));
const { WebSocket } = createRequire(new URL("../package.json", import.meta.url))("ws"); // not Metro's older one

export class Phone {
  /** What is on its disk, which outlives an app. */
  storage;
  /** Whether it has a network. */
  online = true;
  /** In the background of iOS no timer comes. */
  asleep = false;
  /** What the app logged, and what ended it. */
  logs = [];
  #events = [];
  #waiting = new Set();
  #process;
  #timers = new Map();
  #late = [];
  #sockets = new Map();
  #requests = new Map();
  #blobs = new Map();
  #calls = 0;

  constructor(t, bundle, storage = new Map()) {
    this.storage = storage;
    this.#process = spawn(tools.hermes, [], { stdio: ["pipe", "pipe", "pipe"] });
    this.#process.stdin.on("error", () => {}); // it was ended
    t.after(() => this.kill());
    for (const out of [this.#process.stdout, this.#process.stderr]) {
      createInterface({ input: out }).on("line", (line) => {
        const at = line.indexOf("\u0001");
        if (at >= 0) this.#hear(JSON.parse(line.slice(at + 1)));
        else if (/Error|error:/.test(line)) this.logs.push(line);
      });
    }
    // The engine reads a line at a time.
    this.#write(
      readFileSync(here + "prelude.js", "utf8")
        .replace(/^\s*(\/\/.*|\/\*\*.*\*\/)$/gm, "")
        .replace(/\n/g, " "),
    );
    this.#eval("native.start", readFileSync(bundle, "utf8"));
  }

  /** kill ends the app as a system does that needs its memory. */
  kill() {
    this.#process.kill("SIGKILL");
    for (const timer of this.#timers.values()) clearTimeout(timer);
    for (const { ws } of this.#sockets.values()) ws.terminate();
    for (const abort of this.#requests.values()) abort.abort();
  }

  /** call is a function of the app by its name; what it returns comes as an event of that call. */
  async call(name, ...args) {
    const call = ++this.#calls;
    this.emit("call", { call, name, args });
    const { value, error } = await this.until((e) => e.call === call, `the end of ${name}`);
    if (error) throw Object.assign(new Error(error.message), error);
    return value;
  }

  /** events are what the app told of the client. */
  get events() {
    return this.#events.filter((e) => e.event).map((e) => e.event);
  }
  get statuses() {
    return this.#events.filter((e) => e.status).map((e) => e.status);
  }
  /** seqs are the numbers of the durable events. */
  get seqs() {
    return this.events
      .filter((e) => e.seq !== undefined && e.type !== "connected" && e.type !== "resumed")
      .map((e) => e.seq);
  }

  /** until waits for something that the app says. */
  until(is, what = "a word of the app", ms = 30_000) {
    return new Promise((resolve, reject) => {
      const late = setTimeout(() => {
        clearInterval(often);
        this.#waiting.delete(look);
        reject(
          new Error(
            `waited in vain for ${what}; ${this.events.map((e) => e.type).join(" ")}; ${this.statuses}\n${this.logs.join("\n")}`,
          ),
        );
      }, ms);
      const look = () => {
        const found = this.#events.find(is);
        if (!found) return;
        clearTimeout(late);
        clearInterval(often);
        this.#waiting.delete(look);
        resolve(found);
      };
      const often = setInterval(look, 20); // not all is the app's to say
      this.#waiting.add(look);
      look();
    });
  }

  /** event waits for an event of the client. */
  async event(type, count = 1) {
    await this.until(() => this.events.filter((e) => e.type === type).length >= count, `${type} ${count}`);
    return this.events.filter((e) => e.type === type)[count - 1];
  }

  /** emit is an event of the native side. */
  emit(type, ...args) {
    this.#eval("native.emit", "RCTDeviceEventEmitter", "emit", [type, ...args]);
  }

  /** network takes the network away, or gives it back. */
  network(on) {
    this.online = on;
    if (!on) for (const id of [...this.#sockets.keys()]) this.#fail(id, "Software caused connection abort");
    if (!on) for (const abort of this.#requests.values()) abort.abort();
    this.emit("network", { type: on ? "wifi" : "none", isConnected: on });
  }

  /** shown brings the app to the front, or sends it away. */
  shown(state) {
    this.emit("appStateDidChange", { app_state: state });
  }

  /** status waits for the client's status. */
  status(is, count = 1) {
    return this.until(() => this.statuses.filter((s) => s === is).length >= count, `${is} ${count}`);
  }

  /** sleep suspends the app: it hears nothing and no timer comes. */
  sleep(on) {
    this.asleep = on;
    if (!on) for (const f of this.#late.splice(0)) f();
  }

  /** open tells how many connections there are. */
  get open() {
    return [...this.#sockets.values()].filter(({ ws }) => ws.readyState === WebSocket.OPEN).length;
  }

  #eval(fn, ...args) {
    // Not all of what JSON leaves as it is comes through a terminal.
    this.#write(
      `${fn}(${args.map((a) => JSON.stringify(a).replace(/[\u007f-\uffff]/g, (c) => "\\u" + c.charCodeAt(0).toString(16).padStart(4, "0"))).join(",")})`,
    );
  }

  #write(line) {
    if (this.#process.exitCode === null) this.#process.stdin.write(line + "\n");
  }

  #hear(said) {
    if (said.log !== undefined) return void this.logs.push(said.log);
    if (said.module) return this[said.module](said.method, said.args);
    this.#events.push(said);
    for (const look of [...this.#waiting]) look();
  }

  #answer(callback, ...args) {
    this.#eval("native.answer", callback.callback, args);
  }

  #awake(f) {
    if (this.asleep) this.#late.push(f);
    else f();
  }

  // The native modules

  Timing(method, [id, ms, , repeats]) {
    if (method === "deleteTimer") {
      clearTimeout(this.#timers.get(id));
      this.#timers.delete(id);
    }
    if (method !== "createTimer") return;
    const fire = () =>
      this.#awake(() => {
        if (!this.#timers.has(id)) return;
        if (repeats) this.#timers.set(id, setTimeout(fire, ms));
        else this.#timers.delete(id);
        this.#eval("native.emit", "JSTimers", "callTimers", [[id]]);
      });
    this.#timers.set(id, setTimeout(fire, ms));
  }

  WebSocketModule(method, args) {
    const id = args.at(-1),
      socket = this.#sockets.get(id);
    switch (method) {
      case "connect":
        return this.#connect(...args);
      case "send":
        if (socket?.open) return void socket.ws.send(args[0]);
        this.emit("websocketFailed", { id, message: "client is null" });
        return this.emit("websocketClosed", { id, code: 0, reason: "client is null" });
      case "close":
        if (!socket?.open) return; // one that is not open yet is not known, and will open
        socket.open = false;
        socket.ws.close(args[0], args[1]);
    }
  }

  #connect(url, protocols, { headers = {} }, id) {
    const origin = url.replace(/^ws/, "http").replace(/^(https?:\/\/[^/]+).*/, "$1");
    const ws = new WebSocket(this.online ? url : "ws://127.0.0.1:9", protocols ?? [], {
      headers: { origin, ...headers },
    });
    const socket = { ws, open: false };
    this.#sockets.set(id, socket);
    ws.on("open", () =>
      this.#awake(() => {
        socket.open = true;
        this.emit("websocketOpen", { id, protocol: ws.protocol });
      }),
    );
    ws.on("message", (data, binary) =>
      this.#awake(() => {
        this.emit(
          "websocketMessage",
          binary ? { id, type: "binary", data: data.toString("base64") } : { id, type: "text", data: String(data) },
        );
      }),
    );
    ws.on("error", (e) => this.#awake(() => this.#fail(id, e.message)));
    ws.on("close", (code, reason) =>
      this.#awake(() => {
        if (code === 1006) return this.#fail(id, "unexpected end of stream");
        if (this.#sockets.delete(id)) this.emit("websocketClosed", { id, code, reason: String(reason) });
      }),
    );
  }

  #fail(id, message) {
    const socket = this.#sockets.get(id);
    if (!this.#sockets.delete(id)) return;
    socket.ws.terminate();
    this.emit("websocketFailed", { id, message });
  }

  Networking(method, args) {
    if (method === "abortRequest") return void this.#requests.get(args[0])?.abort();
    if (method === "sendRequest") void this.#request(...args);
  }

  async #request(method, url, id, headers, data, responseType) {
    const abort = new AbortController();
    this.#requests.set(id, abort);
    try {
      if (!this.online) throw new Error(`Unable to resolve host "${new URL(url).hostname}"`);
      const res = await fetch(url, { method, headers, body: data.string, signal: abort.signal });
      const body = Buffer.from(await res.arrayBuffer());
      this.emit("didReceiveNetworkResponse", [id, res.status, Object.fromEntries(res.headers), url]);
      let read = responseType === "base64" ? body.toString("base64") : body.toString();
      if (responseType === "blob") read = this.#blob(body, res.headers.get("content-type") ?? "");
      this.emit("didReceiveNetworkData", [id, read]);
      this.emit("didCompleteNetworkResponse", [id, null]);
    } catch (e) {
      this.emit("didCompleteNetworkResponse", [id, String(e.message), false]);
    } finally {
      this.#requests.delete(id);
    }
  }

  #blob(body, type) {
    const blobId = `blob-${this.#blobs.size}`;
    this.#blobs.set(blobId, body);
    return { blobId, offset: 0, size: body.length, type };
  }

  BlobModule(method, [parts, id]) {
    if (method === "createFromParts")
      this.#blobs.set(
        id,
        Buffer.concat(parts.map((p) => (p.type === "string" ? Buffer.from(p.data) : this.#blobs.get(p.data.blobId)))),
      );
  }

  FileReaderModule(method, args) {
    const body = this.#blobs.get(args[0].blobId),
      resolve = args.at(-2);
    this.#answer(
      resolve,
      method === "readAsText" ? body.toString() : `data:${args[0].type};base64,${body.toString("base64")}`,
    );
  }

  AppState(_, [callback]) {
    this.#answer(callback, { app_state: "active" });
  }

  ExceptionsManager(method, args) {
    this.logs.push(`${method}: ${JSON.stringify(args[0])}`);
  }

  /** As long as a write to a phone's flash may take, and of any length. */
  RNCAsyncStorage(method, args) {
    const [resolve] = args.slice(-2),
      [key, value] = args;
    setTimeout(() => {
      if (method === "setItem") this.storage.set(key, value);
      if (method === "removeItem") this.storage.delete(key);
      this.#answer(resolve, method === "getItem" ? (this.storage.get(key) ?? null) : null);
    }, Math.random() * 20);
  }
}
