import { Input, Segmented } from "antd";
import { memo, useMemo, useState } from "react";
import { type Theme, useSettings } from "../settings.tsx";
import type { Linked } from "../kept.ts";
import type { SessionEntry } from "../wire.ts";
import { useWords } from "../words/index.ts";
import type { Backend } from "../session/backend.ts";
import { Account } from "./Account.tsx";
import { Icon } from "./Icon.tsx";
import { Menu } from "./Menu.tsx";
import { Namer } from "./TopBar.tsx";
import type { Sessions } from "./useSessions.ts";

interface Props {
  backend: Backend;
  sessions: Sessions;
  openId: string;
  onOpen(id: string): void;
  onRename(id: string, title: string): void;
  onRemove(id: string, title: string): void;
  /** Conversations of others that were opened by their links. */
  links: Linked[];
  onDrop(id: string): void;
  /** The language model's name; "" is none, undefined is not known. */
  model: string | undefined;
  onMemory(): void;
  onInbox(): void;
}

export function SideBar({
  backend,
  sessions,
  openId,
  onOpen,
  onRename,
  onRemove,
  links,
  onDrop,
  model,
  onMemory,
  onInbox,
}: Props) {
  const t = useWords();
  const [wanted, setWanted] = useState("");
  const found = useMemo(() => {
    const needle = wanted.trim().toLocaleLowerCase();
    return needle
      ? sessions.list.filter((s) => `${s.title}\n${s.last_message ?? ""}`.toLocaleLowerCase().includes(needle))
      : sessions.list;
  }, [sessions.list, wanted]);
  const visited = useMemo(() => {
    const needle = wanted.trim().toLocaleLowerCase(),
      own = new Set(sessions.list.map((s) => s.id));
    return links.filter((l) => !own.has(l.id) && l.title.toLocaleLowerCase().includes(needle));
  }, [links, sessions.list, wanted]);
  const address = idOf(wanted);
  const groups = useMemo(() => grouped(found), [found]);
  return (
    <div className="side-in">
      <div className="side-top">
        <p className="brand">
          <span className="brand-mark" aria-hidden="true" />
          {t.name}
        </p>
        <button
          type="button"
          className="new"
          onClick={() => onOpen("")}
          aria-current={openId === "" ? "page" : undefined}
        >
          <Icon name="plus" size={17} />
          {t.newChat}
        </button>
        <Input
          value={wanted}
          allowClear
          variant="filled"
          prefix={<Icon name="search" size={16} />}
          placeholder={t.search}
          aria-label={t.search}
          type="search"
          onChange={(e) => {
            setWanted(e.target.value);
            if (e.target.value) sessions.all();
          }}
        />
      </div>
      <nav className="side-list" aria-label={t.chats} tabIndex={-1}>
        {sessions.trouble && (
          <p className="notice bad tiny" role="alert">
            {sessions.trouble}
          </p>
        )}
        {address && (
          <button
            type="button"
            className="plain wide"
            onClick={() => {
              setWanted("");
              onOpen(address);
            }}
          >
            <Icon name="link" size={16} />
            {t.linked.open}
          </button>
        )}
        {found.length + visited.length === 0 && !address && !sessions.trouble && (
          <p className="faint tiny pad">{wanted ? t.noneFound : t.noChats}</p>
        )}
        {groups.map(([name, list]) => (
          <section key={name}>
            <h2 className="side-head">{t[name]}</h2>
            <ul>
              {list.map((s) => (
                <Row
                  key={s.id}
                  entry={s}
                  open={s.id === openId}
                  unread={sessions.unread.has(s.id)}
                  onOpen={onOpen}
                  onRename={onRename}
                  onRemove={onRemove}
                />
              ))}
            </ul>
          </section>
        ))}
        {visited.length > 0 && (
          <section>
            <h2 className="side-head">{t.linked.group}</h2>
            <ul>
              {visited.map((l) => (
                <LinkedRow key={l.id} entry={l} open={l.id === openId} onOpen={onOpen} onDrop={onDrop} />
              ))}
            </ul>
          </section>
        )}
        {sessions.hasMore && !wanted && (
          <button type="button" className="link tiny pad" onClick={sessions.more}>
            {t.more}
          </button>
        )}
      </nav>
      <Choices backend={backend} model={model} onMemory={onMemory} onInbox={onInbox} />
    </div>
  );
}

/** idOf is the conversation that an address or an id names; "" is none. */
const idOf = (text: string): string => /^(?:\S*#\/)?(session-[A-Za-z0-9_.-]{8,})$/.exec(text.trim())?.[1] ?? "";

type Group = "today" | "yesterday" | "week" | "earlier";

function grouped(list: SessionEntry[]): [Group, SessionEntry[]][] {
  const midnight = new Date().setHours(0, 0, 0, 0),
    day = 86_400_000;
  const of = (s: SessionEntry): Group => {
    const at = Date.parse(s.updated_at);
    return at >= midnight
      ? "today"
      : at >= midnight - day
        ? "yesterday"
        : at >= midnight - 6 * day
          ? "week"
          : "earlier";
  };
  const groups = new Map<Group, SessionEntry[]>();
  for (const s of list) groups.set(of(s), [...(groups.get(of(s)) ?? []), s]);
  return [...groups];
}

const Row = memo(function Row({
  entry,
  open,
  unread,
  onOpen,
  onRename,
  onRemove,
}: { entry: SessionEntry; open: boolean; unread: boolean } & Pick<Props, "onOpen" | "onRename" | "onRemove">) {
  const t = useWords();
  const [naming, setNaming] = useState(false);
  const title = entry.title || t.untitled;
  if (naming)
    return (
      <li className="chat-row">
        <Namer
          title={entry.title}
          onDone={(text) => {
            setNaming(false);
            if (text) onRename(entry.id, text);
          }}
        />
      </li>
    );
  const items = [
    { key: "rename", label: t.rename, icon: "edit" as const, act: () => setNaming(true) },
    { key: "remove", label: t.remove, icon: "trash" as const, danger: true, act: () => onRemove(entry.id, title) },
  ];
  return (
    <li className="chat-row" data-open={open || undefined} data-unread={unread || undefined}>
      <button
        type="button"
        className="chat-open"
        aria-current={open ? "page" : undefined}
        onClick={() => onOpen(entry.id)}
        title={title}
      >
        {title}
        {unread && <span className="unseen"> {t.unread}</span>}
      </button>
      <Menu label={t.menuOf(title)} items={items} />
    </li>
  );
});

function LinkedRow({
  entry,
  open,
  onOpen,
  onDrop,
}: { entry: Linked; open: boolean } & Pick<Props, "onOpen" | "onDrop">) {
  const t = useWords();
  const items = [{ key: "drop", label: t.linked.drop, icon: "cross" as const, act: () => onDrop(entry.id) }];
  return (
    <li className="chat-row" data-open={open || undefined}>
      <button
        type="button"
        className="chat-open"
        aria-current={open ? "page" : undefined}
        onClick={() => onOpen(entry.id)}
        title={entry.title}
      >
        {entry.title}
      </button>
      <Menu label={t.menuOf(entry.title)} items={items} />
    </li>
  );
}

function Choices({ backend, model, onMemory, onInbox }: Pick<Props, "backend" | "model" | "onMemory" | "onInbox">) {
  const t = useWords();
  const { theme, setTheme, language, setLanguage } = useSettings();
  return (
    <div className="side-foot">
      <Account backend={backend} />
      <Segmented<Theme>
        block
        size="small"
        value={theme}
        onChange={setTheme}
        aria-label={t.theme}
        options={(["system", "light", "dark"] as const).map((value) => ({ value, label: t.themes[value] }))}
      />
      <div className="row side-links">
        <button
          type="button"
          className="link tiny"
          lang={t.otherLang}
          onClick={() => setLanguage(language === "ko" ? "en" : "ko")}
        >
          {t.other}
        </button>
        <button type="button" className="link tiny" onClick={onMemory}>
          {t.memory.open}
        </button>
        <button type="button" className="link tiny" onClick={onInbox}>
          {t.inbox.open}
        </button>
        <a className="link tiny" href="/docs">
          {t.docs}
        </a>
      </div>
      <p className="tiny faint side-model" title={model}>
        {model === undefined ? "\u00a0" : model ? `${t.model}: ${model}` : t.noModel}
      </p>
    </div>
  );
}
