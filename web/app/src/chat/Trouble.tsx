import type { Conversation, Glance } from "../session/conversation.ts";
import { useWords } from "../words/index.ts";

/** Trouble stands where a conversation can't be shown: why, and what to do. */
export function Trouble({
  glance,
  conversation,
  onNew,
}: {
  glance: Glance;
  conversation: Conversation;
  onNew(): void;
}) {
  const t = useWords();
  return (
    <div className="middle" role="alert">
      <p>{glance.gone ? t.gone : glance.trouble}</p>
      {glance.gone ? (
        <button type="button" className="plain" onClick={onNew}>
          {t.newChat}
        </button>
      ) : (
        <button type="button" className="plain" onClick={() => conversation.again()}>
          {t.tryAgain}
        </button>
      )}
    </div>
  );
}
