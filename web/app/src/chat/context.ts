import { createContext, use } from "react";
import type { Thing } from "../faces/data.ts";
import type { Response } from "../view/types.ts";
import type { Backend } from "../session/backend.ts";
import type { Conversation } from "../session/conversation.ts";

/** What parts of a conversation can do. */
export interface Deeds {
  backend: Backend;
  conversation: Conversation;
  ask(text: string): void;
  /** fill puts a question and the beginning of a line into the input; what
   *  was being written there stays. */
  fill(question: string, line: string): void;
  /** remembered shows what is remembered of the user. */
  remembered(): void;
  /** fork asks something else where a run's question was asked. */
  fork(runId: string, query: string): Promise<void>;
  inspect(runId: string): void;
  /** showDocument opens a document beside the talk; fields are its values,
   *  where they can be changed. */
  showDocument(id: string, fields?: Thing[]): void;
  showTrip(response: Response): void;
  say(text: string): void;
}

export const DeedsContext = createContext<Deeds | null>(null);

export function useDeeds(): Deeds {
  const deeds = use(DeedsContext);
  if (!deeds) throw new Error("outside of a conversation");
  return deeds;
}
