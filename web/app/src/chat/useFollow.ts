// Where the reader is in a conversation that grows at both ends.
import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from "react";

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
  const set = useRef({ top: 0, height: 0, room: 0 });

  const note = useCallback(() => {
    const b = box.current,
      t = tail.current;
    if (!b || !t) return;
    set.current = { top: b.scrollTop, height: b.scrollHeight, room: b.clientHeight };
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
    if (hold.current !== "reader") b.scrollTop = hold.current === "end" ? end : Math.min(end, top);
    note();
  }, [box, tail, note]);

  useEffect(() => {
    const b = box.current,
      c = content.current;
    if (!b || !c) return;
    const scrolled = () => {
      const { top, height, room: was } = set.current;
      // What moves when sizes change was moved by the browser, or by settle().
      if (b.scrollHeight === height && b.clientHeight === was && Math.abs(b.scrollTop - top) > 2) {
        hold.current = b.scrollHeight - b.clientHeight - b.scrollTop <= 2 ? "end" : "reader";
      }
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
    }
    before.current = asked;
    settle();
  }, [asked, settle]);

  const toEnd = useCallback(() => {
    const b = box.current;
    if (!b) return;
    hold.current = "end";
    b.scrollTop = b.scrollHeight;
    note();
  }, [box, note]);

  return { away, toEnd };
}
