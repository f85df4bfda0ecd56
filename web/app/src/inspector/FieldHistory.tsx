// The values that one field has had over the conversation.
import type { FieldPoint, MadangRest } from "@madang/client";
import { Button, Input } from "antd";
import { useEffect, useState } from "react";
import { messageOf } from "../session/backend.ts";
import { useLoaded } from "./load.ts";
import { Wait } from "./parts.tsx";
import { lasted } from "./spans.ts";
import { Piece } from "./Tree.tsx";
import { useInspectorWords } from "./words.ts";

interface Props {
  rest: MadangRest;
  sessionId: string;
  runId: string;
  start: number;
  /** Changes with what has been stored meanwhile. */
  version: number;
  path: string;
  onPath(path: string): void;
  onChoose(checkpointId: string): void;
}

export function FieldHistory({ rest, sessionId, runId, start, version, path, onPath, onChoose }: Props) {
  const t = useInspectorWords();
  const [typed, setTyped] = useState(path);
  useEffect(() => setTyped(path), [path]);
  const [more, setMore] = useState<{
    key: string;
    values: FieldPoint[];
    next?: number;
    trouble: string;
    busy: boolean;
  }>({ key: "", values: [], trouble: "", busy: false });
  const key = path && `${path} ${version}`;
  const first = useLoaded(key, () => rest.fieldChanges(sessionId, path, { limit: 50 }));
  const added = more.key === key ? more : undefined;
  const next = added ? added.next : first.value?.next_before_step;
  const older = () => {
    const before = { values: added?.values ?? [], key };
    setMore({ ...before, next, trouble: "", busy: true });
    rest.fieldChanges(sessionId, path, { limit: 50, beforeStep: next }).then(
      (page) =>
        setMore({
          ...before,
          values: [...before.values, ...page.values],
          next: page.next_before_step,
          trouble: "",
          busy: false,
        }),
      (e) => setMore({ ...before, next, trouble: messageOf(e), busy: false }),
    );
  };
  return (
    <div className="insp-history">
      <form
        className="row insp-field-form"
        onSubmit={(e) => {
          e.preventDefault();
          onPath(typed.trim());
        }}
      >
        <Input
          value={typed}
          aria-label={t.field}
          placeholder={t.fieldHint}
          onChange={(e) => setTyped(e.target.value)}
        />
        <Button htmlType="submit" disabled={!typed.trim()}>
          {t.look}
        </Button>
      </form>
      {path && (
        <Wait of={first}>
          {(page) => {
            const values = [...page.values, ...(added?.values ?? [])];
            if (!values.some((v) => v.exists)) return <p className="quiet pad">{t.noValues}</p>;
            return (
              <>
                <p className="tiny quiet pad" role="status">
                  {t.values(values.length)}
                </p>
                <ol className="insp-values">
                  {values.map((v) => (
                    <li key={v.checkpoint_id}>
                      <div className="row wrap">
                        {v.run_id === runId ? (
                          <button type="button" className="link" onClick={() => onChoose(v.checkpoint_id)}>
                            {t.atStep(v.step_no)}
                          </button>
                        ) : (
                          <span className="insp-step">
                            {t.atStep(v.step_no)} <span className="tag">{t.otherRun}</span>
                          </span>
                        )}
                        <span className="tiny quiet">{v.label || v.node}</span>
                        {v.run_id === runId && (
                          <span className="tiny insp-time push">+{lasted(Date.parse(v.created_at) - start)}</span>
                        )}
                      </div>
                      {v.exists ? (
                        <Piece value={v.value} base={path} label={`${t.atStep(v.step_no)}: ${path}`} />
                      ) : (
                        <span className="quiet">{t.gone}</span>
                      )}
                    </li>
                  ))}
                </ol>
                {added?.trouble && (
                  <p className="notice bad" role="alert">
                    {added.trouble}
                  </p>
                )}
                {next && (
                  <button type="button" className="link" disabled={added?.busy} onClick={older}>
                    {t.older}
                  </button>
                )}
              </>
            );
          }}
        </Wait>
      )}
    </div>
  );
}
