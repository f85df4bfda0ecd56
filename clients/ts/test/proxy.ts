import { createServer, connect, type Server as NetServer, type Socket } from "node:net";
import type { TestContext } from "node:test";

/** What the proxy does with a text frame of the server: let it pass, or cut the connection before it. */
export type Judge = (frame: { type: string; seq?: number }, count: number, connection: number) => "pass" | "cut";

/** A TCP proxy that reads the server's WebSocket frames and cuts connections at them, without a close frame. */
export class Proxy {
  connections = 0;
  cuts = 0;
  /** What to do with those who come; down refuses them. */
  down = false;
  #server: NetServer;
  #sockets = new Set<Socket>();
  #host: string;
  #port: number;
  judge: Judge;

  private constructor(target: string, judge: Judge) {
    const u = new URL(target);
    this.#host = u.hostname;
    this.#port = Number(u.port);
    this.judge = judge;
    this.#server = createServer((s) => this.#serve(s));
  }

  static async open(t: TestContext, target: string, judge: Judge = () => "pass"): Promise<Proxy> {
    const p = new Proxy(target, judge);
    await new Promise<void>((resolve) => p.#server.listen(0, "127.0.0.1", resolve));
    t.after(() => {
      p.cut();
      p.#server.close();
    });
    return p;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as { port: number }).port}`;
  }

  /** cut ends all connections. */
  cut(): void {
    for (const s of this.#sockets) s.destroy();
  }

  #serve(client: Socket): void {
    if (this.down) return void client.destroy();
    const server = connect(this.#port, this.#host);
    const number = this.connections++;
    const both = [client, server];
    for (const s of both) {
      this.#sockets.add(s);
      s.on("error", () => {});
      s.on("close", () => {
        this.#sockets.delete(s);
        for (const o of both) o.destroy();
      });
    }
    client.on("data", (d) => server.write(d));
    let rest = Buffer.alloc(0),
      count = 0,
      open = false;
    server.on("data", (d) => {
      rest = Buffer.concat([rest, d]);
      if (!open) {
        const end = rest.indexOf("\r\n\r\n");
        if (end < 0) return;
        open = true;
        client.write(rest.subarray(0, end + 4));
        if (!rest.subarray(0, 12).toString().includes("101")) {
          // no socket: let all pass
          client.write(rest.subarray(end + 4));
          server.removeAllListeners("data");
          server.on("data", (more) => client.write(more));
          return;
        }
        rest = rest.subarray(end + 4);
      }
      for (let f = frame(rest); f; f = frame(rest)) {
        if (f.kind === 1 && this.judge(JSON.parse(f.text), ++count, number) === "cut") {
          this.cuts++;
          for (const s of both) s.destroy();
          return;
        }
        client.write(rest.subarray(0, f.size));
        rest = rest.subarray(f.size);
      }
    });
  }
}

/** frame is the first whole frame; servers' are of one part and not masked. */
function frame(b: Buffer): { kind: number; size: number; text: string } | undefined {
  if (b.length < 2) return undefined;
  let length = b[1]! & 0x7f,
    head = 2;
  if (length === 126) {
    if (b.length < 4) return undefined;
    length = b.readUInt16BE(2);
    head = 4;
  } else if (length === 127) {
    if (b.length < 10) return undefined;
    length = Number(b.readBigUInt64BE(2));
    head = 10;
  }
  if (b.length < head + length) return undefined;
  return { kind: b[0]! & 0xf, size: head + length, text: b.toString("utf8", head, head + length) };
}
