// What waits for a person other than who asked: to be read, approved, changed
// or turned back.
import { Button, Input } from "antd";
import { useCallback, useEffect, useState } from "react";
import { Markdown } from "../chat/Markdown.tsx";
import { Radar } from "../faces/Radar.tsx";
import { count, text, thing, things } from "../faces/data.ts";
import { type Backend, messageOf, type Waiting } from "../session/backend.ts";
import { useLanguage, useWords } from "../words/index.ts";

export default function Inbox({ backend, onOpen }: { backend: Backend; onOpen(sessionId: string): void }) {
  const t = useWords().inbox;
  const [list, setList] = useState<Waiting[]>();
  const [trouble, setTrouble] = useState("");
  const [news, setNews] = useState("");
  const look = useCallback(
    () =>
      backend.waiting().then(
        (w) => {
          setList(w);
          setTrouble("");
        },
        (e) => setTrouble(messageOf(e)),
      ),
    [backend],
  );
  useEffect(() => void look(), [look]);
  const answer = (w: Waiting, action: string, payload?: unknown) =>
    backend.decide(w, action, payload).then(
      () => {
        setNews(t.done);
        return look();
      },
      (e) => {
        setTrouble(messageOf(e));
        return look();
      },
    );
  return (
    <div className="inbox">
      <p className="quiet tiny">{t.about}</p>
      <p className="tiny" role="status">
        {news}
      </p>
      {trouble && (
        <p className="notice bad" role="alert">
          {trouble}
        </p>
      )}
      {!list && !trouble && <p className="quiet pulse">…</p>}
      {list?.length === 0 && <p className="faint">{t.none}</p>}
      <ul>
        {list?.map((w) => (
          <Entry
            key={w.interrupt_id}
            waiting={w}
            onOpen={onOpen}
            onAnswer={(action, payload) => answer(w, action, payload)}
          />
        ))}
      </ul>
      <Button size="small" onClick={() => void look()}>
        {t.refresh}
      </Button>
    </div>
  );
}

function Entry({
  waiting,
  onOpen,
  onAnswer,
}: {
  waiting: Waiting;
  onOpen(id: string): void;
  onAnswer(action: string, payload?: unknown): Promise<unknown>;
}) {
  const t = useWords().inbox;
  const language = useLanguage();
  const data = thing(waiting.interrupt_data.data);
  const summary = text(thing(data?.review)?.summary);
  const [edited, setEdited] = useState(summary);
  const [editing, setEditing] = useState(false);
  const [busy, setBusy] = useState(false);
  const give = (action: string, payload?: unknown) => {
    setBusy(true);
    void onAnswer(action, payload).finally(() => setBusy(false));
  };
  const radar = things(thing(data?.report)?.radar).map((a) => ({ name: text(a.name), value: count(a.score) }));
  return (
    <li className="card inbox-entry">
      <p className="face-title">
        <button type="button" className="link" onClick={() => onOpen(waiting.session_id)}>
          {waiting.session_title || waiting.query || t.untitled}
        </button>
        <span className="tag">{t.roles[waiting.role] ?? waiting.role}</span>
        <time className="tiny faint push" dateTime={waiting.asked_at}>
          {new Date(waiting.asked_at).toLocaleString(language, { dateStyle: "short", timeStyle: "short" })}
        </time>
      </p>
      <Markdown text={waiting.interrupt_data.message ?? ""} />
      {radar.length > 0 && <Radar axes={radar} />}
      {editing && (
        <Input.TextArea rows={6} value={edited} onChange={(e) => setEdited(e.target.value)} aria-label={t.edit} />
      )}
      <div className="row wrap">
        {editing ? (
          <>
            <Button
              type="primary"
              disabled={busy || !edited.trim()}
              onClick={() => give("modify", { summary: edited.trim() })}
            >
              {t.save}
            </Button>
            <Button disabled={busy} onClick={() => setEditing(false)}>
              {t.cancel}
            </Button>
          </>
        ) : (
          <>
            <Button type="primary" disabled={busy} onClick={() => give("approve")}>
              {t.approve}
            </Button>
            {summary && (
              <Button disabled={busy} onClick={() => setEditing(true)}>
                {t.edit}
              </Button>
            )}
            {(waiting.interrupt_data.options ?? []).some((o) => o.value === "reject") && (
              <Button disabled={busy} onClick={() => give("reject")}>
                {t.reject}
              </Button>
            )}
          </>
        )}
      </div>
    </li>
  );
}
