import { Component, type ReactNode, type RefObject } from "react";
import { moveTo } from "./place.ts";

interface Props {
  box: RefObject<HTMLElement | null>;
  revision: string;
  children: ReactNode;
}
type Seen = { node: Element; top: number }[];

/** KeepPlace leaves what is read where it is when a revision of its children
 *  adds or takes away something above. It looks right before the page changes:
 *  whoever scrolls has moved on since the change was asked for. */
export class KeepPlace extends Component<Props> {
  override getSnapshotBeforeUpdate(before: Props): Seen | null {
    const box = this.props.box.current;
    if (!box || before.revision === this.props.revision) return null;
    const { top, bottom } = box.getBoundingClientRect();
    return [...box.querySelectorAll("[data-item]")]
      .map((node) => ({ node, at: node.getBoundingClientRect() }))
      .filter(({ at }) => at.bottom > top && at.top < bottom)
      .map(({ node, at }) => ({ node, top: at.top }));
  }

  override componentDidUpdate(_: Props, __: unknown, seen: Seen | null): void {
    const box = this.props.box.current;
    const held = seen?.find(({ node }) => node.isConnected);
    if (box && held) moveTo(box, box.scrollTop + held.node.getBoundingClientRect().top - held.top);
  }

  override render() {
    return this.props.children;
  }
}
