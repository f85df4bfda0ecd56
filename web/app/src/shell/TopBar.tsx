import { Input, type InputRef } from "antd";
import { lazy, Suspense, useEffect, useRef, useState, useSyncExternalStore } from "react";
import type { Backend } from "../session/backend.ts";
import { messageOf } from "../session/backend.ts";
import type { Conversation } from "../session/conversation.ts";
import type { Assistant } from "../wire.ts";
import { useWords } from "../words/index.ts";
import { DrawerSide } from "./DrawerSide.tsx";
import { toClipboard } from "./clipboard.ts";
import { exported } from "./exported.ts";
import { Icon } from "./Icon.tsx";
import { Menu } from "./Menu.tsx";

const MyProgress = lazy(() => import("../faces/MyProgress.tsx"));

interface Props {
  title: string;
  assistants: Assistant[];
  sessionId: string;
  backend: Backend;
  conversation?: Conversation;
  narrow: boolean;
  onList(): void;
  onNew(): void;
  onRename(title: string): Promise<void>;
  onRemove(): void;
  /** Not this browser's: it is not deleted here, only taken off the list. */
  foreign: boolean;
  onDrop?: (() => void) | undefined;
  say(text: string): void;
}

export function TopBar(p: Props) {
  const t = useWords();
  const [naming, setNaming] = useState(false);
  const save = (format: "markdown" | "json") =>
    void exported(p.backend, p.sessionId, p.title || t.untitled, format).catch((e) => p.say(messageOf(e)));
  const items = [
    { key: "rename", label: t.rename, icon: "edit" as const, act: () => setNaming(true) },
    { key: "markdown", label: t.exportMarkdown, icon: "download" as const, act: () => save("markdown") },
    { key: "json", label: t.exportJson, icon: "download" as const, act: () => save("json") },
    {
      key: "link",
      label: t.linked.copy,
      icon: "link" as const,
      act: () => void toClipboard(location.href).then(() => p.say(t.linked.copied)),
    },
    ...(p.onDrop ? [{ key: "drop", label: t.linked.drop, icon: "cross" as const, act: p.onDrop }] : []),
    ...(p.foreign ? [] : [{ key: "remove", label: t.remove, icon: "trash" as const, danger: true, act: p.onRemove }]),
  ];
  const gone = useGone(p.conversation);
  return (
    <header className="top">
      {p.narrow && (
        <button type="button" className="ghost big" aria-label={t.openList} onClick={p.onList}>
          <Icon name="menu" size={20} />
        </button>
      )}
      <div className="top-title">
        {naming ? (
          <Namer
            title={p.title}
            onDone={(text) => {
              setNaming(false);
              if (text) void p.onRename(text);
            }}
          />
        ) : (
          <h1>{p.title || t.name}</h1>
        )}
        {p.conversation && !naming && <With conversation={p.conversation} assistants={p.assistants} />}
      </div>
      {p.conversation && <Learner conversation={p.conversation} backend={p.backend} />}
      {p.sessionId && !gone && <Menu label={t.chatMenu} items={items} className="ghost big" size={20} />}
      {p.narrow && p.sessionId && (
        <button type="button" className="ghost big" aria-label={t.newChat} onClick={p.onNew}>
          <Icon name="plus" size={20} />
        </button>
      )}
    </header>
  );
}

const never = () => () => {};
const useGone = (c: Conversation | undefined) =>
  useSyncExternalStore(c?.subscribe ?? never, () => Boolean(c?.snapshot().gone));

/** With tells who the conversation is with. */
function With({ conversation, assistants }: { conversation: Conversation; assistants: Assistant[] }) {
  const name = useSyncExternalStore(conversation.subscribe, () => conversation.snapshot().view.assistant);
  const title = assistants.find((a) => a.name === name)?.title;
  return title ? <p className="tiny faint">{title}</p> : null;
}

/** Learner shows the way to one's progress where there are lessons. */
function Learner({ conversation, backend }: { conversation: Conversation; backend: Backend }) {
  const t = useWords();
  const [open, setOpen] = useState(false);
  const { view } = useSyncExternalStore(conversation.subscribe, conversation.snapshot);
  const learning =
    view.items.findLast((i) => i.kind === "answer" && i.response)?.kind === "answer" &&
    view.items.some((i) => i.kind === "answer" && i.response?.data?.lesson);
  if (!learning) return null;
  return (
    <>
      <button type="button" className="chip" onClick={() => setOpen(true)}>
        <Icon name="chart" size={17} />
        <span>{t.lesson.progress}</span>
      </button>
      <DrawerSide open={open} title={t.progress.title} onClose={() => setOpen(false)}>
        {open && (
          <Suspense fallback={null}>
            <MyProgress backend={backend} sessionId={view.sessionId} />
          </Suspense>
        )}
      </DrawerSide>
    </>
  );
}

export function Namer({ title, onDone }: { title: string; onDone(text: string): void }) {
  const t = useWords();
  const [text, setText] = useState(title);
  const input = useRef<InputRef>(null);
  const over = useRef(false);
  const end = (value: string) => {
    if (over.current) return;
    over.current = true;
    onDone(value.trim() === title ? "" : value.trim());
  };
  useEffect(() => input.current?.focus({ cursor: "all" }), []);
  return (
    <Input
      ref={input}
      value={text}
      maxLength={200}
      aria-label={t.title}
      onChange={(e) => setText(e.target.value)}
      onBlur={() => end(text)}
      onKeyDown={(e) => {
        if (e.key === "Enter" && !e.nativeEvent.isComposing) end(text);
        if (e.key === "Escape") {
          e.stopPropagation();
          end(title);
        }
      }}
    />
  );
}
