import { Component, type ReactNode } from "react";
import { words } from "../words/index.ts";

/** Fence keeps a part that can't be drawn from taking the page with it. */
export class Fence extends Component<
  { children: ReactNode; small?: boolean; instead?: ReactNode },
  { broken: boolean }
> {
  override state = { broken: false };
  static getDerivedStateFromError() {
    return { broken: true };
  }

  override render() {
    if (!this.state.broken) return this.props.children;
    if (this.props.instead) return this.props.instead;
    const t = words();
    if (this.props.small) return <p className="notice bad">{t.crashed}</p>;
    return (
      <div className="middle" role="alert">
        <p>{t.crashed}</p>
        <button type="button" className="plain" onClick={() => location.reload()}>
          {t.reload}
        </button>
      </div>
    );
  }
}
