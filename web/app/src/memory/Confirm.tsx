import { Button } from "antd";
import { useEffect, useRef, useState } from "react";
import { useWords } from "../words/index.ts";

/**
 * Confirm is a button for what can't be undone: it asks before it does it. Of
 * many alike each has a name of its own; a quiet one stands in a list.
 */
export function Confirm({
  label,
  name = label,
  question,
  quiet = false,
  onYes,
}: {
  label: string;
  name?: string;
  question: string;
  quiet?: boolean;
  onYes(): void;
}) {
  const t = useWords();
  const [asking, setAsking] = useState(false);
  const no = useRef<HTMLButtonElement>(null);
  const begin = useRef<HTMLButtonElement>(null);
  const was = useRef(false);
  useEffect(() => {
    if (asking) no.current?.focus();
    else if (was.current) begin.current?.focus();
    was.current = asking;
  }, [asking]);
  if (!asking && quiet)
    return (
      <button ref={begin} type="button" className="mini" aria-label={name} onClick={() => setAsking(true)}>
        {label}
      </button>
    );
  if (!asking)
    return (
      <Button ref={begin} size="small" danger aria-label={name} onClick={() => setAsking(true)}>
        {label}
      </Button>
    );
  return (
    <div role="group" className="confirm" aria-label={name}>
      <p className="tiny">{question}</p>
      <div className="row">
        <Button
          size="small"
          danger
          onClick={() => {
            setAsking(false);
            onYes();
          }}
        >
          {label}
        </Button>
        <Button ref={no} size="small" onClick={() => setAsking(false)}>
          {t.cancel}
        </Button>
      </div>
    </div>
  );
}
