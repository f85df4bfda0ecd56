// Where the time of a run went: nodes one after another, steps side by side,
// and the calls of models with what they took.
import { type Span, lasted, ticks } from "./spans.ts";
import { useInspectorWords } from "./words.ts";
import { useLanguage, useWords } from "../words/index.ts";
import { money } from "./Calls.tsx";

interface Props {
  spans: readonly Span[];
  total: number;
  open: boolean;
  currency: string;
}

export function Waterfall({ spans, total, open, currency }: Props) {
  const t = useInspectorWords();
  const most = Math.max(total, ...spans.map((s) => s.to), 1);
  if (spans.length === 0) return <p className="quiet pad">{t.noTimes}</p>;
  const marks = ticks(most);
  const group = (kind: Span["kind"], title: string) => {
    const list = spans.filter((s) => s.kind === kind);
    if (list.length === 0) return null;
    return (
      <section>
        <h3 className="insp-head">{title}</h3>
        <ol className="insp-bars">
          {list.map((s) => (
            <Bar key={s.key} span={s} most={most} marks={marks} currency={currency} />
          ))}
        </ol>
      </section>
    );
  };
  return (
    <div className="insp-scroll insp-fall">
      <p className="tiny quiet insp-bar">
        {t.total(lasted(total))}
        {open && ` · ${t.untilNow}`}
      </p>
      <div className="insp-axis" aria-hidden="true">
        <span />
        <div>
          {marks.map((m) => (
            <span
              key={m}
              ref={(el) => {
                if (el) el.style.left = `${(m / most) * 100}%`;
              }}
              data-edge={m / most > 0.92 || undefined}
            >
              {lasted(m)}
            </span>
          ))}
        </div>
      </div>
      {group("step", t.steps)}
      {group("call", t.callSpans)}
      {group("node", t.nodes)}
    </div>
  );
}

function Bar({ span, most, marks, currency }: { span: Span; most: number; marks: number[]; currency: string }) {
  const t = useInspectorWords();
  const language = useLanguage();
  const { status } = useWords();
  const words = [
    span.note,
    span.kind === "step" ? (status[span.status as keyof typeof status] ?? span.status) : "",
    span.took && t.tokens(span.took.input, span.took.output),
    span.took && (span.took.unpriced ? t.unpriced : money(span.took.cost, currency, language)),
    span.kind === "call" ? span.status : "",
  ];
  return (
    <li className="insp-bar-row" data-kind={span.kind} data-status={span.status}>
      <div className="insp-bar-name">
        <span>{span.name}</span>
        <span className="tiny quiet">{words.filter(Boolean).join(" · ")}</span>
      </div>
      <div className="insp-track">
        {marks.map((m) => (
          <i
            key={m}
            className="insp-tick"
            ref={(el) => {
              if (el) el.style.left = `${(m / most) * 100}%`;
            }}
          />
        ))}
        <i
          className="insp-fill"
          data-open={span.open || undefined}
          ref={(el) => {
            if (el) {
              el.style.left = `${(span.from / most) * 100}%`;
              el.style.width = `${((span.to - span.from) / most) * 100}%`;
            }
          }}
        />
      </div>
      <span className="tiny insp-time">
        <span aria-hidden="true">{lasted(span.to - span.from)}</span>
        <span className="unseen">{t.span(lasted(span.from), lasted(span.to), lasted(span.to - span.from))}</span>
      </span>
    </li>
  );
}
