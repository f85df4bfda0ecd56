// Where a run's time went: asked for here, drawn by the waterfall.
import type { CheckpointEntry, MadangRest, Run } from "@madang/client";
import { began, over, type States } from "./ask.ts";
import { useLoaded } from "./load.ts";
import { Wait } from "./parts.tsx";
import { callSpans, nodeSpans, stepSpans } from "./spans.ts";
import { Waterfall } from "./Waterfall.tsx";

interface Props {
  rest: MadangRest;
  run: Run;
  /** Changes when it is to be asked anew. */
  turn: number;
  points: readonly CheckpointEntry[];
  states: States;
}

export function Times({ rest, run, turn, points: list, states }: Props) {
  const newest = list.at(-1);
  const state = useLoaded(newest?.id ?? "", () => states.of(run.session_id, newest!.id), true);
  const brought = useLoaded(`${run.id} ${turn}`, () => rest.runResults(run.id), true);
  const used = useLoaded(`${run.id} ${turn}`, () => rest.sessionUsage(run.session_id), true);
  const start = began(run);
  const now = over(run) && run.finished_at ? Date.parse(run.finished_at) - start : Date.now() - start;
  if (!newest) return <Waterfall spans={[]} total={0} open={false} currency="" />;
  return (
    <Wait of={state}>
      {(c) => (
        <Waterfall
          spans={[
            ...stepSpans(c.state, start, now),
            ...callSpans(brought.value ?? [], start),
            ...nodeSpans(list, start),
          ]}
          total={now}
          open={!over(run)}
          currency={used.value?.currency || "USD"}
        />
      )}
    </Wait>
  );
}
