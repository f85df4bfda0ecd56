import { useEffect } from "react";

/** useFindKey has Ctrl+K (⌘K) look for a conversation. */
export function useFindKey(show: () => void): void {
  useEffect(() => {
    const pressed = (e: KeyboardEvent) => {
      if (!(e.ctrlKey || e.metaKey) || e.altKey || e.key.toLowerCase() !== "k") return;
      e.preventDefault();
      show();
      requestAnimationFrame(() => document.querySelector<HTMLInputElement>("input[type=search]")?.focus());
    };
    addEventListener("keydown", pressed);
    return () => removeEventListener("keydown", pressed);
  }, [show]);
}
