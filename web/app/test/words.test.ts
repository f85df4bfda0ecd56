import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { inspectorWords } from "../src/inspector/words.ts";
import { en } from "../src/words/en.ts";
import { ko } from "../src/words/ko.ts";
import { inUnit, onAxis } from "../src/words/money.ts";

/** What is said in the user's place, by the user about an answer, or in greeting. */
const byUser =
  /^(welcome|good|bad|asks\.|follows\.|quiz\.(give|say)|lesson\.again|interview\.say|trip\.(pick|saySave))/;
/** Requests are polite in every level of speech. */
const polite = /(주|하|보|누르|입력하|선택하)세요/g;

/** told are all texts of a catalogue with their keys; functions are called. */
function told(words: object, at = ""): [string, string][] {
  return Object.entries(words).flatMap(([key, v]) => {
    const path = at ? `${at}.${key}` : key;
    if (typeof v === "function")
      return [[path, String(v(/^(trip\.pick|placeholderTo)/.test(path) ? "A" : 2, 3, 4))] as [string, string]];
    return typeof v === "object" && v !== null ? told(v as object, path) : [[path, String(v)] as [string, string]];
  });
}

describe("what the page says", () => {
  it("speaks Korean on one level", () => {
    const all = [...told(ko), ...told(inspectorWords("ko")).map(([k, v]) => [`inspector.${k}`, v] as const)];
    expect(all.length).toBeGreaterThan(400);
    const other = all.filter(
      ([key, text]) =>
        !byUser.test(key) && /[가-힣]요([.!?]|$|[^가-힣])/.test(text.replace(polite, "")) && !/필요/.test(text),
    );
    expect(other).toEqual([]);
  });

  it("has no key of the server for a word", () => {
    for (const words of [ko, en])
      expect(told(words).filter(([key, text]) => /^[a-z]+(_[a-z]+)+$/.test(text) && !/say|begin/.test(key))).toEqual(
        [],
      );
  });

  it("has a word for whatever an assistant takes a message for", () => {
    const rooms = new URL("../../../assistants/", import.meta.url);
    const keys = readdirSync(rooms, { recursive: true, encoding: "utf8" })
      .filter((name) => name.endsWith(".go") && !name.endsWith("_test.go"))
      .flatMap((name) => readFileSync(new URL(name, rooms), "utf8").split("\n"))
      .flatMap((line) => /^\s*(?:intent|Intent|talk)[A-Z]\w*\s+(?:Intent\s+)?=\s"(\w+)"/.exec(line)?.[1] ?? []);
    // What a lesson's messages are taken for are keys of its phrases.
    const phrases = readFileSync(new URL("tutor/phrases/ko.yaml", rooms), "utf8");
    const acts = /^act:\n((?:(?: .*)?\n)+)/m.exec(phrases)?.[1] ?? "";
    keys.push(...[...acts.matchAll(/^ {2}(\w+):/gm)].map((m) => m[1] ?? ""));
    expect(keys.length).toBeGreaterThan(90);
    for (const language of ["ko", "en"] as const)
      expect(keys.filter((key) => !(key in inspectorWords(language).intents))).toEqual([]);
  });

  it("writes money in one way", () => {
    expect(inUnit(315_000_000, "won", "ko")).toBe("3억\u00a01,500만원");
    expect(onAxis(50_000_000, "won", "ko")).toBe("5,000만원");
    expect(onAxis(0, "won", "ko")).toBe("0");
    expect(onAxis(315_000_000, "won", "en")).toBe("KRW\u00a0315M");
    expect(inUnit(12_345, "won_per_m2", "ko")).toBe("1만\u00a02,345원/㎡");
    expect(inUnit(4.25, "percent", "en")).toBe("4.25%");
    expect([...told(ko), ...told(en)].filter(([, text]) => /[₩]|\d won\b|\d원\s*정/.test(text))).toEqual([]);
  });
});
