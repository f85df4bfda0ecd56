// What an answer leaves open, by the keys of its data.
import type { Response } from "../view/types.ts";
import type { Words } from "../words/ko.ts";
import { hasDays, outcomeOf, part, tablesOf, text, type Thing, thing, things } from "./data.ts";

/** choicesOf are usual answers to what is asked: the slot of a trip, the field
 *  of an interview. */
export function choicesOf(r: Response, t: Words["asks"]): string[] {
  if (part(r, "interview")?.interview_stage === "Greeting") return t.fields;
  return t.slots[text(part(r, "slots")?.asked)] ?? [];
}

export interface DraftOf {
  /** Its fields that are asked for now, and the others that are open. */
  asked: Thing[];
  others: Thing[];
  /** It was made with them left blank. */
  made: boolean;
  /** It is handed in, and so never made with blanks. */
  whole: boolean;
}

const whole = new Set(["visit_report", "seminar_request", "expense_report", "sample_request"]);

/** draftOf is a document under way. */
export function draftOf(r: Response): DraftOf | undefined {
  for (const team of Object.values(r.data ?? {})) {
    const data = team.data as Thing | undefined;
    const labelled = (v: unknown) => things(v).filter((f) => text(f.key) && text(f.label_ko));
    const missing = labelled(data?.missing);
    if (missing.length === 0) continue;
    const made = Boolean(r.document);
    const asked = made ? [] : labelled(data?.questions);
    const now = new Set(asked.map((f) => f.key));
    return {
      asked,
      others: missing.filter((f) => !now.has(f.key)),
      made,
      whole: whole.has(text(data?.document_type)),
    };
  }
  return undefined;
}

/** fieldsOf are all fields of a document that can be changed, with their
 *  values. */
export const fieldsOf = (r: Response): Thing[] =>
  Object.values(r.data ?? {})
    .flatMap((team) => things((team.data as Thing | undefined)?.fields))
    .filter((f) => text(f.key) && text(f.label_ko));

/** followsOf are questions that fit what an answer has just told. */
export function followsOf(r: Response, t: Words["follows"]): string[] {
  if (r.type === "guidance") return [];
  const analysis = part(r, "analysis"),
    metrics = Object.keys(thing(analysis?.metrics) ?? {});
  const method = metrics[0]?.split(".")[0] ?? "";
  if (part(r, "report")) return t.report;
  if (part(r, "interview")) return part(r, "evaluation") ? t.marked : [];
  if (hasDays(r)) return r.document ? t.tripMade : t.trip;
  if (part(r, "lesson") || part(r, "quiz") || part(r, "progress")) return [];
  if (tablesOf(r).length > 0) return r.document ? t.reported : t.numbers;
  if (outcomeOf(r)) return r.document ? t.checked : [];
  if (r.document) return t.made[r.document_type ?? ""] ?? [];
  const open = things(analysis?.missing).flatMap((m) => t.inputs[`${text(m.method)}.${text(m.name)}`] ?? []);
  return [...new Set([...open, ...(t.methods[method] ?? [])])].slice(0, 4);
}
