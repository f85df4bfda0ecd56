import { type ReactNode, useEffect, useRef } from "react";
import { useWords } from "../words/index.ts";
import { Icon } from "./Icon.tsx";

/** DrawerSide is room beside the conversation, on a phone in front of it. The
 *  browser's own dialog keeps the focus in, the rest out, and hears Escape. */
export function DrawerSide({ open, title, onClose, placement = "right", children }: { open: boolean; title: string; onClose(): void; placement?: "left" | "right"; children: ReactNode }) {
  const t = useWords();
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const d = dialog.current;
    if (!d) return;
    if (open && !d.open) d.showModal();
    if (!open && d.open) d.close();
  }, [open]);
  return (
    <dialog ref={dialog} className="drawer" data-side={placement} aria-label={title} onClose={onClose} onClick={(e) => e.target === dialog.current && onClose()}>
      {open && (
        <div className="drawer-in">
          <div className="drawer-head">
            <h2>{title}</h2>
            <button type="button" className="ghost big" aria-label={t.close} onClick={onClose}><Icon name="cross" size={18} /></button>
          </div>
          <div className="drawer-body">{children}</div>
        </div>
      )}
    </dialog>
  );
}
