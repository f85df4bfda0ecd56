import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { Parser } from "@asyncapi/parser";
import { Ajv } from "ajv";
import { Proxy } from "./proxy.js";
import { limit, long, main, Server, watch } from "./server.js";

const here = new URL("../../", import.meta.url);
const text = execFileSync(process.env.MADANG_SERVER!, ["schema"], { encoding: "utf8", maxBuffer: 16 << 20 });
type Schema = {
  type?: string;
  properties?: Record<string, Schema & { const?: string }>;
  additionalProperties?: unknown;
};
const doc = JSON.parse(text) as { components: { schemas: Record<string, Schema> } };

test("the server's description is valid AsyncAPI", async () => {
  const { document, diagnostics } = await new Parser().parse(text);
  const wrong = diagnostics.filter((d) => d.severity === 0).map((d) => `${d.path.join(".")}: ${d.message}`);
  assert.deepEqual(wrong, []);
  assert.equal(document?.version(), "3.0.0");
  assert.deepEqual(
    document
      ?.operations()
      .all()
      .map((o) => o.id())
      .sort(),
    ["command", "frame"],
  );
});

test("the server serves the description that it prints", async (t) => {
  const s = await Server.start(t);
  assert.equal(await (await fetch(s.url + "/asyncapi.json")).text(), text);
});

test("src/generated.ts is what the server's descriptions make of it; else: npm run generate", async () => {
  const { generated } = (await import(new URL("scripts/generate.mjs", here).href)) as { generated(): string };
  assert.equal(readFileSync(new URL("src/generated.ts", here), "utf8"), generated());
});

test("frames and commands are what the description says, field by field", async (t) => {
  // Nothing that is not described may come: what has fields is closed.
  const schemas = structuredClone(doc.components.schemas);
  for (const s of Object.values(schemas)) if (s.properties) s.additionalProperties = false;
  const ajv = new Ajv({ strict: false, validateFormats: false, allErrors: true });
  ajv.addSchema({ $id: "madang", components: { schemas } });
  const validators = new Map(
    Object.entries(schemas).flatMap(([name, s]) => {
      const type = s.properties?.type?.const;
      return type && !name.endsWith("Command")
        ? [[type, ajv.compile({ $ref: `madang#/components/schemas/${name}` })] as const]
        : [];
    }),
  );
  const seen = new Map<string, number>();
  const wrong: string[] = [];
  const s = await Server.start(t);
  const proxy = await Proxy.open(t, s.url, (f) => {
    const valid = validators.get(f.type);
    seen.set(f.type, (seen.get(f.type) ?? 0) + 1);
    if (!valid?.(f)) wrong.push(`${f.type}: ${ajv.errorsText(valid?.errors)} in ${JSON.stringify(f).slice(0, 300)}`);
    return "pass";
  });
  const conversations: [string, string[]][] = [
    [
      "realestate",
      [
        main,
        long,
        "안녕",
        "임대차 계약서 작성해줘",
        "연봉 6천만원이면 대출 한도가 얼마야?",
        "전세 99999조원 5% 올려줘",
        "Can my landlord raise the deposit by 5%?",
      ],
    ],
    ["travel", ["제주도 2박 3일 여행 계획 짜줘. 두 명, 예산 80만원", "좀 더 싸게"]],
    ["tutor", ["프롬프트를 잘 쓰는 법을 배우고 싶어요", "퀴즈 내줘"]],
    ["probe", [JSON.stringify({ steps: 2, step_ms: 20 }), JSON.stringify({ steps: 1, fail: "error" })]],
  ];
  await Promise.all(
    conversations.map(async ([assistant, queries]) => {
      const { session_id } = await s.rest().startSession({ assistant });
      const c = watch(t, { url: proxy.url, sessionId: session_id, lastSeq: 0, capabilities: ["state_changed"] });
      for (const q of queries) {
        const before = c.events.length;
        await limit(c.client.query(q, { reviewPlan: q === long }), `the ack of ${q}`);
        const ended = (e: { type: string; seq?: number }) =>
          ["final_response", "workflow_interrupted", "run_cancelled"].includes(e.type) ||
          (e.type === "error" && e.seq !== undefined);
        const [e] = [await c.until((e) => c.events.indexOf(e) >= before && ended(e))];
        if (e.type === "workflow_interrupted") {
          const action = e.interrupt_type === "plan_review" ? "approve" : "answer";
          await c.client
            .reply({ action, payload: action === "answer" ? { text: "서울 성동구 아파트, 보증금 3억" } : undefined })
            .catch(() => {});
          await c.until("interrupt_resolved");
          await c.client.cancel().catch(() => {});
        }
      }
      await c.client.query(" ").catch(() => {});
      await c.client.ping();
      await c.client.query("x", { onBusy: "reject" }).catch(() => {});
      const last = c.client.lastSeq;
      const again = watch(t, { url: proxy.url, sessionId: session_id, lastSeq: 1e6 });
      await limit(new Promise((resolve) => again.client.on("snapshot", resolve)), `the snapshot after ${last}`);
    }),
  );
  assert.deepEqual(wrong, []);
  t.diagnostic([...seen].map(([type, n]) => `${type} ${n}`).join(", "));
  const usual = [
    "connected",
    "resumed",
    "ack",
    "pong",
    "error",
    "planning_start",
    "analysis_ready",
    "plan_ready",
    "execution_start",
    "todo_updated",
    "final_response",
    "workflow_interrupted",
    "interrupt_resolved",
    "session_updated",
    "state_changed",
  ];
  assert.deepEqual(
    usual.filter((u) => !seen.has(u)),
    [],
  );
});
