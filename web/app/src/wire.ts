// What comes over the wire, as loosely as a client must read it: whatever is
// not known is left alone.
import type { Response, RunStatus } from "./view/types.ts";

export interface Frame {
  type: string;
  timestamp?: string;
  seq?: number;
  run_id?: string;
  id?: string;
  client_msg_id?: string;
  [more: string]: unknown;
}

/** Who asks, as the server knows it. */
export interface Identity {
  /** People have to say who they are. */
  required: boolean;
  signed_in: boolean;
  guest: boolean;
  user_id?: string;
  name?: string;
  company_id?: string;
  sign_in_url?: string;
}

export interface Assistant {
  name: string;
  title: string;
  description: string;
  examples: string[];
  default?: boolean;
  views?: string[];
}

export interface SessionEntry {
  id: string;
  title: string;
  created_at: string;
  updated_at: string;
  last_message: string | null;
  message_count: number;
}

export interface StoredMessage {
  id: number;
  run_id?: string;
  role: "user" | "assistant";
  content: string;
  response: Response | null;
  created_at: string;
}

export interface StoredRun {
  id: string;
  seq: number;
  assistant: string;
  kind: string;
  client_msg_id?: string;
  query: string;
  status: RunStatus;
  plan_shown: boolean;
  interrupt?: Frame & { interrupt_id: string };
  error?: string;
  created_at: string;
}

export interface DocumentEntry {
  id: string;
  title: string;
  document_type: string;
  created_at: string;
  downloads: Record<string, string>;
  markdown?: string;
}
