import { Button, Input } from "antd";
import { memo, useEffect, useRef, useState } from "react";
import { Icon } from "../shell/Icon.tsx";
import { useGrowing } from "../shell/useGrowing.ts";
import { useWords } from "../words/index.ts";
import type { Item } from "../view/types.ts";
import { useDeeds } from "./context.ts";
import { fileIn } from "./handed.ts";

/** Asked is what the user said, which can be put differently. */
export const Asked = memo(function Asked({ item, editable }: { item: Item & { kind: "user" }; editable: boolean }) {
  const t = useWords();
  const deeds = useDeeds();
  const [editing, setEditing] = useState(false);
  if (item.text === undefined)
    return (
      <div className="asked">
        <p className="bubble faint">…</p>
      </div>
    );
  if (editing)
    return (
      <Editor text={item.text} onDone={() => setEditing(false)} onAsk={(text) => deeds.fork(item.runId ?? "", text)} />
    );
  return (
    <div className="asked">
      <h2 className="unseen">{t.you}</h2>
      <div className="asked-line">
        {item.state === "sent" && editable && (
          <button
            type="button"
            className="ghost"
            data-edit
            aria-label={t.edit}
            title={t.edit}
            onClick={() => setEditing(true)}
          >
            <Icon name="edit" size={16} />
          </button>
        )}
        <Said text={item.text} state={item.state} />
      </div>
      {item.state === "sending" && <p className="tiny faint">{t.sending}</p>}
      {item.state === "failed" && (
        <p className="tiny bad" role="alert">
          {item.error || t.unsent}{" "}
          <button
            type="button"
            className="link"
            onClick={() => deeds.conversation.askAgain(item.clientMsgId ?? "", item.text ?? "")}
          >
            {t.again}
          </button>
        </p>
      )}
    </div>
  );
});

/** What is longer was pasted: it is folded, and one tap away. */
const long = 700,
  lines = 12;

function Said({ text, state }: { text: string; state: string }) {
  const { question, file } = fileIn(text);
  return (
    <div className="bubble" data-state={state}>
      {question && <Folding text={question} />}
      {file && (
        <details className="handed-text">
          <summary className="handed">
            <Icon name="page" size={16} />
            <span className="handed-name">{file.name}</span>
          </summary>
          <p>{file.text}</p>
        </details>
      )}
    </div>
  );
}

function Folding({ text }: { text: string }) {
  const t = useWords().longText;
  const folds = text.length > long || text.split("\n", lines + 1).length > lines;
  const [all, setAll] = useState(false);
  return (
    <>
      <p data-folded={(folds && !all) || undefined}>{text}</p>
      {folds && (
        <button type="button" className="link tiny" aria-expanded={all} onClick={() => setAll(!all)}>
          {all ? t.less : t.more}
        </button>
      )}
    </>
  );
}

function Editor({ text, onDone, onAsk }: { text: string; onDone(): void; onAsk(text: string): Promise<void> }) {
  const t = useWords();
  const [value, setValue] = useState(text);
  const [busy, setBusy] = useState(false);
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const area = box.current?.querySelector("textarea");
    area?.focus();
    area?.setSelectionRange(area.value.length, area.value.length);
  }, []);
  useGrowing(box, value);
  const ask = () => {
    if (!value.trim() || busy) return;
    setBusy(true);
    void onAsk(value.trim()).finally(() => setBusy(false));
  };
  return (
    <div className="editor" ref={box} onKeyDown={(e) => e.key === "Escape" && onDone()}>
      <Input.TextArea value={value} onChange={(e) => setValue(e.target.value)} rows={2} aria-label={t.edit} />
      <p className="tiny faint">{t.editHint}</p>
      <div className="row end">
        <Button onClick={onDone}>{t.cancel}</Button>
        <Button type="primary" onClick={ask} loading={busy} disabled={!value.trim()}>
          {t.ask}
        </Button>
      </div>
    </div>
  );
}
