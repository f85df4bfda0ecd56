// A run at work: its plan as a living list, teams side by side.
import { memo, useEffect, useState } from "react";
import { Icon } from "../shell/Icon.tsx";
import { ended } from "../view/items.ts";
import { waves } from "../view/plan.ts";
import type { Plan, RunView, Step } from "../view/types.ts";
import type { Words } from "../words/ko.ts";
import { teamName, useWords } from "../words/index.ts";
import { useDeeds } from "./context.ts";
import { QuestionCard } from "./Question.tsx";

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
      {!over && run.status === "running" && !run.plan && <p className="quiet pulse">{run.message || t.planning}</p>}
      {reused.length > 0 && <p className="tiny faint">{t.reuse(reused.map((n) => teamName(t, n)).join(", "))}</p>}
      {(run.plan || (run.planShown && over)) && <PlanCard run={run} answered={answered} />}
      {run.questions.map((q) => (
        <QuestionCard key={q.id} question={q} over={over} />
      ))}
    </div>
  );
});

const finished = (s: Step) => s.status === "completed" || s.status === "failed" || s.status === "skipped";

function PlanCard({ run, answered }: { run: RunView; answered: boolean }) {
  const t = useWords();
  const { conversation } = useDeeds();
  const over = ended(run);
  // A plan is watched while it is carried out, unless that is over before one
  // could look; then it makes room for the answer.
  const seconds = useSeconds(!over);
  const [chosen, setChosen] = useState<boolean>();
  const [state, setState] = useState<"" | "loading" | "none">("");
  const shown = chosen ?? (!over && !answered && seconds > 0);
  const steps = run.plan?.steps ?? [];
  const done = steps.filter(finished).length;
  const working = steps.filter((s) => s.status === "in_progress").map((s) => s.task);
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
            : !over && seconds >= 8 && working.length > 0
              ? t.waitingFor(working.join(" · "))
              : t.plan}
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

/** useSeconds counts while something runs, by this page's own clock: 0 until
 *  there was time to look. */
function useSeconds(running: boolean): number {
  const [seconds, setSeconds] = useState(0);
  useEffect(() => {
    if (!running) return;
    const began = performance.now();
    const look = () => setSeconds((performance.now() - began) / 1000);
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
  const reworded =
    changes.length > 0 &&
    changes.every((c) => c.change === "changed" && run.plan?.steps.find((s) => s.step_id === c.step_id)?.query);
  return (
    <div className="plan-note replanned">
      <strong>{reworded ? t.reworded : t.replanned}</strong> {run.replanned?.reason}
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

function Waves({ plan, run, live }: { plan: Plan; run: RunView; live: boolean }) {
  const t = useWords();
  const names = new Map(plan.steps.map((s) => [s.step_id, s.task]));
  return (
    <ol className="waves">
      {waves(plan).map((wave) => (
        <li key={wave[0]?.step_id} className="wave" data-wide={wave.length > 1 || undefined}>
          {wave.length > 1 && (
            <p className="wave-head">{t.sideBySide(new Set(wave.map((s) => s.team)).size, wave.length)}</p>
          )}
          <ul className="steps">
            {wave.map((s) => (
              <StepRow
                key={s.step_id}
                step={s}
                run={run}
                live={live}
                after={s.depends_on
                  .map((d) => names.get(d))
                  .filter(Boolean)
                  .join(", ")}
              />
            ))}
          </ul>
        </li>
      ))}
    </ol>
  );
}

function StepRow({ step, run, live, after }: { step: Step; run: RunView; live: boolean; after: string }) {
  const t = useWords();
  const { conversation } = useDeeds();
  const [asked, setAsked] = useState(false);
  const working = live && step.status === "in_progress";
  const note =
    step.status === "failed"
      ? step.error || t.status.failed
      : working
        ? step.note
        : step.result?.summary || (step.description !== step.task ? step.description : "");
  const canSkip = live && run.status === "running" && (step.status === "pending" || step.status === "in_progress");
  return (
    <li className="step" data-status={step.status} data-reused={Boolean(step.reused_from) || undefined}>
      <span className="step-mark" aria-hidden="true">
        {step.status === "completed" ? (
          <Icon name="check" size={13} />
        ) : step.status === "failed" ? (
          <Icon name="cross" size={12} />
        ) : step.reused_from ? (
          <Icon name="retry" size={11} />
        ) : step.status === "skipped" ? (
          <Icon name="skip" size={11} />
        ) : null}
      </span>
      <div className="step-body">
        <div className="step-line">
          <span className="step-task">{step.task}</span>
          <span className="tag">{teamName(t, step.team)}</span>
          <span className="step-state">
            {step.reused_from ? t.reused : (t.status[step.status] ?? step.status)}
            {step.attempt > 1 ? ` · ${t.attempt(step.attempt)}` : ""}
          </span>
        </div>
        <p className="step-note">{note || "\u00a0"}</p>
        {step.query && (
          <p className="step-after">
            {t.reworded}: “{step.query}”
          </p>
        )}
        {after && step.status === "pending" && <p className="step-after">{t.after(after)}</p>}
        {working && (
          <div className="bar" aria-hidden="true">
            <i style={{ transform: `scaleX(${Math.max(3, step.progress_percentage) / 100})` }} />
          </div>
        )}
      </div>
      {canSkip && (
        <button
          type="button"
          className="mini"
          disabled={asked}
          aria-label={t.skipStep(step.task)}
          onClick={() => {
            setAsked(true);
            conversation.skip(step.step_id, run.id);
          }}
        >
          {t.skip}
        </button>
      )}
    </li>
  );
}
