// What an assistant wants to know next, as controls. What is chosen or filled
// in is said in the user's place, so that typing it does the same.
import { Button, Input } from "antd";
import { useState } from "react";
import { useDeeds } from "../chat/context.ts";
import type { Response } from "../view/types.ts";
import { useLanguage, useWords } from "../words/index.ts";
import { choicesOf, type DraftOf, draftOf, fieldsOf } from "./asks.ts";
import { text, type Thing, texts } from "./data.ts";

export default function Asks({ response }: { response: Response }) {
  const t = useWords().asks;
  const { ask } = useDeeds();
  const choices = choicesOf(response, t);
  const draft = draftOf(response);
  return (
    <div className="asks">
      {choices.length > 0 && (
        <ul className="examples short" aria-label={t.choices}>
          {choices.map((c) => (
            <li key={c}>
              <button type="button" className="example" onClick={() => ask(c)}>
                {c}
              </button>
            </li>
          ))}
        </ul>
      )}
      {draft && <Draft key={draft.asked.map((f) => text(f.key)).join()} {...draft} fields={fieldsOf(response)} />}
    </div>
  );
}

/** Draft is a form for the parts of a document that are still open: those that
 *  are asked for now, and on demand all the others. */
function Draft({ asked, others, made, whole, fields }: DraftOf & { fields: Thing[] }) {
  const t = useWords().asks;
  const language = useLanguage();
  const { ask } = useDeeds();
  const [values, setValues] = useState<Record<string, string>>({});
  const [all, setAll] = useState(false);
  const optionsOf = (f: Thing) => {
    const list = texts(fields.find((e) => e.key === f.key)?.options);
    return list.length > 0 && list.length <= 6 ? list : undefined;
  };
  const label = (f: Thing) => text(f[`label_${language}`]) || text(f.key);
  const shown = all ? [...asked, ...others] : asked;
  const filled = shown.filter((f) => values[text(f.key)]?.trim());
  const send = () => ask(filled.map((f) => `${label(f)}: ${values[text(f.key)]?.trim()}`).join("\n"));
  return (
    <form
      className="card fields draft"
      aria-label={t.form}
      onSubmit={(e) => {
        e.preventDefault();
        if (filled.length > 0) send();
      }}
    >
      {shown.map((f) => {
        const key = text(f.key),
          options = t.options[key] ?? optionsOf(f);
        const set = (value: string) => setValues((v) => ({ ...v, [key]: value }));
        return (
          <div key={key} role="group" aria-label={label(f)}>
            <label htmlFor={`draft-${key}`}>{label(f)}</label>
            {options ? (
              <div className="row wrap">
                {options.map((o) => (
                  <button
                    key={o}
                    type="button"
                    className="chip"
                    aria-pressed={values[key] === o}
                    onClick={() => set(o)}
                  >
                    {o}
                  </button>
                ))}
              </div>
            ) : (
              <Input
                id={`draft-${key}`}
                value={values[key] ?? ""}
                maxLength={200}
                onChange={(e) => set(e.target.value)}
              />
            )}
          </div>
        );
      })}
      {!all && others.length > 0 && (
        <button type="button" className="link tiny" onClick={() => setAll(true)}>
          {made && asked.length === 0 ? t.blanks(others.length) : t.more(others.length)}
        </button>
      )}
      <div className="row wrap">
        {shown.length > 0 && (
          <Button type="primary" htmlType="submit" disabled={filled.length === 0}>
            {t.fill}
          </Button>
        )}
        {!made && !whole && <Button onClick={() => ask(t.say.asIs)}>{t.asIs}</Button>}
        {!made && <Button onClick={() => ask(t.say.stop)}>{t.stop}</Button>}
      </div>
    </form>
  );
}
