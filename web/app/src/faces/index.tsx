// The faces of an answer beyond its text, one for each kind of data that it
// may carry.
import { lazy, Suspense } from "react";
import type { Response } from "../view/types.ts";
import { ChartCard } from "./ChartCard.tsx";
import { draftOf, fieldsOf } from "./asks.ts";
import { chartsOf, hasDays, outcomeOf, part, tablesOf, text, things } from "./data.ts";
import { KeyFigures } from "./KeyFigures.tsx";
import { DocumentCard } from "./DocumentCard.tsx";

const Asks = lazy(() => import("./Asks.tsx"));
const Trip = lazy(() => import("./Trip.tsx"));
const Study = lazy(() => import("./Study.tsx"));
const Interview = lazy(() => import("./Interview.tsx"));
const Findings = lazy(() => import("./Findings.tsx"));
const Computed = lazy(() => import("./Computed.tsx"));

export const hasTrip = (r: Response) => hasDays(r) || things(part(r, "plans")?.plans).length > 0;
/** A document says the whole trip already. */
const isTrip = (r: Response) => !r.document && hasTrip(r);
export const asks = (r: Response) =>
  Boolean(draftOf(r)) || Boolean(text(part(r, "slots")?.asked)) || part(r, "interview")?.interview_stage === "Greeting";
const isInterview = (r: Response) => Boolean(part(r, "interview"));
const isStudy = (r: Response) =>
  !isInterview(r) && Boolean(part(r, "lesson") || part(r, "quiz") || part(r, "evaluation") || part(r, "progress"));

/** leads is the text before the faces when they say the rest better; undefined
 *  where the whole text is wanted. */
export function leads(r: Response): string | undefined {
  if (hasTrip(r)) {
    const first = r.structured_data?.sections?.[0]?.content;
    return first === undefined ? undefined : Array.isArray(first) ? first.join("\n\n") : first;
  }
  // The open question has a card of its own.
  if (isInterview(r) && part(r, "question") && r.structured_data?.sections) {
    return r.structured_data.sections
      .filter((s) => s.type !== "question")
      .map((s) => `### ${s.title}\n\n${Array.isArray(s.content) ? s.content.join("\n") : (s.content ?? "")}`)
      .join("\n\n");
  }
  const quiz = part(r, "quiz");
  if (quiz && typeof quiz.lead === "string") return quiz.lead;
  return part(r, "progress") ? "" : undefined;
}

/** Figures are the answer's numbers, right below its verdict. */
export function Figures({ response }: { response: Response }) {
  const charts = chartsOf(response);
  return (
    <>
      <KeyFigures response={response} />
      {charts.map((c, i) => (
        <ChartCard key={c.title + i} chart={c} />
      ))}
    </>
  );
}

export function Faces({ response, last }: { response: Response; last: boolean }) {
  const outcome = outcomeOf(response);
  return (
    <>
      {tablesOf(response).map((table, i) => (
        <Suspense key={i} fallback={null}>
          <Computed table={table} />
        </Suspense>
      ))}
      {outcome && (
        <Suspense fallback={<div className="reserve" />}>
          <Findings outcome={outcome} />
        </Suspense>
      )}
      {isInterview(response) && (
        <Suspense fallback={<div className="reserve" />}>
          <Interview response={response} last={last} />
        </Suspense>
      )}
      {isTrip(response) && (
        <Suspense fallback={<div className="reserve" />}>
          <Trip response={response} last={last} />
        </Suspense>
      )}
      {isStudy(response) && (
        <Suspense fallback={<div className="reserve" />}>
          <Study response={response} last={last} />
        </Suspense>
      )}
      {response.document?.id && (
        <DocumentCard
          link={response.document}
          kind={response.document_type ?? ""}
          fields={last ? fieldsOf(response) : []}
        />
      )}
      {last && asks(response) && (
        <Suspense fallback={null}>
          <Asks response={response} />
        </Suspense>
      )}
    </>
  );
}
