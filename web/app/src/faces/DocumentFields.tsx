// The values of a document where it is read: what is changed is said in the
// user's place, as typing it would.
import { Button, Input } from "antd";
import { useState } from "react";
import { useDeeds } from "../chat/context.ts";
import { useLanguage, useWords } from "../words/index.ts";
import { text, type Thing, texts } from "./data.ts";

export function DocumentFields({ fields }: { fields: Thing[] }) {
  const t = useWords().versions;
  const { ask } = useDeeds();
  const language = useLanguage();
  const [values, setValues] = useState<Record<string, string>>({});
  const [sent, setSent] = useState(false);
  const label = (f: Thing) => text(f[`label_${language}`]) || text(f.key);
  const now = (f: Thing) => values[text(f.key)] ?? text(f.text);
  const changed = fields.filter((f) => now(f).trim() !== "" && now(f).trim() !== text(f.text));
  const open = fields.filter((f) => f.open === true).length;
  const send = () => {
    setSent(true);
    ask(changed.map((f) => `${label(f)}: ${now(f).trim()}`).join("\n"));
  };
  return (
    <details className="more document-fields">
      <summary>
        {t.fields}
        {open > 0 && <span className="tag warm">{t.blank(open)}</span>}
      </summary>
      <form
        onSubmit={(e) => {
          e.preventDefault();
          if (changed.length > 0) send();
        }}
      >
        <div className="document-grid">
          {fields.map((f) => {
            const key = text(f.key),
              options = texts(f.options);
            const set = (value: string) => {
              setSent(false);
              setValues((v) => ({ ...v, [key]: value }));
            };
            return (
              <label
                key={key}
                data-changed={changed.includes(f) || undefined}
                data-blank={text(f.text) === "" || undefined}
              >
                <span>{label(f)}</span>
                {options.length > 0 ? (
                  <select
                    className="plain"
                    value={options.includes(now(f)) ? now(f) : ""}
                    onChange={(e) => set(e.target.value)}
                  >
                    <option value="">–</option>
                    {options.map((o) => (
                      <option key={o}>{o}</option>
                    ))}
                  </select>
                ) : (
                  <Input value={now(f)} maxLength={200} onChange={(e) => set(e.target.value)} />
                )}
              </label>
            );
          })}
        </div>
        <div className="row wrap">
          <Button type="primary" htmlType="submit" disabled={changed.length === 0 || sent}>
            {t.change(changed.length)}
          </Button>
          {changed.length > 0 && !sent && <Button onClick={() => setValues({})}>{t.undo}</Button>}
        </div>
      </form>
    </details>
  );
}
