import type { ServerFrame } from "./generated.js";

/** The question that waits for an answer, if there is one. */
export class Question {
  id: string | undefined;
  #run: unknown;

  /** note follows the questions that are asked and answered, and the ends of their runs. */
  note(event: ServerFrame): void {
    switch (event.type) {
      case "workflow_interrupted":
        if (!event.for) [this.id, this.#run] = [event.interrupt_id, event.run_id];
        break;
      case "interrupt_resolved":
        if (event.interrupt_id === this.id) this.id = undefined;
        break;
      case "final_response":
      case "run_cancelled":
      case "error":
        if (event.run_id !== undefined && event.run_id === this.#run && event.seq !== undefined) this.id = undefined;
    }
  }
}
