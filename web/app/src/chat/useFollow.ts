// Where the reader is in a conversation that grows at both ends.
import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from "react";
import { atEnd, byReader, moveTo, note as noted } from "./place.ts";

const near = 72;
const room = 4;

/** What the view keeps to while things grow: the newest question at its top,
 *  the end, or wherever the reader went. */
type Hold = "question" | "end" | "reader";

export interface Follow {
  /** Something new is out of sight below. */
  away: boolean;
  toEnd(): void;
}

/** useFollow puts what was just asked at the top, where it stays while its
 *  answer grows below. Space after the end, in tail, lets a short answer's
 *  question come that far up. Only the reader's own scrolling ends it, and the
 *  next question begins it anew. */
export function useFollow(
  box: RefObject<HTMLElement | null>,
  content: RefObject<HTMLElement | null>,
  tail: RefObject<HTMLElement | null>,
  asked: string,
): Follow {
  const [away, setAway] = useState(false);
  const hold = useRef<Hold>("question");
  const before = useRef(asked);
  const fresh = useRef(false);

  const note = useCallback(() => {
    const b = box.current,
      t = tail.current;
    if (!b || !t) return;
    noted(b);
    setAway(t.offsetTop - b.clientHeight - b.scrollTop > near);
  }, [box, tail]);

  const settle = useCallback(() => {
    const b = box.current,
      t = tail.current;
    if (!b || !t) return;
    const all = b.querySelectorAll<HTMLElement>("[data-asked]");
    const top = (all[all.length - 1]?.offsetTop ?? Infinity) - room;
    // Of a conversation that is only opened, the end is shown as it is.
    const space = fresh.current && Number.isFinite(top) ? Math.max(0, b.clientHeight - (t.offsetTop - top)) : 0;
    t.style.minHeight = `${space}px`;
    const end = b.scrollHeight - b.clientHeight;
    // A size may change before it is told that the reader has scrolled.
    if (byReader(b)) hold.current = atEnd(b) ? "end" : "reader";
    if (hold.current !== "reader") moveTo(b, hold.current === "end" ? end : Math.min(end, top));
    note();
  }, [box, tail, note]);

  useEffect(() => {
    const b = box.current,
      c = content.current;
    if (!b || !c) return;
    const scrolled = () => {
      if (byReader(b)) hold.current = atEnd(b) ? "end" : "reader";
      note();
    };
    b.addEventListener("scroll", scrolled, { passive: true });
    const watch = new ResizeObserver(settle);
    watch.observe(c);
    watch.observe(b);
    return () => {
      b.removeEventListener("scroll", scrolled);
      watch.disconnect();
    };
  }, [box, content, settle, note]);

  useLayoutEffect(() => {
    if (asked !== before.current) {
      // The first that is known may be one that was stored.
      fresh.current = before.current !== "" || fresh.current;
      hold.current = "question";
      if (box.current) noted(box.current);
    }
    before.current = asked;
    settle();
  }, [asked, box, settle]);

  const toEnd = useCallback(() => {
    const b = box.current;
    if (!b) return;
    hold.current = "end";
    moveTo(b, b.scrollHeight);
    note();
  }, [box, note]);

  return { away, toEnd };
}
