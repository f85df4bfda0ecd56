// What differs between two points of a run.
import type { CheckpointEntry, MadangRest } from "@madang/client";
import { useLoaded } from "./load.ts";
import { Wait } from "./parts.tsx";
import { Piece } from "./Tree.tsx";
import { useInspectorWords } from "./words.ts";

const marks = { added: "+", removed: "−", changed: "~" } as const;

interface Props {
  rest: MadangRest;
  points: readonly CheckpointEntry[];
  from: string;
  to: string;
  onFrom(id: string): void;
  onTo(id: string): void;
  onHistory(path: string): void;
}

export function Compare({ rest, points, from, to, onFrom, onTo, onHistory }: Props) {
  const t = useInspectorWords();
  const different = from !== "" && to !== "" && from !== to;
  const diff = useLoaded(different ? `${from} ${to}` : "", () => rest.diffOf(from, to));
  const swap = () => {
    onFrom(to);
    onTo(from);
  };
  return (
    <div className="insp-compare">
      <div className="insp-two">
        <Choice label={t.from} points={points} chosen={from} onChoose={onFrom} />
        <button type="button" className="ghost" aria-label={t.swap} title={t.swap} disabled={!different} onClick={swap}>
          <Swap />
        </button>
        <Choice label={t.to} points={points} chosen={to} onChoose={onTo} />
      </div>
      {!from ? (
        <p className="quiet pad">{t.first}</p>
      ) : !different ? (
        <p className="quiet pad">{t.sameId}</p>
      ) : (
        <Wait of={diff}>
          {(d) =>
            d.changes.length === 0 ? (
              <p className="quiet pad">{t.same}</p>
            ) : (
              <>
                <p className="tiny quiet pad" role="status">
                  {t.changes(d.changes.length, d.truncated)}
                </p>
                <ul className="insp-diff">
                  {d.changes.map((c) => (
                    <li key={c.field} data-op={c.op}>
                      <div className="row wrap">
                        <span className="insp-op">
                          <span aria-hidden="true">{marks[c.op]}</span> {t.ops[c.op]}
                        </span>
                        <code className="insp-field">{c.field}</code>
                        <button
                          type="button"
                          className="mini push"
                          aria-label={`${t.history}: ${c.field}`}
                          onClick={() => onHistory(c.field)}
                        >
                          {t.history}
                        </button>
                      </div>
                      <dl className="insp-sides">
                        {c.op !== "added" && (
                          <div>
                            <dt>{t.before}</dt>
                            <dd>
                              <Piece value={c.from} base={c.field} label={`${t.before}: ${c.field}`} />
                            </dd>
                          </div>
                        )}
                        {c.op !== "removed" && (
                          <div>
                            <dt>{t.after}</dt>
                            <dd>
                              <Piece value={c.to} base={c.field} label={`${t.after}: ${c.field}`} />
                            </dd>
                          </div>
                        )}
                      </dl>
                    </li>
                  ))}
                </ul>
              </>
            )
          }
        </Wait>
      )}
    </div>
  );
}

function Swap() {
  return (
    <svg
      className="icon"
      width={16}
      height={16}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth={1.7}
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      focusable="false"
    >
      <path d="M4 9h15M15 5l4 4-4 4M20 16H5M9 12l-4 4 4 4" />
    </svg>
  );
}

function Choice({
  label,
  points,
  chosen,
  onChoose,
}: {
  label: string;
  points: readonly CheckpointEntry[];
  chosen: string;
  onChoose(id: string): void;
}) {
  return (
    <label className="insp-choice">
      <span className="tiny quiet">{label}</span>
      <select value={chosen} onChange={(e) => onChoose(e.target.value)}>
        {chosen === "" && <option value="">–</option>}
        {points.map((p) => (
          <option key={p.id} value={p.id}>
            {p.step_no} · {p.label || p.node}
          </option>
        ))}
      </select>
    </label>
  );
}
