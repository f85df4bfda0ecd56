// What the page shows of a conversation, made by reduce.ts out of events and
// stored messages alike, so that a reload shows what was seen live.

export type StepStatus = "pending" | "in_progress" | "completed" | "failed" | "skipped";

export interface Step {
  step_id: string;
  team: string;
  agent_name: string;
  task: string;
  description: string;
  status: StepStatus;
  progress_percentage: number;
  depends_on: string[];
  error: string | null;
  result: { summary?: string; sources?: string[]; highlights?: string[] } | null;
  /** What is searched for instead, since the question's words found nothing. */
  query?: string;
  /** The run whose result it shows: it was not needed again. */
  reused_from?: string;
  attempt: number;
  execution_time_ms: number;
  started_at?: string | null;
  completed_at?: string | null;
  /** What the step said last of its progress; only live. */
  note?: string;
}

export interface Plan {
  intent: string;
  strategy: string;
  estimated: number;
  steps: Step[];
  groups: string[][];
}

export interface PlanChange {
  step_id: string;
  change: "added" | "removed" | "changed";
}

export interface Option {
  value: string;
  label: string;
}

export interface Question {
  id: string;
  runId: string;
  type: string;
  message: string;
  options: Option[];
  schema?: unknown;
  plan?: Plan;
  expiresAt?: string;
  defaultAction?: string;
  takesText: boolean;
  /** The role that answers, where it is not the user. */
  role?: string;
  /** How it ended, once it has. */
  resolved?: { action: string; by: string };
}

export interface TeamData {
  status: string;
  data: unknown;
  error?: string;
}

export interface Metadata {
  confidence?: number;
  sources?: string[];
  intent_type?: string;
  answered_by?: string;
  model?: string;
  prompt?: string;
  /** Why the rules answered although a model was asked. */
  fallback?: string;
  missing?: string[];
  sample_data?: boolean;
  /** The query as it was taken, where it pointed at something said before. */
  understood?: string;
  assumed?: { key: string; value: string; text: string }[];
  [more: string]: unknown;
}

/** A fact that the answer states; several may be of one source. */
export interface Source {
  id: string;
  kind: string;
  title: string;
  source: string;
  as_of?: string;
  status?: string;
  text: string;
  url?: string;
}

export interface Section {
  title: string;
  content: string | string[];
  icon?: string;
  priority?: string;
  expandable?: boolean;
  type?: string;
}

export interface Response {
  type: string;
  answer?: string;
  message?: string;
  structured_data?: { sections?: Section[]; metadata?: Metadata; sources?: Source[] };
  teams_used?: string[];
  data?: Record<string, TeamData>;
  original_query?: string;
  document_type?: string;
  document?: { id: string; title?: string; downloads?: Record<string, string> };
  error?: string;
}

export type RunStatus = "queued" | "running" | "waiting" | "completed" | "failed" | "cancelled";

/** A run as it is shown: its work, between what was asked and the answer. */
export interface RunView {
  id: string;
  status: RunStatus;
  kind: string;
  /** The sentence that stands for the run until it has a plan. */
  message: string;
  position?: number;
  plan?: Plan;
  planShown: boolean;
  /** Why and how the plan was changed on the way. */
  replanned?: { reason: string; changes: PlanChange[] };
  reuse?: { teams: string[]; fromRun: string };
  questions: Question[];
  teams: string[];
  rating?: "positive" | "negative";
  /** It belongs to the conversation that this one was copied from. */
  foreign?: boolean;
  /** An event, not a user, set the run off. */
  trigger?: string;
}

/** Pieces of an answer on its way, joined as far as none is missing. */
export interface Stream {
  messageId: string;
  next: number;
  text: string;
  broken: boolean;
}

export type Item =
  | {
      kind: "user";
      key: string;
      runId?: string;
      clientMsgId?: string;
      text?: string;
      at: string;
      state: "sending" | "sent" | "failed";
      error?: string;
    }
  | { kind: "run"; key: string; runId: string }
  | { kind: "answer"; key: string; runId: string; at: string; stream?: Stream; response?: Response }
  | { kind: "notice"; key: string; runId?: string; text: string; code?: string; bad: boolean };

export interface View {
  sessionId: string;
  assistant: string;
  title: string;
  mode: string;
  items: Item[];
  runs: Record<string, RunView>;
  /** The oldest message shown, to read on from; 0 is the beginning. */
  before: number;
  /** Numbers notices. */
  count: number;
  /** Conversations that assistants began with the user meanwhile. */
  started: string[];
}
