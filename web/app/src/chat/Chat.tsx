// One conversation on the screen.
import { lazy, Suspense, useCallback, useEffect, useMemo, useRef, useState, useSyncExternalStore } from "react";
import { DrawerSide } from "../shell/DrawerSide.tsx";
import { Fence } from "../shell/Fence.tsx";
import { Icon } from "../shell/Icon.tsx";
import { LineStatus } from "../shell/LineStatus.tsx";
import type { Backend } from "../session/backend.ts";
import { messageOf } from "../session/backend.ts";
import type { Conversation } from "../session/conversation.ts";
import { open, pending } from "../view/items.ts";
import type { View } from "../view/types.ts";
import type { Assistant } from "../wire.ts";
import { useWords } from "../words/index.ts";
import { Announcer } from "./Announcer.tsx";
import { Composer, type Filled } from "./Composer.tsx";
import { type Deeds, DeedsContext } from "./context.ts";
import { Log } from "./Log.tsx";

const Inspector = lazy(() => import("../inspector/index.tsx"));
const DocumentView = lazy(() => import("../faces/DocumentView.tsx"));

interface Props {
  backend: Backend;
  conversation: Conversation;
  assistants: Assistant[];
  /** This browser did not begin it, and does not list it. */
  visiting: boolean;
  onKeep(title: string): void;
  review: boolean;
  onReview(on: boolean): void;
  onOpen(sessionId: string): void;
  /** A conversation was made out of this one, to ask something else. */
  onBranch(sessionId: string, query: string): void;
  onTitle(title: string): void;
  onChanged(): void;
  onMemory(): void;
  say(text: string): void;
}

export function Chat({ backend, conversation, assistants, visiting, onKeep, review, onReview, onOpen, onBranch, onTitle, onChanged, onMemory, say }: Props) {
  const t = useWords();
  const glance = useSyncExternalStore(conversation.subscribe, conversation.snapshot);
  const { view } = glance;
  const [inspected, setInspected] = useState("");
  const [documentId, setDocumentId] = useState("");
  const [filled, setFilled] = useState<Filled>();
  const working = open(view);
  const question = pending(view);
  const busy = working.some((r) => r.status !== "waiting") || view.items.some((i) => i.kind === "user" && i.state === "sending");

  useEffect(() => { if (view.title) onTitle(view.title); }, [view.title, onTitle]);
  const settled = working.length;
  useEffect(() => { if (settled === 0) onChanged(); }, [settled, onChanged]);

  const branch = useRef(onBranch);
  branch.current = onBranch;
  const ask = useCallback((text: string) => {
    const asks = pending(conversation.snapshot().view);
    conversation.ask(text, { reviewPlan: review && !asks, language: backend.language });
  }, [conversation, review, backend]);

  const deeds = useMemo<Deeds>(() => ({
    backend, conversation, ask, say, remembered: onMemory, fill: (question, line) => setFilled({ question, line }), inspect: setInspected, showDocument: setDocumentId,
    fork: async (runId, query) => {
      try {
        const made = await backend.rest.fork(view.sessionId, { before_run_id: runId, query } as never);
        say(t.edited);
        branch.current(made.session_id, query);
      } catch (e) {
        say(messageOf(e));
      }
    },
  }), [backend, conversation, ask, say, view.sessionId, onMemory, t]);

  const last = view.items.findLast((i) => i.kind === "answer");
  const guidance = last?.kind === "answer" && last === view.items.at(-1) && last.response?.type === "guidance" && ["irrelevant", "unclear"].includes(String((last.response as { detected_intent?: string }).detected_intent));
  const examples = guidance ? assistants.find((a) => a.name === view.assistant)?.examples ?? [] : [];
  const gone = glance.gone || glance.trouble;
  return (
    <DeedsContext value={deeds}>
      {visiting && !glance.gone && (
        <p className="visiting" role="note">
          <Icon name="link" size={16} /><span>{t.linked.about}</span>
          <button type="button" className="plain" onClick={() => onKeep(nameOf(view))}>{t.linked.keep}</button>
        </p>
      )}
      <Fence>
        {gone ? (
          <div className="middle" role="alert">
            <p>{glance.gone ? t.gone : glance.trouble}</p>
            {glance.gone ? <button type="button" className="plain" onClick={() => onOpen("")}>{t.newChat}</button> : <button type="button" className="plain" onClick={() => conversation.again()}>{t.tryAgain}</button>}
          </div>
        ) : glance.loading === "first" && view.items.length === 0 ? <Waiting text={t.loading} /> : <Log glance={glance} conversation={conversation} />}
      </Fence>
      <Announcer view={view} />
      {!glance.gone && <LineStatus status={glance.line} onAgain={() => conversation.again()} />}
      {!gone && (
        <Composer
          draft={view.sessionId} filled={filled} busy={busy || Boolean(question)} review={review} onReview={onReview} onSend={ask}
          onStop={() => conversation.stop(working[0]?.id)}
          placeholder={question ? t.placeholderAnswer : view.mode === "quiz" ? t.placeholderQuiz : t.placeholder}
          above={examples.length > 0 && <ul className="examples short">{examples.slice(0, 4).map((e) => <li key={e}><button type="button" className="example" onClick={() => ask(e)}>{e}</button></li>)}</ul>}
        />
      )}
      <DrawerSide open={inspected !== ""} title={t.details} onClose={() => setInspected("")}>
        {inspected && <Suspense fallback={<Waiting text="…" />}><Inspector sessionId={view.sessionId} runId={inspected} rest={conversation.rest} /></Suspense>}
      </DrawerSide>
      <DrawerSide open={documentId !== ""} title={t.document} onClose={() => setDocumentId("")}>
        {documentId && <Suspense fallback={<Waiting text="…" />}><DocumentView id={documentId} backend={backend} /></Suspense>}
      </DrawerSide>
    </DeedsContext>
  );
}

/** nameOf is what a conversation is called whose title is not known: by what
 *  was said first of what is known. */
const nameOf = (view: View): string => {
  const first = view.items.find((i) => i.kind === "user" && i.text);
  return view.title || (first?.kind === "user" && first.text ? first.text.replace(/\s+/g, " ").slice(0, 40) : "");
};

/** Waiting appears only when there is something to wait for. */
export function Waiting({ text }: { text: string }) {
  const [shown, setShown] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => {
    timer.current = setTimeout(() => setShown(true), 250);
    return () => clearTimeout(timer.current);
  }, []);
  return <div className="middle">{shown && <p className="quiet pulse">{text}</p>}</div>;
}
