// A run at work: what it does now, for how long, and what is waited for.
import { memo, useEffect, useRef, useState } from "react";
import { Icon } from "../shell/Icon.tsx";
import { ended } from "../view/items.ts";
import type { RunView, Step } from "../view/types.ts";
import type { Words } from "../words/ko.ts";
import { teamName, useWords } from "../words/index.ts";
import { useDeeds } from "./context.ts";
import { QuestionCard } from "./Question.tsx";
import { Waves } from "./Steps.tsx";

/** After so many seconds it is told what is waited for. */
const slow = 4;
/** A list that came into sight is there so long, in ms, that it can be read. */
const presence = 700;

/** answered tells that the run's answer is there, or begins to be. */
export const Work = memo(function Work({ run, answered }: { run: RunView; answered: boolean }) {
  const t = useWords();
  const over = ended(run);
  // Stored steps tell it as well as the event does.
  const reused = run.reuse?.teams ?? [...new Set(run.plan?.steps.filter((s) => s.reused_from).map((s) => s.team))];
  return (
    <div className="work" data-run={run.id}>
      {run.trigger && <p className="tiny faint">{t.trigger}</p>}
      {run.status === "queued" && <p className="quiet pulse">{t.queued(run.position)}</p>}
      {!over && run.status === "running" && !run.plan && <Planning message={run.message} />}
      {reused.length > 0 && <p className="tiny faint">{t.reuse(reused.map((n) => teamName(t, n)).join(", "))}</p>}
      {(run.plan || (run.planShown && over)) && <PlanCard run={run} answered={answered} />}
      {run.questions.map((q) => (
        <QuestionCard key={q.id} question={q} over={over} />
      ))}
    </div>
  );
});

/** Planning is what there is to see before a plan. */
function Planning({ message }: { message: string }) {
  const t = useWords();
  const seconds = useSeconds(true);
  return (
    <p className="quiet pulse">
      {message || t.planning}
      {seconds >= slow && ` · ${t.elapsed(Math.floor(seconds), 0)}`}
    </p>
  );
}

const finished = (s: Step) => s.status === "completed" || s.status === "failed" || s.status === "skipped";

function PlanCard({ run, answered }: { run: RunView; answered: boolean }) {
  const t = useWords();
  const { conversation } = useDeeds();
  const over = ended(run);
  // A plan is watched while it is carried out, unless that is over before one
  // could look; then it makes room for the answer. While its run waits for the
  // user it neither opens nor folds: the question's buttons below stay where they are.
  const seconds = useSeconds(!over && run.status !== "waiting");
  const [chosen, setChosen] = useState<boolean>();
  const [state, setState] = useState<"" | "loading" | "none">("");
  const watched = useLinger(!over && !answered && seconds > 0, presence);
  const shown = chosen ?? watched;
  const steps = run.plan?.steps ?? [];
  const done = steps.filter(finished).length;
  const toggle = () => {
    setChosen(!shown);
    if (shown || run.plan || state === "loading") return;
    setState("loading");
    conversation.plan(run.id).then(
      (p) => setState(p ? "" : "none"),
      () => setState("none"),
    );
  };
  const teams = [...new Set(run.teams.length > 0 ? run.teams : steps.map((s) => s.team))].map((n) => teamName(t, n));
  return (
    <div
      role="group"
      className="plan"
      aria-label={t.plan}
      title={over ? tookOf(t, steps) : undefined}
      data-over={over || undefined}
    >
      <button type="button" className="plan-head" aria-expanded={shown && Boolean(run.plan)} onClick={toggle}>
        <span className="plan-mark" aria-hidden="true">
          {over ? <Icon name={run.status === "completed" ? "check" : "info"} size={15} /> : <span className="spin" />}
        </span>
        <span className="plan-title">
          {run.status === "completed" && teams.length > 0
            ? t.by(teams.join(" · "), teams.length)
            : (!over && doing(t, steps, seconds)) || t.plan}
        </span>
        {over && run.status !== "completed" && (
          <span className="tag warm">{run.status === "failed" ? t.status.failed : t.cancelled}</span>
        )}
        {run.status === "completed" && steps.some((s) => s.status === "failed") && (
          <span className="tag warm">{t.partly}</span>
        )}
        <span className="plan-count">
          {!over && steps.length > 0 && t.steps(done, steps.length)}
          {!over && seconds >= 2 && ` · ${t.elapsed(Math.floor(seconds), Math.round(run.plan?.estimated ?? 0))}`}
        </span>
        <span className="turn" data-open={shown || undefined} aria-hidden="true">
          <Icon name="down" size={16} />
        </span>
      </button>
      {run.replanned && shown && <Replanned run={run} />}
      {shown && run.plan && <Waves plan={run.plan} run={run} live={!over} />}
      {shown && !run.plan && over && <p className="tiny faint plan-note">{state === "none" ? t.noSteps : "…"}</p>}
    </div>
  );
}

/** doing names what is tried again, what is slow, and that all that is left is
 *  to write; "" is nothing worth a word. */
function doing(t: Words, steps: Step[], seconds: number): string {
  const working = steps.filter((s) => s.status === "in_progress");
  const names = (list: Step[]) => list.map((s) => s.task).join(" · ");
  const again = working.filter((s) => s.attempt > 1);
  if (again.length > 0) return t.tryingAgain(names(again));
  if (seconds < slow || steps.length === 0) return "";
  if (working.length > 0) return t.waitingFor(names(working));
  return steps.every(finished) ? t.writing : "";
}

/** useLinger is on as long as what it is told, and no shorter than can be seen. */
function useLinger(on: boolean, ms: number): boolean {
  const [lingers, setLingers] = useState(false);
  const since = useRef(0);
  useEffect(() => {
    if (on) {
      since.current = performance.now();
      setLingers(true);
      return;
    }
    const timer = setTimeout(() => setLingers(false), Math.max(0, since.current + ms - performance.now()));
    return () => clearTimeout(timer);
  }, [on, ms]);
  return on || lingers;
}

/** useSeconds counts while something runs, by this page's own clock, and goes on
 *  where it stopped: 0 until there was time to look. */
function useSeconds(running: boolean): number {
  const [seconds, setSeconds] = useState(0);
  const ran = useRef(0);
  useEffect(() => {
    if (!running) return;
    const began = performance.now() - ran.current;
    const look = () => {
      ran.current = performance.now() - began;
      setSeconds(ran.current / 1000);
    };
    const first = setTimeout(look, 250),
      timer = setInterval(look, 1000);
    return () => {
      clearTimeout(first);
      clearInterval(timer);
    };
  }, [running]);
  return seconds;
}

/** tookOf is from the first step's beginning to the last one's end, which are
 *  of the same clock. */
function tookOf(t: Words, steps: Step[]): string | undefined {
  const from = Math.min(...steps.map((s) => Date.parse(s.started_at ?? "")).filter(Number.isFinite)),
    to = Math.max(...steps.map((s) => Date.parse(s.completed_at ?? "")).filter(Number.isFinite));
  return to >= from ? t.took((to - from) / 1000) : undefined;
}

function Replanned({ run }: { run: RunView }) {
  const t = useWords();
  const name = (id: string) => run.plan?.steps.find((s) => s.step_id === id)?.task ?? id;
  const changes = run.replanned?.changes ?? [];
  return (
    <div className="plan-note replanned">
      <strong>{t.replanned}</strong> {run.replanned?.reason}
      {changes.length > 0 && (
        <ul>
          {changes.map((c) => (
            <li key={c.step_id + c.change}>
              {name(c.step_id)} <span className="tag">{t.change[c.change] ?? c.change}</span>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
