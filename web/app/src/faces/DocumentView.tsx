import { useEffect, useState } from "react";
import { Markdown } from "../chat/Markdown.tsx";
import { type Backend, messageOf } from "../session/backend.ts";
import type { DocumentEntry } from "../wire.ts";
import { Downloads } from "./DocumentCard.tsx";

/** DocumentView shows a document as it will be downloaded. */
export default function DocumentView({ id, backend }: { id: string; backend: Backend }) {
  const [document, setDocument] = useState<DocumentEntry>();
  const [trouble, setTrouble] = useState("");
  useEffect(() => {
    let here = true;
    backend.document(id).then((d) => here && setDocument(d), (e) => here && setTrouble(messageOf(e)));
    return () => { here = false; };
  }, [id, backend]);
  if (trouble) return <p className="notice bad" role="alert">{trouble}</p>;
  if (!document) return <p className="quiet pulse">…</p>;
  return (
    <div className="paper">
      <div className="row wrap"><Downloads downloads={document.downloads} /></div>
      <article className="sheet"><Markdown text={document.markdown ?? ""} /></article>
    </div>
  );
}
