import { Icon } from "../shell/Icon.tsx";
import { useWords } from "../words/index.ts";

/** Visiting says that this browser did not begin the conversation. */
export function Visiting({ onKeep }: { onKeep(): void }) {
  const t = useWords();
  return (
    <p className="visiting" role="note">
      <Icon name="link" size={16} />
      <span>{t.linked.about}</span>
      <button type="button" className="plain" onClick={onKeep}>
        {t.linked.keep}
      </button>
    </p>
  );
}
