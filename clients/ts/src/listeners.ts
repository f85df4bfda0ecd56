/** Functions by the name of what they want to hear of. */
export class Listeners {
  #byName = new Map<string, Set<(...args: any[]) => void>>();
  readonly #report: (error: unknown) => void;

  constructor(report: (error: unknown) => void) {
    this.#report = report;
  }

  /** add returns what takes the function away again. */
  add(name: string, fn: (...args: any[]) => void): () => void {
    // Wrapped, so that a function that is added twice is two.
    const own = (...args: any[]) => fn(...args);
    const set = this.#byName.get(name) ?? new Set();
    this.#byName.set(name, set.add(own));
    return () => {
      set.delete(own);
    };
  }

  /** tell calls all of a name; one that throws does not keep the others from hearing. */
  tell(name: string, ...args: unknown[]): void {
    for (const fn of [...(this.#byName.get(name) ?? [])]) {
      try {
        fn(...args);
      } catch (e) {
        this.#report(e);
      }
    }
  }
}

type Report = (error: unknown) => void;

/**
 * report shows an error of the user's code where uncaught ones are shown. React Native ends an app
 * for those that are thrown, but not for those that its ErrorUtils are told of.
 */
export function report(error: unknown): void {
  const { reportError, ErrorUtils } = globalThis as { reportError?: Report; ErrorUtils?: { reportError?: Report } };
  if (reportError) reportError(error);
  else if (ErrorUtils?.reportError) ErrorUtils.reportError(error);
  else
    queueMicrotask(() => {
      throw error;
    });
}
