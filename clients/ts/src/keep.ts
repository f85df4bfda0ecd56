import type { Keep, Kept, KeyValueStorage } from "./types.js";

/** keepIn keeps a client's notes under one key of AsyncStorage, localStorage or what is shaped like them. */
export function keepIn(storage: KeyValueStorage, key: string): Keep {
  return {
    async load() {
      const text = await storage.getItem(key);
      return text ? (JSON.parse(text) as Kept) : undefined;
    },
    async save(kept) {
      if (kept.lastSeq === undefined && kept.queries.length === 0) await storage.removeItem(key);
      else await storage.setItem(key, JSON.stringify(kept));
    },
  };
}

/** Saves one state after the other; of those that come while one is written only the last. */
export class Saver {
  #busy = false;
  #next: Kept | undefined;
  readonly #keep: Keep | undefined;
  readonly #report: (error: unknown) => void;

  constructor(keep: Keep | undefined, report: (error: unknown) => void) {
    this.#keep = keep;
    this.#report = report;
  }

  async save(kept: Kept): Promise<void> {
    this.#next = kept;
    if (this.#busy) return;
    this.#busy = true;
    for (let now = this.#take(); now; now = this.#take()) {
      try {
        await this.#keep?.save(now);
      } catch (e) {
        this.#report(e);
      }
    }
    this.#busy = false;
  }

  #take(): Kept | undefined {
    const next = this.#next;
    this.#next = undefined;
    return next;
  }
}
