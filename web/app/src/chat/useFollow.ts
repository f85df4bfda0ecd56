// Where the reader is in a conversation that grows at both ends.
import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from "react";

const near = 72;
const room = 16;

export interface Follow {
  /** Something new is out of sight below. */
  away: boolean;
  toEnd(): void;
}

/** useFollow goes along with what is added as long as the reader is at the
 *  end, but never past the top of the newest question: from there on the
 *  answer grows below and nothing moves. */
export function useFollow(box: RefObject<HTMLElement | null>, content: RefObject<HTMLElement | null>, asked: string): Follow {
  const [away, setAway] = useState(false);
  const following = useRef(true);
  const before = useRef(asked);

  const settle = useCallback(() => {
    const b = box.current;
    if (!b) return;
    const newest = b.querySelectorAll<HTMLElement>("[data-asked]");
    const top = newest[newest.length - 1]?.offsetTop ?? Infinity;
    const target = Math.min(b.scrollHeight - b.clientHeight, top - room);
    if (following.current && b.scrollTop < target) b.scrollTop = target;
    setAway(b.scrollHeight - b.clientHeight - b.scrollTop > near);
  }, [box]);

  useEffect(() => {
    const b = box.current, c = content.current;
    if (!b || !c) return;
    let last = b.scrollTop;
    const scrolled = () => {
      const end = b.scrollHeight - b.clientHeight;
      if (b.scrollTop < last - 2 && end - b.scrollTop > near) following.current = false;
      if (end - b.scrollTop <= near) following.current = true;
      last = b.scrollTop;
      setAway(end - b.scrollTop > near);
    };
    b.addEventListener("scroll", scrolled, { passive: true });
    const watch = new ResizeObserver(settle);
    watch.observe(c);
    watch.observe(b);
    return () => { b.removeEventListener("scroll", scrolled); watch.disconnect(); };
  }, [box, content, settle]);

  useLayoutEffect(() => {
    if (asked !== before.current) following.current = true;
    before.current = asked;
    settle();
  }, [asked, settle]);

  const toEnd = useCallback(() => {
    const b = box.current;
    if (!b) return;
    following.current = true;
    b.scrollTo({ top: b.scrollHeight, behavior: matchMedia("(prefers-reduced-motion: reduce)").matches ? "auto" : "smooth" });
  }, [box]);

  return { away, toEnd };
}
