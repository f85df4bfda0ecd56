import { Sender } from "@ant-design/x";
import { Button } from "antd";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { kept } from "../kept.ts";
import type { Backend } from "../session/backend.ts";
import { Icon } from "../shell/Icon.tsx";
import { useGrowing } from "../shell/useGrowing.ts";
import { useWords } from "../words/index.ts";
import { FilePick, HandedOver, useHandOver } from "./HandOver.tsx";
import { withFile } from "./handed.ts";

/** Filled is what a part of the page puts into the input; each time anew. */
export interface Filled {
  question: string;
  line: string;
}

interface Props {
  backend: Backend;
  /** Where the draft belongs; each conversation has its own. */
  draft: string;
  filled?: Filled;
  busy: boolean;
  placeholder: string;
  review: boolean;
  onReview(on: boolean): void;
  onSend(text: string): void;
  onStop(): void;
  /** The key ↑ in an empty input. */
  onUp?(): void;
  above?: ReactNode;
  /** The place in the foot that belongs to the log. */
  footRef?(place: HTMLElement | null): void;
}

/** The server takes 64 KiB; a Korean letter has three bytes. */
const most = 64 << 10;

export function Composer({
  backend,
  draft,
  filled,
  busy,
  placeholder,
  review,
  onReview,
  onSend,
  onStop,
  onUp,
  above,
  footRef,
}: Props) {
  const t = useWords();
  const key = `draft.${draft}`;
  const [text, setText] = useState(() => kept.read<string>(key) ?? "");
  const box = useRef<HTMLDivElement>(null);
  const handed = useHandOver(backend, draft);
  const said = handed.file ? withFile(text.trim() || t.file.ask, handed.file) : text.trim();
  const long = said.length > most / 3 && new TextEncoder().encode(said).length > most;
  const ready = Boolean(said) && !handed.reading && !long;
  useEffect(() => setText(kept.read<string>(key) ?? ""), [key]);
  useEffect(() => {
    const area = box.current?.querySelector("textarea");
    area?.setAttribute("aria-label", t.message);
    area?.setAttribute("id", "message");
    area?.setAttribute("enterkeyhint", "send");
  });
  useGrowing(box, text);
  // A phone's keyboard must not open by itself.
  useEffect(() => {
    if (matchMedia("(pointer: fine)").matches) box.current?.querySelector("textarea")?.focus({ preventScroll: true });
  }, [draft]);
  const change = (value: string) => {
    setText(value);
    if (value) kept.write(key, value);
    else kept.forget(key);
  };
  useEffect(() => {
    if (!filled) return;
    change(`${text.trim() ? text.trimEnd() : filled.question}\n${filled.line}`.trimStart());
    requestAnimationFrame(() => {
      const area = box.current?.querySelector("textarea");
      area?.focus();
      area?.setSelectionRange(area.value.length, area.value.length);
    });
  }, [filled]);
  const send = () => {
    if (!ready) return;
    change("");
    handed.drop();
    onSend(said);
  };
  return (
    <div className="composer" ref={box} data-over={handed.over || undefined}>
      {above}
      {long && (
        <p className="notice bad tiny" role="alert">
          {t.tooLong}
        </p>
      )}
      <HandedOver {...handed} />
      <Sender
        value={text}
        onChange={change}
        placeholder={placeholder}
        autoSize={false}
        classNames={{ root: "sender" }}
        suffix={false}
        onKeyDown={(e) => {
          if (e.key === "ArrowUp" && !text && onUp) {
            e.preventDefault();
            onUp();
            return false;
          }
          // The Enter that ends a Korean syllable is not yet the message's.
          if (e.key !== "Enter" || e.shiftKey || e.nativeEvent.isComposing || e.keyCode === 229) return;
          e.preventDefault();
          send();
          return false;
        }}
        footer={() => (
          <div className="sender-foot">
            <FilePick take={handed.take} />
            <button type="button" className="chip" aria-pressed={review} onClick={() => onReview(!review)}>
              <Icon name={review ? "check" : "list"} size={15} />
              {t.review}
            </button>
            <span ref={footRef} />
            <p className="hint tiny faint">{t.hint}</p>
            {busy && (
              <Button
                shape="circle"
                className="stop"
                aria-label={t.stop}
                title={t.stop}
                icon={<Icon name="stop" size={18} />}
                onClick={onStop}
              />
            )}
            {(!busy || said) && (
              <Button
                shape="circle"
                type="primary"
                aria-label={t.send}
                title={t.send}
                icon={<Icon name="send" size={18} />}
                disabled={!ready}
                onClick={send}
              />
            )}
          </div>
        )}
      />
    </div>
  );
}
