// A long list draws only what is in sight.
import { type RefObject, useCallback, useEffect, useState } from "react";

/** slice is the first and the last row to draw, with some beyond the edges. */
export function slice(count: number, row: number, top: number, height: number, beyond = 8): [number, number] {
  const first = Math.max(0, Math.floor(top / row) - beyond);
  return [Math.min(first, Math.max(0, count - 1)), Math.min(count, Math.ceil((top + height) / row) + beyond)];
}

/** useSlice follows how a list of rows of one height is scrolled. */
export function useSlice(box: RefObject<HTMLElement | null>, count: number, row: number): [number, number] {
  const [place, setPlace] = useState({ top: 0, height: 600 });
  const look = useCallback(() => {
    const el = box.current;
    if (el)
      setPlace((p) =>
        p.top === el.scrollTop && p.height === el.clientHeight ? p : { top: el.scrollTop, height: el.clientHeight },
      );
  }, [box]);
  useEffect(() => {
    const el = box.current;
    if (!el) return;
    look();
    el.addEventListener("scroll", look, { passive: true });
    const sizes = new ResizeObserver(look);
    sizes.observe(el);
    return () => {
      el.removeEventListener("scroll", look);
      sizes.disconnect();
    };
  }, [box, look]);
  return slice(count, row, place.top, place.height);
}
