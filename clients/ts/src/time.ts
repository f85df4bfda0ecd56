import { ProtocolError } from "./error.js";

/** within gives a promise up after so many ms. */
export function within<T>(promise: Promise<T>, ms: number, why: string): Promise<T> {
  let timer: ReturnType<typeof setTimeout>;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new ProtocolError("timeout", why)), ms);
  });
  return Promise.race([promise, late]).finally(() => clearTimeout(timer));
}
