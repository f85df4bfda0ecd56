// Whether a run comes out the same when it is carried out again.
import type { MadangRest, Replay } from "@madang/client";
import { Button } from "antd";
import { useState } from "react";
import { messageOf } from "../session/backend.ts";
import { Icon } from "../shell/Icon.tsx";
import { Piece } from "./Tree.tsx";
import { useInspectorWords } from "./words.ts";

export function ReplayCheck({ rest, runId, ready }: { rest: MadangRest; runId: string; ready: boolean }) {
  const t = useInspectorWords();
  const [busy, setBusy] = useState(false);
  const [trouble, setTrouble] = useState("");
  const [result, setResult] = useState<Replay>();
  const check = () => {
    setBusy(true);
    setTrouble("");
    rest
      .replay(runId)
      .then(setResult, (e) => {
        setResult(undefined);
        setTrouble(messageOf(e));
      })
      .finally(() => setBusy(false));
  };
  return (
    <div className="insp-scroll insp-replay">
      <p className="quiet">{t.replayHint}</p>
      <div className="row wrap">
        <Button type="primary" loading={busy} disabled={!ready} onClick={check}>
          {busy ? t.replaying : t.replay}
        </Button>
        {!ready && <span className="tiny quiet">{t.notYet}</span>}
      </div>
      <div aria-live="polite">
        {trouble && <p className="notice bad">{trouble}</p>}
        {result?.equal && (
          <p className="insp-verdict" data-equal>
            <Icon name="check" size={18} />
            <span>
              <strong>{t.equal}</strong>
              <br />
              <span className="quiet tiny">{t.equalOf(result.events, result.checkpoints)}</span>
            </span>
          </p>
        )}
        {result && !result.equal && (
          <p className="insp-verdict">
            <Icon name="alert" size={18} />
            <span>
              <strong>{t.differs(result.differences.length)}</strong>
              <br />
              <span className="quiet tiny">{t.differsHint}</span>
            </span>
          </p>
        )}
      </div>
      {result && result.differences.length > 0 && (
        <ul className="insp-diff">
          {result.differences.map((d, i) => (
            <li key={i} data-op="changed">
              <code className="insp-field">{d.where}</code>
              <dl className="insp-sides">
                <div>
                  <dt>{t.recorded}</dt>
                  <dd>
                    <Piece value={read(d.recorded)} base={d.where} label={`${t.recorded}: ${d.where}`} />
                  </dd>
                </div>
                <div>
                  <dt>{t.replayed}</dt>
                  <dd>
                    <Piece value={read(d.replayed)} base={d.where} label={`${t.replayed}: ${d.where}`} />
                  </dd>
                </div>
              </dl>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

/** read is a side as a value; one that was cut stays a text. */
function read(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}
