import { ProtocolError } from "./error.js";
import type { Problem } from "./generated.js";

export interface HttpOptions {
  /** http(s)://host[:port]; "" for the page's own server. */
  url: string;
  token?: () => string | undefined | Promise<string | undefined>;
  /** The language of the server's words. */
  language?: "ko" | "en";
  fetch?: typeof fetch;
  /** How long a call may take, in ms (15,000). */
  timeout?: number;
  /** Ends every call, with the error `aborted`. */
  signal?: AbortSignal;
}

export type Query = Record<string, string | number | boolean | undefined>;

/** call is one request, read to its end; it fails with a ProtocolError. */
export async function call<T>(
  o: HttpOptions,
  method: string,
  path: string,
  query: Query,
  body: unknown,
  read: (res: Response) => Promise<T>,
): Promise<T> {
  const headers: Record<string, string> = {};
  const abort = new AbortController();
  const stop = () => abort.abort();
  const form = typeof FormData !== "undefined" && body instanceof FormData;
  // A file over a slow line takes its time.
  const timer = setTimeout(stop, o.timeout ?? (form ? 180_000 : 15_000));
  if (o.signal?.aborted) stop();
  o.signal?.addEventListener("abort", stop);
  try {
    const token = await o.token?.();
    if (token) headers.Authorization = `Bearer ${token}`;
    if (o.language) headers["Accept-Language"] = o.language;
    if (body !== undefined && !form) headers["Content-Type"] = "application/json";
    const res = await (o.fetch ?? fetch)(o.url + path + search(query), {
      method,
      headers,
      body: form ? body : body === undefined ? undefined : JSON.stringify(body),
      signal: abort.signal,
    });
    if (!res.ok) throw await refusal(res);
    return await read(res);
  } catch (cause) {
    if (cause instanceof ProtocolError) throw cause;
    if (o.signal?.aborted) throw new ProtocolError("aborted", `${method} ${path} was given up`, { cause });
    if (abort.signal.aborted) throw new ProtocolError("timeout", `${method} ${path} took too long`, { cause });
    if (cause instanceof SyntaxError)
      throw new ProtocolError("bad_answer", `${method} ${path} was not answered with JSON`, { cause });
    throw new ProtocolError("offline", `${method} ${path}: the server can't be reached`, { cause });
  } finally {
    clearTimeout(timer);
    o.signal?.removeEventListener("abort", stop);
  }
}

function search(query: Query): string {
  const set = Object.entries(query).flatMap(([k, v]) =>
    v === undefined ? [] : [`${k}=${encodeURIComponent(String(v))}`],
  );
  return set.length ? "?" + set.join("&") : "";
}

/** refusal reads a problem, the base contract's error, or a proxy's page. */
async function refusal(res: Response): Promise<ProtocolError> {
  const p = (await res.json().catch(() => ({}))) as Partial<Problem>;
  const after = Number(res.headers.get("Retry-After"));
  const code =
    p.error_code ??
    (res.status === 404 && p.detail === "Session not found" ? "session_not_found" : `http_${res.status}`);
  return new ProtocolError(code, p.message ?? p.detail ?? `the server answered ${res.status}`, {
    status: res.status,
    details: p.details,
    retryAfterMs: after > 0 ? after * 1000 : undefined,
    recoverable: res.status >= 500 || res.status === 429 || res.status === 408,
  });
}
