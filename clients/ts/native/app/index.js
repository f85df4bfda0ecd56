// An app that does what it is told to, over React Native's own modules.
import "./setup";
import AsyncStorage from "@react-native-async-storage/async-storage";
import NetInfo from "@react-native-community/netinfo";
import { AppState } from "react-native";
import RCTDeviceEventEmitter from "react-native/Libraries/EventEmitter/RCTDeviceEventEmitter";
import { keepIn, MadangClient, MadangRest, nativeHints, ProtocolError } from "@madang/client";
import { openChat } from "./readme";

let client, rest;

const app = {
  /** Which of the globals that other platforms have are here. */
  has: (names) => names.filter((name) => name.split(".").reduce((o, key) => o?.[key], globalThis) !== undefined),
  async start(url, options = {}) {
    rest = new MadangRest({ url, language: "ko" });
    return (await rest.startSession(options)).session_id;
  },
  open(url, sessionId, options = {}) {
    client = new MadangClient({
      url,
      sessionId,
      lastSeq: 0,
      hints: nativeHints(AppState, NetInfo),
      keep: keepIn(AsyncStorage, `madang.${sessionId}`),
      random: () => 0.02,
      ...options,
      ...(options.jitter && { random: () => options.jitter }),
    });
    rest = new MadangRest({ url, language: "ko" });
    client.on("*", (event) => native.say({ event }));
    client.on("status", (status, { error }) => native.say({ status, code: error?.code, reason: error?.message }));
    client.connect();
  },
  close: () => client.close(),
  query: (text, options) => client.query(text, options),
  ask: (text) => client.ask(text),
  reply: (reply) => client.reply(reply),
  ping: () => client.ping(),
  rest: (method, ...args) => rest[method](...args),
  /** Reads events as apps do. */
  async read(type) {
    const types = [];
    for await (const e of client) {
      types.push(e.type);
      if (e.type === type) break;
    }
    return types;
  },
  async download(id, format) {
    const blob = await rest.download(id, format);
    return { isBlob: blob instanceof Blob, size: blob.size };
  },
  async refusal(name, ...args) {
    const e = await app[name](...args).catch((e) => e);
    return {
      ours: e instanceof ProtocolError,
      error: e instanceof Error,
      name: e.name,
      code: e.code,
      status: e.status,
      cause: String(e.cause),
      stack: typeof e.stack,
    };
  },
  async aborted(url) {
    const controller = new AbortController();
    const calls = [
      new MadangRest({ url, signal: controller.signal }).health(),
      client.ask("x", { signal: controller.signal }),
    ];
    controller.abort();
    return Promise.all(
      calls.map((c) =>
        c.then(
          () => "",
          (e) => e.code,
        ),
      ),
    );
  },
  /** A mistake in the app. */
  mistake: () =>
    void client.on("planning_start", () => {
      throw new Error("a mistake in the app");
    }),
  async readme(url) {
    const shown = [];
    const chat = await openChat(url, (what) => {
      shown.push(what);
      native.say({ shown: what });
    });
    await chat.ask("전세금 5% 인상 가능해?");
    chat.close();
    return shown;
  },
};

RCTDeviceEventEmitter.addListener("call", ({ call, name, args }) => {
  Promise.resolve()
    .then(() => app[name](...args))
    .then(
      (value) => native.say({ call, value: value === undefined ? null : value }),
      (e) => native.say({ call, error: { message: String(e?.message), code: e?.code, cause: String(e?.cause) } }),
    );
});
