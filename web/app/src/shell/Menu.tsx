// A menu behind a button. It lies in the browser's top layer, so that it is
// neither cut off by what scrolls nor hidden behind a dialog.
import { type KeyboardEvent, useId, useLayoutEffect, useRef, useState } from "react";
import { Icon, type IconName } from "./Icon.tsx";

export interface MenuItem {
  key: string;
  label: string;
  icon?: IconName;
  danger?: boolean;
  disabled?: boolean;
  act(): void;
}

const gap = 6;

export function Menu({
  label,
  items,
  className = "ghost",
  size = 16,
}: {
  label: string;
  items: MenuItem[];
  className?: string;
  size?: number;
}) {
  const id = useId();
  const [open, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const list = useRef<HTMLUListElement>(null);

  useLayoutEffect(() => {
    const l = list.current,
      b = button.current;
    if (!open || !l || !b) return;
    const at = b.getBoundingClientRect();
    const last = innerHeight - gap - l.offsetHeight;
    const below = at.bottom + gap < last;
    // What an answer still grows by can push the button out of sight between
    // the press and here; the list stays in sight.
    l.style.top = `${Math.max(gap, Math.min(last, below ? at.bottom + gap : at.top - gap - l.offsetHeight))}px`;
    l.style.left = `${Math.max(gap, Math.min(at.left + at.width / 2 < innerWidth / 2 ? at.left : at.right - l.offsetWidth, innerWidth - l.offsetWidth - gap))}px`;
    l.querySelector<HTMLElement>("button:not(:disabled)")?.focus();
  }, [open]);

  const close = () => list.current?.hidePopover();
  const move = (e: KeyboardEvent) => {
    const all = [...(list.current?.querySelectorAll<HTMLElement>("button:not(:disabled)") ?? [])];
    const now = all.indexOf(document.activeElement as HTMLElement);
    const to =
      e.key === "ArrowDown"
        ? now + 1
        : e.key === "ArrowUp"
          ? now - 1
          : e.key === "Home"
            ? 0
            : e.key === "End"
              ? all.length - 1
              : undefined;
    if (e.key === "Tab") close();
    if (to === undefined) return;
    e.preventDefault();
    all[(to + all.length) % all.length]?.focus();
  };
  return (
    <>
      <button
        ref={button}
        type="button"
        className={className}
        aria-label={label}
        title={label}
        aria-haspopup="menu"
        aria-expanded={open}
        popoverTarget={id}
      >
        <Icon name="more" size={size} />
      </button>
      <ul
        ref={list}
        id={id}
        popover="auto"
        role="menu"
        aria-label={label}
        className="menu"
        onKeyDown={move}
        onToggle={(e) => setOpen(e.newState === "open")}
      >
        {open &&
          items.map((item) => (
            <li key={item.key} role="none">
              <button
                type="button"
                role="menuitem"
                tabIndex={-1}
                disabled={item.disabled}
                data-danger={item.danger || undefined}
                onClick={() => {
                  close();
                  item.act();
                }}
              >
                {item.icon && <Icon name={item.icon} size={16} />}
                {item.label}
              </button>
            </li>
          ))}
      </ul>
    </>
  );
}
