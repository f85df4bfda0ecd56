import { type RefObject, useLayoutEffect } from "react";

const most = 240;

/** useGrowing makes a box's textarea as high as its text, up to a bound. The
 *  library's own way writes style attributes, which the page's policy forbids. */
export function useGrowing(box: RefObject<HTMLElement | null>, text: string): void {
  useLayoutEffect(() => {
    const area = box.current?.querySelector("textarea");
    if (!area) return;
    area.rows = 1;
    area.style.height = "auto";
    area.style.height = `${Math.min(area.scrollHeight + 2, most)}px`;
    area.style.overflowY = area.scrollHeight > most ? "auto" : "hidden";
  }, [box, text]);
}
