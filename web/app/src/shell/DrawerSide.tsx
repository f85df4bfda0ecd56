import { type ReactNode, useEffect, useRef } from "react";
import { useMedia } from "../settings.tsx";
import { useWords } from "../words/index.ts";
import { Icon } from "./Icon.tsx";

/** DrawerSide is room beside the conversation, on a phone in front of it. The
 *  browser's own dialog keeps the focus in, the rest out, and hears Escape.
 *  What is a canvas leaves a wide screen's talk in reach. */
export function DrawerSide(p: Props) {
  const wide = useMedia("(min-width: 1200px)");
  const beside = p.canvas === true && wide;
  return <Dialog key={String(beside)} {...p} beside={beside} />;
}

interface Props {
  open: boolean;
  title: string;
  onClose(): void;
  placement?: "left" | "right";
  canvas?: boolean;
  children: ReactNode;
}

function Dialog({ open, title, onClose, placement = "right", beside, children }: Props & { beside: boolean }) {
  const t = useWords();
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const d = dialog.current;
    if (!d) return;
    if (open && !d.open) {
      if (beside) d.show();
      else d.showModal();
    }
    if (!open && d.open) d.close();
  }, [open, beside]);
  return (
    <dialog
      ref={dialog}
      className="drawer"
      data-side={placement}
      data-beside={beside || undefined}
      aria-label={title}
      onClose={onClose}
      onClick={(e) => !beside && e.target === dialog.current && onClose()}
      onKeyDown={(e) => {
        if (beside && e.key === "Escape") onClose();
      }}
    >
      {open && (
        <div className="drawer-in">
          <div className="drawer-head">
            <h2>{title}</h2>
            <button type="button" className="ghost big" aria-label={t.close} onClick={onClose}>
              <Icon name="cross" size={18} />
            </button>
          </div>
          <div className="drawer-body">{children}</div>
        </div>
      )}
    </dialog>
  );
}
