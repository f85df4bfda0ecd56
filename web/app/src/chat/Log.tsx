// What was said, from the newest back as far as one reads. Only a window of
// it is in the page, so that a conversation of any length stays light.
import { memo, useEffect, useMemo, useRef, useState } from "react";
import { createPortal } from "react-dom";
import { Icon } from "../shell/Icon.tsx";
import type { Conversation, Glance } from "../session/conversation.ts";
import type { Item, View } from "../view/types.ts";
import { useWords } from "../words/index.ts";
import { Answer } from "./Answer.tsx";
import { Asked } from "./Asked.tsx";
import { KeepPlace } from "./KeepPlace.tsx";
import { useFollow } from "./useFollow.ts";
import { Work } from "./Work.tsx";

const start = 45;
const step = 36;
const most = 150;

/** foot is where the way to the end is offered: below what is read, over none of it. */
export function Log({
  glance,
  conversation,
  foot,
}: {
  glance: Glance;
  conversation: Conversation;
  foot: HTMLElement | null;
}) {
  const t = useWords();
  const { view, loading } = glance;
  const box = useRef<HTMLDivElement>(null);
  const content = useRef<HTMLDivElement>(null);
  const top = useRef<HTMLDivElement>(null);
  const bottom = useRef<HTMLDivElement>(null);
  const newest = useMemo(() => newestAsked(view), [view.items]);
  const pages = useWindow(view);
  const { from, to } = pages;
  const follow = useFollow(box, content, bottom, newest);
  useEffect(() => pages.end(), [newest]);
  const can = useRef({ up: () => {}, down: () => {} });
  can.current = {
    up: () => {
      if (loading) return;
      if (from > 0) pages.up();
      else if (view.before > 1) void conversation.older();
    },
    down: () => {
      if (to < view.items.length) pages.down();
    },
  };
  useEffect(() => {
    const watch = new IntersectionObserver(
      (seen) => {
        for (const s of seen) if (s.isIntersecting) (s.target === top.current ? can.current.up : can.current.down)();
      },
      { root: box.current, rootMargin: "600px 0px" },
    );
    if (top.current) watch.observe(top.current);
    if (bottom.current) watch.observe(bottom.current);
    return () => watch.disconnect();
  }, [from, to, view.before, loading]);

  const items = view.items.slice(from, to);
  const answered = useMemo(
    () => new Set(view.items.flatMap((i) => (i.kind === "answer" ? [i.runId] : []))),
    [view.items],
  );
  const lastAnswer = view.items.findLast((i) => i.kind === "answer");
  return (
    <div className="log-frame">
      <div className="log" ref={box} tabIndex={0} role="region" aria-label={t.log}>
        <div className="log-content" ref={content}>
          <div ref={top} className="edge">
            {(from > 0 || view.before > 1) && (
              <button
                type="button"
                className="link tiny"
                disabled={loading === "older"}
                onClick={() => can.current.up()}
              >
                {loading === "older" ? t.loadingOlder : t.older}
              </button>
            )}
          </div>
          <KeepPlace box={box} revision={`${from}:${to}:${view.before}`}>
            {items.map((item) => (
              <Entry
                key={item.key}
                item={item}
                view={view}
                answered={item.kind === "run" && answered.has(item.runId)}
                last={item === lastAnswer}
              />
            ))}
          </KeepPlace>
          <div ref={bottom} className="edge end" />
        </div>
      </div>
      {foot &&
        (follow.away || to < view.items.length) &&
        createPortal(
          <button
            type="button"
            className="ghost to-end"
            aria-label={t.latest}
            title={t.latest}
            onClick={() => {
              pages.end();
              requestAnimationFrame(follow.toEnd);
            }}
          >
            <Icon name="arrowDown" size={18} />
          </button>,
          foot,
        )}
    </div>
  );
}

/** newestAsked changes when something has just been asked here; what another
 *  tab asks moves nobody. */
const newestAsked = (view: View): string =>
  view.items.findLast((i) => i.kind === "user" && i.clientMsgId !== undefined && i.state !== "failed")?.key ?? "";

/** useWindow is the part of the items that is in the page: the end, or what
 *  the reader went back to. */
function useWindow(view: View) {
  const [at, setAt] = useState<{ first?: string; last?: string }>({});
  const { items } = view;
  const index = (key: string | undefined) => (key === undefined ? -1 : items.findIndex((i) => i.key === key));
  const first = index(at.first),
    last = index(at.last);
  const to = last >= 0 ? last + 1 : items.length;
  const from = first >= 0 ? Math.min(first, to) : at.first === undefined ? Math.max(0, to - start) : 0;
  const set = (f: number, l: number) =>
    setAt({ first: items[Math.max(0, f)]?.key, last: l >= items.length ? undefined : items[l - 1]?.key });
  return {
    from,
    to,
    up: () => {
      const f = Math.max(0, from - step);
      set(f, Math.min(to, f + most));
    },
    down: () => {
      const l = Math.min(items.length, to + step);
      set(Math.max(from, l - most), l);
    },
    end: () => setAt({}),
  };
}

const Entry = memo(
  function Entry({ item, view, last, answered }: { item: Item; view: View; last: boolean; answered: boolean }) {
    switch (item.kind) {
      case "user":
        return (
          <div data-item data-asked={item.key}>
            <Asked item={item} editable={Boolean(item.runId && isOwn(view, item.runId))} />
          </div>
        );
      case "run": {
        const run = view.runs[item.runId];
        return run ? (
          <div data-item>
            <Work run={run} answered={answered} />
          </div>
        ) : null;
      }
      case "answer":
        return (
          <div data-item>
            <Answer item={item} run={view.runs[item.runId]} last={last} own={isOwn(view, item.runId)} />
          </div>
        );
      case "notice":
        return (
          <p data-item className={item.bad ? "notice bad" : "notice"} role={item.bad ? "alert" : undefined}>
            {item.text}
          </p>
        );
    }
  },
  (a, b) =>
    a.item === b.item &&
    a.last === b.last &&
    a.answered === b.answered &&
    runOf(a) === runOf(b) &&
    runOf(a)?.foreign === runOf(b)?.foreign,
);

const runOf = (p: { item: Item; view: View }) =>
  "runId" in p.item && p.item.runId ? p.view.runs[p.item.runId] : undefined;

/** A message that was copied from another conversation has its run there. */
const isOwn = (view: View, runId: string) => Boolean(view.runs[runId]) && !view.runs[runId]?.foreign;
