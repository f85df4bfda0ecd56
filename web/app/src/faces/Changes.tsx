// Two versions of a document: which lines went, and which came.
import { plainText, type Backend } from "../session/backend.ts";
import { useWords } from "../words/index.ts";
import type { DocumentEntry } from "../wire.ts";
import { type Line, linesOf } from "./difference.ts";
import { useDocument } from "./DocumentView.tsx";

export default function Changes({ from, to, backend }: { from: string; to: DocumentEntry; backend: Backend }) {
  const t = useWords().versions;
  const { document: before, trouble } = useDocument(from, backend);
  if (trouble)
    return (
      <p className="notice bad" role="alert">
        {trouble}
      </p>
    );
  if (!before || before.id !== from) return <p className="quiet pulse">…</p>;
  const lines = linesOf(before.markdown ?? "", to.markdown ?? "");
  const count = (kind: Line["kind"]) => lines.filter((l) => l.kind === kind).length;
  return (
    <section aria-label={t.compared}>
      <p className="tiny faint" role="status">
        {count("added") + count("gone") === 0 ? t.same : t.counted(count("added"), count("gone"))}
      </p>
      <ul className="sheet changes" tabIndex={0}>
        {lines.map((l, i) =>
          l.kind === "skipped" ? (
            <li key={i} className="tiny faint">
              {t.skipped(l.count ?? 0)}
            </li>
          ) : (
            <li key={i} data-kind={l.kind}>
              {l.kind !== "same" && <span className="unseen">{l.kind === "added" ? t.added : t.gone}: </span>}
              {plainText(l.text) || "\u00a0"}
            </li>
          ),
        )}
      </ul>
    </section>
  );
}
