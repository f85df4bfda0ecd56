// Whose scroll it was: where the page itself last put a box, or saw it stand.
// Any other place than that is one that its reader went to.
const places = new WeakMap<Element, { top: number; end: number }>();

const endOf = (box: Element) => box.scrollHeight - box.clientHeight;

/** note has a box's place be known. */
export const note = (box: Element): void => void places.set(box, { top: box.scrollTop, end: endOf(box) });

/** moveTo scrolls a box in the page's name. */
export function moveTo(box: Element, top: number): void {
  box.scrollTop = top;
  note(box);
}

/** byReader tells whether a box stands where neither the page put it nor the
 *  browser, which pulls it up when what was at its end is gone. */
export function byReader(box: Element): boolean {
  const known = places.get(box);
  if (!known || Math.abs(box.scrollTop - known.top) <= 2) return false;
  const end = endOf(box);
  return !(end < known.end && known.top > end && box.scrollTop >= end - 2);
}

/** atEnd tells whether there is nothing more below. */
export const atEnd = (box: Element): boolean => endOf(box) - box.scrollTop <= 2;
