// The faces of an answer beyond its text, one for each kind of data that it
// may carry.
import { lazy, Suspense } from "react";
import type { Response } from "../view/types.ts";
import { ChartCard } from "./ChartCard.tsx";
import { chartsOf, part, things } from "./data.ts";
import { DocumentCard } from "./DocumentCard.tsx";

const Trip = lazy(() => import("./Trip.tsx"));
const Study = lazy(() => import("./Study.tsx"));

const hasTrip = (r: Response) => things(part(r, "itinerary")?.days).length > 0 || things(part(r, "plans")?.plans).length > 0;
/** A document says the whole trip already. */
const isTrip = (r: Response) => !r.document && hasTrip(r);
const isStudy = (r: Response) => Boolean(part(r, "lesson") || part(r, "quiz") || part(r, "evaluation") || part(r, "progress"));

/** leads is the text before the faces when they say the rest better; undefined
 *  where the whole text is wanted. */
export function leads(r: Response): string | undefined {
  if (hasTrip(r)) {
    const first = r.structured_data?.sections?.[0]?.content;
    return first === undefined ? undefined : Array.isArray(first) ? first.join("\n\n") : first;
  }
  const quiz = part(r, "quiz");
  if (quiz && typeof quiz.lead === "string") return quiz.lead;
  return part(r, "progress") ? "" : undefined;
}

export function Faces({ response, last }: { response: Response; last: boolean }) {
  const charts = chartsOf(response);
  return (
    <>
      {charts.map((c, i) => <ChartCard key={c.title + i} chart={c} />)}
      {isTrip(response) && <Suspense fallback={<div className="reserve" />}><Trip response={response} last={last} /></Suspense>}
      {isStudy(response) && <Suspense fallback={<div className="reserve" />}><Study response={response} last={last} /></Suspense>}
      {response.document?.id && <DocumentCard link={response.document} kind={response.document_type ?? ""} />}
    </>
  );
}
