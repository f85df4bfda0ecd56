// The page: the list of conversations beside the one that is open.
import { lazy, Suspense, useCallback, useEffect, useMemo, useRef, useState } from "react";
import { forgetConversations, kept, onFull } from "./kept.ts";
import { Backend, messageOf } from "./session/backend.ts";
import { Conversation } from "./session/conversation.ts";
import { useConversation } from "./session/useConversation.ts";
import { useMedia, useSettings } from "./settings.tsx";
import { DrawerSide } from "./shell/DrawerSide.tsx";
import { SideBar } from "./shell/SideBar.tsx";
import { Start } from "./shell/Start.tsx";
import { Toast, useToast } from "./shell/Toast.tsx";
import { TopBar } from "./shell/TopBar.tsx";
import { Waiting } from "./shell/Waiting.tsx";
import { openNow, useAddress } from "./shell/useAddress.ts";
import { useAssistants } from "./shell/useAssistants.ts";
import { useFindKey } from "./shell/useFindKey.ts";
import { useSessions } from "./shell/useSessions.ts";
import { useVisits } from "./shell/useVisits.ts";
import { useWords } from "./words/index.ts";

/** A talk needs Markdown and much else, which the empty page does not wait for. */
const loadChat = () => import("./chat/Chat.tsx");
const Chat = lazy(loadChat);
const Memory = lazy(() => import("./memory/Memory.tsx"));
const Inbox = lazy(() => import("./inbox/Inbox.tsx"));

/** What lies over the page. */
type Drawer = "" | "list" | "memory" | "inbox";

export function App() {
  const t = useWords();
  const { language } = useSettings();
  const backend = useMemo(() => new Backend(location.origin, language), [language]);
  const sessions = useSessions(backend);
  const assistants = useAssistants(backend);
  const [openId, move] = useAddress();
  const visits = useVisits(sessions, openId);
  const [review, setReview] = useState(() => kept.read<boolean>("review") ?? false);
  const [title, setTitle] = useState("");
  const [drawer, setDrawer] = useState<Drawer>("");
  const [model, setModel] = useState<string>();
  const wide = useMedia("(min-width: 900px)");
  const { toast, say, warn, offer, clear } = useToast();
  /** shut closes one: another may have been opened in its place by then. */
  const shut = useCallback((which: Drawer) => setDrawer((d) => (d === which ? "" : d)), []);
  const go = useCallback(
    (id: string) => {
      shut("list");
      move(id);
    },
    [move, shut],
  );

  useFindKey(useCallback(() => setDrawer("list"), []));
  useEffect(() => {
    const timer = setTimeout(loadChat, 400);
    return () => clearTimeout(timer);
  }, []);
  useEffect(() => onFull(() => warn(t.storageFull)), [warn, t]);
  useEffect(() => void backend.model().then(setModel, () => {}), [backend]);

  const begun = useRef<Conversation | null>(null);
  const conversation = useConversation(backend, openId, begun);
  useEffect(() => setTitle(""), [openId]);
  const { links, link, foreign, drop } = visits;
  const name = openId ? title || sessions.list.find((s) => s.id === openId)?.title || link?.title || "" : "";
  useEffect(() => {
    document.title = name ? `${name} · ${t.name}` : language === "en" ? "Madang" : "마당 Madang";
  }, [name, t, language]);

  const { retitle, refresh, arrived, opened } = sessions;
  useEffect(() => opened(openId), [opened, openId]);
  const titled = useCallback(
    (text: string) => {
      setTitle(text);
      retitle(openNow(), text);
    },
    [retitle],
  );
  const keep = (text: string) => {
    visits.keep(text || t.untitled);
    say(t.linked.kept);
  };
  /** branched opens what was made out of the open conversation. */
  const branched = (id: string, text: string) => {
    visits.copied(id, text);
    go(id);
  };

  // Each failed start shows the draft anew.
  const [drafts, setDrafts] = useState(0);
  const starting = useRef(false);
  const start = async (text: string, person: string) => {
    if (starting.current) return;
    starting.current = true;
    try {
      const id = await backend.start(assistants.chosen, person);
      begun.current = new Conversation(backend, id, assistants.chosen, true);
      visits.own(id);
      begun.current.start();
      begun.current.ask(text, { reviewPlan: review });
      go(id);
      refresh();
    } catch (e) {
      kept.write("draft.new", text); // the words are still there to be sent again
      say(messageOf(e));
      setDrafts((n) => n + 1);
    } finally {
      starting.current = false;
    }
  };

  const remove = async (id: string, label: string) => {
    try {
      await sessions.remove(id);
      shut("list"); // the way back is said on the page
      if (openNow() === id) go("");
      offer(
        t.removed(label),
        t.undo,
        async () => {
          await sessions.restore(id);
          say(t.restored);
        },
        (e) => say(messageOf(e)),
      );
    } catch (e) {
      say(messageOf(e));
    }
  };
  const rename = (id: string, text: string) =>
    sessions.rename(id, text).then(
      () => {
        if (id === openNow()) setTitle(text);
      },
      (e) => say(messageOf(e)),
    );
  const showMemory = useCallback(() => setDrawer("memory"), []);
  const erased = () => {
    go("");
    forgetConversations();
    visits.forget();
    setDrafts((n) => n + 1);
    refresh();
  };
  const setReviewed = (on: boolean) => {
    kept.write("review", on);
    setReview(on);
  };

  const list = (
    <SideBar
      backend={backend}
      sessions={sessions}
      openId={openId}
      onOpen={go}
      onRename={rename}
      onRemove={remove}
      links={links}
      onDrop={drop}
      model={model}
      onMemory={showMemory}
      onInbox={() => setDrawer("inbox")}
    />
  );
  return (
    <div className="page">
      <a
        className="leap"
        href="#message"
        onClick={(e) => {
          e.preventDefault();
          document.getElementById("message")?.focus();
        }}
      >
        {t.skipToInput}
      </a>
      {wide ? (
        <aside className="side" aria-label={t.chats}>
          {list}
        </aside>
      ) : (
        <DrawerSide open={drawer === "list"} title={t.chats} placement="left" onClose={() => shut("list")}>
          {list}
        </DrawerSide>
      )}
      <main className="main">
        <TopBar
          title={name}
          assistants={assistants.list ?? []}
          sessionId={openId}
          backend={backend}
          narrow={!wide}
          onList={() => setDrawer("list")}
          onNew={() => go("")}
          onRename={(text) => rename(openId, text)}
          onRemove={() => remove(openId, name || t.untitled)}
          foreign={foreign}
          onDrop={link && (() => drop(openId))}
          say={say}
          conversation={conversation}
        />
        {conversation ? (
          <Suspense fallback={<Waiting text={t.loading} />}>
            <Chat
              key={openId}
              backend={backend}
              conversation={conversation}
              assistants={assistants.list ?? []}
              visiting={foreign && !link}
              onKeep={keep}
              review={review}
              onReview={setReviewed}
              onOpen={go}
              onBranch={branched}
              onTitle={titled}
              onChanged={refresh}
              onStarted={arrived}
              onMemory={showMemory}
              say={say}
            />
          </Suspense>
        ) : (
          <Start
            key={drafts}
            backend={backend}
            assistants={assistants}
            review={review}
            onReview={setReviewed}
            onStart={(text, person) => void start(text, person)}
          />
        )}
      </main>
      <DrawerSide open={drawer === "memory"} title={t.memory.title} onClose={() => shut("memory")}>
        {drawer === "memory" && (
          <Suspense fallback={<Waiting text="…" />}>
            <Memory backend={backend} onErased={erased} />
          </Suspense>
        )}
      </DrawerSide>
      <DrawerSide open={drawer === "inbox"} title={t.inbox.title} onClose={() => shut("inbox")}>
        {drawer === "inbox" && (
          <Suspense fallback={<Waiting text="…" />}>
            <Inbox
              backend={backend}
              onOpen={(id) => {
                shut("inbox");
                go(id);
              }}
            />
          </Suspense>
        )}
      </DrawerSide>
      <Toast toast={toast} onClose={clear} />
    </div>
  );
}
