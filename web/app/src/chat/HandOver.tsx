// A file that is handed over: picked or dropped, read by the server, sent with
// the next message.
import { useEffect, useRef, useState } from "react";
import type { Backend } from "../session/backend.ts";
import { messageOf } from "../session/backend.ts";
import { Icon } from "../shell/Icon.tsx";
import { useWords } from "../words/index.ts";
import type { Handed } from "./handed.ts";

/** What the server reads, and how large it may be. */
const kinds = ".docx,.pdf,.txt,.md,.markdown,.html,.htm";
const most = 10 << 20;

export interface HandOver {
  file?: Handed;
  /** The name of what is being read. */
  reading: string;
  trouble: string;
  /** A file is held over the page. */
  over: boolean;
  take(file: File): void;
  drop(): void;
}

/** useHandOver is the file of one draft; what is dropped anywhere on the page is taken. */
export function useHandOver(backend: Backend, draft: string): HandOver {
  const t = useWords().file;
  const [file, setFile] = useState<Handed>();
  const [reading, setReading] = useState("");
  const [trouble, setTrouble] = useState("");
  const [over, setOver] = useState(false);
  const turn = useRef(0); // what was taken before the last one comes too late
  const drop = () => {
    turn.current++;
    setFile(undefined);
    setReading("");
    setTrouble("");
  };
  useEffect(drop, [draft]);
  const take = (picked: File) => {
    drop();
    if (picked.size > most) return setTrouble(t.large);
    const mine = turn.current;
    setReading(picked.name);
    backend.rest
      .fileText(picked, picked.name)
      .then(
        (read) => mine === turn.current && setFile(read),
        (e: unknown) => mine === turn.current && setTrouble(messageOf(e)),
      )
      .finally(() => mine === turn.current && setReading(""));
  };
  const taking = useRef(take);
  taking.current = take;
  useEffect(() => {
    const end = new AbortController();
    const on = <K extends keyof WindowEventMap>(type: K, does: (e: WindowEventMap[K]) => void) =>
      addEventListener(type, does, { signal: end.signal });
    const files = (e: DragEvent) => e.dataTransfer?.types.includes("Files");
    on("dragover", (e) => {
      if (!files(e)) return;
      e.preventDefault(); // else the browser leaves the page for the file
      setOver(true);
    });
    on("dragleave", (e) => e.relatedTarget === null && setOver(false));
    on("drop", (e) => {
      setOver(false);
      if (!files(e)) return;
      e.preventDefault();
      const dropped = e.dataTransfer?.files[0];
      if (dropped) taking.current(dropped);
    });
    return () => end.abort();
  }, []);
  return { file, reading, trouble, over, take, drop };
}

/** HandedOver is what is sent with the next message, or why it is not. */
export function HandedOver({ file, reading, trouble, drop }: HandOver) {
  const t = useWords().file;
  return (
    <>
      {trouble && (
        <p className="notice bad tiny" role="alert">
          {trouble}
        </p>
      )}
      {(file || reading) && (
        <p className="handed" role="status">
          <Icon name="page" size={16} />
          <span className="handed-name">{file?.name ?? t.reading(reading)}</span>
          <button
            type="button"
            className="ghost"
            aria-label={t.remove(file?.name ?? reading)}
            title={t.remove(file?.name ?? reading)}
            onClick={drop}
          >
            <Icon name="cross" size={15} />
          </button>
        </p>
      )}
    </>
  );
}

/** FilePick lets one choose a file. */
export function FilePick({ take }: Pick<HandOver, "take">) {
  const t = useWords().file;
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <input
        ref={input}
        type="file"
        accept={kinds}
        hidden
        onChange={(e) => {
          const picked = e.target.files?.[0];
          if (picked) take(picked);
          e.target.value = ""; // the same may be picked again
        }}
      />
      <button type="button" className="chip" aria-label={t.add} title={t.add} onClick={() => input.current?.click()}>
        <Icon name="clip" size={16} />
      </button>
    </>
  );
}
