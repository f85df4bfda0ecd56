// A form for what a question wants to know.
import { Button, Input, InputNumber, Select, Switch } from "antd";
import { useState } from "react";
import { useWords } from "../words/index.ts";
import type { Field } from "./fieldsOf.ts";

export default function Fields({
  fields,
  busy,
  onDone,
}: {
  fields: Field[];
  busy: boolean;
  onDone(payload: unknown): void;
}) {
  const t = useWords();
  const [values, setValues] = useState<Record<string, unknown>>({});
  const set = (name: string, value: unknown) => setValues((v) => ({ ...v, [name]: value }));
  const lacking = fields.some(
    (f) =>
      f.required &&
      f.kind !== "boolean" &&
      (values[f.name] === undefined || values[f.name] === "" || values[f.name] === null),
  );
  return (
    <form
      className="fields"
      onSubmit={(e) => {
        e.preventDefault();
        if (!lacking) onDone(values);
      }}
    >
      {fields.map((f) => (
        <label key={f.name}>
          <span>
            {f.label}
            {f.required && <em> {t.required}</em>}
          </span>
          {f.kind === "choice" ? (
            <Select
              aria-label={f.label}
              options={f.options.map((value) => ({ value, label: value }))}
              onChange={(v) => set(f.name, v)}
            />
          ) : f.kind === "number" ? (
            <InputNumber aria-label={f.label} onChange={(v) => set(f.name, v)} />
          ) : f.kind === "boolean" ? (
            <Switch aria-label={f.label} onChange={(v) => set(f.name, v)} />
          ) : (
            <Input aria-label={f.label} maxLength={f.max} onChange={(e) => set(f.name, e.target.value)} />
          )}
        </label>
      ))}
      <Button type="primary" htmlType="submit" disabled={busy || lacking}>
        {t.submit}
      </Button>
    </form>
  );
}
