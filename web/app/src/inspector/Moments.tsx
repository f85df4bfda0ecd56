// The transitions of a run beside what one of them left: its state, what
// differs from another, and the history of a field.
import type { CheckpointEntry, MadangRest } from "@madang/client";
import { useEffect, useMemo, useState } from "react";
import { messageOf } from "../session/backend.ts";
import { Compare } from "./Compare.tsx";
import { ChangeList, type Changes } from "./Edit.tsx";
import { FieldHistory } from "./FieldHistory.tsx";
import { mostPoints, type States } from "./ask.ts";
import { useLoaded } from "./load.ts";
import { Tabs, Wait } from "./parts.tsx";
import { lasted } from "./spans.ts";
import { StateTree } from "./StateTree.tsx";
import { Timeline } from "./Timeline.tsx";
import { useInspectorWords } from "./words.ts";

type Part = "state" | "compare" | "field";

interface Props {
  rest: MadangRest;
  sessionId: string;
  runId: string;
  points: readonly CheckpointEntry[];
  start: number;
  states: States;
  /** The checkpoint to begin with; "" is the newest. */
  at: string;
  /** opens a conversation. */
  onOpen(sessionId: string): void;
}

export function Moments({ rest, sessionId, runId, points, start, states, at: first, onOpen }: Props) {
  const t = useInspectorWords();
  const [picked, setPicked] = useState(first);
  const [base, setBase] = useState("");
  const [part, setPart] = useState<Part>("state");
  const [path, setPath] = useState("");
  const [field, setField] = useState("");
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set());
  const [changes, setChanges] = useState<Changes>({});
  const chosen = points.some((p) => p.id === picked) ? picked : (points.at(-1)?.id ?? "");
  const at = points.findIndex((p) => p.id === chosen);
  const from = base || points[at - 1]?.id || "";
  const point = points[at];
  const state = useLoaded(chosen, () => states.of(sessionId, chosen), true);
  useEffect(() => setBase(""), [runId]);
  // Changes are of one state.
  useEffect(() => setChanges({}), [chosen]);
  const drop = (path: string) => setChanges(Object.fromEntries(Object.entries(changes).filter(([p]) => p !== path)));

  const look = (p: string) => {
    setField(p);
    setPart("field");
  };
  const names = useMemo(() => ({ state: t.parts.state, compare: t.parts.compare, field: t.parts.field }), [t]);
  if (!point) return <p className="quiet pad">{t.noPoints}</p>;
  return (
    <div className="insp-moments">
      <div className="insp-left">
        <Timeline
          points={points}
          start={start}
          chosen={chosen}
          base={base}
          onChoose={setPicked}
          onBase={(id) => {
            setBase(id === base ? "" : id);
            setPart("compare");
          }}
        />
        {points.length >= mostPoints && <p className="tiny quiet pad">{t.newest(mostPoints)}</p>}
      </div>
      <section className="insp-right" aria-label={t.part}>
        <PointHead
          rest={rest}
          sessionId={sessionId}
          point={point}
          start={start}
          changes={changes}
          onDrop={drop}
          onOpen={onOpen}
        />
        <Tabs<Part> label={t.part} small names={names} chosen={part} onChoose={setPart}>
          {part === "state" && (
            <Wait of={state}>
              {(c) =>
                (c.id === chosen || state.loading) && (
                  <StateTree
                    point={c}
                    chosen={path}
                    onChoose={setPath}
                    onHistory={look}
                    open={open}
                    onOpen={setOpen}
                    onEdit={(p, value) => setChanges({ ...changes, [p]: value })}
                  />
                )
              }
            </Wait>
          )}
          {part === "compare" && (
            <Compare
              rest={rest}
              points={points}
              from={from}
              to={chosen}
              onFrom={setBase}
              onTo={setPicked}
              onHistory={look}
            />
          )}
          {part === "field" && (
            <FieldHistory
              rest={rest}
              sessionId={sessionId}
              runId={runId}
              start={start}
              version={points.length}
              path={field}
              onPath={setField}
              onChoose={setPicked}
            />
          )}
        </Tabs>
      </section>
    </div>
  );
}

function PointHead({
  rest,
  sessionId,
  point,
  start,
  changes,
  onDrop,
  onOpen,
}: {
  rest: MadangRest;
  sessionId: string;
  point: CheckpointEntry;
  start: number;
  changes: Changes;
  onDrop(path: string): void;
  onOpen(id: string): void;
}) {
  const t = useInspectorWords();
  const [busy, setBusy] = useState("");
  const [trouble, setTrouble] = useState("");
  useEffect(() => setTrouble(""), [point.id]);
  const ends = !point.next_node || point.next_node === "end";
  const fork = (rerun: boolean) => {
    setBusy(rerun ? "on" : "fork");
    setTrouble("");
    rest
      .fork(sessionId, {
        checkpoint_id: point.id,
        ...(rerun ? { rerun } : {}),
        ...(Object.keys(changes).length > 0 ? { changes } : {}),
      })
      .then(
        (made) => onOpen(made.session_id),
        (e) => setTrouble(whyNot(e)),
      )
      .finally(() => setBusy(""));
  };
  return (
    <header className="insp-point-head">
      <div className="row wrap">
        <h3>
          {point.step_no} · {point.label || point.node}
        </h3>
        <span className="row wrap push">
          <button type="button" className="mini" title={t.forkHint} disabled={busy !== ""} onClick={() => fork(false)}>
            {busy === "fork" ? t.forking : t.fork}
          </button>
          {!ends && (
            <button type="button" className="mini" title={t.goOnHint} disabled={busy !== ""} onClick={() => fork(true)}>
              {busy === "on" ? t.forking : t.goOn}
            </button>
          )}
        </span>
      </div>
      <p className="tiny quiet">
        {t.node} {point.node} · {t.next} {ends ? t.end : point.next_node} · {t.phase} {point.phase} · +
        {lasted(Date.parse(point.created_at) - start)}
      </p>
      <ChangeList changes={changes} onDrop={onDrop} />
      {trouble && (
        <p className="notice bad" role="alert">
          {trouble}
        </p>
      )}
    </header>
  );
}

/** whyNot adds to the server's sentence what it says of the changes. */
function whyNot(e: unknown): string {
  const detail = (e as { details?: Record<string, string> }).details?.changes;
  return [messageOf(e), detail].filter(Boolean).join(" ");
}
