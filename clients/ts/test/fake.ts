import type { AddressInfo } from "node:net";
import { createServer, type Server as HttpServer } from "node:http";
import type { TestContext } from "node:test";
import { WebSocketServer, type WebSocket as Socket } from "ws";
import { limit } from "./server.js";

type Json = Record<string, any>;

/** One connection to the fake server, as its script sees it. */
export class FakeConn {
  #in: Json[] = [];
  #waiting: (() => void)[] = [];
  readonly number: number;
  readonly socket: Socket;

  constructor(socket: Socket, number: number) {
    this.number = number;
    this.socket = socket;
    socket.on("message", (data) => {
      this.#in.push(JSON.parse(String(data)));
      for (const w of this.#waiting.splice(0)) w();
    });
  }

  /** receive is the next command of that type; others before it are dropped. */
  async receive(type: string): Promise<Json> {
    for (;;) {
      for (let c = this.#in.shift(); c; c = this.#in.shift()) if (c.type === type) return c;
      await limit(
        new Promise<void>((resolve) => this.#waiting.push(resolve)),
        `a ${type} on connection ${this.number}`,
      );
    }
  }

  send(...frames: Json[]): void {
    for (const f of frames) this.socket.send(JSON.stringify({ timestamp: "2026-11-21T00:00:00Z", ...f }));
  }

  /** greet answers a hello, as a server whose newest event is seq, and returns it. */
  async greet(seq = 0, epoch = "e1"): Promise<Json> {
    const hello = await this.receive("hello");
    this.send({ type: "connected", session_id: "s", assistant: "a", epoch, seq, user: "", features: [] });
    if (hello.last_seq === undefined || hello.last_seq === seq) this.send({ type: "resumed", recovered: true, seq });
    return hello;
  }

  ack(command: Json, more: Json = {}): void {
    this.send({
      type: "ack",
      id: command.id,
      client_msg_id: command.client_msg_id,
      run_id: "r",
      duplicate: false,
      ...more,
    });
  }
}

export function event(seq: number, type = "todo_updated", more: Json = {}): Json {
  return { type, seq, run_id: "r", event_id: `s.${seq}`, execution_steps: [], ...more };
}

/** A server that says what a script tells it to. */
export async function fake(
  t: TestContext,
  script: (c: FakeConn) => void | Promise<void>,
  status: () => number = () => 200,
): Promise<{ url: string; connections: () => number; asked: string[] }> {
  let connections = 0;
  const asked: string[] = [];
  const http: HttpServer = createServer((req, res) => {
    asked.push(`${req.method} ${req.url}`);
    res.writeHead(status(), {
      "Content-Type": "application/json",
      ...(status() === 503 ? { "Retry-After": "7" } : {}),
    });
    res.end(status() === 404 ? `{"detail":"Session not found"}` : "{}");
  });
  const wss = new WebSocketServer({ noServer: true, handleProtocols: () => "madang.v1" });
  http.on("upgrade", (req, socket, head) => {
    if (status() !== 200) return void socket.end(`HTTP/1.1 ${status()} No\r\nContent-Length: 0\r\n\r\n`);
    wss.handleUpgrade(req, socket, head, (ws) => {
      Promise.resolve(script(new FakeConn(ws, connections++))).catch((e) => t.diagnostic(String(e)));
    });
  });
  await new Promise<void>((resolve) => http.listen(0, "127.0.0.1", resolve));
  t.after(() => {
    for (const c of wss.clients) c.terminate();
    http.closeAllConnections();
    http.close();
  });
  return { url: `http://127.0.0.1:${(http.address() as AddressInfo).port}`, connections: () => connections, asked };
}
