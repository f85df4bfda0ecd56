/** Functions by the name of what they want to hear of. */
export class Listeners {
  #byName = new Map<string, Set<(...args: any[]) => void>>();

  /** add returns what takes the function away again. */
  add(name: string, fn: (...args: any[]) => void): () => void {
    // Wrapped, so that a function that is added twice is two.
    const own = (...args: any[]) => fn(...args);
    const set = this.#byName.get(name) ?? new Set();
    this.#byName.set(name, set.add(own));
    return () => { set.delete(own); };
  }

  /** tell calls all of a name; one that throws does not keep the others from hearing. */
  tell(name: string, ...args: unknown[]): void {
    for (const fn of [...(this.#byName.get(name) ?? [])]) {
      try {
        fn(...args);
      } catch (e) {
        report(e);
      }
    }
  }
}

/** report shows an error of the user's code where uncaught ones are shown. */
export function report(error: unknown): void {
  const shown = (globalThis as { reportError?: (e: unknown) => void }).reportError;
  if (shown) shown(error);
  else queueMicrotask(() => { throw error; });
}
