import { useCallback, useEffect, useState } from "react";
import { useWords } from "../words/index.ts";
import { Icon } from "./Icon.tsx";

interface Note {
  key: number;
  text: string;
  /** It is there until it is closed. */
  stays?: boolean;
  label?: string;
  act?: () => void;
}

/** useToast is one short word at a time, some with a way back. */
export function useToast() {
  const [toast, setToast] = useState<Note>();
  const clear = useCallback(() => setToast(undefined), []);
  const say = useCallback((text: string) => setToast({ key: Date.now() + Math.random(), text }), []);
  const warn = useCallback((text: string) => setToast({ key: Date.now() + Math.random(), text, stays: true }), []);
  const offer = useCallback(
    (text: string, label: string, act: () => Promise<void>, failed: (e: unknown) => void) =>
      setToast({ key: Date.now() + Math.random(), text, label, act: () => void act().catch(failed) }),
    [],
  );
  return { toast, say, warn, offer, clear };
}

export function Toast({ toast, onClose }: { toast: Note | undefined; onClose(): void }) {
  const t = useWords();
  const [held, setHeld] = useState(false);
  useEffect(() => {
    if (!toast || held || toast.stays) return;
    const timer = setTimeout(onClose, toast.act ? 10_000 : 4000);
    return () => clearTimeout(timer);
  }, [toast, held, onClose]);
  return (
    <div className="toast-place" role="status" aria-live="polite">
      {toast && (
        <div
          key={toast.key}
          className="toast"
          onMouseEnter={() => setHeld(true)}
          onMouseLeave={() => setHeld(false)}
          onFocus={() => setHeld(true)}
          onBlur={() => setHeld(false)}
        >
          <span>{toast.text}</span>
          {toast.act && (
            <button
              type="button"
              className="link"
              onClick={() => {
                onClose();
                toast.act?.();
              }}
            >
              {toast.label}
            </button>
          )}
          <button type="button" className="ghost" aria-label={t.close} onClick={onClose}>
            <Icon name="cross" size={15} />
          </button>
        </div>
      )}
    </div>
  );
}
