import { spawn, type ChildProcess } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import type { TestContext } from "node:test";
import { WebSocket as NodeWebSocket } from "ws";
import {
  MadangClient,
  MadangRest,
  type ClientOptions,
  type ServerEvent,
  type Status,
  type WebSocketConstructor,
} from "../src/index.js";

export const WebSocket = NodeWebSocket as unknown as WebSocketConstructor;

const binary = process.env.MADANG_SERVER!;
/** The query that the product is measured by, and one with more steps. */
export const main = "전세금 5% 인상 가능해?";
export const long = "전세 3억을 5% 올려달래요. 그리고 강남구 아파트 시세도 알려줘";

/** The real program, on SQLite in a directory of its own. */
export class Server {
  url = "";
  readonly #dir = mkdtempSync(join(tmpdir(), "madang-client-"));
  readonly #args: string[];
  #process!: ChildProcess;
  #ended!: Promise<void>;
  #log: string[] = [];

  private constructor(args: string[]) {
    this.#args = args;
  }

  static async start(t: TestContext, ...args: string[]): Promise<Server> {
    const s = new Server(args);
    t.after(async () => {
      await s.kill();
      rmSync(s.#dir, { recursive: true, force: true });
    });
    await s.#run("127.0.0.1:0");
    return s;
  }

  /** kill is kill -9. */
  async kill(): Promise<void> {
    this.#process.kill("SIGKILL");
    await this.#ended;
  }

  /** stop is SIGTERM. */
  async stop(): Promise<void> {
    this.#process.kill("SIGTERM");
    await this.#ended;
  }

  /** again starts the program where it was. */
  again(): Promise<void> {
    return this.#run(new URL(this.url).host);
  }

  rest(): MadangRest {
    return new MadangRest({ url: this.url });
  }

  async #run(addr: string): Promise<void> {
    const args = [
      "--addr",
      addr,
      "--log-format",
      "json",
      "--data-dir",
      this.#dir,
      "--today",
      "2026-11-21",
      "--probe",
      ...this.#args,
    ];
    this.#process = spawn(binary, args, {
      cwd: this.#dir,
      env: { PATH: process.env.PATH, HOME: this.#dir },
      stdio: ["ignore", "ignore", "pipe"],
    });
    this.#ended = new Promise((resolve) => this.#process.once("exit", () => resolve()));
    const ready = new Promise<string>((resolve) => {
      createInterface({ input: this.#process.stderr! }).on("line", (line) => {
        this.#log.push(line);
        try {
          const entry = JSON.parse(line) as { msg?: string; addr?: string };
          if (entry.msg === "madang is ready") resolve(entry.addr!);
        } catch {
          /* not of the log */
        }
      });
    });
    const ended = this.#ended.then(() => {
      throw new Error("the server ended:\n" + this.#log.join("\n"));
    });
    this.url = "http://" + (await limit(Promise.race([ready, ended]), "the server to get ready", 120_000));
  }
}

/** What a test sees of a client. */
export interface Seen {
  client: MadangClient;
  events: ServerEvent[];
  statuses: Status[];
  /** until waits for an event, which may have come already. */
  until(what: string | ((e: ServerEvent) => boolean), count?: number): Promise<ServerEvent>;
  /** seqs are the numbers of the durable events that came. */
  seqs(): number[];
}

/** watch makes a client that is closed with the test, and keeps what it gives. */
export function watch(t: TestContext, options: ClientOptions): Seen {
  const client = new MadangClient({ WebSocket, random: () => 0.02, ...options });
  const events: ServerEvent[] = [],
    statuses: Status[] = [];
  const waiting = new Set<() => void>();
  client.on("*", (e) => {
    events.push(e);
    for (const w of waiting) w();
  });
  client.on("status", (s) => statuses.push(s));
  t.after(() => client.close());
  client.connect();
  return {
    client,
    events,
    statuses,
    seqs: () => events.flatMap((e) => (isNumbered(e) ? [e.seq] : [])),
    until(what, count = 1) {
      const is = typeof what === "string" ? (e: ServerEvent) => e.type === what : what;
      const found = new Promise<ServerEvent>((resolve) => {
        const look = () => {
          const e = events.filter(is)[count - 1];
          if (e) {
            waiting.delete(look);
            resolve(e);
          }
        };
        waiting.add(look);
        look();
      });
      return limit(found, `${what} in ${events.map((e) => e.type).join(" ")}`);
    },
  };
}

export function isNumbered(e: ServerEvent): e is ServerEvent & { seq: number } {
  return e.type !== "connected" && e.type !== "resumed" && "seq" in e && e.seq !== undefined;
}

/** upTo is [from..to]. */
export function upTo(to: number, from = 1): number[] {
  return Array.from({ length: to - from + 1 }, (_, i) => from + i);
}

/** limit fails a test that waits in vain. */
export function limit<T>(promise: Promise<T>, what: string, ms = 30_000): Promise<T> {
  let timer: NodeJS.Timeout;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error("waited in vain for " + what)), ms);
  });
  return Promise.race([promise, late]).finally(() => clearTimeout(timer));
}
