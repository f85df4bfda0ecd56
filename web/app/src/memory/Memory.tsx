// What is remembered of the user: to be seen, put right, taken along, and
// erased.
import type { Memory as Exchange, Preference } from "@madang/client";
import { Button } from "antd";
import { useCallback, useEffect, useState } from "react";
import { type Backend, messageOf, plainText } from "../session/backend.ts";
import { Icon } from "../shell/Icon.tsx";
import { useLanguage, useWords } from "../words/index.ts";
import { Confirm } from "./Confirm.tsx";
import { PreferenceRow } from "./PreferenceRow.tsx";

interface Kept {
  preferences: Preference[];
  exchanges: Exchange[];
  /** Where all of it can be had as one file. */
  file: string;
}

export default function Memory({ backend, onErased }: { backend: Backend; onErased(): void }) {
  const t = useWords().memory;
  const [kept, setKept] = useState<Kept>();
  const [trouble, setTrouble] = useState("");
  const [news, setNews] = useState("");
  const look = useCallback(() => backend.remembered().then(setKept), [backend]);
  useEffect(() => {
    let here = true;
    backend.remembered().then(
      (k) => here && setKept(k),
      (e) => here && setTrouble(messageOf(e)),
    );
    return () => {
      here = false;
    };
  }, [backend]);
  /** act does something, says it, and shows how things are then. */
  const act = async (deed: Promise<unknown>, done: string) => {
    setTrouble("");
    try {
      await deed;
      setNews(done);
      await look();
      return true;
    } catch (e) {
      setTrouble(messageOf(e));
      return false;
    }
  };
  return (
    <div className="memory">
      <p className="quiet tiny">{t.about}</p>
      <p className="memory-news tiny" role="status">
        {news}
      </p>
      {trouble && (
        <p className="notice bad" role="alert">
          {trouble}
        </p>
      )}
      {!kept && !trouble && <p className="quiet pulse">…</p>}
      {kept && (
        <>
          <section>
            <h3>{t.preferences}</h3>
            {kept.preferences.length === 0 && <p className="faint tiny">{t.none}</p>}
            <ul>
              {kept.preferences.map((p) => (
                <PreferenceRow
                  key={p.key}
                  preference={p}
                  onSave={(value) => act(backend.setPreference(p.key, value), t.corrected)}
                  onForget={() => act(backend.forgetPreference(p.key), t.forgotten)}
                />
              ))}
            </ul>
          </section>
          <Exchanges
            list={kept.exchanges}
            onForgetOne={(id) => act(backend.forgetExchange(id), t.forgotten)}
            onForget={() => act(backend.forgetExchanges(), t.forgotten)}
          />
          <section className="memory-all">
            <h3>{t.all}</h3>
            <p className="tiny quiet">{t.allHint}</p>
            <div className="row wrap">
              <a className="chip" href={kept.file} download={t.file}>
                <Icon name="download" size={15} />
                {t.export}
              </a>
              <Confirm
                label={t.erase}
                question={t.eraseSure}
                onYes={() => void act(backend.eraseMe(), t.erased).then((done) => done && onErased())}
              />
            </div>
          </section>
        </>
      )}
    </div>
  );
}

function Exchanges({
  list,
  onForgetOne,
  onForget,
}: {
  list: Exchange[];
  onForgetOne(id: string): Promise<boolean>;
  onForget(): Promise<boolean>;
}) {
  const t = useWords().memory;
  const language = useLanguage();
  const [all, setAll] = useState(false);
  const shown = all ? list : list.slice(0, few);
  return (
    <section>
      <h3>{t.exchanges}</h3>
      {list.length === 0 && <p className="faint tiny">{t.none}</p>}
      <ul>
        {shown.map((m) => (
          <li key={m.id ?? m.timestamp} className="exchange">
            <p className="exchange-line">
              <strong>{m.query}</strong>
              <time className="tiny faint" dateTime={m.timestamp}>
                {new Date(m.timestamp).toLocaleDateString(language)}
              </time>
            </p>
            <p className="tiny quiet exchange-gist">{plainText(m.response).slice(0, 160)}</p>
            {m.id && (
              <Confirm
                quiet
                label={t.forgetOne}
                name={`${m.query}: ${t.forgetOne}`}
                question={t.forgetOneSure}
                onYes={() => void onForgetOne(m.id ?? "")}
              />
            )}
          </li>
        ))}
      </ul>
      <div className="row wrap">
        {list.length > shown.length && (
          <Button size="small" onClick={() => setAll(true)}>
            {t.more(list.length - shown.length)}
          </Button>
        )}
        {list.length > 0 && <Confirm label={t.forgetExchanges} question={t.forgetSure} onYes={() => void onForget()} />}
      </div>
    </section>
  );
}

/** How many exchanges are shown before one asks for the rest. */
const few = 5;
