import { useEffect, useState } from "react";
import { type Backend, messageOf } from "../session/backend.ts";
import type { Thing } from "./data.ts";
import { ProgressCard } from "./ProgressCard.tsx";

/** MyProgress is the learner's progress as the server reckons it now. */
export default function MyProgress({ backend, sessionId }: { backend: Backend; sessionId: string }) {
  const [progress, setProgress] = useState<Thing>();
  const [trouble, setTrouble] = useState("");
  useEffect(() => {
    let here = true;
    backend.rest.tutorChatProgress(sessionId).then(
      (p) => here && setProgress(p as unknown as Thing),
      (e) => here && setTrouble(messageOf(e)),
    );
    return () => {
      here = false;
    };
  }, [backend, sessionId]);
  if (trouble)
    return (
      <p className="notice bad" role="alert">
        {trouble}
      </p>
    );
  return progress ? <ProgressCard progress={progress} /> : <p className="quiet pulse">…</p>;
}
