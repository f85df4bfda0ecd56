// What has to be said of an answer beside its text: who wrote it, how the
// question was taken, and what is not sure.
import { text, texts, things } from "../faces/data.ts";
import { Icon } from "../shell/Icon.tsx";
import type { Response } from "../view/types.ts";
import { useWords } from "../words/index.ts";
import { useDeeds } from "./context.ts";

export function Remarks({ response, runId, last }: { response: Response; runId: string; last: boolean }) {
  const t = useWords();
  const { remembered } = useDeeds();
  const m = response.structured_data?.metadata ?? {};
  // What was not done is a sentence of its own; what is lacking is named.
  const lacking = texts(m.missing),
    told = lacking.filter((s) => /[.!?]$/.test(s)),
    missing = lacking.filter((s) => !told.includes(s));
  const fallback = text(m.fallback),
    understood = text(m.understood);
  const grounded = Boolean(response.structured_data?.sources?.length);
  return (
    <>
      {m.answered_by === "model" && (
        <p className="notice-line made" title={text(m.model)}>
          <Icon name="spark" size={15} />
          {grounded ? t.byModelChecked : t.byModel}
        </p>
      )}
      {fallback && (
        <p className="notice-line" data-fallback={fallback}>
          <Icon name="info" size={15} />
          {t.fallback[fallback] ?? t.fallback.failed}
        </p>
      )}
      {understood && (
        <p className="notice-line">
          <Icon name="bulb" size={15} />
          {t.understood(understood)}
        </p>
      )}
      {things(m.assumed).map((a, i) => (
        <p key={i} className="notice-line" data-assumed={text(a.key)}>
          <Icon name="bulb" size={15} />
          <span>
            {text(a.text)} {last && <Other of={text(a.key)} runId={runId} />}{" "}
            <button type="button" className="link tight" onClick={remembered}>
              {t.memory.open}
            </button>
          </span>
        </p>
      ))}
      {m.sample_data && (
        <p className="notice-line">
          <Icon name="info" size={15} />
          {t.sample}
        </p>
      )}
      {told.map((s) => (
        <p key={s} className="notice-line">
          <Icon name="info" size={15} />
          {s}
        </p>
      ))}
      {missing.length > 0 && (
        <p className="notice-line">
          <Icon name="info" size={15} />
          {t.missing}: {missing.join(", ")}
        </p>
      )}
    </>
  );
}

/** Other puts the question into the input again, with room for what was
 *  assumed wrongly. */
function Other({ of, runId }: { of: string; runId: string }) {
  const t = useWords();
  const { conversation, fill } = useDeeds();
  const words = t.instead[of];
  if (!words) return null;
  const again = () => {
    const asked = conversation.snapshot().view.items.find((i) => i.kind === "user" && i.runId === runId);
    fill(asked?.kind === "user" ? (asked.text ?? "") : "", `${words.begin}: `);
  };
  return (
    <button type="button" className="link tight" onClick={again}>
      {words.label}
    </button>
  );
}
