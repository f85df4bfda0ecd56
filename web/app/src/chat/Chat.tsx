// One conversation on the screen.
import { useCallback, useEffect, useMemo, useRef, useState, useSyncExternalStore } from "react";
import { Fence } from "../shell/Fence.tsx";
import { LineStatus } from "../shell/LineStatus.tsx";
import { Waiting } from "../shell/Waiting.tsx";
import type { Backend } from "../session/backend.ts";
import { messageOf } from "../session/backend.ts";
import type { Conversation } from "../session/conversation.ts";
import { open, pending } from "../view/items.ts";
import type { View } from "../view/types.ts";
import type { Assistant } from "../wire.ts";
import { useWords } from "../words/index.ts";
import { Announcer } from "./Announcer.tsx";
import { fieldsOf } from "../faces/asks.ts";
import { hasDays } from "../faces/data.ts";
import { Beside, type Shown } from "./Beside.tsx";
import { Composer, type Filled } from "./Composer.tsx";
import { type Deeds, DeedsContext } from "./context.ts";
import { Log } from "./Log.tsx";
import { Trouble } from "./Trouble.tsx";
import { Visiting } from "./Visiting.tsx";

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
  /** Assistants began other conversations with the user. */
  onStarted(ids: string[]): void;
  onMemory(): void;
  say(text: string): void;
}

export default function Chat({
  backend,
  conversation,
  assistants,
  visiting,
  onKeep,
  review,
  onReview,
  onOpen,
  onBranch,
  onTitle,
  onChanged,
  onStarted,
  onMemory,
  say,
}: Props) {
  const t = useWords();
  const glance = useSyncExternalStore(conversation.subscribe, conversation.snapshot);
  const { view } = glance;
  const [shown, setShown] = useState<Shown>();
  const [filled, setFilled] = useState<Filled>();
  const [foot, setFoot] = useState<HTMLElement | null>(null);
  const working = open(view);
  const question = pending(view);
  const busy =
    working.some((r) => r.status !== "waiting") || view.items.some((i) => i.kind === "user" && i.state === "sending");

  useEffect(() => {
    if (view.title) onTitle(view.title);
  }, [view.title, onTitle]);
  const settled = working.length;
  useEffect(() => {
    if (settled === 0) onChanged();
  }, [settled, onChanged]);
  useEffect(() => {
    if (view.started.length > 0) onStarted(view.started);
  }, [view.started, onStarted]);

  const branch = useRef(onBranch);
  branch.current = onBranch;
  const ask = useCallback(
    (text: string) => {
      const asks = pending(conversation.snapshot().view);
      conversation.ask(text, { reviewPlan: review && !asks });
    },
    [conversation, review],
  );

  const deeds = useMemo<Deeds>(
    () => ({
      backend,
      conversation,
      ask,
      say,
      remembered: onMemory,
      fill: (question, line) => setFilled({ question, line }),
      inspect: (id) => setShown({ kind: "run", id }),
      showDocument: (id, fields) => setShown({ kind: "document", id, fields }),
      showTrip: (response) => setShown({ kind: "trip", response }),
      fork: async (runId, query) => {
        try {
          const made = await backend.rest.fork(view.sessionId, { before_run_id: runId, query } as never);
          say(t.edited);
          branch.current(made.session_id, query);
        } catch (e) {
          say(messageOf(e));
        }
      },
    }),
    [backend, conversation, ask, say, view.sessionId, onMemory, t],
  );

  const last = view.items.findLast((i) => i.kind === "answer");
  const made = last?.kind === "answer" ? last.response : undefined;
  // What was put right is read on where it is read.
  useEffect(() => {
    const id = made?.document?.id;
    if (made && id) setShown((s) => (s?.kind === "document" ? { kind: "document", id, fields: fieldsOf(made) } : s));
    else if (made && hasDays(made)) setShown((s) => (s?.kind === "trip" ? { kind: "trip", response: made } : s));
  }, [made]);
  const guidance =
    last?.kind === "answer" &&
    last === view.items.at(-1) &&
    last.response?.type === "guidance" &&
    ["irrelevant", "unclear"].includes(String((last.response as { detected_intent?: string }).detected_intent));
  const examples = guidance ? (assistants.find((a) => a.name === view.assistant)?.examples ?? []) : [];
  const gone = glance.gone || glance.trouble;
  return (
    <DeedsContext value={deeds}>
      {visiting && !glance.gone && <Visiting onKeep={() => onKeep(nameOf(view))} />}
      <Fence>
        {gone ? (
          <Trouble glance={glance} conversation={conversation} onNew={() => onOpen("")} />
        ) : glance.loading === "first" && view.items.length === 0 ? (
          <Waiting text={t.loading} />
        ) : (
          <Log glance={glance} conversation={conversation} foot={foot} />
        )}
      </Fence>
      <Announcer view={view} fresh={conversation.fresh} />
      {!glance.gone && (
        <LineStatus status={glance.line} refused={glance.refused} onAgain={() => conversation.again()} />
      )}
      {!gone && (
        <Composer
          backend={backend}
          footRef={setFoot}
          draft={view.sessionId}
          filled={filled}
          busy={busy || Boolean(question)}
          review={review}
          onReview={onReview}
          onSend={ask}
          onUp={editLast}
          onStop={() => conversation.stop(working[0]?.id)}
          placeholder={question ? t.placeholderAnswer : view.mode === "quiz" ? t.placeholderQuiz : t.placeholder}
          above={
            examples.length > 0 && (
              <ul className="examples short">
                {examples.slice(0, 4).map((e) => (
                  <li key={e}>
                    <button type="button" className="example" onClick={() => ask(e)}>
                      {e}
                    </button>
                  </li>
                ))}
              </ul>
            )
          }
        />
      )}
      <Beside
        shown={shown}
        backend={backend}
        conversation={conversation}
        sessionId={view.sessionId}
        onClose={(kind) => setShown((s) => (s?.kind === kind ? undefined : s))}
      />
    </DeedsContext>
  );
}

/** editLast opens what was said last to be put differently. */
const editLast = () => [...document.querySelectorAll<HTMLElement>("[data-edit]")].at(-1)?.click();

/** nameOf is what a conversation is called whose title is not known: by what
 *  was said first of what is known. */
const nameOf = (view: View): string => {
  const first = view.items.find((i) => i.kind === "user" && i.text);
  return view.title || (first?.kind === "user" && first.text ? first.text.replace(/\s+/g, " ").slice(0, 40) : "");
};
