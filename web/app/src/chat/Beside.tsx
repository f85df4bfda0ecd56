// What opens beside a conversation: how a run came about, a document, a trip.
import { lazy, Suspense } from "react";
import type { Thing } from "../faces/data.ts";
import type { Response } from "../view/types.ts";
import type { Backend } from "../session/backend.ts";
import type { Conversation } from "../session/conversation.ts";
import { DrawerSide } from "../shell/DrawerSide.tsx";
import { Waiting } from "../shell/Waiting.tsx";
import { useWords } from "../words/index.ts";

const Inspector = lazy(() => import("../inspector/index.tsx"));
const TripView = lazy(() => import("../faces/TripView.tsx"));
const DocumentView = lazy(() => import("../faces/DocumentView.tsx"));

export type Shown =
  | { kind: "run"; id: string }
  | { kind: "document"; id: string; fields?: Thing[] }
  | { kind: "trip"; response: Response }
  | undefined;
type Kind = NonNullable<Shown>["kind"];

interface Props {
  shown: Shown;
  backend: Backend;
  conversation: Conversation;
  sessionId: string;
  onClose(kind: Kind): void;
}

export function Beside({ shown, backend, conversation, sessionId, onClose }: Props) {
  const t = useWords();
  return (
    <>
      <DrawerSide open={shown?.kind === "run"} title={t.details} onClose={() => onClose("run")}>
        {shown?.kind === "run" && (
          <Suspense fallback={<Waiting text="…" />}>
            <Inspector sessionId={sessionId} runId={shown.id} rest={conversation.rest} />
          </Suspense>
        )}
      </DrawerSide>
      <DrawerSide canvas open={shown?.kind === "document"} title={t.document} onClose={() => onClose("document")}>
        {shown?.kind === "document" && (
          <Suspense fallback={<Waiting text="…" />}>
            <DocumentView id={shown.id} fields={shown.fields} backend={backend} sessionId={sessionId} />
          </Suspense>
        )}
      </DrawerSide>
      <DrawerSide canvas open={shown?.kind === "trip"} title={t.trip.itinerary} onClose={() => onClose("trip")}>
        {shown?.kind === "trip" && (
          <Suspense fallback={<Waiting text="…" />}>
            <TripView response={shown.response} />
          </Suspense>
        )}
      </DrawerSide>
    </>
  );
}
