import { useEffect, useRef, useState } from "react";
import { plain } from "../session/backend.ts";
import { ended, pending } from "../view/items.ts";
import type { View } from "../view/types.ts";
import { useWords } from "../words/index.ts";

/** Announcer tells readers of the screen what happens, in few words: the
 *  answer's beginning when it is there, not each piece of it. What a
 *  conversation held when it was opened is no news; a fresh one, whose answer
 *  may be there before the page has drawn it, held nothing. */
export function Announcer({ view, fresh }: { view: View; fresh: boolean }) {
  const t = useWords();
  const [text, setText] = useState("");
  const seen = useRef<Set<string> | null>(null);
  useEffect(() => {
    const news: string[] = [];
    const first = seen.current === null && !fresh;
    const known = (seen.current ??= new Set());
    const tell = (key: string, words: string) => {
      if (known.has(key)) return;
      known.add(key);
      if (!first && words) news.push(words);
    };
    const question = pending(view);
    if (question) tell(question.id, question.message || t.question);
    for (const item of view.items.slice(-4)) {
      if (item.kind === "answer" && item.response)
        tell(
          item.key,
          `${t.answerReady} ${plain(item.response)
            .replace(/[#*_`>|]/g, "")
            .slice(0, 300)}`,
        );
    }
    for (const run of Object.values(view.runs)) {
      if (ended(run)) continue;
      const steps = run.plan?.steps ?? [];
      const done = steps.filter((s) => s.status !== "pending" && s.status !== "in_progress").length;
      if (steps.length > 0) tell(`${run.id}-${done}`, t.steps(done, steps.length));
      else if (run.status === "queued") tell(`${run.id}-queued`, t.queued(run.position));
      else tell(`${run.id}-planning`, run.message || t.planning);
    }
    if (news.length > 0) setText(news.join(" "));
  }, [view, t, fresh]);
  return (
    <p className="unseen" role="status" aria-live="polite">
      {text}
    </p>
  );
}
