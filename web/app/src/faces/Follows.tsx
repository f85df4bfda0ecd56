// What is usually asked next, by what the last answer holds; tapped, it is said
// in the user's place.
import { useDeeds } from "../chat/context.ts";
import type { Response } from "../view/types.ts";
import { useWords } from "../words/index.ts";
import { followsOf } from "./asks.ts";

export function Follows({ response }: { response: Response }) {
  const t = useWords().follows;
  const { ask } = useDeeds();
  const list = followsOf(response, t);
  if (list.length === 0) return null;
  return (
    <ul className="examples short follows" aria-label={t.title}>
      {list.map((f) => (
        <li key={f}>
          <button type="button" className="example" onClick={() => ask(f)}>
            {f}
          </button>
        </li>
      ))}
    </ul>
  );
}
