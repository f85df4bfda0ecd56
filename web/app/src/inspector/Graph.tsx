// The assistant's graph with the run's way through it: which nodes it was in,
// how often and how long, and where it is now.
import type { AssistantEntry, CheckpointEntry } from "@madang/client";
import { useEffect, useMemo, useRef } from "react";
import { box, layout, type Place, way } from "./layout.ts";
import { lasted, nodeSpans } from "./spans.ts";
import { useInspectorWords } from "./words.ts";

const end = "end";
/** What of a name there is room for. */
const most = 19;

interface Props {
  assistant: AssistantEntry | undefined;
  points: readonly CheckpointEntry[];
  start: number;
  live: boolean;
  /** shows the last state that a node left. */
  onPoint(checkpointId: string): void;
}

export function Graph({ assistant, points, start, live, onPoint }: Props) {
  const t = useInspectorWords();
  const drawn = useMemo(
    () => (assistant?.start && assistant.edges ? layout(assistant.start, assistant.edges) : undefined),
    [assistant],
  );
  const spans = useMemo(() => nodeSpans(points, start), [points, start]);
  const newest = points.at(-1);
  const now = live ? newest?.next_node || newest?.node || assistant?.start : "";
  const scroll = useRef<HTMLDivElement>(null);
  const at = drawn?.nodes.find((n) => n.name === now)?.x;
  useEffect(() => {
    const view = scroll.current;
    if (view && at !== undefined) view.scrollLeft = at + (box.width - view.clientWidth) / 2;
  }, [at]);
  if (!drawn) return <p className="quiet pad">{t.noGraph}</p>;
  const been = new Set(points.map((p) => p.node));
  const gone = new Set(points.flatMap((p, i) => [`${p.node} ${points[i + 1]?.node ?? (live ? p.next_node : end)}`]));
  if (!live && newest) been.add(end);
  return (
    <div className="insp-scroll">
      <p className="tiny quiet insp-bar" role="status">
        {live ? t.nowIn(now ?? "") : t.wasIn(been.size)} · {t.graphKeys}
      </p>
      <div ref={scroll} className="scroll-x" tabIndex={0} role="group" aria-label={t.tabs.graph}>
        <svg
          className="insp-graph"
          width={drawn.width}
          height={drawn.height}
          viewBox={`0 0 ${drawn.width} ${drawn.height}`}
          role="group"
          aria-label={t.tabs.graph}
        >
          <defs>
            <marker
              id="insp-arrow"
              viewBox="0 0 8 8"
              refX="7"
              refY="4"
              markerWidth="9"
              markerHeight="9"
              markerUnits="userSpaceOnUse"
              orient="auto"
            >
              <path d="M0 0L8 4L0 8z" />
            </marker>
          </defs>
          {drawn.edges.map((e) => (
            <path
              key={`${e.from.name} ${e.to.name}`}
              className="insp-edge"
              d={way(e.from, e.to, e.back, e.low)}
              data-back={e.back || undefined}
              data-gone={gone.has(`${e.from.name} ${e.to.name}`) || undefined}
              markerEnd="url(#insp-arrow)"
            />
          ))}
          {drawn.nodes.map((n) => (
            <Node
              key={n.name}
              place={n}
              stays={spans.filter((s) => s.name === n.name)}
              been={been.has(n.name)}
              now={n.name === now}
              onOpen={lastOf(n.name)}
            />
          ))}
        </svg>
      </div>
    </div>
  );

  function lastOf(name: string): (() => void) | undefined {
    const last = points.findLast((p) => p.node === name);
    return last && (() => onPoint(last.id));
  }
}

function Node({
  place,
  stays,
  been,
  now,
  onOpen,
}: {
  place: Place;
  stays: { from: number; to: number }[];
  been: boolean;
  now: boolean;
  onOpen: (() => void) | undefined;
}) {
  const t = useInspectorWords();
  const took = stays.reduce((sum, s) => sum + s.to - s.from, 0);
  const note = [now ? t.running : "", stays.length > 0 ? lasted(took) : "", stays.length > 1 ? `×${stays.length}` : ""]
    .filter(Boolean)
    .join(" · ");
  const act = onOpen
    ? {
        role: "button",
        tabIndex: 0,
        onClick: onOpen,
        onKeyDown: (e: React.KeyboardEvent) => {
          if (e.key === "Enter" || e.key === " ") {
            e.preventDefault();
            onOpen();
          }
        },
      }
    : {};
  const name = place.name === end ? t.end : place.name;
  return (
    <g
      className="insp-node"
      data-been={been || undefined}
      data-now={now || undefined}
      transform={`translate(${place.x} ${place.y})`}
      {...act}
    >
      {name.length > most && <title>{name}</title>}
      <rect width={box.width} height={box.height} rx={10} />
      <text x={box.width / 2} y={note ? 18 : 27} textAnchor="middle">
        {name.length > most ? `${name.slice(0, most - 1)}…` : name}
      </text>
      {note && (
        <text className="insp-node-note" x={box.width / 2} y={35} textAnchor="middle">
          {note}
        </text>
      )}
    </g>
  );
}
