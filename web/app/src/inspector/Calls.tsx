// What a run asked of models, with tokens and cost, and what each of its calls
// outside brought: recorded once, heard again after a crash and in a replay.
import type { MadangRest, Run, RunResult, SessionUsageReply } from "@madang/client";
import { useState } from "react";
import { useLanguage } from "../words/index.ts";
import { Icon } from "../shell/Icon.tsx";
import { useLoaded } from "./load.ts";
import { Wait } from "./parts.tsx";
import { lasted } from "./spans.ts";
import { Piece } from "./Tree.tsx";
import { useInspectorWords } from "./words.ts";

const page = 100;

export function Calls({ rest, run, turn, start }: { rest: MadangRest; run: Run; turn: number; start: number }) {
  const t = useInspectorWords();
  const used = useLoaded(`${run.id} ${turn}`, () => rest.sessionUsage(run.session_id), true);
  const brought = useLoaded(`${run.id} ${turn}`, () => rest.runResults(run.id), true);
  return (
    <div className="insp-scroll">
      <h3 className="insp-head">{t.models}</h3>
      <Wait of={used}>{(u) => <Models usage={u} runId={run.id} />}</Wait>
      <h3 className="insp-head">{t.results}</h3>
      <p className="tiny quiet">{t.resultsHint}</p>
      <Wait of={brought}>{(list) => <Results list={list} start={start} />}</Wait>
    </div>
  );
}

/** money is what calls cost, which is told in millionths. */
export const money = (micros: number, currency: string, language: string): string =>
  (micros / 1e6).toLocaleString(language, { style: "currency", currency, maximumFractionDigits: 6 });

function Models({ usage, runId }: { usage: SessionUsageReply; runId: string }) {
  const t = useInspectorWords();
  const language = useLanguage();
  const own = usage.runs.filter((r) => r.run_id === runId);
  const n = (v: number) => v.toLocaleString(language);
  const cost = (micros: number, unpriced: number) =>
    unpriced > 0 && micros === 0 ? t.unpriced : money(micros, usage.currency || "USD", language);
  if (own.length === 0) return <p className="quiet">{t.noModels}</p>;
  return (
    <div className="scroll-x" tabIndex={0} role="group" aria-label={t.models}>
      <table className="insp-table">
        <thead>
          <tr>
            {t.modelHeads.map((h) => (
              <th key={h} scope="col">
                {h}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {own.map((r) => (
            <tr key={`${r.purpose} ${r.model}`}>
              <th scope="row">{r.purpose}</th>
              <td>{r.model}</td>
              <td>{n(r.calls)}</td>
              <td>{n(r.input_tokens)}</td>
              <td>{n(r.output_tokens)}</td>
              <td>{cost(r.cost_micros, r.unpriced_calls)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Results({ list, start }: { list: readonly RunResult[]; start: number }) {
  const t = useInspectorWords();
  const [most, setMost] = useState(page);
  if (list.length === 0) return <p className="quiet">{t.noResults}</p>;
  return (
    <>
      <ol className="insp-events">
        {list.slice(0, most).map((r) => (
          <Result key={r.name} result={r} start={start} />
        ))}
      </ol>
      {list.length > most && (
        <button type="button" className="link" onClick={() => setMost(most + page)}>
          {t.more(Math.min(page, list.length - most))}
        </button>
      )}
    </>
  );
}

function Result({ result, start }: { result: RunResult; start: number }) {
  const [open, setOpen] = useState(false);
  return (
    <li>
      <button type="button" className="insp-event" aria-expanded={open} onClick={() => setOpen(!open)}>
        <span className="insp-twist" data-open={open || undefined}>
          <Icon name="down" size={13} />
        </span>
        <code>{result.name}</code>
        <span className="tiny insp-time push">+{lasted(Date.parse(result.created_at) - start)}</span>
      </button>
      {open && (
        <div className="insp-payload">
          <Piece value={result.result} base={result.name} label={result.name} />
        </div>
      )}
    </li>
  );
}
