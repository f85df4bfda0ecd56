import { useCallback, useEffect, useState } from "react";
import { kept } from "../kept.ts";
import { type Backend, messageOf } from "../session/backend.ts";
import type { Assistant } from "../wire.ts";

export interface Assistants {
  /** undefined until they are known. */
  list: Assistant[] | undefined;
  trouble: string;
  chosen: string;
  choose(name: string): void;
  again(): void;
}

/** useAssistants is who can be talked to, and who was chosen. */
export function useAssistants(backend: Backend): Assistants {
  const [list, setList] = useState<Assistant[]>();
  const [trouble, setTrouble] = useState("");
  const [chosen, setChosen] = useState(() => kept.read<string>("assistant") ?? "");
  const again = useCallback(() => {
    setTrouble("");
    backend.assistants().then(
      (all) => {
        setList(all);
        setChosen((now) =>
          all.some((a) => a.name === now) ? now : ((all.find((a) => a.default) ?? all[0])?.name ?? ""),
        );
      },
      (e) => setTrouble(messageOf(e)),
    );
  }, [backend]);
  useEffect(again, [again]);
  return {
    list,
    trouble,
    chosen,
    again,
    choose: (name) => {
      kept.write("assistant", name);
      setChosen(name);
    },
  };
}
