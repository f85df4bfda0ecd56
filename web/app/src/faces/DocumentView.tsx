// A document beside its talk: as it will be downloaded, its values to be put
// right, and its versions.
import { lazy, Suspense, useEffect, useState } from "react";
import { Markdown } from "../chat/Markdown.tsx";
import { type Backend, messageOf } from "../session/backend.ts";
import { useWords } from "../words/index.ts";
import type { DocumentEntry } from "../wire.ts";
import type { Thing } from "./data.ts";
import { DocumentFields } from "./DocumentFields.tsx";
import { Downloads } from "./DocumentCard.tsx";

const Changes = lazy(() => import("./Changes.tsx"));

interface Props {
  id: string;
  fields?: Thing[];
  backend: Backend;
  sessionId: string;
}

export default function DocumentView({ id, fields, backend, sessionId }: Props) {
  const t = useWords().versions;
  const [shown, setShown] = useState(id);
  const [against, setAgainst] = useState("");
  const [versions, setVersions] = useState<DocumentEntry[]>([]);
  const { document, trouble } = useDocument(shown, backend);
  useEffect(() => {
    setShown(id);
    setAgainst("");
  }, [id]);
  useEffect(() => {
    let here = true;
    backend.documentsOf(sessionId).then(
      (all) => here && setVersions(all),
      () => {},
    );
    return () => {
      here = false;
    };
  }, [backend, sessionId, id]);
  const kind = versions.find((v) => v.id === id)?.document_type;
  const all = versions.filter((v) => v.document_type === kind).sort((a, b) => (a.created_at < b.created_at ? -1 : 1));
  const nameOf = (v: string) => t.number(all.findIndex((d) => d.id === v) + 1);
  if (trouble)
    return (
      <p className="notice bad" role="alert">
        {trouble}
      </p>
    );
  return (
    <div className="paper">
      {all.length > 1 && (
        <div className="row wrap versions">
          <label className="row tiny">
            {t.shown}
            <select
              className="plain"
              value={shown}
              onChange={(e) => {
                setShown(e.target.value);
                setAgainst("");
              }}
            >
              {all.map((v) => (
                <option key={v.id} value={v.id}>
                  {nameOf(v.id)}
                  {v === all.at(-1) ? ` · ${t.newest}` : ""}
                </option>
              ))}
            </select>
          </label>
          <label className="row tiny">
            {t.against}
            <select className="plain" value={against} onChange={(e) => setAgainst(e.target.value)}>
              <option value="">{t.none}</option>
              {all
                .filter((v) => v.id !== shown)
                .map((v) => (
                  <option key={v.id} value={v.id}>
                    {nameOf(v.id)}
                  </option>
                ))}
            </select>
          </label>
        </div>
      )}
      {!document ? (
        <p className="quiet pulse">…</p>
      ) : (
        <>
          <div className="row wrap">
            <Downloads downloads={document.downloads} />
          </div>
          {shown === id && !against && fields && fields.length > 0 && <DocumentFields key={id} fields={fields} />}
          {against ? (
            <Suspense fallback={null}>
              <Changes from={against} to={document} backend={backend} />
            </Suspense>
          ) : (
            <article className="sheet" tabIndex={0}>
              <Markdown text={document.markdown ?? ""} />
            </article>
          )}
        </>
      )}
    </div>
  );
}

export function useDocument(id: string, backend: Backend): { document?: DocumentEntry; trouble: string } {
  const [document, setDocument] = useState<DocumentEntry>();
  const [trouble, setTrouble] = useState("");
  useEffect(() => {
    let here = true;
    backend.document(id).then(
      (d) => here && (setDocument(d), setTrouble("")),
      (e) => here && setTrouble(messageOf(e)),
    );
    return () => {
      here = false;
    };
  }, [id, backend]);
  return { document, trouble };
}
