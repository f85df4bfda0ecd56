// The page: the list of conversations beside the one that is open. Which one
// that is stands in the address, so that tabs and the back button work.
import { lazy, Suspense, useCallback, useEffect, useMemo, useRef, useState } from "react";
import { Chat, Waiting } from "./chat/Chat.tsx";
import { Composer } from "./chat/Composer.tsx";
import { Welcome } from "./chat/Welcome.tsx";
import { forgetConversations, kept, linked } from "./kept.ts";
import { Backend, messageOf } from "./session/backend.ts";
import { Conversation } from "./session/conversation.ts";
import { useMedia, useSettings } from "./settings.tsx";
import { DrawerSide } from "./shell/DrawerSide.tsx";
import { SideBar } from "./shell/SideBar.tsx";
import { Toast, useToast } from "./shell/Toast.tsx";
import { TopBar } from "./shell/TopBar.tsx";
import { useSessions } from "./shell/useSessions.ts";
import type { Assistant } from "./wire.ts";
import { useWords } from "./words/index.ts";

const Memory = lazy(() => import("./memory/Memory.tsx"));

const openNow = () => /^#\/([A-Za-z0-9_.-]+)$/.exec(location.hash)?.[1] ?? "";

export function App() {
  const t = useWords();
  const { language } = useSettings();
  const backend = useMemo(() => new Backend(location.origin, language), [language]);
  const sessions = useSessions(backend);
  const [assistants, setAssistants] = useState<Assistant[]>();
  const [trouble, setTrouble] = useState("");
  const [chosen, setChosen] = useState(() => kept.read<string>("assistant") ?? "");
  const [review, setReview] = useState(() => kept.read<boolean>("review") ?? false);
  const [openId, setOpenId] = useState(openNow);
  const [title, setTitle] = useState("");
  const [listOpen, setListOpen] = useState(false);
  const [memoryOpen, setMemoryOpen] = useState(false);
  const [model, setModel] = useState<string>();
  const wide = useMedia("(min-width: 900px)");
  const { toast, say, offer, clear } = useToast();
  const begun = useRef<Conversation | null>(null);
  const starting = useRef(false);

  useEffect(() => {
    const moved = () => setOpenId(openNow());
    addEventListener("hashchange", moved);
    return () => removeEventListener("hashchange", moved);
  }, []);
  const go = useCallback((id: string) => {
    setListOpen(false);
    if (openNow() !== id) location.hash = id ? `#/${id}` : "#/";
    setOpenId(id);
  }, []);

  const meet = useCallback(() => {
    setTrouble("");
    backend.assistants().then((all) => {
      setAssistants(all);
      setChosen((now) => (all.some((a) => a.name === now) ? now : (all.find((a) => a.default) ?? all[0])?.name ?? ""));
    }, (e) => setTrouble(messageOf(e)));
  }, [backend]);
  useEffect(meet, [meet]);

  useEffect(() => void backend.model().then(setModel, () => {}), [backend]);

  const conversation = useConversation(backend, openId, begun);
  useEffect(() => setTitle(""), [openId]);
  const entry = sessions.list.find((s) => s.id === openId);
  const [links, setLinks] = useState(linked.all);
  const link = links.find((l) => l.id === openId);
  // Begun here, and not yet in a list that was read.
  const mine = useRef(new Set<string>());
  const [looked, setLooked] = useState("");
  const unlisted = openId !== "" && sessions.known && !entry && !mine.current.has(openId);
  const { whole } = sessions;
  useEffect(() => { if (unlisted) void whole().then(() => setLooked(openId)); }, [unlisted, openId, whole]);
  const foreign = unlisted && looked === openId && !sessions.trouble;
  const name = openId ? title || entry?.title || link?.title || "" : "";
  const keep = (text: string) => { setLinks(linked.keep(openId, text || t.untitled)); say(t.linked.kept); };
  const drop = (id: string) => setLinks(linked.drop(id));
  /** branched opens what was made out of the open conversation; a copy is
   *  its owner's, so that one of a visited conversation needs its link too. */
  const branched = (id: string, text: string) => {
    if (foreign) setLinks(linked.keep(id, text.slice(0, 40))); else mine.current.add(id);
    go(id);
  };
  useEffect(() => { document.title = name ? `${name} · ${t.name}` : language === "en" ? "Madang" : "마당 Madang"; }, [name, t, language]);

  const { retitle, refresh } = sessions;
  const titled = useCallback((text: string) => { setTitle(text); retitle(openNow(), text); }, [retitle]);

  const start = async (text: string) => {
    if (starting.current) return;
    starting.current = true;
    try {
      const id = await backend.start(chosen);
      begun.current = new Conversation(backend, id, language, chosen, true);
      mine.current.add(id);
      begun.current.start();
      begun.current.ask(text, { reviewPlan: review, language });
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
  const [drafts, setDrafts] = useState(0);

  const remove = async (id: string, label: string) => {
    try {
      await sessions.remove(id);
      setListOpen(false); // the way back is said on the page
      if (openNow() === id) go("");
      offer(t.removed(label), t.undo, async () => {
        await sessions.restore(id);
        say(t.restored);
      }, (e) => say(messageOf(e)));
    } catch (e) {
      say(messageOf(e));
    }
  };
  const rename = (id: string, text: string) =>
    sessions.rename(id, text).then(() => { if (id === openNow()) setTitle(text); }, (e) => say(messageOf(e)));

  const showMemory = useCallback(() => { setListOpen(false); setMemoryOpen(true); }, []);
  const erased = () => {
    go("");
    forgetConversations();
    setLinks([]);
    setDrafts((n) => n + 1);
    refresh();
  };

  const setReviewed = (on: boolean) => { kept.write("review", on); setReview(on); };
  const choose = (n: string) => { kept.write("assistant", n); setChosen(n); };
  const list = <SideBar sessions={sessions} openId={openId} onOpen={go} onRename={rename} onRemove={remove} links={links} onDrop={drop} model={model} onMemory={showMemory} />;
  const assistant = assistants?.find((a) => a.name === chosen)?.title;
  return (
    <div className="page">
      <a className="leap" href="#message" onClick={(e) => { e.preventDefault(); document.getElementById("message")?.focus(); }}>{t.skipToInput}</a>
      {wide ? <aside className="side" aria-label={t.chats}>{list}</aside> : <DrawerSide open={listOpen} title={t.chats} placement="left" onClose={() => setListOpen(false)}>{list}</DrawerSide>}
      <main className="main">
        <TopBar
          title={name} assistants={assistants ?? []} sessionId={openId} backend={backend} narrow={!wide} onList={() => setListOpen(true)} onNew={() => go("")}
          onRename={(text) => rename(openId, text)} onRemove={() => remove(openId, name || t.untitled)} foreign={foreign} onDrop={link && (() => drop(openId))} say={say} conversation={conversation}
        />
        {conversation ? (
          <Chat key={openId} backend={backend} conversation={conversation} assistants={assistants ?? []} visiting={foreign && !link} onKeep={keep} review={review} onReview={setReviewed} onOpen={go} onBranch={branched} onTitle={titled} onChanged={refresh} onMemory={showMemory} say={say} />
        ) : (
          <>
            <div className="log-frame">
              <div className="log" tabIndex={0} role="region" aria-label={t.welcome}>
                {trouble ? <div className="middle" role="alert"><p>{trouble}</p><button type="button" className="plain" onClick={meet}>{t.tryAgain}</button></div>
                  : assistants ? <Welcome assistants={assistants} chosen={chosen} onChoose={choose} onAsk={(text) => void start(text)} /> : <Waiting text={t.loading} />}
              </div>
            </div>
            <Composer key={drafts} draft="new" busy={false} placeholder={assistant ? t.placeholderTo(assistant) : t.placeholder} review={review} onReview={setReviewed} onSend={(text) => void start(text)} onStop={() => {}} />
          </>
        )}
      </main>
      <DrawerSide open={memoryOpen} title={t.memory.title} onClose={() => setMemoryOpen(false)}>
        {memoryOpen && <Suspense fallback={<Waiting text="…" />}><Memory backend={backend} onErased={erased} /></Suspense>}
      </DrawerSide>
      <Toast toast={toast} onClose={clear} />
    </div>
  );
}

/** useConversation is the open conversation; the one that was just begun is
 *  taken over with what was asked in it already. */
function useConversation(backend: Backend, id: string, begun: { current: Conversation | null }): Conversation | undefined {
  const [held, setHeld] = useState<{ id: string; backend: Backend; conversation: Conversation }>();
  useEffect(() => {
    if (!id) return setHeld(undefined);
    const ready = begun.current?.snapshot().view.sessionId === id ? begun.current : undefined;
    begun.current = null;
    const conversation = ready ?? new Conversation(backend, id, backend.language);
    conversation.start();
    setHeld({ id, backend, conversation });
    return () => conversation.close();
  }, [backend, id, begun]);
  return held?.id === id ? held.conversation : undefined;
}
