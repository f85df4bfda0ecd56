// Conversations that this browser did not begin: what tells them from its own,
// and those that are kept in its list by their links.
import { useEffect, useRef, useState } from "react";
import { type Linked, linked } from "../kept.ts";
import type { Sessions } from "./useSessions.ts";

export interface Visits {
  links: Linked[];
  link: Linked | undefined;
  /** The open conversation is not this browser's. */
  foreign: boolean;
  keep(title: string): void;
  drop(id: string): void;
  /** own notes a conversation that was begun here. */
  own(id: string): void;
  /** copied notes one that was made out of the open conversation: a copy is
   *  its owner's, so that one of a visited conversation needs its link too. */
  copied(id: string, title: string): void;
  forget(): void;
}

export function useVisits(sessions: Sessions, openId: string): Visits {
  const [links, setLinks] = useState(linked.all);
  // Begun here, and not yet in a list that was read.
  const mine = useRef(new Set<string>());
  const [looked, setLooked] = useState("");
  const unlisted =
    openId !== "" && sessions.known && !sessions.list.some((s) => s.id === openId) && !mine.current.has(openId);
  const { whole } = sessions;
  useEffect(() => {
    if (unlisted) void whole().then(() => setLooked(openId));
  }, [unlisted, openId, whole]);
  const foreign = unlisted && looked === openId && !sessions.trouble;
  const own = (id: string) => void mine.current.add(id);
  return {
    links,
    link: links.find((l) => l.id === openId),
    foreign,
    own,
    keep: (title) => setLinks(linked.keep(openId, title)),
    drop: (id) => setLinks(linked.drop(id)),
    copied: (id, title) => (foreign ? setLinks(linked.keep(id, title.slice(0, 40))) : own(id)),
    forget: () => setLinks([]),
  };
}
