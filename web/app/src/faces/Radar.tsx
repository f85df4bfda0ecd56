import { useWords } from "../words/index.ts";

export interface Axis {
  name: string;
  value: number;
}

const size = 300,
  mid = size / 2,
  reach = 92;

/** Radar draws values of 0 to 100 around a middle, and says them as a list to
 *  who can't see it. It needs three axes; with fewer it is bars. */
export function Radar({ axes }: { axes: Axis[] }) {
  const t = useWords().interview;
  if (axes.length === 0) return null;
  const at = (i: number, share: number): [number, number] => {
    const angle = (2 * Math.PI * i) / axes.length - Math.PI / 2;
    return [mid + Math.cos(angle) * reach * share, mid + Math.sin(angle) * reach * share];
  };
  const ring = (share: number | ((a: Axis) => number)) =>
    axes
      .map((a, i) =>
        at(i, typeof share === "number" ? share : share(a))
          .map((n) => n.toFixed(1))
          .join(","),
      )
      .join(" ");
  return (
    <figure className="card radar">
      <figcaption>{t.radar(axes.length)}</figcaption>
      {axes.length >= 3 && (
        <svg viewBox={`0 0 ${size} ${size}`} aria-hidden="true" focusable="false">
          {[0.25, 0.5, 0.75, 1].map((share) => (
            <polygon key={share} className="radar-ring" points={ring(share)} />
          ))}
          {axes.map((a, i) => {
            const [x, y] = at(i, 1);
            return <line key={a.name} className="radar-ring" x1={mid} y1={mid} x2={x} y2={y} />;
          })}
          <polygon className="radar-area" points={ring((a) => Math.max(0.02, Math.min(1, a.value / 100)))} />
          {axes.map((a, i) => {
            const [x, y] = at(i, 1.2);
            return (
              <text
                key={a.name}
                x={x}
                y={y}
                textAnchor={Math.abs(x - mid) < 8 ? "middle" : x > mid ? "start" : "end"}
                dominantBaseline="middle"
              >
                {a.name}
              </text>
            );
          })}
        </svg>
      )}
      <ul className="criteria">
        {axes.map((a) => (
          <li key={a.name}>
            <span>{a.name}</span>
            <span className="bar still" aria-hidden="true">
              <i style={{ transform: `scaleX(${Math.min(1, a.value / 100)})` }} />
            </span>
            <span>{t.score(Math.round(a.value))}</span>
          </li>
        ))}
      </ul>
    </figure>
  );
}
