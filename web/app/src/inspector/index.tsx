// A developer's view of a conversation's runs: how the state came to be, what
// was told, where the time went, and whether it would come out the same.
// The server has hidden what is personal before any of it is sent.
import type { CheckpointEntry, MadangRest, Run, RunEvent } from "@madang/client";
import { useEffect, useMemo, useState } from "react";
import { messageOf } from "../session/backend.ts";
import { useLanguage } from "../words/index.ts";
import { Icon } from "../shell/Icon.tsx";
import { Calls } from "./Calls.tsx";
import { Events } from "./Events.tsx";
import { Forks } from "./Forks.tsx";
import { Graph } from "./Graph.tsx";
import { began, events, intents, over, points, States } from "./ask.ts";
import { useLoaded } from "./load.ts";
import { Moments } from "./Moments.tsx";
import { Tabs, Wait } from "./parts.tsx";
import { ReplayCheck } from "./ReplayCheck.tsx";
import { lasted } from "./spans.ts";
import { Times } from "./Times.tsx";
import { useInspectorWords } from "./words.ts";

type View = "states" | "graph" | "times" | "calls" | "events" | "forks" | "replay";

const open = (id: string) => {
  location.hash = `#/${id}`;
};
const took = (r: Run) => (r.finished_at ? Date.parse(r.finished_at) - began(r) : NaN);

export default function Inspector({ sessionId, runId, rest }: { sessionId: string; runId: string; rest: MadangRest }) {
  const t = useInspectorWords();
  const [turn, setTurn] = useState(0);
  const [picked, setPicked] = useState(runId);
  const [view, setView] = useState<View>("states");
  useEffect(() => setPicked(runId), [runId]);
  const runs = useLoaded(
    `${sessionId} ${picked} ${turn}`,
    async () => {
      const list = await rest.runs(sessionId, { limit: 200 });
      return list.some((r) => r.id === picked) ? list : [...list, await rest.run(picked)];
    },
    true,
  );
  const ended = runs.value?.filter(over).length ?? 0;
  const meant = useLoaded(`${sessionId} ${ended}`, () => intents(rest, sessionId), true);
  const states = useMemo(() => new States(rest), [rest]);
  const run = runs.value?.find((r) => r.id === picked);
  const live = run !== undefined && !over(run);
  useEffect(() => {
    // follow a run until it is over
    if (!live) return;
    const timer = setInterval(() => document.visibilityState === "visible" && setTurn((n) => n + 1), 2000);
    return () => clearInterval(timer);
  }, [live]);
  return (
    <div className="insp">
      <Wait of={runs}>
        {(list) => (
          <>
            <div className="insp-pick">
              <label className="insp-choice">
                <span className="unseen">{t.runs}</span>
                <select value={picked} onChange={(e) => setPicked(e.target.value)}>
                  {list.map((r) => (
                    <option key={r.id} value={r.id}>
                      {titleOf(r, meant.value?.[r.id])}
                    </option>
                  ))}
                </select>
              </label>
              <button
                type="button"
                className="ghost"
                aria-label={t.refresh}
                title={t.refresh}
                onClick={() => setTurn(turn + 1)}
              >
                <Icon name="retry" size={17} />
              </button>
            </div>
            {run && <RunHead key={run.id} rest={rest} run={run} intent={meant.value?.[run.id]} />}
            {run && (
              <RunViews
                key={`v${run.id}`}
                rest={rest}
                run={run}
                turn={turn}
                states={states}
                view={view}
                onView={setView}
              />
            )}
          </>
        )}
      </Wait>
    </div>
  );

  function titleOf(r: Run, intent?: string): string {
    return [
      t.run(r.seq),
      (intent && (t.intents[intent] ?? intent)) || t.kinds[r.kind] || r.kind,
      t.statuses[r.status] ?? r.status,
      r.finished_at ? lasted(took(r)) : "",
    ]
      .filter(Boolean)
      .join(" · ");
  }
}

function RunHead({ rest, run, intent }: { rest: MadangRest; run: Run; intent?: string }) {
  const t = useInspectorWords();
  const language = useLanguage();
  const [busy, setBusy] = useState(false);
  const [trouble, setTrouble] = useState("");
  const again = () => {
    setBusy(true);
    setTrouble("");
    rest
      .fork(run.session_id, { before_run_id: run.id, rerun: true })
      .then(
        (made) => open(made.session_id),
        (e) => setTrouble(messageOf(e)),
      )
      .finally(() => setBusy(false));
  };
  const facts: [string, string, string?][] = [
    [t.status, t.statuses[run.status] ?? run.status, run.status],
    [t.intent, intent ? (t.intents[intent] ?? intent) : "–"],
    [t.took, lasted(took(run))],
    [t.began, new Date(began(run)).toLocaleTimeString(language)],
    [t.attempt, String(run.attempt)],
  ];
  return (
    <div className="insp-run">
      <dl>
        {facts.map(([name, value, status]) => (
          <div key={name} data-status={status}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {run.query && (
        <button type="button" className="mini push" title={t.againHint} disabled={busy} onClick={again}>
          {busy ? t.forking : t.again}
        </button>
      )}
      {run.error && (
        <p className="notice bad">
          {t.error}: {run.error}
        </p>
      )}
      {trouble && (
        <p className="notice bad" role="alert">
          {trouble}
        </p>
      )}
    </div>
  );
}

function RunViews({
  rest,
  run,
  turn,
  states,
  view,
  onView,
}: {
  rest: MadangRest;
  run: Run;
  turn: number;
  states: States;
  view: View;
  onView(view: View): void;
}) {
  const t = useInspectorWords();
  const key = `${run.id} ${turn}`;
  const line = useLoaded(key, () => points(rest, run.session_id, run.id), true);
  const all = useLoaded(view === "graph" ? "assistants" : "", () => rest.assistants(), true);
  const [at, setAt] = useState("");
  const toPoint = (id: string) => {
    setAt(id);
    onView("states");
  };
  const told = useLoaded(view === "events" ? key : "", () => events(rest, run.id), true);
  return (
    <Tabs<View> label={t.views} names={t.tabs} chosen={view} onChoose={onView}>
      {view === "states" && (
        <Wait of={line}>
          {(list: CheckpointEntry[]) => (
            <Moments
              rest={rest}
              sessionId={run.session_id}
              runId={run.id}
              points={list}
              start={began(run)}
              states={states}
              at={at}
              onOpen={open}
            />
          )}
        </Wait>
      )}
      {view === "graph" && (
        <Wait of={all}>
          {(known) => (
            <Wait of={line}>
              {(list) => (
                <Graph
                  assistant={known.find((a) => a.name === run.assistant)}
                  points={list}
                  start={began(run)}
                  live={!over(run)}
                  onPoint={toPoint}
                />
              )}
            </Wait>
          )}
        </Wait>
      )}
      {view === "calls" && <Calls rest={rest} run={run} turn={turn} start={began(run)} />}
      {view === "forks" && <Forks rest={rest} sessionId={run.session_id} onOpen={open} />}
      {view === "events" && <Wait of={told}>{(list: RunEvent[]) => <Events list={list} start={began(run)} />}</Wait>}
      {view === "times" && (
        <Wait of={line}>
          {(list: CheckpointEntry[]) => <Times rest={rest} run={run} turn={turn} points={list} states={states} />}
        </Wait>
      )}
      {view === "replay" && <ReplayCheck rest={rest} runId={run.id} ready={over(run)} />}
    </Tabs>
  );
}
