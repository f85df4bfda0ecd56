import { useEffect, useState } from "react";
import type { Backend } from "./backend.ts";
import { Conversation } from "./conversation.ts";

/** useConversation is the open conversation; the one that was just begun is
 *  taken over with what was asked in it already. */
export function useConversation(
  backend: Backend,
  id: string,
  begun: { current: Conversation | null },
): Conversation | undefined {
  const [held, setHeld] = useState<{ id: string; backend: Backend; conversation: Conversation }>();
  useEffect(() => {
    if (!id) return setHeld(undefined);
    const ready = begun.current?.snapshot().view.sessionId === id ? begun.current : undefined;
    // Whoever went elsewhere meanwhile leaves no second line behind.
    if (!ready) begun.current?.close();
    begun.current = null;
    const conversation = ready ?? new Conversation(backend, id);
    conversation.start();
    setHeld({ id, backend, conversation });
    return () => conversation.close();
  }, [backend, id, begun]);
  return held?.id === id ? held.conversation : undefined;
}
