import { useEffect, useState } from "react";
import type { Backend, Person } from "../session/backend.ts";
import type { Assistant } from "../wire.ts";
import { useWords } from "../words/index.ts";

interface Props {
  assistants: Assistant[];
  chosen: string;
  onChoose(name: string): void;
  onAsk(text: string): void;
  backend: Backend;
  person: string;
  onPerson(id: string): void;
}

/** Welcome lets one pick who to talk to, and how to begin. */
export function Welcome({ assistants, chosen, onChoose, onAsk, backend, person, onPerson }: Props) {
  const t = useWords();
  const one = assistants.find((a) => a.name === chosen);
  const [people, setPeople] = useState<Person[]>([]);
  useEffect(() => {
    let here = true;
    setPeople([]);
    if (one) void backend.people(one).then((list) => here && setPeople(list));
    return () => {
      here = false;
    };
  }, [backend, one]);
  return (
    <div className="welcome">
      <h2>{t.welcome}</h2>
      {assistants.length > 1 && (
        <div className="assistants" role="radiogroup" aria-label={t.choose}>
          {assistants.map((a) => (
            <label key={a.name} className="assistant" data-chosen={a.name === chosen || undefined}>
              <input
                type="radio"
                name="assistant"
                value={a.name}
                checked={a.name === chosen}
                onChange={() => onChoose(a.name)}
              />
              <strong>{a.title}</strong>
              <span>{a.description}</span>
            </label>
          ))}
        </div>
      )}
      {one && assistants.length === 1 && <p className="faint">{one.description}</p>}
      {people.length > 0 && (
        <label className="row wrap tiny">
          {t.person}
          <select
            className="plain"
            value={people.some((p) => p.person_id === person) ? person : ""}
            onChange={(e) => onPerson(e.target.value)}
          >
            <option value="">–</option>
            {people.map((p) => (
              <option key={p.person_id} value={p.person_id}>
                {[p.name, p.role, p.region, p.dept].filter(Boolean).join(" · ")}
              </option>
            ))}
          </select>
        </label>
      )}
      {one && one.examples.length > 0 && (
        <section aria-label={t.examples}>
          <p className="tiny faint">{t.examples}</p>
          <ul className="examples">
            {one.examples.map((e) => (
              <li key={e}>
                <button type="button" className="example" onClick={() => onAsk(e)}>
                  {e}
                </button>
              </li>
            ))}
          </ul>
        </section>
      )}
    </div>
  );
}
