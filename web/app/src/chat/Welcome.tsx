import type { Assistant } from "../wire.ts";
import { useWords } from "../words/index.ts";

interface Props { assistants: Assistant[]; chosen: string; onChoose(name: string): void; onAsk(text: string): void }

/** Welcome lets one pick who to talk to, and how to begin. */
export function Welcome({ assistants, chosen, onChoose, onAsk }: Props) {
  const t = useWords();
  const one = assistants.find((a) => a.name === chosen);
  return (
    <div className="welcome">
      <h2>{t.welcome}</h2>
      {assistants.length > 1 && (
        <div className="assistants" role="radiogroup" aria-label={t.choose}>
          {assistants.map((a) => (
            <label key={a.name} className="assistant" data-chosen={a.name === chosen || undefined}>
              <input type="radio" name="assistant" value={a.name} checked={a.name === chosen} onChange={() => onChoose(a.name)} />
              <strong>{a.title}</strong>
              <span>{a.description}</span>
            </label>
          ))}
        </div>
      )}
      {one && assistants.length === 1 && <p className="faint">{one.description}</p>}
      {one && one.examples.length > 0 && (
        <section aria-label={t.examples}>
          <p className="tiny faint">{t.examples}</p>
          <ul className="examples">{one.examples.map((e) => <li key={e}><button type="button" className="example" onClick={() => onAsk(e)}>{e}</button></li>)}</ul>
        </section>
      )}
    </div>
  );
}
