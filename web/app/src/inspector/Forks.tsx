// The tree of conversations that were made out of one another, and the way
// from each to each.
import type { BranchEntry, MadangRest } from "@madang/client";
import { useLanguage } from "../words/index.ts";
import { useLoaded } from "./load.ts";
import { Wait } from "./parts.tsx";
import { useInspectorWords } from "./words.ts";

export function Forks({ rest, sessionId, onOpen }: { rest: MadangRest; sessionId: string; onOpen(id: string): void }) {
  const t = useInspectorWords();
  const tree = useLoaded(sessionId, () => rest.forks(sessionId));
  return (
    <div className="insp-scroll">
      <p className="tiny quiet insp-bar">{t.forksHint}</p>
      <Wait of={tree}>
        {(list) => {
          const root = list.find((b) => !b.parent_id);
          return (
            <>
              {list.length < 2 && <p className="quiet">{t.noForks}</p>}
              {root && (
                <ul className="insp-forks">
                  <Branch entry={root} list={list} here={sessionId} onOpen={onOpen} />
                </ul>
              )}
            </>
          );
        }}
      </Wait>
    </div>
  );
}

function Branch({
  entry,
  list,
  here,
  onOpen,
}: {
  entry: BranchEntry;
  list: readonly BranchEntry[];
  here: string;
  onOpen(id: string): void;
}) {
  const t = useInspectorWords();
  const language = useLanguage();
  const own = entry.session_id === here;
  const below = list.filter((b) => b.parent_id === entry.session_id);
  return (
    <li>
      <div className="insp-branch" data-here={own || undefined}>
        {own ? (
          <strong>{entry.title}</strong>
        ) : (
          <button type="button" className="link" onClick={() => onOpen(entry.session_id)}>
            {entry.title}
          </button>
        )}
        {own && <span className="tag">{t.here}</span>}
        <span className="tiny quiet push">
          {[
            entry.parent_id ? (entry.parent_step ? t.fromStep(entry.parent_step) : t.fromStart) : t.root,
            new Date(entry.created_at).toLocaleString(language),
          ].join(" · ")}
        </span>
      </div>
      {below.length > 0 && (
        <ul className="insp-forks">
          {below.map((b) => (
            <Branch key={b.session_id} entry={b} list={list} here={here} onOpen={onOpen} />
          ))}
        </ul>
      )}
    </li>
  );
}
